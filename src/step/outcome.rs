//! The result of one step.

use super::{EnergyBalance, JointLoad, Solution};
use crate::math::Vec3;
use crate::world::{PartId, State};
use std::fmt::Write;

/// One contact point of a pair of parts, at the end of the step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Contact {
    /// The first part.
    pub first: PartId,
    /// The second part.
    pub second: PartId,
    /// Contact point, world, m.
    pub point: Vec3,
    /// The unit normal from `first` to `second`, world.
    pub normal: Vec3,
    /// Distance along the normal to first order, m; negative when the parts overlap.
    pub gap: f64,
    /// Impulse of the step on `second`, world, N s.
    pub impulse: Vec3,
    /// The component of the impulse along the normal, N s, >= 0.
    pub normal_impulse: f64,
    /// The torque impulse of torsional friction on `second` about the normal, N m s.
    pub torsional_impulse: f64,
    /// Radius of the contact patch, m: friction times normal impulse times this is the largest torsional impulse. It is 0
    /// where nothing resists spin.
    pub patch_radius: f64,
    /// Two conjugate half axes, world, m, of the ellipse that has the second moments of the patch: its points are
    /// `point` + cos a times the first + sin a times the second. They are 0 where the patch is not measured.
    pub patch: [Vec3; 2],
    /// The tangential velocity of `second` relative to `first` at the contact, world, m/s.
    pub slip_velocity: Vec3,
    /// Whether friction holds: the impulse is inside the cone by more than 1 %, and the slip velocity
    /// is below 0.01 sqrt(9.81 L).
    pub sticking: bool,
}

/// The recipe that solved a step: that of the first attempt, or one further down the safeguard ladder
/// (docs/formulation.md, section 4, step 5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Rung {
    /// The ordinary attempt starts as bodies at rest, or as a collision.
    #[default]
    Base,
    /// The attempt starts from free-flight velocities, at complementarity 1e-5.
    FreeFlight,
    /// The attempt goes along the central path in every iteration, at most 100.
    CentralPath,
    /// The attempt starts at complementarity 0.1, without corrector, and rotates bodies by at most 0.1 rad per iteration.
    SmallRotations,
    /// The attempt has the other slip row, and at most 100 iterations.
    OtherSlipRow,
    /// The attempt starts at complementarity 1, or under `separating_plane` at a support of 1, and has at most 300 iterations.
    FarStart,
    /// The attempt has the other slip row and starts at complementarity 1.
    OtherSlipRowFarStart,
    /// Friction drove bodies with the slip row of the prediction; the attempt has the slip row at the contact point (decision D88).
    SlipAtContact,
    /// The attempt goes through the stages 1e-3, 1e-4, ... rho; masses that differ much start with it.
    Staged,
    /// The islands are solved in the unit of velocity in which bodies meet.
    ImpactUnits,
    /// The step is made in halves.
    Halved,
    /// The attempt has collision rows that are relaxed for the inscribed radii: bodies are wedged.
    Wedged,
    /// The step is accepted at 10, 100 or 1000 times the relaxation asked for; with a contact model that has no
    /// ladder, it is the last iterate of the first attempt. Such a step counts as unsolved.
    Relaxed,
}

impl Rung {
    /// These are all rungs.
    pub const ALL: [Rung; 13] = [
        Rung::Base,
        Rung::FreeFlight,
        Rung::CentralPath,
        Rung::SmallRotations,
        Rung::OtherSlipRow,
        Rung::FarStart,
        Rung::OtherSlipRowFarStart,
        Rung::SlipAtContact,
        Rung::Staged,
        Rung::ImpactUnits,
        Rung::Halved,
        Rung::Wedged,
        Rung::Relaxed,
    ];

    /// Returns the name as in reports.
    pub fn name(self) -> &'static str {
        match self {
            Rung::Base => "Base",
            Rung::FreeFlight => "FreeFlight",
            Rung::CentralPath => "CentralPath",
            Rung::SmallRotations => "SmallRotations",
            Rung::OtherSlipRow => "OtherSlipRow",
            Rung::FarStart => "FarStart",
            Rung::OtherSlipRowFarStart => "OtherSlipRowFarStart",
            Rung::SlipAtContact => "SlipAtContact",
            Rung::Staged => "Staged",
            Rung::ImpactUnits => "ImpactUnits",
            Rung::Halved => "Halved",
            Rung::Wedged => "Wedged",
            Rung::Relaxed => "Relaxed",
        }
    }
}

/// A row that is far from satisfied, by name.
#[derive(Debug, Clone, PartialEq)]
pub struct WorstRow {
    /// E.g. `pair lid-box: complementarity of friction`.
    pub name: String,
    /// The residual, dimensionless.
    pub value: f64,
}

/// The status of a step.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct StepStatus {
    /// Whether the step was solved at the relaxation asked for ([`Rung::Relaxed`] is not) and, under `separating_plane`, hulls of points and
    /// balls do not cross on the way to its end.
    pub solved: bool,
    /// Whether there is a new state at all (solved, or accepted at a larger relaxation).
    pub advanced: bool,
    /// The relaxation of the solution: larger than asked for with [`Rung::Relaxed`]; 0 without a solution.
    pub rho: f64,
    /// The recipe that solved the step: the highest one, over the islands whose first attempt failed if there are any.
    pub rung: Rung,
    /// Whether some island was not solved by its first attempt.
    pub needed_ladder: bool,
    /// The number of Newton iterations: the largest over islands, all attempts included.
    pub iterations: usize,
    /// The step was halved because a body turned more than h |w| = 1, or because bodies passed through
    /// each other, or crossed on the way.
    pub halved: bool,
    /// How much earlier than the middle of its last interval the velocity of every body in the next state is, s:
    /// not 0 of bodies that went in halves only; empty where none did. The velocity over the last interval is that
    /// of the state plus this times the acceleration of free flight.
    pub leads: Vec<f64>,
    /// Energy that the step gained, and the bound that explains it; zeros without a new state, and where bodies were held.
    pub energy: EnergyBalance,
    /// Why it was not solved; empty when it was.
    pub reason: String,
    /// The worst rows of the last attempt when it was not solved; empty otherwise.
    pub worst: Vec<WorstRow>,
}

impl StepStatus {
    /// Notes the recipe of a part of the step: a part that needed the ladder outranks those that did not.
    pub(super) fn note_rung(&mut self, rung: Rung, needed_ladder: bool) {
        (self.needed_ladder, self.rung) =
            (self.needed_ladder, self.rung).max((needed_ladder, rung));
    }

    /// Returns how a step that was to be solved at relaxation `rho` went, as the end of a sentence: accepted
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
    /// The loads of all joints, in the order of the model.
    pub joints: Vec<JointLoad>,
    /// The status of the step.
    pub status: StepStatus,
    /// The primal-dual point, for [`Simulator::gradient`](super::Simulator::gradient).
    pub solution: Solution,
}
