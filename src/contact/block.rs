//! The seam through which contact models come: what a step asks of a pair.
//!
//! A block has its own unknowns, cones and rows (perhaps none: a penalty model has no cones). It
//! condenses itself to wrenches on its two bodies and their tangent, knows step length and
//! centrality of its own cones, and reports 0 to k contact points. A further model is one file and
//! one arm here.

use super::bilevel::Nested;
use super::{Bilevel, BilevelAsPublished, PairSetup, SingleLevel};
use crate::math::lanes::{Lanes, Lanes3};
use crate::math::{Kinematics, Pose, Variation, Vec3};
use crate::shape::{RowDerivative, Rows};
use crate::world::{ContactModel, FrictionPoint};

/// Lanes of a condensed pair: twelve columns (velocity and turn of both bodies), two right sides.
pub const COLUMNS: usize = 14;

/// Wrenches on both bodies (force, torque about the centre; first, then second body), in
/// mass x V: twelve columns and the right sides AFFINE and UNIT.
pub type Tangent = [[f64; COLUMNS]; 12];

/// One contact point in the units of the model.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ContactPoint {
    /// World.
    pub point: Vec3,
    /// Unit normal in which the first body is pushed away.
    pub normal: Vec3,
    /// Distance to first order.
    pub gap: f64,
    /// Impulse on the first body, world, in mass x V.
    pub impulse: Vec3,
    /// Torque impulse about the normal on the first body, in mass x V x L.
    pub torsion: f64,
    /// Velocity of the first body relative to the second, tangential part.
    pub slip: Vec3,
    /// Friction used over friction available, 0 to 1; 1 without friction.
    pub friction_used: f64,
}

/// What the prediction says of a pair.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Prediction {
    /// Distance at the predicted pose, to first order.
    pub gap: f64,
    /// Whether the collision problem was solved.
    pub converged: bool,
}

/// How a part changes per unit of one of its shape parameters.
#[derive(Debug, Clone, PartialEq)]
pub struct ShapeChange {
    /// 0: part of the first body, 1: of the second.
    pub side: usize,
    /// Of its conic rows, in metres per unit.
    pub rows: Vec<RowDerivative>,
    /// The unit of length, m.
    pub length: f64,
    /// Of its bounding radius, units of length per unit.
    pub bounding_radius: f64,
    /// Rotation of a half-space, world.
    pub turn: Vec3,
}

/// What a pair sees of a change of state, input or parameters while the velocities stay.
#[derive(Debug, Clone)]
pub struct Explicit<const N: usize> {
    /// Motion of both bodies at the end of the step.
    pub end: [Variation<N>; 2],
    /// Motion of both bodies at the prediction (pose only).
    pub predicted: [Variation<N>; 2],
    /// mu and mu_torsion (units of length).
    pub coefficients: [Lanes<N>; 2],
    /// m_ab, relative.
    pub mass: Lanes<N>,
    /// Shape of one part, in the first lane.
    pub shape: Option<ShapeChange>,
}

impl<const N: usize> Explicit<N> {
    /// Nothing changes.
    pub const NONE: Self = Self {
        end: [Variation::NONE; 2],
        predicted: [Variation::NONE; 2],
        coefficients: [Lanes::ZERO; 2],
        mass: Lanes::ZERO,
        shape: None,
    };
}

impl Explicit<12> {
    /// Some lanes, scaled, in front: (lane, factor).
    pub fn picked(&self, lanes: &[(usize, f64)]) -> Self {
        Self {
            end: self.end.map(|m| m.picked(lanes)),
            predicted: self.predicted.map(|m| m.picked(lanes)),
            ..Self::NONE
        }
    }
}

impl Explicit<1> {
    /// In the first of twelve lanes.
    pub fn widened(self) -> Explicit<12> {
        let wide = |lanes: Lanes<1>| Lanes::first(lanes.0[0]);
        Explicit {
            end: self.end.map(|m| m.widened()),
            predicted: self.predicted.map(|m| m.widened()),
            coefficients: self.coefficients.map(wide),
            mass: wide(self.mass),
            shape: self.shape,
        }
    }
}

/// Change of a contact point, in the units of [`ContactPoint`].
#[derive(Debug, Clone, Copy)]
pub struct ContactRate<const N: usize> {
    /// Of the distance.
    pub gap: Lanes<N>,
    /// Of the point.
    pub point: Lanes3<N>,
    /// Of the normal.
    pub normal: Lanes3<N>,
    /// Of the impulse on the first body.
    pub impulse: Lanes3<N>,
    /// Of the torque impulse about the normal on the first body.
    pub torsion: Lanes<N>,
}

/// Numbers read in the order in which they were saved.
#[derive(Debug)]
pub struct Record<'a>(pub &'a [f64]);

impl<'a> Record<'a> {
    /// The next `count` numbers.
    pub fn take(&mut self, count: usize) -> &'a [f64] {
        let (taken, rest) = self.0.split_at(count);
        self.0 = rest;
        taken
    }
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

    /// The same after a step along the affine direction.
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
    pub fn condense(&mut self, rows: [&Rows; 2], bodies: [&Kinematics; 2], rho: f64) -> &Tangent {
        each!(self, block => block.condense(rows, bodies, rho))
    }

    /// Wrenches of the corrector for bodies that stand still.
    pub fn corrector(&mut self, bodies: [&Kinematics; 2]) -> [Lanes<1>; 12] {
        each!(self, block => block.corrector(bodies))
    }

    /// Stores the parts AFFINE and UNIT of the direction for the motion of the bodies.
    pub fn recover(&mut self, bodies: [&Kinematics; 2], motion: &[Variation<2>; 2]) {
        each!(self, block => block.recover(bodies, motion));
    }

    /// Stores the part CORRECTOR of the direction for the motion of the bodies.
    pub fn recover_corrector(&mut self, bodies: [&Kinematics; 2], motion: &[Variation<1>; 2]) {
        each!(self, block => block.recover_corrector(bodies, motion));
    }

    /// Forms the combined direction; inverse of the longest step to the boundary.
    pub fn combine(&mut self, excess: f64, corrector: bool) -> f64 {
        each!(self, block => block.combine(excess, corrector))
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
