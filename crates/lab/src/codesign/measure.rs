//! Measurement of a machine in a run of its scene.

use super::Machine;
use drystone::Vec3;
use drystone::error::Result;
use drystone::scene::Scene;
use drystone::step::Simulator;
use drystone::world::{Input, Model, Motion, State};

/// The length of a link of the chain as given, m.
const LINK: f64 = 0.1;
/// The mark of the chain, m.
const MARK: [f64; 3] = [0.4, 0.0, 0.12];
/// An object is lifted when it ends so much higher than it starts, m.
const LIFT: f64 = 0.05;
/// The jaw holds the cross from this time on, s.
const HELD: f64 = 0.8;

/// The biped is upright while the cosine of the tilt of its trunk is above this.
const UPRIGHT: f64 = 0.5;

/// The figures of a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Figures {
    /// The figure of the machine (see [`Machine::unit`]).
    pub figure: f64,
    /// The largest way of what the jaw holds from where it held it first, in the frame of the jaw, m.
    pub slip: f64,
    /// Steps that were not solved; the run ends with the first one.
    pub unsolved: usize,
}

/// Simulates a scene and measures what the machine does in it.
///
/// # Errors
/// Those of a step.
pub fn measure(machine: Machine, scene: &Scene) -> Result<Figures> {
    let model = &scene.model;
    let mut simulator = Simulator::new(model.clone());
    let mut state = scene.initial.clone();
    let mut input = Input::hold(model, &state);
    let mut held = None;
    let mut upright = 0.0;
    let mut out = Figures {
        figure: 0.0,
        slip: 0.0,
        unsolved: 0,
    };
    for k in 0..scene.settings.steps {
        scene.input_at(k, &state, &mut input);
        let step = simulator.step(&state, &input, scene.settings.relaxation)?;
        if !step.status.solved {
            out.unsolved += 1;
            break;
        }
        state = step.state;
        if machine == Machine::Biped {
            if axis(model, &state).z < UPRIGHT {
                break;
            }
            upright = (k + 1) as f64 * model.time_step;
        }
        if machine == Machine::Jaw && (k + 1) as f64 * model.time_step >= HELD - 1e-9 {
            let place = place(model, &state);
            let first = *held.get_or_insert(place);
            out.slip = out.slip.max((place - first).norm());
        }
    }
    out.figure = match machine {
        Machine::Chain => (tip(model, &state) - Vec3::from(MARK)).norm() / LINK,
        Machine::Spider => way(model, [&scene.initial, &state]),
        Machine::Biped => upright,
        Machine::Jaw | Machine::Gripper | Machine::Hand => {
            lifted(model, [&scene.initial, &state]) as f64
        }
    };
    Ok(out)
}

fn body(model: &Model, name: &str) -> usize {
    let found = model.body_index(name);
    found.expect("the scenes of the study have the bodies that it asks for")
}

/// Returns the place of the cross in the frame of the jaw, m.
fn place(model: &Model, state: &State) -> Vec3 {
    let [cross, jaw] = ["cross", "jaw"].map(|name| &state.bodies[body(model, name)]);
    jaw.rotation
        .inverse_transform_vector(&(cross.position - jaw.position))
}

/// Returns the lower end of the last link, m: where the scene measures it, half of its length as given below its middle.
fn tip(model: &Model, state: &State) -> Vec3 {
    let last = body(model, "link8");
    let arm = Vec3::new(0.0, 0.0, -0.05) - model.bodies[last].centre_of_mass;
    state.bodies[last].position + state.bodies[last].rotation * arm
}

/// Returns the way of the trunk up the slope, m.
fn way(model: &Model, [from, to]: [&State; 2]) -> f64 {
    let trunk = body(model, "trunk");
    (to.bodies[trunk].position - from.bodies[trunk].position).x
}

/// Returns the axis of the trunk that is upright at the start.
fn axis(model: &Model, state: &State) -> Vec3 {
    state.bodies[body(model, "trunk")].rotation * Vec3::z()
}

/// Returns the number of free bodies without joints that end higher than they start.
fn lifted(model: &Model, [from, to]: [&State; 2]) -> usize {
    let is_object = |i: &usize| {
        let joined = |joint: &drystone::world::Joint| joint.bodies().contains(&Some(*i));
        model.bodies[*i].motion == Motion::Free && !model.joints.iter().any(joined)
    };
    let rise = |i: &usize| to.bodies[*i].position.z - from.bodies[*i].position.z;
    let objects = (0..model.bodies.len()).filter(is_object);
    objects.filter(|i| rise(i) > LIFT).count()
}
