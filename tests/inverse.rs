//! Inverse dynamics of a step: wrenches and efforts that made a motion come back from it.

mod bodies;
mod mechanisms;

use crate::common::play::scene;
use drystone::math::Vec3;
use drystone::scene::Scene;
use drystone::step::{Inverse, Simulator, Step};
use drystone::world::{Input, State};
use rand::{Rng, SeedableRng, rngs::StdRng};

/// Standard gravity, m/s^2.
const G: f64 = 9.81;

/// What came back from steps whose wrenches were random.
#[derive(Debug, Default, Clone, Copy)]
struct Errors {
    /// The largest error of a force and of a torque, in weights of the heaviest body (and metres).
    wrench: [f64; 2],
    /// The largest error of a contact impulse, in weights times the step.
    contact: f64,
    /// Steps that were compared: those that were not made in halves.
    steps: usize,
    /// Those of them in contact.
    touching: usize,
}

/// Steps of a scene with wrenches of their own beside those of the scene.
struct Trial {
    scene: Scene,
    simulator: Simulator,
    random: StdRng,
    /// The largest force and torque, in weights (and metres) of the body.
    most: [f64; 2],
    /// The largest effort of a motor, N m or N.
    effort: f64,
    rho: f64,
    steps: usize,
}

impl Trial {
    fn new(text: &str, rho: f64, steps: usize) -> Self {
        let scene = scene(text);
        Self {
            simulator: Simulator::precise(scene.model.clone()),
            scene,
            random: StdRng::seed_from_u64(7),
            most: [0.3, 0.005],
            effort: 0.0,
            rho,
            steps,
        }
    }

    /// Takes steps with the tolerances of every run instead of down to rounding.
    fn ordinary(mut self) -> Self {
        self.simulator = Simulator::new(self.scene.model.clone());
        self
    }

    fn push(&mut self, most: [f64; 2]) -> &mut Self {
        self.most = most;
        self
    }

    /// Makes all steps, and hands every solved one, with what was found of it, to `see`.
    fn each(&mut self, mut see: impl FnMut(&State, &Input, &Step, &Inverse)) -> Errors {
        let model = self.scene.model.clone();
        let mut state = self.scene.initial.clone();
        let mut input = Input::hold(&model, &state);
        let mut out = Errors::default();
        let weights = model
            .bodies
            .iter()
            .filter(|b| b.is_moving())
            .map(|b| b.mass * G);
        let weight = weights.fold(0.0, f64::max);
        for k in 0..self.steps {
            self.scene.input_at(k, &state, &mut input);
            let known = input.clone();
            for (i, body) in model.bodies.iter().enumerate() {
                let mut any =
                    |scale: f64| Vec3::from_fn(|_, _| self.random.random_range(-1.0..1.0)) * scale;
                let [force, torque] = self.most.map(|most| any(most * body.mass * G));
                if body.is_moving() {
                    input.wrenches[i].force += force;
                    input.wrenches[i].torque += torque;
                }
            }
            for motor in &mut input.motors {
                motor.effort += self.effort * self.random.random_range(-1.0..1.0);
            }
            let step = self
                .simulator
                .step(&state, &input, self.rho)
                .expect("valid");
            assert!(step.status.solved, "{}", step.status.explain(self.rho));
            if step.status.halved {
                state = step.state;
                continue;
            }
            let found = self
                .simulator
                .inverse(&state, &step.state, &known, self.rho);
            let found = found.unwrap_or_else(|error| panic!("step {k}: {error}"));
            out.steps += 1;
            out.touching += usize::from(
                step.contacts
                    .iter()
                    .any(|c| c.normal_impulse > 0.1 * weight * model.time_step),
            );
            for (i, body) in model.bodies.iter().enumerate() {
                let (own, given) = (&found.wrenches[i], [&input.wrenches[i], &known.wrenches[i]]);
                let mut difference = [own.force, own.torque];
                for (sign, wrench) in [-1.0, 1.0].into_iter().zip(given) {
                    difference[0] += wrench.force * sign;
                    difference[1] += wrench.torque * sign;
                }
                for (j, difference) in difference.into_iter().enumerate() {
                    for &k in body
                        .freedoms()
                        .iter()
                        .filter(|&&k| k / 3 == j && body.is_moving())
                    {
                        out.wrench[j] = out.wrench[j].max(difference[k % 3].abs() / weight);
                    }
                }
            }
            assert_eq!(found.contacts.len(), step.contacts.len(), "step {k}");
            for (a, b) in found.contacts.iter().zip(&step.contacts) {
                assert_eq!((a.first, a.second), (b.first, b.second));
                let error = (a.impulse - b.impulse).norm() / (weight * model.time_step);
                out.contact = out.contact.max(error);
            }
            see(&state, &input, &step, &found);
            state = step.state;
        }
        out
    }

    fn errors(&mut self) -> Errors {
        self.each(|_, _, _, _| {})
    }
}
