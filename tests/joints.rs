//! Joints: momentum, energy, order, gaps.

use drystone::shape::Shape;
use drystone::world::{Body, JointKind, JointSpec};
use drystone::{Input, Model, Simulator, State, Vec3};
use rand::{Rng, SeedableRng, rngs::StdRng};
use std::sync::Arc;

const KINDS: [JointKind; 8] = [
    JointKind::Revolute,
    JointKind::Prismatic,
    JointKind::Cylindrical,
    JointKind::Planar,
    JointKind::Universal,
    JointKind::Spherical,
    JointKind::Fixed,
    JointKind::Screw { pitch: 0.2 },
];

fn chain(kind: JointKind, links: usize, seed: u64, h: f64) -> (Arc<Model>, State) {
    let mut random = StdRng::seed_from_u64(seed);
    let mut builder = Model::builder()
        .time_step(h)
        .gravity(Vec3::zeros())
        .length(0.2);
    for i in 0..links {
        let size = [0.1, 0.05, 0.2].map(|x| x * random.random_range(0.7..1.4));
        let mut body =
            Body::free(format!("b{i}"))
                .shape(Shape::cuboid(size))
                .at([0.0, 0.0, 0.5 * i as f64]);
        let mut any = || random.random_range(-1.0..1.0);
        body.start.velocity = Vec3::new(any(), any(), any());
        body.start.angular_velocity = Vec3::new(any(), any(), any());
        builder = builder.body(body);
    }
    for i in 1..links {
        let mut any = || random.random_range(-1.0..1.0);
        let (first, second) = (
            Vec3::new(any(), any(), any()),
            Vec3::new(any(), any(), any()),
        );
        let spec = JointSpec::new(format!("j{i}"), kind, format!("b{i}"))
            .parent(format!("b{}", i - 1))
            .anchor(Vec3::new(0.0, 0.0, 0.25));
        let spec = match kind {
            JointKind::Universal => spec.axes(first, second),
            _ => spec.axis(first),
        };
        builder = builder.joint(spec);
    }
    for i in 0..links {
        for j in 0..i {
            builder = builder.no_contact(format!("b{j}"), format!("b{i}"));
        }
    }
    let (model, state) = builder.build_with_start().unwrap();
    (Arc::new(model), state)
}

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

#[test]
fn try_chains() {
    for kind in KINDS {
        for h in [0.01, 0.005] {
            let (model, mut state) = chain(kind, 8, 3, h);
            let mut simulator = Simulator::new(model.clone());
            let input = Input::hold(&model, &state);
            let mut worst = [0.0_f64; 2];
            let mut energies = Vec::new();
            let mut iterations = 0;
            let mut start = None;
            let mut drift = [0.0_f64; 2];
            let mut unsolved = 0;
            for _ in 0..(4.0 / h) as usize {
                let step = simulator.step(&state, &input, 1e-6).unwrap();
                unsolved += usize::from(!step.status.solved);
                iterations += step.status.iterations;
                state = step.state;
                let [p, l] = *start.get_or_insert_with(|| momenta(&model, &state));
                let [p1, l1] = momenta(&model, &state);
                drift = [drift[0].max((p1 - p).norm()), drift[1].max((l1 - l).norm())];
                energies.push(kinetic(&model, &state));
                for joint in &model.joints {
                    let gap = joint.gap(&state);
                    worst = [worst[0].max(gap[0]), worst[1].max(gap[1])];
                }
            }
            let [low, high] = energies
                .iter()
                .fold([f64::MAX, f64::MIN], |[a, b], e| [a.min(*e), b.max(*e)]);
            println!(
                "{:12} h {h}: gap {:.1e} {:.1e} drift {:.1e} {:.1e} energy {:.5} +- {:.1e} it/step {:.2} unsolved {unsolved}",
                kind.name(),
                worst[0],
                worst[1],
                drift[0],
                drift[1],
                energies[0],
                (high - low) / energies[0],
                iterations as f64 / energies.len() as f64
            );
        }
    }
}
