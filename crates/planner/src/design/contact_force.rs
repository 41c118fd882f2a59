//! The term of a loss that depends on the force of contacts on a body.

use drystone::Vec3;
use drystone::scene::Scene;
use drystone::world::{Input, InputKind, State};

/// The force of contacts on a free body: what gravity and wrenches leave of the change of its momentum over a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ContactForceTerm {
    /// The index of the body.
    pub body: usize,
    /// The force that is wanted, N, world.
    pub target: Vec3,
    /// The weights of x, y and z.
    pub axes: Vec3,
}

/// A step: the states before and after it, and its input.
#[derive(Clone, Copy)]
pub struct StepOf<'a> {
    pub before: &'a State,
    pub after: &'a State,
    pub input: &'a Input,
}

impl ContactForceTerm {
    /// Returns the weighted square of the difference of the mean force over a step from the target, N^2.
    pub fn value(&self, scene: &Scene, step: StepOf) -> f64 {
        let off = self.force(scene, step) - self.target;
        off.component_mul(&self.axes).dot(&off)
    }

    /// Returns the mean force over a step, N, world.
    fn force(&self, scene: &Scene, step: StepOf) -> Vec3 {
        let model = &scene.model;
        let mass = model.bodies[self.body].mass;
        let velocity = |state: &State| state.bodies[self.body].velocity;
        let change = (velocity(step.after) - velocity(step.before)) / model.time_step;
        (change - model.gravity) * mass - step.input.wrenches[self.body].force
    }

    /// Adds the slopes of the value, times `weight`, by the tangents of the states before and after a step and by the coordinates of its
    /// input.
    pub fn add_slopes(
        &self,
        (scene, weight): (&Scene, f64),
        step: StepOf,
        [by_before, by_after]: [&mut [f64]; 2],
        by_input: &mut [f64],
    ) {
        let model = &scene.model;
        let off = self.force(scene, step) - self.target;
        let slope = off.component_mul(&self.axes) * (2.0 * weight);
        let by_velocity = slope * (model.bodies[self.body].mass / model.time_step);
        let tangents = model.tangent_bodies();
        let Some(place) = tangents.iter().position(|body| *body == self.body) else {
            return;
        };
        let first = model.nv() + 6 * place;
        for axis in 0..3 {
            by_before[first + axis] -= by_velocity[axis];
            by_after[first + axis] += by_velocity[axis];
        }
        for (coordinate, own) in model.inputs().iter().zip(by_input) {
            if coordinate.kind == InputKind::Force && coordinate.body == self.body {
                *own -= slope[coordinate.axis];
            }
        }
    }
}
