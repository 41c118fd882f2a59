//! Points on a shape, and the normals of the shape there.

use super::directions::directions;
use crate::math::Vec3;
use crate::shape::{Placed, Shape};

/// Distinct points on a shape.
pub(super) struct Cloud {
    /// The points, m.
    pub points: Vec<Vec3>,
    /// The same about their centre, of size 1: so that no unit of length is too small or large.
    pub unit: Vec<Vec3>,
    /// Unit normals of the shape in every point; none where the faces around it are flat.
    pub directions: Vec<Vec<Vec3>>,
    /// Largest extent along the axes of the frame, m.
    pub size: f64,
}

impl Cloud {
    /// The corners of a sum of polytopes; support points of any other shape, in directions of
    /// `detail` times the usual density. Points closer than `merge` sizes are one. `None` when the
    /// shape has no size.
    pub fn new(shape: &Shape, detail: f64, merge: f64) -> Option<Self> {
        let (low, high) = Placed::at_origin(shape.clone()).bounds();
        let size = (high - low).max();
        let centre = low + 0.5 * (high - low);
        if !(size > 0.0 && size.is_finite()) {
            return None;
        }
        let (all, directions): (Vec<Vec3>, Vec<Option<Vec3>>) = match shape.primitive().corners() {
            Some(corners) => corners.into_iter().map(|p| (p, None)).unzip(),
            None => directions(shape, detail)
                .into_iter()
                .filter_map(|d| Some((shape.support(&d)?, Some(d))))
                .unzip(),
        };
        let unit: Vec<Vec3> = all.iter().map(|p| (p - centre) / size).collect();
        let mut cloud = Self {
            points: Vec::new(),
            unit: Vec::new(),
            directions: Vec::new(),
            size,
        };
        for group in groups(&unit, merge) {
            cloud.points.push(all[group[0]]);
            cloud.unit.push(unit[group[0]]);
            let normals = group.iter().filter_map(|&i| directions[i]);
            cloud.directions.push(normals.collect());
        }
        Some(cloud)
    }
}

/// Indices of points closer than `merge` to the first of their group.
fn groups(points: &[Vec3], merge: f64) -> Vec<Vec<usize>> {
    // along a line on which few points share a place
    let line = Vec3::new(0.5477, 0.3162, 0.7746);
    let place: Vec<f64> = points.iter().map(|p| line.dot(p)).collect();
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_by(|&i, &j| place[i].total_cmp(&place[j]));
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for i in order {
        let recent = groups.iter_mut().rev();
        let mut recent = recent.take_while(|g| place[i] - place[g[0]] <= merge);
        match recent.find(|g| (points[i] - points[g[0]]).norm() <= merge) {
            Some(group) => group.push(i),
            None => groups.push(vec![i]),
        }
    }
    groups
}
