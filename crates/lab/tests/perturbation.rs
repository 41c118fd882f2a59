//! Initial states that differ by chance: within their bounds, each by its own number.

use crate::scenes;
use drystone::math::{Rot, Vec3};
use drystone::shape::{Shape, Sphere};
use drystone::world::{Body, Model, Plane, State};
use drystone_lab::Perturbation;
use scenes::*;
use std::sync::Arc;

/// Three kinds of moving bodies and a floor.
fn tripled() -> (Arc<Model>, State) {
    let ball = Shape::Sphere(Sphere::new(0.1).unwrap());
    let planar = free("planar", &ball, 1.0, 0.5).plane(Plane::Xz);
    let prescribed = Body::prescribed("prescribed").shape(ball.clone());
    let model = Model::builder()
        .body(fixed("floor", &ground(), 0.5))
        .body(free("free", &ball, 1.0, 0.5))
        .body(planar)
        .body(prescribed);
    let model = Arc::new(model.build().unwrap());
    let mut state = rest(&model);
    for (i, at) in state.bodies.iter_mut().enumerate() {
        at.position = Vec3::new(i as f64, 0.0, 0.5);
        at.rotation = Rot::from_scaled_axis(Vec3::new(0.0, 0.4, 0.0));
        at.angular_velocity = Vec3::new(0.0, 2.0, 0.0);
    }
    (model, state)
}

#[test]
fn perturbations_fill_their_bounds_and_stay_within_them() {
    let text = "position=0.01, rotation=5,velocity=0.1,angular_velocity=0.5";
    let bounds: Perturbation = text.parse().unwrap();
    let (model, first) = tripled();
    assert_eq!(bounds.member(&model, &first, 9, 0), first);
    let mut most = [[0.0_f64; 3]; 4];
    for index in 1..2000 {
        let state = bounds.member(&model, &first, 9, index);
        assert_eq!(state, bounds.member(&model, &first, 9, index));
        for i in [0, 3] {
            assert_eq!(state.bodies[i], first.bodies[i]);
        }
        let changes = |i: usize| {
            let (at, was) = (&state.bodies[i], &first.bodies[i]);
            [
                at.position - was.position,
                (at.rotation * was.rotation.inverse()).scaled_axis(),
                at.velocity - was.velocity,
                at.angular_velocity_world() - was.angular_velocity_world(),
            ]
        };
        for (most, change) in most.iter_mut().zip(changes(1)) {
            for k in 0..3 {
                most[k] = most[k].max(change[k].abs());
            }
        }
        let [x, turn, v, w] = changes(2);
        let round_off = 1e-12;
        assert!(x.y == 0.0 && v.y == 0.0 && x.x != 0.0 && v.z != 0.0);
        assert!(turn.x.abs() + turn.z.abs() + w.x.abs() + w.z.abs() < round_off);
        assert!(turn.y.abs() > round_off && w.y.abs() > round_off);
    }
    let limits = [0.01, 5.0_f64.to_radians(), 0.1, 0.5];
    for (most, limit) in most.iter().zip(limits) {
        for m in most {
            assert!(
                (0.99 * limit..=limit * (1.0 + 1e-9)).contains(m),
                "{m} of {limit}"
            );
        }
    }
    let [one, other] = [9, 10].map(|seed| bounds.member(&model, &first, seed, 1));
    assert_ne!(one, other);
}

#[test]
fn a_perturbation_that_means_nothing_is_refused() {
    for (text, why) in [
        ("colour=1", "\"colour\" cannot be perturbed"),
        ("", "\"\" cannot be perturbed"),
        ("position=0.1,position=0.2", "position is given twice"),
        (
            "velocity=-1",
            "velocity must be a finite number >= 0, got \"-1\"",
        ),
        ("rotation=inf", "rotation must be a finite number"),
        (
            "rotation",
            "rotation must be a finite number >= 0, got \"\"",
        ),
    ] {
        let error = text.parse::<Perturbation>().unwrap_err().to_string();
        assert!(error.contains(why), "{text}: {error}");
    }
}
