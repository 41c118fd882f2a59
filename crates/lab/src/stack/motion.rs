//! The motion of a tower that should stand still: momentum, shift, tilt.

use drystone::math::Vec3;
use drystone::world::{Model, State};

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Method;
    use crate::stack::{Blocks, Tower};
    use drystone::math::Rot;
    use drystone::scene::Scene;

    fn squares() -> Scene {
        let tower = Tower {
            blocks: Blocks::Squares(1),
            method: Method::SingleLevel,
            rate: 10,
            rho: 1e-6,
        };
        Scene::parse(&tower.scene(), "tower").expect("a valid scene")
    }

    /// Two blocks of 1 kg and 0.2 kg m^2; velocities by hand.
    #[test]
    fn momentum_is_summed_over_bodies_then_averaged_over_steps_and_components() {
        let scene = squares();
        let mut motion = Motion::new(&scene.model, &scene.initial);
        // sums (1, -2) and 0.2 (3 - 1) = 0.4
        let mut state = scene.initial.clone();
        state.bodies[1].velocity = Vec3::new(3.0, 0.0, -1.0);
        state.bodies[2].velocity = Vec3::new(-2.0, 0.0, -1.0);
        state.bodies[1].angular_velocity = Vec3::new(0.0, 3.0, 0.0);
        state.bodies[2].angular_velocity = Vec3::new(0.0, -1.0, 0.0);
        motion.see(&state);
        // sums (0, 0) and -0.2
        state.bodies[1].velocity = Vec3::new(0.5, 0.0, 4.0);
        state.bodies[2].velocity = Vec3::new(-0.5, 0.0, -4.0);
        state.bodies[1].angular_velocity = Vec3::new(0.0, -1.0, 0.0);
        state.bodies[2].angular_velocity = Vec3::zeros();
        motion.see(&state);
        let (linear, angular) = motion.mean_momentum();
        assert!((linear - (1.0 + 2.0) / (2.0 * 2.0)).abs() < 1e-15);
        assert!((angular - (0.4 + 0.2) / 2.0).abs() < 1e-15);
        assert_eq!((motion.moved, motion.tilt), (0.0, 0.0));
    }

    #[test]
    fn the_farthest_shift_and_the_largest_tilt_are_kept() {
        let scene = squares();
        let mut motion = Motion::new(&scene.model, &scene.initial);
        let mut state = scene.initial.clone();
        state.bodies[2].position += Vec3::new(0.3, 0.0, -0.4);
        state.bodies[1].rotation = Rot::from_axis_angle(&Vec3::y_axis(), -0.1);
        motion.see(&state);
        motion.see(&scene.initial);
        assert!((motion.moved - 0.5).abs() < 1e-15);
        assert!((motion.tilt - 0.1).abs() < 1e-12);
    }
}
