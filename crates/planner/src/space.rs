//! Which numbers a planner sees: commanded positions of the manipulators, the pose of the object.

use super::{Actuator, Manipulator};
use drystone::error::{Error, Result};
use drystone::math::Vec3;
use drystone::scene::Scene;
use drystone::world::{BodyState, Input, Model, PlanSpec, PlanTask, State};
use nalgebra::{DMatrix, DVector};
use std::sync::Arc;

/// Commands and configurations of a planning problem.
///
/// A command has one number (m) per axis of an actuated body, where its centre of mass is to be at the end of the step, and one
/// number (rad or m) per motor of a chain. Rotations of actuated bodies are held. A configuration is the pose half of a state: nv
/// tangents, see [`Model::tangents`]; the links of chains are where their joints hold.
#[derive(Debug, Clone)]
pub struct Space {
    /// The model of the steps.
    pub model: Arc<Model>,
    /// The task that is to be planned.
    pub spec: PlanSpec,
    /// Tangents (of nv) of the actuated bodies and of the links of chains.
    pub actuated: Vec<usize>,
    /// Tangents (of nv) of the other moving bodies.
    pub unactuated: Vec<usize>,
    /// The actuator that every number of a command moves.
    pub actuators: Vec<Actuator>,
    /// The actuated bodies, then the chains.
    pub manipulators: Vec<Manipulator>,
    /// Lower bounds of a command, m or rad.
    pub low: Vec<f64>,
    /// Upper bounds of a command, m or rad.
    pub high: Vec<f64>,
    /// Levers of the numbers of a command, see [`Manipulator::levers`].
    levers: DVector<f64>,
    /// Column of every number of a command among the coordinates of an input.
    columns: Vec<usize>,
    /// Where actuated bodies are held in their rotations, and all others where nobody looks.
    rest: Input,
    /// First pose tangent of the object.
    first: usize,
    /// The weight of a rotation of the object, m/rad.
    pub radius: f64,
}

impl Space {
    /// Returns the space of a scene with a `[plan]`.
    ///
    /// # Errors
    /// The scene has no `[plan]`.
    pub fn from_scene(scene: &Scene) -> Result<Self> {
        let task = scene.plan.as_ref().ok_or_else(|| {
            let fix = "add [plan] with object, workspace and [[plan.goal]]";
            Error::value("plan", "the scene does not say what is to be planned", fix)
        })?;
        let space = Self::new(Arc::clone(&scene.model), &scene.initial, task);
        space.map_err(|e| e.within("plan"))
    }

    /// Returns the space of a task for a model whose bodies start at `start`.
    ///
    /// # Errors
    /// The model cannot do the task: see [`PlanTask::check`].
    pub fn new(model: Arc<Model>, start: &State, task: &PlanTask) -> Result<Self> {
        let spec = task.check(&model, start)?;
        let mut out = Self {
            actuated: Vec::new(),
            unactuated: Vec::new(),
            actuators: Vec::new(),
            manipulators: Vec::new(),
            low: Vec::new(),
            high: Vec::new(),
            levers: DVector::zeros(0),
            columns: Vec::new(),
            rest: Input::hold(&model, start),
            first: 0,
            radius: radius(&model, spec.object),
            spec,
            model,
        };
        out.add_driven();
        out.add_chains();
        let coordinates = out.model.inputs();
        let column = |actuator: &Actuator| {
            let found = coordinates.iter().position(|input| actuator.is(input));
            found.expect("an actuator is a coordinate of the input")
        };
        out.columns = out.actuators.iter().map(column).collect();
        let levers = out.manipulators.iter().flat_map(|m| &m.levers);
        out.levers = DVector::from_vec(levers.copied().collect());
        out.sort_tangents();
        Ok(out)
    }

    /// Adds the driven bodies and their bounds.
    fn add_driven(&mut self) {
        for &(body, low, high) in &self.spec.limits {
            let freedoms = self.model.bodies[body].freedoms().iter().copied();
            let axes: Vec<usize> = freedoms.filter(|&axis| axis < 3).collect();
            let first = self.actuators.len();
            for &axis in &axes {
                self.actuators.push(Actuator::Axis { body, axis });
                self.low.push(low[axis]);
                self.high.push(high[axis]);
            }
            let manipulator = Manipulator::driven(body, axes, first);
            self.manipulators.push(manipulator);
        }
    }

    /// Adds the chains and the limits of their motors.
    fn add_chains(&mut self) {
        for chain in &self.spec.chains {
            let manipulator = Manipulator::chain(chain, self.actuators.len());
            self.manipulators.push(manipulator);
            for motor in &chain.motors {
                self.actuators.push(Actuator::Motor {
                    joint: motor.joint,
                    coordinate: motor.coordinate,
                    motor: motor.motor,
                });
                self.low.push(motor.limits[0]);
                self.high.push(motor.limits[1]);
            }
        }
    }

    /// Tells the tangents of what is actuated from the others, and finds those of the object.
    fn sort_tangents(&mut self) {
        for (k, i) in self.model.tangent_bodies().into_iter().enumerate() {
            let own = 6 * k..6 * k + 6;
            if i == self.spec.object {
                self.first = own.start;
            }
            if self.is_actuated(i) {
                self.actuated.extend(own);
            } else if self.model.bodies[i].is_moving() {
                self.unactuated.extend(own);
            }
        }
    }

    /// Returns whether commands move a body.
    pub fn is_actuated(&self, body: usize) -> bool {
        self.manipulators
            .iter()
            .any(|manipulator| manipulator.bodies.contains(&body))
    }

    /// The command that asks every manipulator to stay where it is.
    pub fn stay(&self, state: &State) -> DVector<f64> {
        let mut out = DVector::zeros(self.actuators.len());
        for manipulator in &self.manipulators {
            let own = manipulator.positions(&self.model, state);
            out.rows_range_mut(manipulator.commands.clone())
                .copy_from(&own);
        }
        out
    }

    /// The input of a step from `state` under `command`; velocities are commanded to be zero.
    pub fn input(&self, state: &State, command: &DVector<f64>) -> Input {
        let mut input = self.rest.clone();
        for (commands, at) in input.commands.iter_mut().zip(&state.bodies) {
            commands.position = at.position;
        }
        for (actuator, &value) in self.actuators.iter().zip(command) {
            actuator.set(&mut input, value);
        }
        input
    }

    /// `command` within its limits.
    pub fn clamp(&self, command: &DVector<f64>) -> DVector<f64> {
        DVector::from_fn(command.len(), |k, _| {
            command[k].clamp(self.low[k], self.high[k])
        })
    }

    /// Returns whether positions of a manipulator are within its limits.
    pub(super) fn allows(&self, manipulator: &Manipulator, positions: &DVector<f64>) -> bool {
        let own = manipulator.commands.clone().zip(positions);
        own.into_iter()
            .all(|(k, x)| (self.low[k]..=self.high[k]).contains(x))
    }

    /// Returns a change of a command in metres: every number times its lever.
    pub fn in_metres(&self, change: &DVector<f64>) -> DVector<f64> {
        change.component_mul(&self.levers)
    }

    /// Returns the change of a command that a change in metres is.
    pub fn from_metres(&self, change: &DVector<f64>) -> DVector<f64> {
        change.component_div(&self.levers)
    }

    /// Returns a derivative with respect to a command per metre: every column divided by its lever.
    pub fn per_metre(&self, derivative: &DMatrix<f64>) -> DMatrix<f64> {
        let mut out = derivative.clone();
        for (mut column, lever) in out.column_iter_mut().zip(&self.levers) {
            column /= *lever;
        }
        out
    }

    /// Number of coordinates of the object: 3 in a plane, else 6.
    pub fn object_size(&self) -> usize {
        self.freedoms().len()
    }

    /// Returns the change from one pose of the object to another: translation and rotation vector
    /// times [`Self::radius`], world axes, its freedoms only; m.
    pub fn object_change(&self, from: &BodyState, to: &BodyState) -> DVector<f64> {
        let translation = to.position - from.position;
        let turn = (to.rotation * from.rotation.inverse()).scaled_axis() * self.radius;
        let all = |i: usize| if i < 3 { translation[i] } else { turn[i - 3] };
        let freedoms = self.freedoms();
        DVector::from_iterator(freedoms.len(), freedoms.iter().map(|&i| all(i)))
    }

    /// Rows of the object (as in [`Self::object_change`]) of a derivative of the next configuration,
    /// nv rows; `next` is where the object is then.
    pub fn object_rows(&self, derivative: &DMatrix<f64>, next: &BodyState) -> DMatrix<f64> {
        let turn = next.rotation.to_rotation_matrix();
        let freedoms = self.freedoms();
        DMatrix::from_fn(freedoms.len(), derivative.ncols(), |i, j| {
            let entry = |k: usize| derivative[(self.first + k, j)];
            match freedoms[i] {
                k if k < 3 => entry(k),
                k => {
                    let own = Vec3::new(entry(3), entry(4), entry(5));
                    (turn * own)[k - 3] * self.radius
                }
            }
        })
    }

    /// Columns of the commands of a derivative with respect to the whole input.
    pub fn command_columns(&self, derivative: &DMatrix<f64>) -> DMatrix<f64> {
        derivative.select_columns(&self.columns)
    }

    fn freedoms(&self) -> &'static [usize] {
        self.model.bodies[self.spec.object].freedoms()
    }
}

/// Radius of gyration: mean over the axes.
fn radius(model: &Model, object: usize) -> f64 {
    let body = &model.bodies[object];
    (body.inertia.trace() / (2.0 * body.mass)).sqrt()
}
