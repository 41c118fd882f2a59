//! The figures of a run: what `drystone run` prints and what `--json` promises.

use super::Disagreement;
use serde::Serialize;
use std::collections::BTreeMap;

/// Mean, 99th percentile and largest.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Spread {
    /// Arithmetic mean.
    pub mean: f64,
    /// 99 % of the values are not larger.
    pub p99: f64,
    /// Largest.
    pub max: f64,
}

impl Spread {
    /// Returns the spread of some values; zero of none.
    pub fn of(values: &[f64]) -> Self {
        Self {
            mean: values.iter().fold(0.0, |sum, value| sum + value) / values.len().max(1) as f64,
            p99: percentile(values, 0.99),
            max: percentile(values, 1.0),
        }
    }
}

/// The smallest value that a `part` of the values does not exceed; 0 of none.
pub(super) fn percentile(values: &[f64], part: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let rank = (part * sorted.len() as f64).ceil() as usize;
    sorted.get(rank.max(1) - 1).copied().unwrap_or(0.0)
}

/// Mean over time of the sums over moving bodies of |m v| and |I w|.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Drift {
    /// kg m/s.
    pub linear: f64,
    /// kg m^2/s.
    pub angular: f64,
}

/// Time of a step, microseconds.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct StepTime {
    /// Half of the steps are not slower.
    pub median: f64,
    /// 99 % of the steps are not slower.
    pub p99: f64,
}

/// Where a body is at the end.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FinalBody {
    /// Name.
    pub name: String,
    /// Position of the shape frame, world, m.
    pub position: [f64; 3],
    /// Orientation, scalar first.
    pub quat_wxyz: [f64; 4],
    /// Velocity of the centre of mass at the node, world, m/s.
    pub velocity: [f64; 3],
    /// World, rad/s.
    pub angular_velocity_world: [f64; 3],
}

/// A step that gained energy beyond what explains it ([`crate::step::EnergyBalance`]).
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct EnergyGain {
    /// Index of the step, the first is 0.
    pub step: usize,
    /// Energy gained beyond the work that went in, J.
    pub gain: f64,
    /// The largest gain that is explained, J.
    pub bound: f64,
}

/// Figures of a finished run, under the names that `--json` promises.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// Scene as named on the command line.
    pub scene: String,
    /// Steps tried.
    pub steps: usize,
    /// Steps not solved at the relaxation asked for (rung `Relaxed` included).
    pub unsolved_steps: usize,
    /// Steps taken in halves: a body turned too far, or bodies would have passed through each other.
    pub halved_steps: usize,
    /// s.
    pub time_step: f64,
    /// Relaxation asked for.
    pub rho: f64,
    /// Newton iterations of a step, ladder included.
    pub iterations: Spread,
    /// Number of steps per rung of the ladder, and of those whose friction drove bodies ([`Rung::SlipAtContact`](crate::step::Rung)); only rungs
    /// that were used.
    pub ladder: BTreeMap<String, usize>,
    /// Deepest overlap of any two parts in any step, judged without the solver, m.
    pub max_penetration: f64,
    /// Pairs, counted once per step, whose true gap is not the solver's within what the relaxation explains.
    pub gap_disagreements: usize,
    /// The worst of them; absent when there are none.
    pub worst_gap_disagreement: Option<Disagreement>,
    /// Solved steps that gained energy beyond what explains it.
    pub energy_gains: usize,
    /// The worst of them; absent when there are none.
    pub worst_energy_gain: Option<EnergyGain>,
    /// Worst |gap| of loaded contacts between resting bodies near the end, m.
    pub max_resting_gap: f64,
    /// Mean momentum.
    pub drift: Drift,
    /// Whole run, s.
    pub wall_seconds: f64,
    /// Processor time of the process, s; absent where the system does not tell.
    pub cpu_seconds: Option<f64>,
    /// Time in the solver.
    pub step_microseconds: StepTime,
    /// FNV-1a 64 of the bits of the final state.
    pub state_hash: String,
    /// Where everything is.
    pub bodies: Vec<FinalBody>,
}

/// The figures that only the runner knows.
#[derive(Debug, Clone, PartialEq)]
pub struct About {
    /// Scene as named by the user.
    pub scene: String,
    /// Relaxation of the steps.
    pub rho: f64,
    /// Whole run, s.
    pub wall_seconds: f64,
    /// Processor time, s.
    pub cpu_seconds: Option<f64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_values_that_occurred() {
        let values: Vec<f64> = (1..=200).map(f64::from).collect();
        assert_eq!(percentile(&values, 0.5), 100.0);
        assert_eq!(percentile(&values, 0.99), 198.0);
        assert_eq!(percentile(&values, 1.0), 200.0);
        assert_eq!(percentile(&[], 0.5), 0.0);
    }
}
