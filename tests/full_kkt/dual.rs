//! Numbers that carry derivatives: forward-mode automatic differentiation, eight directions at once.

use std::ops::{Add, Div, Mul, Neg, Sub};

/// Directions that go through a formula side by side.
pub const LANES: usize = 8;

/// What the rows are written over: plain numbers, or numbers with derivatives.
pub trait Scalar:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// A constant.
    fn of(x: f64) -> Self;
    /// Without the derivatives.
    fn value(self) -> f64;
    fn sqrt(self) -> Self;
    fn atan(self) -> Self;
}

impl Scalar for f64 {
    fn of(x: f64) -> Self {
        x
    }
    fn value(self) -> f64 {
        self
    }
    fn sqrt(self) -> Self {
        self.sqrt()
    }
    fn atan(self) -> Self {
        self.atan()
    }
}

/// A number and its derivatives.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dual {
    pub value: f64,
    pub slope: [f64; LANES],
}

impl Dual {
    /// A function of one or two numbers, given its value and partial derivatives.
    fn chain(value: f64, of: [(f64, &Self); 2]) -> Self {
        let [(da, a), (db, b)] = of;
        Self {
            value,
            slope: std::array::from_fn(|k| da * a.slope[k] + db * b.slope[k]),
        }
    }
}

impl Add for Dual {
    type Output = Self;
    fn add(self, b: Self) -> Self {
        Self::chain(self.value + b.value, [(1.0, &self), (1.0, &b)])
    }
}

impl Sub for Dual {
    type Output = Self;
    fn sub(self, b: Self) -> Self {
        Self::chain(self.value - b.value, [(1.0, &self), (-1.0, &b)])
    }
}

impl Mul for Dual {
    type Output = Self;
    fn mul(self, b: Self) -> Self {
        let (x, y) = (self.value, b.value);
        Self::chain(x * y, [(y, &self), (x, &b)])
    }
}

impl Div for Dual {
    type Output = Self;
    fn div(self, b: Self) -> Self {
        let ratio = self.value / b.value;
        Self::chain(ratio, [(1.0 / b.value, &self), (-ratio / b.value, &b)])
    }
}

impl Neg for Dual {
    type Output = Self;
    fn neg(self) -> Self {
        Self::of(0.0) - self
    }
}

impl Scalar for Dual {
    fn of(x: f64) -> Self {
        Self {
            value: x,
            slope: [0.0; LANES],
        }
    }
    fn value(self) -> f64 {
        self.value
    }
    fn sqrt(self) -> Self {
        let root = self.value.sqrt();
        Self::chain(root, [(0.5 / root, &self), (0.0, &self)])
    }
    fn atan(self) -> Self {
        let slope = 1.0 / (1.0 + self.value * self.value);
        Self::chain(self.value.atan(), [(slope, &self), (0.0, &self)])
    }
}

/// Derivative of `rows` at `x`, calling `see` with (row, column, value) of every entry that is not
/// zero.
pub fn differentiate(
    x: &[f64],
    rows: impl Fn(&[Dual], &mut Vec<Dual>),
    mut see: impl FnMut(usize, usize, f64),
) {
    let mut out = Vec::new();
    for first in (0..x.len()).step_by(LANES) {
        let mut at: Vec<Dual> = x.iter().map(|&x| Dual::of(x)).collect();
        let columns = first..x.len().min(first + LANES);
        for (lane, column) in columns.clone().enumerate() {
            at[column].slope[lane] = 1.0;
        }
        out.clear();
        rows(&at, &mut out);
        for (row, value) in out.iter().enumerate() {
            for (lane, column) in columns.clone().enumerate() {
                if value.slope[lane] != 0.0 {
                    see(row, column, value.slope[lane]);
                }
            }
        }
    }
}

#[test]
fn derivatives_are_those_of_differences() {
    let f = |x: f64, y: f64| (x * y - y / x + 2.0).sqrt();
    let (x, y, e) = (1.3, 0.7, 1e-6);
    let mut slopes = [0.0; 2];
    let rows = |x: &[Dual], out: &mut Vec<Dual>| {
        out.push((x[0] * x[1] - x[1] / x[0] + -Dual::of(-2.0)).sqrt());
    };
    differentiate(&[x, y], rows, |_, column, slope| slopes[column] = slope);
    let differences = [
        (f(x + e, y) - f(x - e, y)) / (2.0 * e),
        (f(x, y + e) - f(x, y - e)) / (2.0 * e),
    ];
    for (slope, difference) in slopes.iter().zip(differences) {
        assert!((slope - difference).abs() < 1e-9, "{slope} {difference}");
    }
}
