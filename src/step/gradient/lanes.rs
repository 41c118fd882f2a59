//! The columns of the lanes of bodies and motors, and their units.

use super::columns::{Columns, StateColumns};
use crate::dynamics::{BodyParameter, INPUTS};
use crate::math::Mat3;
use crate::world::{InputKind, Model, ParameterKind};

/// One lane of a pair's or body's rates: its column and the unit of the solver per SI unit.
pub type Lane = Option<(usize, f64)>;

impl Columns {
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
