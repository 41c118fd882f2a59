//! The rows of a joint: functions of both poses that are zero where the joint holds.

use super::geometry::Geometry;
use super::{BothSides, Coordinate, Wrench6};
use crate::math::{Real, Vector};
use std::f64::consts::TAU;

/// One row of a joint. Rows and impulses have matching signs, so that a free mechanism has a positive determinant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Row {
    /// The offset p_b - p_a along a world axis; force along it.
    Point(usize),
    /// The offset along an axis of the parent's frame; force along it.
    Along(usize),
    /// The tilt of the child's z about x (0) or y (1) of the parent's frame: -M12, M02; torque about the axis.
    Tilt(usize),
    /// The turn about an axis of the parent's frame: the entries of (M - M^T) / 2; torque about the axis.
    Twist(usize),
    /// The cosine M01 of the angle between the parent's x and the child's y; torque about their normal.
    Cross,
    /// The advance along z less the pitch times the turns; force along z with a torque.
    Helix,
}

impl Row {
    /// Returns the value of the row; `pitch` is the advance per turn of a screw, whose angle is the one nearest to `turned`.
    #[inline(always)]
    pub fn value<R: Real>(self, at: &Geometry<R>, pitch: f64, turned: R) -> R {
        let m = &at.relative;
        match self {
            Self::Point(k) => at.offset[k],
            Self::Along(k) => at.along(k),
            Self::Tilt(0) => -m[(1, 2)],
            Self::Tilt(_) => m[(0, 2)],
            Self::Twist(k) => {
                let (i, j) = ((k + 1) % 3, (k + 2) % 3);
                (m[(j, i)] - m[(i, j)]) * 0.5
            }
            Self::Cross => m[(0, 1)],
            Self::Helix => at.along(2) - Coordinate::Turn.value_near(at, turned) * (pitch / TAU),
        }
    }

    /// Returns the derivative of the value by translation (world) and rotation (world) of the bodies.
    #[inline(always)]
    pub fn gradient<R: Real>(self, at: &Geometry<R>, pitch: f64) -> BothSides<[R; 6]> {
        let (m, zero) = (&at.relative, R::ZERO);
        let unit = |k: usize| Vector::<R>::ith(k, R::ONE);
        match self {
            Self::Point(k) => at.moved_along(&unit(k)),
            Self::Along(k) => at.moved_with_parent(&at.parent_axis(k)),
            Self::Tilt(0) => at.turned(&Vector::new(m[(2, 2)], zero, -m[(0, 2)])),
            Self::Tilt(_) => at.turned(&Vector::new(zero, m[(2, 2)], -m[(1, 2)])),
            Self::Twist(k) => {
                let trace = m[(0, 0)] + m[(1, 1)] + m[(2, 2)];
                let row = Vector::new(m[(k, 0)], m[(k, 1)], m[(k, 2)]);
                at.turned(&((unit(k) * trace - row) * R::of(0.5)))
            }
            Self::Cross => at.turned(&Vector::new(zero, m[(2, 1)], -m[(1, 1)])),
            Self::Helix => {
                let slide = Self::Along(2).gradient(at, pitch);
                let turn = Coordinate::Turn.gradient(at);
                let mut out = slide;
                for (out, turn) in out.iter_mut().flatten().zip(turn.iter().flatten()) {
                    *out -= *turn * (pitch / TAU);
                }
                out
            }
        }
    }

    /// Returns force and couple at p_b of a unit impulse on the child.
    #[inline(always)]
    pub fn wrench<R: Real>(self, at: &Geometry<R>, pitch: f64) -> Wrench6<R> {
        let none = Vector::<R>::zeros();
        let (force, couple) = match self {
            Self::Point(k) => (Vector::ith(k, R::ONE), none),
            Self::Along(k) => (at.parent_axis(k), none),
            Self::Tilt(k) | Self::Twist(k) => (none, at.parent_axis(k)),
            Self::Cross => (none, at.child_axis(1).cross(&at.parent_axis(0))),
            Self::Helix => {
                let axis = at.parent_axis(2);
                (axis, axis * R::of(-pitch / TAU))
            }
        };
        Wrench6 { force, couple }
    }
}

impl Row {
    /// Returns whether the value is an angle (or its sine) instead of a length.
    pub fn is_angle(self) -> bool {
        matches!(self, Self::Tilt(_) | Self::Twist(_) | Self::Cross)
    }

    /// Returns the name for messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Point(_) | Self::Along(_) => "position",
            Self::Tilt(_) | Self::Twist(_) | Self::Cross => "rotation",
            Self::Helix => "advance",
        }
    }
}
