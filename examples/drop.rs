//! A box drops onto the ground: the library without scene files.
//!
//! Run with `cargo run --release --example drop`.

use drystone::shape::{Cuboid, HalfSpace, Placed, Shape};
use drystone::step::Simulator;
use drystone::world::{BodySpec, BodyState, Input, MassSpec, Model, Motion, PartSpec, State};
use drystone::{Rot, Vec3};
use std::sync::Arc;

fn body(name: &str, motion: Motion, shape: Shape) -> BodySpec {
    BodySpec {
        name: name.into(),
        motion,
        plane: None,
        mass: MassSpec::Density(600.0), // kg/m^3
        parts: vec![PartSpec {
            name: name.into(),
            placed: Placed::at_origin(shape),
            friction: 0.5,
            torsional_friction: 0.02, // m
        }],
    }
}

fn main() -> drystone::Result<()> {
    let ground = Shape::HalfSpace(HalfSpace::new(Vec3::z(), 0.0)?);
    let brick = Shape::Cuboid(Cuboid::new(Vec3::new(0.1, 0.075, 0.05))?);
    let model = Model::builder()
        .time_step(0.01)
        .body(body("ground", Motion::Fixed, ground))
        .body(body("box", Motion::Free, brick))
        .build()?;

    let tilted = Rot::from_scaled_axis(Vec3::new(0.5, 0.7, 0.1));
    let mut state = State {
        bodies: vec![
            BodyState::at_rest(Vec3::zeros(), Rot::identity()),
            BodyState::at_rest(Vec3::new(0.0, 0.0, 0.6), tilted),
        ],
    };
    model.start_half_step_early(&mut state, &[Vec3::zeros(); 2]);

    let mut simulator = Simulator::new(Arc::new(model));
    for i in 0..200 {
        let input = Input::hold(simulator.model(), &state);
        let step = simulator.step(&state, &input, 1e-6)?;
        assert!(step.status.solved, "{}", step.status.reason);
        state = step.state;
        if i % 20 == 19 {
            let (x, n) = (state.bodies[1].position, step.contacts.len());
            println!(
                "t = {:.1} s  z = {:.6} m  {n} contacts",
                0.01 * f64::from(i + 1),
                x.z
            );
        }
    }
    Ok(())
}
