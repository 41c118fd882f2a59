//! The rotation of one step (docs/formulation.md, section 3).
//!
//! The unknown of a step is the Cayley rate u: with a = h u / 2 the body turns by
//! dq(u) = [1; a] / sqrt(1 + |a|^2), a rotation by 2 atan |a| about a. The angular velocity over the
//! step is the rotation vector of that turn over h,
//!
//! ```text
//! w = A(|a|^2) u,     A(y) = atan(sqrt y) / sqrt y,
//! L+ = A (J u + h/2 u x J u),     L- = A (J u - h/2 u x J u) = F^T L+,     F = R(dq(u))
//! ```
//!
//! and L+, L- are the discrete angular momenta at the start and at the end of the step, body frame.
//! Every factor A keeps the energy of a free body: (J u +- h/2 u x J u) . J^-1 (J u +- h/2 u x J u) is
//! the same for both signs. This one makes L+ the momentum J w of a body that spins about a principal axis.
//!
//! DIFFERENCE from SL eq. 8, whose factor is 1/(1 + |a|^2): a free body then turns by asin(h w)
//! (docs/decisions.md).
//!
//! A(y) and its inverse are rational functions, exact to rounding up to 1.5 rad and to 2e-8 up to 3 rad,
//! so that several worlds abreast have the bits of each.

use super::{Matrix, Real, Rot, Vec3, Vector, mul, skew};

/// Turns beyond this (rad) are not predicted; steps are halved long before.
const LARGEST_PREDICTED_TURN: f64 = 3.0;

/// Numerator and denominator of atan(x)/x in x^2, the tenth convergent of its continued fraction.
const ARC: [&[f64]; 2] = [
    &[
        654_729_075.0,
        1_332_431_100.0,
        891_080_190.0,
        216_602_100.0,
        13_852_575.0,
    ],
    &[
        654_729_075.0,
        1_550_674_125.0,
        1_277_025_750.0,
        425_675_250.0,
        49_116_375.0,
        893_025.0,
    ],
];

/// Numerator and denominator of tan(x)/x in x^2, the ninth convergent of its continued fraction.
const TANGENT: [&[f64]; 2] = [
    &[34_459_425.0, -4_729_725.0, 135_135.0, -990.0, 1.0],
    &[34_459_425.0, -16_216_200.0, 945_945.0, -13_860.0, 45.0],
];

/// Returns the value of a polynomial with the given coefficients, lowest first.
#[inline(always)]
fn polynomial<R: Real>(coefficients: &[f64], x: R) -> R {
    let rest = coefficients.iter().rev();
    rest.fold(
        R::ZERO,
        #[inline(always)]
        |sum, c| sum * x + R::of(*c),
    )
}

/// Returns the value of a rational function.
#[inline(always)]
fn rational<R: Real>([above, below]: [&[f64]; 2], x: R) -> R {
    polynomial(above, x) / polynomial(below, x)
}

/// Returns the rotation over a step `h` at Cayley rate `u` (rad per time).
pub fn cayley(u: &Vec3, h: f64) -> Rot {
    let a = u * (0.5 * h);
    Rot::from_quaternion(nalgebra::Quaternion::from_parts(1.0, a))
}

/// Returns the Cayley rate of a step `h` that leads from one rotation to another by the shorter way, in the frame of the body.
pub fn cayley_rate_between(from: &Rot, to: &Rot, h: f64) -> Vec3 {
    let turn = from.inverse() * to;
    turn.imag() * (2.0 / (h * turn.w))
}

/// Returns the Cayley rate of a step `h` in which a body turns by h times the angular velocity `w`, in the frame of
/// `w` (turns up to 3 rad).
#[inline(always)]
pub fn cayley_rate_of<R: Real>(w: &Vector<R>, h: f64) -> Vector<R> {
    let largest = 0.5 * LARGEST_PREDICTED_TURN;
    let square = (w.dot(w) * (0.25 * h * h)).min(R::of(largest * largest));
    w * rational(TANGENT, square)
}

/// The rotation of a step by its Cayley vector a = h u / 2, in any frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cayley<R: Real = f64> {
    a: Vector<R>,
    /// The rate 2 / h.
    rate: f64,
    /// The factor A(|a|^2).
    factor: R,
    /// The stretch 1 + |a|^2.
    stretch: R,
}

impl<R: Real> Cayley<R> {
    /// Returns the rotation over a step `h` at Cayley rate `u`.
    #[inline(always)]
    pub fn new(u: &Vector<R>, h: f64) -> Self {
        let a = u * R::of(0.5 * h);
        let square = a.dot(&a);
        let stretch = square + R::ONE;
        // atan x = 2 atan(x / (1 + sqrt(1 + x^2)))
        let half = R::ONE / (stretch.sqrt() + R::ONE);
        Self {
            a,
            rate: 2.0 / h,
            factor: rational(ARC, square * half * half) * half * 2.0,
            stretch,
        }
    }

    /// Returns the angular velocity: the rotation vector of the step over its length.
    #[inline(always)]
    pub fn angular_velocity(&self) -> Vector<R> {
        self.a * (self.factor * self.rate)
    }

    /// Returns twice the derivative of A with respect to |a|^2, times 1 + |a|^2.
    #[inline(always)]
    fn bend(&self) -> R {
        let square = (self.stretch - R::ONE).max(R::of(1e-30));
        (R::ONE - self.factor * self.stretch) / square
    }

    /// Returns the matrix a a^T.
    #[inline(always)]
    fn square(&self) -> Matrix<R> {
        let a = &self.a;
        Matrix::from_columns(&[a * a.x, a * a.y, a * a.z])
    }

    /// Returns the matrix T with du = T dphi, where h dphi is the small rotation of the pose at the end of the
    /// step, in the frame of `u` carried along by the body: T = I + `[a]x` + a a^T.
    #[inline(always)]
    pub fn rate_by_rotation(&self) -> Matrix<R> {
        let (one, zero) = (R::ONE, R::ZERO);
        let identity = Matrix::new(one, zero, zero, zero, one, zero, zero, zero, one);
        identity + skew(&self.a) + self.square()
    }

    /// Returns the matrix with which the angular velocity answers to the same small rotation.
    #[inline(always)]
    pub fn spin_by_rotation(&self, rate_by_rotation: &Matrix<R>) -> Matrix<R> {
        rate_by_rotation * self.factor + self.square() * self.bend()
    }

    /// Returns L+, the discrete angular momentum at the start of the step, for the inertia `j` in the frame of `u`.
    #[inline(always)]
    pub fn momentum(&self, j: &Matrix<R>) -> Vector<R> {
        let ja = mul(j, &self.a);
        (ja + self.a.cross(&ja)) * (self.factor * self.rate)
    }

    /// Returns dL+/du (3x3).
    #[inline(always)]
    pub fn momentum_jacobian(&self, j: &Matrix<R>) -> Matrix<R> {
        let a = &self.a;
        let ja = mul(j, a);
        let bent = (ja + a.cross(&ja)) * (self.bend() / self.stretch);
        let column = |k: usize| {
            let own = Vector::new(j[(0, k)], j[(1, k)], j[(2, k)]);
            (own + a.cross(&own)) * self.factor + bent * a[k]
        };
        let mut out = Matrix::from_columns(&[column(0), column(1), column(2)]);
        out -= skew(&ja) * self.factor;
        out
    }

    /// Returns the rotation seen from its end, run backwards: its L+ is L-, its T that of a rotation of the pose in
    /// the frame of the start.
    #[inline(always)]
    #[must_use]
    pub fn reversed(&self) -> Self {
        Self {
            a: -self.a,
            rate: -self.rate,
            ..*self
        }
    }
}

impl Cayley {
    /// Returns the derivative of the rotation vector of the step with respect to its length at a fixed rate.
    pub fn rotation_by_time(&self) -> Vec3 {
        self.a * (self.rate / self.stretch)
    }

    /// Returns the derivative of the angular velocity with respect to the length of the step at a fixed rate.
    pub fn spin_by_time(&self) -> Vec3 {
        (self.rotation_by_time() - self.angular_velocity()) * (0.5 * self.rate)
    }

    /// Returns the derivative of L+ with respect to the length of the step at a fixed rate.
    pub fn momentum_by_time(&self, j: &nalgebra::Matrix3<f64>) -> Vec3 {
        let ja = j * self.a;
        let bent = (1.0 / self.stretch - self.factor) * (ja + self.a.cross(&ja));
        (bent + self.factor * self.a.cross(&ja)) * (0.5 * self.rate * self.rate)
    }

    /// Returns the matrix with which the small rotation of the pose at the end, in its own frame, answers to h times
    /// a change of the angular velocity.
    pub fn rotation_by_spin(&self) -> nalgebra::Matrix3<f64> {
        let unit = nalgebra::Matrix3::identity();
        // The inverses of `spin_by_rotation` over T and of T.
        let rate = (unit - self.square() * self.bend()) / self.factor;
        (unit - skew(&self.a)) * rate / self.stretch
    }
}
