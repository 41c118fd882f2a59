//! Step length: how fast does a run come close to one with steps 50 times finer?
//!
//! A step is second order in free rotation and first order where contact begins or ends inside of
//! it (docs/formulation.md, section 3). How far such a step is off depends on where in the step the
//! impact falls, so every scene is started at several fractions of a step before the same event,
//! and the error is the root of the mean square over these starts. The
//! same relaxation, the smallest, serves all steps. One scene, an impact with friction whose slip
//! turns, is there to show that it has no limit; it has no pass line.

use super::play::play;
use super::refinement_scenes::{Case, SCENES};
use crate::Campaign;
use drystone::error::Result;
use drystone::scene::Scene;
use drystone::world::State;
use serde::{Deserialize, Serialize};

/// Step length h, s.
pub const TIME_STEP: f64 = 0.01;
/// Divisors of h.
pub const DIVISORS: [usize; 3] = [1, 2, 4];
/// Divisor of h in the run that counts as exact.
const REFERENCE: usize = 50;
/// Relaxation: two bodies that have met part at about V sqrt(rho T / h), which must stay below what
/// is looked at.
const RHO: f64 = 1e-10;
/// Order that is asked for, of the one in theory: the reference is only 12.5 times finer than h/4.
const SHARE: f64 = 0.8;

/// Numbers of starts of the reduced study; the whole one adds [`MORE`].
const FEW: usize = 6;
/// Enough to see that few are enough.
const MORE: usize = 32;

/// The scenes, each from several starts.
#[derive(Debug)]
pub struct Refinement {
    starts: Vec<usize>,
}

/// The outcome of one scene.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RefinementRow {
    /// Name of the scene, with the number of starts.
    pub name: String,
    /// Name of the scene.
    pub scene: String,
    /// Starts.
    pub starts: usize,
    /// Longest step, s.
    pub time_step: f64,
    /// Error of the final pose with steps h (m; turns count by the unit of length).
    pub error: f64,
    /// Error of the final pose with steps h/2.
    pub half: f64,
    /// Error of the final pose with steps h/4.
    pub quarter: f64,
    /// log4 of the first over the last.
    pub order: f64,
    /// Order in theory; 0 where the motion has no limit as steps get finer.
    pub expected: f64,
    /// Steps that were not solved.
    pub unsolved: usize,
    /// All solved and, where there is a theory, errors fall as fast as 0.8 of it.
    pub ok: bool,
}

impl Refinement {
    /// Six starts, or also 32.
    pub fn new(quick: bool) -> Self {
        Self {
            starts: if quick { vec![FEW] } else { vec![FEW, MORE] },
        }
    }
}

impl Campaign for Refinement {
    /// A scene and its number of starts.
    type Run = (&'static Case, usize);
    type Row = RefinementRow;

    fn runs(&self) -> Vec<(&'static Case, usize)> {
        let of = |case| self.starts.iter().map(move |&starts| (case, starts));
        SCENES.iter().flat_map(of).collect()
    }

    fn name(&self, (case, starts): &(&'static Case, usize)) -> String {
        format!("{}, {starts} starts", case.name)
    }

    fn row_name<'a>(&self, row: &'a RefinementRow) -> &'a str {
        &row.name
    }

    fn carry_out(&self, run: &(&'static Case, usize)) -> Result<RefinementRow> {
        let (case, starts) = *run;
        let mut squares = [0.0; DIVISORS.len()];
        let mut unsolved = 0;
        for start in 0..starts {
            let phase = start as f64 / starts as f64;
            let mut end = |divisor: usize| {
                let (state, length, failed) = play_case(case, phase, divisor)?;
                unsolved += failed;
                Ok((state, length))
            };
            let (exact, length) = end(REFERENCE)?;
            for (square, divisor) in squares.iter_mut().zip(DIVISORS) {
                let (state, _) = end(divisor)?;
                *square += distance(&state, &exact, length).powi(2) / starts as f64;
            }
        }
        let [error, half, quarter] = squares.map(f64::sqrt);
        let order = (error / quarter).log(4.0);
        let falls = error > half && half > quarter;
        Ok(RefinementRow {
            name: self.name(run),
            scene: case.name.into(),
            starts,
            time_step: TIME_STEP,
            error,
            half,
            quarter,
            order,
            expected: case.order.unwrap_or(0.0),
            unsolved,
            ok: unsolved == 0
                && case
                    .order
                    .is_none_or(|theory| falls && order >= SHARE * theory),
        })
    }
}

/// Final state, unit of length (m) and number of unsolved steps.
fn play_case(case: &Case, phase: f64, divisor: usize) -> Result<(State, f64, usize)> {
    let h = TIME_STEP / divisor as f64;
    let text = format!(
        "[simulation]\ntime_step = {h}\nduration = {}\nrelaxation = {RHO}\n{}",
        case.seconds,
        (case.text)(phase * TIME_STEP)
    );
    let scene = Scene::parse(&text, case.name)?;
    let mut unsolved = 0;
    let end = play(&scene, |_, step| {
        unsolved += usize::from(!step.status.solved);
    })?;
    Ok((end, scene.model.units.length, unsolved))
}

/// Largest difference of the poses of a body, m; an angle counts by `length`.
fn distance(a: &State, b: &State, length: f64) -> f64 {
    let bodies = a.bodies.iter().zip(&b.bodies).map(|(a, b)| {
        let turn = a.rotation.angle_to(&b.rotation) * length;
        (a.position - b.position).norm() + turn
    });
    bodies.fold(0.0, f64::max)
}
