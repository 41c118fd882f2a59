//! A box drops onto the ground: the library without scene files.
//!
//! Run with `cargo run --release --example drop`.

use drystone::{Body, Input, Model, Rot, Shape, Simulator};

fn main() -> drystone::Result<()> {
    let ground = Body::fixed("ground").shape(Shape::half_space([0.0, 0.0, 1.0], 0.0));
    let brick = Body::free("box")
        .shape(Shape::cuboid([0.1, 0.075, 0.05])) // half extents, m
        .density(600.0) // kg/m^3
        .at([0.0, 0.0, 0.6]) // m
        .rotation(Rot::from_scaled_axis([0.5, 0.7, 0.1].into()));
    let (model, mut state) = Model::builder()
        .time_step(0.01) // s
        .body(ground)
        .body(brick)
        .build_with_start()?;

    let mut simulator = Simulator::new(model);
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
