//! A tree of points: which of them are near a place.

use super::{BEHIND, OrientedPoint};
use crate::math::Vec3;
use std::f64::consts::PI;
use std::ops::Range;

/// The area of a point is estimated from so many neighbours.
const NEIGHBOURS: usize = 12;

/// A `Visit` is called with a point: its index, the square of its distance, and the square of the reach, which it may shorten.
type Visit<'a> = dyn FnMut(usize, f64, &mut f64) + 'a;

/// A `Tree` is a list of points in which the middle of every range divides the others by one coordinate, each in turn.
pub(super) struct Tree {
    pub points: Vec<OrientedPoint>,
}

impl Tree {
    pub fn new(points: &[OrientedPoint]) -> Self {
        let mut points = points.to_vec();
        sort(&mut points, 0);
        Self { points }
    }

    /// Calls `visit` with every point nearer to a place than `reach` (m) and the square of its distance, always in the same order.
    pub fn visit_within(&self, place: &Vec3, reach: f64, mut visit: impl FnMut(usize, f64)) {
        let mut reach = reach * reach;
        let all = 0..self.points.len();
        self.walk(all, 0, place, &mut reach, &mut |i, square, reach| {
            if square < *reach {
                visit(i, square);
            }
        });
    }

    /// Returns an estimate of the area A that every point stands for, m^2, from the distances r_j of its neighbours: in a plane
    /// the disc up to number j has about j + 1/2 points, so that A = pi sum r_j^2 / sum (j + 1/2). A point without neighbours has none.
    pub fn estimated_areas(&self) -> Vec<f64> {
        let number = NEIGHBOURS.min(self.points.len() - 1);
        let area = |i| {
            let squares = self.neighbours(i, number);
            let count = squares.len() as f64;
            PI * squares.iter().sum::<f64>() / (0.5 * count * (count + 2.0)).max(1.0)
        };
        (0..self.points.len()).map(area).collect()
    }

    /// Returns the lowest and the highest corner of the box around the points, m.
    pub fn bounds(&self) -> (Vec3, Vec3) {
        let first = self.points[0].position;
        let points = self.points.iter().map(|point| point.position);
        points.fold((first, first), |(low, high), p| (low.inf(&p), high.sup(&p)))
    }

    /// Returns the squares of the distances of the nearest neighbours of a point on its side of a wall, m^2.
    fn neighbours(&self, point: usize, number: usize) -> Vec<f64> {
        let mut nearest = vec![f64::INFINITY; number];
        let mut reach = f64::INFINITY;
        let (all, own) = (0..self.points.len(), self.points[point]);
        self.walk(
            all,
            0,
            &own.position,
            &mut reach,
            &mut |i, square, reach| {
                let beside = self.points[i].normal.dot(&own.normal) > BEHIND;
                if i != point && beside && square < *reach {
                    let at = nearest.partition_point(|other| *other <= square);
                    nearest[at..].rotate_right(1);
                    nearest[at] = square;
                    *reach = nearest[number - 1];
                }
            },
        );
        nearest.retain(|square| square.is_finite());
        nearest
    }

    /// Visits a range of the list that is divided by the coordinate `axis`, the near side first.
    fn walk(
        &self,
        range: Range<usize>,
        axis: usize,
        place: &Vec3,
        reach: &mut f64,
        visit: &mut Visit,
    ) {
        if range.is_empty() {
            return;
        }
        let middle = middle(&range);
        let point = &self.points[middle].position;
        visit(middle, (point - place).norm_squared(), reach);
        let beyond = place[axis] - point[axis];
        let next = (axis + 1) % 3;
        let [low, high] = halves(&range);
        let (near, far) = if beyond < 0.0 {
            (low, high)
        } else {
            (high, low)
        };
        self.walk(near, next, place, reach, visit);
        if beyond * beyond <= *reach {
            self.walk(far, next, place, reach, visit);
        }
    }
}

/// Returns the index at which a range of a tree is divided.
pub(super) fn middle(range: &Range<usize>) -> usize {
    range.start + range.len() / 2
}

/// Returns the ranges beside the middle of one.
pub(super) fn halves(range: &Range<usize>) -> [Range<usize>; 2] {
    let middle = middle(range);
    [range.start..middle, middle + 1..range.end]
}

/// Sorts points such that the middle divides the others by the coordinate `axis`, and so on within both sides.
fn sort(points: &mut [OrientedPoint], axis: usize) {
    if points.len() < 2 {
        return;
    }
    let middle = points.len() / 2;
    let by = |a: &OrientedPoint, b: &OrientedPoint| a.position[axis].total_cmp(&b.position[axis]);
    let (low, _, high) = points.select_nth_unstable_by(middle, by);
    sort(low, (axis + 1) % 3);
    sort(high, (axis + 1) % 3);
}
