//! Looks for the proofs of whole steps.

use super::bead::Outline;
use super::motion::Motion;
use super::pair::{Mover, Pair, above_plane, is_far};
use super::proof::{Found, Piece, Unproven};
use super::summary::{CertificateSummary, Place};
use crate::error::{Error, Result};
use crate::math::Vec3;
use crate::recording::judge::part_pairs;
use crate::step::PartId;
use crate::world::{Model, State};
use std::collections::HashMap;

/// Proves that no two parts of a model cross, step by step.
#[derive(Debug)]
pub struct Certifier<'a> {
    model: &'a Model,
    /// What every part of every body is.
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

    /// Looks for the proofs of the step of this index that starts at a time (s) and leads from one state to another.
    pub fn step(&mut self, index: u64, time: f64, from: &State, to: &State) -> StepProofs {
        let h = self.model.time_step;
        let ends = from.bodies.iter().zip(&to.bodies);
        let motions: Vec<Motion> = ends.map(|(a, b)| Motion::between(a, b, h)).collect();
        let mut out = StepProofs::default();
        self.summary.steps += 1;
        for i in 0..self.pairs.len() {
            let pair = self.pairs[i];
            let place = Place {
                bodies: pair.map(|id| self.model.bodies[id.body].name.as_str()),
                step: index,
                start: time,
                length: h,
            };
            match self.prove(pair, &motions) {
                None => self.summary.far += 1,
                Some(Ok(proof)) => {
                    self.summary.add(&place, &proof);
                    if let Some(last) = proof.pieces.last() {
                        self.normals
                            .insert(pair, Vec3::new(last[6], last[7], last[8]));
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

    /// Looks for the proof of a pair; `None` where its swept spheres are apart.
    fn prove(&self, pair: [PartId; 2], motions: &[Motion]) -> Option<Found> {
        let placed = pair.map(|id| &self.model.bodies[id.body].parts[id.part].placed);
        let motion = pair.map(|id| &motions[id.body]);
        let mover = |k: usize, hull| Mover {
            placed: placed[k],
            hull,
            motion: motion[k],
        };
        match pair.map(|id| self.outline(id)) {
            [Outline::Hull(first), Outline::Hull(second)] => {
                let movers = [mover(0, first), mover(1, second)];
                (!is_far(&movers)).then(|| {
                    let guess = self.normals.get(&pair);
                    Pair::new(movers).prove(guess, self.summary.least())
                })
            }
            [Outline::HalfSpace { normal, offset }, Outline::Hull(hull)] => {
                Some(above_plane((normal, *offset), motion[0], &mover(1, hull)))
            }
            _ => None,
        }
    }
}
