//! The start stage of the separating-plane model: hulls that touch where a simulation starts are moved apart, without a velocity.
//!
//! A step ends with hulls apart, so that the first one would push those that touch to their distance within one time step, and they would keep that
//! speed. The stage minimises inertia and barriers instead, from rest, without gravity, motors, springs and limits of joints, until nothing moves any more.

use super::{Simulator, Step};
use crate::error::{Error, Result};
use crate::world::{Input, Model, Motion, State};
use std::sync::Arc;

/// A stage is over when no point of a body moves by more than this part of the support in a step.
const STILL: f64 = 1e-3;
/// The most steps of a stage.
const STEPS: usize = 200;

/// Returns `state` with the hulls of a separating-plane `model` moved apart at relaxation `rho`; `None` where a step of the stage is not solved.
/// Velocities stay as they are. Positions of bodies change by up to twice the support (rho times the unit of length, m) for every contact
/// between them and what cannot move.
///
/// DIFFERENCE from SDRS, which has no start for bodies that touch: the energy of a barrier is infinite there (eq. 19 has the distance at rest).
///
/// # Errors
/// The model has another contact model, and those of [`Simulator::step`].
pub fn start_stage(model: &Model, state: &State, rho: f64) -> Result<Option<State>> {
    if !model.contact_model.keeps_hulls_apart() {
        let why = format!("{} has no start stage", model.contact_model.name());
        let fix = "start as you are: only hulls of separating_plane have to be apart";
        return Err(Error::value("contact_model", why, fix));
    }
    let model = Arc::new(at_rest(model));
    let input = Input::hold(&model, state);
    let still = STILL * rho * model.units.length;
    let mut simulator = Simulator::new(Arc::clone(&model));
    let (mut now, mut step) = (state.clone(), Step::default());
    for _ in 0..STEPS {
        simulator.step_into(&now, &input, rho, &mut step)?;
        if !step.status.solved {
            return Ok(None);
        }
        std::mem::swap(&mut now, &mut step.state);
        if step
            .state
            .travels(&model, &now)
            .all(|travel| travel <= still)
        {
            break;
        }
    }
    for (now, before) in now.bodies.iter_mut().zip(&state.bodies) {
        now.velocity = before.velocity;
        now.angular_velocity = before.angular_velocity;
    }
    Ok(Some(now))
}

/// Returns the model with nothing that drives its bodies, which start every step at rest.
fn at_rest(model: &Model) -> Model {
    let mut out = model.clone();
    out.gravity.fill(0.0);
    for body in &mut out.bodies {
        if body.is_moving() {
            body.motion = Motion::Free;
            body.quasi_dynamic = true;
        }
    }
    for joint in &mut out.joints {
        joint.first_motor = 0;
        for axis in &mut joint.axes {
            axis.spring = None;
            axis.motor = None;
            axis.friction = 0.0;
            // A relaxed limit pushes whatever is near it.
            axis.limits = [f64::NEG_INFINITY, f64::INFINITY];
        }
    }
    out
}
