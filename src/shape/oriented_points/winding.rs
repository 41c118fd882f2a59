//! How often the surface of oriented points winds around a place (Barill et al. 2018): once inside, not at all outside.
//!
//! ```text
//! w(y) = sum A_i n_i.(p_i - y) / (4 pi |p_i - y|^3)
//! ```
//!
//! Points far from the place count together, by the sum of their areas times normals in their middle.

use super::tree::{Tree, halves, middle};
use crate::math::Vec3;
use std::f64::consts::PI;
use std::ops::Range;

/// Points count together when the place is so many times as far from their middle as all of them are.
const FAR: f64 = 3.0;

/// The points of a range of the tree.
#[derive(Clone, Copy, Default)]
struct Group {
    area: f64,
    across: Vec3,
    middle: Vec3,
    radius: f64,
}

/// A `Winding` has the groups of points of a tree, each at the middle of its range.
pub(super) struct Winding<'a> {
    tree: &'a Tree,
    areas: &'a [f64],
    groups: Vec<Group>,
}

impl<'a> Winding<'a> {
    pub fn new(tree: &'a Tree, areas: &'a [f64]) -> Self {
        let groups = vec![Group::default(); areas.len()];
        let mut winding = Self {
            tree,
            areas,
            groups,
        };
        winding.gather(0..areas.len());
        winding
    }

    /// Returns whether a place is inside.
    pub fn is_inside(&self, place: &Vec3) -> bool {
        self.number(0..self.areas.len(), place) > 0.5
    }

    /// Makes the groups of a range; returns that of the whole range.
    fn gather(&mut self, range: Range<usize>) -> Group {
        if range.is_empty() {
            return Group::default();
        }
        let own = middle(&range);
        let (point, area) = (self.tree.points[own], self.areas[own]);
        let sides = halves(&range).map(|side| self.gather(side));
        let mut group = Group {
            area,
            across: point.normal * area,
            middle: point.position * area,
            radius: 0.0,
        };
        for side in &sides {
            group.area += side.area;
            group.across += side.across;
            group.middle += side.middle * side.area;
        }
        group.middle = if group.area > 0.0 {
            group.middle / group.area
        } else {
            point.position
        };
        group.radius = (point.position - group.middle).norm();
        for side in sides.iter().filter(|side| side.area > 0.0) {
            let reach = (side.middle - group.middle).norm() + side.radius;
            group.radius = group.radius.max(reach);
        }
        self.groups[own] = group;
        group
    }

    /// Returns what a range of points adds to the number.
    fn number(&self, range: Range<usize>, place: &Vec3) -> f64 {
        if range.is_empty() {
            return 0.0;
        }
        let own = middle(&range);
        let group = &self.groups[own];
        let far = group.middle - place;
        if far.norm() > FAR * group.radius {
            return angle(&group.across, &far);
        }
        let point = &self.tree.points[own];
        let [low, high] = halves(&range).map(|side| self.number(side, place));
        low + high + angle(&(point.normal * self.areas[own]), &(point.position - place))
    }
}

/// Returns the part of the sphere around a place that an area covers, seen from inside.
fn angle(across: &Vec3, far: &Vec3) -> f64 {
    let distance = far.norm();
    if distance == 0.0 {
        return 0.0;
    }
    across.dot(far) / (4.0 * PI * distance * distance * distance)
}
