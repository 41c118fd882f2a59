//! Points that are added to the chosen ones because their queries overlap where a step ends.
//!
//! Where many queries are alike near, as between a nut and its bolt, the chosen ones do not hold the others apart. What would be
//! left would be pushed out in the next step, with energy out of nothing.

use super::CloudPoints;
use super::choice::Chosen;
use super::point::HardPoint;
use crate::contact::near_queries::{NearQuery, Reach, Search};
use crate::contact::terms::Geometry;
use crate::math::{Kinematics, Vec3};

/// Queries that are deeper than this, units of length, are added.
const OVERLAP: f64 = 4e-3;
/// The deepest of the overlapping queries within this part of the smaller bounding radius is added.
const APART: f64 = 0.1;
/// The most points that are added.
const MOST: usize = 64;

impl CloudPoints {
    /// Adds points where queries overlap at the given poses; whether there were any.
    pub(super) fn add_overlapping(
        &mut self,
        sides: [Geometry; 2],
        bodies: [&Kinematics; 2],
    ) -> bool {
        let room = MOST - self.added.len() / 2;
        if room == 0 || self.points.iter().all(|point| point.gap() > OVERLAP) {
            return false;
        }
        let apart = APART * self.setup.radii[0].min(self.setup.radii[1]);
        let mut found: Vec<(f64, Vec3, Chosen)> = Vec::new();
        for (distance, chosen) in overlapping(sides, bodies) {
            let point = bodies[chosen.own].pose.point_in_world(&chosen.local);
            found.push((distance, point, chosen));
        }
        found.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut taken: Vec<Vec3> = Vec::new();
        for (_, point, chosen) in found {
            let is_alone = taken.iter().all(|other| (point - other).norm() > apart);
            if taken.len() < room && is_alone && !self.has(&chosen) {
                self.add(chosen, sides);
                taken.push(point);
            }
        }
        self.share();
        !taken.is_empty()
    }

    /// Adds the points of a saved step.
    pub(super) fn restore_added(&mut self, saved: &[f64], sides: [Geometry; 2]) {
        for query in saved.chunks_exact(2) {
            let (own, index) = (query[0] as usize, query[1] as usize);
            let local = sides[own].soft().queries()[index].point;
            self.add(Chosen { own, index, local }, sides);
        }
        self.share();
    }

    fn has(&self, chosen: &Chosen) -> bool {
        let mut known = self.points.iter().map(HardPoint::chosen);
        known.any(|known| (known.own, known.index) == (chosen.own, chosen.index))
    }

    fn add(&mut self, chosen: Chosen, sides: [Geometry; 2]) {
        let [a, b] = &self.at_prediction;
        self.points.push(HardPoint::new(chosen, sides, [a, b]));
        self.added.extend([chosen.own as f64, chosen.index as f64]);
    }
}

/// Returns the queries of both bodies that overlap with the other, with their distances.
fn overlapping(
    sides: [Geometry; 2],
    bodies: [&Kinematics; 2],
) -> impl Iterator<Item = (f64, Chosen)> {
    let mut search = Search::default();
    let reach = Reach {
        beyond: f64::INFINITY,
        farthest: -OVERLAP,
    };
    search.find(sides, bodies, reach);
    search.found.into_iter().map(move |query| {
        let NearQuery { own, index, .. } = query;
        let local = sides[own].soft().queries()[index].point;
        (query.distance, Chosen { own, index, local })
    })
}
