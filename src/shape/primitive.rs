//! What a shape answers: one trait, implemented in the file of every shape.
//!
//! A shape says nothing about poses or other shapes. What has a default here is of no concern to
//! most shapes. All lengths are in metres, all vectors in the frame of the shape.

use super::surface::{Features, Surface};
use super::{Geom, MassProperties, Parameter, RowDerivative, Rows, Shape};
use crate::error::Result;
use crate::math::{Rot, Vec3};

/// A convex shape in its own frame.
pub(crate) trait Primitive {
    /// Conic rows.
    fn rows(&self) -> Rows;

    /// Numbers of rows and of auxiliary variables of [`Self::rows`]; where rows are many, without
    /// laying them out.
    fn row_size(&self) -> (usize, usize) {
        let rows = self.rows();
        (rows.len(), rows.aux)
    }

    /// See [`Shape::support`].
    fn support(&self, d: &Vec3) -> Option<Vec3>;

    /// See [`Shape::support_value`].
    fn support_value(&self, d: &Vec3) -> f64 {
        self.support(d).map_or(f64::INFINITY, |y| y.dot(d))
    }

    /// See [`Shape::reference_point`].
    fn reference_point(&self) -> Vec3 {
        Vec3::zeros()
    }

    /// See [`Shape::bounding_radius`].
    fn bounding_radius(&self) -> f64;

    /// Derivative of [`Self::bounding_radius`] with respect to parameter `i`, which exists.
    fn bounding_radius_rate(&self, i: usize) -> f64;

    /// See [`Shape::inscribed_radius`].
    fn inscribed_radius(&self) -> f64;

    /// Derivatives of [`Self::inscribed_radius`] with respect to parameter `i`, which exists, from
    /// the left and from the right; [`super::least::least`] finds them for the least of some lengths.
    fn inscribed_radius_rate(&self, i: usize) -> [f64; 2];

    /// See [`Shape::parameters`].
    fn parameters(&self) -> Vec<Parameter>;

    /// The length of [`Self::parameters`], without making them.
    fn parameter_count(&self) -> usize;

    /// Derivatives of [`Self::rows`] with respect to parameter `i`, which exists.
    fn parameter_rows(&self, i: usize) -> Vec<RowDerivative>;

    /// The same shape with parameter `i`, which exists, set to `value`.
    fn with_parameter(&self, i: usize, value: f64) -> Result<Shape>;

    /// See [`Shape::mass_properties`].
    fn mass_properties(&self) -> Option<MassProperties>;

    /// The shape as the hull of points plus a ball, for primitives that are one: their sums have
    /// exact mass properties.
    fn rounded(&self) -> Option<Rounded> {
        None
    }

    /// Calls `visit` for the outward normal of every flat face, turned by `turn`.
    fn face_normals(&self, _turn: &Rot, _visit: &mut dyn FnMut(Vec3)) {}

    /// Adds the faces, edges, rims and smooth parts of the shape turned by `turn`: what a surface
    /// for the viewer and the exports is made from.
    fn features(&self, features: &mut Features, turn: &Rot);

    /// Whether the surface has no edges.
    fn is_smooth(&self) -> bool {
        false
    }

    /// Number of members with rims.
    fn rims(&self) -> usize {
        0
    }

    /// Number of members of a sum.
    fn members(&self) -> usize {
        1
    }

    /// The corners of a shape with flat faces only (of a sum also points inside); `None` where
    /// they are too many.
    fn corners(&self) -> Option<Vec<Vec3>> {
        None
    }

    /// The surface where it need not be found from support points.
    fn exact_surface(&self) -> Option<Surface> {
        None
    }

    /// See [`Shape::geom`].
    fn geom(&self) -> Option<Geom> {
        None
    }
}

/// The hull of points plus a ball about each.
pub(crate) struct Rounded {
    pub points: Vec<Vec3>,
    pub radius: f64,
}
