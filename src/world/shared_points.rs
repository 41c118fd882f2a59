//! Points that hulls of one body share: each is one parameter that moves all of them.

use super::parameter_list::AXES;
use super::separating_plane::hull_of;
use super::{Body, Model, Parameter, ParameterKind, Part};
use crate::error::Result;
use std::sync::Arc;

/// A point of one or more hulls of a body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedPoint {
    /// `SET.points[NAME]`.
    pub name: String,
    /// The hulls that have it: the part, and the index of its first coordinate among the parameters of the placed shape.
    pub parts: Vec<(usize, usize)>,
}

/// Returns the points of parts that belong to a set ([`PointHull::set`](crate::shape::PointHull::set)), in the order of the parts.
pub(super) fn shared_points(parts: &[Part]) -> Vec<SharedPoint> {
    let mut out: Vec<SharedPoint> = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        for (name, first) in part.placed.shape.shared_points() {
            let here = (index, first);
            match out.iter_mut().find(|shared| shared.name == name) {
                Some(shared) => shared.parts.push(here),
                None => out.push(SharedPoint {
                    name,
                    parts: vec![here],
                }),
            }
        }
    }
    out
}

impl Body {
    /// Returns whether a parameter of the placed shape of a part is a coordinate of one of the body's points.
    pub(super) fn has_point(&self, part: usize, index: usize) -> bool {
        let mut parts = self.points.iter().flat_map(|point| &point.parts);
        parts.any(|&(own, first)| own == part && (first..first + 3).contains(&index))
    }

    /// Returns the parameters of its points; `index` is that of the body.
    pub(super) fn point_parameters(&self, index: usize) -> impl Iterator<Item = Parameter> + '_ {
        let points = self.points.iter().enumerate();
        points.flat_map(move |(point, shared)| {
            let values = shared.parts.first().map(|&(part, first)| {
                let all = self.parts[part].placed.parameters();
                [0, 1, 2].map(|axis| all[first + axis].value)
            });
            let coordinates = values.into_iter().flatten().enumerate();
            coordinates.map(move |(axis, value)| Parameter {
                name: format!("{}.{}.{}", self.name, shared.name, AXES[axis]),
                unit: "m",
                value,
                kind: ParameterKind::Point {
                    body: index,
                    point,
                    axis,
                },
            })
        })
    }
}

impl Part {
    /// Sets a number of the shape; what follows from the shape does so, with `length` as the unit of length.
    pub(super) fn reshape(&mut self, index: usize, value: f64, length: f64) -> Result<()> {
        self.placed = self.placed.with_parameter(index, value)?;
        self.rows = Arc::new(self.placed.rows().in_units_of(length));
        if self.hull.is_some() {
            self.hull = Some(hull_of(&self.placed, length)?);
        }
        self.bounds = self.placed.bounds();
        self.bounding_radius = self.placed.shape.bounding_radius();
        self.inscribed_radius = self.placed.shape.inscribed_radius();
        Ok(())
    }
}

impl ParameterKind {
    /// Returns the body whose shape the parameter changes.
    pub fn shaped_body(self) -> Option<usize> {
        match self {
            Self::Shape { body, .. } | Self::Point { body, .. } => Some(body),
            _ => None,
        }
    }
}

impl Model {
    /// Returns the parts of a body whose shape changes with a parameter, each with the index of the number that changes among the
    /// parameters of its placed shape.
    pub fn shaped_parts(&self, kind: ParameterKind) -> Vec<(usize, usize)> {
        match kind {
            ParameterKind::Shape { part, index, .. } => vec![(part, index)],
            ParameterKind::Point { body, point, axis } => {
                let body = self.bodies.get(body);
                let point = body.and_then(|body| body.points.get(point));
                let parts = point.into_iter().flat_map(|point| &point.parts);
                parts.map(|(part, first)| (*part, first + axis)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns which number of the placed shape of a part changes with a parameter.
    pub(crate) fn shape_index(
        &self,
        kind: ParameterKind,
        body: usize,
        part: usize,
    ) -> Option<usize> {
        if kind.shaped_body() != Some(body) {
            return None;
        }
        if let ParameterKind::Shape {
            part: own, index, ..
        } = kind
        {
            return (own == part).then_some(index);
        }
        let parts = self.shaped_parts(kind);
        let found = parts.into_iter().find(|(own, _)| *own == part);
        found.map(|(_, index)| index)
    }
}
