//! A convex shape as the hull of beads: what a checker needs to know of a shape to have its support function in closed form.

use super::hull_points::MAX_HULL_POINTS;
use super::{Placed, Shape};
use crate::math::{Mat3, Vec3};

/// A `Bead` is a point plus a ball plus an ellipsoid, which may be flat: its support function is d.x + r |d| + |A^T d|.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bead {
    /// The point.
    pub at: Vec3,
    /// The radius of the ball.
    pub radius: f64,
    /// The matrix A, whose columns are the semi-axes of the ellipsoid.
    pub oval: Option<Mat3>,
}

impl Bead {
    /// Returns the value of the support function along `d`.
    pub fn support(&self, d: &Vec3) -> f64 {
        let oval = self.oval.map_or(0.0, |oval| (oval.transpose() * d).norm());
        self.at.dot(d) + self.radius * d.norm() + oval
    }

    /// Returns a bound of the distance of the ellipsoid's points from its centre.
    pub fn spread(&self) -> f64 {
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
}

impl Placed {
    /// Returns the beads whose hull the shape is, in the enclosing frame (m). `None` of a half-space, of a sum of two shapes with ellipsoids or
    /// rims, and where there are more than [`MAX_HULL_POINTS`].
    pub fn beads(&self) -> Option<Vec<Bead>> {
        beads(self).filter(|beads| beads.len() <= MAX_HULL_POINTS)
    }
}

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
#[path = "beads_tests.rs"]
mod tests;
