//! The start of the law of a contact (docs/formulation.md, section 4, step 3).

use super::Law;
use crate::math::{Mask, Real};

/// Pairs with a smaller gap (units of length) carry loads at the start.
pub const TOUCHING: f64 = 0.05;
/// A slip below this, units of velocity, is none.
const STILL: f64 = 1e-12;

impl<R: Real> Law<R> {
    /// Starts centred at complementarity `c0` for a gap g. `load` is the normal impulse of a pair that (nearly) touches, at
    /// least; `slip` is the slip along both tangents and the spin times the radius.
    pub fn start(&mut self, gap: R, c0: R, load: R, slip: [R; 3]) {
        let mut s_gap = (gap + (gap * gap + c0 * 4.0).sqrt()) * 0.5;
        let mut gamma = c0 / s_gap;
        let loaded = gap.at_most(R::of(TOUCHING)).and(gamma.below(load));
        gamma = R::choose(loaded, load, gamma);
        s_gap = R::choose(loaded, c0 / load, s_gap);
        let [s, z] = self.cone.point_mut();
        (s[0], z[0]) = (s_gap, gamma);
        let bound = gamma * self.coefficients.mu;
        if self.has_pyramid() {
            self.start_pyramid(c0, bound);
        }
        if self.has_cone() {
            self.start_cone(c0, bound, slip);
        }
    }

    /// Starts the pyramid with half of the bound used up, by all directions alike.
    fn start_pyramid(&mut self, c0: R, bound: R) {
        let last = self.last();
        let directions = (last - 1) as f64;
        let beta = bound / R::of(2.0 * directions);
        let [s, z] = self.cone.point_mut();
        z[1..last].fill(beta);
        s[1..last].fill(c0 / beta);
        z[last] = beta * directions;
        s[last] = c0 / beta;
    }

    /// Starts the cone with the friction of a slip, on its rows and centred (decision D87):
    ///
    /// ```text
    /// psi = (q + sqrt(q^2 + 4 |u|^2)) / 2,   b = (mu gamma, -mu gamma u / psi),   q = c0 / (mu gamma)
    /// ```
    ///
    /// u is what friction at its bound would leave of the slip of a unit mass.
    fn start_cone(&mut self, c0: R, bound: R, slip: [R; 3]) {
        let [s, z] = self.cone.point_mut();
        let (f, b) = (&mut s[1..], &mut z[1..]);
        let slip = &slip[..f.len() - 1];
        let squared = slip.iter().fold(R::ZERO, |sum, &u| sum + u * u);
        let speed = squared.sqrt().max(R::of(STILL));
        let left = (R::ONE - bound / speed).max(R::ZERO);
        let q = c0 / bound;
        let psi = (q + (q * q + squared * left * left * 4.0).sqrt()) * 0.5;
        (f[0], b[0]) = (psi, bound);
        for (k, &u) in slip.iter().enumerate() {
            f[k + 1] = u * left;
            b[k + 1] = -(bound * u * left / psi);
        }
    }
}
