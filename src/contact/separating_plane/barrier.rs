//! The barrier of SDRS eq. 7 at a distance of t supports, times the support: (1 - t)^4 / t^5 within the support, 0 beyond.
//!
//! DIFFERENCE from SDRS, where it is negative for t < 0: there is no value there, and nobody asks for one.

use crate::math::Number;

/// A point that is farther inside the support than this part of it pushes; beyond, the Hessian of a plane that gives way is that of rounding
/// (SDRS lemma VII.5: what it adds vanishes at the edge of the support).
pub const EDGE: f64 = 1.0 - 1e-6;

/// Returns the barrier at t > 0 with its first two derivatives.
#[inline(always)]
pub fn barrier(t: f64) -> [f64; 3] {
    if t >= 1.0 {
        return [0.0; 3];
    }
    let (u, inverse) = (1.0 - t, 1.0 / t);
    let square = inverse * inverse;
    let fifth = square * square * inverse;
    let uu = u * u;
    [
        uu * uu * fifth,
        -uu * u * (5.0 - t) * fifth * inverse,
        uu * (2.0 * t * t - 20.0 * t + 30.0) * fifth * square,
    ]
}

/// Returns the derivative of the barrier within its support.
#[inline(always)]
pub fn slope<N: Number>(t: N) -> N {
    let one = N::constant(1.0);
    let (u, inverse) = (one - t, one / t);
    let cube = inverse * inverse * inverse;
    (u * u * u) * (t - N::constant(5.0)) * cube * cube
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_dual::{Dual2_64, DualNum};

    #[test]
    fn the_derivatives_are_those_of_dual_numbers_and_none_jumps_at_the_end_of_the_support() {
        for k in 1..400 {
            let t = f64::from(k) / 400.0;
            let x = Dual2_64::from_re(t).derivative();
            let exact = (-x + 1.0).powi(4) / x.powi(5);
            let own = barrier(t);
            for (own, exact) in own.into_iter().zip([exact.re, exact.v1, exact.v2]) {
                assert!((own - exact).abs() <= 1e-12 * exact.abs(), "{t}");
            }
            assert!((slope(t) - own[1]).abs() <= 1e-12 * own[1].abs(), "{t}");
        }
        assert_eq!(barrier(1.0), [0.0; 3]);
        assert!(barrier(1.0 - 1e-6)[2] < 1e-10);
    }
}
