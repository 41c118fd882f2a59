//! Looks for the proofs of whole steps.

use super::summary::{CertificateSummary, Place};
use crate::error::{Error, Result};
use crate::math::Vec3;
use crate::proof::{Found, Known, Outline, Piece, Proof, Prover, Unproven};
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
    /// The knowledge from earlier steps.
    known: Known,
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
        let intermediate = step.intermediate_states();
        let within = intermediate.iter().map(IntermediateState::within);
        self.prover.begin(self.model, [from, &step.state], within);
        self.known.enough = self.summary.least();
        for contact in &step.contacts {
            self.known
                .note([contact.first, contact.second], contact.normal);
        }
        self.prover.search(self.model, &self.known);
        self.summary.steps += 1;
        let mut out = StepProofs {
            intermediate,
            pivots: self.pivots(),
            ..StepProofs::default()
        };
        let mut results = self.prover.results().peekable();
        for (i, &pair) in self.prover.pairs().iter().enumerate() {
            let own = iter::from_fn(|| results.next_if(|(span, _)| span.pair == i));
            let place = Place {
                bodies: pair.map(|id| self.model.bodies[id.body].name.as_str()),
                step: index,
                start: time,
                length: self.model.time_step,
            };
            match join(&self.prover, own.filter_map(|(_, found)| found)) {
                None => self.summary.far += 1,
                Some(Ok((least, pieces))) => {
                    self.summary.add(&place, &least);
                    if let Some(last) = pieces.last() {
                        let normal = Vec3::new(last[6], last[7], last[8]);
                        self.known.normals.insert(pair, normal);
                        out.proofs.push((pair, pieces));
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

    /// Returns the pivots that are not centres of mass: the body, the start of the leg as a part of the step, and the place.
    fn pivots(&self) -> Vec<(usize, f64, Vec3)> {
        let legs = self.prover.legs();
        let all = (0..self.model.bodies.len())
            .flat_map(|body| legs.of(body).iter().map(move |leg| (body, leg)));
        let moved = all.filter(|(_, leg)| leg.pivot != Vec3::zeros());
        moved
            .map(|(body, leg)| (body, leg.times[0], leg.pivot))
            .collect()
    }
}

/// The proof of the least clearance among those of the spans of a pair, and the pieces of all.
type Joined = std::result::Result<(Proof, Vec<Piece>), Unproven>;

/// Joins what is known of the spans of a pair that are near; `None` where all are far.
fn join(prover: &Prover, near: impl Iterator<Item = Found>) -> Option<Joined> {
    let near = near.map(|found| found.map(|proof| (proof, prover.pieces(&proof).to_vec())));
    near.reduce(|known, next| {
        let ((least, mut pieces), (proof, more)) = (known?, next?);
        pieces.extend(more);
        let nearer = proof.clearance < least.clearance;
        Ok((if nearer { proof } else { least }, pieces))
    })
}

fn refused(why: String) -> Error {
    Error::value(
        "--certify",
        why,
        "leave out --certify, use another shape, or filter the pair",
    )
}
