//! Poses that carry derivatives.

use crate::math::three::product;
use crate::math::{Dual, Mat3, Number, Pose};

/// A vector with derivatives.
pub(super) type Vector3<const N: usize> = [Dual<N>; 3];

/// A pose with derivatives; the rotation by columns.
pub(super) struct PosedBody<const N: usize> {
    pub(super) x: Vector3<N>,
    pub(super) r: [Vector3<N>; 3],
}

impl<const N: usize> PosedBody<N> {
    pub(super) fn fixed(pose: &Pose) -> Self {
        Self {
            x: [0, 1, 2].map(|k| Dual::constant(pose.x[k])),
            r: [0, 1, 2].map(|k| [0, 1, 2].map(|i| Dual::constant(pose.r[(i, k)]))),
        }
    }

    /// Returns a world vector in the body frame.
    pub(super) fn local(&self, v: &Vector3<N>) -> Vector3<N> {
        self.r.map(|column| product(&column, v))
    }

    /// Returns a body vector in the world frame.
    pub(super) fn world(&self, v: &Vector3<N>) -> Vector3<N> {
        [0, 1, 2].map(|i| self.r[0][i] * v[0] + self.r[1][i] * v[1] + self.r[2][i] * v[2])
    }
}

/// Returns the columns of a rotation that turns by a world rotation vector with the given derivatives.
pub(super) fn turned<const N: usize>(r: &Mat3, rates: [[f64; N]; 3]) -> [Vector3<N>; 3] {
    [0, 1, 2].map(|k| {
        let v = r.column(k);
        [0, 1, 2].map(|i| {
            let (j, l) = ((i + 1) % 3, (i + 2) % 3);
            let rate = std::array::from_fn(|n| rates[j][n] * v[l] - rates[l][n] * v[j]);
            Dual::new(v[i], rate)
        })
    })
}
