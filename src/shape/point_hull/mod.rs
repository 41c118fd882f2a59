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
mod shared;
mod table;
mod written;

pub use mass::MassFrom;
pub(crate) use shared::HullsTable;
pub(crate) use table::Table;

use super::polytope::checked_hull;
use super::{Placed, Polytope, Shape};
use crate::error::{Error, Result, finite, positive};
use crate::math::Vec3;

/// A centre stays where it is while it is this deep inside, of the depth of the centre of volume.
const DEEP: f64 = 0.1;

/// The hull of points, grown by a ball.
#[derive(Debug, Clone, PartialEq)]
pub struct PointHull {
    /// All points, in the numbers of the scene, m.
    points: Vec<Vec3>,
    /// The origin of the frame of the shape in these numbers, m.
    origin: Vec3,
    /// Names of the points; empty where they have none.
    names: Vec<String>,
    /// The set of points that the hull shares with other hulls of its body, if it does.
    set: Option<String>,
    /// Radius of the ball, m; 0 without one.
    radius: f64,
    /// What has the mass of the shape.
    mass_from: MassFrom,
    /// The triangles of the first hull, as indices into `points`; empty where the mass does not come from them.
    mesh: Vec<[usize; 3]>,
    /// The scaling is about this point of the frame of the shape, m.
    centre: Vec3,
    /// The hull of the points now, in the frame of the shape, whose origin need not be inside.
    core: Box<Polytope>,
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
        Self::about(points.to_vec(), names, [Vec3::zeros(); 2])
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
        Self::about(points, names, [Vec3::zeros(); 2])
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

    /// Makes the points those of a set: hulls of one body whose points have the same set and name share them, and such a point is one
    /// parameter of the body that moves them all.
    #[must_use]
    pub fn sharing(mut self, set: impl Into<String>) -> Self {
        self.set = Some(set.into());
        self
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

    /// Returns all points as they were given, m.
    pub fn points(&self) -> &[Vec3] {
        &self.points
    }

    /// Returns the names of the points, in their order; empty where they have none.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the set of its points, if other hulls may share them.
    pub fn set(&self) -> Option<&str> {
        self.set.as_deref()
    }

    /// Returns the radius of the ball, m; 0 without one.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// Places the hull where it is, with the centre of its scaling as the origin of the frame of the shape: bounds about it are as small as
    /// they can be. Points and their parameters keep their numbers.
    pub fn placed(mut self) -> Placed {
        let shift = std::mem::take(&mut self.centre);
        self.origin += shift;
        let core = &mut *self.core;
        core.vertices.iter_mut().for_each(|v| *v -= shift);
        for (offset, normal) in core.offsets.iter_mut().zip(&core.normals) {
            *offset -= normal.dot(&shift);
        }
        Placed {
            offset: shift,
            ..Placed::from(self)
        }
    }

    /// The hull in the frame at `origin`, about `centre` in that frame where it is deep inside, else about its centre of volume.
    fn about(points: Vec<Vec3>, names: Vec<String>, [origin, centre]: [Vec3; 2]) -> Result<Self> {
        for (i, point) in points.iter().enumerate() {
            let fix = "give finite coordinates in metres";
            finite(&field_of(&names, i), point.as_slice(), fix)?;
        }
        let local: Vec<Vec3> = points.iter().map(|point| point - origin).collect();
        let mut hull = checked_hull(&local).map_err(|e| Error {
            field: "points".into(),
            ..e
        })?;
        // Rows keep their order while faces keep their corners.
        for face in &mut hull.faces {
            let corners = &mut face.corners;
            let first = (0..corners.len()).min_by_key(|&k| corners[k]);
            corners.rotate_left(first.unwrap_or(0));
        }
        hull.faces.sort_by(|a, b| a.corners.cmp(&b.corners));
        let core = Polytope::of_hull(&local, &hull);
        let middle = core.moments().properties(0.0).centre;
        let deep = core.depth(&centre) >= DEEP * core.depth(&middle);
        Ok(Self {
            points,
            origin,
            names,
            set: None,
            radius: 0.0,
            mass_from: MassFrom::Solid,
            mesh: Vec::new(),
            centre: if deep { centre } else { middle },
            core: Box::new(core),
            spanning: hull.vertices,
        })
    }

    /// Returns the same shape with a point at another place.
    fn moved(&self, point: usize, to: Vec3) -> Result<Self> {
        let mut points = self.points.clone();
        points[point] = to;
        let moved = Self::about(points, self.names.clone(), [self.origin, self.centre])?;
        let moved = Self {
            set: self.set.clone(),
            radius: self.radius,
            mass_from: self.mass_from,
            mesh: self.mesh.clone(),
            ..moved
        };
        moved.check_mesh()
    }

    /// Returns a point in the frame of the shape.
    fn local(&self, point: usize) -> Vec3 {
        self.points[point] - self.origin
    }

    /// Returns the distance of every face of the core from the centre: b - n.c.
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
