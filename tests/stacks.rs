//! Towers of 1 kg cubes, 20 cm wide (SL Figs. 8 and 10): they stand, at any step size.

use crate::common::scenes::*;
use drystone::math::{Rot, Vec3};
use drystone::shape::penetration;
use drystone::step::{Simulator, Step};
use drystone::world::{BodyState, Input, Model};
use std::sync::Arc;

const HALF: f64 = 0.1;

struct Outcome {
    unsolved: usize,
    iterations: f64,
    displacement: f64,
    drift: (f64, f64),
    penetration: f64,
}

/// `n` cubes; those with odd numbers weigh `heavy` kg, the others 1 kg.
fn stand(n: usize, frequency: f64, heavy: f64, seconds: f64) -> Outcome {
    let mut builder =
        Model::builder()
            .time_step(1.0 / frequency)
            .body(fixed("floor", &ground(), 0.5));
    for i in 0..n {
        builder = builder.body(free(
            &format!("cube {i}"),
            &cuboid(HALF, HALF, HALF),
            if i % 2 == 1 { heavy } else { 1.0 },
            0.5,
        ));
    }
    let model = Arc::new(builder.build().unwrap());
    let mut state = rest(&model);
    for i in 0..n {
        let z = HALF * (2 * i + 1) as f64;
        state.bodies[i + 1] = BodyState::at_rest(Vec3::new(0.0, 0.0, z), Rot::identity());
    }
    model.start_half_step_early(&mut state, &vec![Vec3::zeros(); n + 1]);
    let input = Input::hold(&model, &state);
    let mut simulator = Simulator::new(model.clone());
    let mut step = Step::default();
    let steps = (seconds * frequency).round() as usize;
    let mut settled = None;
    let mut out = Outcome {
        unsolved: 0,
        iterations: 0.0,
        displacement: 0.0,
        drift: (0.0, 0.0),
        penetration: 0.0,
    };
    for k in 0..steps {
        simulator
            .step_into(&state, &input, 1e-6, &mut step)
            .unwrap();
        out.unsolved += usize::from(!step.status.solved);
        out.iterations += step.status.iterations as f64 / steps as f64;
        state.clone_from(&step.state);
        let seconds = (k + 1) as f64 / frequency;
        for (body, at) in model.bodies.iter().zip(&state.bodies) {
            out.drift.0 += (at.velocity * body.mass).norm() / steps as f64;
            out.drift.1 += (body.inertia * at.angular_velocity).norm() / steps as f64;
        }
        if settled.is_none() && seconds >= 0.5 - 1e-9 {
            settled = Some(state.clone());
        }
        if let Some(settled) = &settled {
            for (a, b) in settled.bodies.iter().zip(&state.bodies) {
                out.displacement = out.displacement.max((a.position - b.position).norm());
            }
        }
        if k % 10 == 0 {
            for contact in &step.contacts {
                let at = |id: drystone::step::PartId| {
                    let body = &state.bodies[id.body];
                    (
                        &model.bodies[id.body].parts[id.part].placed,
                        (body.position, body.rotation),
                    )
                };
                let ((a, pose_a), (b, pose_b)) = (at(contact.first), at(contact.second));
                let depth = penetration(a, &pose_a, b, &pose_b, &contact.normal);
                out.penetration = out.penetration.max(depth);
            }
        }
    }
    out
}

#[test]
fn towers_of_cubes_stand_still_at_any_step_size() {
    for n in [2, 4, 10] {
        for frequency in [10.0, 20.0, 50.0, 100.0, 500.0] {
            let out = stand(n, frequency, 1.0, 10.0);
            println!(
                "stack{n} {frequency} Hz: unsolved {}, iterations {:.2}, displacement {:.1e} m, drift {:.1e} kg m/s {:.1e} kg m^2/s, penetration {:.1e} m",
                out.unsolved,
                out.iterations,
                out.displacement,
                out.drift.0,
                out.drift.1,
                out.penetration
            );
            // docs/formulation.md, section 4, step 4
            let said = if frequency < 200.0 {
                2.95..4.05
            } else {
                3.95..5.05
            };
            let iterations = out.iterations;
            assert!(
                said.contains(&iterations),
                "{iterations}: change docs/formulation.md"
            );
            assert_eq!(out.unsolved, 0);
            assert!(out.displacement < 1e-5);
            assert!(out.drift.0 < 1e-3 && out.drift.1 < 1e-3);
            assert!(out.penetration < 1e-5);
        }
    }
}

#[test]
fn a_light_cube_carries_a_heavy_one_and_so_on() {
    for heavy in [10.0, 1e3, 1e4] {
        for frequency in [50.0, 100.0] {
            let out = stand(4, frequency, heavy, 2.0);
            println!(
                "1 and {heavy} kg in turn, {frequency} Hz: unsolved {}, iterations {:.1}, displacement {:.1e} m",
                out.unsolved, out.iterations, out.displacement
            );
            assert_eq!(out.unsolved, 0);
            assert!(out.displacement < 1e-5);
            assert!(out.penetration < 1e-5);
        }
    }
}
