//! One second-order cone { x : x0 >= |x1| } of dimension at most [`MAX`]: Jordan algebra,
//! Nesterov-Todorov scaling, distance to the boundary. Vectors are padded with zeros to [`MAX`],
//! which changes none of the formulas.

use super::span::Span;
use crate::math::{Mask, Real, array};

/// Largest dimension of a second-order cone.
pub const MAX: usize = 4;

/// A padded vector.
pub type Padded<R = f64> = [R; MAX];

/// Returns the first entries of a slice of at most [`MAX`], padded.
#[inline(always)]
pub fn padded<R: Real>(x: &[R]) -> Padded<R> {
    array(
        #[inline(always)]
        |i| if i < x.len() { x[i] } else { R::ZERO },
    )
}

#[inline(always)]
fn tail<R: Real>(x: &Padded<R>, y: &Padded<R>) -> R {
    x[1] * y[1] + x[2] * y[2] + x[3] * y[3]
}

/// Returns x . y.
#[inline(always)]
pub fn dot<R: Real>(x: &Padded<R>, y: &Padded<R>) -> R {
    x[0] * y[0] + tail(x, y)
}

/// Returns x0^2 - |x1|^2, without cancellation near the boundary.
#[inline(always)]
pub fn det<R: Real>(x: &Padded<R>) -> R {
    let norm = tail(x, x).sqrt();
    (x[0] - norm) * (x[0] + norm)
}

/// Returns the Jordan product x o y = (x.y, x0 y1 + y0 x1).
#[inline(always)]
pub fn product<R: Real>(x: &Padded<R>, y: &Padded<R>) -> Padded<R> {
    let along = |i: usize| x[0] * y[i] + y[0] * x[i];
    [dot(x, y), along(1), along(2), along(3)]
}

/// Returns `factor` (x0, -x1).
#[inline(always)]
fn reflected<R: Real>(x: &Padded<R>, factor: R) -> Padded<R> {
    [
        x[0] * factor,
        -x[1] * factor,
        -x[2] * factor,
        -x[3] * factor,
    ]
}

/// Scaling point of a pair (s, z) in the interior: W z = W^-1 s = l.
#[derive(Debug, Clone, Copy, Default)]
pub struct Scaling<R = f64> {
    eta: R,
    inverse_eta: R,
    /// The number 1 / (1 + w0).
    share: R,
    w: Padded<R>,
    /// The scaled point.
    pub l: Padded<R>,
    /// The inverse of the scaled point in the Jordan algebra.
    pub l_inverse: Padded<R>,
    /// The inverse of the slacks; W^-1 l^-1 would have half of its digits near the boundary.
    pub s_inverse: Padded<R>,
    det_l: R,
    inverse_det_l: R,
}

impl<R: Real> Scaling<R> {
    /// Returns the scaling of an interior pair.
    #[inline(always)]
    pub fn new(s: &Padded<R>, z: &Padded<R>) -> Self {
        let det_s = det(s);
        let (root_s, root_z) = (det_s.sqrt(), det(z).sqrt());
        let det_l = root_s * root_z;
        let inverse = R::ONE / det_l;
        let gamma = (R::of(0.5) + dot(s, z) * 0.5 * inverse).sqrt();
        let half = R::of(0.5) / gamma;
        let (from_s, from_z) = (half * root_z * inverse, half * root_s * inverse);
        let eta = (root_s * root_s * inverse).sqrt();
        let along = |i: usize| from_s * s[i] - from_z * z[i];
        let w0 = from_s * s[0] + from_z * z[0];
        let mut out = Self {
            eta,
            inverse_eta: R::ONE / eta,
            share: R::ONE / (R::ONE + w0),
            w: [w0, along(1), along(2), along(3)],
            det_l,
            inverse_det_l: inverse,
            ..Self::default()
        };
        out.l = out.times(z);
        out.l_inverse = reflected(&out.l, inverse);
        out.s_inverse = reflected(s, R::ONE / det_s);
        out
    }

    /// Returns W x.
    #[inline(always)]
    pub fn times(&self, x: &Padded<R>) -> Padded<R> {
        self.apply(x, 1.0, self.eta)
    }

    /// Returns W^-1 x.
    #[inline(always)]
    pub fn inverse_times(&self, x: &Padded<R>) -> Padded<R> {
        self.apply(x, -1.0, self.inverse_eta)
    }

    #[inline(always)]
    fn apply(&self, x: &Padded<R>, sign: f64, factor: R) -> Padded<R> {
        let dot = tail(&self.w, x);
        let along = x[0] * sign + dot * self.share;
        let entry = |i: usize| factor * (x[i] + along * self.w[i]);
        [
            factor * (self.w[0] * x[0] + dot * sign),
            entry(1),
            entry(2),
            entry(3),
        ]
    }

    /// Returns the vector q with W^-2 = eta^-2 (2 q q^T - J), J = diag(1, -1, ...).
    #[inline(always)]
    pub fn reflected(&self) -> Padded<R> {
        let w = &self.w;
        [w[0], -w[1], -w[2], -w[3]]
    }

    /// Returns eta^-2.
    #[inline(always)]
    pub fn inverse_square(&self) -> R {
        self.inverse_eta * self.inverse_eta
    }

    /// Returns l^-1 o x: solves l o y = x.
    #[inline(always)]
    pub fn divide(&self, x: &Padded<R>) -> Padded<R> {
        let l = &self.l;
        let y0 = (l[0] * x[0] - tail(l, x)) * self.inverse_det_l;
        let inverse = R::ONE / l[0];
        let entry = |i: usize| (x[i] - y0 * l[i]) * inverse;
        [y0, entry(1), entry(2), entry(3)]
    }

    /// Returns the larger of [`Self::inverse_step`] along `a` and along `b`.
    #[inline(always)]
    pub fn inverse_step_of_both(&self, a: &Padded<R>, b: &Padded<R>) -> R {
        self.inverse_step(a).max(self.inverse_step(b))
    }

    /// Returns 1 / (the largest a with l + a d in the cone), 0 when there is none.
    #[inline(always)]
    pub fn inverse_step(&self, d: &Padded<R>) -> R {
        let l = &self.l;
        let a = d[0] * d[0] - tail(d, d);
        let b = l[0] * d[0] - tail(l, d);
        let root = (b * b - a * self.det_l).max(R::ZERO).sqrt();
        let q = -(b + root.copysign(b));
        // A comparison drops the NaN of a / q when d = 0.
        let up = R::ZERO.up(-d[0] / l[0]).up(a / q);
        up.up(q * self.inverse_det_l)
    }
}

/// Returns the a with x + a d in the cone.
#[inline(always)]
pub fn span<R: Real>(x: &Padded<R>, d: &Padded<R>) -> Span<R> {
    let a = d[0] * d[0] - tail(d, d);
    let b = x[0] * d[0] - tail(x, d);
    let c = det(x);
    // Where the determinant is zero.
    let root = (b * b - a * c).max(R::ZERO).sqrt();
    let q = -(b + root.copysign(b));
    let ends = [q / a, c / q];
    let (first, last) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
    let infinity = R::of(f64::INFINITY);
    // A line steeper than the cone enters or leaves it once, another one both or neither.
    let steep = R::ZERO.below(a);
    let enters = R::ZERO.below(d[0]);
    let crosses = (a * c)
        .below(b * b)
        .and(R::ZERO.below(x[0] - d[0] * (b / a)));
    let low = R::choose(enters, last, -infinity);
    let high = R::choose(enters, infinity, first);
    Span {
        low: R::choose(steep, low, R::choose(crosses, first, infinity)),
        high: R::choose(steep, high, R::choose(crosses, last, -infinity)),
    }
}
