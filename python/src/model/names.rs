//! Names and units of everything that a model has.

use super::Model;
use crate::error::argument;
use crate::layout;
use drystone::world::Model as Bodies;
use pyo3::prelude::*;
use pyo3::types::PySlice;

type Named = Vec<(String, &'static str)>;

/// Returns names and units of the coordinates of all joints.
pub fn joint_coordinates(model: &Bodies) -> Named {
    let mut out = Vec::new();
    for joint in &model.joints {
        let coordinates = joint.kind.coordinates();
        for (k, coordinate) in coordinates.iter().enumerate() {
            let name = match coordinates.len() {
                1 => joint.name.clone(),
                _ => format!("{}.{k}", joint.name),
            };
            out.push((name, if coordinate.is_angle() { "rad" } else { "m" }));
        }
    }
    out
}

fn plain(names: impl Iterator<Item = String>) -> Named {
    names.map(|name| (name, "")).collect()
}

fn named(model: &Model, kind: &str) -> PyResult<Named> {
    let bodies = &model.bodies;
    Ok(match kind {
        "body" => plain(bodies.bodies.iter().map(|body| body.name.clone())),
        "state" => layout::names(bodies),
        "tangent" => bodies
            .tangents()
            .into_iter()
            .map(|t| (t.name, t.unit))
            .collect(),
        "control" => model.controls.names(),
        "input" => bodies
            .inputs()
            .into_iter()
            .map(|i| (i.name, i.unit))
            .collect(),
        "parameter" => bodies
            .parameters()
            .into_iter()
            .map(|p| (p.name, p.unit))
            .collect(),
        "joint" => plain(bodies.joints.iter().map(|joint| joint.name.clone())),
        "joint_coordinate" => joint_coordinates(bodies),
        "joint_tangent" => {
            let tangents = bodies.joint_space().tangents().into_iter();
            tangents.map(|t| (t.name, t.unit)).collect()
        }
        "frame" => plain(bodies.frames.iter().map(|frame| frame.name.clone())),
        _ => {
            let fix = "body, state, tangent, control, input, parameter, joint, joint_coordinate, joint_tangent or frame";
            return Err(argument(
                "kind",
                format!("there are no names of \"{kind}\""),
                fix,
            ));
        }
    })
}

#[pymethods]
impl Model {
    /// Return the names of everything of one kind, in order.
    ///
    /// Parameters
    /// ----------
    /// kind : {"body", "state", "tangent", "control", "input", "parameter", "joint", "joint_coordinate", "joint_tangent", "frame"}
    ///
    /// Returns
    /// -------
    /// list of str
    fn names(&self, kind: &str) -> PyResult<Vec<String>> {
        Ok(named(self, kind)?
            .into_iter()
            .map(|(name, _)| name)
            .collect())
    }

    /// Return the units of everything of one kind, in order; see `names`.
    fn units(&self, kind: &str) -> PyResult<Vec<&'static str>> {
        Ok(named(self, kind)?
            .into_iter()
            .map(|(_, unit)| unit)
            .collect())
    }

    /// Return where in a state the numbers called `name` are.
    ///
    /// Parameters
    /// ----------
    /// name : str
    ///     One of `names("state")`, or the beginning of some: "box", "box.position", "box.position.x".
    ///
    /// Returns
    /// -------
    /// slice
    ///     `x[model.index("box.position")]` is the position of the centre of mass, m.
    fn index<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PySlice>> {
        let range = layout::range(&self.bodies, name)?;
        Ok(PySlice::new(
            py,
            range.start as isize,
            range.end as isize,
            1,
        ))
    }

    /// Return the place of the tangent called `name`, e.g. "box.velocity.x".
    fn tangent_index(&self, name: &str) -> PyResult<usize> {
        self.bodies.tangent(name).map_err(crate::error::exception)
    }

    /// Return the place of the control called `name`, e.g. "finger.command.position.x".
    fn control_index(&self, name: &str) -> PyResult<usize> {
        let names = self.controls.names();
        let found = names.iter().position(|(known, _)| known == name);
        found.ok_or_else(|| {
            let fix = "one of model.names(\"control\"); with_controls chooses others";
            argument("name", format!("there is no control \"{name}\""), fix)
        })
    }
}
