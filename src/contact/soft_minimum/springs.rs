//! The published force at a query: springs between the point and the planes of patches, averaged.

use super::law::Constants;
use super::query::{Force, Slip};
use crate::contact::carried::slope_of;
use crate::math::{Mat3, Vec3};
use crate::shape::SoftSurface;

impl Force {
    /// Returns the force on a query of relative velocity `velocity` (world) at `local`, in the frame of `field`, which `turn` turns
    /// into the world; `step` is the length of the step.
    pub fn of_springs(
        velocity: &Vec3,
        field: &SoftSurface,
        (local, turn): (&Vec3, &Mat3),
        constants: &Constants,
        step: f64,
    ) -> Self {
        let u = turn.tr_mul(velocity);
        let mut sums = Sums::default();
        let temperature = field.visit_patches(local, |weight, place, normal| {
            let spring = Spring::new(normal.dot(&(local - place)), &u, normal, constants);
            sums.add(weight, place, normal, &spring);
        });
        sums.force(temperature, step).turned(turn)
    }

    /// Returns the force in the axes of the world.
    fn turned(self, turn: &Mat3) -> Self {
        let matrix = |m: Mat3| turn * m * turn.transpose();
        Self {
            value: turn * self.value,
            normal: turn * self.normal,
            by_friction: turn * self.by_friction,
            by_place: matrix(self.by_place),
            by_velocity: matrix(self.by_velocity),
            normal_force_by: self.normal_force_by.map(|v| turn * v),
            normal_by_place: matrix(self.normal_by_place),
            ..self
        }
    }
}

/// The spring between a point and a plane.
struct Spring {
    force: Vec3,
    normal_force: f64,
    by_friction: Vec3,
    /// The derivatives of the force and of its normal part by the distance.
    by_distance: (Vec3, f64),
    /// The derivatives of the force and of its normal part by the velocity.
    by_velocity: (Mat3, Vec3),
}

impl Spring {
    fn new(distance: f64, u: &Vec3, normal: &Vec3, constants: &Constants) -> Self {
        let [spring, slope] = constants.spring(distance);
        let [damping, damping_rate] = constants.dissipation(normal.dot(u));
        let slip = Slip::new(u, normal, constants.v_s);
        let direction = normal - slip.tau * constants.mu;
        let normal_force = spring * damping;
        let normal_by_velocity = normal * (spring * damping_rate);
        Self {
            force: direction * normal_force,
            normal_force,
            by_friction: -slip.tau * normal_force,
            by_distance: (direction * (slope * damping), slope * damping),
            by_velocity: (
                direction * normal_by_velocity.transpose()
                    - slip.tau_by_velocity * (constants.mu * normal_force),
                normal_by_velocity,
            ),
        }
    }
}

/// Weighted sums over the patches near a point.
#[derive(Default)]
struct Sums {
    place: Vec3,
    force: Vec3,
    normal_force: f64,
    normal: Vec3,
    by_friction: Vec3,
    by_velocity: (Mat3, Vec3),
    /// Sums of the derivatives along the normals, of force and normal force.
    by_place: (Mat3, Vec3),
    /// Second moments with the places: of force, normal force and normal.
    moments: (Mat3, Vec3, Mat3),
}

impl Sums {
    fn add(&mut self, weight: f64, place: &Vec3, normal: &Vec3, spring: &Spring) {
        let at = place * weight;
        self.place += at;
        self.force += spring.force * weight;
        self.normal_force += spring.normal_force * weight;
        self.normal += normal * weight;
        self.by_friction += spring.by_friction * weight;
        self.by_velocity.0 += spring.by_velocity.0 * weight;
        self.by_velocity.1 += spring.by_velocity.1 * weight;
        self.by_place.0 += spring.by_distance.0 * normal.transpose() * weight;
        self.by_place.1 += normal * (spring.by_distance.1 * weight);
        self.moments.0 += spring.force * at.transpose();
        self.moments.1 += at * spring.normal_force;
        self.moments.2 += normal * at.transpose();
    }

    /// Returns the mean force over a step: the weights have the sum 1, and 2 / `temperature` times the covariance with the places is
    /// the derivative of a mean by the place.
    fn force(&self, temperature: f64, step: f64) -> Force {
        let two = 2.0 / temperature;
        let length = slope_of(&self.normal);
        let n = self.normal / length;
        let turned = (self.moments.2 - self.normal * self.place.transpose()) * two;
        Force {
            value: self.force * step,
            normal_force: self.normal_force * step,
            normal: n,
            by_friction: self.by_friction * step,
            by_place: (self.by_place.0
                + (self.moments.0 - self.force * self.place.transpose()) * two)
                * step,
            by_velocity: self.by_velocity.0 * step,
            normal_force_by: [
                (self.by_place.1 + (self.moments.1 - self.place * self.normal_force) * two) * step,
                self.by_velocity.1 * step,
            ],
            normal_by_place: (Mat3::identity() - n * n.transpose()) * turned / length,
            by_distance: 0.0,
        }
    }
}
