//! Blocks on slopes: sticking creeps by the law of the relaxation, sliding is first order.

use crate::common::scenes::*;
use drystone::math::{Rot, Vec3};
use drystone::shape::{HalfSpace, Shape};
use drystone::step::Simulator;
use drystone::world::{BodyState, FrictionLaw, Input};
use std::sync::Arc;

const HALF: f64 = 0.1;

/// Downhill displacement (m) within `seconds` after `settle` seconds of a cube released on a slope,
/// its velocities half a step early (as in scenes) or at the node.
fn downhill(angle: f64, mu: f64, h: f64, rho: f64, settle: f64, seconds: f64, early: bool) -> f64 {
    let normal = Vec3::new(angle.sin(), 0.0, angle.cos());
    let slope = Shape::HalfSpace(HalfSpace::new(normal, 0.0).unwrap());
    let model = on_floor(&slope, &cuboid(HALF, HALF, HALF), mu)
        .time_step(h)
        .length(HALF);
    let model = Arc::new(model.build().unwrap());
    let mut simulator = Simulator::new(model.clone());
    let mut state = rest(&model);
    let rotation = Rot::from_axis_angle(&Vec3::y_axis(), angle);
    state.bodies[1] = BodyState::at_rest(normal * HALF, rotation);
    if early {
        model.start_half_step_early(&mut state, &[Vec3::zeros(); 2]);
    }
    let input = Input::hold(&model, &state);
    let mut start = state.bodies[1].position;
    let settle_steps = (settle / h).round() as usize;
    for k in 0..settle_steps + (seconds / h).round() as usize {
        if k == settle_steps {
            start = state.bodies[1].position;
        }
        let step = simulator.step(&state, &input, rho).unwrap();
        assert!(step.status.solved);
        state = step.state;
    }
    let along = Vec3::new(angle.cos(), 0.0, -angle.sin());
    along.dot(&(state.bodies[1].position - start))
}

/// docs/formulation.md, section 3: creep velocity of a block that should stick, m/s.
fn creep_law(angle: f64, mu: f64, h: f64, rho: f64) -> f64 {
    let tan = angle.tan();
    rho * HALF * tan / (h * angle.cos() * (mu * mu - tan * tan))
}

#[test]
fn a_sticking_block_creeps_by_the_law_of_the_relaxation() {
    let (angle, mu, h) = (20f64.to_radians(), 0.5, 0.01);
    for rho in [1e-4, 1e-5, 1e-6] {
        let measured = downhill(angle, mu, h, rho, 0.5, 2.0, true) / 2.0;
        let law = creep_law(angle, mu, h, rho);
        println!("rho {rho:.0e}: creep {measured:.4e} m/s, law {law:.4e} m/s");
        assert!((measured / law - 1.0).abs() < 0.05);
    }
}

#[test]
fn a_block_moves_less_than_a_micrometre_in_ten_seconds_at_the_relaxation_of_the_law() {
    let (angle, mu, h) = (20f64.to_radians(), 0.5, 0.01);
    // The largest power of ten for which the law promises less than 0.5 micrometres in 10 s.
    let rho = (-10..-3)
        .rev()
        .map(|k| 10f64.powi(k))
        .find(|&rho| 10.0 * creep_law(angle, mu, h, rho) < 0.5e-6);
    let rho = rho.unwrap();
    let moved = downhill(angle, mu, h, rho, 0.0, 10.0, true);
    println!("rho {rho:.0e}: {moved:.2e} m in 10 s");
    assert!(moved.abs() < 1e-6);
}

#[test]
fn a_sliding_block_misses_the_exact_distance_by_first_order() {
    let (angle, mu, seconds) = (30f64.to_radians(), 0.3, 0.8);
    let exact = 0.5 * 9.81 * (angle.sin() - mu * angle.cos()) * seconds * seconds;
    let mut errors = Vec::new();
    for h in [0.04, 0.02, 0.01, 0.005] {
        let error = |early| (downhill(angle, mu, h, 1e-8, 0.0, seconds, early) - exact).abs();
        let (plain, early) = (error(false), error(true));
        println!("h = {h} s: error {plain:.3e} m of {exact:.4} m, half a step early {early:.1e} m");
        // Started half a step early, as scenes are, the first-order term is gone.
        assert!(early < 1e-5);
        errors.push(plain);
    }
    for pair in errors.windows(2) {
        assert!((0.45..0.55).contains(&(pair[1] / pair[0])), "{errors:?}");
    }
}

/// Distance (m) in which a thin block stops that slides over level ground at `speed` (m/s) in a
/// direction `yaw` (rad) from the x axis.
fn stopping_distance(law: FrictionLaw, mu: f64, speed: f64, yaw: f64) -> f64 {
    let h = 0.002;
    let model = on_floor(&ground(), &cuboid(HALF, HALF, 0.1 * HALF), mu).time_step(h);
    let model = Arc::new(model.length(HALF).friction_law(law).build().unwrap());
    let mut simulator = Simulator::new(model.clone());
    let mut state = rest(&model);
    state.bodies[1] = BodyState::at_rest(Vec3::z() * (0.1 * HALF), Rot::identity());
    state.bodies[1].velocity = Vec3::new(yaw.cos(), yaw.sin(), 0.0) * speed;
    model.start_half_step_early(&mut state, &[Vec3::zeros(); 2]);
    let input = Input::hold(&model, &state);
    for _ in 0..500 {
        let step = simulator.step(&state, &input, 1e-8).unwrap();
        assert!(step.status.solved);
        state = step.state;
    }
    assert!(state.bodies[1].velocity.norm() < 1e-3, "it stops");
    state.bodies[1].position.xy().norm()
}

#[test]
fn a_cone_brakes_alike_in_all_directions_and_a_pyramid_by_its_diagonal() {
    let (mu, speed) = (0.5, 2.0);
    let exact = speed * speed / (2.0 * mu * 9.81);
    // The pyramid |beta1| + |beta2| <= mu gamma has its tangents along x and y here: in between it
    // reaches only mu / sqrt(2), so the way is longer by sqrt(2).
    let diagonal = std::f64::consts::FRAC_PI_4;
    for (law, yaw, factor) in [
        (FrictionLaw::Cone, 0.0, 1.0),
        (FrictionLaw::Cone, diagonal, 1.0),
        (FrictionLaw::Pyramid, 0.0, 1.0),
        (FrictionLaw::Pyramid, diagonal, 2f64.sqrt()),
    ] {
        let way = stopping_distance(law, mu, speed, yaw);
        println!(
            "{law:?} at {yaw:.2} rad: {way:.5} m, exact {:.5} m",
            exact * factor
        );
        // First order: the last step may miss mu g h of speed.
        assert!((way - exact * factor).abs() < speed * 0.002);
    }
}
