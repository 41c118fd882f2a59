//! Minkowski sum of two placed shapes (SL eq. 25). Children may be sums again; half-spaces may not
//! take part. The offsets of the children do not scale.

mod corners;
mod mass;
mod parameter;

use super::hull;
use super::primitive::{Primitive, Rounded};
use super::skin::{Face, Piece};
use super::surface::Features;
use super::{MassProperties, Parameter, Placed, RowDerivative, Rows, Shape};
use crate::error::{Error, Result};
use crate::math::{Rot, Vec3};

/// Sum of two placed children.
#[derive(Debug, Clone, PartialEq)]
pub struct Minkowski {
    /// The two children in the frame of the sum.
    pub children: [Placed; 2],
}

impl Minkowski {
    /// The sum of two placed shapes.
    pub fn new(first: Placed, second: Placed) -> Result<Self> {
        for (i, child) in [&first, &second].into_iter().enumerate() {
            if !child.shape.is_bounded() {
                return Err(Error::value(
                    format!("of[{i}]"),
                    "a half-space is unbounded and does not scale",
                    "shift the plane by the other shape instead",
                ));
            }
        }
        Ok(Self {
            children: [first, second],
        })
    }
}

impl Primitive for Minkowski {
    /// The children's rows, stacked.
    fn rows(&self) -> Rows {
        let [first, second] = &self.children;
        Rows::minkowski(&first.rows(), &second.rows())
    }

    fn row_size(&self) -> (usize, usize) {
        let [first, second] = &self.children;
        let (a, b) = (first.shape.row_size(), second.shape.row_size());
        (a.0 + b.0, a.1 + b.1 + 3)
    }

    fn support(&self, d: &Vec3) -> Option<Vec3> {
        Some(self.children[0].support(d)? + self.children[1].support(d)?)
    }

    /// Sum of the children's reference points.
    fn reference_point(&self) -> Vec3 {
        let own = |c: &Placed| c.offset + c.rotation * c.shape.reference_point();
        own(&self.children[0]) + own(&self.children[1])
    }

    fn bounding_radius(&self) -> f64 {
        let [a, b] = &self.children;
        (a.offset + b.offset).norm() + a.shape.bounding_radius() + b.shape.bounding_radius()
    }

    fn bounding_radius_rate(&self, i: usize) -> f64 {
        let [a, b] = &self.children;
        let (child, i) = match i.checked_sub(a.parameter_count()) {
            None => (a, i),
            Some(i) => (b, i),
        };
        match i.checked_sub(child.shape.parameter_count()) {
            Some(k @ 0..=2) => (a.offset + b.offset)
                .try_normalize(0.0)
                .map_or(0.0, |towards| towards[k]),
            _ => child.bounding_radius_rate(i),
        }
    }

    fn inscribed_radius(&self) -> f64 {
        let [a, b] = &self.children;
        a.shape.inscribed_radius() + b.shape.inscribed_radius()
    }

    fn inscribed_radius_rate(&self, i: usize) -> [f64; 2] {
        let [a, b] = &self.children;
        match i.checked_sub(a.parameter_count()) {
            None => a.inscribed_radius_rate(i),
            Some(i) => b.inscribed_radius_rate(i),
        }
    }

    fn parameters(&self) -> Vec<Parameter> {
        self.list_parameters()
    }

    fn parameter_count(&self) -> usize {
        self.children.iter().map(Placed::parameter_count).sum()
    }

    fn parameter_rows(&self, i: usize) -> Vec<RowDerivative> {
        self.row_derivatives(i)
    }

    fn with_parameter(&self, i: usize, value: f64) -> Result<Shape> {
        self.moved(i, value).map(Shape::from)
    }

    fn mass_properties(&self) -> Option<MassProperties> {
        Some(self.mass())
    }

    fn face_normals(&self, turn: &Rot, visit: &mut dyn FnMut(Vec3)) {
        for child in &self.children {
            let turn = turn * child.rotation;
            child.shape.primitive().face_normals(&turn, visit);
        }
    }

    fn features(&self, features: &mut Features, turn: &Rot) {
        for child in &self.children {
            let turn = turn * child.rotation;
            child.shape.primitive().features(features, &turn);
        }
    }

    fn is_smooth(&self) -> bool {
        let mut children = self.children.iter();
        children.any(|child| child.shape.primitive().is_smooth())
    }

    /// A sum of three rims hardly has an edge.
    fn rims(&self) -> usize {
        let children = self.children.iter();
        children.map(|child| child.shape.primitive().rims()).sum()
    }

    fn members(&self) -> usize {
        let children = self.children.iter();
        children
            .map(|child| child.shape.primitive().members())
            .sum()
    }

    fn corners(&self) -> Option<Vec<Vec3>> {
        self.sums_of_corners()
    }

    fn rounded(&self) -> Option<Rounded> {
        self.rounded_at(&Rot::identity(), &Vec3::zeros())
    }

    /// A sum of polytopes is the hull of its corners.
    fn pieces(&self) -> Option<Vec<Piece>> {
        let points = self.sums_of_corners()?;
        let hull = hull::hull(&points, usize::MAX).ok()?;
        let piece = |face: &hull::Face| {
            let corners = face.corners.iter().map(|&c| points[hull.vertices[c]]);
            Piece::Face(Face::sharp(corners.collect(), face.normal))
        };
        Some(hull.faces.iter().map(piece).collect())
    }
}
