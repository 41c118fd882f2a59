//! Worlds that go four abreast have the bits of worlds alone.

use super::{batch, box_on_floor};
use crate::common::scenes::{
    cuboid, drop_start, droppable, fixed, free, ground, on_floor, other_shapes,
};
use drystone::step::Simulator;
use drystone::world::{Input, Model, ModelBuilder, State};
use rand::{Rng, SeedableRng, rngs::StdRng};
use std::sync::Arc;

/// A model and random states of it: of every shape on a floor, of towers, of bodies that may miss each
/// other; some spin too fast, some start deep in the floor, some are nowhere.
fn crowd(kind: usize, seed: u64) -> (Arc<Model>, Vec<(State, Input)>) {
    let mut shapes = droppable(0.1);
    shapes.extend(other_shapes(0.1));
    let model = match shapes.get(kind) {
        Some((_, shape)) => on_floor(&ground(), shape, 0.1 * kind as f64),
        None => {
            let floor = if kind.is_multiple_of(2) {
                ground()
            } else {
                cuboid(2.0, 2.0, 0.1)
            };
            let bodies =
                (0..2).map(|k| free(&format!("body {k}"), &cuboid(0.1, 0.1, 0.1), 1.0, 0.5));
            bodies.fold(
                Model::builder().body(fixed("floor", &floor, 0.5)),
                ModelBuilder::body,
            )
        }
    };
    let model = Arc::new(model.build().unwrap());
    let mut random = StdRng::seed_from_u64(seed);
    let starts = (0..random.random_range(1..14)).map(|_| {
        let mut state = drop_start(&model, 0.1, random.random());
        let count = state.bodies.len();
        for body in 1..count {
            let at = &mut state.bodies[body];
            at.position.z = 0.1 + 0.2 * body as f64 + random.random_range(-0.02..0.1);
            at.position.x = random.random_range(-0.15..0.15);
            match random.random_range(0..12) {
                0 => at.angular_velocity.x = 150.0,
                1 => at.position.z -= 0.08,
                2 => at.position.y = f64::NAN,
                3 => at.position.z += 2.0,
                _ => (),
            }
        }
        let mut input = Input::hold(&model, &state);
        input.wrenches[1].force.x = random.random_range(-5.0..5.0);
        (state, input)
    });
    let starts = starts.collect();
    (model, starts)
}

#[test]
fn members_abreast_have_the_bits_of_members_alone() {
    let mut solved = 0;
    for seed in 0..120 {
        let (model, starts) = crowd(seed as usize % 12, seed);
        let mut alone = Simulator::new(model.clone());
        let mut batch = batch(1);
        let rho = [1e-6, 1e-4, 1e-8][seed as usize % 3];
        let mut starts = starts;
        for _ in 0..4 {
            let steps = batch.step(&model, &starts, rho);
            for (step, (state, input)) in steps.iter().zip(&mut starts) {
                match (step, alone.step(state, input, rho)) {
                    (Ok(step), Ok(wanted)) => {
                        let bits = |state: &State| -> Vec<u64> {
                            let numbers = state.bodies.iter().flat_map(|body| body.numbers());
                            numbers.map(f64::to_bits).collect()
                        };
                        assert_eq!(step, &wanted, "seed {seed}");
                        assert_eq!(bits(&step.state), bits(&wanted.state), "seed {seed}");
                        solved += usize::from(step.status.solved);
                        state.clone_from(&step.state);
                    }
                    (Err(why), Err(wanted)) => assert_eq!(why.to_string(), wanted.to_string()),
                    (step, wanted) => panic!("seed {seed}: {step:?} and {wanted:?}"),
                }
            }
        }
    }
    assert!(solved > 1500, "{solved}");
}

#[test]
fn worlds_that_collide_have_the_bits_of_worlds_alone_beside_some_at_rest() {
    let model = box_on_floor();
    let mut alone = Simulator::new(model.clone());
    for order in [
        [0.0, 3.0, 0.1, 2.5],
        [3.0, 0.0, 0.0, 0.0],
        [0.0, 0.0, 2.0, 4.0],
    ] {
        let starts = order.map(|speed| {
            let mut state = drop_start(&model, 0.1, 7);
            state.bodies[1].position.z = 0.09;
            state.bodies[1].velocity.z = -speed; // m/s
            let input = Input::hold(&model, &state);
            (state, input)
        });
        let steps = batch(1).step(&model, &starts, 1e-6);
        for (step, (state, input)) in steps.iter().zip(&starts) {
            let wanted = alone.step(state, input, 1e-6).unwrap();
            assert_eq!(wanted.contacts.len(), 1);
            assert_eq!(step.as_ref().unwrap(), &wanted, "{order:?}");
        }
    }
}
