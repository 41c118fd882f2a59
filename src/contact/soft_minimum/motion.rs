//! How a query moves with the two bodies: the linear maps from their motions to what the law sees.

use crate::math::{Kinematics, Mat3, Vec3, skew};

/// The motions of two bodies as columns: for either body position, rotation, velocity and angular velocity.
pub const COLUMNS: usize = 24;
/// A row over the motions of two bodies.
pub type Row = nalgebra::SMatrix<f64, 1, COLUMNS>;
/// Three rows over the motions of two bodies.
pub type Rows3 = nalgebra::SMatrix<f64, 3, COLUMNS>;

/// The first column of a motion of body `side`.
pub const fn column(side: usize, motion: Motion) -> usize {
    12 * side + 3 * motion as usize
}

/// A motion of a body.
#[derive(Debug, Clone, Copy)]
pub enum Motion {
    /// The position moves.
    Position,
    /// The body turns, by a world rotation vector.
    Rotation,
    /// The velocity changes.
    Velocity,
    /// The angular velocity changes, world.
    Spin,
}

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

    /// Returns how the query moves in the frame of the field, in world axes.
    pub fn displacement(&self) -> Rows3 {
        let [own, other] = [self.own, 1 - self.own];
        let mut out = Rows3::zeros();
        set(&mut out, own, Motion::Position, &Mat3::identity());
        set(&mut out, own, Motion::Rotation, &-skew(&self.arms[0]));
        set(&mut out, other, Motion::Position, &-Mat3::identity());
        set(&mut out, other, Motion::Rotation, &skew(&self.arms[1]));
        out
    }

    /// Returns how the relative velocity changes for an observer who turns with the field, in world axes.
    pub fn acceleration(&self, bodies: [&Kinematics; 2]) -> Rows3 {
        let [own, other] = [self.own, 1 - self.own];
        let [spin, turn] = [own, other].map(|s| skew(&bodies[s].omega));
        let [near, far] = self.arms.map(|arm| skew(&arm));
        let mut out = Rows3::zeros();
        set(&mut out, own, Motion::Velocity, &Mat3::identity());
        set(&mut out, own, Motion::Spin, &-near);
        set(&mut out, own, Motion::Position, &-turn);
        set(&mut out, own, Motion::Rotation, &((turn - spin) * near));
        set(&mut out, other, Motion::Velocity, &-Mat3::identity());
        set(&mut out, other, Motion::Spin, &far);
        set(&mut out, other, Motion::Position, &turn);
        set(&mut out, other, Motion::Rotation, &skew(&self.velocity));
        out
    }

    /// Returns how the query moves with its material, world.
    pub fn travel(&self) -> Rows3 {
        let mut out = Rows3::zeros();
        set(&mut out, self.own, Motion::Position, &Mat3::identity());
        set(&mut out, self.own, Motion::Rotation, &-skew(&self.arms[0]));
        out
    }
}

/// Sets the columns of a motion.
pub fn set(rows: &mut Rows3, side: usize, motion: Motion, values: &Mat3) {
    rows.fixed_view_mut::<3, 3>(0, column(side, motion))
        .copy_from(values);
}

/// Adds to the columns of a motion.
pub fn add(rows: &mut Rows3, side: usize, motion: Motion, values: &Mat3) {
    let mut view = rows.fixed_view_mut::<3, 3>(0, column(side, motion));
    view += values;
}
