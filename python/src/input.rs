//! The whole input of one step, for scenes with keyframes and for what controls cannot say.

use crate::array;
use crate::error::exception;
use drystone::Vec3;
use drystone::world::{BodyState, Command, Input as Acting, MotorCommand, Wrench};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;

/// Everything that acts during one step: wrenches, commands of bodies, commands of motors.
#[pyclass(frozen, module = "drystone._drystone")]
pub struct Input {
    pub input: Acting,
}

impl Input {
    pub fn of(input: Acting) -> Self {
        Self { input }
    }
}

fn table<'py>(
    py: Python<'py>,
    values: Vec<f64>,
    width: usize,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let rows = values.len() / width;
    PyArray1::from_vec(py, values).reshape([rows, width])
}

/// Returns wrenches as an array [bodies, 6].
pub fn array_of<'py>(py: Python<'py>, wrenches: &[Wrench]) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let parts = wrenches.iter().flat_map(|w| [w.force, w.torque]);
    table(py, parts.flat_map(<[f64; 3]>::from).collect(), 6)
}

fn triple(row: &[f64]) -> Vec3 {
    Vec3::new(row[0], row[1], row[2])
}

#[pymethods]
impl Input {
    /// Forces (N) and torques about the centres of mass (N m), world axes, float64 [bodies, 6].
    #[getter]
    fn wrenches<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        array_of(py, &self.input.wrenches)
    }

    /// Commanded poses and velocities of centres of mass, float64 [bodies, 13]: as in a state, but with angular velocities in
    /// world axes.
    #[getter]
    fn commands<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let all = self.input.commands.iter().map(|command| BodyState {
            position: command.position,
            rotation: command.rotation,
            velocity: command.velocity,
            angular_velocity: command.angular_velocity,
        });
        table(py, all.flat_map(|at| at.numbers()).collect(), 13)
    }

    /// Commanded positions, velocities and efforts of motors, float64 [motors, 3].
    #[getter]
    fn motors<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let all = self.input.motors.iter();
        table(
            py,
            all.flat_map(|m| [m.position, m.velocity, m.effort])
                .collect(),
            3,
        )
    }

    /// Make an input from its arrays.
    #[new]
    fn new(
        wrenches: &Bound<'_, PyAny>,
        commands: &Bound<'_, PyAny>,
        motors: &Bound<'_, PyAny>,
    ) -> PyResult<Self> {
        let rows = |value: &Bound<'_, PyAny>| value.len();
        Ok(Self::of(Acting {
            wrenches: read_wrenches(wrenches, rows(wrenches)?)?,
            commands: read_commands(commands, rows(commands)?)?,
            motors: read_motors(motors, rows(motors)?)?,
        }))
    }

    /// Return the input with some of its arrays replaced.
    #[pyo3(signature = (*, wrenches=None, commands=None, motors=None))]
    fn replace(
        &self,
        wrenches: Option<&Bound<'_, PyAny>>,
        commands: Option<&Bound<'_, PyAny>>,
        motors: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let mut input = self.input.clone();
        if let Some(given) = wrenches {
            input.wrenches = read_wrenches(given, input.wrenches.len())?;
        }
        if let Some(given) = commands {
            input.commands = read_commands(given, input.commands.len())?;
        }
        if let Some(given) = motors {
            input.motors = read_motors(given, input.motors.len())?;
        }
        Ok(Self::of(input))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let (py, own) = (slf.py(), slf.get());
        let arguments = (own.wrenches(py)?, own.commands(py)?, own.motors(py)?);
        Ok((
            slf.get_type().into_any(),
            arguments.into_pyobject(py)?.into_any(),
        ))
    }

    fn __repr__(&self) -> String {
        let (bodies, motors) = (self.input.wrenches.len(), self.input.motors.len());
        format!("Input({bodies} bodies, {motors} motors)")
    }
}

fn table_of(
    name: &str,
    value: &Bound<'_, PyAny>,
    width: usize,
    rows: usize,
) -> PyResult<array::Rows> {
    let read = array::matrix(name, value, width, "one row each")?;
    match read.len() == rows {
        true => Ok(read),
        false => {
            let why = format!("has {} rows, expected {rows}", read.len());
            Err(crate::error::argument(name, why, "give one row each"))
        }
    }
}

fn read_wrenches(value: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<Wrench>> {
    let rows = table_of("wrenches", value, 6, count)?;
    let wrenches = rows.iter().map(|row| Wrench {
        force: triple(row),
        torque: triple(&row[3..]),
    });
    Ok(wrenches.collect())
}

fn read_commands(value: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<Command>> {
    let rows = table_of("commands", value, 13, count)?;
    let of = |row: &[f64]| BodyState::from_numbers(std::array::from_fn(|k| row[k]));
    let states: Result<Vec<_>, _> = rows.iter().map(of).collect();
    let states = states.map_err(|e| exception(e.within("commands")))?;
    let commands = states.into_iter().map(|at| Command {
        position: at.position,
        rotation: at.rotation,
        velocity: at.velocity,
        angular_velocity: at.angular_velocity,
    });
    Ok(commands.collect())
}

fn read_motors(value: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<MotorCommand>> {
    let rows = table_of("motors", value, 3, count)?;
    let motors = rows.iter().map(|row| MotorCommand {
        position: row[0],
        velocity: row[1],
        effort: row[2],
    });
    Ok(motors.collect())
}
