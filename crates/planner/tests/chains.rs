//! Chains of links that motors move: commands, levers, contacts, and what a planner refuses.

use drystone::math::{Dice, Vec3};
use drystone::scene::Scene;
use drystone::world::State;
use drystone_planner::*;
use nalgebra::DVector;
use std::sync::Arc;

const ARM: &str = include_str!("../../../scenarios/plan_arm_push.toml");
const FINGER: &str = include_str!("../../../scenarios/plan_finger_pivot.toml");

fn space(text: &str) -> (Arc<Space>, State) {
    let scene = Scene::parse(text, "a test").unwrap();
    (Arc::new(Space::from_scene(&scene).unwrap()), scene.initial)
}

/// The arm with its end at the left side of the box, and a command that presses there.
fn touching() -> (Arc<Space>, State, DVector<f64>) {
    let (space, start) = space(ARM);
    let arm = &space.manipulators[0];
    let bent = DVector::from_vec(vec![1.2, 0.3, 0.6]);
    let mut state = arm.placed(&space.model, &start, &bent).unwrap();
    // Joints are read and set by turns until the tip is 0.2 mm from the box.
    let goal = Vec3::new(-0.0652, 0.01, 0.0);
    for _ in 0..100 {
        let way = goal - arm.tip_centre(&state);
        let mut change = DVector::zeros(3);
        for axis in [Vec3::x(), Vec3::y()] {
            let place = (arm.tip, arm.tip_centre(&state));
            let gradient = arm.gradient(&space.model, &state, place, axis);
            change += arm.push(&gradient, 0.5 * way.dot(&axis));
        }
        let positions = arm.positions(&space.model, &state) + change;
        state = arm.placed(&space.model, &state, &positions).unwrap();
    }
    assert!((arm.tip_centre(&state) - goal).norm() < 1e-6);
    let press = DVector::from_vec(vec![-0.02, -0.01, 0.01]);
    let command = space.stay(&state) + press;
    (space, state, command)
}

/// By the command, and by the positions of joints and box: central differences of the smoothed step itself.
#[test]
fn derivatives_by_motors_are_those_of_the_steps() {
    let (space, state, command) = touching();
    let mut provider = ContactProvider::new(space.clone(), 1e-6);
    let linear = provider
        .linearize(&state, &command, SMOOTHING, Derivatives::AAndB)
        .unwrap();
    assert!(linear.valid);
    let (model, object) = (&space.model, space.spec.object);
    let nv = model.nv();
    let rows = space.object_rows(&linear.b, &linear.next.bodies[object]);
    assert!(rows.norm() > 0.01, "motors move the box: {rows}");
    let mut next = |state: &State, command: &DVector<f64>| -> DVector<f64> {
        let made = provider.linearize(state, command, SMOOTHING, Derivatives::None);
        let end = made.unwrap().next;
        DVector::from_column_slice(&linear.next.difference(model, &end)[..nv])
    };
    let d = 1e-6;
    let close = |slope: DVector<f64>, own: DVector<f64>, what: &str| {
        let off = (&slope - &own).norm();
        assert!(off < 1e-4 * own.norm().max(0.1), "{what}: {off}");
    };
    for k in 0..command.len() {
        let mut to = [command.clone(), command.clone()];
        to[0][k] += d;
        to[1][k] -= d;
        let slope = (next(&state, &to[0]) - next(&state, &to[1])) / (2.0 * d);
        close(slope, linear.b.column(k).into_owned(), "command");
    }
    // Along the joints: links move together.
    let joints = model.joint_space();
    let expand = joints.expand(&state);
    let still = vec![0.0; 3];
    for k in 0..3 {
        let moved = [d, -d].map(|d| {
            let mut positions = state.joint_positions(model);
            positions[k] += d;
            let there = state.with_joint_positions(model, &positions, &still);
            next(&there.unwrap(), &command)
        });
        let slope = (&moved[0] - &moved[1]) / (2.0 * d);
        let name = format!("{}.position", model.joints[k].name);
        let place = joints.tangents().iter().position(|t| t.name == name);
        let along = expand.view((0, place.unwrap()), (nv, 1)).into_owned();
        close(slope, (&linear.a * along).column(0).into_owned(), "joint");
    }
}

#[test]
fn every_motor_is_a_number_of_a_command_within_its_limits() {
    let narrow = ARM.replace(
        "[[plan.goal]]",
        "joint_limits = [{ joint = \"elbow\", low = -0.5, high = 2 }]\n[[plan.goal]]",
    );
    let (space, state) = space(&narrow);
    let motor = |joint| Actuator::Motor {
        joint,
        coordinate: 0,
        motor: joint,
    };
    assert_eq!(space.actuators, [motor(0), motor(1), motor(2)]);
    assert_eq!(space.low, [-2.8, -0.5, -1.0]);
    assert_eq!(space.high, [2.8, 2.0, 3.0]);
    assert_eq!(space.unactuated, (0..6).collect::<Vec<_>>());
    assert_eq!(space.actuated, (6..24).collect::<Vec<_>>());
    assert_eq!(space.stay(&state).amax(), 0.0);
    let command = DVector::from_vec(vec![0.1, -7.0, 7.0]);
    let input = space.input(&state, &space.clamp(&command));
    let positions: Vec<_> = input.motors.iter().map(|motor| motor.position).collect();
    assert_eq!(positions, [0.1, -0.5, 3.0]);
    assert!(input.motors.iter().all(|motor| motor.velocity == 0.0));
}

/// The wrist of the arm as a slide along x that reaches 0.1 m.
fn sliding() -> String {
    let slide = "anchor = [0, 0.08, 0]\naxis = [1, 0, 0]\nlimits = [-0.05, 0.1]";
    let text = ARM.replace("anchor = [0, 0.08, 0]\nlimits = [-1, 3]", slide);
    let wrist = "name = \"wrist\"\ntype = ";
    text.replace(
        &format!("{wrist}\"revolute\""),
        &format!("{wrist}\"prismatic\""),
    )
}

/// The arm with a wrist that has no motor: it follows the joint `leader` by half of its angle.
fn following(leader: &str) -> String {
    let own = "limits = [-1, 3]\nmotor = { type = \"position\", stiffness = 100, damping = 0.3 }";
    let mimic = format!("mimic = {{ joint = \"{leader}\", coefficients = [0, 0.5] }}");
    let text = ARM.replace(own, &mimic);
    assert_ne!(text, ARM);
    text
}

/// Links of 0.18, 0.16 and 0.14 m with caps of 0.015 m; and the way of every cap is within the bound.
#[test]
fn levers_bound_how_far_a_chain_moves() {
    bounded(ARM, &[0.495, 0.315, 0.155]);
    bounded(&sliding(), &[0.595, 0.415, 1.0]);
    // What follows moves on the way of its leader: 0.155 m by half of the angle of the elbow.
    bounded(&following("elbow"), &[0.495, 0.315 + 0.5 * 0.155]);
}

fn bounded(text: &str, lengths: &[f64]) {
    let (space, start) = space(text);
    let arm = &space.manipulators[0];
    assert_eq!(arm.levers.len(), lengths.len());
    for (lever, length) in arm.levers.iter().zip(lengths) {
        assert!((lever - length).abs() < 1e-12, "{lever}");
    }
    let mut dice = Dice::new(3, 0);
    let mut farthest: f64 = 0.0;
    for _ in 0..200 {
        let count = lengths.len();
        let mut any = || DVector::from_fn(count, |k, _| dice.within(space.low[k], space.high[k]));
        let (from, other) = (any(), any());
        let to = from.lerp(&other, 0.2);
        let [a, b] = [&from, &to].map(|at| arm.placed(&space.model, &start, at).unwrap());
        let moved = (arm.tip_centre(&a) - arm.tip_centre(&b)).norm();
        assert!(moved <= arm.distance(&from, &to));
        assert!(arm.stride(&from, &to) <= arm.distance(&from, &to));
        farthest = farthest.max(moved / arm.distance(&from, &to));
        assert!((arm.positions(&space.model, &b) - to).amax() < 1e-12);
    }
    assert!(farthest > 0.5, "the bound is not loose: {farthest}");
}

/// A push of 1 mm along an axis moves the end of the arm by 1 mm along it, to first order, and an inner point less.
#[test]
fn a_push_moves_the_tip_as_far_as_it_is_asked_to() {
    let (space, state, _) = touching();
    let arm = &space.manipulators[0];
    for axis in [Vec3::x(), Vec3::y()] {
        let place = (arm.tip, arm.tip_centre(&state));
        let gradient = arm.gradient(&space.model, &state, place, axis);
        let there = arm.positions(&space.model, &state) + arm.push(&gradient, 1e-3);
        let moved = arm.placed(&space.model, &state, &there).unwrap();
        let way = (arm.tip_centre(&moved) - place.1).dot(&axis);
        assert!((way - 1e-3).abs() < 2e-5, "{way}");
        let fore = arm.bodies[1];
        let inner = (fore, state.bodies[fore].position);
        let gradient = arm.gradient(&space.model, &state, inner, axis);
        assert_eq!(gradient[2], 0.0, "the wrist does not move the fore arm");
    }
}

/// Gaps by collision queries of all pairs, which sampling does not use.
#[test]
fn sampled_contacts_are_on_the_object_and_on_nothing_else() {
    for text in [ARM, FINGER] {
        let (space, start) = space(text);
        let grasps = Grasps::new(&space);
        let own = &space.manipulators[0];
        let (mut dice, mut found, gap) = (Dice::new(5, 0), 0, 1e-3);
        let mut sides = Vec::new();
        for _ in 0..40 {
            let Some(positions) = grasps.sample(&space, 0, &start, gap, &mut dice) else {
                continue;
            };
            found += 1;
            assert_eq!(space.clamp(&positions), positions);
            let state = own.placed(&space.model, &start, &positions).unwrap();
            let joints = space.model.joints.iter();
            assert!(joints.map(|joint| joint.gap(&state)[0]).fold(0.0, f64::max) < 1e-12);
            for pair in contact_data(&space.model, &state, 0.01).unwrap() {
                let bodies = [pair.first.body, pair.second.body];
                if !bodies.iter().any(|body| own.bodies.contains(body)) {
                    continue;
                }
                assert!(pair.gap > 0.4 * gap, "{pair:?}");
                if bodies.contains(&space.spec.object) && bodies.contains(&own.tip) {
                    assert!(pair.gap < 1.3 * gap, "{pair:?}");
                    let side = pair.normal.iamax();
                    if !sides.contains(&side) {
                        sides.push(side);
                    }
                }
            }
        }
        assert!(found >= 10 && sides.len() == 2, "{found} {sides:?}");
    }
}

/// The end of the arm 3 mm deep in the left face of the box, which is held: the arm gives way, whatever its motors hold.
#[test]
fn a_projection_moves_a_chain_out_along_its_joints() {
    let (space, state, _) = touching();
    let (arm, model) = (&space.manipulators[0], &space.model);
    let place = (arm.tip, arm.tip_centre(&state));
    let gradient = arm.gradient(model, &state, place, Vec3::x());
    let deep = arm.positions(model, &state) + arm.push(&gradient, 0.0032);
    let deep = arm.placed(model, &state, &deep).unwrap();
    let out = Projection::new(model, &[space.spec.object]).project(&deep);
    let out = out.unwrap().unwrap();
    assert_eq!(
        out.bodies[space.spec.object],
        deep.bodies[space.spec.object]
    );
    let moved = (arm.tip_centre(&out) - arm.tip_centre(&deep)).x;
    assert!((moved + 0.003).abs() < 2e-4, "{moved}");
    let joints = model.joints.iter();
    assert!(joints.map(|joint| joint.gap(&out)[0]).fold(0.0, f64::max) < 1e-8);
}

#[test]
fn a_mechanism_that_is_no_chain_is_an_error_with_its_field_and_remedy() {
    let error = |from: &str, to: &str| {
        let text = ARM.replace(from, to);
        assert_ne!(text, ARM, "{from}");
        let error = Scene::parse(&text, "a test").unwrap_err();
        assert!(!error.fix.is_empty());
        (error.field.clone(), error.why.clone())
    };
    let cases = [
        ("limits = [-2.6, 2.6]\n", "", "joint_limits", "no limits"),
        (
            "motor = { type = \"position\", stiffness = 150, damping = 1 }",
            "damping = 1",
            "object",
            "moves without one",
        ),
        (
            "parent = \"fore\"\nchild = \"hand\"\nanchor = [0, 0.08, 0]",
            "parent = \"upper\"\nchild = \"hand\"\nanchor = [0, 0.09, 0]",
            "object",
            "branches at \"upper\"",
        ),
        (
            "[[plan.goal]]",
            "joint_limits = [{ joint = \"elbo\", low = 0, high = 1 }]\n[[plan.goal]]",
            "joint_limits[0].joint",
            "no joint \"elbo\"",
        ),
        (
            "[[plan.goal]]",
            "joint_limits = [{ joint = \"elbow\", low = 0, high = 3 }]\n[[plan.goal]]",
            "joint_limits[0].low",
            "beyond the limits",
        ),
        (
            "[[plan.goal]]",
            "joint_limits = [{ joint = \"elbow\", low = 1, high = 0 }]\n[[plan.goal]]",
            "joint_limits[0].low",
            "above high",
        ),
        (
            "[[plan.goal]]",
            "joint_limits = [{ joint = \"elbow\", coordinate = 1, low = 0, high = 1 }]\n[[plan.goal]]",
            "joint_limits[0].coordinate",
            "no such coordinate",
        ),
        (
            "[[joint]]\nname = \"wrist\"",
            "[[body]]\nname = \"wheel\"\nshape = \"block\"\nposition = [2, 0, 0]\n\
             [[joint]]\nname = \"axle\"\ntype = \"revolute\"\nchild = \"wheel\"\n\
             [[joint]]\nmimic = { joint = \"axle\" , coefficients = [0, 1] }\nname = \"wrist\"",
            "object",
            "follows \"axle\"",
        ),
        (
            "object = \"box\"",
            "object = \"fore\"",
            "object",
            "fixed or actuated",
        ),
        (
            "[shape.short.capsule]\nradius = 0.015\nlength = 0.14",
            "[shape.short.box]\nhalf_extents = [0.015, 0.015, 0.07]",
            "object",
            "no round end",
        ),
    ];
    for (from, to, field, why) in cases {
        let (found, reason) = error(from, to);
        assert_eq!(found, format!("plan.{field}"), "{reason}");
        assert!(reason.contains(why), "{reason}");
    }
}
