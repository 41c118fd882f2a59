//! `drystone run --certify`: the checker accepts what the run writes, and finds whatever is changed in it. The checker is
//! a script: where there is no Python that runs it, these tests say so and pass.

use crate::common::command::{Folder, drystone, text};
use serde_json::{Value, json};
use std::process::Command;

const CHECKER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/check_certificate.py");

/// Returns whether there is a Python that runs the checker.
fn is_checkable() -> bool {
    let version = "import sys; sys.exit(sys.version_info < (3, 10))";
    let asked = Command::new("python3").args(["-c", version]).status();
    let is_there = asked.is_ok_and(|status| status.success());
    if !is_there {
        println!("skipped: there is no python3 of at least 3.10, which checks certificates");
    }
    is_there
}

/// Checks a certificate, and against a recording; returns what the checker says.
fn check(path: &str, recording: Option<&str>) -> Result<String, String> {
    let mut command = Command::new("python3");
    let command = command.arg(CHECKER).arg(path).args(recording);
    let out = command.output().expect("python3 starts");
    match out.status.code() {
        Some(0) => Ok(text(&out.stdout).to_string()),
        _ => Err(text(&out.stderr).to_string()),
    }
}

/// Two cubes that fall on a slab, one on the other.
const SCENE: &str = "
[simulation]
time_step = 0.01
duration = 0.3
relaxation = 1e-4
contact_model = \"separating_plane\"

[shape.slab.box]
half_extents = [0.5, 0.5, 0.05]
[shape.cube.box]
half_extents = [0.1, 0.1, 0.1]

[[body]]
name = \"slab\"
fixed = true
shape = \"slab\"
position = [0, 0, -0.05]

[[body]]
name = \"lower\"
shape = \"cube\"
position = [0, 0, 0.12]
angular_velocity = [0.5, 0.2, 0]

[[body]]
name = \"upper\"
shape = \"cube\"
position = [0.03, 0.01, 0.35]
angular_velocity = [-0.4, 0.3, 2]
";

/// The spin of the upper cube in the scene, rad/s.
const SLOW: [f64; 3] = [-0.4, 0.3, 2.0];

/// Runs the scene with a spin of the upper cube, rad/s; returns the report and the paths of certificate and recording.
fn certify(folder: &Folder, spin: [f64; 3]) -> (Value, String, String) {
    let scene = SCENE.replace("[-0.4, 0.3, 2]", &format!("{spin:?}"));
    let scene = folder.with("cubes.toml", &scene);
    let (proof, recording) = (folder.file("proof.jsonl"), folder.file("run.jsonl"));
    let files = ["--certify", &proof, "--record", &recording];
    let out = drystone(&[&["run", &scene, "--json", "--quiet"][..], &files].concat());
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stdout));
    let report = serde_json::from_slice(&out.stdout).expect("JSON");
    (report, proof, recording)
}

fn refused(path: &str, recording: Option<&str>) -> String {
    match check(path, recording) {
        Ok(said) => panic!("accepted: {said}"),
        Err(why) => {
            assert!(why.starts_with("not certified: "), "{why}");
            why
        }
    }
}

/// The checker proves as many pairs and the same smallest distance.
fn is_accepted_as_the_run_says(folder: &Folder, spin: [f64; 3]) {
    let (report, proof, recording) = certify(folder, spin);
    let figures = &report["certificate"];
    assert_eq!(figures["not_certified"], 0);
    let said = check(&proof, Some(&recording)).expect("certified");
    let certified = figures["certified"].as_u64().expect("a number");
    let least = figures["smallest"]["clearance"].as_f64().expect("a number");
    assert!(certified > 0 && least > 0.0);
    assert!(
        said.starts_with(&format!("certified: {certified} pairs x steps")),
        "{said}"
    );
    let number = said
        .split("smallest clearance ")
        .nth(1)
        .and_then(|rest| rest.split(' ').next());
    let checked: f64 = number
        .and_then(|number| number.parse().ok())
        .expect("a number");
    assert!((checked / least - 1.0).abs() < 1e-3, "{checked} {least}");
}

#[test]
fn a_certificate_is_accepted_and_says_what_the_run_says() {
    if is_checkable() {
        is_accepted_as_the_run_says(&Folder::new("certificate"), SLOW);
    }
}

/// A prescribed body moves, and its pair with the fixed ground is filtered, as neither gives way.
#[test]
fn prescribed_bodies_are_certified() {
    if !is_checkable() {
        return;
    }
    let folder = Folder::new("prescribed_certificate");
    let scene = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/push.toml");
    let (proof, recording) = (folder.file("proof.jsonl"), folder.file("run.jsonl"));
    let model = ["--contact-model", "separating_plane", "--rho", "1e-3"];
    let files = ["--certify", &proof, "--record", &recording];
    let out = drystone(&[&["run", scene, "--quiet"][..], &model, &files].concat());
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stdout));
    let said = check(&proof, Some(&recording)).expect("certified");
    assert!(said.trim_end().ends_with("; 1 filtered"), "{said}");
    let header = &lines(&proof)[0];
    let moving: Vec<&Value> = header["bodies"]
        .as_array()
        .expect("bodies")
        .iter()
        .map(|body| &body["moving"])
        .collect();
    assert_eq!(moving, [false, true, true]);
    assert_eq!(header["filtered"], json!([[0, 2]]));
}

/// A body that would cross another one in a step that is not solved stays where it was, and the checker takes that step as well.
#[test]
fn a_step_in_which_a_body_is_held_is_certified() {
    if !is_checkable() {
        return;
    }
    let folder = Folder::new("held_certificate");
    let scene = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/separating_plane/over_the_edge.toml"
    );
    let (proof, recording) = (folder.file("proof.jsonl"), folder.file("run.jsonl"));
    let files = ["--certify", &proof, "--record", &recording];
    let out = drystone(&[&["run", scene, "--quiet"][..], &files].concat());
    assert_eq!(out.status.code(), Some(4), "{}", text(&out.stderr));
    let said = text(&out.stderr);
    assert!(
        said.contains("; stone stays where it was, at rest"),
        "{said}"
    );
    let said = check(&proof, Some(&recording)).expect("certified");
    assert!(said.starts_with("certified: 10 pairs x steps"), "{said}");
}

/// A body that turns by 3.5 rad in a step goes in halves, and the states between them are in the certificate: the checker takes them, and
/// refuses the certificate without one of them, or with another one.
#[test]
fn steps_in_halves_are_certified_part_by_part() {
    if !is_checkable() {
        return;
    }
    let folder = Folder::new("halves_certificate");
    is_accepted_as_the_run_says(&folder, [-0.4, 0.3, 350.0]);
    let lines = lines(&folder.file("proof.jsonl"));
    let is_halved = |line: &Value| {
        line["intermediate"]
            .as_array()
            .is_some_and(|m| !m.is_empty())
    };
    let halved = lines.iter().skip(2).filter(|line| is_halved(line)).count();
    assert!(halved > 5, "{halved}");
    let last = lines.iter().rposition(is_halved).expect("a step in halves");
    let changes: [(&str, Change); 4] = [
        ("without a state", &|states| {
            states.as_array_mut().expect("a list").clear();
        }),
        ("a state at another time", &|states| {
            states[0][1] = json!(0.3);
        }),
        ("a state moved down", &|states| {
            let z = states[0][4].as_f64().expect("a number");
            states[0][4] = json!(z - 0.3);
        }),
        ("a state that turns fast", &|states| {
            states[0][9] = json!(1e4);
        }),
    ];
    for (name, change) in changes {
        let mut lines = lines.clone();
        change(&mut lines[last]["intermediate"]);
        let other = folder.with("other", written(&lines));
        println!("{name}: {}", refused(&other, None));
    }
}

/// A cube that comes down on another one with a spin turns about two contacts: made at once, steps let it dip into what is below by 2 mm on the
/// way from one state to the next.
#[test]
fn cubes_that_tumble_do_not_cross_on_the_way() {
    if !is_checkable() {
        return;
    }
    for (k, spin) in [[-40.0, 0.3, 2.0], [-60.0, 20.0, 2.0], [30.0, 50.0, 2.0]]
        .into_iter()
        .enumerate()
    {
        is_accepted_as_the_run_says(&Folder::new(&format!("tumbling_{k}")), spin);
    }
}

/// A change of the states of a step that the checker has to find.
type Change<'a> = &'a dyn Fn(&mut Value);

/// Returns the lines of a certificate.
fn lines(path: &str) -> Vec<Value> {
    let whole = std::fs::read_to_string(path).expect("readable");
    let lines = whole.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

/// Returns the text of a certificate.
fn written(lines: &[Value]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// A change of the lines of a certificate that its checker has to find.
type Corruption<'a> = Box<dyn Fn(&mut Vec<Value>) + 'a>;

/// Every change that hides a crossing, or a part of the run, is found.
#[test]
fn a_corrupted_certificate_is_refused() {
    if !is_checkable() {
        return;
    }
    let folder = Folder::new("corrupted_certificate");
    let (_, proof, recording) = certify(&folder, SLOW);
    let lines = lines(&proof);
    let moving = lines[0]["bodies"].as_array().expect("bodies").iter();
    let moving = moving
        .enumerate()
        .filter(|(_, body)| body["moving"] == true);
    let body = moving.map(|(i, _)| i).next_back().expect("a moving body");
    let middle = lines.len() / 2;
    let changed = |name: &str, change: &dyn Fn(&mut Vec<Value>)| {
        let mut lines = lines.clone();
        change(&mut lines);
        folder.with(name, written(&lines))
    };
    // The file that is written anew without a change is accepted.
    check(&changed("same", &|_| ()), Some(&recording)).expect("certified");
    let shifted = |lines: &mut Vec<Value>, axis: usize, by: f64| {
        let x = lines[middle]["poses"][body][axis]
            .as_f64()
            .expect("a number");
        lines[middle]["poses"][body][axis] = json!(x + by);
    };
    let planes = |line: &Value| line["proofs"].as_array().map_or(0, Vec::len);
    assert!(planes(&lines[middle]) >= 2);
    let last = planes(&lines[middle]) - 1;
    let changes: Vec<(&str, Corruption)> = vec![
        (
            "a pose moved down",
            Box::new(move |lines| shifted(lines, 2, -1e-3)),
        ),
        (
            "a body turned",
            Box::new(move |lines| lines[middle]["poses"][body][4] = json!(0.05)),
        ),
        (
            "a body turns fast",
            Box::new(move |lines| lines[middle]["poses"][body][7] = json!(1e4)),
        ),
        (
            "a body that moves is said to stay",
            Box::new(move |lines| lines[0]["bodies"][body]["moving"] = json!(false)),
        ),
        (
            "a plane tilted",
            Box::new(move |lines| {
                let piece = &mut lines[middle]["proofs"][last]["pieces"][0];
                for (at, by) in [(2, 0.01), (4, -0.01)] {
                    piece[at] = json!(piece[at].as_f64().expect("a number") + by);
                }
            }),
        ),
        (
            "a plane moved",
            Box::new(move |lines| {
                let o = lines[middle]["proofs"][last]["pieces"][0][5]
                    .as_f64()
                    .expect("a number");
                lines[middle]["proofs"][last]["pieces"][0][5] = json!(o + 1e-2);
            }),
        ),
        (
            "a piece that begins late",
            Box::new(move |lines| lines[middle]["proofs"][last]["pieces"][0][0] = json!(0.5)),
        ),
        (
            "a piece that ends early",
            Box::new(move |lines| lines[middle]["proofs"][last]["pieces"][0][1] = json!(0.5)),
        ),
        (
            "no pieces",
            Box::new(move |lines| lines[middle]["proofs"][last]["pieces"] = json!([])),
        ),
        (
            "a proof left out",
            Box::new(move |lines| {
                lines[middle]["proofs"]
                    .as_array_mut()
                    .expect("a list")
                    .remove(last);
            }),
        ),
        (
            "a larger shape",
            Box::new(move |lines| {
                let rows = lines[0]["bodies"][body]["parts"][0]["hull"].as_array_mut();
                rows.expect("rows")
                    .iter_mut()
                    .for_each(|row| row[3] = json!(1e-3));
            }),
        ),
        (
            "a step left out",
            Box::new(move |lines| drop(lines.remove(middle))),
        ),
        (
            "two steps exchanged",
            Box::new(move |lines| lines.swap(middle, middle + 1)),
        ),
        (
            "the last step left out",
            Box::new(|lines| drop(lines.remove(lines.len() - 2))),
        ),
        ("the end left out", Box::new(|lines| drop(lines.pop()))),
        (
            "another format",
            Box::new(|lines| lines[0]["format"] = json!(1)),
        ),
        (
            "a body left out",
            Box::new(move |lines| {
                lines[middle]["poses"]
                    .as_array_mut()
                    .expect("a list")
                    .remove(body);
            }),
        ),
    ];
    for (name, change) in &changes {
        println!("{name}: {}", refused(&changed("other", change), None));
    }
    // A pose moved aside hides no crossing: only the recording tells.
    let aside = changed("aside", &|lines| shifted(lines, 0, 1e-9));
    check(&aside, None).expect("certified");
    assert!(refused(&aside, Some(&recording)).contains("recording"));
}

/// Solids that are not convex are refused in words, and a run whose parts overlap ends with exit code 1.
#[test]
fn what_cannot_be_proven_is_said() {
    let folder = Folder::new("uncertified");
    let proof = folder.file("proof.jsonl");
    let scene = folder.with(
        "overlap.toml",
        "[simulation]\ntime_step = 0.01\nduration = 0.02\n\n[shape.cube.box]\nhalf_extents = [0.1, 0.1, 0.1]\n\n\
         [[body]]\nname = \"floor\"\nfixed = true\nshape = \"cube\"\n\n\
         [[body]]\nname = \"cube\"\nshape = \"cube\"\nposition = [0, 0, 0.195]\n",
    );
    let out = drystone(&["run", &scene, "--certify", &proof, "--json", "--quiet"]);
    assert_eq!(out.status.code(), Some(1), "{}", text(&out.stderr));
    let report: Value = serde_json::from_slice(&out.stdout).expect("JSON");
    let overlaps = report["certificate"]["overlaps"].as_u64();
    assert!(overlaps >= Some(1), "{report}");
    let deepest = report["certificate"]["deepest_overlap"].as_f64();
    assert!(
        deepest.is_some_and(|depth| (depth - 0.005).abs() < 1e-9),
        "{deepest:?}"
    );
    if is_checkable() {
        assert!(refused(&proof, None).contains("pairs x steps are not proven"));
    }
}
