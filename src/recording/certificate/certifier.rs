//! Looks for the proofs of whole steps.

use super::summary::{CertificateSummary, Place};
use crate::error::{Error, Result};
use crate::math::Vec3;
use crate::proof::{Known, Legs, Outline, Piece, Proof, Prover, Unproven, legs_between, spans};
use crate::step::{IntermediateState, PartId, Step};
use crate::world::{Model, State};
use std::iter;

/// Proves that no two parts of a model cross, step by step.
#[derive(Debug)]
pub struct Certifier<'a> {
    model: &'a Model,
    /// The parts of every body, as the certificate writes them.
    outlines: Vec<Vec<Outline>>,
    prover: Prover,
    /// What earlier steps tell.
    known: Known,
    summary: CertificateSummary,
}

/// The proofs of a step.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct StepProofs {
    /// The states of bodies within the step, if it went in halves.
    pub middles: Vec<IntermediateState>,
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
            let outline = |part| {
                let refused = |why| refused(format!("a part of body \"{}\" {why}", body.name));
                Outline::of(part).map_err(refused)
            };
            let parts: Result<Vec<Outline>> = body.parts.iter().map(outline).collect();
            outlines.push(parts?);
        }
        let prover = Prover::new(model);
        if prover.pairs().len() < model.part_pairs().count() {
            let why = "two half-spaces may touch, and no plane is between them";
            return Err(refused(why.into()));
        }
        Ok(Self {
            model,
            outlines,
            prover,
            known: Known::default(),
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

    /// Looks for the proofs of the step of this index that starts at a time (s) and leads on from a state.
    pub fn step(&mut self, index: u64, time: f64, from: &State, step: &Step) -> StepProofs {
        let h = self.model.time_step;
        let middles = step.intermediate_states();
        let within = middles.iter().map(IntermediateState::knot);
        let mut legs = legs_between([from, &step.state], within, h);
        let spans = spans(self.prover.pairs(), &legs);
        self.known.enough = self.summary.least();
        let found = self
            .prover
            .search(self.model, &mut legs, &spans, &self.known);
        self.summary.steps += 1;
        let mut out = StepProofs {
            middles,
            pivots: pivots_of(&legs),
            ..StepProofs::default()
        };
        let mut found = spans.iter().zip(found).peekable();
        for (i, &pair) in self.prover.pairs().iter().enumerate() {
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
                        self.known.normals.insert(pair, normal);
                        out.proofs.push((pair, proof.pieces));
                    }
                }
                Some(Err(why)) => {
                    self.summary.add_unproven(&place, &why);
                    self.known.normals.remove(&pair);
                    out.unproven.push((pair, why));
                }
            }
        }
        out
    }
}

fn refused(why: String) -> Error {
    Error::value(
        "--certify",
        why,
        "leave out --certify, use another shape, or filter the pair",
    )
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
