//! The search for the queries of a pair that are near the other body.

use super::carried::local;
use super::terms::Geometry;
use crate::math::{Kinematics, Vec3};
use crate::shape::{STEEPEST, SoftSurface};
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
    /// How much the distance may be off, which is that of an earlier search then; 0 in the first search.
    pub doubt: f64,
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

/// A search of one pair, or several between which its bodies move little.
#[derive(Debug, Clone, Default)]
pub struct Search {
    /// The queries that the last search found, in the order of bodies and indices.
    pub found: Vec<NearQuery>,
    /// The body and the index of the nearest query found, where the next search starts.
    nearest: Option<(usize, usize)>,
    /// Whether distances are kept for searches that follow.
    remembers: bool,
    /// Where queries were in the frame of the other body when their distance was evaluated last, and the distance.
    known: HashMap<(usize, usize), (Vec3, f64)>,
}

impl Search {
    /// Returns a search that others follow; the default is one alone.
    pub fn repeated() -> Self {
        Self {
            remembers: true,
            ..Self::default()
        }
    }

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
            least = exact(own, index, sides, bodies);
            self.found.push(NearQuery {
                own,
                index,
                distance: least,
                doubt: 0.0,
            });
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
                if is_first || (radius > 0.0 && field.is_beyond(&at, 0.0, limit)) {
                    return radius > 0.0;
                }
                let [distance, doubt] = self.distance((own, index), &at, [least, limit], field);
                if distance - doubt <= limit {
                    least = least.min(distance);
                    self.found.push(NearQuery {
                        own,
                        index,
                        distance,
                        doubt,
                    });
                }
                radius > 0.0
            });
        }
        self.finish(first, reach.limit(least), sides, bodies);
    }

    /// Returns the distance at a query, which is at `at`, and its doubt. It is evaluated unless it is certainly more than `limit`, or
    /// not more than that, but more than `least`.
    fn distance(
        &mut self,
        query: (usize, usize),
        at: &Vec3,
        [least, limit]: [f64; 2],
        field: &SoftSurface,
    ) -> [f64; 2] {
        if let Some((before, distance)) = self.known.get(&query) {
            let doubt = STEEPEST * (at - before).norm();
            let [low, high] = [distance - doubt, distance + doubt];
            if low > limit || (low > least && high <= limit) {
                return [*distance, doubt];
            }
        }
        let distance = field.value(at);
        if self.remembers {
            self.known.insert(query, (*at, distance));
        }
        [distance, 0.0]
    }

    /// Keeps the queries whose distance is no more than `limit`, and sorts them.
    fn finish(
        &mut self,
        first: Option<(usize, usize)>,
        limit: f64,
        sides: [Geometry; 2],
        bodies: [&Kinematics; 2],
    ) {
        self.found.retain_mut(|query| {
            if query.distance + query.doubt > limit && query.doubt > 0.0 {
                query.distance = exact(query.own, query.index, sides, bodies);
                query.doubt = 0.0;
            }
            query.distance <= limit
        });
        self.found
            .sort_unstable_by_key(|query| (query.own, query.index));
        let nearer = |x: &&NearQuery, y: &&NearQuery| x.distance.total_cmp(&y.distance);
        let nearest = self.found.iter().min_by(nearer);
        self.nearest = nearest.map_or(first, |query| Some((query.own, query.index)));
    }
}

/// Returns the distance at a query.
fn exact(own: usize, index: usize, sides: [Geometry; 2], bodies: [&Kinematics; 2]) -> f64 {
    let query = &sides[own].soft().queries()[index];
    sides[1 - own]
        .soft()
        .value(&local(&query.point, own, bodies))
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

#[cfg(test)]
mod tests;
