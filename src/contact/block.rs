//! The seam through which contact models come: what a step asks of a pair.
//!
//! A block has its own unknowns, cones and rows (perhaps none: a penalty model has no cones). It
//! condenses itself to wrenches on its two bodies and their tangent, knows step length and
//! centrality of its own cones, and reports 0 to k contact points. A further model is one file and
//! one arm here.

use super::bilevel::{Bilevel, Nested};
use super::bilevel_as_published::BilevelAsPublished;
use super::setup::PairSetup;
use super::single_level::SingleLevel;
use super::terms::{
    BodyMotion, CollisionRestart, ContactPoint, ContactRate, Deviation, Explicit, Prediction,
    Record,
};
use crate::ipm::{DirectionPart, InverseSteps, Span};
use crate::math::lanes::Lanes;
use crate::math::{Kinematics, Real, Variation, Vec3, Vector};
use crate::shape::Rows;
use crate::world::{ContactModel, FrictionPoint};

/// A pair of one world or of several side by side, as a step sees it.
pub trait Block<R: Real>: std::fmt::Debug + Clone + Send + Sync {
    /// An empty block of a model.
    fn new(model: ContactModel) -> Self;

    /// Looks at the predicted pose; what it finds is a function of the state alone. With `precise`
    /// down to rounding.
    fn predict(
        &mut self,
        setup: &PairSetup,
        rows: [&Rows; 2],
        bodies: [&Kinematics<R>; 2],
        precise: bool,
    ) -> Prediction<R>;

    /// Starts an attempt at complementarity `c0`, with a normal impulse of at least `load` (m_ab V) where the
    /// parts (nearly) touch (`start`: both); where `anew` says so from other poses than the predicted ones.
    fn start(
        &mut self,
        setup: &PairSetup,
        start: (R, R),
        point: FrictionPoint,
        anew: Option<CollisionRestart<R>>,
    );

    /// Speed of the bodies' material relative to each other at the predicted contact point.
    fn predicted_speed(&self, bodies: [&Kinematics<R>; 2]) -> R;

    /// Gap at the predicted pose, units of length, and the direction there in which the first body is pushed.
    fn predicted_contact(&self) -> (R, Vector<R>);

    /// Residuals and wrenches at the current iterate of a solve for relaxation `rho`, and how far from
    /// its solution that is.
    fn evaluate(&mut self, rows: [&Rows; 2], bodies: [&Kinematics<R>; 2], rho: f64)
    -> Deviation<R>;

    /// Number of complementarity products.
    fn degree(&self) -> usize;

    /// Inverse of the longest step along the affine direction.
    fn inverse_affine_step(&self) -> R;

    /// The parts of `change` with which steps of length `step` along AFFINE + excess UNIT end within the
    /// cones, for an excess of `from` and that.
    fn feasible_span(&self, from: R, change: R, step: f64) -> Span<R>;

    /// Sum of s.z / (block factor) after a step along the affine direction.
    fn complementarity_after_affine(&self, step: R) -> R;

    /// The same after a step along the combined direction.
    fn complementarity_after(&self, step: R) -> R;

    /// Largest |s o z - rho_b e| / rho_b.
    fn centrality(&self, rho: f64) -> R;

    /// Force and torque impulse on a body about its centre, world, in mass x V.
    fn wrench(&self, side: usize) -> (Vector<R>, Vector<R>);

    /// Condenses the pair for target `rho`. Hands every row of its tangent to `visit`: its number (force, then
    /// torque about the centre, of the first body and, where that moves, of the second; in mass x V), its
    /// columns (velocity and turn of the same bodies), and the right sides AFFINE and UNIT.
    fn condense(
        &mut self,
        rows: [&Rows; 2],
        bodies: [&Kinematics<R>; 2],
        rho: f64,
        visit: impl FnMut(usize, &[R], [R; 2]),
    );

    /// Wrenches of the corrector for bodies that stand still.
    fn corrector_wrenches(&mut self, bodies: [&Kinematics<R>; 2]) -> [R; 12];

    /// Stores a part of the direction for the motion of the bodies.
    fn recover(
        &mut self,
        part: DirectionPart,
        bodies: [&Kinematics<R>; 2],
        motion: BodyMotion<'_, R>,
    );

    /// Forms the combined direction AFFINE + `excess` UNIT (+ CORRECTOR).
    fn combine(&mut self, excess: R, corrector: R::Mask) -> InverseSteps<R>;

    /// The rows of the first world that bound the direction AFFINE + `excess` UNIT (+ CORRECTOR), and the
    /// inverse of the longest step there.
    fn bounding_rows(&self, excess: R, corrected: R::Mask) -> (f64, &'static str);

    /// Moves by `step` times the direction AFFINE + `excess` UNIT (+ CORRECTOR); of the combined one the
    /// corrector may be taken back here.
    fn advance(&mut self, step: R, excess: R, corrected: R::Mask);

    /// Calls `visit` with the name and value of every group of rows of the first world; `names` are
    /// those of the bodies.
    fn rows(&self, rho: f64, names: [&str; 2], visit: impl FnMut(String, f64));

    /// Appends the primal-dual point of a world.
    fn save(&self, lane: usize, out: &mut Vec<f64>);

    /// Calls `visit` for every contact point of a world.
    fn contacts(&self, lane: usize, visit: impl FnMut(ContactPoint));
}

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

impl Block<f64> for PairBlock {
    fn new(model: ContactModel) -> Self {
        match model {
            ContactModel::SingleLevel => Self::SingleLevel(Box::default()),
            ContactModel::Bilevel => Self::Bilevel(Box::default()),
            ContactModel::BilevelSoft => Self::Bilevel(Box::new(Bilevel::new(Nested::soft()))),
            ContactModel::BilevelAsPublished => Self::BilevelAsPublished(Box::default()),
        }
    }

    fn predict(
        &mut self,
        setup: &PairSetup,
        rows: [&Rows; 2],
        bodies: [&Kinematics; 2],
        precise: bool,
    ) -> Prediction {
        each!(self, block => block.predict(setup, rows, bodies, precise))
    }

    fn start(
        &mut self,
        setup: &PairSetup,
        start: (f64, f64),
        point: FrictionPoint,
        anew: Option<CollisionRestart>,
    ) {
        each!(self, block => block.start(setup, start, point, anew));
    }

    fn predicted_speed(&self, bodies: [&Kinematics; 2]) -> f64 {
        each!(self, block => block.predicted_speed(bodies))
    }

    fn predicted_contact(&self) -> (f64, Vector<f64>) {
        each!(self, block => block.predicted_contact())
    }

    fn evaluate(&mut self, rows: [&Rows; 2], bodies: [&Kinematics; 2], rho: f64) -> Deviation {
        each!(self, block => block.evaluate(rows, bodies, rho))
    }

    fn degree(&self) -> usize {
        each!(self, block => block.degree())
    }

    fn inverse_affine_step(&self) -> f64 {
        each!(self, block => block.inverse_affine_step())
    }

    fn feasible_span(&self, from: f64, change: f64, step: f64) -> Span<f64> {
        each!(self, block => block.feasible_span(from, change, step))
    }

    fn complementarity_after_affine(&self, step: f64) -> f64 {
        each!(self, block => block.complementarity_after_affine(step))
    }

    fn complementarity_after(&self, step: f64) -> f64 {
        each!(self, block => block.complementarity_after(step))
    }

    fn centrality(&self, rho: f64) -> f64 {
        each!(self, block => block.centrality(rho))
    }

    fn wrench(&self, side: usize) -> (Vec3, Vec3) {
        each!(self, block => block.wrench(side))
    }

    fn condense(
        &mut self,
        rows: [&Rows; 2],
        bodies: [&Kinematics; 2],
        rho: f64,
        visit: impl FnMut(usize, &[f64], [f64; 2]),
    ) {
        each!(self, block => block.condense(rows, bodies, rho, visit));
    }

    fn corrector_wrenches(&mut self, bodies: [&Kinematics; 2]) -> [f64; 12] {
        each!(self, block => block.corrector_wrenches(bodies))
    }

    fn recover(&mut self, part: DirectionPart, bodies: [&Kinematics; 2], motion: BodyMotion<'_>) {
        each!(self, block => block.recover(part, bodies, motion));
    }

    fn combine(&mut self, excess: f64, corrector: bool) -> InverseSteps {
        each!(self, block => block.combine(excess, corrector))
    }

    fn bounding_rows(&self, excess: f64, corrected: bool) -> (f64, &'static str) {
        each!(self, block => block.bounding_rows(excess, corrected))
    }

    fn advance(&mut self, step: f64, excess: f64, corrected: bool) {
        each!(self, block => block.advance(step, excess, corrected));
    }

    fn rows(&self, rho: f64, names: [&str; 2], visit: impl FnMut(String, f64)) {
        each!(self, block => block.rows(rho, names, visit));
    }

    fn save(&self, lane: usize, out: &mut Vec<f64>) {
        each!(self, block => block.save(lane, out));
    }

    fn contacts(&self, lane: usize, mut visit: impl FnMut(ContactPoint)) {
        each!(self, block => visit(block.contact(lane)));
    }
}

impl PairBlock {
    /// Whether the attempt was made with another slip row than `point`.
    pub fn has_other_rows(&self, point: FrictionPoint) -> bool {
        each!(self, block => block.is_lagged() != (point == FrictionPoint::Lagged))
    }

    /// Restores a saved point for the same rows, with the bodies at their prediction.
    pub fn restore(
        &mut self,
        setup: &PairSetup,
        rows: [&Rows; 2],
        bodies: [&Kinematics; 2],
        from: &mut Record,
    ) {
        each!(self, block => block.restore(setup, rows, bodies, from));
    }

    /// Multiplies the velocities and impulses of a restored point.
    pub fn scale_velocities(&mut self, factor: f64) {
        each!(self, block => block.scale_velocities(factor));
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

    /// Calls `visit` with the change of every contact point when the bodies move by `motion` in all.
    pub fn contact_rates<const N: usize>(
        &self,
        bodies: [&Kinematics; 2],
        motion: [&Variation<N>; 2],
        rho: f64,
        explicit: &Explicit<N>,
        mut visit: impl FnMut(ContactRate<N>),
    ) {
        each!(self, block => visit(block.contact_rate(bodies, motion, rho, explicit)));
    }
}
