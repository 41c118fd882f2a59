//! The trait that every shape implements in its own file.
//!
//! A shape knows nothing about poses or other shapes. Most shapes leave the methods with a default
//! as they are. All lengths are in metres, all vectors are in the frame of the shape.

use super::skin::Piece;
use super::surface::{Features, Surface};
use super::{Geom, HullPointRates, MassProperties, Parameter, RowDerivative, Rows, Shape};
use crate::error::Result;
use crate::math::{Rot, Vec3};

/// `Primitive` is what the rest of the program asks of a convex shape in its own frame.
pub(crate) trait Primitive {
    /// Returns the conic rows; see [`Shape::rows`].
    fn rows(&self) -> Rows;

    /// Returns the numbers of rows and of auxiliary variables of [`Self::rows`]. A shape with many
    /// rows counts them without laying them out.
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

    /// Returns the derivative of [`Self::bounding_radius`] with respect to parameter `i`, which exists.
    fn bounding_radius_rate(&self, i: usize) -> f64;

    /// See [`Shape::inscribed_radius`].
    fn inscribed_radius(&self) -> f64;

    /// Returns the derivatives of [`Self::inscribed_radius`] with respect to parameter `i`, which
    /// exists, from the left and from the right; [`super::least::least`] finds them for the least of
    /// some lengths.
    fn inscribed_radius_rate(&self, i: usize) -> [f64; 2];

    /// See [`Shape::parameters`].
    fn parameters(&self) -> Vec<Parameter>;

    /// Returns the length of [`Self::parameters`] without making the list.
    fn parameter_count(&self) -> usize;

    /// Returns the derivatives of [`Self::rows`] with respect to parameter `i`, which exists.
    fn parameter_rows(&self, i: usize) -> Vec<RowDerivative>;

    /// Returns the same shape with parameter `i`, which exists, set to `value`.
    fn with_parameter(&self, i: usize, value: f64) -> Result<Shape>;

    /// Returns how the points of [`Self::rounded`] change with parameter `i`, which exists; `None` where it is found by differences.
    fn hull_point_rates(&self, _i: usize) -> Option<HullPointRates> {
        None
    }

    /// See [`Shape::shared_points`].
    fn shared_points(&self) -> Vec<(String, usize)> {
        Vec::new()
    }

    /// See [`Shape::origin`].
    fn origin(&self) -> Vec3 {
        Vec3::zeros()
    }

    /// See [`Shape::mass_properties`].
    fn mass_properties(&self) -> Option<MassProperties>;

    /// Returns the shape as the hull of points plus a ball if it is one: sums of such primitives
    /// have exact mass properties.
    fn rounded(&self) -> Option<Rounded> {
        None
    }

    /// Calls `visit` for the outward normal of every flat face, turned by `turn`.
    fn face_normals(&self, _turn: &Rot, _visit: &mut dyn FnMut(Vec3)) {}

    /// Adds the faces, edges, rims and smooth parts of the shape turned by `turn`. The surface for
    /// the viewer and the exports is made from them.
    fn features(&self, features: &mut Features, turn: &Rot);

    /// Tells whether the surface has no edges.
    fn is_smooth(&self) -> bool {
        false
    }

    /// Counts the members with rims.
    fn rims(&self) -> usize {
        0
    }

    /// See [`Shape::round_ends`].
    fn round_ends(&self) -> Vec<(Vec3, f64)> {
        Vec::new()
    }

    /// Counts the members of a sum.
    fn members(&self) -> usize {
        1
    }

    /// Returns the corners of a shape with flat faces only (for a sum also points inside); `None`
    /// for other shapes and where there are too many.
    fn corners(&self) -> Option<Vec<Vec3>> {
        None
    }

    /// Returns the surface if it need not be found from support points.
    fn exact_surface(&self) -> Option<Surface> {
        None
    }

    /// Returns the surface in pieces for a skin; `None` where they are to be found from [`Shape::surface`].
    fn pieces(&self) -> Option<Vec<Piece>> {
        None
    }

    /// See [`Shape::geom`].
    fn geom(&self) -> Option<Geom> {
        None
    }
}

/// A `Rounded` is the hull of points plus a ball about each.
pub(crate) struct Rounded {
    pub points: Vec<Vec3>,
    pub radius: f64,
}
