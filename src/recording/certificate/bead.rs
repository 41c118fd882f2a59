//! A convex part as the hull of beads, or as a half-space.

use crate::error::{Error, Result};
use crate::math::{Mat3, Vec3};
use crate::shape::{MAX_HULL_POINTS, Placed, Shape};
use crate::world::Part;
use serde_json::{Value, json};

/// A `Bead` is a point plus a ball plus an ellipsoid, which may be flat: its support function is d.x + r |d| + |A^T d|.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Bead {
    /// The point.
    pub at: Vec3,
    /// The radius of the ball.
    pub radius: f64,
    /// The matrix A, whose columns are the semi-axes of the ellipsoid.
    pub oval: Option<Mat3>,
}

impl Bead {
    /// Returns the value of the support function along `d`.
    fn support(&self, d: &Vec3) -> f64 {
        let oval = self.oval.map_or(0.0, |oval| (oval.transpose() * d).norm());
        self.at.dot(d) + self.radius * d.norm() + oval
    }

    /// Returns a bound of the distance of the ellipsoid's points from its centre.
    fn spread(&self) -> f64 {
        self.oval.map_or(0.0, |oval| oval.norm())
    }

    /// Returns the sum; `None` where both have an ellipsoid.
    fn plus(&self, other: &Self) -> Option<Self> {
        let oval = match (self.oval, other.oval) {
            (Some(_), Some(_)) => return None,
            (one, another) => one.or(another),
        };
        Some(Self {
            at: self.at + other.at,
            radius: self.radius + other.radius,
            oval,
        })
    }

    fn json(&self) -> Value {
        let [x, y, z] = self.at.into();
        let mut numbers = vec![x, y, z, self.radius];
        if let Some(oval) = self.oval {
            numbers.extend(oval.transpose().iter());
        }
        json!(numbers)
    }
}

/// A part in the centre-of-mass frame of its body.
#[derive(Debug, Clone)]
pub(super) enum Outline {
    /// The hull of beads.
    Hull(Hull),
    /// The half-space of the points y with `normal`.y <= `offset`.
    HalfSpace {
        /// The outward unit normal.
        normal: Vec3,
        /// The offset, m.
        offset: f64,
    },
}

/// The convex hull of beads.
#[derive(Debug, Clone)]
pub(super) struct Hull {
    pub beads: Vec<Bead>,
    /// The radius of a sphere about the centre of mass that holds the hull.
    pub reach: f64,
}

impl Hull {
    fn new(beads: Vec<Bead>) -> Self {
        let far = |bead: &Bead| bead.at.norm() + bead.radius + bead.spread();
        let reach = beads.iter().map(far).fold(0.0, f64::max);
        Self { beads, reach }
    }

    /// Returns the value of the support function along `d` of any length.
    pub fn support(&self, d: &Vec3) -> f64 {
        let values = self.beads.iter().map(|bead| bead.support(d));
        values.fold(f64::NEG_INFINITY, f64::max)
    }

    /// Returns the largest distance of a point from the line along the unit vector `axis` through the centre of mass. Balls count by their
    /// centres.
    pub fn lever(&self, axis: &Vec3) -> f64 {
        let lever = |bead: &Bead| axis.cross(&bead.at).norm() + bead.spread();
        self.beads.iter().map(lever).fold(0.0, f64::max)
    }
}

impl Outline {
    /// Describes a part of the body called `body`.
    ///
    /// # Errors
    /// The part is not convex, or is a sum of two shapes with round rims.
    pub fn of(part: &Part, body: &str) -> Result<Self> {
        let refused = |why: &str| {
            let why = format!("part \"{}\" of body \"{body}\" {why}", part.name);
            Error::value(
                "--certify",
                why,
                "leave out --certify, or use another shape",
            )
        };
        if part.solid.is_some() {
            return Err(refused(
                "is not convex: planes cannot prove that it is apart",
            ));
        }
        let placed = &part.placed;
        if let Shape::HalfSpace(plane) = &placed.shape {
            let normal = placed.rotation * plane.normal;
            let offset = plane.offset + normal.dot(&placed.offset);
            return Ok(Self::HalfSpace { normal, offset });
        }
        let beads = beads(placed).filter(|beads| beads.len() <= MAX_HULL_POINTS);
        let why = "is a sum of two shapes with rims, or of too many points: its support function is not known in closed form";
        Ok(Self::Hull(Hull::new(beads.ok_or_else(|| refused(why))?)))
    }

    /// Returns what the header says of the part.
    pub fn json(&self) -> Value {
        match self {
            Self::Hull(hull) => {
                let beads: Vec<Value> = hull.beads.iter().map(Bead::json).collect();
                json!({ "hull": beads })
            }
            Self::HalfSpace { normal, offset } => {
                json!({ "half_space": [normal.x, normal.y, normal.z, *offset] })
            }
        }
    }
}

/// Returns the beads whose hull a bounded shape is, in the enclosing frame; `None` where there are none, or too many.
fn beads(placed: &Placed) -> Option<Vec<Bead>> {
    let bead = |at: Vec3, radius: f64, oval: Option<Vec3>| Bead {
        at: placed.rotation * at + placed.offset,
        radius,
        oval: oval.map(|axes| {
            placed.rotation.to_rotation_matrix().into_inner() * Mat3::from_diagonal(&axes)
        }),
    };
    let disc = |radius: f64| Some(Vec3::new(radius, radius, 0.0));
    let along = |z: f64| Vec3::new(0.0, 0.0, z);
    Some(match &placed.shape {
        Shape::Ellipsoid(shape) => vec![bead(Vec3::zeros(), 0.0, Some(shape.semi_axes))],
        Shape::Cylinder(shape) => {
            let ends = [-0.5, 0.5].map(|part| along(part * shape.length));
            ends.map(|end| bead(end, 0.0, disc(shape.radius))).into()
        }
        Shape::CircularCone(shape) => vec![
            bead(along(-0.75 * shape.height), 0.0, None),
            bead(along(0.25 * shape.height), 0.0, disc(shape.base_radius())),
        ],
        Shape::TaperedCapsule(shape) => {
            let ends = shape.radii.iter().zip([-0.5, 0.5]);
            ends.map(|(&radius, part)| bead(along(part * shape.length), radius, None))
                .collect()
        }
        shape if shape.is_hull() => {
            let hull = placed.hull_points().ok()??;
            let of = |&at: &Vec3| Bead {
                at,
                radius: hull.radius,
                oval: None,
            };
            hull.points.iter().map(of).collect()
        }
        Shape::Minkowski(sum) => {
            let [first, second] = [beads(&sum.children[0])?, beads(&sum.children[1])?];
            if first.len() * second.len() > MAX_HULL_POINTS {
                return None;
            }
            let pairs = first.iter().flat_map(|a| second.iter().map(|b| a.plus(b)));
            let sums: Option<Vec<Bead>> = pairs.collect();
            let placed = |sum: Bead| Bead {
                oval: sum
                    .oval
                    .map(|oval| placed.rotation.to_rotation_matrix().into_inner() * oval),
                ..bead(sum.at, sum.radius, None)
            };
            sums?.into_iter().map(placed).collect()
        }
        _ => return None,
    })
}

#[cfg(test)]
#[path = "bead_tests.rs"]
mod tests;
