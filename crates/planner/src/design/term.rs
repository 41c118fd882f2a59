//! Terms of a loss that depend on the state of one body.

use drystone::scene::LossKind;
use drystone::world::{Body, BodyState};
use drystone::{Rot, Vec3};

/// A term of the state of a body.
#[derive(Debug, Clone, PartialEq)]
pub struct BodyTerm {
    pub kind: LossKind,
    /// The index of the body.
    pub body: usize,
    /// A point, in the shape frame.
    pub point: Vec3,
    /// The target: a position (m), a unit direction or a velocity (m/s), world.
    pub target: Vec3,
    /// A unit axis, in the shape frame.
    pub axis: Vec3,
    /// The weights of x, y and z.
    pub axes: Vec3,
}

/// The slopes of a term by the tangents of a body: position, rotation, velocity, angular velocity.
pub type Slopes = [Vec3; 4];

impl BodyTerm {
    /// Returns the value for a state of the body.
    pub fn value(&self, body: &Body, at: &BodyState) -> f64 {
        let weighted = |d: Vec3| d.component_mul(&self.axes).dot(&d);
        match self.kind {
            LossKind::Position => weighted(self.position(body, at) - self.target),
            LossKind::Travel => -self.target.dot(&self.position(body, at)),
            LossKind::Orientation => 1.0 - self.target.dot(&(at.rotation * self.axis)),
            LossKind::Velocity => weighted(self.velocity(body, at) - self.target),
            LossKind::Energy => {
                let spin = at.angular_velocity;
                0.5 * (body.mass * at.velocity.norm_squared() + spin.dot(&(body.inertia * spin)))
            }
            LossKind::Effort | LossKind::ContactForce | LossKind::RelativePosition => 0.0,
        }
    }

    /// Returns the slopes at a state of the body.
    pub fn slopes(&self, body: &Body, at: &BodyState) -> Slopes {
        let none = Vec3::zeros();
        let arm = self.arm(body);
        let about = |arm: &Vec3, force: &Vec3| turn(&at.rotation, arm, force);
        match self.kind {
            LossKind::Position => {
                let apart = self.position(body, at) - self.target;
                let slope = apart.component_mul(&self.axes) * 2.0;
                [slope, about(&arm, &slope), none, none]
            }
            LossKind::Travel => [-self.target, about(&arm, &-self.target), none, none],
            LossKind::Orientation => [none, about(&self.axis, &-self.target), none, none],
            LossKind::Velocity => {
                let off = self.velocity(body, at) - self.target;
                let slope = off.component_mul(&self.axes) * 2.0;
                let moving = at.angular_velocity.cross(&arm);
                [none, about(&moving, &slope), slope, about(&arm, &slope)]
            }
            LossKind::Energy => {
                let spin = body.inertia * at.angular_velocity;
                [none, none, at.velocity * body.mass, spin]
            }
            LossKind::Effort | LossKind::ContactForce | LossKind::RelativePosition => [none; 4],
        }
    }

    /// Returns the point from the centre of mass, body frame.
    fn arm(&self, body: &Body) -> Vec3 {
        self.point - body.centre_of_mass
    }

    /// Returns the point in the world.
    pub fn position(&self, body: &Body, at: &BodyState) -> Vec3 {
        at.position + at.rotation * self.arm(body)
    }

    /// Returns the velocity of the point, world.
    fn velocity(&self, body: &Body, at: &BodyState) -> Vec3 {
        at.velocity + at.rotation * at.angular_velocity.cross(&self.arm(body))
    }
}

/// Returns the slope by a rotation vector, body frame, of `force`.R(`arm`).
fn turn(rotation: &Rot, arm: &Vec3, force: &Vec3) -> Vec3 {
    arm.cross(&rotation.inverse_transform_vector(force))
}
