//! Bodies thrown at each other: every step is judged by a certificate and by the momentum of pairs.

use super::throw_scene::{Kind, throw_scene};
use crate::Campaign;
use crate::trial::deepest_overlap;
use drystone::Vec3;
use drystone::error::Result;
use drystone::recording::{Certifier, interval_velocity};
use drystone::scene::Scene;
use drystone::step::{Simulator, Step};
use drystone::world::{Model, State};
use serde::{Deserialize, Serialize};

/// Steps of a scene.
const STEPS: usize = 50;

/// The number of scenes of every kind: 1,000,000 steps in all,
const SCENES: u64 = 10_000;
/// and 2,000 steps.
const QUICK: u64 = 20;

/// The scene of a kind and a seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Throw {
    /// The kind.
    pub kind: Kind,
    /// The seed.
    pub seed: u64,
}

impl Throw {
    /// Returns its name, e.g. `pair 17`.
    pub fn name(&self) -> String {
        format!("{} {}", self.kind.name(), self.seed)
    }

    /// Returns the scene as text.
    pub fn scene(&self) -> String {
        throw_scene(self.kind, self.seed, STEPS)
    }
}

/// Figures of a scene.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ThrowRow {
    /// The name.
    pub name: String,
    /// Steps tried.
    pub steps: usize,
    /// Steps that were not solved.
    pub unsolved: usize,
    /// Steps taken in halves.
    pub halved: usize,
    /// A step had no new state, and the scene ended there.
    pub stopped: bool,
    /// The mean number of Newton iterations of a step.
    pub iterations: f64,
    /// Pairs of parts, counted once per step, that planes prove apart in continuous time.
    pub certified: u64,
    /// Pairs without such a proof.
    pub not_certified: u64,
    /// Those among them in a step that counts as solved.
    pub not_certified_solved: u64,
    /// Those among them that overlap between two states, the bodies moving straight and turning steadily.
    pub overlaps: u64,
    /// Those among them with a body that turns by 3 rad or more in a step.
    pub turning: u64,
    /// The deepest overlap between two states, m.
    pub deepest: f64,
    /// The deepest overlap at the end of a step, m.
    pub deepest_at_end: f64,
    /// The smallest distance that is proven, m; infinite where no pair came near.
    pub smallest: f64,
    /// The largest error of the linear momentum, in units of the sum of m |v|; 0 of a crowd.
    pub linear_error: f64,
    /// The largest error of the angular momentum, in units of the sum of m |v| |x| + |J w|; 0 of a crowd.
    pub angular_error: f64,
    /// Hash of the final state, hexadecimal.
    pub hash: String,
}

/// The experiment.
#[derive(Debug, Clone, Copy)]
pub struct Throws {
    /// A small part of the scenes, always the same.
    pub quick: bool,
}

impl Campaign for Throws {
    type Run = Throw;
    type Row = ThrowRow;

    fn runs(&self) -> Vec<Throw> {
        let seeds = 0..if self.quick { QUICK } else { SCENES };
        let of = |seed| Kind::ALL.map(|kind| Throw { kind, seed });
        seeds.flat_map(of).collect()
    }

    fn name(&self, run: &Throw) -> String {
        run.name()
    }

    fn row_name<'a>(&self, row: &'a ThrowRow) -> &'a str {
        &row.name
    }

    fn carry_out(&self, run: &Throw) -> Result<ThrowRow> {
        let scene = Scene::parse(&run.scene(), &run.name())?;
        let mut simulator = Simulator::new(scene.model.clone());
        let mut certifier = Certifier::new(&scene.model)?;
        let mut row = ThrowRow {
            name: run.name(),
            ..ThrowRow::default()
        };
        let momentum = Momentum::of(&scene.model, &scene.initial, None);
        let mut iterations = 0;
        let mut simulation = scene.run();
        while let Some(now) = simulation.advance(&mut simulator)? {
            let step = now.step;
            row.steps += 1;
            iterations += step.status.iterations;
            row.unsolved += usize::from(!step.status.solved);
            row.halved += usize::from(step.status.halved);
            if !step.status.advanced {
                row.stopped = true;
                break;
            }
            let time = scene.time(now.index);
            let proofs = certifier.step(now.index as u64, time, now.before, step);
            if step.status.solved {
                row.not_certified_solved += proofs.unproven.len() as u64;
            }
            let depth = deepest_overlap(&scene.model, &step.state);
            row.deepest_at_end = row.deepest_at_end.max(depth);
            if run.kind == Kind::Pair {
                let after = Momentum::of(&scene.model, &step.state, Some(step));
                row.linear_error = row.linear_error.max(momentum.linear_error(&after));
                row.angular_error = row.angular_error.max(momentum.angular_error(&after));
            }
        }
        let judged = certifier.summary();
        row.iterations = iterations as f64 / row.steps.max(1) as f64;
        (row.certified, row.not_certified) = (judged.certified, judged.not_certified);
        (row.overlaps, row.deepest) = (judged.overlaps, judged.deepest_overlap);
        row.turning = judged.turning;
        let smallest = judged.smallest.as_ref();
        row.smallest = smallest.map_or(f64::INFINITY, |least| least.clearance);
        row.hash = format!("{:016x}", simulation.state().hash());
        Ok(row)
    }
}

/// Momentum of all bodies together, and the sums of its sizes.
struct Momentum {
    linear: Vec3,
    angular: Vec3,
    sizes: [f64; 2],
}

impl Momentum {
    /// Returns the momentum at a state, with the velocities of the interval of the step that led there.
    fn of(model: &Model, state: &State, step: Option<&Step>) -> Self {
        let mut out = Self {
            linear: Vec3::zeros(),
            angular: Vec3::zeros(),
            sizes: [0.0; 2],
        };
        for (i, (body, at)) in model.bodies.iter().zip(&state.bodies).enumerate() {
            let velocity = step.map_or(at.velocity, |step| interval_velocity(model, i, step));
            let spin = at.rotation * (body.inertia * at.angular_velocity);
            let linear = velocity * body.mass;
            out.linear += linear;
            out.angular += at.position.cross(&linear) + spin;
            out.sizes[0] += linear.norm();
            out.sizes[1] += linear.norm() * at.position.norm() + spin.norm();
        }
        out
    }

    fn linear_error(&self, after: &Self) -> f64 {
        (after.linear - self.linear).norm() / self.sizes[0]
    }

    fn angular_error(&self, after: &Self) -> f64 {
        (after.angular - self.angular).norm() / self.sizes[1]
    }
}
