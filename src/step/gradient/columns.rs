//! What a derivative is taken with respect to, and which column of the result each of it is.

use crate::dynamics::{BodyParameter, INPUTS};
use crate::math::Mat3;
use crate::world::{InputKind, Model, Parameter, ParameterKind};
use std::ops::Range;

/// The quantities that a step is differentiated with respect to.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Wrt {
    /// The state: all tangents ([`Model::tangents`]).
    pub state: bool,
    /// The gradient is by the input: all coordinates ([`Model::inputs`]).
    pub inputs: bool,
    /// Parameters of the model; shapes change while mass properties stay.
    pub parameters: Vec<Parameter>,
    /// Also how mass properties that follow the shape pass a change of shape parameters on, and an
    /// inertia in proportion to the mass one of the mass: a block of its own ([`Gradient::density`](super::Gradient::density)).
    pub density: bool,
    /// Also the derivatives of the contact points
    /// ([`Gradient::contacts`](super::Gradient::contacts)).
    pub contacts: bool,
}

impl Wrt {
    /// Asks for the derivatives by state and input: A and B.
    pub fn state_and_inputs() -> Self {
        Self {
            state: true,
            inputs: true,
            ..Self::default()
        }
    }

    /// Asks for all derivatives.
    pub fn everything(model: &Model) -> Self {
        Self {
            state: true,
            inputs: true,
            parameters: model.parameters(),
            density: true,
            contacts: true,
        }
    }
}

/// One lane of a pair's or body's rates: its column and the unit of the solver per SI unit.
pub type Lane = Option<(usize, f64)>;

/// Columns of a derivative, in the order state, input, parameters; and its rows.
#[derive(Debug, Clone, Default)]
pub struct Columns {
    /// The number of state columns, 2 nv.
    pub tangents: usize,
    /// Place of a body among those with tangents.
    pub tangent_of: Vec<Option<usize>>,
    /// The first input of every body, among all inputs.
    input_of: Vec<usize>,
    /// The first input of every motor, among all inputs.
    motor_of: Vec<usize>,
    input_count: usize,
    state: bool,
    /// The first column of the inputs, if they are wanted.
    inputs: Option<usize>,
    /// The first column of the parameters.
    pub first_parameter: usize,
    /// How many of the parameters were asked for.
    asked: usize,
    /// Parameters in the order of their columns.
    pub parameters: Vec<Parameter>,
    /// The number of columns.
    pub count: usize,
}

impl Columns {
    /// Returns the columns of `wrt`, and at the end those of further parameters.
    pub fn new(model: &Model, wrt: &Wrt, further: &[Parameter]) -> Self {
        let parameters = [&wrt.parameters, further].concat();
        let mut tangent_of = vec![None; model.bodies.len()];
        let mut bodies = 0;
        for (i, body) in model.bodies.iter().enumerate() {
            if body.motion != crate::world::Motion::Fixed {
                tangent_of[i] = Some(bodies);
                bodies += 1;
            }
        }
        let mut input_of = Vec::with_capacity(model.bodies.len());
        let mut nu = 0;
        for body in &model.bodies {
            input_of.push(nu);
            nu += body.input_count();
        }
        let mut motor_of = Vec::new();
        for (_, motor) in model.joints.iter().flat_map(|joint| joint.motors()) {
            motor_of.push(nu);
            nu += InputKind::of_motor(motor).len();
        }
        let tangents = 12 * bodies;
        let first_input = if wrt.state { tangents } else { 0 };
        let first_parameter = first_input + if wrt.inputs { nu } else { 0 };
        Self {
            tangents,
            tangent_of,
            input_of,
            motor_of,
            input_count: nu,
            state: wrt.state,
            inputs: wrt.inputs.then_some(first_input),
            first_parameter,
            asked: wrt.parameters.len(),
            count: first_parameter + parameters.len(),
            parameters,
        }
    }

    /// Returns the columns with all of state and input.
    pub fn with_state_and_inputs(&self) -> Self {
        let first_parameter = self.tangents + self.input_count;
        Self {
            state: true,
            inputs: Some(self.tangents),
            first_parameter,
            count: first_parameter + self.parameters.len(),
            ..self.clone()
        }
    }

    /// Returns where its columns are among those of [`Self::with_state_and_inputs`].
    pub fn within(&self, all: &Self) -> Vec<usize> {
        let parameters = all.first_parameter..all.count;
        let state = all.state_range().filter(|_| self.state);
        let inputs = all.input_range().filter(|_| self.inputs.is_some());
        state.chain(inputs).chain(parameters).collect()
    }

    /// Returns the columns of the state; none when not wanted.
    pub fn state_range(&self) -> Range<usize> {
        0..if self.state { self.tangents } else { 0 }
    }

    /// Returns the columns of the inputs; none when not wanted.
    pub fn input_range(&self) -> Range<usize> {
        self.inputs
            .map_or(0..0, |first| first..first + self.input_count)
    }

    /// Returns the columns of the parameters that were asked for.
    pub fn parameter_range(&self) -> Range<usize> {
        self.first_parameter..self.first_parameter + self.asked
    }

    /// Returns the tangent `k` of 12 (pose, then velocity) of a body: its index among the 2 nv.
    pub fn tangent(&self, body: usize, k: usize) -> usize {
        let place = self.tangent_of[body].unwrap_or(0);
        if k < 6 {
            6 * place + k
        } else {
            self.tangents / 2 + 6 * place + k - 6
        }
    }

    /// Returns the columns of the twelve lanes of [`BodyBlock::state_rates`](crate::dynamics::BodyBlock).
    pub fn state_lanes(&self, model: &Model, body: usize) -> [Lane; 12] {
        let (length, time) = (model.units.length, model.units.time);
        let moving = model.bodies[body].is_moving();
        std::array::from_fn(|k| {
            if k >= 6 && !moving {
                let unit = if k < 9 { 1.0 / length } else { 1.0 };
                return self
                    .inputs
                    .map(|first| (first + self.input_of[body] + k - 6, unit));
            }
            let units = [1.0 / length, 1.0, time / length, time];
            self.state.then(|| (self.tangent(body, k), units[k / 3]))
        })
    }

    /// Returns the columns of the lanes of a moving body's input.
    pub fn input_lanes(&self, model: &Model, body: usize) -> [Lane; INPUTS] {
        let (length, time) = (model.units.length, model.units.time);
        let force = time * time / length;
        let units = [
            force,
            force / length,
            1.0 / length,
            1.0,
            time / length,
            time,
        ];
        let count = model.bodies[body].input_count();
        std::array::from_fn(|k| {
            let first = self.inputs.filter(|_| k < count)?;
            Some((first + self.input_of[body] + k, units[k / 3]))
        })
    }

    /// Returns the columns of the commands of a motor: position, velocity, effort, per SI unit.
    pub fn motor_lanes(&self, motor: usize, kinds: &[InputKind]) -> [Lane; 3] {
        let mut out = [None; 3];
        if let Some(first) = self.inputs {
            for (k, kind) in kinds.iter().enumerate() {
                out[kind.of_command()] = Some((first + self.motor_of[motor] + k, 1.0));
            }
        }
        out
    }

    /// Returns the row units: SI units per unit of the solver of the twelve numbers of a body's next state.
    pub fn row_units(model: &Model) -> [f64; 12] {
        let units = &model.units;
        let rows = [units.length, 1.0, units.velocity, 1.0 / units.time];
        std::array::from_fn(|k| rows[k / 3])
    }
}

/// Returns the parameter of a body's rows, and the unit of the solver per SI unit.
pub fn body_parameter(
    model: &Model,
    kind: ParameterKind,
    body: usize,
) -> Option<(BodyParameter, f64)> {
    let units = &model.units;
    let acceleration = units.time * units.time / units.length;
    match kind {
        ParameterKind::Gravity(axis) => Some((BodyParameter::Gravity(axis), acceleration)),
        ParameterKind::TimeStep => Some((BodyParameter::TimeStep, 1.0 / units.time)),
        ParameterKind::Mass(of) if of == body => {
            Some((BodyParameter::Mass(model.gravity * acceleration), 1.0))
        }
        ParameterKind::Inertia(of, i, j) if of == body => {
            let mut along = Mat3::zeros();
            along[(i, j)] = 1.0;
            along[(j, i)] = 1.0;
            let unit = 1.0 / (units.length * units.length);
            Some((BodyParameter::Inertia(along), unit))
        }
        _ => None,
    }
}
