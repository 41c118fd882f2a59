//! Bodies with joints: the efforts of motors come back.

use super::{G, Trial};
use drystone::math::Vec3;
use drystone::world::{InputKind, Wrench};
use nalgebra::DVector;

const HEAD: &str = "[simulation]\ntime_step = 0.01\nduration = 1.0\n[material.wood]\nfriction = 0.5\n\
    [shape.link.capsule]\nradius = 0.02\nlength = 0.3\n[shape.brick.box]\nhalf_extents = [0.05, 0.05, 0.05]\n\
    [shape.ground.halfspace]\nnormal = [0, 0, 1]\n";

fn link(name: &str, z: f64) -> String {
    format!(
        "[[body]]\nname = \"{name}\"\nshape = \"link\"\nmaterial = \"wood\"\nmass = 1.0\nposition = [0, 0, {z:?}]\n"
    )
}

/// A joint about `axis` between `parent` (the world where it is empty) and `child`.
fn joint(name: &str, parent: &str, child: &str, anchor: f64, axis: [f64; 3], more: &str) -> String {
    let parent = match parent {
        "" => String::new(),
        parent => format!("parent = \"{parent}\"\n"),
    };
    format!(
        "[[joint]]\nname = \"{name}\"\ntype = \"revolute\"\n{parent}child = \"{child}\"\nanchor = [0, 0, {anchor:?}]\n\
         axis = {axis:?}\n{more}\n"
    )
}

const MOTOR: &str = "motor = { type = \"effort\" }";
const Y: [f64; 3] = [0.0, 1.0, 0.0];

/// A pendulum; an arm of three links with springs, friction, limits and armatures that sweeps a box along the floor; two links
/// in flight.
fn mechanisms() -> [(&'static str, String); 3] {
    let pendulum = [
        HEAD.into(),
        link("a", 0.35),
        joint("pivot", "", "a", 0.5, Y, MOTOR),
    ]
    .concat();
    let held = "motor = { type = \"effort\", limit = 20 }\nfriction = 0.05\ndamping = 0.2\narmature = 0.01\nlimits = [-2, 2]";
    let arm = [
        HEAD.into(),
        link("a", 0.85),
        link("b", 0.55),
        link("c", 0.25),
        joint("shoulder", "", "a", 1.0, Y, held),
        joint("elbow", "a", "b", -0.15, [1.0, 0.0, 0.0], held),
        joint("wrist", "b", "c", -0.15, Y, "spring = { stiffness = 5, rest = 0.1 }\nmotor = { type = \"effort\" }"),
        "[[body]]\nname = \"floor\"\nfixed = true\nshape = \"ground\"\nmaterial = \"wood\"\n\
         [[body]]\nname = \"box\"\nshape = \"brick\"\nmaterial = \"wood\"\nmass = 0.3\nposition = [0.09, 0, 0.0501]\n"
            .into(),
    ]
    .concat();
    let flying = [
        HEAD.into(),
        link("a", 2.0),
        link("b", 2.3),
        joint("hinge", "a", "b", 0.15, Y, MOTOR),
    ]
    .concat();
    [("pendulum", pendulum), ("arm", arm), ("flying", flying)]
}

/// Returns the largest error of an effort, in the weight of a link times a metre, and the steps in contact.
fn effort_error(text: &str, steps: usize, ordinary: bool) -> (f64, usize) {
    let trial = Trial::new(text, 1e-6, steps);
    let mut trial = if ordinary { trial.ordinary() } else { trial };
    let model = trial.scene.model.clone();
    let names = model
        .joint_space()
        .tangents()
        .split_off(model.joint_space().nv());
    let motors: Vec<_> = model
        .inputs()
        .into_iter()
        .filter(|i| i.kind == InputKind::MotorEffort)
        .collect();
    let mut worst = 0.0_f64;
    trial.push([0.0, 0.0]).effort = 2.0;
    let errors = trial.each(|_, input, _, found| {
        assert_eq!(found.efforts.len(), names.len());
        for (name, effort) in names.iter().zip(&found.efforts) {
            let own = name
                .name
                .strip_suffix(".velocity")
                .map(|joint| format!("{joint}.motor.effort"));
            let motor = motors
                .iter()
                .find(|motor| Some(&motor.name) == own.as_ref());
            let expected = motor.map_or(0.0, |motor| input.motors[motor.axis].effort);
            worst = worst.max((effort - expected).abs() / G);
        }
    });
    (worst, errors.touching)
}

/// What holds the joints drops out where the joints hold: the rest is rounding, and of ordinary steps their tolerance.
#[test]
fn the_efforts_of_motors_come_back() {
    for (name, text) in mechanisms() {
        for (is_ordinary, bound) in [(false, 1e-10), (true, 5e-9)] {
            let (error, touching) = effort_error(&text, 60, is_ordinary);
            assert!(error < bound, "{name}: {error:e}");
            assert_eq!(touching > 30, name == "arm", "{name}");
        }
    }
}

/// A motor that follows a position exerts an effort that belongs to the input: it is told apart from what is missing.
#[test]
fn the_effort_of_a_position_motor_is_that_of_the_step() {
    let motor = "motor = { type = \"position\", stiffness = 50, damping = 2, limit = 3, keyframes = [{ time = 0, position = 0 }, \
                 { time = 0.4, position = 1 }] }";
    let text = [
        HEAD.into(),
        link("a", 0.35),
        joint("pivot", "", "a", 0.5, Y, motor),
    ]
    .concat();
    let mut trial = Trial::new(&text, 1e-6, 60);
    trial.push([0.0, 0.0]).each(|_, _, step, found| {
        let effort = step.joints[0].motor[0] / 0.01;
        assert!(
            (found.motors[0] - effort).abs() < 1e-9,
            "{} {effort}",
            found.motors[0]
        );
        assert!(found.efforts[0].abs() < 1e-9);
    });
}

/// A parallelogram of three links on the world, which a motor moves: what holds the loop is taken such that the passive
/// joints need nothing.
#[test]
fn the_effort_of_a_motor_in_a_loop_comes_back() {
    let level = "[[body]]\nname = \"b\"\nshape = \"link\"\nmass = 1.0\nposition = [0.15, 0, 0.2]\nrpy_deg = [0, 90, 0]\n";
    let right = link("c", 0.35).replace("[0, 0, 0.35]", "[0.3, 0, 0.35]");
    let closing = "[[joint]]\nname = \"closing\"\ntype = \"revolute\"\nchild = \"c\"\nanchor = [0.3, 0, 0.5]\naxis = [0, 1, 0]\n";
    let text = [
        HEAD.into(),
        link("a", 0.35),
        level.into(),
        right,
        joint("drive", "", "a", 0.5, Y, MOTOR),
        joint("left", "a", "b", -0.15, Y, ""),
        joint("right", "b", "c", 0.15, Y, ""),
        closing.into(),
    ]
    .concat();
    for (is_ordinary, bound) in [(false, 1e-9), (true, 1e-8)] {
        let (error, _) = effort_error(&text, 60, is_ordinary);
        assert!(error < bound, "{error:e}");
    }
}

/// J^T W of the library's Jacobians, of an arm and a free box.
#[test]
fn efforts_are_those_of_the_jacobian() {
    let [_, (_, arm), (_, flying)] = mechanisms();
    for text in [arm, flying] {
        let mut trial = Trial::new(&text, 1e-6, 5);
        let model = trial.scene.model.clone();
        let space = model.joint_space();
        trial.push([0.0, 0.0]).effort = 2.0;
        trial.each(|state, _, _, _| {
            let vector = |i: usize, k: usize| Vec3::new(1.0, i as f64, k as f64 - 2.0);
            let wrenches: Vec<Wrench> = (0..model.bodies.len())
                .map(|i| Wrench {
                    force: vector(i, 1),
                    torque: vector(i, 4),
                })
                .collect();
            let (rows, columns) = (model.nv(), space.nv());
            let jacobian = space.expand(state);
            let jacobian = jacobian.view((rows, columns), (rows, columns)).transpose();
            let numbers = model.tangent_bodies().into_iter().flat_map(|i| {
                let own = state.bodies[i]
                    .rotation
                    .inverse_transform_vector(&wrenches[i].torque);
                wrenches[i]
                    .force
                    .iter()
                    .chain(&own)
                    .copied()
                    .collect::<Vec<_>>()
            });
            let expected = jacobian * DVector::from_iterator(rows, numbers);
            let found = DVector::from_vec(space.efforts(state, &wrenches));
            assert!((found - expected).amax() < 1e-12);
        });
    }
}
