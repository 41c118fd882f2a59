//! `drystone gradient` from outside.

use crate::common::command::{Folder, drystone, read, text};
use serde_json::Value;

#[test]
fn a_gradient_is_printed_checked_and_given_as_json() {
    let scene = "scenarios/incline_slide.toml";
    let ask = [
        "gradient",
        scene,
        "--rho",
        "1e-4,3e-3",
        "--at-step",
        "20",
        "--check",
    ];
    let out = drystone(&ask);
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
    let tables = text(&out.stdout);
    for word in [
        "rho 1e-4:",
        "rho 3e-3:",
        "against central differences: largest relative error of a column",
        "A = d next / d state",
        "B = d next / d input",
        "block.force.xyz [N]",
        "block.angular_velocity.x [rad/s]",
        "block.mass = ",
    ] {
        assert!(tables.contains(word), "no \"{word}\" in\n{tables}");
    }
    let json = drystone(
        &[
            &ask[..],
            &["--json", "--parameters", "block.mass,gravity.z"],
        ]
        .concat(),
    );
    let json: Value = serde_json::from_slice(&json.stdout).expect("JSON");
    assert_eq!(json["tangents"].as_array().map(Vec::len), Some(12));
    assert_eq!(json["parameters"][1]["name"], "gravity.z");
    let first = &json["gradients"][0];
    assert_eq!(first["a"].as_array().map(Vec::len), Some(12));
    assert_eq!(first["b"][0].as_array().map(Vec::len), Some(6));
    assert_eq!(first["parameters"][0].as_array().map(Vec::len), Some(2));
    assert_eq!(first["contacts"][0]["a"].as_array().map(Vec::len), Some(11));
    assert!(first["check"]["all"].as_f64().expect("a number") < 1e-5);
    // It slides: d (next velocity along the slope) / d (velocity) is 1.
    assert!((first["a"][6][6].as_f64().expect("a number") - 1.0).abs() < 0.3);
}

#[test]
fn a_gradient_that_misses_its_tolerance_or_cannot_be_had_says_so() {
    let scene = "scenarios/box_drop.toml";
    let strict = ["gradient", scene, "--check", "--tolerance", "1e-15"];
    assert_eq!(drystone(&strict).status.code(), Some(1));
    for (arguments, words, code) in [
        (&["--rho", "0"][..], "from 1e-9 to 0.1", 3),
        (&["--rho", "nan"], "from 1e-9 to 0.1", 3),
        (&["--rho", "1e-10"], "from 1e-9 to 0.1", 3),
        (&["--parameters", "box.mas"], "did you mean \"box.mass\"", 3),
        (&["--at-step", "99999"], "steps are counted from 0", 2),
        (&["--rho", "abc"], "invalid", 2),
    ] {
        let out = drystone(&[&["gradient", scene], arguments].concat());
        assert_eq!(
            out.status.code(),
            Some(code),
            "{arguments:?}: {}",
            text(&out.stderr)
        );
        let said = text(&out.stderr);
        assert!(said.contains(words), "{arguments:?}: {said}");
    }
}

#[test]
fn a_world_without_motion_has_an_empty_gradient() {
    let folder = Folder::new("nomove");
    let scene = folder.with(
        "scene.toml",
        "[shape.ground.halfspace]\nnormal = [0, 0, 1]\n[[body]]\nname = \"ground\"\n\
         fixed = true\nshape = \"ground\"\n",
    );
    let out = drystone(&["gradient", &scene, "--check"]);
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
}

/// The derivative of a step under another model than the scene's is that of the scene with the other model.
#[test]
fn gradients_are_taken_under_any_contact_model() {
    let folder = Folder::new("gradient_model");
    let own = folder.file("own.toml");
    let scene = "scenarios/incline_stick.toml";
    let file = read(scene);
    let with = "[simulation]\ncontact_model = \"bilevel_soft\"";
    std::fs::write(&own, file.replace("[simulation]", with)).expect("written");
    let blocks = |arguments: &[&str]| {
        let out = drystone(&[arguments, &["--json", "--at-step", "3"]].concat());
        assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
        let all: Value = serde_json::from_slice(&out.stdout).expect("JSON");
        all["gradients"].to_string()
    };
    let asked = blocks(&["gradient", scene, "--contact-model", "bilevel_soft"]);
    assert_eq!(asked, blocks(&["gradient", &own]));
    assert_ne!(asked, blocks(&["gradient", scene]));
}

/// A peg that is wedged between two walls: the rows that solve the step follow the inscribed radius of the peg.
#[test]
fn a_step_of_a_wedged_body_is_differentiated() {
    let scene =
        "tests/insertion/once_unsolved/square-leaning-0.1mm-friction-0.5_start_8_0.05s.toml";
    let parameter = "peg.peg.shape.half_extents[0]";
    let out = drystone(&["gradient", scene, "--check", "--parameters", parameter]);
    let tables = text(&out.stdout);
    assert_eq!(out.status.code(), Some(0), "{}{tables}", text(&out.stderr));
    assert!(tables.contains("rung Wedged"), "{tables}");
    assert!(tables.contains("solved with other rows"), "{tables}");
}
