//! The term of a loss that depends on where a point of one body is in the frame of another one.

use drystone::Vec3;
use drystone::world::{Model, State};

/// The place of a point of one body in the shape frame of another one: what is held keeps it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RelativeTerm {
    /// The index of the body that has the point.
    pub body: usize,
    /// The index of the body in whose shape frame the place is measured.
    pub other: usize,
    /// The point, in the shape frame of the body.
    pub point: Vec3,
    /// The place that is wanted, in the shape frame of the other body.
    pub target: Vec3,
    /// The weights of x, y and z of the other body.
    pub axes: Vec3,
}

/// A body, and the slopes by its translation (world) and by its rotation (body frame).
pub type PoseSlopes = (usize, [Vec3; 2]);

impl RelativeTerm {
    /// Returns the weighted square of the distance from the target, m^2.
    pub fn value(&self, model: &Model, state: &State) -> f64 {
        let off = self.place(model, state) - self.target;
        off.component_mul(&self.axes).dot(&off)
    }

    /// Returns the slopes of the value by the poses of both bodies.
    pub fn slopes(&self, model: &Model, state: &State) -> [PoseSlopes; 2] {
        let [own, other] = [self.body, self.other].map(|body| &state.bodies[body]);
        let place = self.place(model, state);
        let slope = (place - self.target).component_mul(&self.axes) * 2.0;
        let force = other.rotation * slope;
        let arm = self.point - model.bodies[self.body].centre_of_mass;
        let turn = arm.cross(&own.rotation.inverse_transform_vector(&force));
        let from_centre = place - model.bodies[self.other].centre_of_mass;
        [
            (self.body, [force, turn]),
            (self.other, [-force, -from_centre.cross(&slope)]),
        ]
    }

    /// Returns the point in the shape frame of the other body.
    fn place(&self, model: &Model, state: &State) -> Vec3 {
        let [own, other] = [self.body, self.other].map(|body| &state.bodies[body]);
        let arm = self.point - model.bodies[self.body].centre_of_mass;
        let apart = own.position + own.rotation * arm - other.position;
        other.rotation.inverse_transform_vector(&apart) + model.bodies[self.other].centre_of_mass
    }
}
