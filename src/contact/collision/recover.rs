//! The directions of the collision unknowns, and the steps along them.

use super::{Collision, MotionResponse};
use crate::ipm::{ByPart, DirectionPart};
use crate::math::{Mask, Real, Vector, array, mul, tr_mul, zero};

impl<R: Real> Collision<R> {
    /// Returns the response to the relative motion.
    pub fn motion_response(&self) -> &MotionResponse<R> {
        &self.motion_response
    }

    /// Returns the response to the constants of one part; AFFINE carries the current residuals.
    #[inline(always)]
    pub fn constant_response(&self, part: DirectionPart) -> [R; 4] {
        let (a, b) = (self.sides[0].constants(), self.sides[1].constants());
        let mut rhs: [R; 4] = array(
            #[inline(always)]
            |i| a[part][i] + b[part][i],
        );
        if part == DirectionPart::Affine {
            rhs[3] -= R::ONE;
        }
        self.factor.solve(&mut rhs);
        rhs
    }

    /// Stores one part of the direction: `moved` is the contact point relative to the material of
    /// the second body (port frame) and alpha, `relative` and `second` the motion of the
    /// first body's material relative to the second's, and of the second's.
    #[inline(always)]
    pub fn recover(
        &mut self,
        part: DirectionPart,
        moved: [R; 4],
        relative: &Vector<R>,
        second: &Vector<R>,
    ) {
        let [x, y, z, dalpha] = moved;
        let moved = Vector::new(x, y, z);
        let local = moved - tr_mul(&self.frame, relative);
        self.sides[0].recover(part, local.into(), dalpha);
        self.sides[1].recover(part, moved.into(), dalpha);
        self.dp[part] = mul(&self.frame, &moved) + second;
        self.dalpha[part] = dalpha;
    }

    /// Solves for one part of the direction with the poses fixed.
    #[inline(always)]
    pub fn solve_fixed(&mut self, part: DirectionPart) {
        let still = zero();
        self.recover(part, self.constant_response(part), &still, &still);
    }

    /// Advances by `step` times the direction AFFINE + `excess` UNIT (+ CORRECTOR).
    #[inline(always)]
    pub fn advance(&mut self, step: R, excess: R, corrected: R::Mask) {
        let along = |ByPart([affine, unit, corrector]): ByPart<R>| {
            let plain = affine + unit * excess;
            R::choose(corrected, plain + corrector, plain)
        };
        let moves = step.below(R::ZERO).or(R::ZERO.below(step));
        for i in 0..3 {
            let ByPart([affine, unit, corrector]) = &self.dp;
            let direction = along(ByPart([affine[i], unit[i], corrector[i]]));
            self.p[i] = self.p[i].moved(step, direction);
            self.stiff[i] = R::choose(moves, self.stiffest[i], self.stiff[i]);
        }
        self.alpha = self.alpha.moved(step, along(self.dalpha));
        for side in &mut self.sides {
            side.advance(step, excess, corrected);
        }
    }
}
