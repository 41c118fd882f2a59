//! The skin of a sum with curved members, from the triangles of its surface.
//!
//! The points of a triangle are moved out to the end of the shape, as seen from its middle.

use super::bent;
use super::cells::Cells;
use super::face::Face;
use crate::math::Vec3;
use crate::shape::surface::GRID;
use crate::shape::{Placed, Shape};
use std::collections::HashMap;
use std::f64::consts::PI;

/// Normals that agree to this in their cosine are those of one flat face.
const SAME: f64 = 1.0 - 1e-12;
/// An edge is sharp when the normals on both sides of one of its ends have a cosine below this (25 degrees).
const SHARP: f64 = 0.906;
/// Least detail of the surface, of which the spacing may want less.
const ROUGH: f64 = 0.15;
/// A point this close to the end of the shape is there, as a fraction of its size.
const CLOSE: f64 = 1e-13;
/// Most moves of a portal.
const MOVES: usize = 200;

/// A triangle of the surface, or a flat face.
struct Side {
    face: Face,
    /// Normals of the shape at the corners.
    normals: Vec<Vec3>,
}

/// Returns the number of cells.
pub(super) fn count(shape: &Shape, spacing: f64) -> usize {
    let sides = sides(shape, spacing);
    sides.iter().map(|side| side.face.count(spacing)).sum()
}

/// Adds the cells.
pub(super) fn add(shape: &Shape, cells: &mut Cells) {
    let sides = sides(shape, cells.spacing);
    let points = || sides.iter().flat_map(|side| &side.face.corners);
    let inside = points().sum::<Vec3>() / points().count().max(1) as f64;
    for side in sides {
        if side.is_flat() {
            side.face.add(cells);
            continue;
        }
        let [a, b, c] = [0, 1, 2].map(|k| side.face.corners[k]);
        let portal = Portal {
            shape,
            inside,
            corners: [a, b, c],
        };
        let settle = |p: &Vec3| portal.settled(p);
        bent::add(&side.face, cells.spacing, &settle, cells);
    }
}

/// Returns the faces of the surface in as much detail as the spacing wants.
fn sides(shape: &Shape, spacing: f64) -> Vec<Side> {
    let (low, high) = Placed::at_origin(shape.clone()).bounds();
    let cell = 0.5 * PI * (high - low).max() / GRID[0] as f64;
    let surface = shape.surface_in_detail((cell / spacing).clamp(ROUGH, 1.0));
    let mut sides: Vec<Side> = Vec::new();
    let mut last: Option<(&[usize; 3], Vec3)> = None;
    for triangle in &surface.triangles {
        let [a, b, c] = triangle.map(|i| surface.points[i]);
        let normals = triangle.map(|i| surface.normals[i]);
        let Some(normal) = (b - a).cross(&(c - a)).try_normalize(0.0) else {
            continue;
        };
        let flat = normals.iter().all(|n| n.dot(&normal) > SAME);
        // the triangles of one face are a fan
        let goes_on = last.is_some_and(|(before, of)| {
            flat && before[0] == triangle[0] && before[2] == triangle[1] && of.dot(&normal) > SAME
        });
        last = flat.then_some((triangle, normal));
        match sides.last_mut().filter(|_| goes_on) {
            Some(side) => {
                side.face.corners.push(c);
                side.normals.push(normals[2]);
            }
            None => sides.push(Side {
                face: Face {
                    corners: vec![a, b, c],
                    normal,
                    sharp: Vec::new(),
                },
                normals: normals.to_vec(),
            }),
        }
    }
    find_sharp_edges(&mut sides);
    sides
}

fn find_sharp_edges(sides: &mut [Side]) {
    let key = |p: &Vec3| [p.x, p.y, p.z].map(|x| (x + 0.0).to_bits());
    let mut normals = HashMap::new();
    for side in &*sides {
        for (a, b) in side.edges() {
            let ends = [a, b].map(|k| key(&side.face.corners[k]));
            normals.insert(ends, [a, b].map(|k| side.normals[k]));
        }
    }
    for side in sides {
        let sharp = side.edges().map(|(a, b)| {
            let ends = [b, a].map(|k| key(&side.face.corners[k]));
            normals.get(&ends).is_some_and(|[at_b, at_a]| {
                at_b.dot(&side.normals[b]).min(at_a.dot(&side.normals[a])) < SHARP
            })
        });
        side.face.sharp = sharp.collect();
    }
}

impl Side {
    /// Returns the pairs of corners that are ends of an edge.
    fn edges(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let count = self.face.corners.len();
        (0..count).map(move |k| (k, (k + 1) % count))
    }

    fn is_flat(&self) -> bool {
        self.normals.iter().all(|n| n.dot(&self.face.normal) > SAME)
    }
}

/// A `Portal` is a triangle of points of a convex shape, seen from a point inside. It is moved out, along a line of
/// sight through it, until it touches the end of the shape.
struct Portal<'a> {
    shape: &'a Shape,
    inside: Vec3,
    corners: [Vec3; 3],
}

impl Portal<'_> {
    /// Returns the point of the shape's surface in sight through a point, and the normal there. Every normal has a
    /// plane that the shape is below; the nearest along the line of sight is that at its end.
    fn settled(&self, through: &Vec3) -> (Vec3, Vec3) {
        let sight = through - self.inside;
        let mut corners = self.corners.map(|p| p - self.inside);
        let mut best = (f64::INFINITY, Vec3::zeros());
        for _ in 0..MOVES {
            let [a, b, c] = corners;
            let Some(normal) = (b - a).cross(&(c - a)).try_normalize(0.0) else {
                break;
            };
            let Some(end) = self.shape.support(&normal).map(|p| p - self.inside) else {
                break;
            };
            let (steepness, height) = (normal.dot(&sight), normal.dot(&end));
            if steepness > 0.0 && height / steepness < best.0 {
                best = (height / steepness, normal);
            }
            if height - normal.dot(&a) <= CLOSE * self.shape.bounding_radius() {
                break;
            }
            let sees = |[p, q]: &[Vec3; 2]| {
                let sides = [q.cross(&end), end.cross(p)];
                let [one, two] = sides.map(|side| side.dot(&sight) / side.norm());
                one.min(two)
            };
            let mut edges = [[a, b], [b, c], [c, a]];
            edges.sort_by(|one, two| sees(two).total_cmp(&sees(one)));
            let [p, q] = edges[0];
            corners = [p, q, end];
        }
        (self.inside + sight * best.0, best.1)
    }
}
