//! The soft-minimum contact model: its law, its derivatives, and bodies that rest, creep, tip and collide under it.

mod contacts;
mod drops;
mod dual;
mod explicit;
mod fast;
mod laws;
mod rest;
mod solids;
mod tangent;

use crate::common::scenes::{cuboid, fixed, free, ground};
use drystone::math::{Rot, Vec3};
use drystone::shape::{Shape, Sphere};
use drystone::world::{BodyState, ContactModel, Model, ModelBuilder, State};
use std::sync::Arc;

/// Both laws.
const MODELS: [ContactModel; 2] = [
    ContactModel::SoftMinimum,
    ContactModel::SoftMinimumAsPublished,
];

/// A ball.
fn ball(radius: f64) -> Shape {
    Shape::Sphere(Sphere::new(radius).expect("a ball"))
}

/// A builder with a plane of friction 0.5.
fn on_ground(model: ContactModel) -> ModelBuilder {
    Model::builder()
        .contact_model(model)
        .body(fixed("floor", &ground(), 0.5))
}

/// Cubes of half-size `half` on a plane, one above the other; 1 kg each.
fn tower(model: ContactModel, count: usize, half: f64) -> Arc<Model> {
    let mut builder = on_ground(model).length(half);
    for i in 0..count {
        builder = builder.body(free(
            &format!("cube {i}"),
            &cuboid(half, half, half),
            1.0,
            0.5,
        ));
    }
    Arc::new(builder.build().expect("a tower"))
}

/// Two bodies without gravity that tumble towards each other.
fn two_that_collide() -> State {
    let at = |x: f64, v: f64, w: Vec3| BodyState {
        velocity: Vec3::new(v, 0.1 * v, 0.0),
        angular_velocity: w,
        ..BodyState::at_rest(Vec3::new(x, 0.02, 0.01), Rot::identity())
    };
    State {
        bodies: vec![
            at(-0.5, 1.0, Vec3::new(1.0, 2.0, 0.5)),
            at(0.5, -1.0, Vec3::new(-2.0, 0.3, 1.0)),
        ],
        ..State::default()
    }
}
