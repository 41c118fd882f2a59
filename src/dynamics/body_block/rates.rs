//! Derivatives of a body's rows and of its next state at fixed interval velocities, and of its next
//! state with respect to them.
//!
//! ```text
//! x+ = x + h v        Q+ = Q dq(u)        new w = J^-1 L-(u)   (free; at the solution the momentum
//! R L+ that the rows balance is the one at the end, L- = F^T L+)
//! ```

use super::{BodyBlock, RotationLaw};
use crate::math::lanes::{Lanes, Lanes3};
use crate::math::{Cayley, Mat3, Variation, Vec3, cayley_rate_of, skew};

/// The explicit changes of a body, in several lanes.
#[derive(Debug, Clone, Copy)]
pub struct BodyRates<const N: usize> {
    /// Pose and velocity at the end of the step.
    pub end: Variation<N>,
    /// The pose at the prediction.
    pub predicted: Variation<N>,
    /// The momentum rows without contact.
    pub residual: [Lanes<N>; 6],
    /// Next state: position, rotation vector (body frame), velocity, angular velocity (body frame).
    pub next: [Lanes<N>; 12],
}

impl<const N: usize> BodyRates<N> {
    /// Nothing changes.
    pub const NONE: Self = Self {
        end: Variation::NONE,
        predicted: Variation::NONE,
        residual: [Lanes::ZERO; 6],
        next: [Lanes::ZERO; 12],
    };
}

impl<const N: usize> BodyRates<N> {
    /// Returns the motion alone, changed by `f`.
    pub fn motion<const M: usize>(
        &self,
        f: impl Fn(&Variation<N>) -> Variation<M>,
    ) -> BodyRates<M> {
        BodyRates {
            end: f(&self.end),
            predicted: f(&self.predicted),
            ..BodyRates::NONE
        }
    }
}

impl BodyRates<12> {
    /// Returns the rates along combinations of the twelve lanes: row k of `map` says how much of lane k every combination has.
    pub fn combined(&self, map: &[Lanes<12>; 12]) -> Self {
        Self {
            end: self.end.combined(map),
            predicted: self.predicted.combined(map),
            residual: self.residual.map(|lanes| lanes.combined(map)),
            next: self.next.map(|lanes| lanes.combined(map)),
        }
    }
}

impl<const N: usize> std::ops::Mul<f64> for BodyRates<N> {
    type Output = Self;
    fn mul(self, factor: f64) -> Self {
        Self {
            end: self.end * factor,
            predicted: self.predicted * factor,
            residual: self.residual.map(|lanes| lanes * factor),
            next: self.next.map(|lanes| lanes * factor),
        }
    }
}

/// A parameter of a body's rows.
#[derive(Debug, Clone, Copy)]
pub enum BodyParameter {
    /// Gravity along a world axis, units of length over time squared.
    Gravity(usize),
    /// Length of the step, units of time.
    TimeStep,
    /// Mass, kg; carries the gravity.
    Mass(Vec3),
    /// Inertia along a symmetric matrix, body frame.
    Inertia(Mat3),
}

/// Columns of a driven body's input: force, torque, commanded position, rotation (frame of the
/// command), velocity, angular velocity.
pub const INPUTS: usize = 18;

/// Writes `block` into columns `first`.. of three lanes.
pub(super) fn put<const N: usize>(lanes: &mut [Lanes<N>], first: usize, block: &Mat3) {
    for i in 0..3 {
        for j in 0..3 {
            lanes[i].0[first + j] += block[(i, j)];
        }
    }
}

/// Writes a vector into the only lane.
pub(super) fn put_one(lanes: &mut [Lanes<1>], vector: &Vec3) {
    for i in 0..3 {
        lanes[i].0[0] += vector[i];
    }
}

/// Returns the derivative of the rotation vector phi by a small rotation at its end, in the frame of the end:
/// it is I + `[phi]x` / 2 + (1 - (t/2) / tan(t/2)) `[n]x`^2 for an angle t = |phi| about n.
fn rotation_vector_by_turn(phi: &Vec3) -> Mat3 {
    let half = 0.5 * phi.norm();
    let axis = skew(&phi.try_normalize(0.0).unwrap_or_else(Vec3::zeros));
    let bend = if half > 1e-4 {
        1.0 - half / half.tan()
    } else {
        half * half / 3.0
    };
    Mat3::identity() + skew(phi) * 0.5 + axis * axis * bend
}

impl BodyBlock {
    /// Returns the columns of the state: position, rotation vector (body frame), then velocity and angular
    /// velocity (body frame) of a moving body, or commanded position and rotation vector (frame of
    /// the command) of a prescribed one.
    pub fn state_rates(&self) -> BodyRates<12> {
        let mut out = BodyRates::NONE;
        if !self.is_moving() {
            self.prescribed_rates(&mut out);
            return out;
        }
        self.moving_rates(&mut out);
        if self.setup.quasi_dynamic {
            out.forget_velocities();
        }
        out
    }

    /// Returns how the columns of the state move the body at the start: its pose, and its velocity there.
    pub fn start_motion(&self, rates: &BodyRates<12>) -> Variation<12> {
        let mut out = Variation {
            dv: rates.predicted.dv,
            domega: rates.predicted.domega,
            ..Variation::NONE
        };
        put(&mut out.dx, 0, &Mat3::identity());
        put(&mut out.dtheta, 3, &self.r0);
        out
    }

    fn moving_rates(&self, out: &mut BodyRates<12>) {
        let s = &self.setup;
        let (h, r0, unit) = (s.h, self.r0, Mat3::identity());
        put(&mut out.end.dx, 0, &unit);
        put(&mut out.predicted.dx, 0, &unit);
        put(&mut out.next[..3], 0, &unit);
        // A planar body has only what lies in its plane of the velocities of the state.
        let (velocities, spins) = self.setup.plane_normal().map_or((unit, unit), |n| {
            let own = r0.tr_mul(&n);
            (unit - n * n.transpose(), own * own.transpose())
        });
        let (turned, rate) = self.prediction_turn();
        put(&mut out.predicted.dx, 6, &(velocities * h));
        put(&mut out.predicted.dtheta, 9, &(turned * rate * h * spins));
        put(&mut out.predicted.dv, 6, &velocities);
        put(&mut out.predicted.domega, 9, &(r0 * spins));
        put(&mut out.residual[..3], 6, &(unit * -s.mass));
        let by_spin = match s.law {
            RotationLaw::Momentum => -r0 * s.inertia * spins,
            RotationLaw::SecondDifference => self.second_difference_by_spin(),
        };
        put(&mut out.residual[3..], 9, &by_spin);
        match self.setup.plane_normal() {
            None => self.rotation_in_space(out),
            Some(n) => self.rotation_with_plane(&n, &turned, out),
        }
        if let Some(drive) = &s.drive {
            let stiffness = Mat3::from_diagonal(&(drive.linear.0 * h));
            put(&mut out.residual[..3], 0, &stiffness);
            let (_, slope) = drive.torque(&self.rotation(), &self.kinematics.omega);
            for k in 3..6 {
                let lane = |x: &Lanes3<12>| Vec3::from_fn(|i, _| x[i].0[k]);
                let (dtheta, domega) = (lane(&out.end.dtheta), lane(&out.end.domega));
                let torque = slope * dtheta - domega * drive.angular.1;
                (0..3).for_each(|i| out.residual[3 + i].0[k] -= h * torque[i]);
            }
        }
    }

    /// Sets the columns of a rotation of the state: the interval angular velocity turns with the body.
    fn rotation_in_space(&self, out: &mut BodyRates<12>) {
        let r0 = self.r0;
        let momentum = match self.setup.law {
            RotationLaw::Momentum => self.momentum_change(),
            RotationLaw::SecondDifference => self.second_difference().0,
        };
        put(&mut out.end.dtheta, 3, &r0);
        put(
            &mut out.end.domega,
            3,
            &(-skew(&self.kinematics.omega) * r0),
        );
        put(&mut out.predicted.dtheta, 3, &r0);
        put(
            &mut out.predicted.domega,
            3,
            &(-skew(&(r0 * self.setup.w)) * r0),
        );
        put(&mut out.residual[3..], 3, &(-skew(&momentum) * r0));
        put(
            &mut out.next[3..6],
            3,
            &(self.kinematics.pose.r.transpose() * r0),
        );
    }

    fn prescribed_rates(&self, out: &mut BodyRates<12>) {
        let h = self.setup.h;
        let (r0, r1, unit) = (self.r0, self.kinematics.pose.r, Mat3::identity());
        put(&mut out.end.dx, 6, &unit);
        put(&mut out.end.dtheta, 9, &r1);
        put(&mut out.end.dv, 0, &(unit * (-1.0 / h)));
        put(&mut out.end.dv, 6, &(unit * (1.0 / h)));
        // The rotation of the step turns by e at its end.
        let from_command = rotation_vector_by_turn(&(self.setup.w * h)) / h;
        let from_start = -from_command * r1.transpose() * r0;
        put(
            &mut out.end.domega,
            3,
            &(r0 * from_start - skew(&self.kinematics.omega) * r0),
        );
        put(&mut out.end.domega, 9, &(r0 * from_command));
        out.predicted = out.end;
        put(&mut out.next[..3], 6, &unit);
        put(&mut out.next[3..6], 9, &unit);
        out.next[6..9].copy_from_slice(&out.end.dv);
        put(&mut out.next[9..], 3, &from_start);
        put(&mut out.next[9..], 9, &from_command);
    }

    /// Returns the predicted rotation, and its turn per h dw in its own frame.
    fn prediction_turn(&self) -> (Mat3, Mat3) {
        let s = &self.setup;
        let u = cayley_rate_of(&s.w, s.h);
        let turned = self.r0 * crate::math::cayley(&u, s.h).to_rotation_matrix().matrix();
        (turned, Cayley::new(&u, s.h).rotation_by_spin())
    }

    /// Returns the derivative of the momentum rows with respect to the input, [`INPUTS`] columns; the next state
    /// follows through the velocities alone.
    pub fn input_rates(&self) -> [Lanes<INPUTS>; 6] {
        let mut out = [Lanes::ZERO; 6];
        let (h, unit) = (self.setup.h, Mat3::identity());
        put(&mut out[..3], 0, &(unit * -self.setup.pull));
        put(&mut out[3..], 3, &(unit * -h));
        if let Some(drive) = &self.setup.drive {
            let stiffness = Mat3::from_diagonal(&(drive.linear.0 * -h));
            put(&mut out[..3], 6, &stiffness);
            let slope = drive.command_slope(&self.rotation())
                * drive.rotation.to_rotation_matrix().matrix();
            put(&mut out[3..], 9, &(slope * -h));
            put(&mut out[..3], 12, &(unit * (-h * drive.linear.1)));
            put(&mut out[3..], 15, &(unit * (-h * drive.angular.1)));
        }
        out
    }

    /// Returns the next state (rows as [`BodyRates::next`]) per (dv, phi): dv moves its own coordinate alone, phi
    /// rotation and angular velocity alone.
    pub fn next_map(&self) -> [[f64; 6]; 12] {
        let mut out = [[0.0; 6]; 12];
        let s = &self.setup;
        let (h, r1) = (s.h, self.kinematics.pose.r);
        let turn = self.r0.transpose() * self.turning.reversed().rate_by_rotation();
        let turning = Cayley::new(&self.u, h);
        let start = turning.momentum_jacobian(&s.inertia) * turn;
        let end = turning.reversed().momentum_jacobian(&s.inertia) * turn;
        for k in 0..3 {
            out[k][k] = h;
            out[6 + k][k] = 1.0;
            let still = Mat3::zeros();
            let mut spin = match s.law {
                RotationLaw::Momentum => {
                    self.spin(&start.column(k).into(), &end.column(k).into(), &still)
                }
                RotationLaw::SecondDifference => {
                    self.r0.tr_mul(&self.kinematics.domega_dphi.column(k))
                }
            };
            spin += self.planar_spin(&Vec3::ith(k, h), &Vec3::zeros(), &Vec3::zeros());
            for i in 0..3 {
                out[3 + i][3 + k] = h * r1[(k, i)];
                out[9 + i][3 + k] = spin[i];
            }
        }
        out
    }
}
