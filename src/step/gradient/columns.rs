//! What a derivative is taken with respect to, and which column of the result each of it is.

use crate::dynamics::{BodyParameter, INPUTS};
use crate::math::Mat3;
use crate::world::{InputKind, Model, Parameter, ParameterKind, State};
use nalgebra::DMatrix;
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

/// The coordinates of a derivative.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coordinates {
    /// State columns are tangents of the bodies, input columns all inputs.
    Bodies,
    /// State columns are tangents of the joint space, input columns its inputs.
    Joints,
}

/// What the state columns of a derivative are by.
#[derive(Debug, Clone, PartialEq, Default)]
enum StateColumns {
    /// There are none.
    #[default]
    None,
    /// One column per tangent.
    Tangents,
    /// One column per direction: 2 nv x number of directions, SI units.
    Directions(DMatrix<f64>),
}

/// One lane of a pair's or body's rates: its column and the unit of the solver per SI unit.
pub type Lane = Option<(usize, f64)>;

/// Columns of a derivative, in the order state, input, parameters; and its rows.
#[derive(Debug, Clone, Default)]
pub struct Columns {
    /// The number of rows, 2 nv.
    pub tangents: usize,
    /// Place of a body among those with tangents.
    pub tangent_of: Vec<Option<usize>>,
    /// The first input of every body, among all inputs.
    input_of: Vec<usize>,
    /// The first input of every motor, among all inputs.
    motor_of: Vec<usize>,
    input_count: usize,
    state: StateColumns,
    /// The first column of the inputs, if they are wanted.
    inputs: Option<usize>,
    /// Whether bodies that joints hold have columns of their inputs.
    has_held_inputs: bool,
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
        let mut out = Self {
            tangents,
            tangent_of,
            input_of,
            motor_of,
            input_count: nu,
            state: match wrt.state {
                true => StateColumns::Tangents,
                false => StateColumns::None,
            },
            inputs: wrt.inputs.then_some(0),
            has_held_inputs: true,
            first_parameter: 0,
            asked: wrt.parameters.len(),
            count: 0,
            parameters,
        };
        out.number();
        out
    }

    /// Returns the columns of `wrt` in the joint space, at the state where a step starts.
    pub fn in_joint_space(
        model: &Model,
        wrt: &Wrt,
        further: &[Parameter],
        start: Option<&State>,
    ) -> Self {
        let mut out = Self::new(model, wrt, further);
        out.has_held_inputs = false;
        if let Some(start) = start.filter(|_| wrt.state) {
            out.state = StateColumns::Directions(model.joint_space().expand(start));
        }
        out.number();
        out
    }

    /// Numbers the columns.
    fn number(&mut self) {
        let states = self.state_range().len();
        self.inputs = self.inputs.map(|_| states);
        self.first_parameter = states + self.input_range().len();
        self.count = self.first_parameter + self.parameters.len();
    }

    /// Returns the directions that are the state columns, 2 nv x number of directions, SI units; none where there is a column per tangent.
    pub fn directions(&self) -> Option<&DMatrix<f64>> {
        match &self.state {
            StateColumns::Directions(directions) => Some(directions),
            _ => None,
        }
    }

    /// Returns the columns with all of state and input, one per tangent.
    pub fn with_state_and_inputs(&self) -> Self {
        let mut out = Self {
            state: StateColumns::Tangents,
            inputs: Some(0),
            has_held_inputs: true,
            ..self.clone()
        };
        out.number();
        out
    }

    /// Returns its columns of a matrix that has those of `all`, of [`Self::with_state_and_inputs`].
    pub fn taken_from(&self, all: &Self, matrix: &DMatrix<f64>) -> DMatrix<f64> {
        let mut out = DMatrix::zeros(matrix.nrows(), self.count);
        let states = matrix.columns_range(all.state_range());
        match &self.state {
            StateColumns::None => {}
            StateColumns::Tangents => out.columns_range_mut(self.state_range()).copy_from(&states),
            StateColumns::Directions(directions) => {
                let mut own = out.columns_range_mut(self.state_range());
                states.mul_to(directions, &mut own);
            }
        }
        if self.inputs.is_some() {
            let inputs = matrix.columns_range(all.input_range());
            out.columns_range_mut(self.input_range()).copy_from(&inputs);
        }
        let parameters = matrix.columns(all.first_parameter, self.parameters.len());
        let mut own = out.columns_mut(self.first_parameter, self.parameters.len());
        own.copy_from(&parameters);
        out
    }

    /// Returns the columns of the state; none when not wanted.
    pub fn state_range(&self) -> Range<usize> {
        0..match &self.state {
            StateColumns::None => 0,
            StateColumns::Tangents => self.tangents,
            StateColumns::Directions(directions) => directions.ncols(),
        }
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
        let moving = model.bodies[body].is_moving();
        std::array::from_fn(|k| {
            if k >= 6 && !moving {
                let unit = if k < 9 { 1.0 / model.units.length } else { 1.0 };
                return self
                    .inputs
                    .map(|first| (first + self.input_of[body] + k - 6, unit));
            }
            let wanted = self.state == StateColumns::Tangents;
            wanted.then(|| (self.tangent(body, k), state_unit(model, k)))
        })
    }

    /// Returns the twelve lanes of the state of a body along direction `d`, in the units of the solver; zero without directions.
    pub fn direction(&self, model: &Model, body: usize, d: usize) -> [f64; 12] {
        let Some(directions) = self
            .directions()
            .filter(|_| self.tangent_of[body].is_some())
        else {
            return [0.0; 12];
        };
        let known = if model.bodies[body].is_moving() {
            12
        } else {
            6
        };
        std::array::from_fn(|k| match k < known {
            true => directions[(self.tangent(body, k), d)] * state_unit(model, k),
            false => 0.0,
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
        let is_held = model.forest.holder[body].is_some();
        let count = match self.has_held_inputs || !is_held {
            true => model.bodies[body].input_count(),
            false => 0,
        };
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

/// Returns the unit of the solver per SI unit of the tangent `k` of 12 of a body.
fn state_unit(model: &Model, k: usize) -> f64 {
    let (length, time) = (model.units.length, model.units.time);
    [1.0 / length, 1.0, time / length, time][k / 3]
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
