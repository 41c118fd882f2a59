//! Every malformed scene of `oracles/bad_inputs.json` gets the outcome stated there, with file,
//! line, column, field, reason and remedy; and no text whatever makes the reader panic.

use drystone::scene::{MAX_FILE_BYTES, MAX_NESTING, MINIMAL_SCENE, Scene};
use proptest::prelude::*;
use serde_json::Value;
use std::fmt::Write as _;
use std::path::PathBuf;

const FILE: &str = "bad.toml";

/// What a translated record must do.
struct Case {
    /// The record's `given` in the language of scenes.
    text: String,
    /// Words that the message must contain: leaf of the field, reason, remedy.
    words: &'static [&'static str],
}

fn case(text: impl Into<String>, words: &'static [&'static str]) -> Option<Case> {
    let text = text.into();
    Some(Case { text, words })
}

const BLOCK: &str = "[shape.block.box]\nhalf_extents = [0.1, 0.1, 0.1]\n";
const BALL: &str = "[shape.ball.sphere]\nradius = 0.1\n";

/// One body called `b` with the shape `block` and further lines.
fn body(lines: &str) -> String {
    format!("{BLOCK}[[body]]\nname = \"b\"\nshape = \"block\"\n{lines}\n")
}

fn faces(count: usize) -> String {
    let rows = vec!["[1,0,0]"; count].join(",");
    let offsets = vec!["1"; count].join(",");
    format!("[shape.p.polytope]\nnormals = [{rows}]\noffsets = [{offsets}]\n")
}

/// The scene that says the same as the record `id`; `None` for ids not translated.
fn translate(id: &str) -> Option<Case> {
    match id.strip_prefix("bad-p-")? {
        "00" => case(
            body("mass = -1.0"),
            &["mass", "> 0, got -1", "positive mass"],
        ),
        "01" => case(body("mass = 0.0"), &["mass", "> 0, got 0", "positive mass"]),
        "02" => case(
            body("mass = 1\ninertia = [[1, 0.2, 0], [0, 1, 0], [0, 0, 1]]"),
            &["inertia", "entry (0,1)=0.2", "(1,0)=0", "symmetric"],
        ),
        "03" => case(
            body("mass = 1\ninertia = [1, 1, -0.1]"),
            &["inertia", "smallest principal moment is -0.1", "> 0"],
        ),
        "04" => case(
            body("mass = 1\ninertia = [1, 1, 3]"),
            &["inertia", "1+1 < 3", "sum of the two others"],
        ),
        "05" => case(
            body("position = [0, nan, 1]"),
            &["position[1]", "not a finite number", "finite coordinate"],
        ),
        "06" => case(
            body("quat_wxyz = [1.3, 0, 0, 0]"),
            &["quat_wxyz", "norm is 1.3", "normalise"],
        ),
        "07" => case(
            body("quat_wxyz = [0, 0, 0, 0]"),
            &["quat_wxyz", "norm is 0", "[1, 0, 0, 0]"],
        ),
        "08" => case(
            "[shape.s.sphere]\nradius = 0",
            &[
                "shape.s.sphere.radius",
                "> 0",
                "no interior",
                "positive radius",
            ],
        ),
        "09" => case(
            "[shape.c.capsule]\nradius = 0\nlength = 1",
            &["shape.c.capsule.radius", "no interior", "positive radius"],
        ),
        "10" => case(
            "[shape.c.capsule]\nradius = 0.1\nlength = -1",
            &["shape.c.capsule.length", ">= 0", "got -1", "cap centres"],
        ),
        "11" => case(
            "[shape.p.polytope]\nvertices = []",
            &[
                "shape.p.polytope.vertices",
                "empty list",
                "at least 4",
                "corners",
            ],
        ),
        "12" => case(
            "[shape.p.polytope]\nnormals = [[1,0,0], [0,1,0], [0,0,1]]\noffsets = [1, 1, 1]",
            &["shape.p.polytope.normals", "unbounded", "add faces"],
        ),
        "13" => case(
            "[shape.p.polytope]\nvertices = [[1,0,0], [2,0,0], [1,1,0], [1,0,1]]",
            &[
                "shape.p.polytope",
                "origin",
                "strictly inside",
                "shift the vertices",
            ],
        ),
        "14" => case(
            "[shape.p.polytope]\nvertices = [[1,1,0], [1,-1,0], [-1,1,0], [-1,-1,0], [0,0,0]]",
            &["shape.p.polytope.vertices", "flat", "thickness"],
        ),
        "15" => case(
            "[shape.p.polytope]\nnormals = [[1,0,0], [-1,0,0], [0,1,0], [0,-1,0], [0,0,1], \
             [0,0,-1], [0,0,0]]\noffsets = [1, 1, 1, 1, 1, 1, 1]",
            &[
                "shape.p.polytope.normals[6]",
                "zero length",
                "remove the row",
            ],
        ),
        "16" => case(
            "[shape.p.polytope]\nnormals = [[1,0,0], [-1,0,0], [0,1,0], [0,-1,0], [0,0,1], \
             [0,0,-1]]\noffsets = [1, 1, 1, 1, 1]",
            &[
                "offsets",
                "6 normals but 5 offsets",
                "one offset per normal",
            ],
        ),
        "17" => case(
            format!(
                "{BALL}[[body]]\nname = \"peg\"\nshape = \"ball\"\n[[body]]\nname = \"peg\"\n\
                 shape = \"ball\"\nposition = [1, 0, 0]"
            ),
            &[
                "body[1].name",
                "\"peg\" is already used by body[0]",
                "rename",
            ],
        ),
        "18" => case(
            "[shape.finger.sphere]\nradius = 0.1\n[[body]]\nname = \"b\"\nshape = \"fingr\"",
            &[
                "body.b.shape",
                "no shape \"fingr\"",
                "did you mean \"finger\"?",
            ],
        ),
        "19" => case(
            "[shape.a.minkowski]\nof = [\"b\", \"s\"]\n[shape.b.minkowski]\nof = [\"a\", \"s\"]\n\
             [shape.s.sphere]\nradius = 1",
            &["shape.a", "cycle a -> b -> a", "break the cycle"],
        ),
        "20" => case(
            "[shape.plane.halfspace]\nnormal = [0, 0, 1]\n[shape.s.sphere]\nradius = 1\n\
             [shape.m.minkowski]\nof = [\"plane\", \"s\"]",
            &[
                "shape.m.minkowski.of[0]",
                "unbounded and does not scale",
                "shift the plane",
            ],
        ),
        "21" => case(
            "[material.m]\nfriction = -0.3",
            &[
                "material.m.friction",
                ">= 0",
                "got -0.3",
                "use 0 for frictionless",
            ],
        ),
        "22" => case(
            "[simulation]\ntime_step = 0",
            &["simulation.time_step", "finite", "> 0", "e.g. 0.01"],
        ),
        "23" => case(
            "[simulation]\nrelaxation = 0",
            &[
                "simulation.relaxation",
                "needs rho > 0",
                "1e-6 (stiff) to 1e-2 (smooth)",
            ],
        ),
        "24" => case(
            format!(
                "{BALL}[[body]]\nname = \"a\"\nshape = \"ball\"\nposition = [0, 0, 0]\n[[body]]\n\
                 name = \"b\"\nshape = \"ball\"\nposition = [0, 0, 0]"
            ),
            &[
                "body.a.position, body.b.position",
                "overlap completely",
                "move them apart",
                "disable",
            ],
        ),
        "25" => case(
            "[shape.s.sphere]\nradius = 1e-12\n[shape.table.box]\nhalf_extents = [1, 1, 1]\n\
             [[body]]\nname = \"t\"\nshape = \"table\"\nfixed = true\n[[body]]\nname = \"s\"\n\
             shape = \"s\"\nposition = [0, 0, 2]",
            &[
                "shape.s.sphere.radius",
                "size ratio 1e12",
                "double precision",
                "rescale",
            ],
        ),
        "26" => case(
            format!(
                "{BALL}[[body]]\nname = \"a\"\nshape = \"ball\"\nmass = 1e-6\n[[body]]\n\
                 name = \"b\"\nshape = \"ball\"\nmass = 1e6\nposition = [0, 0, 0.2]"
            ),
            &[
                "body.a.mass, body.b.mass",
                "mass ratio 1e12",
                "lose accuracy",
                "rescale",
            ],
        ),
        "27" => case(
            faces(1_000_000),
            &[
                "shape.p.polytope.normals",
                "limit of 100000",
                "at most 2000 faces",
                "decimate",
            ],
        ),
        "28" => case(
            format!(
                "{BLOCK}[[body]]\nname = \"floor\"\nfixed = true\nshape = \"block\"\n[[body]]\n\
                 name = \"wall\"\nfixed = true\nshape = \"block\""
            ),
            &[],
        ),
        "31" => case(
            "[material.m]\nfrction = 0.5",
            &[
                "material.m.frction",
                "unknown key",
                "did you mean \"friction\"?",
            ],
        ),
        "32" => case(
            body("mass = \"two\""),
            &[
                "body.b.mass",
                "expected a number, found the text \"two\"",
                "2.0",
            ],
        ),
        "33" => case(
            "[[body]]\nname = \"a\"\nmass = 1.0\nposition = [0, 0, ",
            &["end of file", "unexpected end of input", "incomplete"],
        ),
        "34" => case(
            format!("x = {}", "[".repeat(100_000)),
            &["nesting deeper than the limit of 32", "flatten"],
        ),
        "35" => case("[[body]]\n".repeat(3_000_000), &["body", "limit of 10000"]),
        "36" => case("", &["file", "empty input", "[shape.ball.sphere]"]),
        "37" => case("body = []", &["no bodies"]),
        "38" => case(
            "[simulation]\ngravity = [0, 0, -inf]",
            &[
                "simulation.gravity[2]",
                "not a finite number",
                "[0, 0, -9.81]",
            ],
        ),
        "39" => case(
            "[shape.c.cone]\nheight = 1\nhalf_angle = 30",
            &[
                "shape.c.cone.half_angle",
                "(0, pi/2) radians, got 30",
                "30 degrees = 0.5236",
            ],
        ),
        _ => None,
    }
}

/// Joints do not exist yet.
const WAITING: [&str; 2] = ["bad-p-29", "bad-p-30"];

fn oracles() -> PathBuf {
    let folder = std::env::var_os("DRYSTONE_ORACLES").map(PathBuf::from);
    folder.unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/oracles"))
}

#[test]
fn every_malformed_scene_gets_its_outcome() {
    let path = oracles().join("bad_inputs.json");
    let text = std::fs::read_to_string(&path).expect("the oracle file is there");
    let records: Value = serde_json::from_str(&text).expect("valid JSON");
    let mut complaints = String::new();
    let mut counts = [0; 3];
    for record in records["cases"].as_array().expect("a list") {
        let id = record["id"].as_str().expect("text");
        let outcome = record["outcome"].as_str().expect("text");
        if WAITING.contains(&id) {
            continue;
        }
        let case = translate(id).unwrap_or_else(|| panic!("{id} has no translation"));
        let started = std::time::Instant::now();
        let message = match (Scene::parse(&case.text, FILE), outcome) {
            (Err(error), "error") => {
                counts[0] += 1;
                error.to_string()
            }
            (Ok(scene), "warning" | "accept") => {
                counts[if outcome == "warning" { 1 } else { 2 }] += 1;
                let all = scene.warnings.iter().map(ToString::to_string);
                let all = all.collect::<Vec<_>>().join("\n");
                if outcome == "warning" && all.is_empty() {
                    writeln!(complaints, "{id}: no warning").expect("a string");
                }
                all
            }
            (result, _) => {
                let got = result.map(|_| "accepted");
                writeln!(complaints, "{id}: wanted {outcome}, got {got:?}").expect("a string");
                continue;
            }
        };
        println!("--- {id} ({:?})\n{message}", started.elapsed());
        assert!(started.elapsed().as_secs() < 5, "{id} took too long");
        for word in case.words {
            if !message.contains(word) {
                writeln!(complaints, "{id}: no \"{word}\" in:\n{message}").expect("a string");
            }
        }
        if outcome != "accept" && !message.starts_with(&format!("{FILE}:")) {
            writeln!(complaints, "{id}: no place in:\n{message}").expect("a string");
        }
    }
    println!(
        "{} errors, {} warnings, {} accepted",
        counts[0], counts[1], counts[2]
    );
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
        ("[simulatoin]\nseed = 1", "did you mean \"simulation\"?"),
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
    assert!(started.elapsed().as_millis() < 500);
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
