//! Small geometry: three-vectors, rotations, and the Cayley map of one step.
//!
//! Not here: shapes, contact, solvers. Everything is f64 and right-handed.

mod cayley;
mod kinematics;
pub mod lanes;
mod real;

pub use cayley::{cayley, cayley_rate, discrete_momentum, discrete_momentum_jacobian};
pub use kinematics::{Kinematics, Pose, Variation};
pub use real::{Four, FourMask, Mask, Real};

/// A vector in three dimensions.
pub type Vec3 = nalgebra::Vector3<f64>;
/// A 3x3 matrix.
pub type Mat3 = nalgebra::Matrix3<f64>;
/// A rotation as a unit quaternion.
pub type Rot = nalgebra::UnitQuaternion<f64>;

/// The matrix `[a]x` with `[a]x b` = a x b.
pub fn skew(a: &Vec3) -> Mat3 {
    Mat3::new(0.0, -a.z, a.y, a.z, 0.0, -a.x, -a.y, a.x, 0.0)
}

/// Unit quaternion from its four numbers, scalar first; normalised.
pub fn rotation_from_wxyz(q: [f64; 4]) -> Rot {
    Rot::from_quaternion(nalgebra::Quaternion::new(q[0], q[1], q[2], q[3]))
}

/// The four numbers of a unit quaternion, scalar first.
pub fn wxyz(q: &Rot) -> [f64; 4] {
    [q.w, q.i, q.j, q.k]
}

/// Index of the coordinate axis that is least aligned with `n`.
pub fn least_aligned_axis(n: &Vec3) -> usize {
    n.iamin()
}

/// The tangents of a contact frame: t1 = normalise(e_k x n), t2 = n x t1 (docs/formulation.md, section 3).
pub fn tangents(n: &Vec3, k: usize) -> (Vec3, Vec3) {
    let mut e = Vec3::zeros();
    e[k] = 1.0;
    let t1 = e.cross(n).normalize();
    (t1, n.cross(&t1))
}
