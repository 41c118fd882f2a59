//! What the relaxation does to a body at rest: the hovering gap and its independence of scale.

use crate::common::scenes::*;
use drystone::math::{Rot, Vec3};
use drystone::shape::Shape;
use drystone::step::{Simulator, Step};
use drystone::world::{BodyState, Input};
use std::sync::Arc;

/// Gap at rest of a cube of half-size `half`, by its true vertices, in units of rho L.
fn resting_gap(floor: &Shape, top: f64, half: f64, rho: f64) -> (f64, usize) {
    let h = 0.22 * (half / 9.81).sqrt();
    let cube = cuboid(half, half, half);
    let model = on_floor(floor, &cube, 0.5)
        .time_step(h)
        .length(half)
        .build()
        .unwrap();
    let model = Arc::new(model);
    let mut simulator = Simulator::new(model.clone());
    let mut state = rest(&model);
    state.bodies[1] = BodyState::at_rest(Vec3::new(0.0, 0.0, top + half * 1.01), Rot::identity());
    let input = Input::hold(&model, &state);
    let mut step = Step::default();
    let mut worst = 0;
    for _ in 0..300 {
        simulator.step_into(&state, &input, rho, &mut step).unwrap();
        assert!(step.status.solved);
        worst = worst.max(step.status.iterations);
        state.clone_from(&step.state);
    }
    let body = &state.bodies[1];
    let lowest = (0..8).map(|i| {
        let sign = |bit: i32| if i & bit == 0 { half } else { -half };
        (body.position + body.rotation * Vec3::new(sign(1), sign(2), sign(4))).z
    });
    let gap = lowest.fold(f64::INFINITY, f64::min) - top;
    (gap / (rho * half), worst)
}

#[test]
fn the_resting_gap_is_the_same_multiple_of_rho_on_every_floor_and_at_every_size() {
    let rho = 1e-5;
    let mut gaps = Vec::new();
    for half in [0.01, 0.5] {
        let floors = [
            ("half-space", ground(), 0.0),
            ("box of 1 m", cuboid(0.5, 0.5, 0.5), 0.5),
            ("box of 10 m", cuboid(5.0, 5.0, 5.0), 5.0),
        ];
        for (name, floor, top) in floors {
            let (gap, worst) = resting_gap(&floor, top, half, rho);
            println!(
                "half-size {half} m on a {name}: gap {gap:.3} rho L, at most {worst} iterations"
            );
            gaps.push(gap);
        }
    }
    for gap in &gaps {
        assert!((gap / 2.4 - 1.0).abs() < 0.1, "{gaps:?}");
    }
}

/// Iterations of every step of a drop in which length, mass and time are scaled together.
fn drop_counts(half: f64, mass: f64, seed: u64, floor: &Shape, top: f64) -> Vec<usize> {
    let h = 0.05 * (half / 9.81_f64).sqrt();
    let mut builder = drystone::world::Model::builder().time_step(h).length(half);
    builder = builder.body(fixed("floor", floor, 0.5));
    builder = builder.body(free(
        "body",
        &cuboid(half, 0.8 * half, 0.6 * half),
        mass,
        0.5,
    ));
    let model = Arc::new(builder.build().unwrap());
    let mut simulator = Simulator::new(model.clone());
    let mut state = drop_start(&model, half, seed);
    state.bodies[1].position.z += top;
    let input = Input::hold(&model, &state);
    let mut counts = Vec::new();
    for _ in 0..150 {
        let step = simulator.step(&state, &input, 1e-6).unwrap();
        assert!(step.status.solved);
        counts.push(step.status.iterations);
        state = step.state;
    }
    counts
}

#[test]
fn a_drop_takes_the_same_iterations_at_1_cm_and_1_g_as_at_10_m_and_1_t() {
    let mut different = 0;
    let mut steps = 0;
    for seed in 0..10 {
        let small = drop_counts(0.01, 1e-3, seed, &ground(), 0.0);
        let large = drop_counts(10.0, 1e3, seed, &ground(), 0.0);
        steps += small.len();
        different += small.iter().zip(&large).filter(|(a, b)| a != b).count();
    }
    println!("{different} of {steps} steps differ in their iteration count");
    assert_eq!(different, 0);
}

#[test]
fn drops_on_box_floors_take_the_same_iterations_as_on_a_half_space() {
    let mean = |floor: &Shape, top: f64| {
        let all: Vec<usize> = (0..10)
            .flat_map(|seed| drop_counts(0.5, 1.0, seed, floor, top))
            .collect();
        all.iter().sum::<usize>() as f64 / all.len() as f64
    };
    let plane = mean(&ground(), 0.0);
    for half in [0.5_f64, 25.0, 250.0] {
        let floor = mean(&cuboid(half.max(2.0), half.max(2.0), half), half);
        println!("floor of half-thickness {half} m: {floor:.2} iterations, half-space {plane:.2}");
        assert!((floor - plane).abs() < 1.0);
    }
}

/// Impulses of a pair count in sqrt(m_a m_b) V, so the gap carries the weight of the lighter one by
/// rho L (T / h) sqrt(m_b / m_a): 1 kg on a free body of 1,000 t hovers 1,000 times higher than on the floor.
/// What the collision problem takes from it (about 2 rho L) depends on no mass.
#[test]
fn a_light_body_hovers_over_a_heavy_one_by_the_root_of_their_masses() {
    let (half, rho) = (0.1, 1e-6);
    let h = 0.01;
    let unit_of_time = (half / 9.81_f64).sqrt();
    for ratio in [1.0, 1e2, 1e4, 1e6] {
        let cube = cuboid(half, half, half);
        let model = on_floor(&ground(), &cube, 0.5)
            .body(free("light", &cube, 1.0, 0.5))
            .time_step(h)
            .length(half)
            .build()
            .unwrap();
        let mass = model.parameter("body.mass").unwrap();
        let model = Arc::new(model.with_parameter(&mass, ratio).unwrap());
        let at = |z: f64| BodyState::at_rest(Vec3::z() * z, Rot::identity());
        let mut state = rest(&model);
        state.bodies[1] = at(half);
        // where the law has it, so that it need not fall there
        let law = rho * half * (ratio.sqrt() * unit_of_time / h - 2.0);
        state.bodies[2] = at(3.0 * half + law);
        let mut simulator = Simulator::new(model.clone());
        let input = Input::hold(&model, &state);
        for _ in 0..100 {
            let step = simulator.step(&state, &input, rho).unwrap();
            assert!(step.status.solved, "{}", step.status.reason);
            state = step.state;
        }
        let gap = state.bodies[2].position.z - state.bodies[1].position.z - 2.0 * half;
        println!(
            "mass ratio {ratio:e}: gap {:.4} mm, by the law {:.4} mm",
            1e3 * gap,
            1e3 * law
        );
        // The length H of a pair is about 5 % too long at the relaxation that it is found at.
        assert!(
            (gap / law - 1.0).abs() < 0.1,
            "{ratio:e}: {gap:e} m, {law:e} m"
        );
    }
}
