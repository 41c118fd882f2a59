//! A curved piece of a surface is cut as the flat face through its corners, and the cells are moved out to the surface.

use super::Patch;
use super::cells::Cells;
use super::face::Face;
use crate::math::Vec3;

/// Returns the point of a surface next to a point, and its normal there.
pub(super) type Settle<'a> = dyn Fn(&Vec3) -> (Vec3, Vec3) + 'a;

/// Cuts the piece of a surface over a face into cells; those of the face have at most `spacing` (m).
pub(super) fn add(face: &Face, spacing: f64, settle: &Settle, cells: &mut Cells) {
    for polygon in face.polygons(spacing) {
        let (middle, _) = face.centroid(&polygon);
        let (point, normal) = settle(&middle);
        let patch = Patch {
            point,
            normal,
            area: area(&middle, &polygon, settle),
        };
        let corners: Vec<Vec3> = polygon.iter().map(|p| settle(p).0).collect();
        cells.add(patch, &corners);
    }
}

/// Returns the area of the surface over a polygon, m^2: from triangles around its middle and from four times as many,
/// extrapolated.
fn area(middle: &Vec3, polygon: &[Vec3], settle: &Settle) -> f64 {
    let triangle = |[a, b, c]: [Vec3; 3]| 0.5 * (b - a).cross(&(c - a)).norm();
    let next = polygon.iter().cycle().skip(1);
    let sides = polygon.iter().zip(next).map(|(a, b)| {
        let out = |p: Vec3| settle(&p).0;
        let [p, q, r] = [*middle, *a, *b].map(out);
        let between = [(middle + a) * 0.5, (a + b) * 0.5, (b + middle) * 0.5];
        let [pq, qr, rp] = between.map(out);
        let parts = [[p, pq, rp], [pq, q, qr], [rp, qr, r], [pq, qr, rp]];
        let fine: f64 = parts.map(triangle).iter().sum();
        fine + (fine - triangle([p, q, r])) / 3.0
    });
    sides.sum()
}
