//! Controls: the inputs of a model that a caller sets, as rows of numbers; all others stay as at the start.

use crate::error::argument;
use drystone::Vec3;
use drystone::math::Rot;
use drystone::world::{Input, InputCoordinate, InputKind, Model, Motor, State};
use nalgebra::{DMatrix, Matrix3};
use pyo3::PyResult;

/// The orientation that a command turns from its base: the numbers of a row, and the inputs, of its three axes.
#[derive(Debug, Clone)]
struct Turn {
    body: usize,
    places: [Option<usize>; 3],
    inputs: [usize; 3],
}

/// The controls of a model.
#[derive(Debug, Clone)]
pub struct Controls {
    /// The places of the controls among [`Model::inputs`].
    pub inputs: Vec<usize>,
    coordinates: Vec<InputCoordinate>,
    turns: Vec<Turn>,
    /// The input where the controls change nothing.
    pub base: Input,
}

impl Controls {
    /// Returns the controls that a model has unless others are chosen: its motors, else the commands of its bodies, else
    /// the forces and torques on them.
    pub fn usual(model: &Model, base: Input) -> Self {
        let all = model.inputs();
        let of = |kinds: &[InputKind]| -> Vec<usize> {
            let places = all.iter().enumerate();
            places
                .filter(|(_, c)| kinds.contains(&c.kind))
                .map(|(k, _)| k)
                .collect()
        };
        let motors = [
            InputKind::MotorPosition,
            InputKind::MotorVelocity,
            InputKind::MotorEffort,
        ];
        let commands = [
            InputKind::CommandPosition,
            InputKind::CommandRotation,
            InputKind::CommandVelocity,
            InputKind::CommandAngularVelocity,
        ];
        let kinds: [&[InputKind]; 3] = [&motors, &commands, &[InputKind::Force, InputKind::Torque]];
        let chosen = kinds.into_iter().map(of).find(|found| !found.is_empty());
        Self::new(&all, chosen.unwrap_or_default(), base)
    }

    /// Returns the controls whose names are, or begin with, or match one of `names`, in that order.
    pub fn named(model: &Model, names: &[String], base: Input) -> PyResult<Self> {
        let all = model.inputs();
        let mut chosen = Vec::new();
        for name in names {
            let places = all.iter().enumerate();
            let found: Vec<usize> = places
                .filter(|(_, c)| is_named(&c.name, name))
                .map(|(k, _)| k)
                .collect();
            if found.is_empty() {
                // The error of the library has the nearest names.
                model.input(name).map_err(crate::error::exception)?;
            }
            if let Some(twice) = found.iter().find(|k| chosen.contains(*k)) {
                let why = format!("{} is chosen twice", all[*twice].name);
                return Err(argument("controls", why, "name every control once"));
            }
            chosen.extend(found);
        }
        Ok(Self::new(&all, chosen, base))
    }

    fn new(all: &[InputCoordinate], inputs: Vec<usize>, base: Input) -> Self {
        let coordinates: Vec<_> = inputs.iter().map(|&k| all[k].clone()).collect();
        let mut turns: Vec<Turn> = Vec::new();
        for (place, coordinate) in coordinates.iter().enumerate() {
            if coordinate.kind != InputKind::CommandRotation {
                continue;
            }
            let body = coordinate.body;
            let known = turns.iter().position(|turn| turn.body == body);
            let k = known.unwrap_or_else(|| {
                let first = inputs[place] - coordinate.axis;
                turns.push(Turn {
                    body,
                    places: [None; 3],
                    inputs: [first, first + 1, first + 2],
                });
                turns.len() - 1
            });
            turns[k].places[coordinate.axis] = Some(place);
        }
        Self {
            inputs,
            coordinates,
            turns,
            base,
        }
    }

    /// Returns the number of controls.
    pub fn len(&self) -> usize {
        self.inputs.len()
    }

    /// Returns names and units.
    pub fn names(&self) -> Vec<(String, &'static str)> {
        let all = self.coordinates.iter();
        all.map(|c| (c.name.clone(), c.unit)).collect()
    }

    /// Returns the controls that change nothing.
    pub fn start(&self) -> Vec<f64> {
        let value = |c: &InputCoordinate| {
            let (wrench, command) = (&self.base.wrenches, &self.base.commands);
            match c.kind {
                InputKind::Force => wrench[c.body].force[c.axis],
                InputKind::Torque => wrench[c.body].torque[c.axis],
                InputKind::CommandPosition => command[c.body].position[c.axis],
                InputKind::CommandRotation => 0.0,
                InputKind::CommandVelocity => command[c.body].velocity[c.axis],
                InputKind::CommandAngularVelocity => command[c.body].angular_velocity[c.axis],
                InputKind::MotorPosition => self.base.motors[c.axis].position,
                InputKind::MotorVelocity => self.base.motors[c.axis].velocity,
                InputKind::MotorEffort => self.base.motors[c.axis].effort,
            }
        };
        self.coordinates.iter().map(value).collect()
    }

    /// Returns lower and upper bounds, row by row: limits of joints for the positions of their motors, limits of motors for
    /// efforts, none for all else.
    pub fn bounds(&self, model: &Model) -> Vec<f64> {
        let all = model.joints.iter();
        let motors: Vec<_> = all
            .flat_map(|joint| {
                joint
                    .motors()
                    .map(|(k, motor)| (joint.axes[k].limits, motor))
            })
            .collect();
        let bounds = |c: &InputCoordinate| match (c.kind, motors.get(c.axis)) {
            (InputKind::MotorPosition, Some((limits, _))) => *limits,
            (InputKind::MotorEffort, Some((_, Motor::Effort { .. }))) => {
                let limit = motors[c.axis].1.limit();
                [-limit, limit]
            }
            _ => [f64::NEG_INFINITY, f64::INFINITY],
        };
        self.coordinates.iter().flat_map(bounds).collect()
    }

    /// Writes the input of a row of controls; `out` is a copy of [`Self::base`], or was written here before.
    pub fn set(&self, u: &[f64], out: &mut Input) {
        for (c, &value) in self.coordinates.iter().zip(u) {
            let (wrench, command) = (&mut out.wrenches, &mut out.commands);
            match c.kind {
                InputKind::Force => wrench[c.body].force[c.axis] = value,
                InputKind::Torque => wrench[c.body].torque[c.axis] = value,
                InputKind::CommandPosition => command[c.body].position[c.axis] = value,
                InputKind::CommandRotation => {}
                InputKind::CommandVelocity => command[c.body].velocity[c.axis] = value,
                InputKind::CommandAngularVelocity => {
                    command[c.body].angular_velocity[c.axis] = value;
                }
                InputKind::MotorPosition => out.motors[c.axis].position = value,
                InputKind::MotorVelocity => out.motors[c.axis].velocity = value,
                InputKind::MotorEffort => out.motors[c.axis].effort = value,
            }
        }
        for turn in &self.turns {
            let base = self.base.commands[turn.body].rotation;
            let vector = turn.vector(u);
            out.commands[turn.body].rotation = match vector == Vec3::zeros() {
                true => base,
                false => base * Rot::from_scaled_axis(vector),
            };
        }
    }

    /// Returns the input of a row of controls.
    pub fn input(&self, u: &[f64]) -> Input {
        let mut out = self.base.clone();
        self.set(u, &mut out);
        out
    }

    /// Appends, row by row, the derivative by the controls, where `b` is that by all inputs.
    pub fn columns(&self, b: &DMatrix<f64>, u: &[f64], out: &mut Vec<f64>) {
        let turned = self.turned(u);
        for row in 0..b.nrows() {
            for (place, &input) in self.inputs.iter().enumerate() {
                let turn = turned
                    .iter()
                    .find(|(turn, _)| turn.places.contains(&Some(place)));
                out.push(match turn {
                    None => b[(row, input)],
                    Some((turn, rates)) => {
                        let axis = self.coordinates[place].axis;
                        let all = turn.inputs.iter().enumerate();
                        all.map(|(j, &input)| b[(row, input)] * rates[(j, axis)])
                            .sum()
                    }
                });
            }
        }
    }

    /// Appends the derivative of a number by the controls, where `by_inputs` is that by all inputs.
    pub fn pulled(&self, by_inputs: &[f64], u: &[f64], out: &mut Vec<f64>) {
        self.columns(
            &DMatrix::from_row_slice(1, by_inputs.len(), by_inputs),
            u,
            out,
        );
    }

    /// Returns the turns that are not zero, with their right Jacobians.
    fn turned(&self, u: &[f64]) -> Vec<(&Turn, Matrix3<f64>)> {
        let turns = self.turns.iter().map(|turn| (turn, turn.vector(u)));
        turns
            .filter(|(_, vector)| *vector != Vec3::zeros())
            .map(|(turn, vector)| (turn, right_jacobian(&vector)))
            .collect()
    }
}

impl Turn {
    fn vector(&self, u: &[f64]) -> Vec3 {
        Vec3::from_fn(|axis, _| self.places[axis].map_or(0.0, |place| u[place]))
    }
}

/// Returns J with exp(r + d) = exp(r) exp(J d) to first order in d.
fn right_jacobian(r: &Vec3) -> Matrix3<f64> {
    let (angle, cross) = (r.norm(), r.cross_matrix());
    let (first, second) = match angle < 1e-4 {
        true => (0.5, 1.0 / 6.0),
        false => (
            (1.0 - angle.cos()) / angle.powi(2),
            (angle - angle.sin()) / angle.powi(3),
        ),
    };
    Matrix3::identity() - cross * first + cross * cross * second
}

/// Returns whether a name is `wanted`, begins with it and a dot, or matches it where it has stars.
fn is_named(name: &str, wanted: &str) -> bool {
    if !wanted.contains('*') {
        let rest = name.strip_prefix(wanted);
        return rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    }
    let mut pieces = wanted.split('*');
    let Some(mut rest) = pieces.next().and_then(|first| name.strip_prefix(first)) else {
        return false;
    };
    let pieces: Vec<&str> = pieces.collect();
    let Some((last, between)) = pieces.split_last() else {
        return false;
    };
    for piece in between {
        let Some(at) = rest.find(piece) else {
            return false;
        };
        rest = &rest[at + piece.len()..];
    }
    rest.ends_with(last)
}

/// Returns the input that holds bodies where they start, with the motors as a scene commands them in its first step.
pub fn base(model: &Model, initial: &State, first: &Input) -> Input {
    Input {
        motors: first.motors.clone(),
        ..Input::hold(model, initial)
    }
}
