//! A run goes on in another process as if it had not been interrupted.

use crate::common::command::{Folder, drystone, read, stderr, text};
use drystone::recording::{Checkpoint, Recording};
use serde_json::Value;

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
    let own = read(drop);
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
    let pushed = read(drop);
    let pushed = pushed + "\n[[wrench]]\nbody = \"box\"\nforce = [1, 0, 0]\n";
    let pushed = folder.with("pushed.toml", pushed);
    let said = stderr(&["run", &pushed, "--from", &saved, "--seconds", "2.5"], 0);
    assert!(said.contains("under other wrenches or keyframes"), "{said}");
}
