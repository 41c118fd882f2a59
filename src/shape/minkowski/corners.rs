//! Sums of shapes with flat faces have corners, which are found here.

use super::Minkowski;
use crate::math::Vec3;
use crate::shape::{Placed, Shape, hull};

/// Largest number of corners of a sum of polytopes that are added pair by pair.
const MAX_PAIRS: usize = 10_000;

impl Minkowski {
    /// All sums of two corners (some are inside); `None` where there are too many.
    pub(super) fn sums_of_corners(&self) -> Option<Vec<Vec3>> {
        let [a, b] = &self.children;
        let (a, b) = (placed_corners(a)?, placed_corners(b)?);
        let pairs = a.iter().flat_map(|p| b.iter().map(move |q| p + q));
        let few = a.len() * b.len() <= MAX_PAIRS;
        few.then(|| pairs.collect())
    }
}

/// The corners of a child; of a sum only those on its hull.
fn placed_corners(child: &Placed) -> Option<Vec<Vec3>> {
    let mut corners = child.shape.primitive().corners()?;
    if let (Shape::Minkowski(_), Ok(hull)) = (&child.shape, hull::hull(&corners, usize::MAX)) {
        corners = hull.vertices.iter().map(|&i| corners[i]).collect();
    }
    let outer = |p: &Vec3| child.rotation * p + child.offset;
    Some(corners.iter().map(outer).collect())
}
