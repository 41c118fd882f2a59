//! The interface of a pair with one contact point to a step.

use super::Pair;
use crate::contact::block::Block;
use crate::contact::detection::Detection;
use crate::contact::point::PairPoints;
use crate::contact::setup::PairSetup;
use crate::contact::side::larger;
use crate::contact::terms::{
    BodyMotion, ContactPoint, Deviation, Friction, Geometry, PairStart, PredictedContact,
    Prediction,
};
use crate::ipm::{ConeVars, DirectionPart, InverseSteps, Span};
use crate::math::{Kinematics, Real, Vector, norm, vectorized_lanes};
use crate::world::{ContactModel, FrictionPoint};

impl<D: Detection<R>, R: Real> Block<R> for Box<Pair<D, R>> {
    fn new(_model: ContactModel, _as_clouds: bool) -> Self {
        Self::default()
    }

    fn predict(
        &mut self,
        setup: &PairSetup,
        sides: [Geometry; 2],
        bodies: [&Kinematics<R>; 2],
        precise: bool,
    ) -> Prediction<R> {
        self.solve_prediction(setup, sides.map(|side| side.rows), bodies, precise)
    }

    fn start(&mut self, setup: &PairSetup, start: PairStart<R>) {
        self.start_attempt(setup, start);
    }

    fn predicted_speed(&self, bodies: [&Kinematics<R>; 2]) -> R {
        let velocity = |s: usize| bodies[s].v + bodies[s].omega.cross(&self.lagged_arms[s]);
        norm(&(velocity(0) - velocity(1)))
    }

    fn predicted_contact(&self) -> PredictedContact<R> {
        PredictedContact {
            gap: self.gap(),
            normal: self.frame.n,
        }
    }

    fn evaluate(
        &mut self,
        sides: [Geometry; 2],
        bodies: [&Kinematics<R>; 2],
        rho: f64,
    ) -> Deviation<R> {
        vectorized_lanes::<R, _>(
            #[inline(always)]
            || {
                self.evaluate_at(sides.map(|side| side.rows), bodies, rho);
                let collision = self.detection.residual(&self.collision);
                Deviation {
                    residual: larger(collision, self.law.worst_residual()),
                    centrality: self.centrality(rho),
                    complementarity: self.fold_cones(
                        R::of(-0.0),
                        #[inline(always)]
                        |sum, cone| sum + cone.complementarity(),
                    ),
                }
            },
        )
    }

    fn degree(&self) -> usize {
        self.cones().map(|cone| cone.degree()).sum()
    }

    #[inline(always)]
    fn inverse_affine_step(&self) -> R {
        self.fold_cones(
            R::ZERO,
            #[inline(always)]
            |most, cone| larger(most, cone.inverse_affine_step()),
        )
    }

    fn feasible_span(&self, from: R, change: R, step: f64) -> Span<R> {
        vectorized_lanes::<R, _>(
            #[inline(always)]
            || {
                let of = |cone: &ConeVars<R>| cone.feasible_span(from, change, step);
                let sides = D::unknowns(&self.collision).iter();
                sides.fold(of(&self.law.cone), |span, side| span.and(of(&side.cone)))
            },
        )
    }

    #[inline(always)]
    fn complementarity_after_affine(&self, step: R) -> R {
        self.fold_cones(
            R::of(-0.0),
            #[inline(always)]
            |sum, cone| sum + cone.complementarity_after_affine(step),
        )
    }

    #[inline(always)]
    fn complementarity_after(&self, step: R) -> R {
        self.fold_cones(
            R::of(-0.0),
            #[inline(always)]
            |sum, cone| sum + cone.complementarity_after(step),
        )
    }

    #[inline(always)]
    fn centrality(&self, rho: f64) -> R {
        self.fold_cones(
            R::ZERO,
            #[inline(always)]
            |worst, cone| larger(worst, cone.centrality(rho)),
        )
    }

    #[inline(always)]
    fn wrench(&self, side: usize) -> (Vector<R>, Vector<R>) {
        self.wrench_on(side)
    }

    fn condense(
        &mut self,
        sides: [Geometry; 2],
        bodies: [&Kinematics<R>; 2],
        rho: f64,
        mut visit: impl FnMut(usize, &[R], [R; 2]),
    ) {
        vectorized_lanes::<R, _>(
            #[inline(always)]
            || {
                let (detection, collision) = (&mut self.detection, &mut self.collision);
                detection.condense(collision, sides.map(|side| side.rows), bodies, rho);
                self.law.condense(rho);
                D::set_tangent(self, bodies, &mut visit);
            },
        );
    }

    fn corrector_wrenches(&mut self, bodies: [&Kinematics<R>; 2]) -> [R; 12] {
        vectorized_lanes::<R, _>(
            #[inline(always)]
            || {
                if self.has_collision_rows() {
                    self.collision.condense_corrector();
                }
                self.law.condense_corrector();
                D::corrector_wrenches(self, bodies)
            },
        )
    }

    fn recover(
        &mut self,
        part: DirectionPart,
        bodies: [&Kinematics<R>; 2],
        motion: BodyMotion<'_, R>,
    ) {
        vectorized_lanes::<R, _>(
            #[inline(always)]
            || D::recover(self, part, bodies, motion),
        );
    }

    fn combine(&mut self, excess: R, corrector: R::Mask) -> InverseSteps<R> {
        vectorized_lanes::<R, _>(
            #[inline(always)]
            || {
                let mut longest = self.law.cone.combine(excess, corrector);
                for side in D::unknowns_mut(&mut self.collision) {
                    longest = longest.and(side.cone.combine(excess, corrector));
                }
                longest
            },
        )
    }

    fn bounding_rows(&self, excess: R, corrected: R::Mask) -> (f64, &'static str) {
        self.find_bounding_rows(excess, corrected)
    }

    fn advance(&mut self, step: R, excess: R, corrected: R::Mask) {
        vectorized_lanes::<R, _>(
            #[inline(always)]
            || {
                if self.has_collision_rows() {
                    self.collision.advance(step, excess, corrected);
                }
                self.law.cone.advance(step, excess, corrected);
            },
        );
    }

    fn rows(&self, rho: f64, names: [&str; 2], visit: impl FnMut(String, f64)) {
        self.name_rows(rho, names, visit);
    }

    fn friction(&self, bodies: [&Kinematics<R>; 2]) -> Friction<R> {
        // The law has the slip at the arms of its row.
        let lag = |s: usize| self.collision.arm(s) - self.slip_arms[s];
        let [a, b] = [0, 1].map(|s| bodies[s].omega.cross(&lag(s)));
        let (n, mass) = (&self.frame.n, R::of(self.mass));
        let pressed = n.dot(&self.impulse);
        let tangential = self.impulse - n * pressed;
        Friction {
            work: tangential.dot(&(self.slip + a - b)) * mass,
            pressed: pressed.abs() * mass,
        }
    }

    fn take_slip_at_contact(&mut self) {
        self.take_slip_row(FrictionPoint::Implicit);
    }

    fn save(&self, lane: usize, out: &mut PairPoints) {
        self.save_point(lane, out);
    }

    fn contacts(&self, lane: usize, mut visit: impl FnMut(ContactPoint)) {
        visit(self.contact(lane));
    }
}
