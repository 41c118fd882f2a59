//! The search for the queries of a pair that are near the other body.

use super::carried::local;
use super::terms::Geometry;
use crate::math::{Kinematics, Vec3};
use crate::shape::STEEPEST;
use std::collections::HashMap;

/// A query of a pair, and how far it is from the other body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NearQuery {
    /// The body that the query belongs to: 0 or 1.
    pub own: usize,
    /// The index of the query in its body.
    pub index: usize,
    /// The distance of the other body there.
    pub distance: f64,
}

/// How far queries are sought.
#[derive(Debug, Clone, Copy)]
pub struct Reach {
    /// How much farther than the nearest query others may be.
    pub beyond: f64,
    /// How far a query may be at all.
    pub farthest: f64,
}

impl Reach {
    /// Returns the largest distance of a query, given that of the nearest.
    fn limit(&self, least: f64) -> f64 {
        self.farthest.min(least + self.beyond)
    }
}

/// Searches of one pair whose bodies move little between them.
#[derive(Debug, Clone, Default)]
pub struct Search {
    /// The queries that the last search found, in the order of bodies and indices.
    pub found: Vec<NearQuery>,
    /// The body and the index of the nearest query found, where the next search starts.
    nearest: Option<(usize, usize)>,
    /// Where queries were in the frame of the other body when their distance was evaluated last, and the distance.
    known: HashMap<(usize, usize), (Vec3, f64)>,
}

impl Search {
    /// Forgets the searches before.
    pub fn clear(&mut self) {
        self.found.clear();
        self.nearest = None;
        self.known.clear();
    }

    /// Finds the queries within `reach`.
    pub fn find(&mut self, sides: [Geometry; 2], bodies: [&Kinematics; 2], reach: Reach) {
        self.found.clear();
        let mut least = f64::INFINITY;
        let first = self.nearest.or_else(|| nearest_to_centre(sides, bodies));
        if let Some((own, index)) = first {
            // A small distance that is known leaves out most of the others unseen.
            let at = local(&sides[own].soft().queries()[index].point, own, bodies);
            least = sides[1 - own].soft().value(&at);
            self.keep(own, index, least);
        }
        for own in 0..2 {
            let field = sides[1 - own].soft();
            sides[own].soft().visit_queries(|index, point, radius| {
                let at = local(point, own, bodies);
                let limit = reach.limit(least);
                if field.is_beyond(&at, radius, limit) {
                    return false;
                }
                // The first is not left out: the distance to a coarse cloud may be less than that to the box around it.
                let is_first = first == Some((own, index));
                if !is_first && !field.is_beyond(&at, 0.0, limit) {
                    let distance = self.evaluate((own, index), &at, limit, |y| field.value(y));
                    if distance <= limit {
                        least = least.min(distance);
                        self.keep(own, index, distance);
                    }
                }
                radius > 0.0
            });
        }
        let limit = reach.limit(least);
        self.found.retain(|query| query.distance <= limit);
        self.found
            .sort_unstable_by_key(|query| (query.own, query.index));
        let nearer = |x: &&NearQuery, y: &&NearQuery| x.distance.total_cmp(&y.distance);
        let nearest = self.found.iter().min_by(nearer);
        self.nearest = nearest.map_or(first, |query| Some((query.own, query.index)));
    }

    fn keep(&mut self, own: usize, index: usize, distance: f64) {
        self.found.push(NearQuery {
            own,
            index,
            distance,
        });
    }

    /// Returns the distance at a query, which is at `at`, or infinity where what is known says that it is beyond `limit`.
    fn evaluate(
        &mut self,
        query: (usize, usize),
        at: &Vec3,
        limit: f64,
        value: impl Fn(&Vec3) -> f64,
    ) -> f64 {
        if let Some((before, distance)) = self.known.get(&query)
            && distance - STEEPEST * (at - before).norm() > limit
        {
            return f64::INFINITY;
        }
        let distance = value(at);
        self.known.insert(query, (*at, distance));
        distance
    }
}

/// Returns the body and the index of the query that is nearest to the centre of the other body, which is likely to be near that body.
fn nearest_to_centre(sides: [Geometry; 2], bodies: [&Kinematics; 2]) -> Option<(usize, usize)> {
    let mut best = (f64::INFINITY, None);
    for own in 0..2 {
        sides[own].soft().visit_queries(|index, point, radius| {
            let square = local(point, own, bodies).norm_squared();
            let query = Some((own, index));
            if square < best.0 || (square == best.0 && query < best.1) {
                best = (square, query);
            }
            let nearest = (square.sqrt() - radius).max(0.0);
            radius > 0.0 && nearest * nearest <= best.0
        });
    }
    best.1
}
