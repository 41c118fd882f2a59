//! Curves on the sphere of directions: circles and arcs of circles.

use crate::math::{Rot, Vec3};
use std::f64::consts::TAU;

/// Directions n with n.axis = height, from `start` (unit, across the axis) counter-clockwise.
pub(in crate::shape) struct Curve {
    pub axis: Vec3,
    pub height: f64,
    pub start: Vec3,
    pub angle: f64,
}

impl Curve {
    /// A whole circle about z.
    pub fn circle(turn: &Rot, height: f64) -> Self {
        Self {
            axis: turn * Vec3::z(),
            height,
            start: turn * Vec3::x(),
            angle: TAU,
        }
    }

    /// The shortest arc between unit vectors; `None` when they agree.
    pub fn arc(from: &Vec3, to: &Vec3) -> Option<Self> {
        let cross = from.cross(to);
        Some(Self {
            axis: cross.try_normalize(1e-6)?,
            height: 0.0,
            start: *from,
            angle: cross.norm().atan2(from.dot(to)),
        })
    }

    /// The great circle from a pole over `n`, as far as `reach` (rad).
    pub fn meridian(pole: &Vec3, n: &Vec3, reach: f64) -> Option<Self> {
        Some(Self {
            axis: pole.cross(n).try_normalize(1e-6)?,
            height: 0.0,
            start: *pole,
            angle: reach,
        })
    }

    /// The direction at an angle from the start, rad.
    pub fn at(&self, angle: f64) -> Vec3 {
        let (sin, cos) = angle.sin_cos();
        let across = self.start * cos + self.axis.cross(&self.start) * sin;
        self.axis * self.height + across * (1.0 - self.height * self.height).sqrt()
    }

    /// Whether a direction with n.axis = height is between the ends.
    fn spans(&self, n: &Vec3) -> bool {
        let angle = n
            .dot(&self.axis.cross(&self.start))
            .atan2(n.dot(&self.start));
        angle.rem_euclid(TAU) <= self.angle + 1e-9
    }

    /// Directions in both curves (a1, c1) and (a2, c2): alpha a1 + beta a2 +- gamma a1 x a2.
    pub fn crossings(&self, other: &Self) -> Vec<Vec3> {
        let k = self.axis.dot(&other.axis);
        let cross = self.axis.cross(&other.axis);
        let sine2 = cross.norm_squared();
        let alpha = (self.height - other.height * k) / sine2;
        let beta = (other.height - self.height * k) / sine2;
        let foot = self.axis * alpha + other.axis * beta;
        let gamma = ((1.0 - foot.norm_squared()) / sine2).sqrt();
        let both = [foot + cross * gamma, foot - cross * gamma];
        let inside = |n: &Vec3| self.spans(n) && other.spans(n);
        let real = sine2 > 1e-9 && gamma.is_finite();
        both.into_iter().filter(|n| real && inside(n)).collect()
    }
}
