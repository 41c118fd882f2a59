//! The coordinates of a joint: functions of both poses that say where it is.

use super::geometry::Geometry;
use super::gimbal;
use super::{BothSides, Wrench6};
use crate::math::{Real, Vec3, Vector, mul};
use std::f64::consts::TAU;

/// A coordinate of a joint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coordinate {
    /// The offset p_b - p_a along an axis of the parent's frame.
    Slide(usize),
    /// The angle about z.
    Turn,
    /// The first angle of a universal joint, about the parent's x.
    FirstTurn,
    /// The second angle of a universal joint, about the child's y.
    SecondTurn,
    /// An angle of a gimbal: about the parent's x (0), about y of what that turns (1), about the child's z (2).
    Gimbal(usize),
}

/// Sine and cosine of an angle, up to a common factor.
type Direction<R> = [R; 2];

impl Coordinate {
    /// Returns whether it is an angle, whose value is known up to whole turns.
    pub fn is_angle(self) -> bool {
        !matches!(self, Self::Slide(_))
    }

    /// Returns the direction of an angle.
    #[inline(always)]
    fn direction<R: Real>(self, at: &Geometry<R>) -> Direction<R> {
        let m = &at.relative;
        match self {
            Self::Slide(_) => [R::ZERO, R::ONE],
            Self::Turn => [m[(1, 0)] - m[(0, 1)], m[(0, 0)] + m[(1, 1)]],
            Self::FirstTurn => [m[(2, 1)], m[(1, 1)]],
            Self::SecondTurn => [m[(0, 2)], m[(0, 0)]],
            Self::Gimbal(k) => gimbal::direction(k, m),
        }
    }

    /// Returns the value: units of length, or rad from -pi to pi.
    #[inline(always)]
    pub fn value<R: Real>(self, at: &Geometry<R>) -> R {
        if let Self::Slide(k) = self {
            return at.along(k);
        }
        let [sine, cosine] = self.direction(at);
        let mut out = R::ZERO;
        for lane in 0..R::LANES {
            out.set_lane(lane, sine.lane(lane).atan2(cosine.lane(lane)));
        }
        out
    }

    /// Returns the value that is nearest to another one: an angle with as many whole turns as that takes.
    #[inline(always)]
    pub fn value_near<R: Real>(self, at: &Geometry<R>, other: R) -> R {
        let mut out = self.value(at);
        if self.is_angle() {
            for lane in 0..R::LANES {
                let turns = ((other.lane(lane) - out.lane(lane)) / TAU).round();
                out.set_lane(lane, out.lane(lane) + turns * TAU);
            }
        }
        out
    }

    /// Returns the derivative of the value by translation (world) and rotation (world) of the bodies.
    #[inline(always)]
    pub fn gradient<R: Real>(self, at: &Geometry<R>) -> BothSides<[R; 6]> {
        match self {
            Self::Slide(k) => return at.moved_with_parent(&at.parent_axis(k)),
            Self::Gimbal(k) => return at.turned(&gimbal::dual(k, &at.relative)),
            Self::Turn | Self::FirstTurn | Self::SecondTurn => {}
        }
        let (m, zero) = (&at.relative, R::ZERO);
        // d(column) = (rotation) x (column), of sine and cosine by a rotation in the parent's axes.
        let [sine, cosine] = self.direction(at);
        let (by_sine, by_cosine) = match self {
            Self::Turn => (
                Vector::new(-m[(2, 0)], -m[(2, 1)], cosine),
                Vector::new(-m[(2, 1)], m[(2, 0)], -sine),
            ),
            Self::FirstTurn => (
                Vector::new(m[(1, 1)], -m[(0, 1)], zero),
                Vector::new(-m[(2, 1)], zero, m[(0, 1)]),
            ),
            _ => (
                Vector::new(zero, m[(2, 2)], -m[(1, 2)]),
                Vector::new(zero, m[(2, 0)], -m[(1, 0)]),
            ),
        };
        let size = R::ONE / (sine * sine + cosine * cosine);
        at.turned(&((by_sine * cosine - by_cosine * sine) * size))
    }

    /// Returns force and couple at p_b of a unit impulse along the coordinate, on the child.
    #[inline(always)]
    pub fn wrench<R: Real>(self, at: &Geometry<R>) -> Wrench6<R> {
        let none = Vector::<R>::zeros();
        let (force, couple) = match self {
            Self::Slide(k) => (at.parent_axis(k), none),
            Self::Turn => (none, at.parent_axis(2)),
            Self::FirstTurn => (none, at.parent_axis(0)),
            Self::SecondTurn => (none, at.child_axis(1)),
            Self::Gimbal(k) => (none, mul(&at.axes[1], &gimbal::dual(k, &at.relative))),
        };
        Wrench6 { force, couple }
    }

    /// Returns the axis of an angle of a gimbal, world.
    pub(crate) fn gimbal_axis(k: usize, at: &Geometry) -> Vec3 {
        at.axes[1] * gimbal::axis(k, &at.relative)
    }
}
