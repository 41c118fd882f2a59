//! Where the frames of a joint are.

use super::BothSides;
use crate::math::{Mat3, Matrix, Pose, Real, Rot, Vec3, Vector, mul, product, tr_mul};

/// The frame of a joint on one of its bodies: in the centre-of-mass frame of the body, or in the world.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frame {
    /// The origin.
    pub point: Vec3,
    /// The orientation, joint frame to body frame.
    pub rotation: Rot,
}

impl Frame {
    /// Returns the orientation as a matrix.
    pub fn axes(&self) -> Mat3 {
        *self.rotation.to_rotation_matrix().matrix()
    }
}

/// The frames of a joint on both bodies: origins, and axes as matrices.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct JointFrames {
    /// The origins.
    pub points: BothSides<Vec3>,
    /// The orientations.
    pub axes: BothSides<Mat3>,
}

impl JointFrames {
    /// Returns frames in units of `length`.
    pub fn new(frames: &BothSides<Frame>, length: f64) -> Self {
        Self {
            points: frames.map(|frame| frame.point / length),
            axes: frames.map(|frame| frame.axes()),
        }
    }
}

/// The frames of a joint in the world, at given poses of its bodies.
#[derive(Debug, Clone, Copy)]
pub struct Geometry<R: Real = f64> {
    /// The centres of mass.
    pub centres: BothSides<Vector<R>>,
    /// The origins of the joint's frames: p_b, p_a.
    pub points: BothSides<Vector<R>>,
    /// The axes of the joint's frames: B, A.
    pub axes: BothSides<Matrix<R>>,
    /// The child's axes in the parent's: M = A^T B.
    pub relative: Matrix<R>,
    /// The origin of the child's frame as seen from the parent's: p_b - p_a.
    pub offset: Vector<R>,
}

impl<R: Real> Geometry<R> {
    /// Returns the frames of a joint whose bodies have these poses.
    #[inline(always)]
    pub fn new(frames: &JointFrames, poses: BothSides<&Pose<R>>) -> Self {
        let point = |s: usize| poses[s].point_in_world(&frames.points[s]);
        let axes = |s: usize| product(&poses[s].r, &frames.axes[s].map(R::of));
        let (points, axes) = ([point(0), point(1)], [axes(0), axes(1)]);
        Self {
            centres: [poses[0].x, poses[1].x],
            points,
            relative: product(&axes[1].transpose(), &axes[0]),
            axes,
            offset: points[0] - points[1],
        }
    }

    /// Returns an axis of the parent's frame.
    #[inline(always)]
    pub fn parent_axis(&self, k: usize) -> Vector<R> {
        self.axes[1].column(k).into()
    }

    /// Returns an axis of the child's frame.
    #[inline(always)]
    pub fn child_axis(&self, k: usize) -> Vector<R> {
        self.axes[0].column(k).into()
    }

    /// Returns the offset along an axis of the parent's frame.
    #[inline(always)]
    pub fn along(&self, k: usize) -> R {
        tr_mul(&self.axes[1], &self.offset)[k]
    }

    /// Returns the arms from the centres to p_b, where the impulses act.
    #[inline(always)]
    pub fn arms(&self) -> BothSides<Vector<R>> {
        [
            self.points[0] - self.centres[0],
            self.points[0] - self.centres[1],
        ]
    }

    /// Returns the derivative (velocity, rotation; of both sides) of a function of M whose derivative by a small rotation of
    /// the child in the parent's axes is `gradient`.
    #[inline(always)]
    pub fn turned(&self, gradient: &Vector<R>) -> BothSides<[R; 6]> {
        let g = mul(&self.axes[1], gradient);
        let zero = R::ZERO;
        [
            [zero, zero, zero, g.x, g.y, g.z],
            [zero, zero, zero, -g.x, -g.y, -g.z],
        ]
    }

    /// Returns the derivative (velocity, rotation; of both sides) of the offset along a direction that is fixed in the world.
    #[inline(always)]
    pub fn moved_along(&self, direction: &Vector<R>) -> BothSides<[R; 6]> {
        let torque = |s: usize| (self.points[s] - self.centres[s]).cross(direction);
        [six(direction, &torque(0)), six(&-direction, &-torque(1))]
    }

    /// Returns the derivative (velocity, rotation; of both sides) of the offset along a direction that is fixed in the parent.
    #[inline(always)]
    pub fn moved_with_parent(&self, direction: &Vector<R>) -> BothSides<[R; 6]> {
        let [child, parent] = self.arms().map(|arm| arm.cross(direction));
        [six(direction, &child), six(&-direction, &-parent)]
    }
}

/// Returns the six numbers of two vectors.
#[inline(always)]
pub(super) fn six<R: Real>(a: &Vector<R>, b: &Vector<R>) -> [R; 6] {
    [a.x, a.y, a.z, b.x, b.y, b.z]
}
