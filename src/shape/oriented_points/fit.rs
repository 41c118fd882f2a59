//! The soft signed distance of oriented points: a sphere fitted to the points near a place (Guennebaud and Gross 2007).
//!
//! ```text
//! s(x) = u0 + u.x + u4 x.x,  grad s = n_i and s = 0 at the points q_i = p_i - y in the mean with the weights w_i
//! u4 = 1/2 (<q.n> - <q>.<n>) / (<q.q> - <q>.<q>),  u = <n> - 2 u4 <q>,  u0 = -(u.<q> + u4 <q.q>)
//! phi(y) = s(0) = u0,  grad phi(y) = u
//! w_i = A_i (1 - |q_i|^2 / h^2)^4 exp(-|n_i - m|^2 / e^2),  m = u / |u| of the fit before
//! ```
//!
//! Points of a sphere and of a plane lie on phi = 0 whatever the weights. The last factor of the weights leaves out what is
//! beyond an edge or on the other side of a wall (Oeztireli, Guennebaud, Gross 2009); it is 1 in the first fit. Away from the
//! points the planes of a face reach beyond its edges: there the winding number says which side it is.

use super::tree::Tree;
use super::winding::Winding;
use super::{BEHIND, OrientedPoint};
use crate::math::{Mat3, Vec3};

/// How many times the weights follow the normal of the fit before.
const ROUNDS: usize = 3;
/// The difference e of normals at which points count for less.
const NORMALS: f64 = 0.7;
/// How far a place sees, in the distance between the points and in the size of the triangles.
const REACH: [f64; 2] = [1.0, 1.75];
/// The fit says which side it is up to this distance from the nearest point, in the distance between the points.
const TRUSTED: f64 = 1.0;
/// Edges are looked for within this distance, in the distance between the points or the size of the triangles.
const BESIDE: f64 = 1.5;
/// Normals differ from those of a fitted sphere by more than this, in the mean of squares, where there is an edge.
const SHARP: f64 = 0.3;
/// The weight that keeps a point where it is along an edge.
const STILL: f64 = 1e-3;
/// Points whose mean square distance from their middle is below this, in the square of the reach, fit a plane.
const LONE: f64 = 1e-12;

/// A fitted sphere at a place.
#[derive(Clone, Copy)]
pub(super) struct Sphere {
    /// The soft signed distance phi, m; negative inside.
    pub value: f64,
    /// The gradient of phi.
    pub gradient: Vec3,
    /// The coefficient u4, 1/m.
    bend: f64,
}

/// `Fit` fits spheres to points.
pub(super) struct Fit<'a> {
    pub tree: &'a Tree,
    areas: &'a [f64],
    /// The distance h within which points count, m.
    reach: f64,
    /// The distance from points within which the fit tells the side, m.
    trusted: f64,
    winding: Winding<'a>,
    /// The distance within which edges are looked for, m.
    beside: f64,
}

impl<'a> Fit<'a> {
    /// Makes the fit of points `apart` from each other for triangles of a size, m.
    pub fn new(tree: &'a Tree, areas: &'a [f64], apart: f64, size: f64) -> Self {
        let cell = size.max(apart);
        Self {
            tree,
            areas,
            reach: REACH[0] * apart + REACH[1] * cell,
            beside: BESIDE * cell,
            trusted: TRUSTED * apart,
            winding: Winding::new(tree, areas),
        }
    }

    /// Returns the soft signed distance at a place, m, or nothing where no point is near.
    pub fn distance(&self, place: &Vec3) -> Option<f64> {
        let mut nearest = f64::INFINITY;
        let near = |_, square: f64| nearest = nearest.min(square);
        self.tree.visit_within(place, self.reach, near);
        let away = nearest.sqrt();
        if away < self.trusted {
            return Some(self.at(place)?.value);
        }
        let inside = self.winding.is_inside(place);
        away.is_finite()
            .then_some(if inside { -away } else { away })
    }

    /// Returns the sphere at a place, or nothing where no point is near.
    pub fn at(&self, place: &Vec3) -> Option<Sphere> {
        let mut near = Vec::new();
        self.tree.visit_within(place, self.reach, |i, square| {
            let fall = 1.0 - square / (self.reach * self.reach);
            near.push((i, self.areas[i] * fall.powi(4)));
        });
        let mut sphere = self.fitted(place, near.iter().copied())?;
        for _ in 0..ROUNDS {
            let Some(normal) = sphere.gradient.try_normalize(0.0) else {
                break;
            };
            let weighted = near.iter().map(|&(i, weight)| {
                let apart = (self.tree.points[i].normal - normal).norm() / NORMALS;
                (i, weight * (-apart * apart).exp())
            });
            sphere = self.fitted(place, weighted)?;
        }
        Some(sphere)
    }

    /// Returns the point nearest to the planes of the points around a place in the least squares, if the planes have an edge
    /// or a corner there: if the normals differ from those of the sphere that fits them best.
    pub fn edge(&self, place: &Vec3) -> Option<Vec3> {
        let side = self.at(place)?.gradient;
        let mut near = Vec::new();
        self.tree.visit_within(place, self.beside, |i, square| {
            if self.tree.points[i].normal.dot(&side) > BEHIND {
                let fall = 1.0 - square / (self.beside * self.beside);
                near.push((i, self.areas[i] * fall));
            }
        });
        let sphere = self.fitted(place, near.iter().copied())?;
        let (mut matrix, mut right) = (Mat3::zeros(), Vec3::zeros());
        let (mut bent, mut sum) = (0.0, 0.0);
        for (i, weight) in near {
            let OrientedPoint {
                position, normal, ..
            } = self.tree.points[i];
            let q = position - place;
            bent += weight * (normal - sphere.gradient - q * (2.0 * sphere.bend)).norm_squared();
            matrix += normal * normal.transpose() * weight;
            right += normal * (normal.dot(&q) * weight);
            sum += weight;
        }
        if bent < SHARP * SHARP * sum {
            return None;
        }
        let matrix = matrix + Mat3::identity() * (STILL * sum);
        Some(place + matrix.cholesky()?.solve(&right))
    }

    /// Returns the sphere that fits weighted points.
    fn fitted(&self, place: &Vec3, near: impl Iterator<Item = (usize, f64)>) -> Option<Sphere> {
        let (mut sum, mut along, mut square) = (0.0, 0.0, 0.0);
        let (mut middle, mut normal) = (Vec3::zeros(), Vec3::zeros());
        for (i, weight) in near {
            let point = &self.tree.points[i];
            let q = point.position - place;
            sum += weight;
            middle += q * weight;
            normal += point.normal * weight;
            along += q.dot(&point.normal) * weight;
            square += q.norm_squared() * weight;
        }
        if sum <= 0.0 {
            return None;
        }
        (middle, normal) = (middle / sum, normal / sum);
        (along, square) = (along / sum, square / sum);
        let spread = square - middle.norm_squared();
        let bend = if spread > LONE * self.reach * self.reach {
            0.5 * (along - middle.dot(&normal)) / spread
        } else {
            0.0
        };
        let gradient = normal - middle * (2.0 * bend);
        Some(Sphere {
            value: -(gradient.dot(&middle) + bend * square),
            gradient,
            bend,
        })
    }
}
