//! Vectors in three dimensions over any [`Number`], for code that is differentiated with dual numbers.

use super::{Number, Vec3};

/// A vector over any number.
pub type Three<N> = [N; 3];

/// Returns a constant vector.
#[inline(always)]
pub fn constant<N: Number>(v: &Vec3) -> Three<N> {
    [v.x, v.y, v.z].map(N::constant)
}

/// Returns a . b.
#[inline(always)]
pub fn product<N: Number>(a: &Three<N>, b: &Three<N>) -> N {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Returns a x b.
#[inline(always)]
pub fn outer<N: Number>(a: &Three<N>, b: &Three<N>) -> Three<N> {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// Returns the unit vector along v.
pub fn unit<N: Number>(v: &Three<N>) -> Three<N> {
    let inverse = N::constant(1.0) / product(v, v).root();
    v.map(|x| x * inverse)
}

/// Returns a + b.
#[inline(always)]
pub fn sum<N: Number>(a: &Three<N>, b: &Three<N>) -> Three<N> {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// Returns a - b.
#[inline(always)]
pub fn difference<N: Number>(a: &Three<N>, b: &Three<N>) -> Three<N> {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// Returns a s.
#[inline(always)]
pub fn scaled<N: Number>(a: &Three<N>, s: N) -> Three<N> {
    [a[0] * s, a[1] * s, a[2] * s]
}

/// Terms of the series of a turn: to rounding up to 3 rad.
const TERMS: usize = 14;

/// Returns a turned by the rotation vector phi, of at most 3 rad.
pub fn turned<N: Number>(a: &Three<N>, phi: &Three<N>) -> Three<N> {
    let square = product(phi, phi);
    // sin t / t for first = 0, 2 (1 - cos t) / t^2 for first = 1.
    let series = |first: usize| {
        (1..TERMS).rev().fold(N::constant(1.0), |rest, k| {
            let next = (2 * k + first) * (2 * k + first + 1);
            N::constant(1.0) - rest * square * (1.0 / next as f64)
        })
    };
    let swing = scaled(&outer(phi, a), series(0));
    let twice = outer(phi, &outer(phi, a));
    sum(a, &sum(&swing, &scaled(&twice, series(1) * 0.5)))
}

#[cfg(test)]
mod tests {
    use super::turned;
    use crate::math::{Dice, Rot, Vec3};

    #[test]
    fn a_vector_is_turned_as_by_a_quaternion() {
        let mut dice = Dice::new(3, 0);
        for k in 0..100 {
            let mut any = |most: f64| Vec3::from_fn(|_, _| dice.within(-most, most));
            let a = any(1.0);
            let phi = any(1.0) * (3.0 * f64::from(k) / 100.0 / 3.0_f64.sqrt());
            let own = Vec3::from(turned(&a.into(), &phi.into()));
            let exact = Rot::from_scaled_axis(phi) * a;
            assert!((own - exact).norm() < 1e-14, "{phi:?}");
        }
    }
}
