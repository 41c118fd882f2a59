//! Directions in which the support points of a shape show it well.
//!
//! On the sphere of directions a flat face is one point, a straight line of the surface (an edge
//! between flat faces, a line on the side of a cylinder) is a point of a curve: the arc between
//! the normals of the faces, the circle of the normals of the side. There the support point jumps,
//! so directions close by on all sides are taken; elsewhere it moves evenly, and a grid will do. A
//! sum has the faces, curves and grids of all members, and new faces where curves cross.

use super::curve::Curve;
use super::features::{Features, ROUND};
use crate::math::{Rot, Vec3, tangents};
use crate::shape::Shape;
use std::f64::consts::{PI, TAU};

/// Distance of directions close to a face, rad: so that a support point is found to 1e-8 of the size
/// on a flat face, and moves as little on a round one.
const TILT: f64 = 1e-8;
/// Distance of directions on either side of a curve, rad.
const SIDE: f64 = 1e-10;
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
    let shape = shape.primitive();
    let members = shape.members() as f64;
    // as many grids as members, and crossings as pairs of them
    let detail = detail * (members.sqrt().recip()).min(1.6 / members);
    let mut features = Features {
        detail,
        faces: Vec::new(),
        curves: Vec::new(),
        rounds: Vec::new(),
        smooth: shape.is_smooth() || shape.rims() > 2,
        out: Vec::new(),
    };
    shape.features(&mut features, &Rot::identity());
    features.directions()
}

impl Features {
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
