//! Mistakes about joints are named, with their place.

use super::{FILE, hinge, parse, scene, slide};
use drystone::scene::Scene;
use std::path::Path;

/// The error for `text` has all `words`, and the place of `at`, the start of a value.
fn refused(text: &str, at: &str, words: &[&str]) {
    let error = match Scene::parse(text, FILE) {
        Ok(_) => panic!("accepted:\n{text}"),
        Err(error) => error,
    };
    let message = error.to_string();
    for word in words {
        assert!(message.contains(word), "no \"{word}\" in\n{message}");
    }
    let place = error.place.expect("a place");
    let line = text.lines().nth(place.line - 1).expect("a line");
    let rest: String = line.chars().skip(place.column - 1).collect();
    assert!(
        rest.starts_with(at),
        "at \"{rest}\", not \"{at}\":\n{message}"
    );
}

#[test]
fn mistakes_about_bodies_are_named() {
    let with = |lines: &str| {
        scene(&format!(
            "[[joint]]\nname = \"hinge\"\ntype = \"revolute\"\n{lines}\n"
        ))
    };
    refused(
        &with("parent = \"lower\"\nchild = \"lower\""),
        "\"lower\"",
        &[
            "joint.hinge.parent",
            "joins \"lower\" to itself",
            "two different bodies",
        ],
    );
    refused(
        &with("parent = \"base\"\nchild = \"uper\""),
        "\"uper\"",
        &[
            "joint.hinge.child",
            "no body \"uper\"",
            "did you mean \"upper\"?",
        ],
    );
    refused(
        &with("parent = \"bse\"\nchild = \"upper\""),
        "\"bse\"",
        &[
            "joint.hinge.parent",
            "no body \"bse\"",
            "did you mean \"base\"?",
        ],
    );
    refused(
        &with("child = \"base\""),
        "\"base\"",
        &[
            "joint.hinge.child",
            "\"base\" does not move",
            "parent of the joint",
        ],
    );
    let twice = "[[joint]]\nname = \"a\"\ntype = \"revolute\"\nchild = \"lower\"\n";
    refused(
        &scene(&twice.repeat(2)),
        "\"a\"",
        &[
            "joint[1].name",
            "\"a\" is already used by joint[0]",
            "rename",
        ],
    );
    refused(
        &scene("[[joint]]\nname = \"\"\ntype = \"fixed\"\nchild = \"lower\"\n"),
        "\"\"",
        &["joint[0].name", "empty"],
    );
}

#[test]
fn mistakes_about_the_type_are_named() {
    refused(
        &hinge("type = \"revolte\""),
        "\"revolte\"",
        &[
            "joint.hinge.type",
            "not one of the choices",
            "did you mean \"revolute\"?",
        ],
    );
    refused(
        &hinge("type = \"revolute\"\naxis = [0, 0, 0]"),
        "[0, 0, 0]",
        &[
            "joint.hinge.axis",
            "zero vector has no direction",
            "[0, 0, 1]",
        ],
    );
    refused(
        &hinge("type = \"screw\""),
        "[[joint]]",
        &[
            "joint.hinge.pitch",
            "a screw joint needs a pitch",
            "add `pitch",
        ],
    );
    refused(
        &hinge("type = \"revolute\"\npitch = 0.1"),
        "0.1",
        &[
            "joint.hinge.pitch",
            "a revolute joint has no pitch",
            "screw",
        ],
    );
    refused(
        &hinge("type = \"universal\""),
        "[[joint]]",
        &[
            "joint.hinge.axes",
            "needs two axes",
            "[[1, 0, 0], [0, 1, 0]]",
        ],
    );
    refused(
        &hinge("type = \"universal\"\naxes = [[1, 0, 0], [1, 1, 0]]"),
        "[[1, 0, 0]",
        &["joint.hinge.axes", "not perpendicular", "right angle"],
    );
    refused(
        &hinge("type = \"revolute\"\nanchr = [0, 0, 0]"),
        "anchr",
        &[
            "joint.hinge.anchr",
            "unknown key",
            "did you mean \"anchor\"?",
        ],
    );
}

#[test]
fn mistakes_about_coordinates_are_named() {
    refused(
        &hinge("type = \"revolute\"\nlimits = [1, -1]"),
        "[1, -1]",
        &[
            "joint.hinge.limits",
            "lower limit 1",
            "upper limit -1",
            "[lower, upper]",
        ],
    );
    refused(
        &hinge("type = \"spherical\"\nlimits = [-1, 1]"),
        "[-1, 1]",
        &[
            "joint.hinge.limits",
            "a spherical joint has no coordinate",
            "change the type",
        ],
    );
    refused(
        &hinge("type = \"revolute\"\ndamping = -1"),
        "-1",
        &["joint.hinge.damping", ">= 0, got -1"],
    );
    refused(
        &hinge("type = \"revolute\"\n[[joint.coordinate]]\n[[joint.coordinate]]\ndamping = 1"),
        "[[joint.coordinate]]",
        &["coordinate[1]", "has 1 coordinates, and 2 are described"],
    );
    refused(
        &hinge("type = \"cylindrical\"\ndamping = 1\n[[joint.coordinate]]\nfriction = 1"),
        "1",
        &["joint.hinge.damping", "tables of their own"],
    );
    refused(
        &hinge("type = \"cylindrical\"\n[[joint.coordinate]]\n[[joint.coordinate]]\nfriction = -1"),
        "-1",
        &["joint.hinge.coordinate[1].friction", ">= 0, got -1"],
    );
}

#[test]
fn mistakes_about_motors_are_named() {
    let motor = |lines: &str| hinge(&format!("type = \"revolute\"\nmotor = {{ {lines} }}"));
    refused(
        &motor("type = \"position\", damping = 1"),
        "{ type",
        &["joint.hinge.motor.stiffness", "needs a gain", "N m/rad"],
    );
    refused(
        &motor("type = \"velocity\""),
        "{ type",
        &["joint.hinge.motor.damping", "needs a gain or a limit"],
    );
    refused(
        &motor("type = \"effort\", stiffness = 1"),
        "1 }",
        &[
            "joint.hinge.motor.stiffness",
            "type \"effort\" has no stiffness",
        ],
    );
    refused(
        &motor("type = \"effort\", limit = 0"),
        "0 }",
        &["joint.hinge.motor.limit", "> 0", "got 0", "leave it out"],
    );
    refused(
        &motor("type = \"position\", stiffness = 1, keyframes = [{ time = 0, velocity = 1 }]"),
        "{ time",
        &["joint.hinge.motor.keyframes[0].position", "missing key"],
    );
    refused(
        &motor(
            "type = \"effort\", keyframes = [{ time = 1, effort = 1 }, { time = 1, effort = 2 }]",
        ),
        "1, effort = 2",
        &["joint.hinge.motor.keyframes[1].time", "does not come after"],
    );
    refused(
        &motor("type = \"effort\", keyframes = [{ time = 1, effort = nan }]"),
        "nan",
        &["joint.hinge.motor.keyframes[0].effort", "finite"],
    );
}

#[test]
fn a_loop_that_does_not_close_is_refused() {
    let ring = |anchor: &str| {
        scene(&format!(
            "[[joint]]\nname = \"a\"\ntype = \"revolute\"\nparent = \"base\"\nchild = \"lower\"\n\
             [[joint]]\nname = \"b\"\ntype = \"revolute\"\nparent = \"lower\"\nchild = \"upper\"\n\
             [[joint]]\nname = \"c\"\ntype = \"revolute\"\nparent = \"base\"\nchild = \"upper\"\n\
             anchor = [0.1, 0, 0.9]\n{anchor}\n"
        ))
    };
    parse(&ring("child_anchor = [0, 0, 0]"));
    refused(
        &ring("child_anchor = [0, 0, 0.001]"),
        "[0, 0, 0.001]",
        &[
            "joint.c.child_anchor",
            "does not close",
            "8.776e-4 m",
            "1.0e-7 m",
        ],
    );
    refused(
        &ring("child_quat_wxyz = [1, 0, 0, 0]"),
        "[1, 0, 0, 0]",
        &["joint.c.child_quat_wxyz", "5.000e-1 rad apart"],
    );
    refused(
        &ring("child_quat_wxyz = [0, 1, 0, 0]"),
        "[0, 1, 0, 0]",
        &["joint.c.child_quat_wxyz", "rad apart"],
    );
}

#[test]
fn a_start_beyond_the_limits_gets_a_warning() {
    let scene = parse(&slide("limits = [-0.2, 0.2]"));
    let all: Vec<String> = scene.warnings.iter().map(ToString::to_string).collect();
    assert!(
        all.iter()
            .any(|w| w.contains("beyond its limits [-0.2, 0.2]")),
        "{all:?}"
    );
}

#[test]
fn a_loop_in_which_nothing_can_move_gets_a_warning() {
    let ring = |third: &str| {
        scene(&format!(
            "[[joint]]\nname = \"a\"\ntype = \"revolute\"\nparent = \"base\"\nchild = \"lower\"\n\
             [[joint]]\nname = \"b\"\ntype = \"fixed\"\nparent = \"lower\"\nchild = \"upper\"\n\
             [[joint]]\nname = \"c\"\nparent = \"base\"\nchild = \"upper\"\n{third}\n"
        ))
    };
    let locked = |scene: &Scene| {
        let all = scene.warnings.iter().map(ToString::to_string);
        all.filter(|w| w.contains("nothing can move"))
            .collect::<Vec<_>>()
    };
    // Two parallel hinges, 0.3 m apart, hold what is one body.
    let found = locked(&parse(&ring("type = \"revolute\"\nanchor = [0, 0.3, 0.9]")));
    assert_eq!(found.len(), 1);
    assert!(found[0].contains("joint.c") && found[0].contains("leave the joint out"));
    // On the axis of the other hinge, the second one is redundant, and the body turns.
    for kind in ["revolute", "spherical"] {
        let third = format!("type = \"{kind}\"\nanchor = [0, 0, 0.9]");
        assert!(locked(&parse(&ring(&third))).is_empty(), "{kind}");
    }
    for name in ["four_bar", "stewart", "gripper_lift", "door"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("scenarios/{name}.toml"));
        let scene = Scene::load(path).expect("valid");
        assert!(locked(&scene).is_empty(), "{name}");
    }
}
