//! A block that checks the order in which it is called.

use super::block::Block;
use super::pair_block::PairBlock;
use super::point::{PairPoint, PairPoints};
use super::setup::PairSetup;
use super::terms::{
    BodyMotion, ContactPoint, Deviation, Friction, Geometry, PairStart, PredictedContact,
    Prediction,
};
use crate::ipm::{Call, DirectionPart, InverseSteps, Order, Span};
use crate::math::{Kinematics, Mask, Real, Vector};
use crate::world::ContactModel;
use std::ops::{Deref, DerefMut};

/// A block of builds with debug assertions; what is not of [`Block`] goes to the block within.
#[derive(Debug, Clone)]
pub struct Ordered<B> {
    block: B,
    order: Order,
}

impl<B> Deref for Ordered<B> {
    type Target = B;
    fn deref(&self) -> &B {
        &self.block
    }
}

impl<B> DerefMut for Ordered<B> {
    fn deref_mut(&mut self) -> &mut B {
        &mut self.block
    }
}

impl Ordered<PairBlock> {
    /// Restores a saved point, as [`PairBlock::restore`] does.
    pub fn restore(
        &mut self,
        setup: &PairSetup,
        sides: [Geometry; 2],
        bodies: [&Kinematics; 2],
        point: &PairPoint<&[f64]>,
    ) {
        self.order.note(Call::Predict);
        self.order.note(Call::Start);
        self.block.restore(setup, sides, bodies, point);
    }

    /// Finds the contact points of a restored pair, as [`PairBlock::settle`] does.
    pub fn settle(&mut self, sides: [Geometry; 2], bodies: [&Kinematics; 2], rho: f64) {
        self.order.note(Call::Evaluate);
        self.block.settle(sides, bodies, rho);
    }
}

impl<R: Real, B: Block<R>> Block<R> for Ordered<B> {
    fn new(model: ContactModel, as_clouds: bool) -> Self {
        Self {
            block: B::new(model, as_clouds),
            order: Order::default(),
        }
    }

    fn is_of_clouds(&self) -> bool {
        self.block.is_of_clouds()
    }

    fn predict(
        &mut self,
        setup: &PairSetup,
        sides: [Geometry; 2],
        bodies: [&Kinematics<R>; 2],
        precise: bool,
    ) -> Prediction<R> {
        self.order.note(Call::Predict);
        self.block.predict(setup, sides, bodies, precise)
    }

    fn start(&mut self, setup: &PairSetup, start: PairStart<R>) {
        self.order.note(Call::Start);
        self.block.start(setup, start);
    }

    fn predicted_speed(&self, bodies: [&Kinematics<R>; 2]) -> R {
        self.order.check(Call::Start);
        self.block.predicted_speed(bodies)
    }

    fn predicted_contact(&self) -> PredictedContact<R> {
        self.order.check(Call::Start);
        self.block.predicted_contact()
    }

    fn evaluate(
        &mut self,
        sides: [Geometry; 2],
        bodies: [&Kinematics<R>; 2],
        rho: f64,
    ) -> Deviation<R> {
        self.order.note(Call::Evaluate);
        self.block.evaluate(sides, bodies, rho)
    }

    fn degree(&self) -> usize {
        self.block.degree()
    }

    fn inverse_affine_step(&self) -> R {
        self.order.check(Call::ReadParts);
        self.block.inverse_affine_step()
    }

    fn feasible_span(&self, from: R, change: R, step: f64) -> Span<R> {
        self.order.check(Call::ReadParts);
        self.block.feasible_span(from, change, step)
    }

    fn complementarity_after_affine(&self, step: R) -> R {
        self.order.check(Call::ReadParts);
        self.block.complementarity_after_affine(step)
    }

    fn complementarity_after(&self, step: R) -> R {
        self.order.check(Call::ReadDirection);
        self.block.complementarity_after(step)
    }

    fn centrality(&self, rho: f64) -> R {
        self.order.check(Call::ReadIterate);
        self.block.centrality(rho)
    }

    fn wrench(&self, side: usize) -> (Vector<R>, Vector<R>) {
        self.order.check(Call::ReadIterate);
        self.block.wrench(side)
    }

    fn condense(
        &mut self,
        sides: [Geometry; 2],
        bodies: [&Kinematics<R>; 2],
        rho: f64,
        visit: impl FnMut(usize, &[R], [R; 2]),
    ) {
        self.order.note(Call::Condense);
        self.block.condense(sides, bodies, rho, visit);
    }

    fn corrector_wrenches(&mut self, bodies: [&Kinematics<R>; 2]) -> [R; 12] {
        self.order.check(Call::ReadParts);
        self.block.corrector_wrenches(bodies)
    }

    fn recover(
        &mut self,
        part: DirectionPart,
        bodies: [&Kinematics<R>; 2],
        motion: BodyMotion<'_, R>,
    ) {
        self.order.note(Call::Recover(part));
        self.block.recover(part, bodies, motion);
    }

    fn combine(&mut self, excess: R, corrector: R::Mask) -> InverseSteps<R> {
        let corrected = corrector.any();
        self.order.note(Call::Combine { corrected });
        self.block.combine(excess, corrector)
    }

    fn bounding_rows(&self, excess: R, corrected: R::Mask) -> (f64, &'static str) {
        self.order.check(Call::ReadDirection);
        self.block.bounding_rows(excess, corrected)
    }

    fn advance(&mut self, step: R, excess: R, corrected: R::Mask) {
        self.order.note(Call::Advance);
        self.block.advance(step, excess, corrected);
    }

    fn rows(&self, rho: f64, names: [&str; 2], visit: impl FnMut(String, f64)) {
        self.order.check(Call::ReadIterate);
        self.block.rows(rho, names, visit);
    }

    fn add_points(&mut self, sides: [Geometry; 2], bodies: [&Kinematics<R>; 2]) -> bool {
        self.order.check(Call::ReadIterate);
        self.block.add_points(sides, bodies)
    }

    fn friction(&self, bodies: [&Kinematics<R>; 2]) -> Friction<R> {
        self.order.check(Call::ReadIterate);
        self.block.friction(bodies)
    }

    fn take_slip_at_contact(&mut self) {
        self.order.check(Call::ReadIterate);
        self.block.take_slip_at_contact();
    }

    fn save(&self, lane: usize, out: &mut PairPoints) {
        self.order.check(Call::ReadIterate);
        self.block.save(lane, out);
    }

    fn contacts(&self, lane: usize, visit: impl FnMut(ContactPoint)) {
        self.order.check(Call::ReadIterate);
        self.block.contacts(lane, visit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "ReadIterate was called before an evaluation of the iterate")]
    fn a_wrench_of_rows_that_were_not_evaluated_is_refused() {
        let block = Ordered::<PairBlock>::new(ContactModel::SeparatingPlane, false);
        let _: (Vector<f64>, Vector<f64>) = block.wrench(0);
    }
}
