//! Mass properties of Minkowski sums.

use super::Minkowski;
use crate::math::{Rot, Vec3};
use crate::shape::mass::{Moments, padding, quadrature};
use crate::shape::primitive::{Primitive, Rounded};
use crate::shape::{
    Capsule, MAX_FACES, MAX_VERTICES, MassProperties, Placed, Polytope, Shape, hull,
};

/// Faces of a sum of polytopes that is integrated exactly.
const MAX_SUM_FACES: usize = 10 * MAX_FACES;

impl Minkowski {
    /// A sum of polytopes, boxes, spheres, capsules and padded polytopes is exact, unless its core
    /// is a plane figure (two crossed capsules); that, and anything with another curved member,
    /// goes through the quadrature.
    pub(super) fn mass(&self) -> MassProperties {
        let rounded = self.rounded_at(&Rot::identity(), &Vec3::zeros());
        let exact = rounded.and_then(|r| exact(&r));
        exact.unwrap_or_else(|| {
            let centre = self.reference_point();
            let support = |d: &Vec3| self.support(d).map_or_else(Vec3::zeros, |y| y - centre);
            let (moments, error) = quadrature::moments(support, quadrature::CUTS);
            moments.moved(&centre).properties(error)
        })
    }

    /// The sum, turned and shifted, as a hull of points plus a ball, if both children are.
    pub(super) fn rounded_at(&self, rotation: &Rot, offset: &Vec3) -> Option<Rounded> {
        let place = |child: &Placed| {
            let turn = rotation * child.rotation;
            rounded(&child.shape, &turn, &(rotation * child.offset))
        };
        let [a, b] = &self.children;
        let (a, b) = (place(a)?, place(b)?);
        if a.points.len() * b.points.len() > MAX_VERTICES {
            return None;
        }
        let sums = |p: Vec3| b.points.iter().map(move |q| p + q + offset);
        Some(Rounded {
            points: corners_only(a.points.into_iter().flat_map(sums).collect()),
            radius: a.radius + b.radius,
        })
    }
}

/// A shape, turned and shifted, as a hull of points plus a ball, if it is one.
fn rounded(shape: &Shape, rotation: &Rot, offset: &Vec3) -> Option<Rounded> {
    if let Shape::Minkowski(sum) = shape {
        return sum.rounded_at(rotation, offset);
    }
    let own = shape.primitive().rounded()?;
    Some(Rounded {
        points: own.points.iter().map(|p| rotation * p + offset).collect(),
        radius: own.radius,
    })
}

/// The corners of the hull when there is one (keeps nested sums small).
fn corners_only(points: Vec<Vec3>) -> Vec<Vec3> {
    match hull::hull(&points, MAX_SUM_FACES) {
        Ok(hull) => hull.vertices.iter().map(|&i| points[i]).collect(),
        Err(_) => points,
    }
}

/// `None` when the points lie in a plane but not on a line.
fn exact(rounded: &Rounded) -> Option<MassProperties> {
    let points = &rounded.points;
    let centre = points.iter().sum::<Vec3>() / points.len() as f64;
    if let Some(half) = half_segment(points, &centre) {
        let turn = Rot::rotation_between(&Vec3::z(), &half)
            .unwrap_or_else(|| Rot::from_axis_angle(&Vec3::x_axis(), std::f64::consts::PI));
        let segment = Capsule {
            radius: rounded.radius,
            length: 2.0 * half.norm(),
        };
        return Some(segment.mass().placed(&turn, &centre));
    }
    let inner: Vec<Vec3> = points.iter().map(|p| p - centre).collect();
    let core = Polytope::from_hull(&inner, &hull::hull(&inner, MAX_SUM_FACES).ok()?).ok()?;
    let mut moments = Moments::default();
    moments.add(&core.moments());
    if rounded.radius > 0.0 {
        moments.add(&padding(&core, rounded.radius));
    }
    Some(moments.moved(&centre).properties(0.0))
}

/// From the centre to the end of a cloud on a line and symmetric about its centre, as sums of
/// segments and points are; zero for one point.
fn half_segment(points: &[Vec3], centre: &Vec3) -> Option<Vec3> {
    let far = |p: &&Vec3| (*p - centre).norm_squared();
    let end = points.iter().max_by(|p, q| far(p).total_cmp(&far(q)))?;
    let half = end - centre;
    let on_line = |p: &Vec3| half.cross(&(p - centre)).norm() <= 1e-12 * half.norm_squared();
    points.iter().all(on_line).then_some(half)
}
