//! Vectors in three dimensions over any [`Number`], for code that is differentiated with dual numbers.

use super::{Number, Vec3};

/// A vector over any number.
pub type Three<N> = [N; 3];

/// Returns a constant vector.
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
