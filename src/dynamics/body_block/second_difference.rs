//! The rotational rows as published (SDRS eqs. 2 to 4): every point of the body resists the second difference of its way.
//!
//! ```text
//! I(R+) = tr((R+ - P) S (R+ - P)^T) / 2 h^2,     P = 2 R - R dq(-w),     S = tr(J) / 2 - J
//! row   = h dI/dtheta = -a(M) / h,     M = R+ S P^T,     a(M)_k = eps_ijk M_ij
//! ```
//!
//! The angular velocity of the next state is that of the step. The rows damp rotation: a body that turns by f in a step turns by
//! f / sqrt(1 + 2 n f^2) after n of them.

use super::BodyBlock;
use crate::math::{
    Attitude, Cayley, Mat3, Matrix, Real, Vec3, Vector, cayley_rate_of, product, skew,
};

/// Returns a(M), which is zero for a symmetric matrix.
#[inline(always)]
fn antisymmetric<R: Real>(m: &Matrix<R>) -> Vector<R> {
    Vector::new(
        m[(1, 2)] - m[(2, 1)],
        m[(2, 0)] - m[(0, 2)],
        m[(0, 1)] - m[(1, 0)],
    )
}

impl<R: Real> BodyBlock<R> {
    /// Returns the rows without torques, and their derivative by phi.
    #[inline(always)]
    pub(super) fn second_difference(&self) -> (Vector<R>, Matrix<R>) {
        let moments = self.second_moments().map(R::of);
        let turned = product(&self.kinematics.pose.r, &moments);
        let m = product(&turned, &self.continued().transpose());
        let trace = m[(0, 0)] + m[(1, 1)] + m[(2, 2)];
        let mut slope = -m;
        (0..3).for_each(|i| slope[(i, i)] += trace);
        let rows = antisymmetric(&m) * R::of(-1.0 / self.setup.h);
        (rows, slope)
    }

    /// Returns S, the second moments of the mass, body frame.
    fn second_moments(&self) -> Mat3 {
        moments_of(&self.setup.inertia)
    }

    /// Returns dq(-w): the turn from the start of a step back to the start of the step before.
    #[inline(always)]
    fn back(&self) -> Matrix<R> {
        let s = &self.setup;
        Attitude::cayley(&cayley_rate_of(&-s.w, s.h), s.h).matrix()
    }

    /// Returns P, the rotation matrix that continues the last two.
    #[inline(always)]
    fn continued(&self) -> Matrix<R> {
        self.r0 * R::of(2.0) - product(&self.r0, &self.back())
    }

    /// Returns the angular velocity of the step of a world, body frame.
    pub(super) fn interval_angular_velocity(&self, lane: usize) -> Vec3 {
        let one = |m: &Matrix<R>| m.map(|x| x.lane(lane));
        one(&self.r0).tr_mul(&self.kinematics.omega.map(|x| x.lane(lane)))
    }
}

/// Returns S for an inertia J.
fn moments_of(inertia: &Mat3) -> Mat3 {
    Mat3::from_diagonal_element(0.5 * inertia.trace()) - inertia
}

impl BodyBlock {
    /// Returns the derivative of the rows by the angular velocity of the state.
    pub(super) fn second_difference_by_spin(&self) -> Mat3 {
        let s = &self.setup;
        let rate = cayley_rate_of(&-s.w, s.h);
        let turn = Cayley::new(&rate, s.h).rotation_by_spin() * -s.h;
        let column = |k: usize| self.rows_by_turn_back(&turn.column(k).into());
        Mat3::from_columns(&[column(0), column(1), column(2)])
    }

    /// Returns the change of the rows when the attitude before the last step turns, by a rotation vector in its own frame.
    fn rows_by_turn_back(&self, turn: &Vec3) -> Vec3 {
        let change = self.r0 * self.back() * skew(turn);
        let m = self.kinematics.pose.r * self.second_moments() * change.transpose();
        antisymmetric(&m) / self.setup.h
    }

    /// Returns the derivative of the rows along a change of the inertia.
    pub(super) fn second_difference_by_inertia(&self, along: &Mat3) -> Vec3 {
        let m = self.kinematics.pose.r * moments_of(along) * self.continued().transpose();
        antisymmetric(&m) / -self.setup.h
    }

    /// Returns the derivative of the rows by the length of the step at a fixed Cayley rate, where the end turns by `turn`, world.
    pub(super) fn second_difference_by_time(&self, turn: &Vec3) -> Vec3 {
        let (rows, slope) = self.second_difference();
        let h = self.setup.h;
        slope * turn / h - rows / h + self.rows_by_turn_back(&-self.setup.w)
    }
}
