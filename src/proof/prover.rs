//! Looks for the proofs of a step.

use super::legs::{Legs, Span};
use super::mover::Mover;
use super::outline::{Hull, Outline};
use super::pair::{Pair, above_plane, is_far};
use super::pieces::{Found, Unproven};
use crate::math::Vec3;
use crate::world::{Model, PartId};
use std::collections::{BTreeMap, HashMap};

/// Pivots are chosen so often.
const ROUNDS: usize = 2;

/// Looks for proofs that no two parts of a model cross.
#[derive(Debug)]
pub(crate) struct Prover {
    /// The parts of every body; nothing where no proof is known for a part.
    outlines: Vec<Vec<Option<Outline>>>,
    /// The pairs of parts that may touch and that proofs are known for, a half-space first.
    pairs: Vec<[PartId; 2]>,
}

/// What is known before a step is looked at.
#[derive(Debug, Default)]
pub(crate) struct Known {
    /// Normals with which pairs were apart in an earlier step.
    pub normals: HashMap<[PartId; 2], Vec3>,
    /// Proofs of a larger clearance than this (m) need not be better.
    pub enough: f64,
}

impl Prover {
    /// Prepares proofs for the parts of a model.
    pub fn new(model: &Model) -> Self {
        let bodies = model.bodies.iter();
        let outlines = bodies.map(|body| {
            body.parts
                .iter()
                .map(|part| Outline::of(part).ok())
                .collect()
        });
        let mut out = Self {
            outlines: outlines.collect(),
            pairs: Vec::new(),
        };
        for [a, b] in model.part_pairs() {
            match [a, b].map(|id| out.outline(id)) {
                [
                    Some(Outline::HalfSpace { .. }),
                    Some(Outline::HalfSpace { .. }),
                ] => {}
                [Some(_), Some(Outline::HalfSpace { .. })] => out.pairs.push([b, a]),
                [Some(_), Some(_)] => out.pairs.push([a, b]),
                _ => {}
            }
        }
        out
    }

    /// Returns the pairs of parts that it looks at, a half-space first.
    pub fn pairs(&self) -> &[[PartId; 2]] {
        &self.pairs
    }

    fn outline(&self, id: PartId) -> Option<&Outline> {
        self.outlines[id.body][id.part].as_ref()
    }

    /// Looks for the proofs of all spans with the centres of mass as pivots, and again where pairs cross within a leg, whose pivots then change.
    pub fn search(
        &self,
        model: &Model,
        legs: &mut Legs,
        spans: &[Span],
        known: &Known,
    ) -> Vec<Option<Found>> {
        let prove = |legs: &Legs, span: &Span| self.prove(model, span, legs, known);
        let mut found: Vec<Option<Found>> = spans.iter().map(|span| prove(legs, span)).collect();
        for _ in 0..ROUNDS {
            let pivots = self.pivots(model, legs, spans, &found);
            if pivots.is_empty() {
                break;
            }
            let mut others = legs.clone();
            for (&(body, leg), &pivot) in &pivots {
                others[body][leg] = legs[body][leg].about(pivot);
            }
            let again = spans.iter().zip(&found).map(|(span, before)| {
                let changes = |k: usize| {
                    let body = self.pairs[span.pair][k].body;
                    pivots.contains_key(&(body, span.legs[k]))
                };
                match changes(0) || changes(1) {
                    true => prove(&others, span),
                    false => before.clone(),
                }
            });
            let again: Vec<Option<Found>> = again.collect();
            let failures = |found: &[Option<Found>]| {
                let failed = |found: &&Option<Found>| matches!(found, Some(Err(_)));
                found.iter().filter(failed).count()
            };
            if failures(&again) >= failures(&found) {
                break;
            }
            (*legs, found) = (others, again);
        }
        found
    }

    /// Chooses pivots for the legs of pairs that overlap within one, the deepest overlap first: the points that are nearest to each other then. A
    /// body has one pivot in a leg.
    fn pivots(
        &self,
        model: &Model,
        legs: &Legs,
        spans: &[Span],
        found: &[Option<Found>],
    ) -> BTreeMap<(usize, usize), Vec3> {
        let overlaps = spans
            .iter()
            .zip(found)
            .filter_map(|(span, found)| match found {
                Some(Err(Unproven::Overlap { time, depth })) => Some((*depth, *time, span)),
                Some(Err(Unproven::Touch { time })) => Some((0.0, *time, span)),
                _ => None,
            });
        let mut overlaps: Vec<(f64, f64, &Span)> = overlaps.collect();
        overlaps.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut out = BTreeMap::new();
        for (_, time, span) in overlaps {
            let pair = self.pairs[span.pair];
            let free = |k: usize| {
                let motion = &legs[pair[k].body][span.legs[k]];
                let is_free = !motion.keeps_attitude() && motion.pivot == Vec3::zeros();
                is_free && motion.is_within(time)
            };
            let free = [free(0), free(1)];
            if free == [false; 2] {
                continue;
            }
            let points = match pair.map(|id| self.outline(id)) {
                [Some(Outline::Hull(first)), Some(Outline::Hull(second))] => {
                    let movers = self.movers(model, span, legs, [first, second]);
                    Pair::new(movers, span.times).nearest(time)
                }
                [
                    Some(Outline::HalfSpace { normal, .. }),
                    Some(Outline::Hull(hull)),
                ] => {
                    let [plane, mover] = self.movers(model, span, legs, [hull, hull]);
                    let down = plane.motion.at(time).1 * -normal;
                    [Vec3::zeros(), mover.farthest(time, &down)]
                }
                _ => continue,
            };
            for k in (0..2).filter(|&k| free[k]) {
                let leg = (pair[k].body, span.legs[k]);
                out.entry(leg).or_insert(points[k]);
            }
        }
        out
    }

    /// Returns two parts, whose hulls are given, with the motions of their bodies in a span.
    fn movers<'b>(
        &self,
        model: &'b Model,
        span: &Span,
        legs: &'b Legs,
        hulls: [&'b Hull; 2],
    ) -> [Mover<'b>; 2] {
        let pair = self.pairs[span.pair];
        [0, 1].map(|k| Mover {
            placed: &model.bodies[pair[k].body].parts[pair[k].part].placed,
            hull: hulls[k],
            motion: &legs[pair[k].body][span.legs[k]],
        })
    }

    /// Returns whether two hulls, or a hull and a half-space, that are apart at both ends of a span may cross in between.
    pub fn crosses(&self, model: &Model, span: &Span, legs: &Legs) -> bool {
        let pair = self.pairs[span.pair];
        match pair.map(|id| self.outline(id)) {
            [Some(Outline::Hull(first)), Some(Outline::Hull(second))] => {
                let movers = self.movers(model, span, legs, [first, second]);
                Pair::new(movers, span.times).is_apart_at_ends()
            }
            [
                Some(Outline::HalfSpace { normal, offset }),
                Some(Outline::Hull(hull)),
            ] => {
                let [plane, mover] = self.movers(model, span, legs, [hull, hull]);
                let height = |time: f64| {
                    let (x, r) = plane.motion.pose(time);
                    let n = r * normal;
                    let below = mover.support(&mover.motion.at(time).1, &-n);
                    (mover.motion.at(time).0 - x).dot(&n) - below - offset
                };
                span.times.iter().all(|&time| height(time) > 0.0)
            }
            _ => false,
        }
    }

    /// Looks for the proof of a span; `None` where its swept spheres are apart.
    fn prove(&self, model: &Model, span: &Span, legs: &Legs, known: &Known) -> Option<Found> {
        let (pair, times) = (self.pairs[span.pair], span.times);
        match pair.map(|id| self.outline(id)) {
            [Some(Outline::Hull(first)), Some(Outline::Hull(second))] => {
                let movers = self.movers(model, span, legs, [first, second]);
                (!is_far(&movers, times)).then(|| {
                    let guess = known.normals.get(&pair);
                    Pair::new(movers, times).prove(guess, known.enough)
                })
            }
            [
                Some(Outline::HalfSpace { normal, offset }),
                Some(Outline::Hull(hull)),
            ] => {
                let [plane, mover] = self.movers(model, span, legs, [hull, hull]);
                let plane = ((normal, *offset), plane.motion);
                Some(above_plane(plane, &mover, times))
            }
            _ => None,
        }
    }
}
