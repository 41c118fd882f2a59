//! Joints in scene files: what they say reaches the model and the inputs, and mistakes are named.

use drystone::recording::{Checkpoint, Frame};
use drystone::scene::Scene;
use drystone::step::Simulator;
use drystone::world::{Input, JointKind, Motor};
use std::path::Path;

mod errors;
mod manipulation;
mod runs;

const FILE: &str = "joints.toml";

/// Two links on a fixed base, a third body, and `joints`.
fn scene(joints: &str) -> String {
    let mut out = String::from(
        "simulation.length = 0.1\n[shape.base.box]\nhalf_extents = [0.1, 0.1, 0.1]\n\
         [shape.rod.box]\nhalf_extents = [0.05, 0.05, 0.2]\n\
         [[body]]\nname = \"base\"\nfixed = true\nshape = \"base\"\n",
    );
    out += "[[body]]\nname = \"other\"\nshape = \"rod\"\nposition = [0.1, 0, 1.4]\n";
    for (name, z) in [("lower", 0.4), ("upper", 0.9)] {
        out += &format!(
            "[[body]]\nname = \"{name}\"\nshape = \"rod\"\nposition = [0.1, 0, {z}]\n\
             quat_wxyz = [0.9689124217106447, 0, 0.24740395925452294, 0]\n"
        );
    }
    out + joints
}

/// One joint called `hinge` between base and lower with further lines.
fn hinge(lines: &str) -> String {
    scene(&format!(
        "[[joint]]\nname = \"hinge\"\nparent = \"base\"\nchild = \"lower\"\n{lines}\n"
    ))
}

fn parse(text: &str) -> Scene {
    Scene::parse(text, FILE).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// Joints of every type, with everything that acts along a coordinate.
const ALL: &str = r#"
[[joint]]
name = "hinge"
type = "revolute"
parent = "base"
child = "lower"
anchor = [0, 0.1, 0.1]
axis = [0, 1, 1]
limits = [-1, inf]
spring = { stiffness = 2, rest = 0.1, symplectic = true }
damping = 0.3
friction = 0.2
armature = 0.01
collide = true
motor = { type = "position", stiffness = 5, damping = 0.5, limit = 3, interpolation = "smooth", keyframes = [{ time = 0, position = 0 }, { time = 0.2, position = 0.4 }] }

[[joint]]
name = "sleeve"
type = "cylindrical"
parent = "lower"
child = "upper"
anchor = [0, 0, 0.2]
child_anchor = [0, 0, -0.3]
[[joint.coordinate]]
limits = [-0.1, 0.2]
[[joint.coordinate]]
motor = { type = "velocity", damping = 2, keyframes = [{ time = 0, velocity = 1 }, { time = 1, velocity = 3 }] }

[[joint]]
name = "pull"
type = "screw"
pitch = 0.05
child = "other"
motor = { type = "effort", limit = 4, keyframes = [{ time = 0.5, effort = 1.5 }] }
"#;

#[test]
fn everything_that_a_file_says_reaches_the_model() {
    let text = scene(ALL).replace("child_anchor = [0, 0, -0.3]\n", "");
    let scene = parse(&text);
    let [hinge, sleeve, pull] = scene.model.joints.as_slice() else {
        panic!("{:?}", scene.model.joints);
    };
    let axis = &hinge.axes[0];
    assert_eq!(axis.limits, [-1.0, f64::INFINITY]);
    let spring = axis.spring.expect("a spring");
    assert_eq!(
        (spring.stiffness, spring.rest, spring.symplectic),
        (2.0, 0.1, true)
    );
    assert_eq!(
        (axis.damping, axis.friction, axis.armature),
        (0.3, 0.2, 0.01)
    );
    let z = hinge.frames[1].rotation * drystone::Vec3::z();
    assert!((z - drystone::Vec3::new(0.0, 0.5f64.sqrt(), 0.5f64.sqrt())).norm() < 1e-15);
    assert!(matches!(
        axis.motor,
        Some(Motor::Position { limit: 3.0, .. })
    ));
    assert_eq!(sleeve.axes[0].limits, [-0.1, 0.2]);
    assert!(matches!(sleeve.axes[1].motor, Some(Motor::Velocity { .. })));
    assert_eq!(pull.kind, JointKind::Screw { pitch: 0.05 });
    assert_eq!(
        (hinge.parent, sleeve.parent, pull.parent),
        (Some(0), Some(2), None)
    );
    for joint in &scene.model.joints {
        let gap = joint.gap(&scene.initial);
        assert!(gap[0] < 1e-15 && gap[1] < 1e-15, "{} {gap:?}", joint.name);
        assert!(
            joint
                .positions(&scene.initial)
                .iter()
                .all(|x| x.abs() < 1e-15)
        );
    }
    // The neighbours of a joint touch each other only where it says so.
    assert!(scene.model.may_touch(0, 2) && !scene.model.may_touch(2, 3));
}

#[test]
fn the_frame_of_an_axis_is_turned_the_shortest_way() {
    for (axis, x) in [
        ([0.0, 0.0, 1.0], [1.0, 0.0, 0.0]),
        ([0.0, 0.0, -2.0], [1.0, 0.0, 0.0]),
        ([1.0, 0.0, 0.0], [0.0, 0.0, -1.0]),
        ([1e-9, 0.0, -1.0], [-1.0, 0.0, -1e-9]),
    ] {
        let scene = parse(&hinge(&format!("type = \"planar\"\naxis = {axis:?}")));
        let rotation = scene.model.joints[0].frames[1].rotation;
        let along = drystone::Vec3::from(axis).normalize();
        assert!(
            (rotation * drystone::Vec3::z() - along).norm() < 1e-15,
            "{axis:?}"
        );
        assert!(
            (rotation * drystone::Vec3::x() - drystone::Vec3::from(x)).norm() < 1e-15,
            "{axis:?}"
        );
    }
}

#[test]
fn motors_follow_their_keyframes() {
    let scene = parse(&scene(ALL).replace("child_anchor = [0, 0, -0.3]\n", ""));
    let mut input = Input::hold(&scene.model, &scene.initial);
    let mut at = |step: usize| {
        scene.input_at(step, &scene.initial, &mut input);
        input.motors.clone()
    };
    // Commands are those at the end of the step: 0.1 s, half way.
    let [hinge, sleeve, pull] = at(9)[..] else {
        panic!("three motors")
    };
    assert!((hinge.position - 0.2).abs() < 1e-12);
    assert!((hinge.velocity - 1.5 * 0.4 / 0.2).abs() < 1e-12);
    assert!((sleeve.velocity - 1.2).abs() < 1e-12);
    assert_eq!(pull.effort, 1.5);
    let after = at(200);
    assert_eq!((after[0].position, after[0].velocity), (0.4, 0.0));
    assert_eq!(after[1].velocity, 3.0);
}

/// A slide between the world and `other` that starts at -0.25 m, with further lines.
fn slide(lines: &str) -> String {
    scene(&format!(
        "[[joint]]\nname = \"slide\"\ntype = \"prismatic\"\nchild = \"other\"\n\
         anchor = [0.1, 0, 1.4]\nchild_anchor = [0, 0, -0.25]\n{lines}\n"
    ))
}

#[test]
fn a_motor_without_keyframes_holds_the_start() {
    let scene = parse(&slide("motor = { type = \"position\", stiffness = 5 }"));
    let mut input = Input::hold(&scene.model, &scene.initial);
    scene.input_at(3, &scene.initial, &mut input);
    let start = scene.initial.joint_positions(&scene.model)[0];
    assert!((start + 0.25).abs() < 1e-12, "{start}");
    assert_eq!(
        (input.motors[0].position, input.motors[0].velocity),
        (start, 0.0)
    );
    let saved = parse(&scene.one_step(0, &scene.initial));
    saved.input_at(3, &scene.initial, &mut input);
    assert_eq!(input.motors[0].position, start);
}

#[test]
fn the_resolved_scene_has_the_same_joints() {
    let text = scene(ALL).replace("child_anchor = [0, 0, -0.3]\n", "");
    let universal = hinge("type = \"universal\"\naxes = [[1, 0, 0], [0, 0, 2]]");
    for text in [text, universal] {
        let scene = parse(&text);
        let resolved = scene.resolved();
        let again = parse(&resolved);
        assert_eq!(again.model.joints, scene.model.joints);
        assert_eq!(again.model.fingerprint(), scene.model.fingerprint());
        assert_eq!(again.input_fingerprint(), scene.input_fingerprint());
        assert_eq!(again.resolved(), resolved);
        assert!(resolved.contains("child_quat_wxyz"), "{resolved}");
    }
}

#[test]
fn joints_are_part_of_the_fingerprint() {
    let one = |lines: &str| parse(&hinge(lines)).model.fingerprint();
    let base = one("type = \"revolute\"");
    for lines in [
        "type = \"prismatic\"",
        "type = \"revolute\"\nanchor = [0, 0, 0.1]",
        "type = \"revolute\"\naxis = [0, 1, 0]",
        "type = \"revolute\"\ndamping = 0.1",
        "type = \"revolute\"\ncollide = true",
        "type = \"revolute\"\nmotor = { type = \"effort\" }",
    ] {
        assert_ne!(one(lines), base, "{lines}");
    }
    assert_ne!(parse(&scene("")).model.fingerprint(), base);
}

/// A wheel that turns quickly, and the state after some turns.
fn wheel() -> (Scene, drystone::State) {
    let text = hinge(
        "type = \"revolute\"\nmotor = { type = \"velocity\", damping = 50, keyframes = [{ time = 0, velocity = 20 }] }",
    );
    let scene = parse(&format!(
        "simulation.duration = 2\nsimulation.gravity = [0, 0, 0]\n{text}"
    ));
    let mut simulator = Simulator::new(scene.model.clone());
    let mut run = scene.run();
    while let Some(now) = run.advance(&mut simulator).expect("valid") {
        assert!(now.step.status.solved, "{}", now.step.status.reason);
    }
    let state = run.state().clone();
    (scene, state)
}

#[test]
fn turns_survive_recordings_checkpoints_and_saved_steps() {
    let (scene, state) = wheel();
    assert!(state.turns[0] >= 3, "{:?}", state.turns);
    let position = state.joint_positions(&scene.model)[0];
    assert!((position - 40.0).abs() < 0.5, "{position}");

    let line = serde_json::to_string(&Frame::start(2.0, &state)).expect("numbers");
    let frame: Frame = serde_json::from_str(&line).expect("the same");
    assert_eq!(frame.state().hash(), state.hash());

    let saved = Checkpoint {
        step: 200,
        time_step: scene.model.time_step,
        rho: 1e-6,
        model: scene.model.fingerprint(),
        inputs: scene.input_fingerprint(),
        bodies: scene.model.bodies.iter().map(|b| b.name.clone()).collect(),
        state: state.clone(),
    };
    for bytes in [
        saved.to_json().expect("valid").into_bytes(),
        saved.to_bytes().expect("valid"),
    ] {
        let read = Checkpoint::parse(&bytes, "checkpoint").unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(read, saved);
        read.fits(&scene.model).expect("the same model");
    }
}

#[test]
fn a_saved_step_goes_on_to_the_bit() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    for name in ["four_bar", "stewart", "door", "gripper_lift", "arm_press"] {
        let scene = Scene::load(folder.join(format!("{name}.toml"))).expect(name);
        let mut simulator = Simulator::new(scene.model.clone());
        let mut run = scene.run();
        for _ in 0..150 {
            run.advance(&mut simulator).expect("valid");
        }
        let state = run.state().clone();
        let step = run.advance(&mut simulator).expect("valid").expect("a step");
        let text = scene.one_step(150, &state);
        let saved = parse(&text);
        assert_eq!(saved.initial.hash(), state.hash(), "{name}");
        assert_eq!(
            saved.model.fingerprint(),
            scene.model.fingerprint(),
            "{name}"
        );
        let mut fresh = Simulator::new(saved.model.clone());
        let mut again = saved.run();
        let now = again.advance(&mut fresh).expect("valid").expect("a step");
        assert_eq!(now.step.state.hash(), step.step.state.hash(), "{name}");
    }
}
