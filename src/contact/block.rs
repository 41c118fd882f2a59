//! The seam through which contact models come: what a step asks of a pair.
//!
//! A block has its own unknowns, cones and rows (perhaps none: a penalty model has no cones). It
//! condenses itself to wrenches on its two bodies and their tangent, knows step length and
//! centrality of its own cones, and reports 0 to k contact points. A further model is one file and
//! one arm here.

use super::bilevel::{Bilevel, Nested};
use super::bilevel_as_published::BilevelAsPublished;
use super::setup::PairSetup;
use super::side::larger;
use super::single_level::SingleLevel;
use super::terms::{BodyMotion, ContactPoint, ContactRate, Explicit, Prediction, Record, Tangent};
use crate::math::lanes::Lanes;
use crate::math::{Kinematics, Pose, Variation, Vec3};
use crate::shape::Rows;
use crate::world::{ContactModel, FrictionPoint};

/// Asks whichever model it is.
macro_rules! each {
    ($self:ident, $block:ident => $ask:expr) => {
        match $self {
            Self::SingleLevel($block) => $ask,
            Self::Bilevel($block) => $ask,
            Self::BilevelAsPublished($block) => $ask,
        }
    };
}

/// One pair under a contact model.
#[derive(Debug, Clone)]
pub enum PairBlock {
    /// Collision, contact and friction in one system.
    SingleLevel(Box<SingleLevel>),
    /// Collision solved within every look at contact and friction, differentiated analytically.
    Bilevel(Box<Bilevel>),
    /// The same with differences, as published.
    BilevelAsPublished(Box<BilevelAsPublished>),
}

impl PairBlock {
    /// An empty block of a model.
    pub fn new(model: ContactModel) -> Self {
        match model {
            ContactModel::SingleLevel => Self::SingleLevel(Box::default()),
            ContactModel::Bilevel => Self::Bilevel(Box::default()),
            ContactModel::BilevelSoft => Self::Bilevel(Box::new(Bilevel::new(Nested::soft()))),
            ContactModel::BilevelAsPublished => Self::BilevelAsPublished(Box::default()),
        }
    }

    /// Looks at the predicted pose; what it finds is a function of the state alone. with `precise`
    /// down to rounding.
    pub fn predict(
        &mut self,
        setup: &PairSetup,
        rows: [&Rows; 2],
        poses: [&Pose; 2],
        precise: bool,
    ) -> Prediction {
        each!(self, block => block.predict(setup, rows, poses, precise))
    }

    /// Starts an attempt at complementarity `c0`; with `again` from the given poses instead of the
    /// prediction.
    pub fn start(
        &mut self,
        setup: &PairSetup,
        c0: f64,
        point: FrictionPoint,
        again: Option<([&Rows; 2], [&Pose; 2])>,
    ) {
        each!(self, block => block.start(setup, c0, point, again));
    }

    /// Residuals and wrenches at the current iterate of a solve for relaxation `rho`.
    pub fn evaluate(&mut self, rows: [&Rows; 2], bodies: [&Kinematics; 2], rho: f64) {
        each!(self, block => block.evaluate(rows, bodies, rho));
    }

    /// Largest equality residual.
    pub fn residual(&self) -> f64 {
        each!(self, block => block.residual())
    }

    /// Number of complementarity products.
    pub fn degree(&self) -> usize {
        each!(self, block => block.cones().map(|cone| cone.degree()).sum())
    }

    /// Sum of s.z / (block factor).
    pub fn complementarity(&self) -> f64 {
        each!(self, block => block .cones() .map(|cone| cone.complementarity()) .sum())
    }

    /// Inverse of the longest step along the affine direction.
    pub fn inverse_affine(&self) -> f64 {
        each!(self, block => block.cones().fold(0.0, |m, cone| larger(m, cone.inverse_affine())))
    }

    /// Inverse of the longest step along AFFINE + `excess` UNIT, which is not formed.
    pub fn inverse_plain(&self, excess: f64) -> f64 {
        each!(self, block => block.cones().fold(0.0, |m, cone| larger(m, cone.inverse_plain(excess))))
    }

    /// Sum of s.z / (block factor) after a step along the affine direction.
    pub fn complementarity_after_affine(&self, step: f64) -> f64 {
        each!(self, block => block.cones().map(|cone| cone.complementarity_after_affine(step)).sum())
    }

    /// The same after a step along the combined direction.
    pub fn complementarity_after(&self, step: f64) -> f64 {
        each!(self, block => block .cones() .map(|cone| cone.complementarity_after(step)) .sum())
    }

    /// Largest |s o z - rho_b e| / rho_b.
    pub fn centrality(&self, rho: f64) -> f64 {
        each!(self, block => block.centrality(rho))
    }

    /// Force and torque impulse on a body about its centre, world, in mass x V.
    pub fn wrench(&self, side: usize) -> (Vec3, Vec3) {
        each!(self, block => block.wrench(side))
    }

    /// Condenses the pair for target `rho`.
    pub fn condense(&mut self, rows: [&Rows; 2], bodies: [&Kinematics; 2], rho: f64) {
        each!(self, block => block.condense(rows, bodies, rho));
    }

    /// The condensed pair.
    pub fn tangent(&self) -> &Tangent {
        each!(self, block => block.tangent())
    }

    /// Wrenches of the corrector for bodies that stand still.
    pub fn corrector(&mut self, bodies: [&Kinematics; 2]) -> [f64; 12] {
        each!(self, block => block.corrector(bodies))
    }

    /// Stores a part of the direction (0 AFFINE, 1 UNIT, 2 CORRECTOR) for the motion of the bodies.
    pub fn recover(&mut self, kind: usize, bodies: [&Kinematics; 2], motion: &BodyMotion) {
        each!(self, block => block.recover(kind, bodies, motion));
    }

    /// Forms the combined direction; inverse of the longest step to the boundary.
    pub fn combine(&mut self, excess: f64, corrector: bool) -> f64 {
        each!(self, block => block.combine(excess, corrector))
    }

    /// The rows that bound the combined direction, and the inverse of the longest step there.
    pub fn limit(&self) -> (f64, &'static str) {
        each!(self, block => block.limit())
    }

    /// Moves by `step` times the combined direction.
    pub fn advance(&mut self, step: f64, excess: f64, corrected: bool) {
        each!(self, block => block.advance(step, excess, corrected));
    }

    /// Whether the attempt was made with another slip row than `point`.
    pub fn has_other_rows(&self, point: FrictionPoint) -> bool {
        each!(self, block => block.is_lagged() != (point == FrictionPoint::Lagged))
    }

    /// Appends the primal-dual point.
    pub fn save(&self, out: &mut Vec<f64>) {
        each!(self, block => block.save(out));
    }

    /// Restores a saved point for the same rows; `poses` are the predicted ones.
    pub fn restore(
        &mut self,
        setup: &PairSetup,
        rows: [&Rows; 2],
        poses: [&Pose; 2],
        from: &mut Record,
    ) {
        each!(self, block => block.restore(setup, rows, poses, from));
    }

    /// Prepares a restored and condensed pair for its derivatives.
    pub fn prepare_rates(&mut self, rows: [&Rows; 2]) {
        each!(self, block => block.condense_prediction(rows));
    }

    /// Wrenches of explicit changes at relaxation `rho`, both bodies.
    pub fn wrench_rates<const N: usize>(
        &self,
        bodies: [&Kinematics; 2],
        rho: f64,
        explicit: &Explicit<N>,
    ) -> [Lanes<N>; 12] {
        each!(self, block => block.wrench_rates(bodies, rho, explicit))
    }

    /// Calls `see` with the change of every contact point when the bodies move by `motion` in all.
    pub fn contact_rates<const N: usize>(
        &self,
        bodies: [&Kinematics; 2],
        motion: &[Variation<N>; 2],
        rho: f64,
        explicit: &Explicit<N>,
        mut see: impl FnMut(ContactRate<N>),
    ) {
        each!(self, block => see(block.contact_rate(bodies, motion, rho, explicit)));
    }

    /// Calls `see` for every contact point.
    pub fn contacts(&self, mut see: impl FnMut(ContactPoint)) {
        each!(self, block => see(block.contact()));
    }

    /// Calls `see` with the name and value of every group of rows; `names` are those of the bodies.
    pub fn rows(&self, rho: f64, names: [&str; 2], see: impl FnMut(String, f64)) {
        each!(self, block => block.name_rows(rho, names, see));
    }
}
