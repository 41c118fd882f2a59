//! Tangents of states and coordinates of inputs: names, order, and what they change.

use crate::common::any_shape;
use crate::common::scenes;
use drystone::math::{Rot, Vec3};
use drystone::world::{BodyState, Drive, Input, Model, Motion, State};
use proptest::prelude::*;

/// A floor, then a free, a driven, a fixed and a prescribed body.
fn model() -> Model {
    let drive = Drive {
        stiffness: Vec3::repeat(100.0),
        damping: 1.0,
        rotational_stiffness: Vec3::repeat(1.0),
        rotational_damping: 0.1,
    };
    let shape = scenes::cuboid(0.1, 0.1, 0.1);
    let mut builder = Model::builder().body(scenes::fixed("floor", &scenes::ground(), 0.5));
    for (name, motion) in [
        ("box", Motion::Free),
        ("finger", Motion::Driven(drive)),
        ("wall", Motion::Fixed),
        ("paddle", Motion::Prescribed),
    ] {
        let mut body = scenes::free(name, &shape, 1.0, 0.5);
        body.motion = motion;
        builder = builder.body(body);
    }
    builder.build().unwrap()
}

fn states(bodies: usize) -> impl Strategy<Value = State> {
    let vector = || any_shape::vector(3.0);
    let body = (vector(), any_shape::rotation(), vector(), vector()).prop_map(|(x, q, v, w)| {
        let mut body = BodyState::at_rest(x, q);
        (body.velocity, body.angular_velocity) = (v, w);
        body
    });
    proptest::collection::vec(body, bodies).prop_map(|bodies| State {
        bodies,
        ..State::default()
    })
}

fn changes(n: usize, size: f64) -> impl Strategy<Value = Vec<f64>> {
    proptest::collection::vec(-size..size, n)
}

/// Largest difference of the numbers of two states, up to the sign of quaternions.
fn distance(a: &State, b: &State) -> f64 {
    let mut far: f64 = 0.0;
    for (a, b) in a.bodies.iter().zip(&b.bodies) {
        let turn =
            a.rotation.to_rotation_matrix().matrix() - b.rotation.to_rotation_matrix().matrix();
        far = far.max(turn.amax());
        far = far.max((a.position - b.position).amax());
        far = far.max((a.velocity - b.velocity).amax());
        far = far.max((a.angular_velocity - b.angular_velocity).amax());
    }
    far
}

fn largest(values: impl IntoIterator<Item = f64>) -> f64 {
    values.into_iter().fold(0.0, |m, v| m.max(v.abs()))
}

proptest! {
    #[test]
    fn the_difference_leads_from_one_state_to_the_other(a in states(5), b in states(5)) {
        let model = model();
        let mut b = b;
        for fixed in [0, 3] {
            b.bodies[fixed] = a.bodies[fixed];
        }
        let there = a.integrate(&model, &a.difference(&model, &b));
        prop_assert!(distance(&there, &b) < 3e-15 * 4.0);
    }

    #[test]
    fn a_change_is_found_again(a in states(5), d in changes(36, 1.8)) {
        // |rotation| < 1.8 sqrt(3) < pi.
        let model = model();
        let found = a.difference(&model, &a.integrate(&model, &d));
        prop_assert!(largest(found.iter().zip(&d).map(|(x, y)| x - y)) < 1e-14);
    }

    #[test]
    fn small_changes_add_up(a in states(5), d in changes(36, 1e-5), e in changes(36, 1e-5)) {
        let model = model();
        let one_by_one = a.integrate(&model, &d).integrate(&model, &e);
        let sum: Vec<f64> = d.iter().zip(&e).map(|(d, e)| d + e).collect();
        prop_assert!(distance(&one_by_one, &a.integrate(&model, &sum)) < 3e-10);
    }

    #[test]
    fn tiny_rotations_keep_their_digits(axis in any_shape::vector(1.0), exponent in -200..-1_i32) {
        let model = model();
        let at_origin = scenes::rest(&model);
        let mut d = vec![0.0; 36];
        let turn = axis * 10.0_f64.powi(exponent);
        d[3..6].copy_from_slice(turn.as_slice());
        let found = at_origin.difference(&model, &at_origin.integrate(&model, &d));
        let far = largest(found.iter().zip(&d).map(|(x, y)| x - y));
        prop_assert!(far <= 1e-15 * turn.amax(), "{far:e} of {turn}");
    }

    #[test]
    fn half_a_turn_is_found(axis in any_shape::vector(1.0), short in 0.0..1e-6_f64) {
        prop_assume!(axis.norm() > 0.01);
        let model = model();
        let mut b = scenes::rest(&model);
        let a = b.clone();
        let turn = axis.normalize() * (std::f64::consts::PI - short);
        b.bodies[1].rotation = Rot::from_scaled_axis(turn);
        let d = a.difference(&model, &b);
        prop_assert!((Vec3::from_column_slice(&d[3..6]).norm() - turn.norm()).abs() < 1e-14);
        prop_assert!(distance(&a.integrate(&model, &d), &b) < 1e-14);
    }
}

#[test]
fn tangents_are_named_in_the_order_of_their_effect() {
    let model = model();
    assert_eq!(model.tangent_bodies(), [1, 2, 4]);
    assert_eq!(model.nv(), 18);
    let tangents = model.tangents();
    assert_eq!(tangents.len(), 36);
    assert_eq!(tangents[0].name, "box.position.x");
    assert_eq!(tangents[10].name, "finger.rotation.y");
    assert_eq!(tangents[18 + 14].name, "paddle.velocity.z");
    assert_eq!(tangents[35].name, "paddle.angular_velocity.z");
    let mut a = scenes::rest(&model);
    for body in &mut a.bodies {
        body.rotation = Rot::from_scaled_axis(Vec3::new(0.3, -0.9, 0.5));
    }
    for (i, tangent) in tangents.iter().enumerate() {
        let mut d = vec![0.0; 36];
        d[i] = 0.25;
        let b = a.integrate(&model, &d);
        let part: Vec<&str> = tangent.name.split('.').collect();
        let axis = Vec3::ith(
            ["x", "y", "z"].iter().position(|x| *x == part[2]).unwrap(),
            0.25,
        );
        let mut expected = a.clone();
        let body = &mut expected.bodies[model.body_index(part[0]).unwrap()];
        let unit = match part[1] {
            "position" => {
                body.position += axis;
                "m"
            }
            "rotation" => {
                body.rotation *= Rot::from_scaled_axis(axis);
                "rad"
            }
            "velocity" => {
                body.velocity += axis;
                "m/s"
            }
            _ => {
                body.angular_velocity += axis;
                "rad/s"
            }
        };
        assert!(distance(&b, &expected) < 1e-15, "{}", tangent.name);
        assert_eq!(tangent.unit, unit);
    }
}

#[test]
fn inputs_are_named_in_the_order_of_their_effect() {
    let model = model();
    let coordinates = model.inputs();
    assert_eq!(model.nu(), 6 + 18 + 6);
    assert_eq!(coordinates.len(), model.nu());
    let thirds = coordinates.chunks_exact(3).map(|c| c[0].name.as_str());
    let expected = [
        "box.force.x",
        "box.torque.x",
        "finger.force.x",
        "finger.torque.x",
        "finger.command.position.x",
        "finger.command.rotation.x",
        "finger.command.velocity.x",
        "finger.command.angular_velocity.x",
        "paddle.command.position.x",
        "paddle.command.rotation.x",
    ];
    assert_eq!(thirds.collect::<Vec<_>>(), expected);
    let input = Input::hold(&model, &scenes::rest(&model));
    for (i, coordinate) in coordinates.iter().enumerate() {
        let mut du = vec![0.0; model.nu()];
        du[i] = 0.25;
        let changed = input.integrate(&model, &du);
        let axis = Vec3::ith(coordinate.axis, 0.25);
        let mut expected = input.clone();
        let (wrench, command) = (
            &mut expected.wrenches[coordinate.body],
            &mut expected.commands[coordinate.body],
        );
        let (_, rest) = coordinate.name.split_once('.').unwrap();
        let unit = match rest.rsplit_once('.').unwrap().0 {
            "force" => {
                wrench.force += axis;
                "N"
            }
            "torque" => {
                wrench.torque += axis;
                "N m"
            }
            "command.position" => {
                command.position += axis;
                "m"
            }
            "command.rotation" => {
                command.rotation = Rot::from_scaled_axis(axis);
                "rad"
            }
            "command.velocity" => {
                command.velocity += axis;
                "m/s"
            }
            _ => {
                command.angular_velocity += axis;
                "rad/s"
            }
        };
        assert_eq!(coordinate.unit, unit);
        let turn = changed.commands[coordinate.body]
            .rotation
            .angle_to(&expected.commands[coordinate.body].rotation);
        assert!(turn < 1e-7);
        expected.commands[coordinate.body].rotation = changed.commands[coordinate.body].rotation;
        assert_eq!(changed, expected, "{}", coordinate.name);
    }
}

#[test]
fn no_change_changes_nothing() {
    let model = model();
    let state = scenes::drop_start(&model, 0.1, 7);
    let same = state.integrate(&model, &vec![0.0; 36]);
    assert!(distance(&same, &state) == 0.0);
    assert!(
        state
            .difference(&model, &state)
            .iter()
            .all(|d| d.abs() < 1e-16)
    );
    let input = Input::hold(&model, &state);
    assert_eq!(input.integrate(&model, &vec![0.0; model.nu()]), input);
}
