//! What one step returns.

use super::{EnergyBalance, Solution};
use crate::math::Vec3;
use crate::world::State;
use std::fmt::Write;

/// Which convex part of which body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartId {
    /// Index of the body in the model.
    pub body: usize,
    /// Index of the part in the body.
    pub part: usize,
}

/// One contact point of a pair of parts, at the end of the step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Contact {
    /// First part.
    pub first: PartId,
    /// Second part.
    pub second: PartId,
    /// Contact point, world, m.
    pub point: Vec3,
    /// Unit normal from `first` to `second`, world.
    pub normal: Vec3,
    /// Distance along the normal to first order, m; negative when the parts overlap.
    pub gap: f64,
    /// Impulse of the step on `second`, world, N s.
    pub impulse: Vec3,
    /// Its component along the normal, N s, >= 0.
    pub normal_impulse: f64,
    /// Torque impulse of torsional friction on `second` about the normal, N m s.
    pub torsional_impulse: f64,
    /// Tangential velocity of `second` relative to `first` at the contact, world, m/s.
    pub slip_velocity: Vec3,
    /// Whether friction holds: the impulse is inside the cone by more than 1 %, and the slip velocity
    /// is below 0.01 sqrt(9.81 L).
    pub sticking: bool,
}

/// Which attempt solved the step: the first one or a rung of the safeguard ladder
/// (docs/formulation.md, section 4, step 5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Rung {
    /// The first attempt.
    #[default]
    Base,
    /// c0 = 1e-5, free-flight velocities.
    F,
    /// Follows the central path all the way.
    P,
    /// c0 = 0.1, no corrector, limited rotation.
    R1,
    /// The other slip row, 100 iterations.
    R3,
    /// c0 = 1, 300 iterations.
    R2,
    /// Both: the other slip row and c0 = 1.
    R4,
    /// Staged solve, of masses that differ much.
    S,
    /// In the unit of velocity in which bodies meet.
    U,
    /// Two half steps.
    R5,
    /// Accepted at 10, 100 or 1000 times the relaxation asked for; with a contact model that has no
    /// ladder, the last iterate of the first attempt. Counts as unsolved.
    R6,
}

impl Rung {
    /// All rungs in the order in which they are tried.
    pub const ALL: [Rung; 11] = [
        Rung::Base,
        Rung::F,
        Rung::P,
        Rung::R1,
        Rung::R3,
        Rung::R2,
        Rung::R4,
        Rung::S,
        Rung::U,
        Rung::R5,
        Rung::R6,
    ];

    /// Name as in reports.
    pub fn name(self) -> &'static str {
        match self {
            Rung::Base => "base",
            Rung::P => "P",
            Rung::F => "F",
            Rung::R1 => "R1",
            Rung::S => "S",
            Rung::R3 => "R3",
            Rung::R2 => "R2",
            Rung::R4 => "R4",
            Rung::U => "U",
            Rung::R5 => "R5",
            Rung::R6 => "R6",
        }
    }
}

/// A row that is far from satisfied, by name.
#[derive(Debug, Clone, PartialEq)]
pub struct WorstRow {
    /// E.g. `pair lid-box: complementarity of friction`.
    pub name: String,
    /// Its residual, dimensionless.
    pub value: f64,
}

/// How a step went.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct StepStatus {
    /// Whether the step was solved at the relaxation asked for (R6 is not).
    pub solved: bool,
    /// Whether there is a new state at all (solved, or accepted at a larger relaxation).
    pub advanced: bool,
    /// The relaxation of the solution: larger than asked for on rung R6; 0 without a solution.
    pub rho: f64,
    /// The highest rung that any island needed.
    pub rung: Rung,
    /// Newton iterations: the largest over islands, all attempts included.
    pub iterations: usize,
    /// The step was halved because a body turned more than h |w| = 1, or because bodies passed through
    /// each other.
    pub halved: bool,
    /// How much earlier than the middle of its last interval the velocity of every body in the next state is, s:
    /// not 0 of bodies that went in halves only; empty where none did. The velocity over the last interval is that
    /// of the state plus this times the acceleration of free flight.
    pub leads: Vec<f64>,
    /// Energy that the step gained, and the bound that explains it; zeros without a new state.
    pub energy: EnergyBalance,
    /// Why it was not solved; empty when it was.
    pub reason: String,
    /// The worst rows of the last attempt when it was not solved; empty otherwise.
    pub worst: Vec<WorstRow>,
}

impl StepStatus {
    /// How a step that was to be solved at relaxation `rho` went, as the end of a sentence: accepted
    /// or not, why, rung, iterations, and a line for each of the worst rows.
    pub fn explain(&self, rho: f64) -> String {
        let how = match self.advanced {
            _ if self.solved => "was solved".to_string(),
            true if self.rho > rho => format!(
                "was accepted only at rho {:.0e}, and counts as unsolved",
                self.rho
            ),
            true => "was not solved; the run goes on".to_string(),
            false => "was not solved".to_string(),
        };
        let reason = match self.reason.as_str() {
            "" => String::new(),
            reason => format!(": {reason}"),
        };
        let (rung, iterations) = (self.rung.name(), self.iterations);
        let mut text = format!("{how}{reason} (rung {rung}, {iterations} iterations)");
        for row in &self.worst {
            write!(text, "\n  {:>10.3e}  {}", row.value, row.name).expect("writing to a string");
        }
        text
    }
}

/// Result of one step.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Step {
    /// State at the end; equal to the one at the start when `status.advanced` is false.
    pub state: State,
    /// Contact points of all pairs that were rows of the step, in a fixed order.
    pub contacts: Vec<Contact>,
    /// How it went.
    pub status: StepStatus,
    /// The primal-dual point, for [`Simulator::gradient`](super::Simulator::gradient).
    pub solution: Solution,
}
