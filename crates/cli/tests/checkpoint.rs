//! A state is whole: saved and loaded it keeps every bit, damage is named, and a run goes on in
//! another process as if it had not been interrupted.

#[path = "common/command.rs"]
mod command;

use command::{Folder, drystone, stderr, text};
use drystone::math::Fnv;
use drystone::recording::{Checkpoint, Recording};
use drystone::world::{BodyState, State};
use proptest::prelude::*;
use serde_json::Value;

/// Any finite number: denormal ones, -0 and the largest among them.
fn number() -> impl Strategy<Value = f64> {
    let special = [-0.0, 0.0, 5e-324, -2.2e-308, f64::MAX, f64::MIN, 0.1, 1e23];
    prop_oneof![
        proptest::num::f64::ANY.prop_filter("finite", |x| x.is_finite()),
        proptest::sample::select(special.to_vec()),
    ]
}

/// A unit quaternion, up to the rounding of many steps.
fn quaternion() -> impl Strategy<Value = [f64; 4]> {
    let part = -1.0..1.0f64;
    (
        [part.clone(), part.clone(), part.clone(), part],
        -1e-7..1e-7f64,
    )
        .prop_filter_map("some length", |(q, off)| {
            let norm = q.iter().map(|x| x * x).sum::<f64>().sqrt();
            (norm > 0.1).then(|| q.map(|x| x / norm * (1.0 + off)))
        })
}

fn body() -> impl Strategy<Value = BodyState> {
    (quaternion(), proptest::array::uniform9(number())).prop_map(|(q, n)| {
        let numbers = [
            n[0], n[1], n[2], q[0], q[1], q[2], q[3], n[3], n[4], n[5], n[6], n[7], n[8],
        ];
        BodyState::from_numbers(numbers).expect("finite and unit")
    })
}

fn state() -> impl Strategy<Value = State> {
    proptest::collection::vec(body(), 0..6).prop_map(|bodies| State { bodies })
}

fn bits(state: &State) -> Vec<u64> {
    let numbers = state.bodies.iter().flat_map(BodyState::numbers);
    numbers.map(f64::to_bits).collect()
}

fn of(state: State) -> Checkpoint {
    Checkpoint {
        step: u64::MAX,
        time_step: 0.1,
        rho: 1e-6,
        model: u64::MAX - 1,
        inputs: 7,
        bodies: (0..state.bodies.len())
            .map(|i| format!("stöne\n{i}"))
            .collect(),
        state,
    }
}

fn small() -> Checkpoint {
    let numbers = |x| {
        [
            x, -0.0, 5e-324, 1.0, 0.0, 0.0, -0.0, 0.1, 0.2, 0.3, 1e300, 0.0, -1.5,
        ]
    };
    let bodies = [0.1, 1e-310].map(|x| BodyState::from_numbers(numbers(x)).expect("valid"));
    of(State {
        bodies: bodies.to_vec(),
    })
}

proptest! {
    #[test]
    fn every_bit_survives(state in state()) {
        let bytes = state.to_bytes().expect("finite");
        prop_assert_eq!(bits(&State::from_bytes(&bytes).expect("whole")), bits(&state));
        let json = serde_json::to_string(&state).expect("finite");
        let read: State = serde_json::from_str(&json).expect("JSON");
        prop_assert_eq!(bits(&read), bits(&state));
        let saved = of(state);
        for bytes in [saved.to_bytes().expect("finite"), saved.to_json().expect("finite").into()] {
            let read = Checkpoint::parse(&bytes, "saved").expect("whole");
            prop_assert_eq!(bits(&read.state), bits(&saved.state));
            prop_assert_eq!(read, saved.clone());
        }
    }

    /// Bytes at random, and bytes that begin well, are refused without a panic.
    #[test]
    fn what_is_no_checkpoint_is_refused(
        head in proptest::sample::select(vec!["", "drystone", "drystate", "{\"checkpoint\":\"drystone\","]),
        tail in proptest::collection::vec(any::<u8>(), 0..200),
    ) {
        let bytes = [head.as_bytes(), &tail].concat();
        prop_assert!(Checkpoint::parse(&bytes, "bytes").is_err());
        prop_assert!(State::from_bytes(&bytes).is_err());
    }
}

#[test]
fn numbers_that_no_state_has_are_refused_when_it_is_saved() {
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let mut saved = small();
        saved.state.bodies[1].velocity.y = bad;
        for error in [saved.to_json().err(), saved.to_bytes().err()] {
            let error = error.expect("refused");
            assert_eq!(error.field, "bodies[1][8]");
            assert!(error.why.contains("not a finite number"), "{error}");
        }
        assert!(serde_json::to_string(&saved.state).is_err());
    }
    let mut saved = small();
    saved.state.bodies[0].rotation = Default::default();
    saved.state.bodies[0].rotation.as_mut_unchecked().w = 1.001;
    let error = saved.to_bytes().expect_err("not unit");
    assert!(error.why.contains("norm 1.001"), "{error}");
    let mut saved = small();
    saved.bodies.pop();
    let error = saved.to_json().expect_err("a name is missing");
    assert!(
        error.why.contains("1 names for a state of 2 bodies"),
        "{error}"
    );
    let mut saved = small();
    saved.rho = 0.0;
    assert_eq!(saved.to_json().expect_err("no relaxation").field, "rho");
}

/// Any byte of the compact form that is changed, lost or added is noticed.
#[test]
fn damaged_bytes_are_refused() {
    let whole = small().to_bytes().expect("valid");
    let refused = |bytes: &[u8]| Checkpoint::parse(bytes, "file").expect_err("damaged");
    for end in 0..whole.len() {
        refused(&whole[..end]);
    }
    for i in 0..whole.len() {
        let mut changed = whole.clone();
        changed[i] ^= 0x10;
        refused(&changed);
    }
    assert!(
        refused(&[&whole[..], b"\0"].concat())
            .why
            .contains("checksum")
    );
    assert!(refused(&whole[..whole.len() - 3]).why.contains("checksum"));
    let mut other = whole.clone();
    other[8] = 9;
    assert!(refused(&other).why.contains("format 9; this version"));
    let state = small().state.to_bytes().expect("valid");
    for end in 0..state.len() {
        State::from_bytes(&state[..end]).expect_err("cut off");
    }
    // a count that does not fit must not be believed
    let mut greedy = whole.clone();
    let at = 8 + 4 + 8 + 8 + 8 + 8 + 8;
    greedy[at..at + 4].copy_from_slice(&u32::MAX.to_le_bytes());
    let sum = greedy.len() - 8;
    let hash = Fnv::of(&greedy[..sum]).to_le_bytes();
    greedy[sum..].copy_from_slice(&hash);
    refused(&greedy);
}

#[test]
fn damaged_json_is_refused_with_the_reason() {
    let whole = small().to_json().expect("valid");
    let cases = [
        (whole.replace("0.2", "0.25"), "numbers were changed"),
        (whole.replace("\"format\":1", "\"format\":2"), "format 2"),
        (whole.replace("\"drystone\"", "\"other\""), "of \"other\""),
        (whole.replace("0.2", "1e999"), "number out of range"),
        (whole.replace("0.2", "null"), "invalid type: null"),
        (whole.replace("1.0", "1.5"), "norm 1.5"),
        (whole.replace(",-1.5]", "]"), "invalid length 12"),
        (whole.replace("-1.5]", "-1.5,1]"), "trailing"),
        (
            whole.replace("\"step\"", "\"stop\""),
            "unknown field `stop`",
        ),
        (
            whole.replace("0000000000000007", "seven"),
            "not a hexadecimal",
        ),
        (whole[..whole.len() / 2].to_string(), "EOF"),
        ("[simulation]\n".into(), "not a checkpoint"),
        (String::new(), "not a checkpoint"),
    ];
    for (text, words) in cases {
        let error = Checkpoint::parse(text.as_bytes(), "file").expect_err(words);
        assert!(error.why.contains(words), "{words}: {error}");
        assert!(
            error.field.starts_with("file") && !error.fix.is_empty(),
            "{error}"
        );
    }
}

fn hash(args: &[&str]) -> String {
    let out = drystone(&[args, &["--json"]].concat());
    assert_eq!(
        out.status.code(),
        Some(0),
        "{args:?}: {}",
        text(&out.stderr)
    );
    let report: Value = serde_json::from_slice(&out.stdout).expect("JSON");
    report["state_hash"].as_str().expect("text").to_string()
}

/// Keyframes, wrenches, wrenches that begin within a step: whatever depends on time goes on.
const ACTED_ON: &str = r#"
[simulation]
duration = 1.0
start_step = 7
[shape.ground.halfspace]
normal = [0, 0, 1]
[shape.block.box]
half_extents = [0.1, 0.1, 0.1]
[[body]]
name = "floor"
fixed = true
shape = "ground"
[[body]]
name = "block"
shape = "block"
position = [0, 0, 0.1]
[[body]]
name = "finger"
shape = "block"
mass = 0.5
driven = { stiffness = 500, damping = 20, keyframes = [
    { time = 0.1, position = [0.4, 0, 0.15] }, { time = 0.9, position = [0.1, 0, 0.15] } ] }
[[body]]
name = "table"
shape = "block"
prescribed = { interpolation = "smooth", keyframes = [
    { time = 0, position = [-0.3, 0, 0.1] }, { time = 0.8, position = [-0.15, 0.1, 0.1] } ] }
[[wrench]]
body = "block"
force = [0, 3, 0]
at = [0, 0, 0.05]
from = 0.303
to = 0.704
"#;

#[test]
fn a_run_goes_on_in_another_process_to_the_same_bits() {
    let folder = Folder::new("resume");
    let acted_on = folder.with("acted_on.toml", ACTED_ON);
    for (scene, at) in [
        (acted_on.as_str(), "0.31"),
        (&acted_on, "0.7"),
        ("scenarios/pinch_and_lift.toml", "1.2"),
        ("scenarios/all_shapes.toml", "0.25"),
        ("scenarios/incline_slide.toml", "0.01"),
    ] {
        for ending in ["json", "state"] {
            let file = folder.file(&format!("saved.{ending}"));
            let whole = hash(&["run", scene, "--save", &file, "--save-at", at]);
            let saved = Checkpoint::load(&file).unwrap_or_else(|e| panic!("{e}"));
            assert!((saved.time() - at.parse::<f64>().expect("a number")).abs() < 1e-9);
            assert_eq!(hash(&["run", scene, "--from", &file]), whole, "{scene}");
        }
    }
}

/// A run in pieces, each saved at its end, records the frames of the run in one piece.
#[test]
fn a_run_in_pieces_has_the_frames_of_the_whole() {
    let folder = Folder::new("pieces");
    let scene = folder.with("acted_on.toml", ACTED_ON);
    let [whole, first, second] = ["whole", "first", "second"].map(|name| folder.file(name));
    let saved = folder.file("saved");
    hash(&["run", &scene, "--record", &whole]);
    hash(&[
        "run",
        &scene,
        "--seconds",
        "0.4",
        "--save",
        &saved,
        "--record",
        &first,
    ]);
    hash(&["run", &scene, "--from", &saved, "--record", &second]);
    let read = |name: &str| {
        Recording::read(name)
            .unwrap_or_else(|e| panic!("{e}"))
            .frames
    };
    let (whole, first, second) = (read(&whole), read(&first), read(&second));
    assert_eq!((first.len(), second.len(), whole.len()), (41, 61, 101));
    assert_eq!(first, whole[..41]);
    assert_eq!(second[1..], whole[41..]);
    // the first frame of a run has no step that led there
    assert_eq!(second[0].bodies, whole[40].bodies);
    assert_eq!((second[0].step, second[0].time), (40, whole[40].time));
}

#[test]
fn a_checkpoint_of_another_world_is_refused() {
    let folder = Folder::new("misfit");
    let drop = "scenarios/box_drop.toml";
    let saved = folder.file("saved");
    hash(&["run", drop, "--save", &saved, "--save-at", "1"]);
    let refused = |scene: &str, words: &str| {
        let said = stderr(&["run", scene, "--from", &saved], 3);
        assert!(said.contains(words) && said.contains("remedy"), "{said}");
    };
    refused(
        "scenarios/stack2.toml",
        "saved with 2 bodies, the scene has 3",
    );
    refused("scenarios/sphere_drop.toml", "in the scene it is ");
    let own = std::fs::read_to_string(drop).expect("readable");
    assert!(own.contains("name = \"box\""));
    let with = |name: &str, old: &str, new: &str| folder.with(name, own.replace(old, new));
    refused(
        &with("other.toml", "name = \"box\"", "name = \"cube\""),
        "saved as \"box\"",
    );
    refused(
        &with("mass.toml", "density = 600", "density = 700"),
        "another model: fingerprint",
    );
    refused("no such file", "cannot read");
    let said = stderr(&["run", drop, "--from", &saved, "--time-step", "0.02"], 3);
    assert!(
        said.contains("saved at steps of 0.01 s, the scene has 0.02 s"),
        "{said}"
    );
    let said = stderr(&["run", drop, "--from", drop], 3);
    assert!(said.contains("not a checkpoint"), "{said}");
    let said = stderr(&["run", drop, "--from", "no such file"], 3);
    assert!(said.contains("cannot read"), "{said}");
}

#[test]
fn a_span_without_steps_is_wrong_usage_and_a_branch_is_told() {
    let folder = Folder::new("branch");
    let drop = "scenarios/box_drop.toml";
    let saved = folder.file("saved");
    let save = |more: &[&str], code| {
        let run = ["run", drop, "--save", &saved];
        stderr(&[&run[..], more].concat(), code)
    };
    assert!(save(&["--save-at", "3"], 2).contains("end from 0.01 to 2 s"));
    assert!(save(&["--save-at", "0.001"], 2).contains("end from 0.01 to 2 s"));
    assert!(save(&["--save-at", "0"], 2).contains("must be a finite number > 0"));
    assert!(save(&["--batch", "3"], 2).contains("cannot be used with"));
    let said = stderr(&["run", drop, "--save", drop], 2);
    assert!(said.contains("would overwrite the scene"), "{said}");
    save(&[], 0);
    let said = stderr(&["run", drop, "--from", &saved], 2);
    assert!(said.contains("nothing is left to simulate"), "{said}");
    let longer = ["run", drop, "--from", &saved, "--seconds", "2.5"];
    assert_eq!(stderr(&longer, 0), "");
    let softer = [&longer[..], &["--rho", "1e-4"]].concat();
    let said = stderr(&softer, 0);
    assert!(
        said.contains("saved at rho 1e-6; goes on at 1e-4"),
        "{said}"
    );
    let pushed = std::fs::read_to_string(drop).expect("readable");
    let pushed = pushed + "\n[[wrench]]\nbody = \"box\"\nforce = [1, 0, 0]\n";
    let pushed = folder.with("pushed.toml", pushed);
    let said = stderr(&["run", &pushed, "--from", &saved, "--seconds", "2.5"], 0);
    assert!(said.contains("under other wrenches or keyframes"), "{said}");
}
