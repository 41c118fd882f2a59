//! The rounded edges and corners of a polytope with padding, as pieces over flat faces.

use super::bent;
use super::cells::Cells;
use super::face::Face;
use super::piece::Piece;
use crate::math::Vec3;
use crate::shape::Polytope;
use std::collections::BTreeMap;

/// Normals on one flat face differ by no more than this (60 degrees), as their cosine.
const WIDE: f64 = 0.5;

/// A `Round` piece is a part of a ball that moved along a segment, or stayed in a point.
pub(in crate::shape) struct Round {
    /// A face through its corners.
    face: Face,
    /// Ends of the segment, m.
    core: [Vec3; 2],
    /// Radius of the ball, m.
    radius: f64,
}

impl Round {
    /// Returns the number of its cells.
    pub fn count(&self, spacing: f64) -> usize {
        self.face.count(self.inside(spacing))
    }

    /// Returns the spacing on the face, which grows on its way out to the surface.
    fn inside(&self, spacing: f64) -> f64 {
        let below = self.face.corners[0] - self.core[0];
        spacing * (below.dot(&self.face.normal) / self.radius).min(1.0)
    }

    /// Cuts it into cells.
    pub fn add(&self, cells: &mut Cells) {
        let settle = |p: &Vec3| {
            let [a, b] = self.core;
            let along = b - a;
            let length = along.norm_squared();
            let t = along.dot(&(p - a)) / length.max(f64::MIN_POSITIVE);
            let foot = a + along * t.clamp(0.0, 1.0);
            let normal = (p - foot).normalize();
            (foot + normal * self.radius, normal)
        };
        bent::add(&self.face, self.inside(cells.spacing), &settle, cells);
    }

    /// Makes the piece with these normals at its corners, each about one of two ends.
    fn new(core: [Vec3; 2], radius: f64, corners: &[(usize, Vec3)]) -> Self {
        let normal = corners.iter().map(|(_, n)| n).sum::<Vec3>().normalize();
        let corners = corners.iter().map(|&(end, n)| core[end] + n * radius);
        Self {
            face: Face {
                corners: corners.collect(),
                normal,
                sharp: Vec::new(),
            },
            core,
            radius,
        }
    }
}

/// Returns the surface of a polytope with padding in pieces: faces, rounded edges, rounded corners.
pub(in crate::shape) fn padded(core: &Polytope, radius: f64) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut beside = BTreeMap::new();
    // from every vertex, the face before an edge of it to the face behind it
    let mut around: BTreeMap<usize, BTreeMap<usize, usize>> = BTreeMap::new();
    for (face, corners) in core.corners.iter().enumerate() {
        let normal = core.normals[face];
        if corners.len() < 3 {
            continue;
        }
        let shifted = corners.iter().map(|&i| core.vertices[i] + normal * radius);
        pieces.push(Piece::Face(Face {
            corners: shifted.collect(),
            normal,
            sharp: vec![false; corners.len()],
        }));
        for k in 0..corners.len() {
            let (from, to) = (corners[k], corners[(k + 1) % corners.len()]);
            beside.insert([from, to], face);
        }
    }
    for (&[from, to], &left) in &beside {
        let Some(&right) = beside.get(&[to, from]) else {
            continue;
        };
        around.entry(from).or_default().insert(right, left);
        if from < to {
            let ends = [from, to].map(|i| core.vertices[i]);
            let normals = [left, right].map(|face| core.normals[face]);
            add_edge(ends, normals, radius, &mut pieces);
        }
    }
    for (vertex, next) in &around {
        let mut faces = vec![*next.keys().next().unwrap_or(&0)];
        while let Some(&face) = faces.last().and_then(|face| next.get(face)) {
            if faces.contains(&face) {
                break;
            }
            faces.push(face);
        }
        let normals: Vec<Vec3> = faces.iter().map(|&face| core.normals[face]).collect();
        let middle = normals.iter().sum::<Vec3>().normalize();
        let close = normals.iter().all(|n| n.dot(&middle) > WIDE);
        let at = core.vertices[*vertex];
        if close {
            add_corner(at, &normals, radius, &mut pieces);
            continue;
        }
        for k in 0..normals.len() {
            let triangle = [middle, normals[k], normals[(k + 1) % normals.len()]];
            add_triangle(at, triangle, radius, &mut pieces);
        }
    }
    pieces
}

/// Adds a rounded edge between two ends; the first normal is that of the face on the left.
fn add_edge(ends: [Vec3; 2], [left, right]: [Vec3; 2], radius: f64, pieces: &mut Vec<Piece>) {
    if left.dot(&right) < WIDE {
        let between = (left + right).normalize();
        add_edge(ends, [left, between], radius, pieces);
        add_edge(ends, [between, right], radius, pieces);
        return;
    }
    let corners = [(1, left), (0, left), (0, right), (1, right)];
    pieces.push(Piece::Round(Round::new(ends, radius, &corners)));
}

/// Adds a rounded corner with these normals around it.
fn add_corner(at: Vec3, normals: &[Vec3], radius: f64, pieces: &mut Vec<Piece>) {
    let corners: Vec<(usize, Vec3)> = normals.iter().map(|n| (0, *n)).collect();
    pieces.push(Piece::Round(Round::new([at; 2], radius, &corners)));
}

/// Adds a triangle of a rounded corner, halved along its longest side while that is wide.
fn add_triangle(at: Vec3, normals: [Vec3; 3], radius: f64, pieces: &mut Vec<Piece>) {
    let side = |k: usize| normals[k].dot(&normals[(k + 1) % 3]);
    let widest = (0..3).min_by(|&i, &j| side(i).total_cmp(&side(j)));
    let k = widest.unwrap_or(0);
    if side(k) >= WIDE {
        add_corner(at, &normals, radius, pieces);
        return;
    }
    let [a, b, c] = [0, 1, 2].map(|i| normals[(k + i) % 3]);
    let middle = (a + b).normalize();
    add_triangle(at, [a, middle, c], radius, pieces);
    add_triangle(at, [middle, b, c], radius, pieces);
}
