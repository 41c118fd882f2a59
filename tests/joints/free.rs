//! Free chains: momentum to rounding, energy of second order, gaps.

use crate::joints::chains::{Chain, KINDS};
use drystone::{Input, Model, Simulator, State, Vec3};

fn momenta(model: &Model, state: &State) -> [Vec3; 2] {
    let bodies = model.bodies.iter().zip(&state.bodies);
    bodies.fold([Vec3::zeros(); 2], |[p, l], (body, at)| {
        let linear = at.velocity * body.mass;
        let spin = at.rotation * (body.inertia * at.angular_velocity);
        [p + linear, l + at.position.cross(&linear) + spin]
    })
}

fn kinetic(model: &Model, state: &State) -> f64 {
    let bodies = model.bodies.iter().zip(&state.bodies);
    bodies
        .map(|(body, at)| {
            let w = &at.angular_velocity;
            0.5 * (body.mass * at.velocity.norm_squared() + w.dot(&(body.inertia * w)))
        })
        .sum()
}

/// Worst gap in units of length, worst drift of both momenta, range of the energy over it.
struct Run {
    gap: f64,
    drift: f64,
    energy: f64,
    iterations: f64,
}

fn run(chain: &Chain, seconds: f64) -> Run {
    let (model, mut state) = chain.build();
    let mut simulator = Simulator::new(model.clone());
    let input = Input::hold(&model, &state);
    let steps = (seconds / chain.time_step).round() as usize;
    let (mut gap, mut drift, mut iterations) = (0.0_f64, 0.0_f64, 0);
    let mut start = None;
    let mut energies = Vec::new();
    for _ in 0..steps {
        let step = simulator.step(&state, &input, 1e-6).unwrap();
        assert!(step.status.solved, "{}", step.status.explain(1e-6));
        iterations += step.status.iterations;
        state = step.state;
        let [p, l] = *start.get_or_insert_with(|| momenta(&model, &state));
        let [p1, l1] = momenta(&model, &state);
        drift = drift.max((p1 - p).norm()).max((l1 - l).norm());
        energies.push(kinetic(&model, &state));
        for joint in &model.joints {
            let [length, angle] = joint.gap(&state);
            gap = gap.max(length / model.units.length).max(angle);
        }
    }
    let low = energies.iter().copied().fold(f64::MAX, f64::min);
    let high = energies.iter().copied().fold(f64::MIN, f64::max);
    Run {
        gap,
        drift,
        energy: (high - low) / energies[0],
        iterations: iterations as f64 / steps as f64,
    }
}

#[test]
fn free_chains_keep_their_momenta_and_their_joints_and_energy_errors_are_of_second_order() {
    for kind in KINDS {
        let [coarse, fine] = [0.01, 0.005].map(|h| run(&Chain::free(kind, 8, 3, h), 2.0));
        let ratio = coarse.energy / fine.energy;
        println!(
            "{:12} gap {:.1e} drift {:.1e} energy {:.1e} ratio {ratio:.2} iterations {:.2}",
            kind.name(),
            coarse.gap,
            coarse.drift,
            coarse.energy,
            coarse.iterations
        );
        assert!(
            coarse.gap < 1e-9 && fine.gap < 1e-9,
            "{kind:?}: {:e}",
            coarse.gap
        );
        assert!(
            coarse.drift < 1e-11 && fine.drift < 1e-11,
            "{kind:?}: {:e}",
            coarse.drift
        );
        if coarse.energy > 1e-9 {
            assert!((ratio - 4.0).abs() < 0.5, "{kind:?}: {ratio}");
        }
    }
}
