//! Numbers that carry their derivatives: forward differentiation of code that is written over [`Number`].

use super::Real;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub};

/// A number of one world, of several side by side, or one that carries its derivatives.
pub trait Number:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + Mul<f64, Output = Self>
{
    /// Returns a constant.
    fn constant(x: f64) -> Self;
    /// Returns the square root.
    fn root(self) -> Self;
    /// Returns the larger.
    fn or_larger(self, other: Self) -> Self;
}

impl<R: Real> Number for R {
    #[inline(always)]
    fn constant(x: f64) -> Self {
        Self::of(x)
    }
    #[inline(always)]
    fn root(self) -> Self {
        self.sqrt()
    }
    #[inline(always)]
    fn or_larger(self, other: Self) -> Self {
        self.up(other)
    }
}

/// A number and its derivatives with respect to `N` others.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dual<const N: usize> {
    /// This is the number.
    pub value: f64,
    /// These are its derivatives.
    pub rates: [f64; N],
}

impl<const N: usize> Dual<N> {
    /// Returns a number with derivatives.
    #[inline(always)]
    pub fn new(value: f64, rates: [f64; N]) -> Self {
        Self { value, rates }
    }

    /// Returns `value` with the derivatives `scale` times those of this plus `other_scale` times those of `other`.
    #[inline(always)]
    fn chain(self, value: f64, scale: f64, other: &Self, other_scale: f64) -> Self {
        let mut rates = self.rates;
        for (rate, other) in rates.iter_mut().zip(other.rates) {
            *rate = *rate * scale + other * other_scale;
        }
        Self { value, rates }
    }
}

impl<const N: usize> Number for Dual<N> {
    #[inline(always)]
    fn constant(x: f64) -> Self {
        Self::new(x, [0.0; N])
    }
    #[inline(always)]
    fn root(self) -> Self {
        let root = self.value.sqrt();
        self.chain(root, 0.5 / root, &self, 0.0)
    }
    #[inline(always)]
    fn or_larger(self, other: Self) -> Self {
        if self.value < other.value {
            other
        } else {
            self
        }
    }
}

impl<const N: usize> Add for Dual<N> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.chain(self.value + other.value, 1.0, &other, 1.0)
    }
}

impl<const N: usize> AddAssign for Dual<N> {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl<const N: usize> Sub for Dual<N> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.chain(self.value - other.value, 1.0, &other, -1.0)
    }
}

impl<const N: usize> Mul for Dual<N> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self.chain(self.value * other.value, other.value, &other, self.value)
    }
}

impl<const N: usize> Div for Dual<N> {
    type Output = Self;
    #[inline(always)]
    fn div(self, other: Self) -> Self {
        let inverse = 1.0 / other.value;
        let value = self.value * inverse;
        self.chain(value, inverse, &other, -value * inverse)
    }
}

impl<const N: usize> Neg for Dual<N> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        self * -1.0
    }
}

impl<const N: usize> Mul<f64> for Dual<N> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, factor: f64) -> Self {
        self.chain(self.value * factor, factor, &self, 0.0)
    }
}
