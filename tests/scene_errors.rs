//! Every malformed scene of `oracles/bad_inputs.json` gets the outcome stated there, with file,
//! line, column, field, reason and remedy; and no text whatever makes the reader panic.

use drystone::scene::{MAX_FILE_BYTES, MAX_NESTING, MINIMAL_SCENE, Scene};
use proptest::prelude::*;
use serde_json::Value;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

mod by_hand;
mod expect;
mod generate;
mod many;
mod translate;
mod words;

use by_hand::{BALL, body, by_hand};
use translate::{Subject, translate};

const FILE: &str = "bad.toml";

fn oracles() -> PathBuf {
    let folder = std::env::var_os("DRYSTONE_ORACLES").map(PathBuf::from);
    folder.unwrap_or_else(own_oracles)
}

fn own_oracles() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/oracles")
}

fn records(folder: &Path) -> Vec<Value> {
    let path = folder.join("bad_inputs.json");
    let text = std::fs::read_to_string(&path).expect("the oracle file is there");
    let file: Value = serde_json::from_str(&text).expect("valid JSON");
    file["cases"].as_array().expect("a list").clone()
}

/// What `result` says: the error, or the warnings.
fn message(result: &drystone::Result<Scene>) -> String {
    match result {
        Err(error) => error.to_string(),
        Ok(scene) => {
            let all = scene.warnings.iter().map(ToString::to_string);
            all.collect::<Vec<_>>().join("\n")
        }
    }
}

/// Translates every record, whoever wrote it, and holds the answer against the record.
#[test]
fn every_malformed_scene_gets_its_outcome() {
    let mut complaints = String::new();
    let mut checked = 0;
    for record in records(&oracles()) {
        let id = record["id"].as_str().expect("text");
        let subject = match translate(&record) {
            Ok(subject) => subject,
            Err(reason) => {
                println!("--- {id} skipped: {reason}");
                continue;
            }
        };
        let started = std::time::Instant::now();
        let result = subject.read(FILE);
        let elapsed = started.elapsed();
        println!("--- {id} ({elapsed:?})\n{}", message(&result));
        assert!(elapsed.as_secs() < 60, "{id} took too long");
        checked += 1;
        for complaint in expect::complaints(&record, &result) {
            writeln!(complaints, "{id}: {complaint}").expect("a string");
            if let Subject::Text(text) = &subject {
                let start: String = text.chars().take(600).collect();
                println!("{id} was:\n{start}");
            }
        }
    }
    println!("{checked} records checked");
    assert!(checked >= 38, "{checked} records checked");
    assert!(complaints.is_empty(), "{complaints}");
}

/// The answer to one record seldom passes for the answer to another.
#[test]
fn the_check_is_not_blind() {
    let (mut pairs, mut confused) = (0, 0);
    let records = records(&own_oracles());
    for record in &records {
        let Ok(subject @ Subject::Text(_)) = translate(record) else {
            continue;
        };
        let answer = subject.read(FILE);
        let blamed = record["message"]["field"].as_str().unwrap_or("");
        for other in records.iter().filter(|other| other["given"].is_object()) {
            let field = other["message"]["field"].as_str();
            if field.is_some_and(|field| !blamed.starts_with(field)) {
                pairs += 1;
                if expect::complaints(other, &answer).is_empty() {
                    println!("{} passes for {}", record["id"], other["id"]);
                    confused += 1;
                }
            }
        }
    }
    println!("{confused} of {pairs} pairs confused");
    assert!(pairs > 500 && confused * 100 <= pairs);
}

/// The records known when this was written, with sharper words.
#[test]
fn known_records_get_sharper_words() {
    let mut complaints = String::new();
    let mut sharper = 0;
    for record in records(&own_oracles()) {
        let id = record["id"].as_str().expect("text");
        let Some(case) = by_hand(id) else {
            continue;
        };
        sharper += 1;
        let result = Scene::parse(&case.text, FILE);
        let message = message(&result);
        let outcome = record["outcome"].as_str().expect("text");
        if result.is_err() != (outcome == "error") || (outcome == "warning" && message.is_empty()) {
            writeln!(complaints, "{id}: wanted {outcome}, got {message}").expect("a string");
        }
        for word in case.words {
            if !message.contains(word) {
                writeln!(complaints, "{id}: no \"{word}\" in:\n{message}").expect("a string");
            }
        }
        if outcome != "accept" && !message.starts_with(&format!("{FILE}:")) {
            writeln!(complaints, "{id}: no place in:\n{message}").expect("a string");
        }
    }
    assert!(sharper >= 10, "{sharper} records");
    assert!(complaints.is_empty(), "{complaints}");
}

/// The place is that of the value, exactly.
#[test]
fn places_point_at_the_value() {
    for (text, line, column) in [
        (body("mass = -1.0"), 6, 8),
        (body("position = [0, nan, 1]"), 6, 16),
        (body("mas = 1.0"), 6, 1),
        (
            "[shape.a.box]\nhalf_extents = [1, 1, -1]".to_string(),
            2,
            23,
        ),
        ("[shape.a.sphere]\nradus = 1".to_string(), 2, 1),
        ("shape.a.sphere = { radus = 1 }".to_string(), 1, 20),
        (
            format!("{BALL}[shape.m.minkowski]\nof = [\"ball\", {{ shap = 1 }}]"),
            4,
            17,
        ),
        (body("density = 1e400"), 6, 11),
        (body("driven = { stiffness = 1, damping = -1 }"), 6, 37),
    ] {
        let error = Scene::parse(&text, FILE).expect_err(&text);
        println!("{error}\n");
        let place = error.place.expect("a place");
        assert_eq!((place.line, place.column), (line, column), "{text}");
    }
}

/// Mistakes in the language itself are explained in the words of scenes.
#[test]
fn common_slips_are_explained() {
    for (text, words) in [
        (
            "[shape.a.box]\nhalf_extents = [1, 1, 1, 1]",
            "half_extents: expected a list of 3 entries, found 4",
        ),
        (
            "[shape.a.box]\nhalf_extents = [1, 1]",
            "half_extents: expected a list of 3 entries, found 2",
        ),
        (
            "[[no_contact]]\nbetween = [\"a\"]",
            "between: expected a list of 2 entries, found 1",
        ),
        (
            "[shape.a.tapered_capsule]\nradii = [0.1]\nlength = 1",
            "radii: expected a list of 2 entries, found 1",
        ),
        (
            "[shape.a.tapered_capsule]\nradii = [0.1, 0.5]\nlength = 0.3",
            "shape.a.tapered_capsule.length: must be more than the difference 0.4 of the radii, got 0.3",
        ),
        (
            "[shape.a.tapered_capsule]\nradii = [0.1, 0.5]\nlength = 0.3",
            "use a sphere of radius 0.5",
        ),
        (
            "[simulation]\nseed = 10000000000000000000",
            "seed: the whole number is too large",
        ),
        (
            "[simulation]\nrelaxation = 100000000000000000000",
            "write an exponent, e.g. 1e20",
        ),
        (
            "[simulation]\nrelaxation = 1e999",
            "numbers go up to 1.8e308",
        ),
        (
            "[simulation]\nrelaxation = 5",
            "must be finite, >= 1e-10 and <= 1e-1, got 5",
        ),
        (
            "[simulation]\nduration = 2026-11-28",
            "duration: expected a number, found the date",
        ),
        ("[[simulation]]\nseed = 1", "expected a table, found a list"),
        (
            "[[simulation]]\nseed = 1",
            "write [simulation] with one bracket",
        ),
        (
            "[shape]\na = { box = { half_extents = [1, 1, 1] }, sphere = { radius = 1 } }",
            "a shape has exactly one kind",
        ),
        ("[simulatoin]\nseed = 1", "did you mean \"simulation\"?"),
        ("[simulation]\ndt = 1", "write time_step = ... in seconds"),
        (
            "[shape.a.box]\nsize = [1, 1, 1]",
            "half_extents = [...], half of every side",
        ),
        (
            "[shape.a.cylinder]\nradius = 1\nheight = 1",
            "write length = ..., m",
        ),
        ("[shape.a.tapered_capsule]\nradius1 = 1", "radii = [r1, r2]"),
        (
            "[[body]]\nname = \"a\"\nquat_xyzw = [0, 0, 0, 1]",
            "with the scalar first",
        ),
        (
            "[[body]]\nname = \"a\"\norientation = [0, 0, 1]",
            "rpy_deg = [...] in degrees",
        ),
        (
            "[[body]]\nname = \"a\"\ncolour = [0, 0, 1]",
            "write color = [red",
        ),
        (
            "[[body]]\nname = \"a\"\nfriction = 0.5",
            "[material.NAME] with friction",
        ),
        (
            "[[body]]\nname = \"a\"\nrestitution = 0.5",
            "contact is inelastic",
        ),
        ("[material.a]\nrestitution = 0.5", "contact is inelastic"),
        (
            "[[joints]]\nname = \"j\"",
            "\njoints: unknown key \"joints\"\n  remedy: did you mean \"joint\"?",
        ),
        (
            "time_step = 0.01",
            "put it under [simulation]: time_step = ...",
        ),
        (
            "[shape.a.bx]\nhalf_extents = [1, 1, 1]",
            "shape.a.bx: \"bx\" is not one of the choices",
        ),
        ("shape.a = \"box\"", "write a table"),
        (
            "[shape.a.box]\nhalf_extents = [1, 1, 1]\n[shape.a.sphere]\nradius = 1",
            "exactly one kind",
        ),
        ("[body]\nname = \"a\"", "write [[body]] with two brackets"),
        (
            "[[body]]\nshape = \"a\"",
            "body[0].name: missing key \"name\"",
        ),
        (
            "[[body]]\nname = \"a\"\nmass = \"1.5\"",
            "write 1.5 without quotes",
        ),
        (
            "[simulation]\ntime_step = 1\ntime_step = 2",
            "simulation.time_step: the key is there already",
        ),
        (
            "[simulation]\nfriction_cone = \"piramid\"",
            "did you mean \"pyramid\"?",
        ),
        (
            "[simulation]\nseed = -1",
            "expected a whole number >= 0, found the integer `-1`",
        ),
    ] {
        let message = Scene::parse(text, FILE).expect_err(text).to_string();
        assert!(message.contains(words), "{words} in\n{message}");
    }
}

#[test]
fn a_file_of_two_gigabytes_is_refused_unread() {
    let path = std::env::temp_dir().join(format!("drystone_huge_{}.toml", std::process::id()));
    let file = std::fs::File::create(&path).expect("a temporary file");
    file.set_len(2 << 30).expect("a sparse file");
    let started = std::time::Instant::now();
    let error = Scene::load(&path).expect_err("too large").to_string();
    std::fs::remove_file(&path).expect("it exists");
    assert!(started.elapsed().as_secs() < 60);
    let mib = MAX_FILE_BYTES >> 20;
    assert!(error.contains(&format!("limit of {mib} MiB")), "{error}");
}

#[test]
fn deep_nesting_in_any_form_is_refused() {
    let deep = 100_000;
    for text in [
        "[".repeat(deep),
        format!("x = {}1{}", "{a=".repeat(deep), "}".repeat(deep)),
        format!("[{}]", vec!["a"; deep].join(".")),
        format!("{} = 1", vec!["a"; deep].join(".")),
        format!("body = [{}]", "[".repeat(MAX_NESTING)),
    ] {
        let error = Scene::parse(&text, FILE).expect_err("too deep");
        assert!(
            error.to_string().starts_with(&format!("{FILE}:1:")),
            "{error}"
        );
    }
}

#[test]
fn references_cannot_explode() {
    let mut chain = String::from("[shape.s0.sphere]\nradius = 1\n");
    for i in 1..40 {
        let before = i - 1;
        writeln!(
            chain,
            "[shape.s{i}.minkowski]\nof = [\"s{before}\", \"s{before}\"]"
        )
        .expect("a string");
    }
    let error = Scene::parse(&chain, FILE)
        .expect_err("2^39 spheres")
        .to_string();
    assert!(error.contains("limit"), "{error}");
    let bundles = "[shape.s.sphere]\nradius = 1\n[shape.b.bundle]\nparts = [\"s\"]\n\
                   [shape.m.minkowski]\nof = [\"b\", \"s\"]";
    let error = Scene::parse(bundles, FILE)
        .expect_err("a bundle in a sum")
        .to_string();
    assert!(
        error.contains("shape.m.minkowski.of[0]: a bundle is not convex"),
        "{error}"
    );
}

#[test]
fn the_minimal_scene_is_valid() {
    let scene = Scene::parse(MINIMAL_SCENE, FILE).expect("valid");
    assert!(scene.warnings.is_empty());
    assert_eq!(scene.model.bodies.len(), 2);
}

/// A scene that uses most keys.
const RICH: &str = r#"
[simulation]
time_step = 0.01
duration = 0.5
relaxation = 1e-6
gravity = [0, 0, -9.81]
contact_model = "single_level"
friction_cone = "pyramid"
planar = "xz"
[material.wood]
friction = 0.5
[shape.brick.box]
half_extents = [0.1, 0.05, 0.04]
[shape.ball.sphere]
radius = 0.02
[shape.tet.polytope]
vertices = [[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]]
[shape.round.minkowski]
of = ["brick", { shape = "ball", position = [0, 0, 0.01] }]
[shape.pair.bundle]
parts = [{ shape = "brick", material = "wood" }, { shape = "ball", position = [0, 0, 0.1] }]
[[body]]
name = "floor"
fixed = true
shape = "brick"
[[body]]
name = "a"
shape = "pair"
material = "wood"
position = [0, 0, 1]
quat_wxyz = [1, 0, 0, 0]
velocity = [1, 0, 0]
[[body]]
name = "b"
shape = "ball"
mass = 0.2
inertia = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
driven = { stiffness = 5, damping = 1, keyframes = [{ time = 0, position = [1, 0, 1] }] }
[[wrench]]
body = "a"
force = [1, 0, 0]
from = 0.1
[[no_contact]]
between = ["a", "floor"]
"#;

/// Found by the fuzzer: their unit of length was refused when the resolved scene was read again.
#[test]
fn the_resolved_scene_of_specks_and_giants_is_valid() {
    for radius in ["1e-31", "7e28"] {
        let ball = format!(
            "shape.ball.sphere.radius = {radius}\nbody = [{{ name = \"a\", shape = \"ball\" }}]"
        );
        let scene = Scene::parse(&ball, FILE).expect("valid");
        let again = Scene::parse(&scene.resolved(), FILE).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(again.model.fingerprint(), scene.model.fingerprint());
    }
}

#[test]
fn the_resolved_scene_says_the_same() {
    let scene = Scene::parse(RICH, FILE).expect("valid");
    let resolved = scene.resolved();
    let again = Scene::parse(&resolved, FILE).expect(&resolved);
    assert_eq!(again.resolved(), resolved);
    assert_eq!(again.initial.hash(), scene.initial.hash());
    for default in [
        "friction_point = \"lagged\"",
        "density = 1000.0",
        "seed = 0",
        "length = ",
    ] {
        assert!(resolved.contains(default), "{default} in\n{resolved}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..Default::default() })]

    /// Random bytes put into, taken from and swapped in a valid scene: an answer, never a panic.
    #[test]
    fn mutated_scenes_never_panic(edits in prop::collection::vec((any::<u16>(), any::<u8>(), 0..4u8), 1..12)) {
        let mut bytes = RICH.as_bytes().to_vec();
        for (at, byte, what) in edits {
            let at = usize::from(at) % bytes.len().max(1);
            match what {
                0 => bytes.insert(at, byte),
                1 if !bytes.is_empty() => { bytes.remove(at.min(bytes.len() - 1)); }
                2 if !bytes.is_empty() => { let last = bytes.len() - 1; bytes[at.min(last)] = byte; }
                _ => bytes.truncate(bytes.len().max(8) - usize::from(byte % 8)),
            }
        }
        if let Err(error) = Scene::read_with(bytes.as_slice(), FILE, &Default::default()) {
            prop_assert!(!error.to_string().is_empty());
        }
    }

    /// Numbers of every size in the places where numbers belong.
    #[test]
    fn wild_numbers_never_panic(number in any::<f64>(), at in 0..40usize) {
        let spots: Vec<usize> = RICH.match_indices(|c: char| c.is_ascii_digit()).map(|m| m.0).collect();
        let spot = spots[at * spots.len() / 40];
        let text = format!("{}{number:?}{}", &RICH[..spot], &RICH[spot + 1..]);
        let _ = Scene::parse(&text, FILE).map_err(|e| e.to_string());
    }
}

#[test]
fn files_of_other_kinds_name_what_reads_them() {
    let folder = std::env::temp_dir().join(format!("drystone-foreign-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for (name, words) in [
        ("robot.sdf", "convert it to URDF or MJCF"),
        ("scene.usd", "export it as MJCF or URDF"),
        ("robot.xacro", "expand it first"),
        ("mug.STL", "[shape.NAME.mesh]"),
        ("run.jsonl", "drystone view, plot and export"),
    ] {
        let path = folder.join(name);
        std::fs::write(&path, "anything").unwrap();
        let error = Scene::load(&path).expect_err(name).to_string();
        assert!(error.contains(words) && error.contains(name), "{error}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
