//! The surface of a shape as triangles, made from its support function: what is drawn is what is
//! simulated.
//!
//! Points are support points (so on the shape), faces their convex hull (so inside it). A corner
//! is shaded along a true normal of the shape there, the one nearest to the face's own: sides of
//! cylinders are smooth, their rims sharp, flat faces flat.

mod cloud;
mod curve;
mod directions;
mod features;

pub(super) use curve::Curve;
pub(super) use features::{Features, GRID, ROUND};

use super::{Placed, Shape, hull};
use crate::math::Vec3;
use cloud::Cloud;

/// How clouds are made until one has a hull: grid cells relative to the usual number, and the
/// distance below which points are merged, relative to the size.
const ATTEMPTS: [(f64, f64); 4] = [(1.0, 1e-7), (1.0, 1e-9), (0.5, 1e-6), (0.25, 1e-4)];
/// A face is flat when the shape does not bulge above it by more than this fraction of its size.
const FLAT: f64 = 1e-8;
/// Normals that agree to this in their cosine are one.
const SAME: f64 = 1e-12;
/// Directions that are as near to the face's normal as the nearest, in their cosine.
const AS_NEAR: f64 = 1e-7;
/// A normal farther from the face's than this (30 degrees), as its cosine, is not used.
const TOO_FAR: f64 = 0.866;

/// Triangles with a normal at every corner.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Surface {
    /// Corners, m.
    pub points: Vec<Vec3>,
    /// Unit outward normals for shading, one per point; a point on an edge is there once per side.
    pub normals: Vec<Vec3>,
    /// Indices of points, counter-clockwise seen from outside.
    pub triangles: Vec<[usize; 3]>,
}

impl Shape {
    /// The surface in the frame of the shape; empty for a half-space. It is closed and inscribed:
    /// its points are on the shape, its triangles less than 1 % of the size inside (2 % for a sum of
    /// more than five). What is too thin for a hull (1:10^8) is drawn as its bounding box.
    pub fn surface(&self) -> Surface {
        self.surface_in_detail(1.0)
    }

    /// Returns the surface with `scale` times the usual density of points where it is curved.
    pub(super) fn surface_in_detail(&self, scale: f64) -> Surface {
        self.primitive().exact_surface().unwrap_or_else(|| {
            let attempt =
                |(detail, merge)| of_cloud(self, &Cloud::new(self, scale * detail, merge)?);
            let made = ATTEMPTS.into_iter().find_map(attempt);
            made.unwrap_or_else(|| of_bounds(self))
        })
    }
}

/// The hull of a cloud; `None` when there is none.
fn of_cloud(shape: &Shape, cloud: &Cloud) -> Option<Surface> {
    let hull = hull::hull(&cloud.unit, usize::MAX).ok()?;
    let mut builder = Builder::default();
    for face in &hull.faces {
        let corners: Vec<usize> = face.corners.iter().map(|&c| hull.vertices[c]).collect();
        let top = |top: f64, &i: &usize| top.max(face.normal.dot(&cloud.points[i]));
        let offset = corners.iter().fold(f64::NEG_INFINITY, top);
        let flat = shape.support_value(&face.normal) - offset <= FLAT * cloud.size;
        builder.face(&corners, |i| {
            let near = || nearest(&face.normal, &cloud.directions[i]);
            let normal = if flat { None } else { near() };
            (cloud.points[i], normal.unwrap_or(face.normal))
        });
    }
    Some(builder.surface)
}

/// The mean of the directions nearest to the normal of a face: as the normals of a convex shape in
/// one point are convex, it is one of them.
fn nearest(face: &Vec3, directions: &[Vec3]) -> Option<Vec3> {
    let best = directions.iter().map(|d| d.dot(face)).fold(-1.0, f64::max);
    let nearest = directions.iter().filter(|d| d.dot(face) >= best - AS_NEAR);
    let mean = nearest.sum::<Vec3>().try_normalize(0.0);
    mean.filter(|_| best >= TOO_FAR)
}

/// The smallest box around a shape.
fn of_bounds(shape: &Shape) -> Surface {
    let (low, high) = Placed::at_origin(shape.clone()).bounds();
    let corner = |i: usize| Vec3::from_fn(|k, _| if i >> k & 1 == 0 { low[k] } else { high[k] });
    let mut builder = Builder::default();
    for k in 0..3 {
        let (one, two) = (1 << ((k + 1) % 3), 1 << ((k + 2) % 3));
        builder.face(&[0, two, one + two, one], |i| {
            (corner(i), -Vec3::ith(k, 1.0))
        });
        let top = 1 << k;
        let corners = [top, top + one, top + one + two, top + two];
        builder.face(&corners, |i| (corner(i), Vec3::ith(k, 1.0)));
    }
    builder.surface
}

/// Returns the first corner from which all triangles of a fan face as the polygon does, or else the one from which they come nearest to it.
fn first_of_fan(corners: &[Vec3]) -> usize {
    let count = corners.len();
    let cross = |first: usize, k: usize| {
        let [a, b, c] = [first, first + k - 1, first + k].map(|i| corners[i % count]);
        (b - a).cross(&(c - a))
    };
    let normal: Vec3 = (2..count).map(|k| cross(0, k)).sum();
    let least = |first: &usize| {
        let sizes = (2..count).map(|k| cross(*first, k).dot(&normal));
        sizes.fold(f64::INFINITY, f64::min)
    };
    let all = 0..count;
    let nearest = || all.clone().max_by(|a, b| least(a).total_cmp(&least(b)));
    let fan = all.clone().find(|first| least(first) >= 0.0);
    fan.or_else(nearest).unwrap_or(0)
}

/// A surface in the making.
#[derive(Default)]
pub(super) struct Builder {
    pub surface: Surface,
    /// Indices of the points made of every vertex.
    made: Vec<Vec<usize>>,
}

impl Builder {
    /// Adds a convex face, counter-clockwise, as a fan; `at` knows place and normal of its corners. Corners of a hull are convex to rounding
    /// only: the fan begins at a corner from which no triangle is inside out.
    pub fn face(&mut self, corners: &[usize], at: impl Fn(usize) -> (Vec3, Vec3)) {
        let corners = corners.iter().map(|&i| self.corner(i, at(i)));
        let mut corners: Vec<usize> = corners.collect();
        let places = corners.iter().map(|&i| self.surface.points[i]);
        let first = first_of_fan(&places.collect::<Vec<Vec3>>());
        corners.rotate_left(first);
        for k in 2..corners.len() {
            let triangle = [corners[0], corners[k - 1], corners[k]];
            self.surface.triangles.push(triangle);
        }
    }

    /// The point of a vertex with this normal.
    fn corner(&mut self, vertex: usize, (point, normal): (Vec3, Vec3)) -> usize {
        let surface = &mut self.surface;
        self.made
            .resize(self.made.len().max(vertex + 1), Vec::new());
        let made = &mut self.made[vertex];
        let same = |&i: &usize| surface.normals[i].dot(&normal) >= 1.0 - SAME;
        made.iter().copied().find(same).unwrap_or_else(|| {
            made.push(surface.points.len());
            surface.points.push(point);
            surface.normals.push(normal);
            surface.points.len() - 1
        })
    }
}
