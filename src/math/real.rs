//! A number of the hot path: of one world, or of four worlds side by side.
//!
//! Code written over [`Real`] does the same operations in the same order in every lane, and every
//! operation is exact to IEEE 754 in each: the bits of a lane are those of the world alone.

use super::{InFours, MaskInFours};
use num_traits::{One, Zero};
use std::fmt::Debug;
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Not, Sub, SubAssign};

/// A number, or several side by side.
pub trait Real:
    Copy
    + Debug
    + Default
    + PartialEq
    + Send
    + Sync
    + 'static
    + Zero
    + One
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
    + MulAssign
    + DivAssign
    + Mul<f64, Output = Self>
    + InFours
{
    /// Yes or no for every lane.
    type Mask: Mask;
    /// The number of lanes.
    const LANES: usize;
    /// The number 0.
    const ZERO: Self;
    /// The number 1.
    const ONE: Self;

    /// Returns the number `x` in every lane.
    fn of(x: f64) -> Self;
    /// Returns the number of a lane.
    fn lane(&self, k: usize) -> f64;
    /// Changes the number of a lane.
    fn set_lane(&mut self, k: usize, x: f64);
    /// Returns the square root.
    fn sqrt(self) -> Self;
    /// Returns the absolute value.
    fn abs(self) -> Self;
    /// Returns the larger; the other one when one is not a number.
    fn max(self, other: Self) -> Self;
    /// Returns the smaller; the other one when one is not a number.
    fn min(self, other: Self) -> Self;
    /// Returns the larger, and not a number when either is not.
    fn worse(self, other: Self) -> Self;
    /// Returns its size with the sign of `other`.
    fn copysign(self, other: Self) -> Self;
    /// Returns whether it is below `other`.
    fn below(self, other: Self) -> Self::Mask;
    /// Returns whether it is `other` or below.
    fn at_most(self, other: Self) -> Self::Mask;
    /// Returns whether it is not a number.
    fn is_nan(self) -> Self::Mask;
    /// Returns `yes` where the mask is set, `no` elsewhere.
    fn choose(mask: Self::Mask, yes: Self, no: Self) -> Self;
    /// Returns the number after `step` times `direction`. A lane that takes no step keeps its number whatever the
    /// direction; a world alone always takes one.
    fn moved(self, step: Self, direction: Self) -> Self;

    /// Returns the number that `number` gives for every lane.
    #[inline(always)]
    fn by_lane(mut number: impl FnMut(usize) -> f64) -> Self {
        let mut out = Self::ZERO;
        for k in 0..Self::LANES {
            out.set_lane(k, number(k));
        }
        out
    }
    /// Returns the larger; `self` when `other` is not a number.
    #[inline(always)]
    fn up(self, other: Self) -> Self {
        Self::choose(self.below(other), other, self)
    }
    /// Returns the between `low` and `high`.
    #[inline(always)]
    fn within(self, low: Self, high: Self) -> Self {
        let least = Self::choose(self.below(low), low, self);
        Self::choose(high.below(least), high, least)
    }
}

/// Yes or no for every lane.
pub trait Mask:
    Copy + Debug + Default + PartialEq + Send + Sync + Not<Output = Self> + MaskInFours
{
    /// Returns all lanes alike.
    fn of(yes: bool) -> Self;
    /// Returns where both are set.
    fn and(self, other: Self) -> Self;
    /// Returns where one is set.
    fn or(self, other: Self) -> Self;
    /// Returns whether any lane is set.
    fn any(self) -> bool;
    /// Returns whether all lanes are set.
    fn all(self) -> bool;
    /// Returns the answer of one lane.
    fn lane(self, k: usize) -> bool;
    /// Sets the answer of one lane only.
    fn only(k: usize) -> Self;
}

impl Real for f64 {
    type Mask = bool;
    const LANES: usize = 1;
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;

    #[inline(always)]
    fn of(x: f64) -> Self {
        x
    }
    #[inline(always)]
    fn lane(&self, _k: usize) -> f64 {
        *self
    }
    #[inline(always)]
    fn set_lane(&mut self, _k: usize, x: f64) {
        *self = x;
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        self.sqrt()
    }
    #[inline(always)]
    fn abs(self) -> Self {
        self.abs()
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        self.max(other)
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        self.min(other)
    }
    #[inline(always)]
    fn worse(self, other: Self) -> Self {
        if self >= other || self.is_nan() {
            self
        } else {
            other
        }
    }
    #[inline(always)]
    fn copysign(self, other: Self) -> Self {
        self.copysign(other)
    }
    #[inline(always)]
    fn below(self, other: Self) -> bool {
        self < other
    }
    #[inline(always)]
    fn at_most(self, other: Self) -> bool {
        self <= other
    }
    #[inline(always)]
    fn is_nan(self) -> bool {
        self.is_nan()
    }
    #[inline(always)]
    fn choose(mask: bool, yes: Self, no: Self) -> Self {
        if mask { yes } else { no }
    }
    #[inline(always)]
    fn moved(self, step: Self, direction: Self) -> Self {
        self + step * direction
    }
}

impl Mask for bool {
    #[inline(always)]
    fn of(yes: bool) -> Self {
        yes
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self && other
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self || other
    }
    #[inline(always)]
    fn any(self) -> bool {
        self
    }
    #[inline(always)]
    fn all(self) -> bool {
        self
    }
    #[inline(always)]
    fn lane(self, _k: usize) -> bool {
        self
    }
    #[inline(always)]
    fn only(_k: usize) -> Self {
        true
    }
}
