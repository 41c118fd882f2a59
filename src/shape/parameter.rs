//! Parameters of shapes: a flat list with names, and the derivative of the conic rows with
//! respect to each (docs/formulation.md, section 2).
//!
//! Primitives list theirs in their own files; here are the types, the choice of the primitive,
//! and how derivatives pass through placements and sums.

use super::{Minkowski, Placed, Rows, Shape};
use crate::error::{Error, Result};
use crate::math::{Rot, Vec3};

/// Unit of a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// m.
    Metre,
    /// rad.
    Radian,
}

/// One number that describes a shape.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameter {
    /// E.g. `radius`, `b[4]`, `children[0].shape.length`, `children[1].position[2]`.
    pub name: String,
    /// Value in `unit`; 0 for rotations, which are small rotation vectors from the present
    /// placement, in the enclosing frame, applied on the left.
    pub value: f64,
    /// Its unit.
    pub unit: Unit,
}

impl Parameter {
    /// A length in metres.
    pub(super) fn metres(name: impl Into<String>, value: f64) -> Self {
        Self {
            name: name.into(),
            value,
            unit: Unit::Metre,
        }
    }

    /// An angle in radians.
    pub(super) fn radians(name: impl Into<String>, value: f64) -> Self {
        Self {
            name: name.into(),
            value,
            unit: Unit::Radian,
        }
    }

    fn within(self, outer: &str) -> Self {
        Self {
            name: format!("{outer}.{}", self.name),
            ..self
        }
    }
}

/// What a coefficient of a conic row multiplies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Column {
    /// The constant term h0.
    Constant,
    /// Component k of the local point y.
    Y(usize),
    /// The scaling alpha.
    Alpha,
    /// Auxiliary variable k.
    Aux(usize),
}

/// Derivative of one coefficient of [`Shape::rows`] with respect to one parameter.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RowDerivative {
    /// Row, in the order of the rows.
    pub row: usize,
    /// Which coefficient.
    pub column: Column,
    /// The derivative, unit of the coefficient over unit of the parameter.
    pub value: f64,
}

impl RowDerivative {
    pub(super) fn new(row: usize, column: Column, value: f64) -> Self {
        Self { row, column, value }
    }

    /// The three entries of a derivative of Gy.
    pub(super) fn point(row: usize, value: &Vec3) -> [Self; 3] {
        [0, 1, 2].map(|k| Self::new(row, Column::Y(k), value[k]))
    }

    /// The entries of three columns that turn with the frame: see [`Rows::turning_columns`].
    fn triple(row: usize, first: usize, value: &Vec3) -> [Self; 3] {
        match first.checked_sub(4) {
            None => Self::point(row, value),
            Some(aux) => [0, 1, 2].map(|k| Self::new(row, Column::Aux(aux + k), value[k])),
        }
    }
}

impl Shape {
    /// The parameters, in a fixed order.
    pub fn parameters(&self) -> Vec<Parameter> {
        match self {
            Shape::HalfSpace(shape) => shape.parameters(),
            Shape::Cuboid(shape) => shape.parameters(),
            Shape::Polytope(shape) => shape.parameters(),
            Shape::Sphere(shape) => shape.parameters(),
            Shape::Ellipsoid(shape) => shape.parameters(),
            Shape::Capsule(shape) => shape.parameters(),
            Shape::Cylinder(shape) => shape.parameters(),
            Shape::CircularCone(shape) => shape.parameters(),
            Shape::PaddedPolytope(shape) => shape.parameters(),
            Shape::Minkowski(sum) => sum.parameters(),
        }
    }

    /// Number of parameters.
    pub fn parameter_count(&self) -> usize {
        match self {
            Shape::HalfSpace(_) | Shape::Sphere(_) => 1,
            Shape::Cuboid(_) | Shape::Ellipsoid(_) => 3,
            Shape::Polytope(shape) => shape.parameter_count(),
            Shape::Capsule(shape) => 1 + usize::from(shape.length > 0.0),
            Shape::Cylinder(_) | Shape::CircularCone(_) => 2,
            Shape::PaddedPolytope(shape) => 1 + shape.core.parameter_count(),
            Shape::Minkowski(sum) => sum.children.iter().map(Placed::parameter_count).sum(),
        }
    }

    /// Derivatives of [`Shape::rows`] (same row order) with respect to parameter `i`; entries
    /// that are not listed are zero. The length that multiplies the rows of an ellipsoid counts
    /// as a constant. Empty for an `i` that does not exist.
    pub fn parameter_rows(&self, i: usize) -> Vec<RowDerivative> {
        if i >= self.parameter_count() {
            return Vec::new();
        }
        match self {
            Shape::HalfSpace(_) => vec![RowDerivative::new(0, Column::Constant, 1.0)],
            Shape::Cuboid(shape) => shape.parameter_rows(i),
            Shape::Polytope(shape) => shape.parameter_rows(i),
            Shape::Sphere(_) => vec![RowDerivative::new(0, Column::Alpha, 1.0)],
            Shape::Ellipsoid(shape) => shape.parameter_rows(i),
            Shape::Capsule(shape) => shape.parameter_rows(i),
            Shape::Cylinder(shape) => shape.parameter_rows(i),
            Shape::CircularCone(shape) => shape.parameter_rows(i),
            Shape::PaddedPolytope(shape) => shape.parameter_rows(i),
            Shape::Minkowski(sum) => sum.parameter_rows(i),
        }
    }

    /// The same shape with parameter `i` set to `value`, the row order unchanged. A polytope whose
    /// face offset was moved is known by its faces from then on: it has no vertex parameters.
    ///
    /// # Errors
    /// The parameter does not exist, or the value is not one the shape accepts.
    pub fn with_parameter(&self, i: usize, value: f64) -> Result<Self> {
        if i >= self.parameter_count() {
            let why = format!("parameter {i} of {}", self.parameter_count());
            return Err(Error::value("", why, "see the list of parameters"));
        }
        Ok(match self {
            Shape::HalfSpace(shape) => Shape::HalfSpace(shape.with_offset(value)?),
            Shape::Cuboid(shape) => Shape::Cuboid(shape.with_parameter(i, value)?),
            Shape::Polytope(shape) => Shape::Polytope(shape.with_parameter(i, value)?),
            Shape::Sphere(_) => Shape::Sphere(super::Sphere::new(value)?),
            Shape::Ellipsoid(shape) => Shape::Ellipsoid(shape.with_parameter(i, value)?),
            Shape::Capsule(shape) => Shape::Capsule(shape.with_parameter(i, value)?),
            Shape::Cylinder(shape) => Shape::Cylinder(shape.with_parameter(i, value)?),
            Shape::CircularCone(shape) => Shape::CircularCone(shape.with_parameter(i, value)?),
            Shape::PaddedPolytope(shape) => Shape::PaddedPolytope(shape.with_parameter(i, value)?),
            Shape::Minkowski(sum) => Shape::Minkowski(Box::new(sum.with_parameter(i, value)?)),
        })
    }
}

impl Placed {
    /// The shape's parameters as `shape.NAME`, then `position[k]` and `rotation[k]` of the
    /// placement in the enclosing frame.
    pub fn parameters(&self) -> Vec<Parameter> {
        let own = self.shape.parameters().into_iter();
        let position = (0..3).map(|k| Parameter::metres(format!("position[{k}]"), self.offset[k]));
        let rotation = (0..3).map(|k| Parameter::radians(format!("rotation[{k}]"), 0.0));
        own.map(|p| p.within("shape"))
            .chain(position)
            .chain(rotation)
            .collect()
    }

    /// Number of parameters: the shape's and six of the placement.
    pub fn parameter_count(&self) -> usize {
        self.shape.parameter_count() + 6
    }

    /// Derivatives of [`Placed::rows`] with respect to parameter `i`.
    pub fn parameter_rows(&self, i: usize) -> Vec<RowDerivative> {
        let own = self.shape.parameter_count();
        match i.checked_sub(own) {
            None => self.turned(&self.shape.parameter_rows(i)),
            Some(k @ 0..=2) => {
                let rows = self.rows();
                let along = |i: usize| RowDerivative::new(i, Column::Constant, -rows.row(i)[k]);
                gathered((0..rows.len()).map(along).collect())
            }
            Some(k @ 3..=5) => self.swung(&Vec3::ith(k - 3, 1.0)),
            Some(_) => Vec::new(),
        }
    }

    /// The same with parameter `i` set to `value`; a rotation is applied to the present one, on
    /// the left.
    ///
    /// # Errors
    /// The parameter does not exist, or the value is not one it accepts.
    pub fn with_parameter(&self, i: usize, value: f64) -> Result<Self> {
        let mut out = self.clone();
        match i.checked_sub(self.shape.parameter_count()) {
            None => {
                let shape = self.shape.with_parameter(i, value);
                out.shape = shape.map_err(|e| e.within("shape"))?;
            }
            Some(k) if k >= 6 || !value.is_finite() => {
                let why = format!("no parameter {i}, or value {value} not finite");
                return Err(Error::value("", why, "see the list of parameters"));
            }
            Some(k @ 0..=2) => out.offset[k] = value,
            Some(k) => {
                let turn = Rot::from_scaled_axis(Vec3::ith(k - 3, value));
                out.rotation = turn * self.rotation;
            }
        }
        Ok(out)
    }

    /// Derivatives of the shape's own rows as derivatives of the placed ones.
    fn turned(&self, inner: &[RowDerivative]) -> Vec<RowDerivative> {
        let rows = self.shape.rows();
        let mut out = Vec::with_capacity(2 * inner.len());
        for d in inner {
            let (first, k) = match d.column {
                Column::Y(k) => (0, k),
                Column::Aux(k) => match rows.vectors.iter().find(|v| (**v..**v + 3).contains(&k)) {
                    Some(v) => (4 + v, k - v),
                    None => {
                        out.push(*d);
                        continue;
                    }
                },
                Column::Constant | Column::Alpha => {
                    out.push(*d);
                    continue;
                }
            };
            let turned = self.rotation * Vec3::ith(k, d.value);
            out.extend(RowDerivative::triple(d.row, first, &turned));
            if first == 0 {
                let constant = -turned.dot(&self.offset);
                out.push(RowDerivative::new(d.row, Column::Constant, constant));
            }
        }
        gathered(out)
    }

    /// Derivatives of the placed rows when the placement turns about `axis`.
    fn swung(&self, axis: &Vec3) -> Vec<RowDerivative> {
        let rows = self.rows();
        let mut out = Vec::new();
        for i in 0..rows.len() {
            for first in rows.turning_columns() {
                let column = Vec3::from_column_slice(&rows.row(i)[first..first + 3]);
                let turned = axis.cross(&column);
                out.extend(RowDerivative::triple(i, first, &turned));
                if first == 0 {
                    let constant = -turned.dot(&self.offset);
                    out.push(RowDerivative::new(i, Column::Constant, constant));
                }
            }
        }
        gathered(out)
    }
}

/// One entry per coefficient, zeros dropped, in the order of first appearance. Entries of one row
/// stand together.
fn gathered(entries: Vec<RowDerivative>) -> Vec<RowDerivative> {
    let mut out: Vec<RowDerivative> = Vec::with_capacity(entries.len());
    for entry in entries {
        let of_row = out.iter_mut().rev().take_while(|e| e.row == entry.row);
        match of_row.into_iter().find(|e| e.column == entry.column) {
            Some(same) => same.value += entry.value,
            None => out.push(entry),
        }
    }
    out.retain(|e| e.value != 0.0);
    out
}

impl Minkowski {
    fn parameters(&self) -> Vec<Parameter> {
        let children = self.children.iter().enumerate();
        children
            .flat_map(|(i, child)| {
                let outer = format!("children[{i}]");
                let own = child.parameters().into_iter();
                own.map(move |p| p.within(&outer))
            })
            .collect()
    }

    /// Which child parameter `i` belongs to, and its number there.
    fn owner(&self, i: usize) -> (usize, usize) {
        let first = self.children[0].parameter_count();
        if i < first { (0, i) } else { (1, i - first) }
    }

    fn parameter_rows(&self, i: usize) -> Vec<RowDerivative> {
        let (child, own) = self.owner(i);
        let rows = [self.children[0].rows(), self.children[1].rows()];
        let mut out = Vec::new();
        for d in self.children[child].parameter_rows(own) {
            let row = stacked_row(&rows, child, d.row);
            let e = rows[0].aux + rows[1].aux;
            let entry = |column, value| RowDerivative::new(row, column, value);
            match (d.column, child) {
                (Column::Y(k), 0) => {
                    out.push(entry(Column::Y(k), d.value));
                    out.push(entry(Column::Aux(e + k), -d.value));
                }
                (Column::Y(k), _) => out.push(entry(Column::Aux(e + k), d.value)),
                (Column::Aux(k), 1) => out.push(entry(Column::Aux(rows[0].aux + k), d.value)),
                (column, _) => out.push(entry(column, d.value)),
            }
        }
        out
    }

    fn with_parameter(&self, i: usize, value: f64) -> Result<Self> {
        let (child, own) = self.owner(i);
        let mut out = self.clone();
        let changed = self.children[child].with_parameter(own, value);
        out.children[child] = changed.map_err(|e| e.within(&format!("children[{child}]")))?;
        Ok(out)
    }
}

/// Where row `i` of a child stands in [`Rows::minkowski`]: orthant rows of both, then cones.
fn stacked_row(rows: &[Rows; 2], child: usize, i: usize) -> usize {
    let [a, b] = rows;
    match (child, i < rows[child].orthant) {
        (0, true) => i,
        (0, false) => b.orthant + i,
        (_, true) => a.orthant + i,
        (_, false) => a.len() + i,
    }
}
