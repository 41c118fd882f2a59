//! Momentum of two bodies that collide in space, and steps that must be those of the scene's twin.

use super::case::{Finding, worse};
use super::text::{LENGTH, TIME_STEP};
use super::twin::{Base, Twin};
use crate::trial::{self, GRAVITY, Trial};
use drystone::Vec3;
use drystone::error::Result;
use drystone::scene::Scene;
use drystone::step::Simulator;
use drystone::world::{Input, State};

/// The title of the table.
pub(super) const TITLE: &str = "Linear momentum, from places, in parts of the sum of m |v|, and every step of a scene beside that of its twin \
                                (of the whole motion: 1e-9 of a velocity counts until the end): the largest error of places, velocities and attitudes, in units of the model";

/// The error that is allowed.
const ALLOWED: f64 = 1e-9;

/// Returns the error of a motion that is allowed at its end: that of a velocity makes one of a place, in units of the model.
fn allowed_after(seconds: f64) -> f64 {
    ALLOWED * (1.0 + seconds / (LENGTH / GRAVITY).sqrt())
}

/// What is measured.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kept {
    /// The linear momentum of two bodies in space.
    Momentum,
    /// The twin is put into every state of the scene, and makes one step.
    Step(Twin),
    /// The twin makes the whole motion.
    Motion(Twin),
}

/// A scene, and what must stay as it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Invariance {
    /// The scene.
    pub base: Base,
    /// What is measured.
    pub kept: Kept,
    /// The number of steps.
    pub steps: usize,
}

impl Invariance {
    /// Returns all cases.
    pub(super) fn all(quick: bool) -> Vec<Self> {
        let mut out = Vec::new();
        let steps = if quick { 40 } else { 100 };
        for base in Base::ALL {
            let mut twins = vec![
                Twin::Place(1.0),
                Twin::Turn,
                Twin::Order,
                Twin::Units(0.1, 1e-3),
            ];
            let mut all = Vec::new();
            if base == Base::Pair {
                all.push(Kept::Momentum);
                twins.push(Twin::Velocity(1.0));
            }
            if !quick {
                twins.push(Twin::Units(0.1, 1e3));
                twins.extend([1e-3, 1e3].map(|mass| Twin::Units(100.0, mass)));
                all.extend([Twin::Place(1.0), Twin::Turn].map(Kept::Motion));
            }
            all.extend(twins.into_iter().map(Kept::Step));
            out.extend(all.into_iter().map(|kept| Self { base, kept, steps }));
        }
        out
    }

    /// Returns the name, e.g. `fall, turned, every step of 40`.
    pub(super) fn name(&self) -> String {
        let what = match self.kept {
            Kept::Momentum => "linear momentum in".into(),
            Kept::Step(twin) => format!("{}, each of", twin.name()),
            Kept::Motion(twin) => format!("{}, motion of", twin.name()),
        };
        format!("{}, {what} {} steps", self.base.name(), self.steps)
    }

    fn scene(&self, twin: Twin) -> Result<Scene> {
        Scene::parse(&twin.scene(self.base, self.steps), &self.name())
    }

    /// Returns all states of a scene.
    fn motion(scene: &Scene) -> Result<(Trial, Vec<State>)> {
        let mut states = vec![scene.initial.clone()];
        let trial = trial::run(scene, |step, _| states.push(step.state.clone()))?;
        Ok((trial, states))
    }

    /// Returns the largest error.
    pub(super) fn find(&self) -> Result<Finding> {
        let (mut trial, states) = Self::motion(&self.scene(Twin::Same)?)?;
        let error = match self.kept {
            Kept::Momentum => self.momentum(&states),
            Kept::Step(twin) => self.steps_apart(twin, &states, &mut trial)?,
            Kept::Motion(twin) => {
                let (second, others) = Self::motion(&self.scene(twin)?)?;
                trial.unsolved += second.unsolved;
                let mut worst = if second.stopped { f64::NAN } else { 0.0_f64 };
                for (k, (state, other)) in states.iter().zip(&others).enumerate() {
                    let should = twin.state(state, k as f64 * TIME_STEP);
                    worst = worse(worst, twin.error(other, &should));
                }
                worst
            }
        };
        let allowed = match self.kept {
            Kept::Motion(_) => allowed_after(self.steps as f64 * TIME_STEP),
            Kept::Momentum | Kept::Step(_) => ALLOWED,
        };
        Ok(Finding::absolute(0.0, error, allowed, trial))
    }

    /// Returns the largest difference of a step of the twin from that of the scene.
    fn steps_apart(&self, twin: Twin, states: &[State], trial: &mut Trial) -> Result<f64> {
        let scene = self.scene(twin)?;
        let mut simulator = Simulator::new(scene.model.clone());
        let mut worst = 0.0_f64;
        for (k, pair) in states.windows(2).enumerate() {
            let [from, to] = [0, 1].map(|i| twin.state(&pair[i], (k + i) as f64 * TIME_STEP));
            let input = Input::hold(&scene.model, &from);
            let step = simulator.step(&from, &input, scene.settings.relaxation)?;
            trial.unsolved += usize::from(!step.status.solved);
            worst = worse(worst, twin.error(&step.state, &to));
        }
        Ok(worst)
    }

    /// Returns the largest change of the linear momentum, in parts of the sum of its sizes at the start.
    fn momentum(&self, states: &[State]) -> f64 {
        let stones = self.base.stones();
        let (mut at_start, mut sizes) = (Vec3::zeros(), 0.0);
        for stone in &stones {
            let own = Vec3::from(stone.velocity) * stone.mass.unwrap_or(0.0);
            at_start += own;
            sizes += own.norm();
        }
        let mut worst = 0.0_f64;
        for pair in states.windows(2) {
            let mut sum = Vec3::zeros();
            let bodies = pair[0].bodies.iter().zip(&pair[1].bodies);
            for (stone, (from, to)) in stones.iter().zip(bodies) {
                let way = to.position - from.position;
                sum += way * (stone.mass.unwrap_or(0.0) / TIME_STEP);
            }
            worst = worse(worst, (sum - at_start).norm() / sizes);
        }
        worst
    }
}
