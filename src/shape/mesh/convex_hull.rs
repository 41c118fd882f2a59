//! The convex hull of points of any number, before it is reduced.

use crate::error::{Error, Result};
use crate::math::Vec3;
use crate::shape::hull::{self, Face, Failure, Hull};
use crate::shape::polytope::direction;

/// Largest number of faces of a hull that is reduced.
const MAX_HULL_FACES: usize = 50_000;

/// Corners and faces of a convex hull; the faces have indices into the corners.
pub(super) struct ConvexHull {
    pub corners: Vec<Vec3>,
    pub faces: Vec<Face>,
}

impl ConvexHull {
    /// Returns the hull of finite points.
    pub(super) fn of(points: &[Vec3]) -> Result<Self> {
        let found = hull::hull(points, MAX_HULL_FACES).map_err(in_words)?;
        Ok(Self {
            corners: found.vertices.iter().map(|&i| points[i]).collect(),
            faces: found.faces,
        })
    }

    /// Returns the volume, m^3.
    pub(super) fn volume(&self) -> f64 {
        self.moments().0
    }

    /// Returns the centre of volume, m.
    pub(super) fn centre(&self) -> Vec3 {
        self.moments().1
    }

    /// Volume and centre of volume, as a sum of tetrahedra around the mean of the corners.
    fn moments(&self) -> (f64, Vec3) {
        let middle = self.corners.iter().sum::<Vec3>() / self.corners.len() as f64;
        let at = |i: usize| self.corners[i] - middle;
        let (mut volume, mut first) = (0.0, Vec3::zeros());
        for face in &self.faces {
            for pair in face.corners[1..].windows(2) {
                let [a, b, c] = [face.corners[0], pair[0], pair[1]].map(at);
                let part = a.dot(&b.cross(&c)) / 6.0;
                volume += part;
                first += (a + b + c) * (part / 4.0);
            }
        }
        (volume, middle + first / volume)
    }

    /// Returns the hull with `shift` subtracted from its coordinates.
    pub(super) fn moved(&self, shift: &Vec3) -> Self {
        let moved = |face: &Face| Face {
            offset: face.offset - face.normal.dot(shift),
            ..face.clone()
        };
        Self {
            corners: self.corners.iter().map(|p| p - shift).collect(),
            faces: self.faces.iter().map(moved).collect(),
        }
    }

    /// Returns the support function h(d) = max d.y, m for a unit `d`.
    pub(super) fn support(&self, d: &Vec3) -> f64 {
        let along = self.corners.iter().map(|y| d.dot(y));
        along.fold(f64::NEG_INFINITY, f64::max)
    }

    /// Returns the distance of the farthest corner from the origin, m.
    pub(super) fn radius(&self) -> f64 {
        self.corners.iter().map(Vec3::norm).fold(0.0, f64::max)
    }

    /// Returns the area of a face, m^2.
    pub(super) fn area(&self, face: &Face) -> f64 {
        let first = self.corners[face.corners[0]];
        let doubled: Vec3 = face.corners[1..]
            .windows(2)
            .map(|pair| (self.corners[pair[0]] - first).cross(&(self.corners[pair[1]] - first)))
            .sum();
        doubled.norm() / 2.0
    }

    /// Returns the hull in the form that polytopes are made from.
    pub(super) fn into_parts(self) -> (Vec<Vec3>, Hull) {
        let hull = Hull {
            vertices: (0..self.corners.len()).collect(),
            faces: self.faces,
        };
        (self.corners, hull)
    }
}

fn in_words(failure: Failure) -> Error {
    match failure {
        Failure::Flat(thickness, along) => {
            let along = direction(&along);
            let why = format!("the mesh is flat: thickness {thickness} m along {along}");
            Error::value("", why, "give it thickness, or use a thin box")
        }
        Failure::TooMany(count) => {
            let why = format!("the convex hull has {count} faces; the limit is {MAX_HULL_FACES}");
            Error::value("", why, "decimate the mesh")
        }
        Failure::Rounding => {
            let why = "the points are too close to degenerate to find their hull";
            let fix = "remove points that almost coincide or lie in line";
            Error::value("", why, fix)
        }
    }
}
