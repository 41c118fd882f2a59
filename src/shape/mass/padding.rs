//! The padding of a polytope, exactly: a prism on every face, a wedge (sector of a cylinder) on
//! every edge and a sector of a ball on every vertex.

use super::moments::Moments;
use crate::math::{Mat3, Vec3};
use crate::shape::Polytope;
use std::collections::HashMap;

/// Moments of what a ball of `radius` adds to `core`.
pub(in crate::shape) fn padding(core: &Polytope, radius: f64) -> Moments {
    let mut moments = Moments::default();
    let mut solid = vec![0.0; core.vertices.len()];
    let mut arcs = vec![(Vec3::zeros(), Mat3::zeros()); core.vertices.len()];
    let mut face_on = HashMap::new();
    for (face, corners) in core.corners.iter().enumerate() {
        let at = |k: usize| &core.vertices[corners[k]];
        for k in 2..corners.len() {
            let prism = prism(at(0), at(k - 1), at(k), &core.normals[face], radius);
            moments.add(&prism);
        }
        for k in 0..corners.len() {
            face_on.insert((corners[k], corners[(k + 1) % corners.len()]), face);
        }
    }
    // Faces in order and their edges in order: the sums are the same on every run.
    for (face, corners) in core.corners.iter().enumerate() {
        for k in 0..corners.len() {
            let (from, to) = (corners[k], corners[(k + 1) % corners.len()]);
            let Some(&other) = face_on.get(&(to, from)) else {
                continue;
            };
            let (n, m) = (&core.normals[face], &core.normals[other]);
            let angle = n.cross(m).norm().atan2(n.dot(m));
            if from < to {
                let (p, q) = (&core.vertices[from], &core.vertices[to]);
                moments.add(&wedge(p, q, &(n + m), angle, radius));
            }
            // The arc between n and m bounds the sector at `from`; m x n points into the sector.
            if let (Some(bisector), Some(axis)) =
                ((n + m).try_normalize(0.0), m.cross(n).try_normalize(0.0))
            {
                let along = bisector * (2.0 * (0.5 * angle).sin());
                arcs[from].0 += axis * angle;
                arcs[from].1 += along * axis.transpose();
            }
        }
    }
    let normals_at = normals_at_vertices(core, &face_on);
    for (vertex, normals) in normals_at.iter().enumerate() {
        for k in 2..normals.len() {
            solid[vertex] += solid_angle(&normals[0], &normals[k - 1], &normals[k]);
        }
    }
    for (vertex, at) in core.vertices.iter().enumerate() {
        moments.add(&sector(at, solid[vertex], &arcs[vertex], radius));
    }
    moments
}

/// Normals of the faces around every vertex, counter-clockwise seen from outside.
fn normals_at_vertices(
    core: &Polytope,
    face_on: &HashMap<(usize, usize), usize>,
) -> Vec<Vec<Vec3>> {
    let mut around = vec![Vec::new(); core.vertices.len()];
    for corners in &core.corners {
        for k in 0..corners.len() {
            let vertex = corners[k];
            if !around[vertex].is_empty() {
                continue;
            }
            // The face after (vertex, next) is the one on the other side of (previous, vertex).
            let mut next = corners[(k + 1) % corners.len()];
            let start = next;
            let mut turn = Vec::new();
            while let Some(&face) = face_on.get(&(vertex, next)) {
                turn.push(core.normals[face]);
                let ring = &core.corners[face];
                let here = ring.iter().position(|&c| c == vertex).unwrap_or(0);
                next = ring[(here + ring.len() - 1) % ring.len()];
                if next == start || turn.len() > core.corners.len() {
                    break;
                }
            }
            around[vertex] = turn;
        }
    }
    around
}

/// The prism of a triangle a, b, c from its plane to `height` along its unit `normal`.
fn prism(a: &Vec3, b: &Vec3, c: &Vec3, normal: &Vec3, height: f64) -> Moments {
    let area = 0.5 * (b - a).cross(&(c - a)).norm();
    let sum = a + b + c;
    let first = sum * (area / 3.0);
    let squares = a * a.transpose() + b * b.transpose() + c * c.transpose() + sum * sum.transpose();
    let mixed = first * normal.transpose();
    Moments {
        volume: area * height,
        first: first * height + normal * (0.5 * area * height * height),
        second: squares * (area / 12.0 * height)
            + (mixed + mixed.transpose()) * (0.5 * height * height)
            + normal * normal.transpose() * (area * height.powi(3) / 3.0),
    }
}

/// The sector of a cylinder on the edge p q: opening `angle` about `bisector` (any length).
fn wedge(p: &Vec3, q: &Vec3, bisector: &Vec3, angle: f64, radius: f64) -> Moments {
    let length = (q - p).norm();
    let m = bisector.try_normalize(0.0).unwrap_or_else(Vec3::zeros);
    let k = ((q - p) / length).cross(&m);
    let area = 0.5 * angle * radius * radius;
    let first = m * (2.0 / 3.0 * radius.powi(3) * (0.5 * angle).sin());
    let half = 0.5 * angle;
    let second = (m * m.transpose() * (half + half.sin() * half.cos())
        + k * k.transpose() * (half - half.sin() * half.cos()))
        * (radius.powi(4) / 4.0);
    let middle = (p + q) * 0.5;
    let pq = p * q.transpose();
    let line = (p * p.transpose() + q * q.transpose() + (pq + pq.transpose()) * 0.5) / 3.0;
    let mixed = middle * first.transpose();
    Moments {
        volume: area * length,
        first: (middle * area + first) * length,
        second: (line * area + mixed + mixed.transpose() + second) * length,
    }
}

/// The sector of a ball at a vertex, from the divergence theorem on the sphere:
/// with the inward conormal c of every arc, the integral of n is half the sum of angle c, that of
/// n n^T a third of (solid angle I + sum of (integral of n along the arc) c^T).
fn sector(at: &Vec3, solid: f64, (axes, arcs): &(Vec3, Mat3), radius: f64) -> Moments {
    let squares = (Mat3::identity() * solid + arcs) / 3.0;
    let squares = (squares + squares.transpose()) * 0.5;
    Moments {
        volume: solid * radius.powi(3) / 3.0,
        first: axes * (0.5 * radius.powi(4) / 4.0),
        second: squares * (radius.powi(5) / 5.0),
    }
    .moved(at)
}

/// Solid angle of the spherical triangle of three unit vectors, signed.
fn solid_angle(a: &Vec3, b: &Vec3, c: &Vec3) -> f64 {
    let volume = a.dot(&b.cross(c));
    2.0 * volume.atan2(1.0 + a.dot(b) + b.dot(c) + c.dot(a))
}
