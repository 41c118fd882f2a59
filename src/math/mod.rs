//! Small geometry: three-vectors, rotations, and the Cayley map of one step.
//!
//! Not here: shapes, contact, solvers. Everything is f64 and right-handed.

mod attitude;
mod cayley;
mod dice;
mod dual;
mod fnv;
mod four;
mod in_fours;
mod kinematics;
pub mod lanes;
mod real;
mod table;
pub mod three;
mod wide;

pub use attitude::Attitude;
pub use cayley::{Cayley, cayley, cayley_rate_between, cayley_rate_of};
pub use dice::Dice;
pub use dice::scramble;
pub use dual::{Dual, Number};
pub use fnv::Fnv;
pub use four::{Four, FourMask};
pub use in_fours::{InFours, MaskInFours, alone};
pub use kinematics::{Kinematics, Pose, Variation};
pub use real::{Mask, Real};
pub use table::Table;
pub use wide::{vectorized, vectorized_lanes, vectorized_worlds, worlds_go_abreast};

/// A vector in three dimensions.
pub type Vec3 = nalgebra::Vector3<f64>;
/// A 3x3 matrix.
pub type Mat3 = nalgebra::Matrix3<f64>;
/// A rotation as a unit quaternion.
pub type Rot = nalgebra::UnitQuaternion<f64>;

/// A vector in three dimensions, of one world or of several.
pub type Vector<R> = nalgebra::Vector3<R>;
/// A 3x3 matrix, of one world or of several.
pub type Matrix<R> = nalgebra::Matrix3<R>;

/// Returns the vector 0. With nalgebra's, which takes it from an iterator, four lanes wait for their own stores.
#[inline(always)]
pub fn zero<R: Real>() -> Vector<R> {
    Vector::new(R::ZERO, R::ZERO, R::ZERO)
}

/// Returns the matrix `[a]x` with `[a]x b` = a x b.
#[inline(always)]
pub fn skew<R: Real>(a: &Vector<R>) -> Matrix<R> {
    let zero = R::ZERO;
    Matrix::new(zero, -a.z, a.y, a.z, zero, -a.x, -a.y, a.x, zero)
}

/// Returns the sine and cosine of an angle between -pi and pi (others are taken for the nearest of these), to 2e-13,
/// without the system's library: several worlds abreast have the bits of each.
#[inline(always)]
pub fn sine_and_cosine<R: Real>(angle: R) -> (R, R) {
    let pi = R::of(std::f64::consts::PI);
    let x = angle.within(-pi, pi);
    let square = -(x * x);
    let (mut sine, mut cosine) = (R::ONE, R::ONE);
    for k in (1..13).rev() {
        let k = f64::from(2 * k);
        sine = sine * square * (1.0 / (k * (k + 1.0))) + R::ONE;
        cosine = cosine * square * (1.0 / (k * (k - 1.0))) + R::ONE;
    }
    (sine * x, cosine)
}

/// Returns the unit quaternion from its four numbers, scalar first; normalised.
pub fn rotation_from_wxyz(q: [f64; 4]) -> Rot {
    Rot::from_quaternion(nalgebra::Quaternion::new(q[0], q[1], q[2], q[3]))
}

/// Returns the shortest rotation that brings z to a unit vector; about x where that is -z.
pub fn shortest_turn_to(axis: &Vec3) -> Rot {
    let side = axis.x * axis.x + axis.y * axis.y;
    // 1 + axis.z, without cancellation.
    let w = match axis.z < 0.0 {
        true => side / (1.0 - axis.z),
        false => 1.0 + axis.z,
    };
    if w == 0.0 {
        return rotation_from_wxyz([0.0, 1.0, 0.0, 0.0]);
    }
    rotation_from_wxyz([w, -axis.y, axis.x, 0.0])
}

/// Returns the four numbers of a unit quaternion, scalar first.
pub fn wxyz(q: &Rot) -> [f64; 4] {
    [q.w, q.i, q.j, q.k]
}

/// Returns an array of what `entry` says of every index: always inlined, unlike `std::array::from_fn`.
#[inline(always)]
pub fn array<const N: usize, T: Copy + Default>(mut entry: impl FnMut(usize) -> T) -> [T; N] {
    let mut out = [T::default(); N];
    for i in 0..N {
        out[i] = entry(i);
    }
    out
}

/// Returns M v: always inlined, unlike nalgebra's, and with the same bits.
#[inline(always)]
pub fn mul<R: Real>(m: &Matrix<R>, v: &Vector<R>) -> Vector<R> {
    let row = |i| m[(i, 0)] * v.x + m[(i, 1)] * v.y + m[(i, 2)] * v.z;
    Vector::new(row(0), row(1), row(2))
}

/// Returns M^T v.
#[inline(always)]
pub fn tr_mul<R: Real>(m: &Matrix<R>, v: &Vector<R>) -> Vector<R> {
    let row = |i| m[(0, i)] * v.x + m[(1, i)] * v.y + m[(2, i)] * v.z;
    Vector::new(row(0), row(1), row(2))
}

/// Returns a B.
#[inline(always)]
pub fn product<R: Real>(a: &Matrix<R>, b: &Matrix<R>) -> Matrix<R> {
    let column = |k| mul(a, &Vector::new(b[(0, k)], b[(1, k)], b[(2, k)]));
    Matrix::from_columns(&[column(0), column(1), column(2)])
}

/// Returns the length of a vector.
#[inline(always)]
pub fn norm<R: Real>(v: &Vector<R>) -> R {
    v.dot(v).sqrt()
}

/// Returns the coordinate axis that is least aligned with `n`, the first of those that are.
#[inline(always)]
pub fn least_aligned<R: Real>(n: &Vector<R>) -> Vector<R> {
    let [x, y, z] = [n.x.abs(), n.y.abs(), n.z.abs()];
    let first = x.at_most(y).and(x.at_most(z));
    let second = y.at_most(z).and(!first);
    let one = |is: R::Mask| R::choose(is, R::ONE, R::ZERO);
    Vector::new(one(first), one(second), one(!first.or(second)))
}

/// Returns the tangents of a contact frame: t1 = normalise(e x n), t2 = n x t1, with the axis e that is least aligned
/// with n (docs/formulation.md, section 3).
pub fn tangents(n: &Vec3) -> (Vec3, Vec3) {
    tangents_from(n, &least_aligned(n))
}

/// Returns the tangents that `axis` seeds.
#[inline(always)]
pub fn tangents_from<R: Real>(n: &Vector<R>, axis: &Vector<R>) -> (Vector<R>, Vector<R>) {
    let t1 = axis.cross(n);
    let t1 = t1 / norm(&t1);
    (t1, n.cross(&t1))
}
