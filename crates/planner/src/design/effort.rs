//! The term of a loss that depends on the efforts of motors.

use drystone::scene::Scene;
use drystone::world::{Input, InputKind, Joint, Model, Motor, MotorCommand, State};

/// Step of the differences along tangents, in units of the model or rad.
const STEP: f64 = 1e-5;

/// One motor: its joint, its coordinate there, and its index in the input.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MotorTerm {
    joint: usize,
    coordinate: usize,
    index: usize,
}

impl MotorTerm {
    /// Returns the motors of a joint, or of all joints.
    pub fn all(model: &Model, only: Option<usize>) -> Vec<Self> {
        let mut out = Vec::new();
        let mut index = 0;
        for (j, joint) in model.joints.iter().enumerate() {
            for (coordinate, _) in joint.motors() {
                if only.is_none_or(|only| only == j) {
                    out.push(Self {
                        joint: j,
                        coordinate,
                        index,
                    });
                }
                index += 1;
            }
        }
        out
    }

    /// Returns the square of the effort at the end of a step.
    pub fn value(&self, scene: &Scene, state: &State, input: &Input) -> f64 {
        let effort = self.effort(&scene.model.joints[self.joint], state, input);
        effort * effort
    }

    /// Adds the slopes of the value, times `weight`, by the tangents of the state and by the coordinates of the input.
    pub fn add_slopes(
        &self,
        (scene, weight): (&Scene, f64),
        state: &State,
        input: &Input,
        (by_state, by_input): (&mut [f64], &mut [f64]),
    ) {
        let model = &scene.model;
        let joint = &model.joints[self.joint];
        let tangents = model.tangent_bodies();
        let sides = joint.bodies().into_iter().flatten();
        let sides = sides.filter_map(|body| tangents.iter().position(|own| *own == body));
        let mut change = vec![0.0; by_state.len()];
        for k in sides.flat_map(|place| {
            let pose = 6 * place..6 * place + 6;
            pose.clone().chain(pose.map(|k| k + model.nv()))
        }) {
            let mut at = |step: f64| {
                change[k] = step;
                let moved = state.integrate(model, &change);
                change[k] = 0.0;
                self.value(scene, &moved, input)
            };
            by_state[k] += weight * (at(STEP) - at(-STEP)) / (2.0 * STEP);
        }
        let effort = self.effort(joint, state, input);
        let [position, velocity, own] = self.gains(joint, effort);
        for (coordinate, slope) in model.inputs().iter().zip(by_input) {
            let gain = match coordinate.kind {
                InputKind::MotorPosition => position,
                InputKind::MotorVelocity => velocity,
                InputKind::MotorEffort => own,
                _ => continue,
            };
            if coordinate.axis == self.index {
                *slope += weight * 2.0 * effort * gain;
            }
        }
    }

    /// Returns by how much the effort follows the commanded position, velocity and effort; not at all at its limit.
    fn gains(&self, joint: &Joint, effort: f64) -> [f64; 3] {
        let motor = self.motor(joint);
        if effort.abs() >= motor.limit() {
            return [0.0; 3];
        }
        match motor {
            Motor::Position {
                stiffness, damping, ..
            } => [stiffness, damping, 0.0],
            Motor::Velocity { damping, .. } => [0.0, damping, 0.0],
            _ => [0.0, 0.0, 1.0],
        }
    }

    fn motor(&self, joint: &Joint) -> Motor {
        let motor = joint.axes[self.coordinate].motor;
        motor.expect("a term is of a coordinate with a motor")
    }

    /// Returns the effort at the end of a step, N m or N.
    fn effort(&self, joint: &Joint, state: &State, input: &Input) -> f64 {
        let MotorCommand {
            position,
            velocity,
            effort,
        } = input.motors[self.index];
        let motor = self.motor(joint);
        let apart = || position - joint.positions(state)[self.coordinate];
        let slower = || velocity - joint.velocities(state)[self.coordinate];
        let effort = match motor {
            Motor::Position {
                stiffness, damping, ..
            } => stiffness * apart() + damping * slower(),
            Motor::Velocity { damping, .. } => damping * slower(),
            _ => effort,
        };
        effort.clamp(-motor.limit(), motor.limit())
    }
}
