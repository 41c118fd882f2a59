//! Here a polytope answers what every shape is asked.

use super::Polytope;
use crate::error::Result;
use crate::math::{Rot, Vec3, tangents};
use crate::shape::mass::Moments;
use crate::shape::primitive::{Primitive, Rounded};
use crate::shape::skin::{Face, Piece};
use crate::shape::support::{farthest, largest, smallest};
use crate::shape::surface::{Builder, Curve, Features, Surface};
use crate::shape::{Geom, MassProperties, Parameter, RowDerivative, Rows, Shape};
use std::collections::HashMap;

impl Polytope {
    /// Tetrahedra from the origin to the triangles of every face.
    pub(in crate::shape) fn moments(&self) -> Moments {
        let mut moments = Moments::default();
        for corners in &self.corners {
            let at = |k: usize| &self.vertices[corners[k]];
            for k in 2..corners.len() {
                moments.add_tetrahedron(at(0), at(k - 1), at(k));
            }
        }
        moments
    }
}

impl Primitive for Polytope {
    fn geom(&self) -> Option<Geom> {
        Some(Geom {
            kind: "mesh",
            sizes: self.vertices.iter().flatten().copied().collect(),
        })
    }

    /// alpha b - A y (SL eq. 44).
    fn rows(&self) -> Rows {
        let mut rows = Rows::new(0);
        for (normal, &offset) in self.normals.iter().zip(&self.offsets) {
            rows.push_orthant(0.0, -normal, offset, &[]);
        }
        rows
    }

    fn row_size(&self) -> (usize, usize) {
        (self.normals.len(), 0)
    }

    fn support(&self, d: &Vec3) -> Option<Vec3> {
        Some(farthest(&self.vertices, d))
    }

    fn bounding_radius(&self) -> f64 {
        largest(&self.vertices)
    }

    fn bounding_radius_rate(&self, i: usize) -> f64 {
        self.radius_rate(i)
    }

    fn inscribed_radius(&self) -> f64 {
        smallest(&self.offsets)
    }

    fn inscribed_radius_rate(&self, i: usize) -> [f64; 2] {
        self.inscribed_rate(i)
    }

    fn parameters(&self) -> Vec<Parameter> {
        self.list_parameters()
    }

    fn parameter_count(&self) -> usize {
        self.number_of_parameters()
    }

    fn parameter_rows(&self, i: usize) -> Vec<RowDerivative> {
        self.row_derivatives(i)
    }

    fn with_parameter(&self, i: usize, value: f64) -> Result<Shape> {
        self.moved(i, value).map(Shape::from)
    }

    fn mass_properties(&self) -> Option<MassProperties> {
        Some(self.moments().properties(0.0))
    }

    fn rounded(&self) -> Option<Rounded> {
        Some(Rounded {
            points: self.vertices.clone(),
            radius: 0.0,
        })
    }

    fn face_normals(&self, turn: &Rot, visit: &mut dyn FnMut(Vec3)) {
        self.normals.iter().for_each(|n| visit(turn * n));
    }

    fn features(&self, features: &mut Features, turn: &Rot) {
        let mut face_on = HashMap::new();
        for (face, corners) in self.corners.iter().enumerate() {
            let n = turn * self.normals[face];
            if corners.len() >= 3 {
                features.faces.push([n, tangents(&n).0]);
            }
            for k in 0..corners.len() {
                let (from, to) = (corners[k], corners[(k + 1) % corners.len()]);
                face_on.insert((from, to), n);
                let other = face_on.get(&(to, from));
                features
                    .curves
                    .extend(other.and_then(|m| Curve::arc(m, &n)));
            }
        }
    }

    fn corners(&self) -> Option<Vec<Vec3>> {
        Some(self.vertices.clone())
    }

    fn pieces(&self) -> Option<Vec<Piece>> {
        let faces = self.normals.iter().zip(&self.corners);
        let faces = faces.filter(|(_, corners)| corners.len() >= 3);
        let piece = |(normal, corners): (&Vec3, &Vec<usize>)| {
            let corners = corners.iter().map(|&i| self.vertices[i]).collect();
            Piece::Face(Face::sharp(corners, *normal))
        };
        Some(faces.map(piece).collect())
    }

    /// The faces are the surface.
    fn exact_surface(&self) -> Option<Surface> {
        let mut builder = Builder::default();
        for (normal, corners) in self.normals.iter().zip(&self.corners) {
            builder.face(corners, |i| (self.vertices[i], *normal));
        }
        Some(builder.surface)
    }
}
