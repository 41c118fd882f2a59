//! What a contact pushes: Signorini's condition and Coulomb's law, relaxed (SL eqs. 9-13).
//!
//! ```text
//! s_g = H (alpha - 1)                                s_g gamma = rho
//! cone:     f = (psi, t1.u, t2.u), b = (mu gamma, beta)          f o b = rho e   in SOC3
//! pyramid:  s_i = psi + d_i.u, s_psi = mu gamma - sum beta_i     s o beta = rho  (SL eqs. 10-12)
//! torsion:  f = (psi_t, n.(w_a - w_b)), t = (mu_tor gamma, tau)  f o t = rho e   in SOC2
//! ```
//!
//! Rows f0 = psi and b0 = mu gamma are linear and hold from the start, so psi and b0 are no
//! unknowns of their own. Rows whose coefficient is zero are dropped: they would be infeasible.

mod response;

use super::side::larger;
use crate::ipm::{ByPart, ConeVars};
use crate::math::{Mask, Real};
use crate::world::FrictionLaw;

/// Most rows that a law has: gap, pyramid (5), torsion (2).
const ROWS: usize = 8;

/// Directions of the pyramid in the frame (t1, t2).
const DIRECTIONS: [[f64; 2]; 4] = [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]];

/// Pairs with a smaller gap (units of length) carry loads at the start.
pub const TOUCHING: f64 = 0.05;

/// Coefficients of a pair.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub struct Coefficients {
    /// The coefficient of friction.
    pub mu: f64,
    /// The coefficient of torsional friction, in units of length.
    pub mu_torsion: f64,
    /// Whether the law is a cone or a pyramid.
    pub law: FrictionLaw,
}

/// Relative motion at the contact: what the law answers to.
#[derive(Debug, Clone, Copy)]
pub struct ContactMotion<T> {
    /// H (alpha - 1), or its change.
    pub gap: T,
    /// The tangential velocity of the first relative to the second, in (t1, t2).
    pub u: [T; 2],
    /// The relative angular velocity about n.
    pub spin: T,
    /// Change of the bounds of friction and torsion beyond that of gamma; 0 for a value.
    pub bounds: [T; 2],
}

impl<T: Copy> ContactMotion<T> {
    /// Applies `f` to every number.
    pub fn map<U>(&self, f: impl Fn(T) -> U) -> ContactMotion<U> {
        ContactMotion {
            gap: f(self.gap),
            u: self.u.map(&f),
            spin: f(self.spin),
            bounds: self.bounds.map(&f),
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
    /// The torque impulse about n.
    pub tau: T,
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
    friction: Option<usize>,
    torsion: Option<usize>,
}

impl<R: Real> Law<R> {
    /// Chooses the rows for the coefficients.
    pub fn reset(&mut self, coefficients: Coefficients) {
        self.coefficients = coefficients;
        let pyramid = coefficients.law == FrictionLaw::Pyramid && coefficients.mu > 0.0;
        let cone = coefficients.law == FrictionLaw::Cone && coefficients.mu > 0.0;
        let torsion = coefficients.mu_torsion > 0.0;
        self.friction = cone.then_some(0);
        self.torsion = torsion.then_some(usize::from(cone));
        let socs: &[usize] = match (cone, torsion) {
            (true, true) => &[3, 2],
            (true, false) => &[3],
            (false, true) => &[2],
            (false, false) => &[],
        };
        self.cone.reset(if pyramid { 6 } else { 1 }, socs);
    }

    #[inline(always)]
    fn has_pyramid(&self) -> bool {
        self.cone.orthant() > 1
    }

    /// Returns whether it resists spin.
    #[inline(always)]
    pub fn has_torsion(&self) -> bool {
        self.torsion.is_some()
    }

    #[inline(always)]
    fn start_of(&self, soc: usize) -> usize {
        self.cone.socs()[soc].start()
    }

    /// Starts centred at complementarity `c0` for a gap g (docs/formulation.md, section 4, step 3).
    /// `load` is the normal impulse of a pair that (nearly) touches, at least.
    pub fn start(&mut self, gap: R, c0: R, load: R) {
        let (mu, mu_torsion) = (self.coefficients.mu, self.coefficients.mu_torsion);
        let mut s_gap = (gap + (gap * gap + c0 * 4.0).sqrt()) * 0.5;
        let mut gamma = c0 / s_gap;
        let loaded = gap.at_most(R::of(TOUCHING)).and(gamma.below(load));
        gamma = R::choose(loaded, load, gamma);
        s_gap = R::choose(loaded, c0 / load, s_gap);
        let pyramid = self.has_pyramid();
        let cones = [(self.friction, mu), (self.torsion, mu_torsion)]
            .map(|(soc, mu)| (soc.map(|soc| self.cone.socs()[soc].rows()), mu));
        let [s, z] = self.cone.point_mut();
        (s[0], z[0]) = (s_gap, gamma);
        if pyramid {
            // Half of the cone is used up: beta_i = mu gamma / 8, s_psi = mu gamma / 2.
            let beta = gamma * mu / R::of(8.0);
            z[1..5].fill(beta);
            s[1..5].fill(c0 / beta);
            z[5] = beta * 4.0;
            s[5] = c0 / beta;
        }
        for (rows, mu) in cones {
            if let Some(rows) = rows {
                z[rows.clone()].fill(R::ZERO);
                s[rows.clone()].fill(R::ZERO);
                z[rows.start] = gamma * mu;
                s[rows.start] = c0 / (gamma * mu);
            }
        }
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
            tau: R::ZERO,
        };
        if self.has_pyramid() {
            out.beta = [z[1] - z[2], z[3] - z[4]];
        }
        if let Some(soc) = self.friction {
            let start = self.start_of(soc);
            out.beta = [z[start + 1], z[start + 2]];
        }
        if let Some(soc) = self.torsion {
            out.tau = z[self.start_of(soc) + 1];
        }
        out
    }

    /// Evaluates the residuals for the relative motion at the current iterate.
    #[inline(always)]
    pub fn evaluate(&mut self, slip: &ContactMotion<R>) {
        let has_pyramid = self.has_pyramid();
        let [friction, torsion] =
            [self.friction, self.torsion].map(|soc| soc.map(|soc| self.start_of(soc)));
        let [s, z, residual] = self.cone.residuals_mut();
        residual[0] = s[0] - slip.gap;
        if has_pyramid {
            for (i, d) in DIRECTIONS.iter().enumerate() {
                let along = slip.u[0] * d[0] + slip.u[1] * d[1];
                residual[1 + i] = s[1 + i] - s[5] - along;
            }
            let used = z[1..5].iter().fold(R::of(-0.0), |sum, z| sum + *z);
            residual[5] = z[5] - (z[0] * self.coefficients.mu - used);
        }
        if let Some(start) = friction {
            residual[start] = z[start] - z[0] * self.coefficients.mu;
            residual[start + 1] = s[start + 1] - slip.u[0];
            residual[start + 2] = s[start + 2] - slip.u[1];
        }
        if let Some(start) = torsion {
            residual[start] = z[start] - z[0] * self.coefficients.mu_torsion;
            residual[start + 1] = s[start + 1] - slip.spin;
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
        let [gamma, u, w] = [now.gamma, now.beta[0], now.beta[1]].map(|x| x.lane(lane));
        if self.coefficients.mu == 0.0 {
            return 1.0;
        }
        let used = match self.coefficients.law {
            FrictionLaw::Cone => (u * u + w * w).sqrt(),
            FrictionLaw::Pyramid => u.abs() + w.abs(),
        };
        used / (self.coefficients.mu * gamma)
    }

    /// Returns the name of a row, for messages.
    pub fn row_name(&self, row: usize) -> &'static str {
        let within = |soc: Option<usize>| {
            soc.is_some_and(|soc| {
                let soc = &self.cone.socs()[soc];
                soc.rows().contains(&row)
            })
        };
        match row {
            0 => "gap",
            _ if within(self.torsion) => "torsional friction",
            _ => "friction",
        }
    }
}
