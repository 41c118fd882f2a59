//! The choice of the points of a pair: a few that cover where its bodies are near at the predicted poses; and their shares.

use super::CloudPoints;
use crate::contact::near_queries::{NearQuery, Reach, Search};
use crate::contact::setup::PairSetup;
use crate::contact::terms::Geometry;
use crate::math::lanes::Lanes;
use crate::math::{Kinematics, Variation, Vec3};

/// The most points of a pair.
const MOST: usize = 32;
/// A point that is farther by a length is chosen in the place of a nearer one when it is farther from the others by more than this
/// multiple of it.
const STEEPNESS: f64 = 3.0;
/// Points are at least this part of the bounding radius from each other.
const APART: f64 = 0.02;
/// Points farther than the nearest by this part of the smaller bounding radius have too little merit to be chosen.
const REACH: f64 = (1.0 - APART) / STEEPNESS + 10.0 * TIE;
/// The first of several points is chosen when they differ by less than this part of the bounding radius: rounding chooses nothing.
const TIE: f64 = 1e-6;
/// The temperature of the shares, units of length.
const TEMPERATURE: f64 = 1e-4;
/// All points together have this share of the relaxation, whatever their distance.
const FLOOR: f64 = 0.2;

/// A chosen point.
#[derive(Debug, Clone, Copy)]
pub struct Chosen {
    /// The body that it belongs to: 0 or 1.
    pub own: usize,
    /// The index of the query.
    pub index: usize,
    /// The point in the frame of that body.
    pub local: Vec3,
}

/// A query within reach.
#[derive(Debug, Clone, Copy)]
struct Near {
    chosen: Chosen,
    /// The query, world.
    point: Vec3,
    distance: f64,
    /// The distance to the nearest chosen one.
    apart: f64,
}

/// Chooses points: the nearest one first, then those that are far from the chosen ones and near to the other body.
pub fn choose(setup: &PairSetup, sides: [Geometry; 2], bodies: [&Kinematics; 2]) -> Vec<Chosen> {
    let radius = setup.radii[0].min(setup.radii[1]);
    let mut near = within_reach(REACH * radius, sides, bodies);
    let least = near
        .iter()
        .map(|q| q.distance)
        .fold(f64::INFINITY, f64::min);
    let mut out = Vec::with_capacity(MOST);
    while out.len() < MOST {
        let merit = |q: &Near| q.apart.min(radius) - STEEPNESS * (q.distance - least);
        let better = |a: Near, b: Near| match merit(&b) > merit(&a) + TIE * radius {
            true => b,
            false => a,
        };
        let best = near.iter().copied().reduce(better);
        let Some(best) = best.filter(|best| merit(best) > APART * radius) else {
            break;
        };
        out.push(best.chosen);
        for query in &mut near {
            query.apart = query.apart.min((query.point - best.point).norm());
        }
    }
    out
}

/// Returns the queries of both bodies that are farther than the nearest by `beyond` at most. The first choice falls on the nearest.
fn within_reach(beyond: f64, sides: [Geometry; 2], bodies: [&Kinematics; 2]) -> Vec<Near> {
    let reach = Reach {
        beyond,
        farthest: f64::INFINITY,
    };
    let mut search = Search::default();
    search.find(sides, bodies, reach);
    let near = |query: NearQuery| {
        let local = sides[query.own].soft().queries()[query.index].point;
        Near {
            chosen: Chosen {
                own: query.own,
                index: query.index,
                local,
            },
            point: bodies[query.own].pose.point_in_world(&local),
            distance: query.distance,
            apart: f64::INFINITY,
        }
    };
    search.found.into_iter().map(near).collect()
}

impl CloudPoints {
    /// Gives every point its share of the relaxation.
    pub(super) fn share(&mut self) {
        let weights = self.weights();
        let even = FLOOR / self.points.len() as f64;
        for (point, weight) in self.points.iter_mut().zip(weights) {
            point.share = (weight + even) / (1.0 + FLOOR);
        }
    }

    /// Returns the soft minimum over the distances at the predicted poses, one weight for every point.
    fn weights(&self) -> Vec<f64> {
        let gaps = || self.points.iter().map(|point| point.predicted_gap());
        let least = gaps().fold(f64::INFINITY, f64::min);
        let mut out: Vec<f64> = gaps()
            .map(|gap| ((least - gap) / TEMPERATURE).exp())
            .collect();
        let sum: f64 = out.iter().sum();
        out.iter_mut().for_each(|weight| *weight /= sum);
        out
    }

    /// Returns how the shares change when the bodies move at their prediction.
    pub(super) fn share_rates<const N: usize>(&self, motion: [&Variation<N>; 2]) -> Vec<Lanes<N>> {
        let weights = self.weights();
        let gaps: Vec<Lanes<N>> = self
            .points
            .iter()
            .map(|p| p.predicted_gap_rate(motion))
            .collect();
        let terms = weights.iter().zip(&gaps);
        let mean = terms.fold(Lanes::ZERO, |sum, (&weight, &gap)| sum + gap * weight);
        let rate = |(&weight, &gap): (&f64, &Lanes<N>)| {
            (mean - gap) * (weight / (TEMPERATURE * (1.0 + FLOOR)))
        };
        weights.iter().zip(&gaps).map(rate).collect()
    }
}
