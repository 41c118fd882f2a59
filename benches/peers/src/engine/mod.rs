//! The engines behind one door: each simulates the same scene from the same start.

mod drystone;
mod mujoco;
mod rapier;

pub use self::drystone::{Drystone, RHO};
pub use self::mujoco::{Mujoco, Runner, Variant as MujocoVariant};
pub use self::rapier::{Rapier, Variant as RapierVariant};

use crate::scene::{Node, Scene, Track};
use serde::Serialize;

/// What an engine cannot do, in words.
pub type Result<T> = std::result::Result<T, String>;

/// What to simulate.
#[derive(Debug, Clone, Copy)]
pub struct Job<'a> {
    /// What.
    pub scene: &'a Scene,
    /// Steps per second.
    pub hertz: u32,
    /// How the velocities start.
    pub early: Early,
    /// How many times finer than usual everything is that the variant does not tie to its step by
    /// itself (1: as usual).
    pub finer: f64,
}

impl<'a> Job<'a> {
    /// As a user of the engine would run it.
    pub fn usual(scene: &'a Scene, hertz: u32) -> Self {
        Self {
            scene,
            hertz,
            early: Early::Usual,
            finer: 1.0,
        }
    }

    /// Length of a step, s.
    pub fn step(&self) -> f64 {
        f64::from(self.hertz).recip()
    }
}

/// Whether velocities start half an internal step early, which makes free flight exact at the nodes
/// with integrators of the kind x += h v, v += h g.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Early {
    /// As the engine's users start: Drystone's scene files half a step early, the others not.
    Usual,
    /// Half a step early.
    Yes,
    /// At the node.
    No,
}

impl Early {
    /// Whether to do it, `usual` being what the engine's users do.
    pub fn or(self, usual: bool) -> bool {
        match self {
            Early::Usual => usual,
            Early::Yes => true,
            Early::No => false,
        }
    }
}

/// An engine with its settings.
pub trait Engine {
    /// Name in tables.
    fn name(&self) -> &'static str;

    /// Simulates `steps` steps and keeps every node.
    fn track(&mut self, job: Job, start: &[Node], steps: usize) -> Result<Track>;

    /// Simulates `steps` steps from every start and keeps nothing; returns the processor time of
    /// the steps alone, s.
    fn time(&mut self, job: Job, starts: &[Vec<Node>], steps: usize) -> Result<f64>;

    /// Times of one step and of its derivative, for a scene at rest; `None` where it has none.
    fn gradient(&mut self, job: Job) -> Result<Option<Gradient>>;
}

/// Processor times at rest, microseconds, least of many.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Gradient {
    /// A step.
    pub step: f64,
    /// The derivative of that step with respect to the state, and to forces where the engine gives
    /// them at once.
    pub gradient: f64,
}

impl Gradient {
    /// The lesser ones of both.
    pub fn keep_least(&mut self, other: Self) {
        self.step = self.step.min(other.step);
        self.gradient = self.gradient.min(other.gradient);
    }
}
