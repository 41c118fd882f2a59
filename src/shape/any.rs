//! These are the questions that every shape answers.

use super::{MassProperties, Parameter, RowDerivative, Rows, Shape};
use crate::error::{Error, Result};
use crate::math::Vec3;

/// A `Geom` is a shape of a type that other simulators have too.
#[derive(Debug, Clone, PartialEq)]
pub struct Geom {
    /// The type is `sphere`, `box`, `ellipsoid`, `capsule`, `cylinder` or `mesh`; its axis is z.
    pub kind: &'static str,
    /// The sizes (m) are the radius, the half extents, the semi-axes, or the radius and half the length; those of a mesh are the
    /// coordinates of its corners, three for each.
    pub sizes: Vec<f64>,
}

impl Shape {
    /// Returns the outward normal of a half-space, in the shape frame; none of another shape.
    pub fn plane_normal(&self) -> Option<Vec3> {
        match self {
            Shape::HalfSpace(plane) => Some(plane.normal),
            _ => None,
        }
    }

    /// Returns the centres (shape frame, m) and the radii (m) of the balls at the round ends of a sphere, capsule or tapered capsule;
    /// none of another shape.
    pub fn round_ends(&self) -> Vec<(Vec3, f64)> {
        self.primitive().round_ends()
    }

    /// Conic rows in the shape frame.
    pub fn rows(&self) -> Rows {
        self.primitive().rows()
    }

    /// Returns the numbers of rows and of auxiliary variables of [`Shape::rows`].
    pub fn row_size(&self) -> (usize, usize) {
        self.primitive().row_size()
    }

    /// Support point in direction `d` (shape frame, any length): the y of the shape with the
    /// largest d.y. A half-space has none in most directions and answers `None`.
    pub fn support(&self, d: &Vec3) -> Option<Vec3> {
        self.primitive().support(d)
    }

    /// The point to which the shape shrinks as alpha goes to 0, shape frame, m: the origin, for a
    /// sum the sum of its children's.
    pub fn reference_point(&self) -> Vec3 {
        self.primitive().reference_point()
    }

    /// Support function h(d) = max d.y (shape frame) for a unit `d`, m. A half-space has a finite
    /// value only along its own normal (to 1e-9 rad), else it is infinite.
    pub fn support_value(&self, d: &Vec3) -> f64 {
        self.primitive().support_value(d)
    }

    /// Radius about the reference point (the origin of the shape frame) of the smallest ball that
    /// contains the shape, m; infinite for a half-space. For a sum an upper bound: the distance
    /// of its centre plus the radii of its children.
    pub fn bounding_radius(&self) -> f64 {
        self.primitive().bounding_radius()
    }

    /// Radius about the reference point of the largest ball inside the shape, m; 0 for a
    /// half-space (docs/formulation.md, section 4, step 2). It is used only as a scale. For a sum it is the sum
    /// of the children's radii: a ball of that radius about the sum of the children's origins
    /// (not the origin of the sum's frame) is inside, so it is positive whatever the offsets.
    pub fn inscribed_radius(&self) -> f64 {
        self.primitive().inscribed_radius()
    }

    /// Derivative of [`Shape::bounding_radius`] with respect to parameter `i` of
    /// [`Shape::parameters`]; 0 for one that does not exist and for a half-space. Where several
    /// corners of a polytope are farthest, the mean of both sides.
    pub fn bounding_radius_rate(&self, i: usize) -> f64 {
        if i >= self.parameter_count() {
            return 0.0;
        }
        self.primitive().bounding_radius_rate(i)
    }

    /// Derivatives of the inscribed radius with respect to parameter `i` of [`Shape::parameters`], from the left and
    /// from the right; 0 for one that does not exist and for a half-space. The inscribed radius is
    /// the least of several lengths (half extents, face offsets), so it has a kink where two of
    /// them are equal, as in every cube.
    pub fn inscribed_radius_rate(&self, i: usize) -> [f64; 2] {
        if i >= self.parameter_count() {
            return [0.0; 2];
        }
        self.primitive().inscribed_radius_rate(i)
    }

    /// The parameters, in a fixed order.
    pub fn parameters(&self) -> Vec<Parameter> {
        self.primitive().parameters()
    }

    /// Number of parameters.
    pub fn parameter_count(&self) -> usize {
        self.primitive().parameter_count()
    }

    /// Derivatives of [`Shape::rows`] (same row order) with respect to parameter `i`; entries
    /// that are not listed are zero. The length that multiplies the rows of an ellipsoid counts
    /// as a constant. Empty for an `i` that does not exist.
    pub fn parameter_rows(&self, i: usize) -> Vec<RowDerivative> {
        if i >= self.parameter_count() {
            return Vec::new();
        }
        self.primitive().parameter_rows(i)
    }

    /// Returns the points that hulls of one body may share ([`PointHull::sharing`](super::PointHull::sharing)): their names, as
    /// `SET.points[NAME]`, each with the index of its first coordinate among the parameters.
    pub fn shared_points(&self) -> Vec<(String, usize)> {
        self.primitive().shared_points()
    }

    /// Returns the origin of the shape frame in the numbers of its parameters, m: a hull of points that is built anew from others may have
    /// another one, though none of its points moves.
    pub fn origin(&self) -> Vec3 {
        self.primitive().origin()
    }

    /// Returns the shape with parameter `i` set to `value`, the row order unchanged. A polytope whose
    /// face offset was moved is known by its faces from then on: it has no vertex parameters.
    ///
    /// # Errors
    /// The parameter does not exist, or the value is not one the shape accepts.
    pub fn with_parameter(&self, i: usize, value: f64) -> Result<Self> {
        if i >= self.parameter_count() {
            let why = format!("parameter {i} of {}", self.parameter_count());
            return Err(Error::value("", why, "see the list of parameters"));
        }
        self.primitive().with_parameter(i, value)
    }

    /// Mass properties at unit density in the shape frame; `None` for a half-space.
    pub fn mass_properties(&self) -> Option<MassProperties> {
        self.primitive().mass_properties()
    }

    /// Tells whether the shape is bounded; a half-space is not.
    pub fn is_bounded(&self) -> bool {
        !matches!(self, Shape::HalfSpace(_))
    }

    /// Returns the shape in the words of other simulators if it is one of theirs.
    pub fn geom(&self) -> Option<Geom> {
        self.primitive().geom()
    }
}
