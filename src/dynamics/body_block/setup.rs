//! The constants of a body during a step, and where an attempt starts.

use crate::dynamics::DriveStep;
use crate::math::{Attitude, Mat3, Real, Vec3, Vector};

/// What a body is and what acts on it during a step, in the units of the model (mass in kg).
#[derive(Debug, Clone, Copy)]
pub struct BodySetup<R: Real = f64> {
    /// Indices of its freedoms among (translation, rotation), world axes; empty when it does not
    /// move by itself.
    pub freedoms: &'static [usize],
    /// The mass; it is unused without freedoms.
    pub mass: f64,
    /// The inertia, body frame.
    pub inertia: Mat3,
    /// Step length.
    pub h: f64,
    /// How long gravity and forces act.
    pub pull: f64,
    /// Position at the start.
    pub x: Vector<R>,
    /// Rotation at the start.
    pub q: Attitude<R>,
    /// Velocity at the start (of a prescribed body: of the step).
    pub v: Vector<R>,
    /// Angular velocity at the start, body frame (of a prescribed body: of the step).
    pub w: Vector<R>,
    /// Rotation at the end of a body whose motion is known; unused where it is not.
    pub end: Attitude<R>,
    /// The impulse of gravity and forces: pull times m g + f.
    pub impulse: Vector<R>,
    /// The torque impulse h tau, world.
    pub torque_impulse: Vector<R>,
    /// The spring and damper; drives belong to one world alone.
    pub drive: Option<DriveStep>,
    /// Whether `v` and `w` are zero whatever the state says.
    pub quasi_dynamic: bool,
    /// How its rotation is integrated.
    pub law: RotationLaw,
}

/// How the rotation of a body is integrated.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum RotationLaw {
    /// The discrete angular momenta of both ends of a step are in balance.
    #[default]
    Momentum,
    /// The second difference of the rotation matrix is that of a force on every point of the body, as published (SDRS eq. 4); it damps
    /// rotation.
    SecondDifference,
}

impl BodySetup {
    /// Returns a setup that is the same in every world.
    pub fn spread<R: Real>(&self) -> BodySetup<R> {
        let same = |v: &Vec3| v.map(R::of);
        BodySetup {
            freedoms: self.freedoms,
            mass: self.mass,
            inertia: self.inertia,
            h: self.h,
            pull: self.pull,
            x: same(&self.x),
            q: Attitude::by_lane(|_| self.q.lane(0)),
            v: same(&self.v),
            w: same(&self.w),
            end: Attitude::by_lane(|_| self.end.lane(0)),
            impulse: same(&self.impulse),
            torque_impulse: same(&self.torque_impulse),
            drive: self.drive,
            quasi_dynamic: self.quasi_dynamic,
            law: self.law,
        }
    }
}

impl<R: Real> BodySetup<R> {
    /// Returns the normal of the plane to which the body is restricted.
    pub fn plane_normal(&self) -> Option<Vec3> {
        let axis = self.freedoms.iter().find(|&&i| i >= 3)?;
        (self.freedoms.len() == 3).then(|| Vec3::ith(axis - 3, 1.0))
    }

    /// Takes over where one world stands and what acts on it.
    pub fn set_lane(&mut self, lane: usize, own: &BodySetup) {
        let vectors = [
            (&mut self.x, &own.x),
            (&mut self.v, &own.v),
            (&mut self.w, &own.w),
            (&mut self.impulse, &own.impulse),
            (&mut self.torque_impulse, &own.torque_impulse),
        ];
        for (to, from) in vectors {
            for (to, from) in to.iter_mut().zip(from) {
                to.set_lane(lane, *from);
            }
        }
        self.q.set_lane(lane, &own.q);
        self.end.set_lane(lane, &own.end);
    }
}

/// Velocities from which an attempt starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// An attempt starts at the velocities of the state: the prediction.
    State,
    /// An attempt starts at the velocities of the state after the external forces: what happens without contact.
    FreeFlight,
    /// An attempt starts where bodies stand: without velocities.
    Standing,
}
