//! Mass properties of Minkowski sums.

use super::moments::Moments;
use super::{MassProperties, capsule, padded, polytope, quadrature};
use crate::math::{Rot, Vec3};
use crate::shape::{MAX_FACES, MAX_VERTICES, Polytope, Shape, hull};

/// Faces of a sum of polytopes that is integrated exactly.
const MAX_SUM_FACES: usize = 10 * MAX_FACES;

/// Hull of points plus a ball: what sums of flat-sided and evenly padded shapes are.
struct Rounded {
    points: Vec<Vec3>,
    radius: f64,
}

/// A sum of polytopes, boxes, spheres, capsules and padded polytopes is exact, unless its core is
/// a plane figure (two crossed capsules); that, and anything with another curved member, goes
/// through the quadrature.
pub(super) fn sum(shape: &Shape) -> MassProperties {
    let exact = rounded(shape, &Rot::identity(), &Vec3::zeros()).and_then(|r| exact(&r));
    exact.unwrap_or_else(|| {
        let centre = reference(shape);
        let support = |d: &Vec3| shape.support(d).map_or_else(Vec3::zeros, |y| y - centre);
        let (moments, error) = quadrature::moments(support, quadrature::CUTS);
        moments.moved(&centre).properties(error)
    })
}

/// A point inside: the sum of the origins of all members.
fn reference(shape: &Shape) -> Vec3 {
    match shape {
        Shape::Minkowski(sum) => sum
            .children
            .iter()
            .map(|child| child.rotation * reference(&child.shape) + child.offset)
            .sum(),
        _ => Vec3::zeros(),
    }
}

/// The shape as a hull of points plus a ball in an enclosing frame, if it is one.
fn rounded(shape: &Shape, rotation: &Rot, offset: &Vec3) -> Option<Rounded> {
    let place = |points: Vec<Vec3>, radius: f64| Rounded {
        points: points.iter().map(|p| rotation * p + offset).collect(),
        radius,
    };
    Some(match shape {
        Shape::Cuboid(shape) => {
            let corner = |i: usize| {
                let signs = Vec3::from_fn(|k, _| if i >> k & 1 == 0 { 1.0 } else { -1.0 });
                signs.component_mul(&shape.half_extents)
            };
            place((0..8).map(corner).collect(), 0.0)
        }
        Shape::Polytope(shape) => place(shape.vertices.clone(), 0.0),
        Shape::PaddedPolytope(shape) => place(shape.core.vertices.clone(), shape.radius),
        Shape::Sphere(shape) => place(vec![Vec3::zeros()], shape.radius),
        Shape::Capsule(shape) => {
            let end = Vec3::z() * (0.5 * shape.length);
            place(vec![end, -end], shape.radius)
        }
        Shape::Minkowski(sum) => {
            let [a, b] = &sum.children;
            let place = |child: &super::super::Placed| {
                let offset = rotation * child.offset;
                rounded(&child.shape, &(rotation * child.rotation), &offset)
            };
            let (a, b) = (place(a)?, place(b)?);
            if a.points.len() * b.points.len() > MAX_VERTICES {
                return None;
            }
            let all = a
                .points
                .iter()
                .flat_map(|p| b.points.iter().map(move |q| p + q + offset));
            Rounded {
                points: corners_only(all.collect()),
                radius: a.radius + b.radius,
            }
        }
        Shape::HalfSpace(_) | Shape::Ellipsoid(_) | Shape::Cylinder(_) | Shape::CircularCone(_) => {
            return None;
        }
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
        return Some(capsule(rounded.radius, 2.0 * half.norm()).placed(&turn, &centre));
    }
    let inner: Vec<Vec3> = points.iter().map(|p| p - centre).collect();
    let core = Polytope::from_hull(&inner, &hull::hull(&inner, MAX_SUM_FACES).ok()?).ok()?;
    let mut moments = Moments::default();
    moments.add(&polytope(&core));
    if rounded.radius > 0.0 {
        moments.add(&padded::padding(&core, rounded.radius));
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
