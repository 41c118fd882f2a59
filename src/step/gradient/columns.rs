//! What a derivative is taken with respect to, and which column of the result each of it is.

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

    /// Asks for all derivatives that the contact model of `model` has.
    pub fn everything(model: &Model) -> Self {
        let mut parameters = model.parameters();
        if !model.has_shape_derivatives() {
            parameters.retain(|parameter| parameter.kind.shaped_body().is_none());
        }
        Self {
            state: true,
            inputs: true,
            parameters,
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

/// The quantities that the state columns of a derivative are by.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) enum StateColumns {
    /// There are none.
    #[default]
    None,
    /// One column per tangent.
    Tangents,
    /// One column per direction: 2 nv x number of directions, SI units.
    Directions(DMatrix<f64>),
}

/// Columns of a derivative, in the order state, input, parameters; and its rows.
#[derive(Debug, Clone, Default)]
pub struct Columns {
    /// The number of rows, 2 nv.
    pub tangents: usize,
    /// Place of a body among those with tangents.
    pub tangent_of: Vec<Option<usize>>,
    /// The first input of every body, among all inputs.
    pub(super) input_of: Vec<usize>,
    /// The first input of every motor, among all inputs.
    pub(super) motor_of: Vec<usize>,
    input_count: usize,
    pub(super) state: StateColumns,
    /// The first column of the inputs, if they are wanted.
    pub(super) inputs: Option<usize>,
    /// Whether bodies that joints hold have columns of their inputs.
    pub(super) has_held_inputs: bool,
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

    /// Returns the columns of the parameters that are the time step.
    pub(super) fn of_time_step(&self) -> impl Iterator<Item = usize> + '_ {
        let all = self.parameters.iter().enumerate();
        let steps = all.filter(|(_, parameter)| parameter.kind == ParameterKind::TimeStep);
        steps.map(|(p, _)| self.first_parameter + p)
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
}
