//! A sampled configuration moved to one without overlap.
//!
//! A quasi-dynamic step without friction, forces and springs moves bodies by the least that opens
//! all contacts (in the metric of their masses): repeated until nothing overlaps. Joints hold, within their limits.

use drystone::error::Result;
use drystone::math::Vec3;
use drystone::step::Simulator;
use drystone::world::{Input, JointAxis, Model, Motion, State};
use std::sync::Arc;

/// Relaxation of the steps.
const RHO: f64 = 1e-6;
/// Steps, at most.
const ROUNDS: usize = 5;
/// Overlap that is left, units of length.
const LEFT: f64 = 1e-3;

/// Projects states of a model.
#[derive(Debug)]
pub struct Projection {
    simulator: Simulator,
}

impl Projection {
    /// Of the states of `model`; the bodies in `held` stay where they are.
    pub fn new(model: &Model, held: &[usize]) -> Self {
        let mut loose = model.clone();
        loose.gravity = Vec3::zeros();
        for (i, body) in loose.bodies.iter_mut().enumerate() {
            if held.contains(&i) {
                body.motion = Motion::Fixed;
            } else if body.is_moving() {
                body.motion = Motion::Free;
                body.quasi_dynamic = true;
            }
            for part in &mut body.parts {
                (part.friction, part.torsional_friction) = (0.0, 0.0.into());
            }
        }
        for joint in &mut loose.joints {
            for axis in &mut joint.axes {
                let [lower, upper] = axis.limits;
                *axis = JointAxis::default().limits(lower, upper);
            }
        }
        Self {
            simulator: Simulator::new(Arc::new(loose)),
        }
    }

    /// The nearest state without overlap (up to a thousandth of the model's length), at rest; `None`
    /// where none was found.
    ///
    /// # Errors
    /// When a number of the state is not finite.
    pub fn project(&mut self, state: &State) -> Result<Option<State>> {
        let model = Arc::clone(self.simulator.model());
        let mut out = state.clone();
        for _ in 0..ROUNDS {
            let step = self.simulator.step(&out, &Input::hold(&model, &out), RHO)?;
            if !step.status.solved {
                return Ok(None);
            }
            out = step.state;
            let gaps = step.contacts.iter().map(|contact| contact.gap);
            if gaps.fold(0.0, f64::min) > -LEFT * model.units.length {
                for body in &mut out.bodies {
                    body.velocity = Vec3::zeros();
                    body.angular_velocity = Vec3::zeros();
                }
                return Ok(Some(out));
            }
        }
        Ok(None)
    }
}
