//! What a tower that should stand still does: momentum, shift, tilt.

use crate::math::Vec3;
use crate::world::{Model, State};

/// Sum over the moving bodies of m v (world, kg m/s), and of the spin I w (world axes, kg m^2/s).
pub fn momentum(model: &Model, state: &State) -> (Vec3, Vec3) {
    let mut sums = (Vec3::zeros(), Vec3::zeros());
    for (body, at) in model.bodies.iter().zip(&state.bodies) {
        if body.is_moving() {
            sums.0 += body.mass * at.velocity;
            sums.1 += at.rotation * (body.inertia * at.angular_velocity);
        }
    }
    sums
}

/// Collects the figures of a run step by step.
#[derive(Debug)]
pub(super) struct Motion<'a> {
    model: &'a Model,
    start: &'a State,
    steps: usize,
    linear: f64,
    angular: f64,
    /// Largest distance of a body from where it started, at any step, m.
    pub moved: f64,
    /// Largest angle by which a body turned, at any step, rad.
    pub tilt: f64,
}

impl<'a> Motion<'a> {
    /// Nothing has moved from `start`.
    pub fn new(model: &'a Model, start: &'a State) -> Self {
        Self {
            model,
            start,
            steps: 0,
            linear: 0.0,
            angular: 0.0,
            moved: 0.0,
            tilt: 0.0,
        }
    }

    /// Counts the state at the end of a step.
    pub fn see(&mut self, state: &State) {
        let (linear, angular) = momentum(self.model, state);
        self.steps += 1;
        self.linear += linear.abs().sum();
        self.angular += angular.abs().sum();
        for (at, start) in state.bodies.iter().zip(&self.start.bodies) {
            self.moved = self.moved.max((at.position - start.position).norm());
            self.tilt = self.tilt.max(at.rotation.angle_to(&start.rotation));
        }
    }

    /// Mean over the steps, and over the components that the bodies are free to have, of the
    /// momentum's absolute values: linear kg m/s, angular kg m^2/s.
    pub fn mean_momentum(&self) -> (f64, f64) {
        let planar = self.model.bodies.iter().any(|body| body.plane.is_some());
        let (linear, angular) = if planar { (2.0, 1.0) } else { (3.0, 3.0) };
        let steps = self.steps.max(1) as f64;
        (
            self.linear / (linear * steps),
            self.angular / (angular * steps),
        )
    }
}
