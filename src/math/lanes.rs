//! Several numbers that go through the same linear formula side by side.
//!
//! A linearised quantity of a step is affine in the motion of two bodies and in a few right
//! sides. One [`Lanes`] holds its twelve columns and its right sides; the same formula evaluated
//! with fewer lanes is the back-substitution.

use super::{Matrix, Real, Vector, array};
use std::ops::{Add, Mul, Neg, Sub};

/// `N` numbers with element-wise addition and scaling.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lanes<const N: usize, R = f64>(pub [R; N]);

/// A three-vector of lanes.
pub type Lanes3<const N: usize, R = f64> = [Lanes<N, R>; 3];

/// Numbers, or several side by side.
pub trait Linear<R>:
    Copy + Default + Add<Output = Self> + Sub<Output = Self> + Mul<R, Output = Self>
{
}

impl<R, T> Linear<R> for T where
    T: Copy + Default + Add<Output = Self> + Sub<Output = Self> + Mul<R, Output = Self>
{
}

impl<const N: usize, R: Real> Lanes<N, R> {
    /// All lanes are zero.
    pub const ZERO: Self = Self([R::ZERO; N]);
    /// All lanes of the three are zero.
    pub const ZERO3: Lanes3<N, R> = [Self::ZERO; 3];

    /// Returns `value` in the first lane, zero in the others.
    pub fn first(value: R) -> Self {
        let mut out = Self::ZERO;
        out.0[0] = value;
        out
    }
}

impl<const N: usize> Lanes<N> {
    /// Returns whether all are zero; found out without a branch per number.
    #[inline(always)]
    pub fn is_zero(&self) -> bool {
        let bits = self.0.iter().fold(0, |bits, value| bits | value.to_bits());
        bits << 1 == 0
    }

    /// Returns the sum of the rows of `map`, each times its lane; most lanes are zero. Inlined where rates have dozens of lanes, its
    /// branches would take minutes to compile.
    #[inline(never)]
    pub fn combined(&self, map: &[Self; N]) -> Self {
        let mut out = Self::ZERO;
        for (value, row) in self.0.iter().zip(map) {
            if *value != 0.0 {
                out = out + *row * *value;
            }
        }
        out
    }
}

impl<const N: usize, R: Real> Default for Lanes<N, R> {
    #[inline(always)]
    fn default() -> Self {
        Self::ZERO
    }
}

impl<const N: usize, R: Real> Add for Lanes<N, R> {
    type Output = Self;
    #[inline(always)]
    fn add(mut self, other: Self) -> Self {
        for i in 0..N {
            self.0[i] += other.0[i];
        }
        self
    }
}

impl<const N: usize, R: Real> Sub for Lanes<N, R> {
    type Output = Self;
    #[inline(always)]
    fn sub(mut self, other: Self) -> Self {
        for i in 0..N {
            self.0[i] -= other.0[i];
        }
        self
    }
}

impl<const N: usize, R: Real> Mul<R> for Lanes<N, R> {
    type Output = Self;
    #[inline(always)]
    fn mul(mut self, factor: R) -> Self {
        for i in 0..N {
            self.0[i] *= factor;
        }
        self
    }
}

impl<const N: usize, R: Real> Neg for Lanes<N, R> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        self * -R::ONE
    }
}

/// Returns a . x for a constant vector a.
#[inline(always)]
pub fn dot<const N: usize, R: Real>(a: &Vector<R>, x: &Lanes3<N, R>) -> Lanes<N, R> {
    x[0] * a.x + x[1] * a.y + x[2] * a.z
}

/// Returns a x b for a constant vector a.
#[inline(always)]
pub fn cross<const N: usize, R: Real>(a: &Vector<R>, x: &Lanes3<N, R>) -> Lanes3<N, R> {
    [
        x[2] * a.y - x[1] * a.z,
        x[0] * a.z - x[2] * a.x,
        x[1] * a.x - x[0] * a.y,
    ]
}

/// Returns a x for a constant matrix A.
#[inline(always)]
pub fn apply<const N: usize, R: Real>(a: &Matrix<R>, x: &Lanes3<N, R>) -> Lanes3<N, R> {
    array(
        #[inline(always)]
        |i| x[0] * a[(i, 0)] + x[1] * a[(i, 1)] + x[2] * a[(i, 2)],
    )
}

/// Returns a s for a constant vector a.
#[inline(always)]
pub fn scale<const N: usize, R: Real>(a: &Vector<R>, s: Lanes<N, R>) -> Lanes3<N, R> {
    [s * a.x, s * a.y, s * a.z]
}

/// Returns x + y.
#[inline(always)]
pub fn plus<const N: usize, R: Real>(x: &Lanes3<N, R>, y: &Lanes3<N, R>) -> Lanes3<N, R> {
    array(
        #[inline(always)]
        |i| x[i] + y[i],
    )
}

/// Returns x - y.
#[inline(always)]
pub fn minus<const N: usize, R: Real>(x: &Lanes3<N, R>, y: &Lanes3<N, R>) -> Lanes3<N, R> {
    array(
        #[inline(always)]
        |i| x[i] - y[i],
    )
}
