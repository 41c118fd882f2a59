//! Chains thrown on the floor: contacts and joints in one problem.

use drystone::shape::Shape;
use drystone::world::{Body, JointKind, JointSpec};
use drystone::{Input, Model, Simulator, State, Vec3};
use rand::{Rng, SeedableRng, rngs::StdRng};
use std::collections::BTreeMap;
use std::sync::Arc;

pub fn thrown(links: usize, seed: u64, time_step: f64) -> (Arc<Model>, State) {
    let mut random = StdRng::seed_from_u64(seed);
    let mut builder = Model::builder()
        .time_step(time_step)
        .body(Body::fixed("floor").shape(Shape::half_space(Vec3::z(), 0.0)));
    let mut any = || random.random_range(-1.0..1.0);
    for i in 0..links {
        let mut body = match i % 2 {
            0 => Body::free(format!("b{i}")).shape(Shape::capsule(0.04, 0.2)),
            _ => Body::free(format!("b{i}")).shape(Shape::cuboid([0.14, 0.04, 0.03])),
        };
        body = body.at([0.3 * i as f64, 0.0, 0.5 + 0.1 * any()]);
        body.start.velocity = Vec3::new(any(), any(), any()) * 2.0;
        body.start.angular_velocity = Vec3::new(any(), any(), any()) * 2.0;
        builder = builder.body(body);
    }
    for i in 1..links {
        let kind = match (seed as usize + i) % 3 {
            0 => JointKind::Revolute,
            1 => JointKind::Spherical,
            _ => JointKind::Universal,
        };
        let spec = JointSpec::new(format!("j{i}"), kind, format!("b{i}"))
            .parent(format!("b{}", i - 1))
            .anchor(Vec3::new(0.15, 0.0, 0.0));
        let axis = Vec3::new(0.0, any(), any());
        builder = builder.joint(match kind {
            JointKind::Universal => spec.axes(Vec3::y(), Vec3::z()),
            _ => spec.axis(axis),
        });
    }
    let (model, state) = builder.build_with_start().unwrap();
    (Arc::new(model), state)
}

#[test]
#[ignore = "a study"]
fn study_thrown_chains() {
    for links in [4, 10] {
        for hertz in [30.0, 60.0, 100.0, 250.0, 500.0] {
            let (mut steps, mut failed, mut unsolved, mut iterations, mut gap) =
                (0, 0, 0, 0, 0.0_f64);
            let (mut gains, mut gain) = (0, 0.0_f64);
            let mut rungs: BTreeMap<&str, usize> = BTreeMap::new();
            for seed in 0..10 {
                let (model, mut state) = thrown(links, seed, 1.0 / hertz);
                let input = Input::hold(&model, &state);
                let mut simulator = Simulator::new(model.clone());
                for n in 0..(2.0 * hertz) as usize {
                    let step = simulator.step(&state, &input, 1e-6).unwrap();
                    steps += 1;
                    failed += usize::from(step.status.needed_ladder);
                    if step.status.needed_ladder {
                        *rungs.entry(step.status.rung.name()).or_default() += 1;
                    }
                    if !step.status.solved {
                        unsolved += 1;
                        println!(
                            "unsolved {links} {hertz} seed {seed} step {n}: {}",
                            step.status.explain(1e-6)
                        );
                    }
                    let energy = &step.status.energy;
                    if energy.unexplained() > 1e-9 {
                        gains += 1;
                        gain = gain.max(energy.unexplained());
                    }
                    iterations += step.status.iterations;
                    state = step.state;
                    for joint in &model.joints {
                        gap = gap.max(joint.gap(&state)[0] / model.units.length);
                    }
                }
            }
            println!(
                "{links} links {hertz} Hz: {steps} steps, first attempts failed {:.2} %, unsolved {unsolved}, iterations {:.1}, gap {gap:.1e} {rungs:?}, {gains} unexplained gains up to {gain:.1e} J",
                100.0 * failed as f64 / steps as f64,
                iterations as f64 / steps as f64
            );
        }
    }
}
