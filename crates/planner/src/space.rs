//! Which numbers a planner sees: commanded positions of the actuated bodies, the pose of the object.

use drystone::error::{Error, Result};
use drystone::math::Vec3;
use drystone::scene::Scene;
use drystone::world::{BodyState, Input, InputKind, Model, PlanSpec, PlanTask, State};
use nalgebra::{DMatrix, DVector};
use std::sync::Arc;

/// Commands and configurations of a planning problem.
///
/// A command is one number (m) per axis along which an actuated body has a stiffness: where its
/// centre of mass is to be at the end of the step. Rotations of actuated bodies are held. A
/// configuration is the pose half of a state: nv tangents, see [`Model::tangents`].
#[derive(Debug, Clone)]
pub struct Space {
    /// The model of the steps.
    pub model: Arc<Model>,
    /// The task that is to be planned.
    pub spec: PlanSpec,
    /// Tangents (of nv) of the actuated bodies.
    pub actuated: Vec<usize>,
    /// Tangents (of nv) of the other moving bodies.
    pub unactuated: Vec<usize>,
    /// Body and world axis of every number of a command.
    pub commands: Vec<(usize, usize)>,
    /// Lower bounds of a command, m.
    pub low: Vec<f64>,
    /// Upper bounds of a command, m.
    pub high: Vec<f64>,
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
        let coordinates = model.inputs();
        let bodies = model.tangent_bodies();
        let of = |wanted: bool| -> Vec<usize> {
            let chosen = bodies.iter().enumerate().filter(|(_, i)| {
                let actuated = spec.limits.iter().any(|limit| limit.0 == **i);
                actuated == wanted && model.bodies[**i].is_moving()
            });
            chosen.flat_map(|(k, _)| 6 * k..6 * k + 6).collect()
        };
        let mut out = Self {
            actuated: of(true),
            unactuated: of(false),
            commands: Vec::new(),
            low: Vec::new(),
            high: Vec::new(),
            columns: Vec::new(),
            rest: Input::hold(&model, start),
            first: 6 * bodies.iter().position(|&i| i == spec.object).unwrap_or(0),
            radius: radius(&model, spec.object),
            spec,
            model,
        };
        for (body, low, high) in &out.spec.limits {
            for (column, at) in coordinates.iter().enumerate() {
                let own = at.body == *body && at.kind == InputKind::CommandPosition;
                if own && out.model.bodies[*body].freedoms().contains(&at.axis) {
                    out.commands.push((*body, at.axis));
                    out.low.push(low[at.axis]);
                    out.high.push(high[at.axis]);
                    out.columns.push(column);
                }
            }
        }
        Ok(out)
    }

    /// The command that asks every actuated body to stay where it is.
    pub fn stay(&self, state: &State) -> DVector<f64> {
        let at = |&(body, axis): &(usize, usize)| state.bodies[body].position[axis];
        DVector::from_iterator(self.commands.len(), self.commands.iter().map(at))
    }

    /// The input of a step from `state` under `command`; velocities are commanded to be zero.
    pub fn input(&self, state: &State, command: &DVector<f64>) -> Input {
        let mut input = self.rest.clone();
        for (commands, at) in input.commands.iter_mut().zip(&state.bodies) {
            commands.position = at.position;
        }
        for (k, &(body, axis)) in self.commands.iter().enumerate() {
            input.commands[body].position[axis] = command[k];
        }
        input
    }

    /// `command` within its limits.
    pub fn clamp(&self, command: &DVector<f64>) -> DVector<f64> {
        DVector::from_fn(command.len(), |k, _| {
            command[k].clamp(self.low[k], self.high[k])
        })
    }

    /// Numbers of a command that belong to the same body.
    pub fn tips(&self) -> impl Iterator<Item = (usize, Vec<usize>)> + '_ {
        self.spec.limits.iter().map(|(body, ..)| {
            let own = (0..self.commands.len()).filter(|&k| self.commands[k].0 == *body);
            (*body, own.collect())
        })
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
