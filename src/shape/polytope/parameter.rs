//! Parameters of a polytope: the face offsets b, and the vertices where each may move on its own
//! (built from vertices, all faces triangles).

use super::Polytope;
use crate::error::{Error, Result};
use crate::math::Vec3;
use crate::shape::{Column, Parameter, RowDerivative};

impl Polytope {
    pub(super) fn number_of_parameters(&self) -> usize {
        let vertices = if self.simplicial {
            self.vertices.len()
        } else {
            0
        };
        self.offsets.len() + 3 * vertices
    }

    /// `b[i]` of every face, then `vertex[i].x`, `.y`, `.z`.
    pub(super) fn list_parameters(&self) -> Vec<Parameter> {
        let offsets = self.offsets.iter().enumerate();
        let mut all: Vec<Parameter> = offsets
            .map(|(i, &b)| Parameter::metres(format!("b[{i}]"), b))
            .collect();
        if self.simplicial {
            for (i, vertex) in self.vertices.iter().enumerate() {
                for (axis, &value) in ["x", "y", "z"].iter().zip(vertex) {
                    all.push(Parameter::metres(format!("vertex[{i}].{axis}"), value));
                }
            }
        }
        all
    }

    /// A face offset moves its own face; a vertex turns the faces around it.
    pub(super) fn row_derivatives(&self, i: usize) -> Vec<RowDerivative> {
        let Some(number) = i.checked_sub(self.offsets.len()) else {
            return vec![RowDerivative::new(i, Column::Alpha, 1.0)];
        };
        let (vertex, axis) = (number / 3, number % 3);
        let mut out = Vec::new();
        for (face, corners) in self.corners.iter().enumerate() {
            let Some(here) = corners.iter().position(|&c| c == vertex) else {
                continue;
            };
            let p = self.vertices[corners[(here + 1) % 3]];
            let q = self.vertices[corners[(here + 2) % 3]];
            let v = self.vertices[vertex];
            // The face rises by n_axis times the barycentric coordinate of the vertex, whose
            // gradient is n x (q - p) / (2 area); the other corners stay.
            let n = &self.normals[face];
            let double_area = (p - v).cross(&(q - v)).norm();
            let turn = n.cross(&(q - p)) * (-n[axis] / double_area);
            out.extend(RowDerivative::point(face, &-turn));
            out.push(RowDerivative::new(face, Column::Alpha, turn.dot(&p)));
        }
        out
    }

    /// Moves one face (the corners follow, and with them the vertex parameters end) or one vertex
    /// (its faces follow); the order of the faces stays.
    pub(in crate::shape) fn moved(&self, i: usize, value: f64) -> Result<Self> {
        if !value.is_finite() {
            let why = format!("not a finite number: {value}");
            return Err(Error::value("", why, "give metres"));
        }
        let Some(number) = i.checked_sub(self.offsets.len()) else {
            let mut offsets = self.offsets.clone();
            offsets[i] = value;
            return Self::from_unit_faces(self.normals.clone(), offsets);
        };
        let mut out = self.clone();
        out.vertices[number / 3][number % 3] = value;
        for (face, corners) in self.corners.iter().enumerate() {
            if !corners.contains(&(number / 3)) {
                continue;
            }
            let [a, b, c] = [0, 1, 2].map(|k| out.vertices[corners[k]]);
            let normal = (b - a).cross(&(c - a)).try_normalize(0.0);
            let normal = normal.ok_or_else(not_convex)?;
            out.normals[face] = normal;
            out.offsets[face] = normal.dot(&a);
        }
        out.convex_with_origin_inside()
    }

    fn convex_with_origin_inside(self) -> Result<Self> {
        let size = self.vertices.iter().map(Vec3::norm).fold(0.0, f64::max);
        let planes = || self.normals.iter().zip(&self.offsets);
        let below = |v: &Vec3| planes().all(|(n, b)| n.dot(v) <= b + 1e-9 * size);
        if self.vertices.iter().all(below) {
            self.with_origin_inside()
        } else {
            Err(not_convex())
        }
    }
}

fn not_convex() -> Error {
    Error::value(
        "",
        "with this vertex the faces are no longer those of a convex polytope",
        "move it less, or take a new hull of the vertices",
    )
}
