//! One body during one step: free, driven, prescribed or fixed; in space or in a plane.

mod parameter_rates;
mod rates;
mod spin_rates;

pub use rates::{BodyParameter, BodyRates, INPUTS};

use super::DriveStep;
use crate::math::{
    Kinematics, Mat3, Pose, Rot, Vec3, cayley, cayley_rate, discrete_momentum,
    discrete_momentum_jacobian,
};

/// What a body is and what acts on it during a step, in the units of the model (mass in kg).
#[derive(Debug, Clone, Copy)]
pub struct BodySetup {
    /// Indices of its freedoms among (translation, rotation), world axes; empty when it does not
    /// move by itself.
    pub freedoms: &'static [usize],
    /// Mass; unused without freedoms.
    pub mass: f64,
    /// Inertia, body frame.
    pub inertia: Mat3,
    /// Step length.
    pub h: f64,
    /// Position at the start.
    pub x: Vec3,
    /// Rotation at the start.
    pub q: Rot,
    /// Velocity at the start (of a prescribed body: of the step).
    pub v: Vec3,
    /// Angular velocity at the start, body frame (of a prescribed body: of the step).
    pub w: Vec3,
    /// h (m g + f).
    pub impulse: Vec3,
    /// h tau, world.
    pub torque_impulse: Vec3,
    /// Spring and damper.
    pub drive: Option<DriveStep>,
}

/// Velocities from which an attempt starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// Those of the state: the prediction.
    State,
    /// Zero.
    Rest,
    /// Those of the state after the external forces: what happens without contact.
    FreeFlight,
}

/// Unknown interval velocities of a body with their rows.
#[derive(Debug, Clone)]
pub struct BodyBlock {
    /// Constants of the step.
    pub setup: BodySetup,
    v: Vec3,
    w: Vec3,
    q: Rot,
    r0: Mat3,
    /// Inertia and angular momentum at the start, world.
    inertia: Mat3,
    momentum: Vec3,
    /// Pose at the end of the step and interval velocity.
    pub kinematics: Kinematics,
    torque: Vec3,
    /// Momentum rows without contact; [`Self::add_wrench`] subtracts the contacts.
    pub residual: [f64; 6],
    /// d residual / d (dv, phi) without contact.
    pub jacobian: [[f64; 6]; 6],
    /// (dv, phi) of the parts AFFINE, UNIT, CORRECTOR.
    pub direction: [[f64; 6]; 3],
    combined: [f64; 6],
}

impl BodyBlock {
    /// A body at the prediction: the velocities of its state.
    pub fn new(setup: BodySetup) -> Self {
        let zero = Vec3::zeros();
        let pose = Pose {
            x: zero,
            r: Mat3::identity(),
        };
        let r0 = *setup.q.to_rotation_matrix().matrix();
        let inertia = match setup.freedoms {
            [] => Mat3::zeros(),
            _ => r0 * setup.inertia * r0.transpose(),
        };
        let mut block = Self {
            setup,
            v: setup.v,
            w: setup.w,
            q: setup.q,
            r0,
            inertia,
            momentum: inertia * (r0 * setup.w),
            kinematics: Kinematics {
                pose,
                v: zero,
                omega: zero,
                turn: Mat3::identity(),
                h: if setup.freedoms.is_empty() {
                    0.0
                } else {
                    setup.h
                },
            },
            torque: zero,
            residual: [0.0; 6],
            jacobian: [[0.0; 6]; 6],
            direction: [[0.0; 6]; 3],
            combined: [0.0; 6],
        };
        block.place();
        block
    }

    /// Restarts from one of the starting velocities.
    pub fn restart(&mut self, from: Start) {
        if self.is_moving() {
            let s = &self.setup;
            let fraction = if from == Start::Rest { 0.0 } else { 1.0 };
            self.v = s.v * fraction;
            self.w = s.w * fraction;
            if from == Start::FreeFlight {
                for &i in s.freedoms.iter().filter(|&&i| i < 3) {
                    self.v[i] += s.impulse[i] / s.mass;
                }
            }
        }
        self.place();
    }

    /// Whether its motion is unknown.
    pub fn is_moving(&self) -> bool {
        !self.setup.freedoms.is_empty()
    }

    /// Pose and velocity that belong to the unknowns.
    fn place(&mut self) {
        let h = self.setup.h;
        self.q = self.setup.q * cayley(&self.w, h);
        let pose = &mut self.kinematics.pose;
        pose.x = self.setup.x + self.v * h;
        pose.r = *self.q.to_rotation_matrix().matrix();
        self.kinematics.v = self.v;
        self.kinematics.omega = self.r0 * self.w;
    }

    /// Rows and their derivative without contact.
    pub fn evaluate(&mut self) {
        self.place();
        if !self.is_moving() {
            return;
        }
        let s = &self.setup;
        let h = s.h;
        let omega = self.kinematics.omega;
        // R T R+^T = T of the opposite rotation, in the world: I - [a]x + a a^T.
        let turn = cayley_rate(&omega, -h);
        self.kinematics.turn = turn;
        let mut linear = (self.v - s.v) * s.mass - s.impulse;
        let mut linear_slope = s.mass;
        let momentum = discrete_momentum(&omega, &self.inertia, h);
        let mut angular = momentum - self.momentum - s.torque_impulse;
        let mut angular_slope = discrete_momentum_jacobian(&omega, &self.inertia, h) * turn;
        self.torque = s.torque_impulse;
        if let Some(drive) = &s.drive {
            linear -= drive.force(&self.kinematics.pose.x, &self.v) * h;
            linear_slope += h * (h * drive.linear.0 + drive.linear.1);
            let (torque, slope) = drive.torque(&self.q, &self.kinematics.omega);
            angular -= torque * h;
            angular_slope += turn * (h * drive.angular.1) - slope * (h * h);
            self.torque += torque * h;
        }
        for i in 0..3 {
            self.residual[i] = linear[i];
            self.residual[3 + i] = angular[i];
            self.jacobian[i][i] = linear_slope;
            for j in 0..3 {
                self.jacobian[3 + i][3 + j] = angular_slope[(i, j)];
            }
        }
    }

    /// Adds a contact's force and torque impulse to the rows.
    pub fn add_wrench(&mut self, force: &Vec3, torque: &Vec3) {
        self.torque += torque;
        for i in 0..3 {
            self.residual[i] -= force[i];
            self.residual[3 + i] -= torque[i];
        }
    }

    /// Largest row over its freedoms, divided by the mass.
    pub fn worst_residual(&self) -> f64 {
        let rows = self.setup.freedoms.iter().map(|&i| self.residual[i].abs());
        rows.fold(0.0, |m, r| if m >= r || m.is_nan() { m } else { r }) / self.setup.mass
    }

    /// Forms AFFINE + `excess` UNIT (+ CORRECTOR); returns the rotation along it, rad.
    pub fn combine(&mut self, excess: f64, corrector: bool) -> f64 {
        let with = if corrector { 1.0 } else { 0.0 };
        let [affine, unit, second] = &self.direction;
        self.combined = std::array::from_fn(|i| affine[i] + excess * unit[i] + with * second[i]);
        self.setup.h * Vec3::from_column_slice(&self.combined[3..]).norm()
    }

    /// Moves by `step` times the combined direction.
    pub fn advance(&mut self, step: f64) {
        let dv = Vec3::from_column_slice(&self.combined[..3]);
        let phi = Vec3::from_column_slice(&self.combined[3..]);
        self.v += dv * step;
        self.w += self.r0.tr_mul(&(self.kinematics.turn * phi)) * step;
    }

    /// Position, rotation, velocity and angular velocity (body frame) at the end of the step.
    pub fn end(&self) -> (Vec3, Rot, Vec3, Vec3) {
        let mut q = self.q;
        q.renormalize();
        let x = self.kinematics.pose.x;
        if !self.is_moving() {
            return (x, q, self.v, self.w);
        }
        (x, q, self.v, self.node_angular_velocity())
    }

    /// w = J^-1 F^T (J w + R^T torques): carries momentum to round-off whatever the residual.
    fn node_angular_velocity(&self) -> Vec3 {
        let s = &self.setup;
        let world = self.momentum + self.torque;
        let r1 = self.kinematics.pose.r;
        match self.plane_normal() {
            Some(normal) => {
                // In a plane only the momentum about its normal is the body's own.
                let body = r1.tr_mul(&normal);
                body * (normal.dot(&world) / body.dot(&(s.inertia * body)))
            }
            None => {
                let body = r1.tr_mul(&world);
                s.inertia.cholesky().map_or(body, |j| j.solve(&body))
            }
        }
    }

    /// Normal of the plane to which the body is restricted.
    fn plane_normal(&self) -> Option<Vec3> {
        let freedoms = self.setup.freedoms;
        let axis = freedoms.iter().find(|&&i| i >= 3)?;
        (freedoms.len() == 3).then(|| Vec3::ith(axis - 3, 1.0))
    }

    /// Unknowns: interval velocity (world) and angular velocity (body frame).
    pub fn velocities(&self) -> (Vec3, Vec3) {
        (self.v, self.w)
    }

    /// Moves to given unknowns.
    pub fn set_velocities(&mut self, v: Vec3, w: Vec3) {
        (self.v, self.w) = (v, w);
        self.place();
    }
}
