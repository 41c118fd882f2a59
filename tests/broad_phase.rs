//! Which pairs are looked at: those of the plain search over all pairs, wherever the bodies go and
//! whatever was searched before.

use crate::common::scenes::*;
use drystone::broad_phase::{Bounds, BroadPhase, Candidate, Sweep};
use drystone::math::{Pose, Rot, Vec3};
use drystone::shape::{HalfSpace, Placed, Shape, Sphere};
use drystone::step::{Simulator, Step};
use drystone::world::{BodySpec, BodyState, Input, Model, Motion, PartSpec, State};
use proptest::prelude::*;
use rand::{Rng, SeedableRng, rngs::StdRng};
use std::sync::Arc;

fn direction(random: &mut StdRng) -> Vec3 {
    Vec3::from_fn(|_, _| random.random_range(-1.0..1.0))
}

/// A body of one to four boxes and balls within 0.5 m.
fn body(name: String, motion: Motion, random: &mut StdRng) -> BodySpec {
    let parts = (0..random.random_range(1..=4)).map(|k| {
        let size = random.random_range(0.02..0.2);
        let shape = match random.random_bool(0.5) {
            true => cuboid(size, 0.5 * size, 2.0 * size),
            false => Shape::Sphere(Sphere::new(size).unwrap()),
        };
        let placed = Placed {
            shape,
            offset: 0.5 * direction(random),
            rotation: Rot::from_scaled_axis(2.0 * direction(random)),
        };
        PartSpec::new(format!("part {k}"), placed, 0.5)
    });
    let mut spec = BodySpec::new(name, motion).mass(1.0);
    spec.parts = parts.collect();
    spec
}

/// A world of all kinds of bodies, with a tilted plane, some pairs that may not touch.
fn world(bodies: usize, random: &mut StdRng) -> Arc<Model> {
    let plane = HalfSpace::new(Vec3::new(0.2, -0.1, 1.0).normalize(), -0.5).unwrap();
    let mut builder = Model::builder().body(fixed("plane", &Shape::HalfSpace(plane), 0.5));
    for i in 0..bodies {
        let motion = match random.random_range(0..4) {
            0 => Motion::Fixed,
            1 if i % 2 == 0 => Motion::Prescribed,
            _ => Motion::Free,
        };
        builder = builder.body(body(format!("body {i}"), motion, random));
    }
    for _ in 0..bodies / 4 {
        let (a, b) = (
            random.random_range(0..bodies),
            random.random_range(0..bodies),
        );
        builder = builder.no_contact(format!("body {a}"), format!("body {b}"));
    }
    Arc::new(builder.build().unwrap())
}

/// Poses at both ends of a step, and what forces close.
struct Motions {
    start: Vec<Pose>,
    predicted: Vec<Pose>,
    closing: Vec<f64>,
}

impl Motions {
    fn random(model: &Model, size: f64, random: &mut StdRng) -> Self {
        let mut out = Self {
            start: Vec::new(),
            predicted: Vec::new(),
            closing: Vec::new(),
        };
        for _ in &model.bodies {
            let turn = Rot::from_scaled_axis(3.0 * direction(random));
            out.start.push(Pose {
                x: size * direction(random),
                r: *turn.to_rotation_matrix().matrix(),
            });
        }
        out.move_on(model, random);
        out
    }

    /// The next step begins where the last was predicted to end; fixed bodies stay.
    fn move_on(&mut self, model: &Model, random: &mut StdRng) {
        if !self.predicted.is_empty() {
            self.start.clone_from(&self.predicted);
        }
        self.predicted.clone_from(&self.start);
        self.closing = vec![0.0; model.bodies.len()];
        for (i, body) in model.bodies.iter().enumerate() {
            if body.motion != Motion::Fixed {
                let turn = Rot::from_scaled_axis(0.3 * direction(random));
                self.predicted[i].x += 0.1 * direction(random);
                self.predicted[i].r = turn.to_rotation_matrix() * self.start[i].r;
            }
            if body.is_moving() {
                self.closing[i] = random.random_range(0.0..0.05);
            }
        }
    }

    fn sweep(&self) -> Sweep<'_> {
        Sweep {
            start: &self.start,
            predicted: &self.predicted,
            closing: &self.closing,
        }
    }

    /// Every pair of parts, looked at one by one.
    fn all_pairs(&self, model: &Model, margin: f64) -> Vec<Candidate> {
        let parts: Vec<(usize, usize)> = (0..model.bodies.len())
            .flat_map(|b| (0..model.bodies[b].parts.len()).map(move |p| (b, p)))
            .collect();
        let mut out = Vec::new();
        for &(a, p) in &parts {
            for &(b, q) in &parts {
                let [first, second] = [a, b].map(|i| model.bodies[i].is_moving());
                let in_order = first && (!second || a < b);
                if in_order && model.may_touch(a, b) && self.meet(model, (a, p), (b, q), margin) {
                    out.push(Candidate {
                        bodies: [a, b],
                        parts: [p, q],
                    });
                }
            }
        }
        out.sort_unstable();
        out
    }

    fn meet(&self, model: &Model, a: (usize, usize), b: (usize, usize), margin: f64) -> bool {
        let swept = |(body, part): (usize, usize)| {
            let part = &model.bodies[body].parts[part];
            Bounds::swept(part, &self.start[body], &self.predicted[body])
        };
        let own = swept(a).grown(margin + self.closing[a.0]);
        if let Shape::HalfSpace(_) = model.bodies[b.0].parts[b.1].placed.shape {
            return !own.beyond_plane(model, b.0, b.1, &self.predicted[b.0]);
        }
        match model.bodies[b.0].motion {
            Motion::Fixed => own.grown(margin).meets(&swept(b)),
            _ => own.meets(&swept(b).grown(margin + self.closing[b.0])),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn candidates_are_those_of_the_search_over_all_pairs(
        seed in any::<u64>(), bodies in 1..40usize, size in 0.2..4.0, margin in 0.0..0.3,
    ) {
        let random = &mut StdRng::seed_from_u64(seed);
        let model = world(bodies, random);
        let mut broad_phase = BroadPhase::default();
        let mut motions = Motions::random(&model, size, random);
        // More steps than a tree lives, and in the middle everything is elsewhere.
        for step in 0..40 {
            let found = broad_phase.pairs(&model, &motions.sweep(), margin).to_vec();
            prop_assert_eq!(found, motions.all_pairs(&model, margin), "step {}", step);
            if step == 20 {
                motions = Motions::random(&model, size, random);
            } else {
                motions.move_on(&model, random);
            }
        }
        // Another model of other parts.
        let model = world(bodies, random);
        let motions = Motions::random(&model, size, random);
        let found = broad_phase.pairs(&model, &motions.sweep(), margin).to_vec();
        prop_assert_eq!(found, motions.all_pairs(&model, margin));
    }
}

/// Balls, whose distances are known: nobody within the margin is missed, though gaps are not what
/// boxes compare.
#[test]
fn balls_within_the_margin_and_what_forces_close_are_candidates() {
    let random = &mut StdRng::seed_from_u64(7);
    let radius = 0.1;
    let ball = Shape::Sphere(Sphere::new(radius).unwrap());
    let mut builder = Model::builder().body(fixed("floor", &ground(), 0.5));
    for i in 0..60 {
        let name = format!("ball {i}");
        builder = builder.body(match i % 3 {
            0 => fixed(&name, &ball, 0.5),
            _ => free(&name, &ball, 1.0, 0.5),
        });
    }
    let model = Arc::new(builder.build().unwrap());
    let mut broad_phase = BroadPhase::default();
    let (mut near, mut possible) = (0, 0);
    for _ in 0..50 {
        let mut motions = Motions::random(&model, 0.8, random);
        for poses in [&mut motions.start, &mut motions.predicted] {
            poses[0] = Pose {
                x: Vec3::zeros(),
                r: nalgebra::Matrix3::identity(),
            };
        }
        let margin = 0.05;
        let found = broad_phase.pairs(&model, &motions.sweep(), margin).to_vec();
        let at = |i: usize| motions.predicted[i].x;
        for a in 1..model.bodies.len() {
            for b in 0..model.bodies.len() {
                if !model.bodies[a].is_moving() || (model.bodies[b].is_moving() && b <= a) {
                    continue;
                }
                let gap = match b {
                    0 => at(a).z - radius,
                    _ => (at(a) - at(b)).norm() - 2.0 * radius,
                };
                possible += 1;
                if gap <= margin + motions.closing[a].max(motions.closing[b]) {
                    near += 1;
                    assert!(found.iter().any(|c| c.bodies == [a, b]), "{a} {b} {gap}");
                }
            }
        }
    }
    assert!(near > 1000 && possible > 10 * near, "{near} of {possible}");
}

/// A simulator that has seen a fixed body elsewhere, or made a half step, makes the step of a new one.
#[test]
fn a_fixed_body_may_be_put_elsewhere_between_steps() {
    let cube = cuboid(0.1, 0.1, 0.1);
    let model = Model::builder()
        .body(fixed("shelf", &cuboid(0.3, 0.3, 0.05), 0.5))
        .body(free("box", &cube, 1.0, 0.5));
    let model = Arc::new(model.build().unwrap());
    let input = Input::hold(&model, &rest(&model));
    let mut used = Simulator::new(model.clone());
    let mut contacts = Vec::new();
    let mut halved = 0;
    // Height and tilt of the shelf, spin of the box.
    for (height, tilt, spin) in [
        (-5.0, 0.0, 0.0),
        (-0.05, 0.0, 0.0),
        (-0.05, 0.1, 0.0),
        (-3.0, 0.0, 0.0),
        (-0.05, 0.0, 120.0),
        (-0.05, 0.0, 0.0),
    ] {
        let mut state = rest(&model);
        state.bodies[0].position.z = height;
        state.bodies[0].rotation = Rot::from_scaled_axis(Vec3::x() * tilt);
        state.bodies[1] = BodyState::at_rest(Vec3::new(0.0, 0.0, 0.101), Rot::identity());
        state.bodies[1].angular_velocity.z = spin;
        let step = used.step(&state, &input, 1e-6).unwrap();
        let fresh = Simulator::new(model.clone()).step(&state, &input, 1e-6);
        assert_eq!(step, fresh.unwrap());
        contacts.push(step.contacts.len());
        halved += usize::from(step.status.halved);
    }
    assert_eq!(contacts, [0, 1, 1, 0, 1, 1]);
    assert_eq!(halved, 1);
}

/// A body at rest 5 cm above the floor at 5 Hz: no box meets the floor, gravity closes 39 cm.
#[test]
fn what_gravity_closes_within_a_step_is_not_missed() {
    let ball = Shape::Sphere(Sphere::new(0.1).unwrap());
    for floor in [ground(), cuboid(1.0, 1.0, 0.1)] {
        let top = if matches!(floor, Shape::HalfSpace(_)) {
            0.0
        } else {
            0.1
        };
        let model = on_floor(&floor, &ball, 0.5).time_step(0.2);
        let model = Arc::new(model.build().unwrap());
        let mut state: State = rest(&model);
        state.bodies[1].position.z = top + 0.1 + 0.05;
        let input = Input::hold(&model, &state);
        let mut step = Step::default();
        let mut simulator = Simulator::new(model);
        simulator
            .step_into(&state, &input, 1e-6, &mut step)
            .unwrap();
        assert!(step.status.solved);
        let z = step.state.bodies[1].position.z - top;
        assert!((z - 0.1).abs() < 1e-4, "{z}");
    }
}
