//! Looks for the proofs of whole steps.

use super::legs::{Legs, Span, legs_of, spans};
use super::mover::Mover;
use super::outline::{Hull, Outline};
use super::pair::{Pair, above_plane, is_far};
use super::proof::{Found, Piece, Proof, Unproven};
use super::summary::{CertificateSummary, Place};
use crate::error::{Error, Result};
use crate::math::Vec3;
use crate::recording::judge::part_pairs;
use crate::step::{IntermediateState, PartId, Step};
use crate::world::{Model, State};
use std::collections::{BTreeMap, HashMap};
use std::iter;

/// Pivots are chosen so often.
const ROUNDS: usize = 2;

/// Proves that no two parts of a model cross, step by step.
#[derive(Debug)]
pub struct Certifier<'a> {
    model: &'a Model,
    /// The parts of every body, as the certificate writes them.
    outlines: Vec<Vec<Outline>>,
    /// The pairs of parts that may touch, a half-space first.
    pairs: Vec<[PartId; 2]>,
    /// Normals with which pairs were apart in an earlier step.
    normals: HashMap<[PartId; 2], Vec3>,
    summary: CertificateSummary,
}

/// The proofs of a step.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct StepProofs {
    /// The states of bodies within the step, if it went in halves.
    pub intermediate: Vec<IntermediateState>,
    /// The bodies whose pivot is not the centre of mass, from which part of the step on, and the pivot in the centre-of-mass frame, m.
    pub pivots: Vec<(usize, f64, Vec3)>,
    /// The pairs that planes keep apart, with their pieces.
    pub proofs: Vec<([PartId; 2], Vec<Piece>)>,
    /// The pairs without proof.
    pub unproven: Vec<([PartId; 2], Unproven)>,
}

impl<'a> Certifier<'a> {
    /// Prepares proofs for a model.
    ///
    /// # Errors
    /// A part is not convex, its support function is not known in closed form, or two half-spaces may touch.
    pub fn new(model: &'a Model) -> Result<Self> {
        let mut outlines = Vec::new();
        for body in &model.bodies {
            let parts = body.parts.iter();
            let parts: Result<Vec<Outline>> =
                parts.map(|part| Outline::of(part, &body.name)).collect();
            outlines.push(parts?);
        }
        let plane = |id: PartId| matches!(&outlines[id.body][id.part], Outline::HalfSpace { .. });
        let first_plane = |[a, b]: [PartId; 2]| if plane(b) { [b, a] } else { [a, b] };
        let pairs: Vec<[PartId; 2]> = part_pairs(model).map(first_plane).collect();
        if pairs.iter().any(|&[_, second]| plane(second)) {
            return Err(Error::value(
                "--certify",
                "two half-spaces may touch, and no plane is between them",
                "filter the pair, or leave out --certify",
            ));
        }
        Ok(Self {
            model,
            pairs,
            outlines,
            normals: HashMap::new(),
            summary: CertificateSummary::default(),
        })
    }

    /// Returns the figures of the steps so far.
    pub fn summary(&self) -> &CertificateSummary {
        &self.summary
    }

    pub(super) fn model(&self) -> &'a Model {
        self.model
    }

    pub(super) fn outlines(&self) -> &[Vec<Outline>] {
        &self.outlines
    }

    fn outline(&self, id: PartId) -> &Outline {
        &self.outlines[id.body][id.part]
    }

    /// Looks for the proofs of the step of this index that starts at a time (s) and leads on from a state.
    pub fn step(&mut self, index: u64, time: f64, from: &State, step: &Step) -> StepProofs {
        let h = self.model.time_step;
        let intermediate = step.intermediate_states();
        let mut legs = legs_of([from, &step.state], &intermediate, h);
        let spans = spans(&self.pairs, &legs);
        let found = self.search(&mut legs, &spans);
        self.summary.steps += 1;
        let mut out = StepProofs {
            intermediate,
            pivots: pivots_of(&legs),
            ..StepProofs::default()
        };
        let mut found = spans.iter().zip(found).peekable();
        for (i, &pair) in self.pairs.iter().enumerate() {
            let own = iter::from_fn(|| found.next_if(|(span, _)| span.pair == i));
            let place = Place {
                bodies: pair.map(|id| self.model.bodies[id.body].name.as_str()),
                step: index,
                start: time,
                length: h,
            };
            match Proof::join(own.map(|(_, found)| found)) {
                None => self.summary.far += 1,
                Some(Ok(proof)) => {
                    self.summary.add(&place, &proof);
                    if let Some(last) = proof.pieces.last() {
                        let normal = Vec3::new(last[6], last[7], last[8]);
                        self.normals.insert(pair, normal);
                        out.proofs.push((pair, proof.pieces));
                    }
                }
                Some(Err(why)) => {
                    self.summary.add_unproven(&place, &why);
                    self.normals.remove(&pair);
                    out.unproven.push((pair, why));
                }
            }
        }
        out
    }

    /// Looks for the proofs of all spans with the centres of mass as pivots, and again where pairs cross within a leg, whose pivots then change.
    fn search(&self, legs: &mut Legs, spans: &[Span]) -> Vec<Option<Found>> {
        let prove = |legs: &Legs, span: &Span| self.prove(span, legs);
        let mut found: Vec<Option<Found>> = spans.iter().map(|span| prove(legs, span)).collect();
        for _ in 0..ROUNDS {
            let pivots = self.pivots(legs, spans, &found);
            if pivots.is_empty() {
                break;
            }
            let mut others = legs.clone();
            for (&(body, leg), &pivot) in &pivots {
                others[body][leg] = legs[body][leg].about(pivot);
            }
            let again = spans.iter().zip(&found).map(|(span, known)| {
                let changes = |k: usize| {
                    let body = self.pairs[span.pair][k].body;
                    pivots.contains_key(&(body, span.legs[k]))
                };
                match changes(0) || changes(1) {
                    true => prove(&others, span),
                    false => known.clone(),
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
                [Outline::Hull(first), Outline::Hull(second)] => {
                    let movers = self.movers(span, legs, [first, second]);
                    Pair::new(movers, span.times).nearest(time)
                }
                [Outline::HalfSpace { normal, .. }, Outline::Hull(hull)] => {
                    let [plane, mover] = self.movers(span, legs, [hull, hull]);
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
    fn movers<'b>(&'b self, span: &Span, legs: &'b Legs, hulls: [&'b Hull; 2]) -> [Mover<'b>; 2] {
        let pair = self.pairs[span.pair];
        [0, 1].map(|k| Mover {
            placed: &self.model.bodies[pair[k].body].parts[pair[k].part].placed,
            hull: hulls[k],
            motion: &legs[pair[k].body][span.legs[k]],
        })
    }

    /// Looks for the proof of a span; `None` where its swept spheres are apart.
    fn prove(&self, span: &Span, legs: &Legs) -> Option<Found> {
        let (pair, times) = (self.pairs[span.pair], span.times);
        match pair.map(|id| self.outline(id)) {
            [Outline::Hull(first), Outline::Hull(second)] => {
                let movers = self.movers(span, legs, [first, second]);
                (!is_far(&movers, times)).then(|| {
                    let guess = self.normals.get(&pair);
                    Pair::new(movers, times).prove(guess, self.summary.least())
                })
            }
            [Outline::HalfSpace { normal, offset }, Outline::Hull(hull)] => {
                let [plane, mover] = self.movers(span, legs, [hull, hull]);
                let plane = ((normal, *offset), plane.motion);
                Some(above_plane(plane, &mover, times))
            }
            _ => None,
        }
    }
}

/// Returns the pivots that are not centres of mass: the body, the start of the leg as a part of the step, and the place.
fn pivots_of(legs: &Legs) -> Vec<(usize, f64, Vec3)> {
    let all = legs.iter().enumerate();
    let all = all.flat_map(|(body, legs)| legs.iter().map(move |leg| (body, leg)));
    let moved = all.filter(|(_, leg)| leg.pivot != Vec3::zeros());
    moved
        .map(|(body, leg)| (body, leg.times[0], leg.pivot))
        .collect()
}
