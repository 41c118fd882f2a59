//! A point of one body that is in the distance field of another.

use crate::math::{Kinematics, Vec3};
use crate::shape::SoftSurface;
use crate::shape::skin::Soft;

/// A slope of a distance, which is 1 near the surface, that is none.
const FLAT: f64 = 1e-6;

/// A query at the current poses; its material belongs to body `own`, the field to the other.
#[derive(Debug, Clone, Copy)]
pub struct Carried {
    /// The body that the query belongs to: 0 or 1.
    pub own: usize,
    /// The query, world.
    pub point: Vec3,
    /// The arms from the centres of the query's body and of the field's, world.
    pub arms: [Vec3; 2],
    /// The velocity relative to the material of the field's body at the same point, world.
    pub velocity: Vec3,
}

impl Carried {
    /// Returns the query at `local` of body `own`.
    pub fn new(own: usize, local: &Vec3, bodies: [&Kinematics; 2]) -> Self {
        let (a, b) = (bodies[own], bodies[1 - own]);
        let point = a.pose.x + a.pose.r * local;
        let arms = [point - a.pose.x, point - b.pose.x];
        Self {
            own,
            point,
            arms,
            velocity: a.v + a.omega.cross(&arms[0]) - b.v - b.omega.cross(&arms[1]),
        }
    }

    /// Returns the distance to the other body there, with its derivatives in world axes.
    pub fn distance(&self, field: &SoftSurface, bodies: [&Kinematics; 2]) -> Soft {
        let turn = &bodies[1 - self.own].pose.r;
        field.at(&turn.tr_mul(&self.arms[1])).turned(turn)
    }
}

/// Returns where a point of body `own` is in the frame of the other body.
pub fn local(point: &Vec3, own: usize, bodies: [&Kinematics; 2]) -> Vec3 {
    let (a, b) = (&bodies[own].pose, &bodies[1 - own].pose);
    b.r.tr_mul(&(a.r * point + (a.x - b.x)))
}

/// Returns the length of a gradient, which is not 0 where the distance has no slope: at points deep within a body.
pub fn slope_of(gradient: &Vec3) -> f64 {
    (gradient.norm_squared() + FLAT * FLAT).sqrt()
}
