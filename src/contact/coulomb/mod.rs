//! What a contact pushes: Signorini's condition and Coulomb's law, relaxed (SL eqs. 9-13).
//!
//! ```text
//! s_g = H (alpha - 1)                                s_g gamma = rho
//! cone:     f = (psi, t1.u, t2.u, r n.w), b = (mu gamma, beta, tau / r)   f o b = rho e   in SOC4
//! pyramid:  s_i = psi + d_i.(u, r n.w), s_psi = mu gamma - sum beta_i     s o beta = rho  (SL eqs. 10-12)
//! ```
//!
//! w is the relative angular velocity and r the radius of the contact patch: friction and torsion share one bound, the
//! ellipsoidal limit surface of Howe and Cutkosky (Int. J. Robot. Res. 15, 1996). A pair that does not resist spin has
//! no last component. The law sees r n.w, a velocity, and returns tau / r, an impulse.
//!
//! Rows f0 = psi and b0 = mu gamma are linear and hold from the start, so psi and b0 are no
//! unknowns of their own. Rows whose coefficient is zero are dropped: they would be infeasible.

mod response;
mod start;

use super::side::larger;
use crate::ipm::{ByPart, ConeVars};
use crate::math::Real;
use crate::math::lanes::Linear;
use crate::world::FrictionLaw;
pub use start::TOUCHING;

/// Most rows that a law has: gap, pyramid (7).
const ROWS: usize = 8;

/// Directions of the pyramid over slip along t1 and t2 and the spin; without the latter the first four.
const DIRECTIONS: [[f64; 3]; 6] = [
    [1.0, 0.0, 0.0],
    [-1.0, 0.0, 0.0],
    [0.0, 1.0, 0.0],
    [0.0, -1.0, 0.0],
    [0.0, 0.0, 1.0],
    [0.0, 0.0, -1.0],
];

/// Coefficients of a pair.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub struct Coefficients {
    /// The coefficient of friction.
    pub mu: f64,
    /// Whether the law is a cone or a pyramid.
    pub law: FrictionLaw,
    /// Whether the contact resists spin about its normal.
    pub resists_spin: bool,
}

/// Relative motion at the contact: what the law answers to.
#[derive(Debug, Clone, Copy)]
pub struct ContactMotion<T> {
    /// H (alpha - 1), or its change.
    pub gap: T,
    /// The tangential velocity of the first relative to the second, in (t1, t2).
    pub u: [T; 2],
    /// The relative angular velocity about n times the radius of the patch.
    pub spin: T,
    /// Change of the bound of friction beyond that of gamma; 0 for a value.
    pub bound: T,
}

impl<T: Copy> ContactMotion<T> {
    /// Applies `f` to every number.
    pub fn map<U>(&self, f: impl Fn(T) -> U) -> ContactMotion<U> {
        ContactMotion {
            gap: f(self.gap),
            u: self.u.map(&f),
            spin: f(self.spin),
            bound: f(self.bound),
        }
    }
}

/// Impulses of the law in the frame (n, t1, t2), on the first body, in units m_ab V.
#[derive(Debug, Clone, Copy, Default)]
pub struct Impulse<T> {
    /// The normal impulse.
    pub gamma: T,
    /// The friction impulse.
    pub beta: [T; 2],
    /// The torque impulse about n over the radius of the patch.
    pub twist: T,
}

/// Unknowns of the law of one contact.
#[derive(Debug, Default, Clone)]
pub struct Law<R: Real = f64> {
    /// Slacks and duals: gap; then pyramid; then cones of friction and torsion. Of the last row of the
    /// pyramid s is psi and z is s_psi: the change of s is what the rows are solved for, that of z
    /// follows from the product, and psi needs the digits (decision D43).
    pub cone: ConeVars<R>,
    coefficients: Coefficients,
    /// The offsets of every row in dz = offset - H ds, by part of the direction.
    offsets: [ByPart<R>; ROWS],
}

impl<R: Real> Law<R> {
    /// Chooses the rows for the coefficients.
    pub fn reset(&mut self, coefficients: Coefficients) {
        self.coefficients = coefficients;
        let pyramid = coefficients.law == FrictionLaw::Pyramid && coefficients.mu > 0.0;
        let cone = coefficients.law == FrictionLaw::Cone && coefficients.mu > 0.0;
        let (orthant, socs): (usize, &[usize]) = match coefficients.resists_spin {
            true if pyramid => (8, &[]),
            true if cone => (1, &[4]),
            false if pyramid => (6, &[]),
            false if cone => (1, &[3]),
            _ => (1, &[]),
        };
        self.cone.reset(orthant, socs);
    }

    #[inline(always)]
    fn has_pyramid(&self) -> bool {
        self.cone.orthant() > 1
    }

    /// Returns the last row of the pyramid, whose slack is psi.
    #[inline(always)]
    fn last(&self) -> usize {
        self.cone.orthant() - 1
    }

    /// Returns whether friction is a cone: the rows from the second on.
    #[inline(always)]
    fn has_cone(&self) -> bool {
        !self.cone.socs().is_empty()
    }

    /// Returns whether it resists spin.
    #[inline(always)]
    pub fn resists_spin(&self) -> bool {
        self.cone.len() >= 5 && self.coefficients.resists_spin
    }

    /// Multiplies all unknowns that are velocities and impulses: all but the slack of the gap, a length.
    pub fn scale_velocities(&mut self, factor: f64) {
        let [s, z] = self.cone.point_mut();
        let velocities = s.iter_mut().skip(1);
        velocities.chain(z).for_each(|x| *x = *x * factor);
    }

    /// Returns the impulses at the current iterate.
    #[inline(always)]
    pub fn impulse(&self) -> Impulse<R> {
        let z = self.cone.z();
        let mut out = Impulse {
            gamma: z[0],
            beta: [R::ZERO; 2],
            twist: R::ZERO,
        };
        if self.has_pyramid() {
            out.beta = [z[1] - z[2], z[3] - z[4]];
            if self.resists_spin() {
                out.twist = z[5] - z[6];
            }
        }
        if self.has_cone() {
            out.beta = [z[2], z[3]];
            if self.resists_spin() {
                out.twist = z[4];
            }
        }
        out
    }

    /// Evaluates the residuals for the relative motion at the current iterate.
    #[inline(always)]
    pub fn evaluate(&mut self, slip: &ContactMotion<R>) {
        let (pyramid, cone, last) = (self.has_pyramid(), self.has_cone(), self.last());
        let resists_spin = self.resists_spin();
        let [s, z, residual] = self.cone.residuals_mut();
        residual[0] = s[0] - slip.gap;
        if pyramid {
            for (i, d) in DIRECTIONS[..last - 1].iter().enumerate() {
                residual[1 + i] = s[1 + i] - s[last] - along::<R, R>(d, slip);
            }
            let used = z[1..last].iter().fold(R::of(-0.0), |sum, z| sum + *z);
            residual[last] = z[last] - (z[0] * self.coefficients.mu - used);
        }
        if cone {
            residual[1] = z[1] - z[0] * self.coefficients.mu;
            residual[2] = s[2] - slip.u[0];
            residual[3] = s[3] - slip.u[1];
            if resists_spin {
                residual[4] = s[4] - slip.spin;
            }
        }
        self.cone.measure();
    }

    /// Returns the residuals of the equality rows, in the order of the cone rows.
    #[inline(always)]
    pub fn residuals(&self) -> &[R] {
        self.cone.residuals()
    }

    /// Returns the largest residual.
    #[inline(always)]
    pub fn worst_residual(&self) -> R {
        let rows = self.residuals().iter();
        rows.fold(R::ZERO, |m, r| larger(m, r.abs()))
    }

    /// Returns the friction used over friction available, 0 to 1; 1 without friction.
    pub fn friction_used(&self, lane: usize) -> f64 {
        let now = self.impulse();
        let [gamma, u, w, t] =
            [now.gamma, now.beta[0], now.beta[1], now.twist].map(|x| x.lane(lane));
        if self.coefficients.mu == 0.0 {
            return 1.0;
        }
        let used = match self.coefficients.law {
            FrictionLaw::Cone => (u * u + w * w + t * t).sqrt(),
            FrictionLaw::Pyramid => u.abs() + w.abs() + t.abs(),
        };
        used / (self.coefficients.mu * gamma)
    }

    /// Returns the name of a row, for messages.
    pub fn row_name(row: usize) -> &'static str {
        match row {
            0 => "gap",
            _ => "friction",
        }
    }
}

/// Returns the component of slip and spin along a direction of the pyramid.
#[inline(always)]
fn along<R: Real, T: Linear<R>>(d: &[f64; 3], slip: &ContactMotion<T>) -> T {
    let [x, y, t] = d.map(R::of);
    slip.u[0] * x + slip.u[1] * y + slip.spin * t
}
