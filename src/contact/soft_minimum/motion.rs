//! How a query moves with the two bodies: the linear maps from their motions to what the law sees.

pub use crate::contact::body_motions::{COLUMNS, Motion, column};
use crate::contact::carried::Carried;
use crate::math::{Kinematics, Mat3, skew};

/// A row over the motions of two bodies.
pub type Row = nalgebra::SMatrix<f64, 1, COLUMNS>;
/// Three rows over the motions of two bodies.
pub type Rows3 = nalgebra::SMatrix<f64, 3, COLUMNS>;

impl Carried {
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
