//! A flat convex face is cut into strips across its longest edge, and every strip into cells of equal length: a
//! rectangle has an even grid, and no face has slivers.

use super::Patch;
use super::cells::Cells;
use crate::math::Vec3;

/// Points this close to a line, as a fraction of the size of the face, are on it.
const ON_EDGE: f64 = 1e-9;

/// A `Face` is a flat convex polygon.
pub(in crate::shape) struct Face {
    /// Corners, m, counter-clockwise seen from outside.
    pub corners: Vec<Vec3>,
    /// Outward unit normal.
    pub normal: Vec3,
    /// Whether the edge from each corner to the next is sharp.
    pub sharp: Vec<bool>,
}

impl Face {
    /// Makes a face of which all edges are sharp.
    pub fn sharp(corners: Vec<Vec3>, normal: Vec3) -> Self {
        Self {
            sharp: vec![true; corners.len()],
            corners,
            normal,
        }
    }

    /// Returns the number of its cells.
    pub fn count(&self, spacing: f64) -> usize {
        let Some([along, across]) = self.axes() else {
            return 0;
        };
        let mut count = 0;
        divide(&self.corners, &along, spacing, |strip| {
            let [low, high] = extent(strip, &across);
            count += Cells::along(high - low, spacing);
        });
        count
    }

    /// Cuts it into cells.
    pub fn add(&self, cells: &mut Cells) {
        let polygons = self.polygons(cells.spacing);
        for polygon in &polygons {
            let (point, area) = self.centroid(polygon);
            let normal = self.normal;
            let patch = Patch {
                point,
                normal,
                area,
            };
            cells.add(patch, polygon);
        }
        let next = self.corners.iter().cycle().skip(1);
        let edges = self.corners.iter().zip(next).zip(&self.sharp);
        for ((a, b), _) in edges.filter(|(_, sharp)| **sharp) {
            let along = b - a;
            let near = ON_EDGE * along.norm_squared();
            let on = |p: &&Vec3| along.cross(&(**p - a)).norm() <= near;
            let points = polygons.iter().flatten().filter(on).copied();
            cells.mark([a, b], points);
        }
    }

    /// Returns the polygons of its cells.
    pub fn polygons(&self, spacing: f64) -> Vec<Vec<Vec3>> {
        let mut polygons = Vec::new();
        if let Some([along, across]) = self.axes() {
            divide(&self.corners, &along, spacing, |strip| {
                divide(strip, &across, spacing, |cell| polygons.push(cell.to_vec()));
            });
        }
        polygons
    }

    /// Returns the directions along the longest edge and across it.
    fn axes(&self) -> Option<[Vec3; 2]> {
        let next = self.corners.iter().cycle().skip(1);
        let edges = self.corners.iter().zip(next).map(|(a, b)| b - a);
        let longest = edges.max_by(|a, b| a.norm_squared().total_cmp(&b.norm_squared()))?;
        let along = longest.try_normalize(0.0)?;
        Some([along, self.normal.cross(&along)])
    }

    /// Returns the centroid and the area of a polygon in the plane of the face.
    pub fn centroid(&self, polygon: &[Vec3]) -> (Vec3, f64) {
        let first = polygon[0];
        let (mut sum, mut area) = (Vec3::zeros(), 0.0);
        for pair in polygon[1..].windows(2) {
            let (a, b) = (pair[0] - first, pair[1] - first);
            let triangle = 0.5 * a.cross(&b).dot(&self.normal);
            area += triangle;
            sum += (a + b) * (triangle / 3.0);
        }
        (first + sum / area, area)
    }
}

/// Returns the least and the largest place of a polygon along a direction, m.
fn extent(polygon: &[Vec3], along: &Vec3) -> [f64; 2] {
    let places = polygon.iter().map(|p| p.dot(along));
    places.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], place| {
        [low.min(place), high.max(place)]
    })
}

/// Cuts a convex polygon across a direction into the least number of strips of equal width, at most `spacing`.
fn divide(polygon: &[Vec3], along: &Vec3, spacing: f64, mut visit: impl FnMut(&[Vec3])) {
    let [low, high] = extent(polygon, along);
    let count = Cells::along(high - low, spacing);
    let mut rest = polygon.to_vec();
    for k in 1..count {
        let at = low + (high - low) * k as f64 / count as f64;
        visit(&below(&rest, along, at));
        rest = below(&rest, &-along, -at);
    }
    visit(&rest);
}

/// Returns the part of a convex polygon where p.along <= at.
fn below(polygon: &[Vec3], along: &Vec3, at: f64) -> Vec<Vec3> {
    let mut part = Vec::new();
    for (k, p) in polygon.iter().enumerate() {
        let q = &polygon[(k + 1) % polygon.len()];
        let (over_p, over_q) = (p.dot(along) - at, q.dot(along) - at);
        if over_p <= 0.0 {
            part.push(*p);
        }
        if (over_p < 0.0 && over_q > 0.0) || (over_p > 0.0 && over_q < 0.0) {
            part.push(p + (q - p) * (over_p / (over_p - over_q)));
        }
    }
    part
}
