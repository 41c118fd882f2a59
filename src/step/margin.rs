//! How far apart a pair may be and still be rows of a step.
//!
//! ```text
//! margin(rho) = NEAR^(1 - s) FAR^s,   s = t^2 (3 - 2 t),   t = ln(rho / STIFF) / ln(SOFT / STIFF) in [0, 1]
//! ```
//!
//! A pair at gap g pushes with gamma = rho / g (units m_ab V), so leaving out what is farther than
//! the margin neglects at most rho / margin(rho) per pair and step: it grows with rho everywhere, and the margin
//! has no jump (docs/formulation.md, section 4, has a table).

use crate::world::Model;

/// Margin of stiff steps, units of length. Below 0.1 contacts are missed.
const NEAR: f64 = 0.3;
/// The relaxation up to which it holds.
const STIFF: f64 = 1e-4;
/// Margin of planning relaxations, where far pairs are what leads a gradient.
const FAR: f64 = 2.0;
/// The relaxation from which on it holds.
const SOFT: f64 = 3e-3;

/// Of models with quasi-dynamic bodies from [`SOFT`] on: nothing is left out.
const EVERYTHING: f64 = 1e6;

/// Returns the gap at the predicted pose (units of length) beyond which a pair, after what external forces
/// close within the step, is left out of a step of `model` at relaxation `rho`.
pub fn margin_of(model: &Model, rho: f64) -> f64 {
    if rho >= SOFT && model.bodies.iter().any(|body| body.quasi_dynamic) {
        return EVERYTHING;
    }
    margin(rho)
}

fn margin(rho: f64) -> f64 {
    if rho <= STIFF {
        return NEAR;
    }
    let t = ((rho / STIFF).ln() / (SOFT / STIFF).ln()).clamp(0.0, 1.0);
    let s = t * t * (3.0 - 2.0 * t);
    NEAR.powf(1.0 - s) * FAR.powf(s)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_grows_without_a_jump_and_so_does_what_it_neglects() {
        let rhos: Vec<f64> = (0..=8000)
            .map(|k| 10f64.powf(-9.0 + k as f64 / 1000.0))
            .collect();
        for pair in rhos.windows(2) {
            let [small, large] = [margin(pair[0]), margin(pair[1])];
            // 0.23 % more rho, and at most 0.84 of that in margin
            assert!(small <= large && large <= 1.002 * small, "{}", pair[0]);
            assert!(pair[0] / small < pair[1] / large, "{}", pair[0]);
        }
    }

    #[test]
    fn stiff_steps_look_a_third_of_a_body_far_and_soft_ones_two() {
        for rho in [1e-10, 1e-6, 1e-4] {
            assert_eq!(margin(rho), 0.3);
        }
        for rho in [3e-3, 1e-2, 1.0] {
            assert_eq!(margin(rho), 2.0);
        }
    }
}
