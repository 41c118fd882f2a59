//! One body that falls on a floor: every shape, soft and stiff, long and short steps.

use crate::common::scenes::*;
use crate::full_kkt::compare::{Run, Tally};
use drystone::math::Vec3;
use drystone::shape::Shape;
use std::sync::Arc;

/// Half-size of the bodies, m.
const HALF: f64 = 0.5;

/// (steps per second, relaxation).
const STEPS: [(f64, f64); 6] = [
    (30.0, 1e-2),
    (30.0, 1e-4),
    (30.0, 1e-6),
    (30.0, 1e-8),
    (100.0, 1e-4),
    (100.0, 1e-6),
];

fn drop(floor: &Shape, top: f64, (frequency, rho): (f64, f64), seed: u64, tally: &mut Tally) {
    for (name, shape) in droppable(HALF).into_iter().chain(other_shapes(HALF)) {
        let model = on_floor(floor, &shape, 0.5).time_step(1.0 / frequency);
        let model = Arc::new(model.build().expect("valid"));
        let mut state = drop_start(&model, HALF, seed);
        state.bodies[0].position = Vec3::z() * -top;
        let run = Run {
            name,
            model,
            state,
            rho,
            steps: (1.2 * frequency) as usize,
        };
        run.go(tally);
    }
}

#[test]
fn drops_on_a_plane() {
    let mut tally = Tally::default();
    for (k, case) in STEPS.into_iter().enumerate() {
        drop(&ground(), 0.0, case, k as u64, &mut tally);
    }
    tally.finish("drops on a plane", 2500);
}

#[test]
fn drops_on_a_box() {
    let mut tally = Tally::default();
    for (k, case) in STEPS.into_iter().enumerate() {
        drop(&cuboid(3.0, 2.0, 0.5), 0.5, case, 10 + k as u64, &mut tally);
    }
    tally.finish("drops on a box", 2500);
}
