//! Boxes that are dropped come to rest: none goes on spinning on its face.

use super::scenes::{cuboid, drop_start, ground, on_floor};
use drystone::math::Vec3;
use drystone::step::Simulator;
use drystone::world::Input;
use std::sync::Arc;

const HALF: f64 = 0.1;

#[test]
fn a_hundred_dropped_boxes_come_to_rest() {
    for frequency in [10.0, 30.0, 100.0, 500.0] {
        let (mut linear, mut angular) = (0.0_f64, 0.0_f64);
        for seed in 0..100 {
            let builder = on_floor(&ground(), &cuboid(HALF, 0.8 * HALF, 0.6 * HALF), 0.5);
            let model = Arc::new(builder.time_step(1.0 / frequency).build().expect("valid"));
            let mut state = drop_start(&model, HALF, seed);
            let input = Input::hold(&model, &state);
            let mut simulator = Simulator::new(model.clone());
            for _ in 0..(5.0 * frequency) as usize {
                let step = simulator.step(&state, &input, 1e-6).expect("valid");
                assert!(step.status.solved, "{frequency} Hz, {seed}");
                state = step.state;
            }
            let (body, own) = (&state.bodies[1], &model.bodies[1]);
            let spin: Vec3 = own.inertia * body.angular_velocity;
            linear = linear.max(own.mass * body.velocity.norm());
            angular = angular.max(spin.norm());
        }
        println!("{frequency} Hz: {linear:.1e} kg m/s, {angular:.1e} kg m^2/s at most after 5 s");
        assert!(linear < 1e-6, "{frequency} Hz: {linear:e} kg m/s");
        assert!(
            angular < 1e-6 * HALF,
            "{frequency} Hz: {angular:e} kg m^2/s"
        );
    }
}
