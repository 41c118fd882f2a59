//! States as rows of numbers: 13 of every body in model order, then the whole turns of every joint coordinate.

use crate::array::Rows;
use crate::error::argument;
use drystone::error::{Error, Result};
use drystone::world::{BodyState, Model, State};
use pyo3::PyResult;

/// Numbers of a body.
pub const BODY: usize = 13;
/// The quantities of a body: name, first number, names of the numbers, unit.
pub const PARTS: [(&str, usize, &[&str], &str); 4] = [
    ("position", 0, &["x", "y", "z"], "m"),
    ("quat_wxyz", 3, &["w", "x", "y", "z"], "1"),
    ("velocity", 7, &["x", "y", "z"], "m/s"),
    ("angular_velocity", 10, &["x", "y", "z"], "rad/s"),
];

/// Returns the number of numbers of a state.
pub fn nx(model: &Model) -> usize {
    BODY * model.bodies.len() + model.joint_coordinate_count()
}

/// Returns the state of a row.
pub fn state(model: &Model, x: &[f64]) -> Result<State> {
    let mut out = State::default();
    fill(model, x, &mut out)?;
    Ok(out)
}

/// Writes the state of a row into the memory of `out`.
pub fn fill(model: &Model, x: &[f64], out: &mut State) -> Result<()> {
    let (bodies, turns) = x.split_at(BODY * model.bodies.len());
    out.bodies.clear();
    for (numbers, body) in bodies.chunks_exact(BODY).zip(&model.bodies) {
        let numbers = BodyState::from_numbers(std::array::from_fn(|k| numbers[k]));
        out.bodies
            .push(numbers.map_err(|e| e.within(&format!("x of {}", body.name)))?);
    }
    out.turns.clear();
    for &turn in turns {
        if turn.fract() != 0.0 || turn.abs() >= f64::from(i32::MAX) {
            let why = format!("the turns of a joint are {turn}, no whole number");
            return Err(Error::value(
                "x",
                why,
                "leave the turns of a state as they are",
            ));
        }
        out.turns.push(turn as i32);
    }
    Ok(())
}

/// Returns the states of all rows.
pub fn states(model: &Model, x: &Rows) -> PyResult<Vec<State>> {
    let states = x.iter().enumerate().map(|(k, row)| {
        state(model, row).map_err(|e| match x.lead.is_empty() {
            true => e,
            false => e.within(&format!("row {k}")),
        })
    });
    states
        .collect::<Result<_>>()
        .map_err(crate::error::exception)
}

/// Appends the row of a state.
pub fn write(model: &Model, state: &State, out: &mut Vec<f64>) {
    out.extend(state.bodies.iter().flat_map(BodyState::numbers));
    match state.turns.is_empty() {
        true => out.extend(std::iter::repeat_n(0.0, model.joint_coordinate_count())),
        false => out.extend(state.turns.iter().map(|&turn| f64::from(turn))),
    }
}

/// Returns the row of a state.
pub fn row(model: &Model, state: &State) -> Vec<f64> {
    let mut out = Vec::with_capacity(nx(model));
    write(model, state, &mut out);
    out
}

/// Returns the names and units of the numbers of a state.
pub fn names(model: &Model) -> Vec<(String, &'static str)> {
    let mut out = Vec::with_capacity(nx(model));
    for body in &model.bodies {
        for (part, _, axes, unit) in PARTS {
            out.extend(
                axes.iter()
                    .map(|axis| (format!("{}.{part}.{axis}", body.name), unit)),
            );
        }
    }
    let joints = crate::model::joint_coordinates(model).into_iter();
    out.extend(joints.map(|(name, _)| (format!("{name}.turns"), "1")));
    out
}

/// Returns the range of the numbers called `name`, or whose names begin with it and a dot.
pub fn range(model: &Model, name: &str) -> PyResult<std::ops::Range<usize>> {
    let names = names(model);
    let begins = |full: &str| {
        full.strip_prefix(name)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let first = names.iter().position(|(full, _)| begins(full));
    let Some(first) = first else {
        let why = "no such number of a state";
        let fix = "one of model.names(\"state\"), or the beginning of some, e.g. box.position";
        return Err(argument(name, why, fix));
    };
    let count = names[first..]
        .iter()
        .take_while(|(full, _)| begins(full))
        .count();
    Ok(first..first + count)
}

/// Returns q o (0, e_i) for the three axes: twice the rates of a quaternion w x y z along the rotation vector in body axes.
fn turning(q: &[f64]) -> [[f64; 4]; 3] {
    let [w, x, y, z] = [q[0], q[1], q[2], q[3]];
    [[-x, w, z, -y], [-y, -z, w, x], [-z, y, -x, w]]
}

/// Returns the bodies with tangents, with the places of their first two runs of six tangents.
fn runs(model: &Model) -> impl Iterator<Item = (usize, [usize; 2])> {
    let nv = model.nv();
    let bodies = model.tangent_bodies().into_iter().enumerate();
    bodies.map(move |(k, body)| (body, [6 * k, nv + 6 * k]))
}

/// Writes the derivative by the tangents at `x` of a function whose derivative by the numbers of `x` is `gradient`.
pub fn to_tangent(model: &Model, x: &[f64], gradient: &[f64], out: &mut Vec<f64>) {
    let start = out.len();
    out.resize(start + 2 * model.nv(), 0.0);
    let out = &mut out[start..];
    for (body, [pose, rate]) in runs(model) {
        let (x, g) = (&x[BODY * body..], &gradient[BODY * body..]);
        out[pose..pose + 3].copy_from_slice(&g[..3]);
        for (i, axis) in turning(&x[3..7]).iter().enumerate() {
            out[pose + 3 + i] = 0.5 * (0..4).map(|k| axis[k] * g[3 + k]).sum::<f64>();
        }
        out[rate..rate + 6].copy_from_slice(&g[7..BODY]);
    }
}

/// Writes a derivative by the numbers of `x`, without a component along the norms of quaternions, of a function whose
/// derivative by the tangents at `x` is `tangent`.
pub fn from_tangent(model: &Model, x: &[f64], tangent: &[f64], out: &mut Vec<f64>) {
    let start = out.len();
    out.resize(start + nx(model), 0.0);
    let out = &mut out[start..];
    for (body, [pose, rate]) in runs(model) {
        let q = turning(&x[BODY * body + 3..]);
        let out = &mut out[BODY * body..BODY * (body + 1)];
        out[..3].copy_from_slice(&tangent[pose..pose + 3]);
        for k in 0..4 {
            out[3 + k] = 2.0 * (0..3).map(|i| q[i][k] * tangent[pose + 3 + i]).sum::<f64>();
        }
        out[7..].copy_from_slice(&tangent[rate..rate + 6]);
    }
}
