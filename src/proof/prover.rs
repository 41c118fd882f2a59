//! Looks for the proofs of a step.

use super::legs::{Legs, Span, Within};
use super::near::Boxes;
use super::parts::Parts;
use super::pieces::{Found, Piece, Proof, Unproven};
use crate::math::Vec3;
use crate::world::{Model, PartId, State};
use std::collections::HashMap;

/// Pivots are chosen so often.
const ROUNDS: usize = 2;

/// Looks for proofs that no two parts of a model cross, without allocation after warm-up.
#[derive(Debug)]
pub(crate) struct Prover {
    parts: Parts,
    boxes: Boxes,
    /// The motions and the spans of the step.
    legs: Legs,
    spans: Vec<Span>,
    /// The proofs of every span, or why there is none: nothing where spheres are apart.
    found: Vec<Option<Found>>,
    /// The pieces of all proofs.
    pieces: Vec<Piece>,
    /// The points that motions are to turn about, by the index of the motion.
    pivots: Vec<(usize, Vec3)>,
    /// The motions about these points, and the proofs then.
    others: Legs,
    again: Vec<Option<Found>>,
    /// The overlaps that were found: depth (m), time, and index of the span.
    overlaps: Vec<(f64, f64, usize)>,
}

/// Knowledge from before a step is looked at.
#[derive(Debug, Default)]
pub(crate) struct Known {
    /// The normals along which pairs are likely to be apart: those of an earlier step, or of contacts.
    pub normals: HashMap<[PartId; 2], Vec3>,
    /// Proofs of a larger clearance than this (m) need not be better.
    pub enough: f64,
}

impl Known {
    /// Notes the normal of a contact of a pair, from its first part to its second.
    pub fn note(&mut self, pair: [PartId; 2], normal: Vec3) {
        self.normals.insert(pair, normal);
        self.normals.insert([pair[1], pair[0]], -normal);
    }
}

impl Prover {
    /// Prepares proofs for the parts of a model.
    pub fn new(model: &Model) -> Self {
        let parts = Parts::new(model);
        Self {
            boxes: Boxes::new(parts.reaches()),
            parts,
            legs: Legs::default(),
            spans: Vec::new(),
            found: Vec::new(),
            pieces: Vec::new(),
            pivots: Vec::new(),
            others: Legs::default(),
            again: Vec::new(),
            overlaps: Vec::new(),
        }
    }

    /// Returns the pairs of parts that it looks at, a half-space first.
    pub fn pairs(&self) -> &[[PartId; 2]] {
        &self.parts.pairs
    }

    /// Returns the motions of the step.
    pub fn legs(&self) -> &Legs {
        &self.legs
    }

    /// Returns the spans of the step, by pair and time, each with what is known of it: nothing where spheres are apart.
    pub fn results(&self) -> impl Iterator<Item = (&Span, Option<Found>)> {
        self.spans.iter().zip(self.found.iter().copied())
    }

    /// Returns the pieces of a proof.
    pub fn pieces(&self, proof: &Proof) -> &[Piece] {
        &self.pieces[proof.pieces[0]..proof.pieces[1]]
    }

    /// Takes a step from one state to another; `within` are the states in between, by body and time. Bodies whose boxes are apart have no spans.
    pub fn begin(
        &mut self,
        model: &Model,
        states: [&State; 2],
        within: impl Iterator<Item = Within>,
    ) {
        self.legs.set(states, within, model.time_step);
        self.spans.clear();
        self.boxes.set(&self.legs);
        for (pair, &ids) in self.parts.pairs.iter().enumerate() {
            if !self.boxes.are_apart(ids.map(|id| id.body)) {
                self.legs
                    .visit_spans(pair, ids, |span| self.spans.push(span));
            }
        }
    }

    /// Leaves the spans out of which one does not want to know, and those of parts with ellipsoids or discs.
    pub fn keep_hulls_of_points(&mut self, wanted: impl Fn(&Legs, [PartId; 2], &Span) -> bool) {
        let (legs, parts) = (&self.legs, &self.parts);
        self.spans.retain(|span| {
            wanted(legs, parts.pairs[span.pair], span) && parts.have_no_ovals(span.pair)
        });
    }

    /// Looks for the proofs of all spans with the centres of mass as pivots, and again where pairs cross within a leg, whose pivots then change.
    pub fn search(&mut self, model: &Model, known: &Known) {
        self.pieces.clear();
        self.found.clear();
        for span in &self.spans {
            let found = (self.parts).prove(model, span, &self.legs, known, &mut self.pieces);
            self.found.push(found);
        }
        for _ in 0..ROUNDS {
            self.choose_pivots(model);
            if self.pivots.is_empty() || !self.search_about_pivots(model, known) {
                break;
            }
            std::mem::swap(&mut self.legs, &mut self.others);
            std::mem::swap(&mut self.found, &mut self.again);
        }
    }

    /// Looks for the proofs of the spans whose motions turn about the pivots; returns whether fewer fail then.
    fn search_about_pivots(&mut self, model: &Model, known: &Known) -> bool {
        self.others.copy_from(&self.legs);
        for &(leg, pivot) in &self.pivots {
            self.others.turn_about(leg, pivot);
        }
        self.again.clear();
        for (span, before) in self.spans.iter().zip(&self.found) {
            let changes = |leg: usize| self.pivots.iter().any(|pivot| pivot.0 == leg);
            let found = match changes(span.legs[0]) || changes(span.legs[1]) {
                true => (self.parts).prove(model, span, &self.others, known, &mut self.pieces),
                false => *before,
            };
            self.again.push(found);
        }
        let failures = |found: &[Option<Found>]| {
            let failed = |found: &&Option<Found>| matches!(found, Some(Err(_)));
            found.iter().filter(failed).count()
        };
        failures(&self.again) < failures(&self.found)
    }

    /// Chooses pivots for the legs of pairs that overlap within one, the deepest overlap first: the points that are nearest to each other then. A
    /// body has one pivot in a leg.
    fn choose_pivots(&mut self, model: &Model) {
        self.overlaps.clear();
        for (i, found) in self.found.iter().enumerate() {
            match *found {
                Some(Err(Unproven::Overlap { time, depth })) => {
                    self.overlaps.push((depth, time, i));
                }
                Some(Err(Unproven::Touch { time })) => self.overlaps.push((0.0, time, i)),
                _ => {}
            }
        }
        self.overlaps
            .sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.2.cmp(&b.2)));
        self.pivots.clear();
        for &(_, time, i) in &self.overlaps {
            let span = &self.spans[i];
            let is_free = |leg: usize| {
                let motion = self.legs.motion(leg);
                let turns = !motion.keeps_attitude() && motion.pivot == Vec3::zeros();
                turns && motion.is_within(time)
            };
            let free = span.legs.map(is_free);
            if free == [false; 2] {
                continue;
            }
            let Some(points) = self.parts.nearest(model, span, &self.legs, time) else {
                continue;
            };
            for k in (0..2).filter(|&k| free[k]) {
                let leg = span.legs[k];
                if self.pivots.iter().all(|pivot| pivot.0 != leg) {
                    self.pivots.push((leg, points[k]));
                }
            }
        }
    }

    /// Returns whether the parts of a span are apart at the start of the step; true of a span that begins later.
    pub fn begins_apart(&self, model: &Model, span: &Span) -> bool {
        span.times[0] > 0.0 || self.parts.are_apart_at(model, span, &self.legs, 0.0)
    }

    /// Returns whether the parts of a span are apart at the start and at the end of the step, where these are of the span.
    pub fn are_apart_outside(&self, model: &Model, span: &Span) -> bool {
        let mut ends = span.times.into_iter().filter(|&t| t == 0.0 || t == 1.0);
        ends.all(|time| self.parts.are_apart_at(model, span, &self.legs, time))
    }
}
