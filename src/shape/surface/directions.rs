//! Directions in which the support points of a shape show it well.
//!
//! On the sphere of directions a flat face is one point, a straight line of the surface (an edge
//! between flat faces, a line on the side of a cylinder) is a point of a curve: the arc between
//! the normals of the faces, the circle of the normals of the side. There the support point jumps,
//! so directions close by on all sides are taken; elsewhere it moves evenly, and a grid will do. A
//! sum has the faces, curves and grids of all members, and new faces where curves cross.

use super::curve::Curve;
use crate::math::{Rot, Vec3, tangents};
use crate::shape::{Polytope, Shape};
use std::collections::HashMap;
use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// Distance of directions close to a face, rad: so that a support point is found to 1e-8 of the size
/// on a flat face, and moves as little on a round one.
const TILT: f64 = 1e-8;
/// Distance of directions on either side of a curve, rad.
const SIDE: f64 = 1e-10;
/// Longitudes about an axis of revolution.
const ROUND: usize = 64;
/// Cells of the grid of a smooth shape: from pole to pole, and around.
const GRID: [usize; 2] = [28, 48];
/// Angle between directions on an arc, rad.
const STEP: f64 = PI / 24.0;
/// Faces whose normals agree to this in their cosine are one.
const SAME: f64 = 1e-14;
/// Largest numbers of directions for all faces, of curves, and of faces times curves for which
/// the lines through the corners of faces are sought.
const MAX_FACES: usize = 6000;
const MAX_CURVES: usize = 300;
const MAX_LINES: usize = 2000;

/// Unit directions for a shape, `detail` times as dense as usual.
pub(super) fn directions(shape: &Shape, detail: f64) -> Vec<Vec3> {
    let members = members(shape) as f64;
    // as many grids as members, and crossings as pairs of them
    let detail = detail * (members.sqrt().recip()).min(1.6 / members);
    let mut features = Features {
        detail,
        faces: Vec::new(),
        curves: Vec::new(),
        rounds: Vec::new(),
        smooth: smooth(shape) || rounds(shape) > 2,
        out: Vec::new(),
    };
    features.add(shape, &Rot::identity());
    features.directions()
}

fn members(shape: &Shape) -> usize {
    match shape {
        Shape::Minkowski(sum) => sum.children.iter().map(|c| members(&c.shape)).sum(),
        _ => 1,
    }
}

/// Members with rims; a sum of three rims hardly has an edge.
fn rounds(shape: &Shape) -> usize {
    match shape {
        Shape::Minkowski(sum) => sum.children.iter().map(|c| rounds(&c.shape)).sum(),
        Shape::Cylinder(_) | Shape::CircularCone(_) => 1,
        _ => 0,
    }
}

/// Whether a shape has no edges: a member has none.
fn smooth(shape: &Shape) -> bool {
    match shape {
        Shape::HalfSpace(_) | Shape::Cuboid(_) | Shape::Polytope(_) => false,
        Shape::Cylinder(_) | Shape::CircularCone(_) => false,
        Shape::Sphere(_) | Shape::Ellipsoid(_) => true,
        Shape::Capsule(_) | Shape::PaddedPolytope(_) => true,
        Shape::Minkowski(sum) => sum.children.iter().any(|c| smooth(&c.shape)),
    }
}

/// The faces (a unit normal and a unit tangent) and curves of a shape; `out` are directions.
struct Features {
    detail: f64,
    faces: Vec<[Vec3; 2]>,
    curves: Vec<Curve>,
    /// Axes of round members, where their longitudes begin, and how far from the axis (rad) they
    /// have any.
    rounds: Vec<(Vec3, Vec3, f64)>,
    /// Whether the whole shape has no edges, or few.
    smooth: bool,
    out: Vec<Vec3>,
}

impl Features {
    fn add(&mut self, shape: &Shape, turn: &Rot) {
        let even = Vec3::repeat(1.0);
        match shape {
            Shape::HalfSpace(_) => {}
            Shape::Cuboid(_) => self.add_box(turn),
            Shape::Polytope(shape) => self.add_polytope(shape, turn),
            Shape::Sphere(_) => self.add_grid(turn, &even, GRID),
            Shape::Ellipsoid(shape) => self.add_grid(turn, &shape.semi_axes, GRID),
            Shape::Capsule(_) => {
                self.add_round(turn, 0.0, PI, &[]);
                self.add_grid(turn, &even, [20, ROUND]);
            }
            Shape::Cylinder(_) => self.add_round(turn, 0.0, PI, &[1.0, -1.0]),
            Shape::CircularCone(shape) => {
                let side = FRAC_PI_2 + shape.half_angle;
                self.add_round(turn, -shape.half_angle.sin(), side, &[1.0]);
            }
            Shape::PaddedPolytope(shape) => {
                self.add_polytope(&shape.core, turn);
                self.add_grid(turn, &even, GRID);
            }
            Shape::Minkowski(sum) => {
                for child in &sum.children {
                    self.add(&child.shape, &(turn * child.rotation));
                }
            }
        }
    }

    /// A side whose normals are at `height`, bases along z times `bases`; normals within the angle
    /// `reach` of z belong to a rim (or cap).
    fn add_round(&mut self, turn: &Rot, height: f64, reach: f64, bases: &[f64]) {
        let (axis, x) = (turn * Vec3::z(), turn * Vec3::x());
        self.curves.push(Curve::circle(turn, height));
        self.rounds.push((axis, x, reach));
        // first, so that the longitudes at its base are those of its side
        self.faces
            .splice(0..0, bases.iter().map(|sign| [axis * *sign, x]));
        if self.smooth && !bases.is_empty() {
            self.add_grid(turn, &Vec3::repeat(1.0), [12, ROUND]);
        }
    }

    fn add_box(&mut self, turn: &Rot) {
        let axis = |k: usize, sign: f64| turn * Vec3::ith(k % 3, sign);
        for (k, one) in (0..3).flat_map(|k| [(k, 1.0), (k, -1.0)]) {
            self.faces.push([axis(k, one), axis(k + 1, 1.0)]);
            let next = [1.0, -1.0].map(|two| axis(k + 1, two));
            let arcs = next.iter().filter_map(|n| Curve::arc(&axis(k, one), n));
            self.curves.extend(arcs);
        }
    }

    fn add_polytope(&mut self, shape: &Polytope, turn: &Rot) {
        let mut face_on = HashMap::new();
        for (face, corners) in shape.corners.iter().enumerate() {
            let n = turn * shape.normals[face];
            if corners.len() >= 3 {
                self.faces.push([n, tangents(&n).0]);
            }
            for k in 0..corners.len() {
                let (from, to) = (corners[k], corners[(k + 1) % corners.len()]);
                face_on.insert((from, to), n);
                let other = face_on.get(&(to, from));
                self.curves.extend(other.and_then(|m| Curve::arc(m, &n)));
            }
        }
    }

    /// Normals of an ellipsoid about its most distinct axis: even, by half, in direction and, by
    /// half, in place, so that needles and discs are smooth in the middle and at the ends.
    fn add_grid(&mut self, turn: &Rot, semi_axes: &Vec3, [cells, around]: [usize; 2]) {
        let logs = semi_axes.map(f64::ln);
        let distinct = |k: usize| (3.0 * logs[k] - logs.sum()).abs();
        let poles = [0, 1, 2].into_iter();
        let pole = poles.max_by(|&i, &j| distinct(i).total_cmp(&distinct(j)));
        let pole = pole.unwrap_or(2);
        let (x, y) = ((pole + 1) % 3, (pole + 2) % 3);
        let across = (semi_axes[x] * semi_axes[y]).sqrt();
        let inverse = semi_axes.map(|a| semi_axes.min() / a);
        let (cells, around) = (self.count(cells), self.count(around));
        for i in 0..=cells {
            let (sin, cos) = even(i, 2 * cells, semi_axes[pole] / across).sin_cos();
            for j in 0..around {
                let (east, north) = even(j, around, semi_axes[x] / semi_axes[y]).sin_cos();
                let mut u = Vec3::zeros();
                u[pole] = cos;
                u[x] = sin * north;
                u[y] = sin * east;
                let n = u.component_mul(&inverse).try_normalize(0.0);
                self.out.extend(n.map(|n| turn * n));
            }
        }
    }

    /// A number of cells in this detail, divisible by four.
    fn count(&self, usual: usize) -> usize {
        4 * (0.25 * self.detail * usual as f64).ceil() as usize
    }

    fn directions(mut self) -> Vec<Vec3> {
        let mut normals = self.around_faces();
        if self.curves.len() <= MAX_CURVES {
            self.around_crossings(&mut normals);
            let meridians = self.meridians(&normals);
            self.beside_curves(&meridians, &normals);
        }
        self.out
    }

    /// All corners of the faces; the normals of the faces.
    fn around_faces(&mut self) -> Vec<Vec3> {
        let each = MAX_FACES / self.faces.len().max(1);
        let rim = if each >= 6 {
            each.min(self.count(ROUND))
        } else {
            0
        };
        let mut normals = Vec::new();
        for [n, t] in &self.faces {
            if rim == 0 || is_new(n, &normals) {
                tilt(&mut self.out, n, t, rim);
                normals.push(*n);
            }
        }
        normals
    }

    /// The corners of the parallelograms that lines of two members span; adds their normals.
    fn around_crossings(&mut self, normals: &mut Vec<Vec3>) {
        for (i, curve) in self.curves.iter().enumerate() {
            for n in self.curves[..i].iter().flat_map(|o| curve.crossings(o)) {
                if is_new(&n, normals) {
                    let (t, _) = tangents(&n);
                    tilt(&mut self.out, &n, &t, 16);
                    normals.push(n);
                }
            }
        }
    }

    /// Directions in which a round member has its point on one longitude, for all its longitudes
    /// and those of the faces: where they cross others two rims meet.
    fn meridians(&mut self, normals: &[Vec3]) -> Vec<Curve> {
        let around = self.count(ROUND);
        let few = !self.smooth && normals.len() * self.curves.len() <= MAX_LINES;
        let faces = if few { normals } else { &[] };
        let mut all: Vec<Curve> = Vec::new();
        for (axis, x, reach) in &self.rounds {
            let y = axis.cross(x);
            let even = (0..around).map(|k| {
                let (sin, cos) = (TAU * k as f64 / around as f64).sin_cos();
                x * cos + y * sin
            });
            let over = even.chain(faces.iter().copied());
            let own = over.filter_map(|n| Curve::meridian(axis, &n, *reach));
            let own: Vec<Curve> = own.collect();
            if !self.smooth {
                let with_all = |m: &Curve| all.iter().flat_map(|o| m.crossings(o)).collect();
                self.out
                    .extend(own.iter().flat_map::<Vec<Vec3>, _>(with_all));
            }
            all.extend(own);
        }
        all
    }

    /// Both ends of the straight lines on curves that are not edges of a face: at the longitudes of round members, and evenly
    /// where other members are smooth.
    fn beside_curves(&mut self, meridians: &[Curve], normals: &[Vec3]) {
        for curve in &self.curves {
            let steps = (curve.angle / STEP * self.detail).ceil();
            let even = (0..=steps as usize).map(|k| curve.at(curve.angle * k as f64 / steps));
            let even = even.filter(|_| self.smooth && curve.angle < TAU);
            let round = meridians.iter().flat_map(|m| curve.crossings(m));
            for n in even.chain(round).filter(|n| is_new(n, normals)) {
                let across = (curve.axis - n * curve.height).try_normalize(0.0);
                let across = across.unwrap_or_else(Vec3::zeros) * SIDE;
                let sides = [n + across, n - across];
                self.out.extend(sides.map(|n| n.normalize()));
            }
        }
    }
}

fn is_new(n: &Vec3, known: &[Vec3]) -> bool {
    known.iter().all(|m| n.dot(m) < 1.0 - SAME)
}

/// `count` directions around one, or this one: on a flat face its point may be anywhere.
fn tilt(out: &mut Vec<Vec3>, n: &Vec3, t: &Vec3, count: usize) {
    let side = n.cross(t);
    out.extend((count == 0).then_some(*n));
    out.extend((0..count).map(|k| {
        let (sin, cos) = (TAU * k as f64 / count as f64).sin_cos();
        (n + (t * cos + side * sin) * TILT).normalize()
    }));
}

/// The k-th of `count` (divisible by four) angles phi around an ellipse x = a cos phi, y = b sin phi
/// with ratio = a / b: even is the mean of phi and of the angle psi of the normal,
/// tan psi = ratio tan phi.
fn even(k: usize, count: usize, ratio: f64) -> f64 {
    let (quarter, rest) = (4 * k / count, 4 * k % count);
    let ratio = if quarter % 2 == 0 { ratio } else { 1.0 / ratio };
    let (sin, cos) = (PI * rest as f64 / count as f64).sin_cos();
    // tan(phi + psi) = sin / cos is quadratic in tan phi.
    let p = (1.0 + ratio) * cos;
    let root = p.hypot(2.0 * ratio.sqrt() * sin);
    let phi = if cos > 0.0 {
        (2.0 * sin).atan2(p + root)
    } else {
        (root - p).atan2(2.0 * ratio * sin)
    };
    FRAC_PI_2 * quarter as f64 + phi
}
