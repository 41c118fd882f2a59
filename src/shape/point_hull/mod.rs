//! Hull of points: every point is kept, those inside the hull too, and a ball may grow the hull.
//!
//! A point is a parameter that may move anywhere: faces are found anew from all points. The conic rows
//! are those of the hull about a centre c that is strictly inside, wherever the origin is,
//!
//! ```text
//! n.c + alpha (b - n.c) - n.(y + e) >= 0     for the faces n.y <= b,     |e| <= alpha R
//! ```
//!
//! and depend on the points that span faces; the separating-plane model sees all points.

mod mass;
mod primitive;
mod rates;
mod table;
mod written;

pub use mass::MassFrom;
pub(crate) use table::Table;

use super::polytope::checked_hull;
use super::{Polytope, Shape};
use crate::error::{Error, Result, finite, positive};
use crate::math::Vec3;

/// A centre stays where it is while it is this deep inside, of the depth of the centre of volume.
const DEEP: f64 = 0.1;

/// The hull of points, grown by a ball.
#[derive(Debug, Clone, PartialEq)]
pub struct PointHull {
    /// All points, m.
    points: Vec<Vec3>,
    /// Names of the points; empty where they have none.
    names: Vec<String>,
    /// Radius of the ball, m; 0 without one.
    radius: f64,
    /// What has the mass of the shape.
    mass_from: MassFrom,
    /// The triangles of the first hull, as indices into `points`; empty where the mass does not come from them.
    mesh: Vec<[usize; 3]>,
    /// The scaling is about this point, m.
    centre: Vec3,
    /// The hull of the points now; the origin of the frame need not be inside.
    core: Polytope,
    /// The points that are the vertices of `core`, in their order.
    spanning: Vec<usize>,
}

impl PointHull {
    /// The hull of `points` (m).
    ///
    /// # Errors
    /// Field `points`: fewer than 4 points, not finite, flat, too many.
    pub fn new(points: &[Vec3]) -> Result<Self> {
        let names = Vec::new();
        Self::with_centre(points.to_vec(), names, Vec3::zeros())
    }

    /// The hull of named points (m).
    ///
    /// # Errors
    /// As [`Self::new`]; a name that is empty, used twice or has other characters than letters, digits, `_` and `-`.
    pub fn named<N: Into<String>>(points: impl IntoIterator<Item = (N, Vec3)>) -> Result<Self> {
        let named = points.into_iter().map(|(name, point)| (name.into(), point));
        let (names, points): (Vec<String>, Vec<Vec3>) = named.unzip();
        for (i, name) in names.iter().enumerate() {
            check_name(name)?;
            if names[..i].contains(name) {
                let why = "name is used twice";
                return Err(Error::value(field_of(&names, i), why, "rename one of them"));
            }
        }
        Self::with_centre(points, names, Vec3::zeros())
    }

    /// Returns the hull grown by a ball of `radius` (m).
    ///
    /// # Errors
    /// The radius is not positive and finite.
    pub fn grown(mut self, radius: f64) -> Result<Self> {
        let fix = "give a positive radius, or leave it out";
        self.radius = positive("radius", radius, fix)?;
        Ok(self)
    }

    /// Returns the hull with its mass from something else than the solid.
    #[must_use]
    pub fn mass_from(mut self, mass_from: MassFrom) -> Self {
        self.mass_from = mass_from;
        self.mesh = match mass_from {
            MassFrom::Solid => Vec::new(),
            MassFrom::Mesh | MassFrom::Vertices => self.triangles(),
        };
        self
    }

    /// Returns all points, m.
    pub fn points(&self) -> &[Vec3] {
        &self.points
    }

    /// Returns the names of the points, in their order; empty where they have none.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the radius of the ball, m; 0 without one.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// The hull about `centre` where that is deep inside, else about its centre of volume.
    fn with_centre(points: Vec<Vec3>, names: Vec<String>, centre: Vec3) -> Result<Self> {
        for (i, point) in points.iter().enumerate() {
            let fix = "give finite coordinates in metres";
            finite(&field_of(&names, i), point.as_slice(), fix)?;
        }
        let hull = checked_hull(&points).map_err(|e| Error {
            field: "points".into(),
            ..e
        })?;
        let core = Polytope::of_hull(&points, &hull);
        let middle = core.moments().properties(0.0).centre;
        let deep = core.depth(&centre) >= DEEP * core.depth(&middle);
        Ok(Self {
            points,
            names,
            radius: 0.0,
            mass_from: MassFrom::Solid,
            mesh: Vec::new(),
            centre: if deep { centre } else { middle },
            core,
            spanning: hull.vertices,
        })
    }

    /// Returns the same shape with a point at another place.
    fn moved(&self, point: usize, to: Vec3) -> Result<Self> {
        let mut points = self.points.clone();
        points[point] = to;
        let moved = Self::with_centre(points, self.names.clone(), self.centre)?;
        let moved = Self {
            radius: self.radius,
            mass_from: self.mass_from,
            mesh: self.mesh.clone(),
            ..moved
        };
        moved.check_mesh()
    }

    /// Returns the depth of the core's farthest face below its ball's surface at every face: b - n.c.
    fn depths(&self) -> impl Iterator<Item = f64> + Clone + '_ {
        let planes = self.core.normals.iter().zip(&self.core.offsets);
        planes.map(|(normal, offset)| offset - normal.dot(&self.centre))
    }

    /// Returns the number of parameters before those of the points.
    fn first_point(&self) -> usize {
        usize::from(self.radius > 0.0)
    }

    /// Returns the point and the axis of parameter `i`; `None` of the radius.
    fn point_and_axis(&self, i: usize) -> Option<(usize, usize)> {
        let number = i.checked_sub(self.first_point())?;
        Some((number / 3, number % 3))
    }
}

/// Returns the field of a point in messages.
fn field_of(names: &[String], point: usize) -> String {
    match names.get(point) {
        Some(name) => format!("points.{name}"),
        None => format!("points[{point}]"),
    }
}

/// Checks that a name can stand in the name of a parameter.
fn check_name(name: &str) -> Result<()> {
    let fits = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    if !name.is_empty() && name.chars().all(fits) {
        return Ok(());
    }
    let why = format!("\"{name}\" is not a name of a point");
    Err(Error::value("points", why, "use letters, digits, _ and -"))
}

impl Shape {
    /// The hull of points that are all kept, wherever the origin of the shape frame is.
    pub fn point_hull(points: &[Vec3]) -> Result<Shape> {
        PointHull::new(points).map(Shape::from)
    }
}
