//! Vectors, matrices and quaternions of any scalar, written out.

use super::dual::Scalar;
use drystone::math::{Mat3, Rot, Vec3};

pub type V3<T> = [T; 3];
/// Rows of a matrix.
pub type M3<T> = [[T; 3]; 3];
/// Scalar part first.
pub type Quaternion<T> = [T; 4];

pub fn constant<T: Scalar>(v: &Vec3) -> V3<T> {
    [v.x, v.y, v.z].map(T::of)
}

pub fn constant_matrix<T: Scalar>(m: &Mat3) -> M3<T> {
    [0, 1, 2].map(|i| [0, 1, 2].map(|j| T::of(m[(i, j)])))
}

pub fn constant_quaternion<T: Scalar>(q: &Rot) -> Quaternion<T> {
    [q.w, q.i, q.j, q.k].map(T::of)
}

pub fn add<T: Scalar>(a: V3<T>, b: V3<T>) -> V3<T> {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub fn sub<T: Scalar>(a: V3<T>, b: V3<T>) -> V3<T> {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub fn scale<T: Scalar>(a: V3<T>, s: T) -> V3<T> {
    a.map(|x| x * s)
}

pub fn dot<T: Scalar>(a: V3<T>, b: V3<T>) -> T {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub fn cross<T: Scalar>(a: V3<T>, b: V3<T>) -> V3<T> {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

pub fn unit<T: Scalar>(a: V3<T>) -> V3<T> {
    let norm = dot(a, a).sqrt();
    a.map(|x| x / norm)
}

pub fn apply<T: Scalar>(m: &M3<T>, v: V3<T>) -> V3<T> {
    m.map(|row| dot(row, v))
}

pub fn apply_transposed<T: Scalar>(m: &M3<T>, v: V3<T>) -> V3<T> {
    [0, 1, 2].map(|j| m[0][j] * v[0] + m[1][j] * v[1] + m[2][j] * v[2])
}

/// Hamilton's product.
pub fn product<T: Scalar>(a: Quaternion<T>, b: Quaternion<T>) -> Quaternion<T> {
    [
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] + a[2] * b[0] + a[3] * b[1] - a[1] * b[3],
        a[0] * b[3] + a[3] * b[0] + a[1] * b[2] - a[2] * b[1],
    ]
}

pub fn conjugate<T: Scalar>(q: Quaternion<T>) -> Quaternion<T> {
    [q[0], -q[1], -q[2], -q[3]]
}

/// The matrix of a unit quaternion: its columns are q e_i q*.
pub fn matrix<T: Scalar>(q: Quaternion<T>) -> M3<T> {
    let columns = [1, 2, 3].map(|i| {
        let mut e = [T::of(0.0); 4];
        e[i] = T::of(1.0);
        product(product(q, e), conjugate(q))
    });
    [1, 2, 3].map(|row| columns.map(|column| column[row]))
}

pub fn values<T: Scalar>(v: V3<T>) -> Vec3 {
    Vec3::from(v.map(T::value))
}
