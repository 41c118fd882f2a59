//! What an input or a parameter changes of the loads on a body.

use super::body_at::{Acting, BodyAt};
use super::point::{Point, put};
use crate::dynamics::BodyParameter;
use crate::math::{Mat3, Vec3};

impl<const N: usize> Acting<N> {
    /// Adds one input of a body, `unit` units of the solver to a unit of the column, in lane `to`: see
    /// [`INPUTS`](crate::dynamics::INPUTS).
    pub fn add_input(&mut self, body: &BodyAt, input: usize, unit: f64, to: usize) {
        let h = body.setup.h * unit;
        let axis = Vec3::ith(input % 3, h);
        let [force, torque] = &mut self.impulses;
        let Some(drive) = body.setup.drive.as_ref() else {
            match input / 3 {
                0 => put(force, &axis, to),
                _ => put(torque, &axis, to),
            }
            return;
        };
        match input / 3 {
            0 => put(force, &axis, to),
            1 => put(torque, &axis, to),
            2 => put(force, &axis.component_mul(&drive.linear.0), to),
            3 => {
                let slope: Mat3 = drive.command_slope(&body.at.rotation());
                put(torque, &(slope * (drive.rotation * axis)), to);
            }
            4 => put(force, &(axis * drive.linear.1), to),
            _ => put(torque, &(axis * drive.angular.1), to),
        }
    }

    /// Adds a parameter of a body in lane `to`; `k` is the increment of the body.
    pub fn add_parameter(
        &mut self,
        body: &BodyAt,
        k: &Point,
        (parameter, unit): (BodyParameter, f64),
        to: usize,
    ) {
        let h = body.setup.h;
        match parameter {
            BodyParameter::Gravity(axis) => {
                self.impulses[0][axis].0[to] += body.setup.mass * h * unit;
            }
            BodyParameter::TimeStep => self.time.0[to] += unit / h,
            BodyParameter::Mass(gravity) => {
                put(&mut self.impulses[0], &(gravity * (h * unit)), to);
                self.mass.0[to] += unit;
            }
            BodyParameter::Inertia(along) => {
                let change = body.inertia_change(k, &along) * unit;
                put(&mut self.inertia, &change, to);
            }
        }
    }
}
