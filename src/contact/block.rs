//! The seam through which contact models come: what a step asks of a pair.
//!
//! A block has its own unknowns, cones and rows (perhaps none: a penalty model has no cones). It
//! condenses itself to wrenches on its two bodies and their tangent, knows step length and
//! centrality of its own cones, and reports 0 to k contact points. [`Call`](crate::ipm::Call) has the order of
//! the calls, which builds with debug assertions check. A further model is one file and
//! one arm of [`PairBlock`](super::PairBlock).

use super::point::PairPoints;
use super::setup::PairSetup;
use super::terms::{
    BodyMotion, ContactPoint, Deviation, Friction, Geometry, PairStart, PredictedContact,
    Prediction,
};
use crate::ipm::{DirectionPart, InverseSteps, Span};
use crate::math::{Kinematics, Real, Vector};
use crate::world::ContactModel;

/// A pair of one world or of several side by side, as a step sees it.
pub trait Block<R: Real>: std::fmt::Debug + Clone + Send + Sync {
    /// Returns an empty block of a model, for bodies that meet as clouds or for convex parts.
    fn new(model: ContactModel, as_clouds: bool) -> Self;

    /// Returns whether the block is for bodies that meet as clouds.
    fn is_of_clouds(&self) -> bool {
        false
    }

    /// Solves the collision problem at the predicted pose, with `precise` down to rounding; the result is a
    /// function of the state alone.
    fn predict(
        &mut self,
        setup: &PairSetup,
        sides: [Geometry; 2],
        bodies: [&Kinematics<R>; 2],
        precise: bool,
    ) -> Prediction<R>;

    /// Starts an attempt.
    fn start(&mut self, setup: &PairSetup, start: PairStart<R>);

    /// Returns the speed of the bodies' material relative to each other at the predicted contact point.
    fn predicted_speed(&self, bodies: [&Kinematics<R>; 2]) -> R;

    /// Returns gap and normal at the predicted pose.
    fn predicted_contact(&self) -> PredictedContact<R>;

    /// Evaluates residuals and wrenches at the current iterate of a solve for relaxation `rho`; returns how far
    /// it is from the solution.
    fn evaluate(
        &mut self,
        sides: [Geometry; 2],
        bodies: [&Kinematics<R>; 2],
        rho: f64,
    ) -> Deviation<R>;

    /// Returns the number of complementarity products.
    fn degree(&self) -> usize;

    /// Returns the inverse of the longest step along the affine direction.
    fn inverse_affine_step(&self) -> R;

    /// Returns the parts of `change` with which steps of length `step` along AFFINE + excess UNIT end within the
    /// cones, for an excess of `from` and that.
    fn feasible_span(&self, from: R, change: R, step: f64) -> Span<R>;

    /// Returns the sum of s.z / (block factor) after a step along the affine direction.
    fn complementarity_after_affine(&self, step: R) -> R;

    /// Returns the sum of s.z / (block factor) after a step along the combined direction.
    fn complementarity_after(&self, step: R) -> R;

    /// Returns the largest |s o z - rho_b e| / rho_b.
    fn centrality(&self, rho: f64) -> R;

    /// Returns the force and torque impulse on a body about its centre, world, in mass x V.
    fn wrench(&self, side: usize) -> (Vector<R>, Vector<R>);

    /// Condenses the pair for target `rho`. Hands every row of its tangent to `visit`: its number (force, then
    /// torque about the centre, of the first body and, where that moves, of the second; in mass x V), its
    /// columns (velocity and turn of the same bodies), and the right sides AFFINE and UNIT.
    fn condense(
        &mut self,
        sides: [Geometry; 2],
        bodies: [&Kinematics<R>; 2],
        rho: f64,
        visit: impl FnMut(usize, &[R], [R; 2]),
    );

    /// Returns the wrenches of the corrector for bodies that stand still.
    fn corrector_wrenches(&mut self, bodies: [&Kinematics<R>; 2]) -> [R; 12];

    /// Stores a part of the direction for the motion of the bodies.
    fn recover(
        &mut self,
        part: DirectionPart,
        bodies: [&Kinematics<R>; 2],
        motion: BodyMotion<'_, R>,
    );

    /// Combines the direction AFFINE + `excess` UNIT (+ CORRECTOR); returns the inverses of its longest steps.
    fn combine(&mut self, excess: R, corrector: R::Mask) -> InverseSteps<R>;

    /// Returns the rows of the first world that bound the direction AFFINE + `excess` UNIT (+ CORRECTOR), and the
    /// inverse of the longest step there.
    fn bounding_rows(&self, excess: R, corrected: R::Mask) -> (f64, &'static str);

    /// Moves by `step` times the direction AFFINE + `excess` UNIT (+ CORRECTOR); of the combined one the
    /// corrector may be taken back here.
    fn advance(&mut self, step: R, excess: R, corrected: R::Mask);

    /// Calls `visit` with the name and value of every group of rows of the first world; `names` are
    /// those of the bodies.
    fn rows(&self, rho: f64, names: [&str; 2], visit: impl FnMut(String, f64));

    /// Adds contact points where the bodies overlap at the current iterate, which solves the step; whether there were any. The step is then
    /// solved anew.
    fn add_points(&mut self, _sides: [Geometry; 2], _bodies: [&Kinematics<R>; 2]) -> bool {
        false
    }

    /// Returns what friction does at the contact point. Models whose slip row is taken at the contact point have none that drives.
    fn friction(&self, _bodies: [&Kinematics<R>; 2]) -> Friction<R> {
        Friction::default()
    }

    /// Takes the slip at the contact point from now on ([`FrictionPoint::Implicit`](crate::world::FrictionPoint)). Models whose slip row is
    /// taken there do nothing.
    fn take_slip_at_contact(&mut self) {}

    /// Appends the primal-dual point of a world.
    fn save(&self, lane: usize, out: &mut PairPoints);

    /// Calls `visit` for every contact point of a world.
    fn contacts(&self, lane: usize, visit: impl FnMut(ContactPoint));
}
