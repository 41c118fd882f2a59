//! The constants of the law at a relaxation, and its scalar functions.

use crate::contact::setup::PairSetup;

/// The largest temperature of the soft minimum over queries of the published law, units of length.
const PUBLISHED_SEPARATION: f64 = 0.01;

/// How the forces of the queries of a pair are made.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum Law {
    /// One potential of the soft distance of the pair.
    #[default]
    Potential,
    /// Springs between points and planes, averaged (SM eqs. 19 to 23), with the sign of eq. 21 and its lever arms mended.
    Published,
}

/// The constants of a pair in the units of the model; `None` where they follow the relaxation.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub struct SoftSetup {
    /// The force unit of the default stiffness: the weight of m_ab, in m_ab L / T^2.
    pub weight: f64,
    /// The stiffness k, m_ab / T^2.
    pub stiffness: Option<f64>,
    /// The temperature e2 of the soft minimum over queries, L.
    pub separation: Option<f64>,
    /// The temperature e3 of the force, L.
    pub smoothing: Option<f64>,
    /// The velocity v_d of dissipation, L / T.
    pub dissipation_velocity: f64,
    /// The velocity v_s of stiction, L / T.
    pub stiction_velocity: f64,
}

/// The constants of the law at a relaxation.
#[derive(Debug, Clone, Copy)]
pub struct Constants {
    /// The temperature of the soft minimum over queries.
    pub e2: f64,
    /// The temperature of the force.
    pub e3: f64,
    /// The stiffness.
    pub stiffness: f64,
    /// The velocity of dissipation.
    pub v_d: f64,
    /// The velocity of stiction.
    pub v_s: f64,
    /// The coefficient of friction.
    pub mu: f64,
}

impl Constants {
    /// Returns the constants of a pair at relaxation `rho`: e3 = L sqrt(rho), and a stiffness with which k e3 is the weight of
    /// m_ab, so that bodies rest at the same depth in e3 whatever the relaxation. The weights of the published law know no area, so
    /// that its e2 has to stay small for far queries to count nothing.
    pub fn at(setup: &PairSetup, law: Law, rho: f64) -> Self {
        let soft = &setup.soft;
        let e3 = soft.smoothing.unwrap_or(rho.sqrt());
        let e2 = match law {
            Law::Potential => e3,
            Law::Published => e3.min(PUBLISHED_SEPARATION),
        };
        Self {
            e2: soft.separation.unwrap_or(e2),
            e3,
            stiffness: soft.stiffness.unwrap_or(soft.weight / e3),
            v_d: soft.dissipation_velocity,
            v_s: soft.stiction_velocity,
            mu: setup.mu,
        }
    }

    /// Returns the spring force at distance `d` and its derivative: k e3 ln(1 + exp(-d / e3)).
    pub fn spring(&self, d: f64) -> [f64; 2] {
        let x = -d / self.e3;
        let soft = x.max(0.0) + (-x.abs()).exp().ln_1p();
        let logistic = 1.0 / (1.0 + (-x).exp());
        [self.stiffness * self.e3 * soft, -self.stiffness * logistic]
    }

    /// Returns the factor of dissipation at a normal velocity, positive apart, and its derivative.
    ///
    /// DIFFERENCE from SM eq. 17 ((x - 2)^2 / 4 between 0 and 2), whose second derivative jumps at rest: this has value and
    /// slope of it there, is twice differentiable, and differs by 0.0625 at most.
    pub fn dissipation(&self, normal_velocity: f64) -> [f64; 2] {
        let x = normal_velocity / self.v_d;
        let [value, slope] = if x <= 0.0 {
            [1.0 - x, -1.0]
        } else if x < 2.0 {
            let (y, z) = (1.0 - 0.5 * x, 1.0 + 0.5 * x);
            [y * y * y * z, 0.5 * y * y * (y - 3.0 * z)]
        } else {
            [0.0, 0.0]
        };
        [value, slope / self.v_d]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_dual::{Dual64, DualNum};

    const CONSTANTS: Constants = Constants {
        e2: 1e-3,
        e3: 1e-3,
        stiffness: 1e3,
        v_d: 0.1,
        v_s: 1e-3,
        mu: 0.5,
    };

    #[test]
    fn the_derivatives_of_spring_and_dissipation_are_those_of_differences() {
        for k in -200..200 {
            let d = f64::from(k) * 1e-4;
            let step = 1e-7;
            let [above, below] = [d + step, d - step].map(|d| CONSTANTS.spring(d)[0]);
            let slope = CONSTANTS.spring(d)[1];
            assert!(
                (slope - (above - below) / (2.0 * step)).abs() < 1e-4 * 1e3,
                "{d}"
            );
            let u = f64::from(k) * 2e-3;
            let [above, below] = [u + step, u - step].map(|u| CONSTANTS.dissipation(u)[0]);
            let slope = CONSTANTS.dissipation(u)[1];
            assert!((slope - (above - below) / (2.0 * step)).abs() < 1e-4, "{u}");
        }
    }

    /// The formulas of docs/formulation.md in dual numbers: the slope of the spring is the second derivative of its potential.
    #[test]
    fn the_derivatives_of_spring_and_dissipation_are_those_of_dual_numbers() {
        let close = |exact: Dual64, [value, slope]: [f64; 2], scale: f64, name: &str| {
            assert!((exact.re - value).abs() <= 1e-10 * scale, "{name}");
            assert!((exact.eps - slope).abs() <= 1e-10 * scale, "{name}");
        };
        let Constants {
            e3, stiffness, v_d, ..
        } = CONSTANTS;
        for k in -200..200 {
            let d = f64::from(k) * 1e-4;
            let x = Dual64::from_re(d).derivative() / -e3;
            let spring = (x.exp() + 1.0).ln() * (stiffness * e3);
            close(spring, CONSTANTS.spring(d), stiffness, &format!("d {d}"));
            let u = f64::from(k) * 2e-3 + 1e-5;
            let x = Dual64::from_re(u).derivative() / v_d;
            let cubic = (-x * 0.5 + 1.0).powi(3) * (x * 0.5 + 1.0);
            let dissipation = match x.re {
                re if re <= 0.0 => -x + 1.0,
                re if re < 2.0 => cubic,
                _ => Dual64::from_re(0.0),
            };
            let own = CONSTANTS.dissipation(u);
            close(dissipation, own, 1.0 / v_d, &format!("u {u}"));
        }
    }

    #[test]
    fn the_dissipation_has_a_continuous_second_derivative_and_is_near_the_published_one() {
        let second = |u: f64| {
            let step = 1e-6;
            (CONSTANTS.dissipation(u + step)[1] - CONSTANTS.dissipation(u - step)[1]) / (2.0 * step)
        };
        for kink in [0.0, 0.2] {
            let jump = second(kink + 1e-5) - second(kink - 1e-5);
            assert!(jump.abs() < 0.1, "{kink}: {jump}");
        }
        for k in 0..400 {
            let x = f64::from(k) * 0.01 - 1.0;
            let published = match x {
                x if x <= 0.0 => 1.0 - x,
                x if x < 2.0 => 0.25 * (x - 2.0) * (x - 2.0),
                _ => 0.0,
            };
            assert!(
                (CONSTANTS.dissipation(0.1 * x)[0] - published).abs() <= 0.0626,
                "{x}"
            );
        }
    }

    #[test]
    fn a_weight_rests_at_the_depth_of_the_law_and_far_distances_push_with_nothing() {
        let [force, _] = CONSTANTS.spring(-CONSTANTS.e3 * (1f64.exp() - 1.0).ln());
        assert!((force - 1.0).abs() < 1e-12);
        assert!(CONSTANTS.spring(1.0)[0] < 1e-300);
        assert_eq!(CONSTANTS.spring(-1.0)[0], 1000.0);
    }
}
