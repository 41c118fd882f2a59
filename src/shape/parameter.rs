//! Parameters of shapes: a flat list with names, and the derivative of the conic rows with
//! respect to each (docs/formulation.md, section 2).
//!
//! Primitives list theirs in their own files; here are the types.

use crate::math::Vec3;

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
    /// Unit of the parameter.
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

    pub(super) fn within(self, outer: &str) -> Self {
        Self {
            name: format!("{outer}.{}", self.name),
            ..self
        }
    }
}

/// The quantity that a coefficient of a conic row multiplies.
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

/// Derivative of one coefficient of [`super::Shape::rows`] with respect to one parameter.
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

    /// The entries of three columns that turn with the frame: see [`super::Rows::turning_columns`].
    pub(super) fn triple(row: usize, first: usize, value: &Vec3) -> [Self; 3] {
        match first.checked_sub(4) {
            None => Self::point(row, value),
            Some(aux) => [0, 1, 2].map(|k| Self::new(row, Column::Aux(aux + k), value[k])),
        }
    }
}
