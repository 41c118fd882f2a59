//! Several numbers that go through the same linear formula side by side.
//!
//! A linearised quantity of a step is affine in the motion of two bodies and in a few right
//! sides. One [`Lanes`] holds its twelve columns and its right sides; the same formula evaluated
//! with fewer lanes is the back-substitution.

use super::{Mat3, Vec3};
use std::ops::{Add, Mul, Neg, Sub};

/// `N` numbers with element-wise addition and scaling.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lanes<const N: usize>(pub [f64; N]);

/// A three-vector of lanes.
pub type Lanes3<const N: usize> = [Lanes<N>; 3];

impl<const N: usize> Lanes<N> {
    /// All zero.
    pub const ZERO: Self = Self([0.0; N]);
    /// Three zeros.
    pub const ZERO3: Lanes3<N> = [Self::ZERO; 3];

    /// `value` in the first lane, zero in the others.
    pub fn first(value: f64) -> Self {
        let mut out = Self::ZERO;
        out.0[0] = value;
        out
    }
}

impl<const N: usize> Default for Lanes<N> {
    #[inline(always)]
    fn default() -> Self {
        Self::ZERO
    }
}

impl<const N: usize> Add for Lanes<N> {
    type Output = Self;
    #[inline(always)]
    fn add(mut self, other: Self) -> Self {
        for i in 0..N {
            self.0[i] += other.0[i];
        }
        self
    }
}

impl<const N: usize> Sub for Lanes<N> {
    type Output = Self;
    #[inline(always)]
    fn sub(mut self, other: Self) -> Self {
        for i in 0..N {
            self.0[i] -= other.0[i];
        }
        self
    }
}

impl<const N: usize> Mul<f64> for Lanes<N> {
    type Output = Self;
    #[inline(always)]
    fn mul(mut self, factor: f64) -> Self {
        for i in 0..N {
            self.0[i] *= factor;
        }
        self
    }
}

impl<const N: usize> Neg for Lanes<N> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        self * -1.0
    }
}

/// a . x for a constant vector a.
#[inline(always)]
pub fn dot<const N: usize>(a: &Vec3, x: &Lanes3<N>) -> Lanes<N> {
    x[0] * a.x + x[1] * a.y + x[2] * a.z
}

/// a x b for a constant vector a.
#[inline(always)]
pub fn cross<const N: usize>(a: &Vec3, x: &Lanes3<N>) -> Lanes3<N> {
    [
        x[2] * a.y - x[1] * a.z,
        x[0] * a.z - x[2] * a.x,
        x[1] * a.x - x[0] * a.y,
    ]
}

/// A x for a constant matrix A.
#[inline(always)]
pub fn apply<const N: usize>(a: &Mat3, x: &Lanes3<N>) -> Lanes3<N> {
    std::array::from_fn(|i| x[0] * a[(i, 0)] + x[1] * a[(i, 1)] + x[2] * a[(i, 2)])
}

/// a s for a constant vector a.
#[inline(always)]
pub fn scale<const N: usize>(a: &Vec3, s: Lanes<N>) -> Lanes3<N> {
    [s * a.x, s * a.y, s * a.z]
}

/// x + y.
#[inline(always)]
pub fn plus<const N: usize>(x: &Lanes3<N>, y: &Lanes3<N>) -> Lanes3<N> {
    std::array::from_fn(|i| x[i] + y[i])
}

/// x - y.
#[inline(always)]
pub fn minus<const N: usize>(x: &Lanes3<N>, y: &Lanes3<N>) -> Lanes3<N> {
    std::array::from_fn(|i| x[i] - y[i])
}
