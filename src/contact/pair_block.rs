//! The contact models as one type of block.

use super::bilevel::{Bilevel, Nested};
use super::bilevel_as_published::BilevelAsPublished;
use super::block::Block;
use super::cloud_points::CloudPoints;
use super::point::{PairPoint, PairPoints};
use super::separating_plane::SeparatingPlane;
use super::setup::PairSetup;
use super::single_level::SingleLevel;
use super::soft_minimum::SoftMinimum;
use super::terms::{
    BodyMotion, ContactPoint, ContactRate, Deviation, Explicit, Friction, Geometry, PairStart,
    PredictedContact, Prediction,
};
use crate::ipm::{DirectionPart, InverseSteps, Span};
use crate::math::lanes::Lanes;
use crate::math::{Kinematics, Variation, Vec3};
use crate::world::{ContactModel, FrictionPoint};

/// Asks whichever model it is.
macro_rules! each {
    ($self:ident, $block:ident => $ask:expr) => {
        match $self {
            Self::SingleLevel($block) => $ask,
            Self::Bilevel($block) => $ask,
            Self::BilevelAsPublished($block) => $ask,
            Self::SoftMinimum($block) => $ask,
            Self::CloudPoints($block) => $ask,
            Self::SeparatingPlane($block) => $ask,
        }
    };
}

/// One pair under a contact model.
#[derive(Debug, Clone)]
pub enum PairBlock {
    /// Collision, contact and friction are rows of one system.
    SingleLevel(Box<SingleLevel>),
    /// Every evaluation of contact and friction solves the collision problem, which is differentiated analytically.
    Bilevel(Box<Bilevel>),
    /// Every evaluation solves the collision problem, which is differentiated by differences, as published.
    BilevelAsPublished(Box<BilevelAsPublished>),
    /// Clouds of patches and springs without cones.
    SoftMinimum(Box<SoftMinimum>),
    /// Contact and friction rows at several points of clouds.
    CloudPoints(Box<CloudPoints>),
    /// A barrier against a plane between the points of two hulls.
    SeparatingPlane(Box<SeparatingPlane>),
}

impl Block<f64> for PairBlock {
    fn new(model: ContactModel, as_clouds: bool) -> Self {
        match model {
            ContactModel::SingleLevel if as_clouds => Self::CloudPoints(Box::default()),
            ContactModel::SingleLevel => Self::SingleLevel(Box::default()),
            ContactModel::Bilevel => Self::Bilevel(Box::default()),
            ContactModel::BilevelSoft => Self::Bilevel(Box::new(Bilevel::new(Nested::soft()))),
            ContactModel::BilevelAsPublished => Self::BilevelAsPublished(Box::default()),
            ContactModel::SoftMinimum | ContactModel::SoftMinimumAsPublished => {
                Self::SoftMinimum(Block::new(model, as_clouds))
            }
            ContactModel::SeparatingPlane | ContactModel::SeparatingPlaneAsPublished => {
                Self::SeparatingPlane(Block::new(model, as_clouds))
            }
        }
    }

    fn is_of_clouds(&self) -> bool {
        matches!(self, Self::SoftMinimum(_) | Self::CloudPoints(_))
    }

    fn predict(
        &mut self,
        setup: &PairSetup,
        sides: [Geometry; 2],
        bodies: [&Kinematics; 2],
        precise: bool,
    ) -> Prediction {
        each!(self, block => block.predict(setup, sides, bodies, precise))
    }

    fn start(&mut self, setup: &PairSetup, start: PairStart) {
        each!(self, block => block.start(setup, start));
    }

    fn predicted_speed(&self, bodies: [&Kinematics; 2]) -> f64 {
        each!(self, block => block.predicted_speed(bodies))
    }

    fn predicted_contact(&self) -> PredictedContact {
        each!(self, block => block.predicted_contact())
    }

    fn evaluate(&mut self, sides: [Geometry; 2], bodies: [&Kinematics; 2], rho: f64) -> Deviation {
        each!(self, block => block.evaluate(sides, bodies, rho))
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
        sides: [Geometry; 2],
        bodies: [&Kinematics; 2],
        rho: f64,
        visit: impl FnMut(usize, &[f64], [f64; 2]),
    ) {
        each!(self, block => block.condense(sides, bodies, rho, visit));
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

    fn add_points(&mut self, sides: [Geometry; 2], bodies: [&Kinematics; 2]) -> bool {
        each!(self, block => block.add_points(sides, bodies))
    }

    fn friction(&self, bodies: [&Kinematics; 2]) -> Friction {
        each!(self, block => block.friction(bodies))
    }

    fn take_slip_at_contact(&mut self) {
        each!(self, block => block.take_slip_at_contact());
    }

    fn save(&self, lane: usize, out: &mut PairPoints) {
        each!(self, block => block.save(lane, out));
    }

    fn contacts(&self, lane: usize, visit: impl FnMut(ContactPoint)) {
        each!(self, block => block.contacts(lane, visit));
    }
}

impl PairBlock {
    /// Returns the block of the single-level model.
    pub fn single_level(&self) -> Option<&SingleLevel> {
        match self {
            Self::SingleLevel(block) => Some(block),
            _ => None,
        }
    }

    /// Returns whether the attempt was made with another slip row than `point`, or with the rows of wedged bodies.
    pub fn has_other_rows(&self, point: FrictionPoint) -> bool {
        let wedged = self.single_level().is_some_and(|block| block.is_wedged());
        wedged || each!(self, block => block.slip_row() != point)
    }

    /// Restores a saved point for the same rows, with the bodies at their prediction.
    pub fn restore(
        &mut self,
        setup: &PairSetup,
        sides: [Geometry; 2],
        bodies: [&Kinematics; 2],
        point: &PairPoint<&[f64]>,
    ) {
        each!(self, block => block.restore(setup, sides, bodies, point));
    }

    /// Finds the contact points of a restored pair whose number follows from where its bodies are.
    pub fn settle(&mut self, sides: [Geometry; 2], bodies: [&Kinematics; 2], rho: f64) {
        match self {
            Self::SoftMinimum(block) => _ = block.evaluate(sides, bodies, rho),
            Self::SeparatingPlane(block) => _ = block.evaluate(sides, bodies, rho),
            _ => {}
        }
    }

    /// Multiplies the velocities and impulses of a restored point.
    pub fn scale_velocities(&mut self, factor: f64) {
        each!(self, block => block.scale_velocities(factor));
    }

    /// Prepares a restored and condensed pair for its derivatives.
    pub fn prepare_rates(&mut self, sides: [Geometry; 2]) {
        each!(self, block => block.prepare_rates(sides));
    }

    /// Returns the wrenches of explicit changes at relaxation `rho`, of both bodies.
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
        visit: impl FnMut(ContactRate<N>),
    ) {
        each!(self, block => block.contact_rates(bodies, motion, rho, explicit, visit));
    }
}
