//! A body on a slope, friction by slope: does it stick or slide as Coulomb says, and how exactly?
//!
//! At a relaxation rho a body that should stick creeps at
//!
//!   c = rho L tan / (h cos (mu^2 - tan^2))            docs/formulation.md, section 3
//!
//! and one that slides at speed u lacks rho V^2 / (2 u) of its friction per step and mass at most
//! (with f o b = rho e: mu gamma psi - |b| u = rho and mu gamma u = psi |b|, so
//! mu gamma - |b| = rho / (psi + u), psi >= u): its acceleration is g (sin - mu cos), and more by
//! rho V^2 / (2 u h) at most. The solver leaves 1e-8 in every row and 1e-4 in every product. These
//! are the tolerances; nothing is fitted.

use super::play::play;
use crate::Campaign;
use drystone::error::Result;
use drystone::math::Vec3;
use drystone::scene::Scene;
use serde::{Deserialize, Serialize};

/// Step length, s.
pub const TIME_STEP: f64 = 0.01;
/// Relaxation where a body should slide: at 1.02 times the friction angle it lacks 0.2 % of its
/// acceleration at most.
pub const RHO_SLIDING: f64 = 1e-8;
/// Largest relaxation where it should stick: speeds of creep stand out of what the solver leaves.
const RHO_STICKING: f64 = 1e-7;
/// Unit of length of the scenes, m.
const LENGTH: f64 = 0.05;
/// Time, s; the second half is looked at.
pub const SECONDS: f64 = 1.0;
/// m/s^2.
const GRAVITY: f64 = 9.81;
/// The residual that the solver may leave in a row.
const RESIDUAL: f64 = 1e-8;
/// The error that the solver may leave in a product, relative to rho.
const CENTRALITY: f64 = 1e-4;

/// The grid.
#[derive(Debug)]
pub struct Slopes {
    frictions: Vec<f64>,
    ratios: Vec<f64>,
}

/// The body that stands on the slope, flat: it does not tip below a friction of 5.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stone {
    /// A box of half-lengths 0.1, 0.1 and 0.02 m.
    Box,
    /// A cylinder of radius 0.1 m and length 0.04 m.
    Puck,
}

impl Stone {
    /// Both.
    pub const ALL: [Stone; 2] = [Stone::Box, Stone::Puck];

    /// Name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Stone::Box => "box",
            Stone::Puck => "puck",
        }
    }

    fn shape(self) -> &'static str {
        match self {
            Stone::Box => "box]\nhalf_extents = [0.1, 0.1, 0.02]",
            Stone::Puck => "cylinder]\nradius = 0.1\nlength = 0.04",
        }
    }
}

/// One place of the grid.
#[derive(Debug, Clone, Copy)]
pub struct SlopeRun {
    stone: Stone,
    mu: f64,
    /// Slope over angle of friction.
    ratio: f64,
}

/// The outcome of a run on a slope.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SlopeRow {
    /// Name of the run.
    pub name: String,
    /// Name of the body that stands on the slope.
    pub stone: String,
    /// Coefficient of friction.
    pub mu: f64,
    /// Slope over angle of friction.
    pub ratio: f64,
    /// Slope, degrees.
    pub slope: f64,
    /// Whether Coulomb lets it slide.
    pub should_slide: bool,
    /// Whether it did: it gained more than half of the speed that sliding gives.
    pub slides: bool,
    /// Speed of creep (m/s) where it should stick, acceleration (m/s^2) where it should slide.
    pub expected: f64,
    /// The same, measured over the second half of the run.
    pub obtained: f64,
    /// Difference over what is expected.
    pub error: f64,
    /// Largest `error` that the laws above allow.
    pub tolerance: f64,
    /// Steps that were not solved.
    pub unsolved: usize,
    /// All solved, the right verdict, within tolerance.
    pub ok: bool,
}

impl Slopes {
    /// The small grid, or the fine one.
    pub fn new(quick: bool) -> Self {
        if quick {
            Self {
                frictions: vec![0.1, 0.2, 0.4, 0.6, 0.8, 1.0],
                ratios: vec![0.3, 0.6, 0.9, 0.98, 1.02, 1.1, 1.4, 1.7],
            }
        } else {
            let ratios = [
                0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 1.01, 1.02, 1.05, 1.1, 1.2,
                1.3, 1.4, 1.5, 1.6, 1.7,
            ];
            Self {
                frictions: (1..=20).map(|i| f64::from(i) / 20.0).collect(),
                ratios: ratios.to_vec(),
            }
        }
    }
}

impl Campaign for Slopes {
    type Run = SlopeRun;
    type Row = SlopeRow;

    fn runs(&self) -> Vec<SlopeRun> {
        let mut runs = Vec::new();
        for stone in Stone::ALL {
            for &mu in &self.frictions {
                let of = self.ratios.iter();
                runs.extend(of.map(|&ratio| SlopeRun { stone, mu, ratio }));
            }
        }
        runs
    }

    fn name(&self, run: &SlopeRun) -> String {
        format!(
            "{} mu {:.2} slope {:.2}",
            run.stone.name(),
            run.mu,
            run.ratio
        )
    }

    fn row_name<'a>(&self, row: &'a SlopeRow) -> &'a str {
        &row.name
    }

    fn carry_out(&self, run: &SlopeRun) -> Result<SlopeRow> {
        let slope = run.ratio * run.mu.atan();
        let scene = Scene::parse(&text(run, slope), &self.name(run))?;
        let half = scene.settings.steps / 2;
        let (mut k, mut unsolved, mut middle) = (0, 0, None);
        let end = play(&scene, |_, step| {
            k += 1;
            unsolved += usize::from(!step.status.solved);
            if k == half {
                middle = Some(step.state.clone());
            }
        })?;
        let down = Vec3::new(slope.cos(), 0.0, -slope.sin());
        let middle = middle.unwrap_or_else(|| scene.initial.clone());
        let [from, to] = [&middle, &end].map(|state| state.bodies[1]);
        let seconds = (scene.settings.steps - half) as f64 * TIME_STEP;
        let gained = (to.velocity - from.velocity).dot(&down) / seconds;
        let moved = (to.position - from.position).dot(&down) / seconds;
        let units = &scene.model.units;
        let excess = GRAVITY * (slope.sin() - run.mu * slope.cos());
        let (expected, obtained, tolerance) = if excess > 0.0 {
            (excess, gained, lacking(excess, units.velocity) / excess)
        } else {
            let (creep, tolerance) = creep(run.mu, slope, units.velocity);
            (creep, moved, tolerance)
        };
        let error = (obtained / expected - 1.0).abs();
        let slides = gained > 0.5 * excess.abs();
        Ok(SlopeRow {
            name: self.name(run),
            stone: run.stone.name().into(),
            mu: run.mu,
            ratio: run.ratio,
            slope: slope.to_degrees(),
            should_slide: excess > 0.0,
            slides,
            expected,
            obtained,
            error,
            tolerance,
            unsolved,
            ok: unsolved == 0 && slides == (excess > 0.0) && error <= tolerance,
        })
    }
}

/// Acceleration (m/s^2) that softened friction may add in the second half, when the speed is
/// `acceleration` times half the run at least, and that rows may leave.
fn lacking(acceleration: f64, velocity: f64) -> f64 {
    let slowest = 0.5 * SECONDS * acceleration;
    RHO_SLIDING * (1.0 + CENTRALITY) * velocity * velocity / (2.0 * slowest * TIME_STEP)
        + 2.0 * RESIDUAL * velocity / TIME_STEP
}

/// Relaxation of a run. Where it should stick, the speed of creep must settle: near the cone a
/// difference of speed shrinks per step by 1 + d|b|/du, d|b|/du = D^2 / (rho (mu^2 gamma^2 + b^2)),
/// D = mu^2 gamma^2 - b^2, which is to be 1.5 at least.
fn relaxation(mu: f64, slope: f64) -> f64 {
    if slope.tan() > mu {
        return RHO_SLIDING;
    }
    let (limit, used) = (mu * impulse(slope), slope.tan() * impulse(slope));
    let room = limit * limit - used * used;
    let settles = room * room / (0.5 * (limit * limit + used * used));
    RHO_STICKING.min(settles)
}

/// Normal impulse of a step in model units: h / T cos.
fn impulse(slope: f64) -> f64 {
    TIME_STEP * (GRAVITY / LENGTH).sqrt() * slope.cos()
}

/// Speed of creep (m/s) and its relative tolerance: products, the rows that hold mu gamma and beta
/// near the cone, and the row of the velocity.
fn creep(mu: f64, slope: f64, velocity: f64) -> (f64, f64) {
    let tan = slope.tan();
    let room = mu * mu - tan * tan;
    let creep = relaxation(mu, slope) * LENGTH * tan / (TIME_STEP * slope.cos() * room);
    let near = 2.0 * RESIDUAL * (mu * mu + tan) / (impulse(slope) * room);
    (creep, 2.0 * CENTRALITY + near + RESIDUAL * velocity / creep)
}

fn text(run: &SlopeRun, slope: f64) -> String {
    let half = 0.02;
    let rho = relaxation(run.mu, slope);
    format!(
        "[simulation]\ntime_step = {TIME_STEP}\nduration = {SECONDS}\nrelaxation = {rho}\nlength = {LENGTH}\n\
         [material.default]\nfriction = {}\n\
         [shape.slope.halfspace]\nnormal = [{}, 0, {}]\n\
         [shape.stone.{}\n\
         [[body]]\nname = \"slope\"\nfixed = true\nshape = \"slope\"\n\
         [[body]]\nname = \"stone\"\nshape = \"stone\"\nmass = 1.0\n\
         position = [{}, 0, {}]\nquat_wxyz = [{}, 0, {}, 0]\n",
        run.mu,
        slope.sin(),
        slope.cos(),
        run.stone.shape(),
        half * slope.sin(),
        half * slope.cos(),
        (0.5 * slope).cos(),
        (0.5 * slope).sin(),
    )
}
