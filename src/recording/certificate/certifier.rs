//! Looks for the proofs of whole steps.

use super::motion::Motion;
use super::mover::Mover;
use super::outline::{Hull, Outline};
use super::pair::{Pair, above_plane, is_far};
use super::proof::{Found, Piece, Unproven};
use super::summary::{CertificateSummary, Place};
use crate::error::{Error, Result};
use crate::math::Vec3;
use crate::recording::judge::part_pairs;
use crate::step::PartId;
use crate::world::{BodyState, Model, State};
use std::collections::{BTreeMap, HashMap};

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
    /// The bodies whose pivot is not the centre of mass, and the pivot in the centre-of-mass frame, m.
    pub pivots: Vec<(usize, Vec3)>,
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
        let (motions, found) = self.search(from, to);
        self.summary.steps += 1;
        let pivots = motions.iter().map(|motion| motion.pivot).enumerate();
        let mut out = StepProofs {
            pivots: pivots
                .filter(|(_, pivot)| *pivot != Vec3::zeros())
                .collect(),
            ..StepProofs::default()
        };
        for (i, found) in found.into_iter().enumerate() {
            let pair = self.pairs[i];
            let place = Place {
                bodies: pair.map(|id| self.model.bodies[id.body].name.as_str()),
                step: index,
                start: time,
                length: h,
            };
            match found {
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

    /// Looks for the proofs of all pairs with the centres of mass as pivots, and again where pairs cross within the step.
    fn search(&self, from: &State, to: &State) -> (Vec<Motion>, Vec<Option<Found>>) {
        let h = self.model.time_step;
        let ends = || from.bodies.iter().zip(&to.bodies);
        let motion = |(a, b): (&BodyState, &BodyState)| Motion::between(a, b, h, Vec3::zeros());
        let mut motions: Vec<Motion> = ends().map(motion).collect();
        let prove = |motions: &[Motion], pair: &[PartId; 2]| self.prove(*pair, motions);
        let pairs = self.pairs.iter();
        let mut found: Vec<Option<Found>> = pairs.map(|pair| prove(&motions, pair)).collect();
        for _ in 0..ROUNDS {
            let pivots = self.pivots(&motions, &found);
            if pivots.is_empty() {
                break;
            }
            let mut others = motions.clone();
            for (&body, &pivot) in &pivots {
                others[body] = Motion::between(&from.bodies[body], &to.bodies[body], h, pivot);
            }
            let pairs = self.pairs.iter().zip(&found);
            let again = pairs.map(|(pair, known)| {
                match pair.iter().any(|id| pivots.contains_key(&id.body)) {
                    true => prove(&others, pair),
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
            (motions, found) = (others, again);
        }
        (motions, found)
    }

    /// Chooses pivots for the bodies of pairs that overlap within the step, the deepest overlap first: the points that are nearest to each
    /// other then. A body has one pivot.
    fn pivots(&self, motions: &[Motion], found: &[Option<Found>]) -> BTreeMap<usize, Vec3> {
        let mut crossing: Vec<(f64, f64, usize)> = Vec::new();
        for (i, found) in found.iter().enumerate() {
            match found {
                Some(Err(Unproven::Overlap { time, depth })) => crossing.push((*depth, *time, i)),
                Some(Err(Unproven::Touch { time })) => crossing.push((0.0, *time, i)),
                _ => {}
            }
        }
        crossing.retain(|(_, time, _)| *time > 0.0 && *time < 1.0);
        crossing.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut out = BTreeMap::new();
        for (_, time, i) in crossing {
            let pair = self.pairs[i];
            let points = match pair.map(|id| self.outline(id)) {
                [Outline::Hull(first), Outline::Hull(second)] => {
                    Pair::new(self.movers(pair, motions, [first, second])).nearest(time)
                }
                [Outline::HalfSpace { normal, .. }, Outline::Hull(hull)] => {
                    let [_, mover] = self.movers(pair, motions, [hull, hull]);
                    let down = motions[pair[0].body].at(time).1 * -normal;
                    [Vec3::zeros(), mover.farthest(time, &down)]
                }
                _ => continue,
            };
            for (id, point) in pair.into_iter().zip(points) {
                let motion = &motions[id.body];
                if !motion.keeps_attitude && motion.pivot == Vec3::zeros() {
                    out.entry(id.body).or_insert(point);
                }
            }
        }
        out
    }

    /// Returns two parts, whose hulls are given, with the motions of their bodies.
    fn movers<'b>(
        &'b self,
        pair: [PartId; 2],
        motions: &'b [Motion],
        hulls: [&'b Hull; 2],
    ) -> [Mover<'b>; 2] {
        [0, 1].map(|k| Mover {
            placed: &self.model.bodies[pair[k].body].parts[pair[k].part].placed,
            hull: hulls[k],
            motion: &motions[pair[k].body],
        })
    }

    /// Looks for the proof of a pair; `None` where its swept spheres are apart.
    fn prove(&self, pair: [PartId; 2], motions: &[Motion]) -> Option<Found> {
        match pair.map(|id| self.outline(id)) {
            [Outline::Hull(first), Outline::Hull(second)] => {
                let movers = self.movers(pair, motions, [first, second]);
                (!is_far(&movers)).then(|| {
                    let guess = self.normals.get(&pair);
                    Pair::new(movers).prove(guess, self.summary.least())
                })
            }
            [Outline::HalfSpace { normal, offset }, Outline::Hull(hull)] => {
                let [_, mover] = self.movers(pair, motions, [hull, hull]);
                let motion = &motions[pair[0].body];
                Some(above_plane((normal, *offset), motion, &mover))
            }
            _ => None,
        }
    }
}
