//! Volumes, centres and inertias of shapes, for a density of 1.

use crate::math::{Mat3, Vec3};
use crate::scene::robot::description::{GeometryShape, Inertial};
use crate::shape::mesh::TriangleMesh;
use std::f64::consts::PI;

/// Returns the mass of a primitive of density 1; a half-space has none.
pub(super) fn primitive(shape: &GeometryShape) -> Option<Inertial> {
    let (mass, moments) = match *shape {
        GeometryShape::Box { half_extents } => ellipsoidal(8.0, half_extents, 1.0 / 3.0),
        GeometryShape::Ellipsoid { semi_axes } => ellipsoidal(4.0 / 3.0 * PI, semi_axes, 0.2),
        GeometryShape::Sphere { radius } => ellipsoidal(4.0 / 3.0 * PI, [radius; 3], 0.2),
        GeometryShape::Cylinder { radius, length } => {
            let mass = PI * radius * radius * length;
            (mass, rod(mass, radius, length))
        }
        GeometryShape::Capsule { radius: r, length } => {
            let (rod_mass, caps) = (PI * r * r * length, 4.0 / 3.0 * PI * r.powi(3));
            // Two half balls, whose centres are 3/8 of the radius beyond the ends.
            let about = 0.4 * r * r;
            let across = about + length * length / 4.0 + 3.0 / 8.0 * length * r;
            let moments = rod(rod_mass, r, length) + Vec3::new(across, across, about) * caps;
            (rod_mass + caps, moments)
        }
        GeometryShape::HalfSpace | GeometryShape::Hull { .. } | GeometryShape::Mesh { .. } => {
            return None;
        }
    };
    Some(Inertial {
        mass,
        centre: Vec3::zeros(),
        inertia: Mat3::from_diagonal(&moments),
    })
}

/// Returns volume and moments of a solid whose second moment along an axis is `share` m a^2.
fn ellipsoidal(factor: f64, [a, b, c]: [f64; 3], share: f64) -> (f64, Vec3) {
    let mass = factor * a * b * c;
    let moments = Vec3::new(b * b + c * c, a * a + c * c, a * a + b * b);
    (mass, moments * (mass * share))
}

/// Returns the moments of a cylinder along z.
fn rod(mass: f64, radius: f64, length: f64) -> Vec3 {
    let across = mass * (3.0 * radius * radius + length * length) / 12.0;
    Vec3::new(across, across, 0.5 * mass * radius * radius)
}

/// Returns the mass of a mesh of density 1: a sum of tetrahedra between its triangles and a point, each counted as positive where
/// `unsigned` says so.
pub(super) fn mesh(mesh: &TriangleMesh, unsigned: bool) -> Option<Inertial> {
    let corners = |t: &[u32; 3]| t.map(|i| mesh.points[i as usize]);
    let (mut area, mut middle) = (0.0, Vec3::zeros());
    for [a, b, c] in mesh.triangles.iter().map(corners) {
        let own = (b - a).cross(&(c - a)).norm();
        area += own;
        middle += (a + b + c) * (own / 3.0);
    }
    middle /= area;
    let part = |apex: &Vec3, t: &[u32; 3]| {
        let [a, b, c] = corners(t).map(|p| p - apex);
        let volume = a.dot(&b.cross(&c)) / 6.0;
        let volume = if unsigned { volume.abs() } else { volume };
        (volume, [a, b, c])
    };
    let (mut volumes, mut first) = (0.0, Vec3::zeros());
    for (volume, [a, b, c]) in mesh.triangles.iter().map(|t| part(&middle, t)) {
        volumes += volume;
        first += (a + b + c) * (volume / 4.0);
    }
    let centre = middle + first / volumes;
    // Unsigned volumes about another point have another sum: that about the centre is the mass.
    let (mut mass, mut second) = (0.0, Mat3::zeros());
    for (volume, [a, b, c]) in mesh.triangles.iter().map(|t| part(&centre, t)) {
        mass += volume;
        let sum = a + b + c;
        let squares = a * a.transpose() + b * b.transpose() + c * c.transpose();
        second += (squares + sum * sum.transpose()) * (volume / 20.0);
    }
    let inertia = Mat3::identity() * second.trace() - second;
    let is_solid = mass > 0.0 && mass.is_finite() && centre.iter().all(|x| x.is_finite());
    is_solid.then_some(Inertial {
        mass,
        centre,
        inertia,
    })
}
