//! Contacts judged without the solver: true gaps from the shapes alone.
//!
//! Every pair that bounding volumes cannot exclude is judged at the end of every step, whatever the
//! solver reports. A look along the normal of the contact, or along a direction that held the pair apart in an
//! earlier step, is enough for most of them.

use super::disagreement::{Disagreement, admitted, separation};
use super::solids;
use crate::math::{Rot, Vec3};
use crate::shape::{Placed, gap_certificate, penetration, separating_direction};
use crate::step::{Contact, PartId, Rung, Step};
use crate::world::{Model, State};
use std::collections::HashMap;

/// Contacts that the solver sees open by more than this part of the unit of length carry no load that
/// counts.
pub const NEAR: f64 = 0.05;
/// An overlap below this (units of length) of a pair that the solver left out is none.
const LEFT_OUT: f64 = 1e-3;

/// Distance between the two parts of a contact with normal `normal` at `state`, m; negative when
/// they overlap. Found with support functions, not with the solver's alpha.
pub fn true_gap(model: &Model, state: &State, pair: [PartId; 2], normal: &Vec3) -> f64 {
    let [(first, first_pose), (second, second_pose)] = pair.map(|id| placed(model, state, id));
    -penetration(first, &first_pose, second, &second_pose, normal)
}

/// The depth of overlap of two parts where it is more than `known` (m, >= 0); else `known`. The same
/// as the larger of the two, but a look along `normal`, which bounds the depth from above, is
/// enough for most contacts.
fn deeper(model: &Model, state: &State, pair: [PartId; 2], normal: &Vec3, known: f64) -> f64 {
    let [(first, first_pose), (second, second_pose)] = pair.map(|id| placed(model, state, id));
    let bound = -gap_certificate(first, &first_pose, second, &second_pose, normal);
    if bound <= known {
        return known;
    }
    known.max(penetration(
        first,
        &first_pose,
        second,
        &second_pose,
        normal,
    ))
}

/// Judges the steps of a run: the deepest overlap of any two parts, and where the solver's gaps are
/// not those of the shapes.
#[derive(Debug)]
pub struct Judge<'a> {
    model: &'a Model,
    deepest: f64,
    disagreements: usize,
    worst: Option<Disagreement>,
    /// Directions along which pairs without a row were apart when they were last looked at.
    directions: HashMap<[PartId; 2], Vec3>,
    /// Pairs that were rows of the step, sorted.
    rows: Vec<[PartId; 2]>,
}

impl<'a> Judge<'a> {
    /// A judge of a run of `model` that has seen nothing.
    pub fn new(model: &'a Model) -> Self {
        Self {
            model,
            deepest: 0.0,
            disagreements: 0,
            worst: None,
            directions: HashMap::new(),
            rows: Vec::new(),
        }
    }

    /// The deepest overlap so far, m.
    pub fn deepest(&self) -> f64 {
        self.deepest
    }

    /// Pairs so far whose true gap is not the solver's, counted once per step.
    pub fn disagreements(&self) -> usize {
        self.disagreements
    }

    /// The worst of them.
    pub fn worst(&self) -> Option<&Disagreement> {
        self.worst.as_ref()
    }

    /// Judges step `index`, which is counted from 0.
    pub fn judge(&mut self, index: usize, step: &Step) {
        let (model, state) = (self.model, &step.state);
        // Contacts of the first of two halves keep the gap of its end, and an accepted iterate
        // promises nothing.
        let comparable =
            step.status.solved && !step.status.halved && step.status.rung != Rung::Halved;
        self.rows.clear();
        for (pair, depth) in solids::overlaps(model, state) {
            self.deepest = self.deepest.max(depth);
            if comparable {
                let known = [-solids::explained(model, pair), f64::INFINITY];
                self.compare(
                    index,
                    pair,
                    (least_gap(&step.contacts, pair), -depth),
                    known,
                );
            }
        }
        for contact in &step.contacts {
            let pair = [contact.first, contact.second];
            if has_solid(model, pair) {
                continue;
            }
            self.rows.push(pair);
            let bound = separation(model, state, contact);
            let [least, most] = admitted(model, state, contact, step.status.rho);
            let odd = comparable && !(least..=most).contains(&bound);
            if -bound <= self.deepest && !odd {
                continue;
            }
            let gap = true_gap(model, state, pair, &contact.normal);
            self.deepest = self.deepest.max(-gap);
            if odd {
                self.compare(index, pair, (Some(contact.gap), gap), [least, most]);
            }
        }
        self.rows.sort_unstable();
        for pair in close_pairs(model, state) {
            if self.rows.binary_search(&pair).is_err() {
                let depth = self.depth_of_left_out(state, pair);
                self.deepest = self.deepest.max(depth);
                let least = -LEFT_OUT * model.units.length;
                if comparable && !self.is_part_of_contact(pair) {
                    self.compare(index, pair, (None, -depth), [least, f64::INFINITY]);
                }
            }
        }
    }

    /// Returns whether the contact of two clouds speaks for all parts of their bodies, and so for this pair.
    fn is_part_of_contact(&self, pair: [PartId; 2]) -> bool {
        let bodies = |pair: &[PartId; 2]| pair.map(|id| id.body);
        let same = |row: &[PartId; 2]| bodies(row) == bodies(&pair);
        self.model.contact_model.uses_clouds() && self.rows.iter().any(same)
    }

    /// Depth of a pair that was no row of the step, m; 0 where it is known to be less than what counts.
    fn depth_of_left_out(&mut self, state: &State, pair: [PartId; 2]) -> f64 {
        let [(a, from), (b, to)] = pair.map(|id| placed(self.model, state, id));
        let counts = self.deepest.min(LEFT_OUT * self.model.units.length);
        if let Some(n) = self.directions.get(&pair)
            && -gap_certificate(a, &from, b, &to, n) <= counts
        {
            return 0.0;
        }
        if let Some(n) = separating_direction(a, &from, b, &to, counts) {
            self.directions.insert(pair, n);
            return 0.0;
        }
        self.directions.remove(&pair);
        penetration(a, &from, b, &to, &(to.0 - from.0)).max(0.0)
    }

    /// Counts a pair when its `gaps` (the solver's, the true one) disagree.
    fn compare(
        &mut self,
        step: usize,
        pair: [PartId; 2],
        gaps: (Option<f64>, f64),
        admitted: [f64; 2],
    ) {
        let [first, second] = pair.map(|id| self.model.bodies[id.body].name.clone());
        let found = Disagreement {
            step,
            first,
            second,
            solver_gap: gaps.0,
            true_gap: gaps.1,
            admitted,
        };
        if found.excess() > 0.0 {
            self.disagreements += 1;
            let known = self.worst.as_ref().map_or(0.0, Disagreement::excess);
            if found.excess() > known {
                self.worst = Some(found);
            }
        }
    }
}

/// The deepest overlap of any two parts at `state`, m; 0 when none overlap. `normals` are guesses
/// for some of the pairs.
pub fn deepest_overlap(
    model: &Model,
    state: &State,
    normals: impl Iterator<Item = ([PartId; 2], Vec3)>,
) -> f64 {
    let guesses: HashMap<[PartId; 2], Vec3> = normals.collect();
    let mut out = solids::deepest(model, state);
    for pair in close_pairs(model, state) {
        let [(a, from), (b, to)] = pair.map(|id| placed(model, state, id));
        match guesses.get(&pair) {
            Some(normal) => out = deeper(model, state, pair, normal, out),
            None if separating_direction(a, &from, b, &to, out).is_some() => {}
            None => out = deeper(model, state, pair, &(to.0 - from.0), out),
        }
    }
    out
}

/// Pairs of convex parts that may touch and whose bounding spheres overlap, the lower body first.
pub fn close_pairs(model: &Model, state: &State) -> impl Iterator<Item = [PartId; 2]> {
    near_pairs(model, state, |pair| !has_solid(model, pair))
}

/// Returns whether a part of a pair is a solid, which need not be convex.
pub(super) fn has_solid(model: &Model, pair: [PartId; 2]) -> bool {
    let part = |id: PartId| &model.bodies[id.body].parts[id.part];
    pair.iter().any(|&id| part(id).solid.is_some())
}

/// Returns the `wanted` pairs of parts that may touch and whose bounding spheres overlap, the lower body first.
pub(super) fn near_pairs(
    model: &Model,
    state: &State,
    wanted: impl Fn([PartId; 2]) -> bool,
) -> impl Iterator<Item = [PartId; 2]> {
    model.part_pairs().filter(move |&pair| {
        let centre = |(placed, (x, r)): (&Placed, (Vec3, Rot))| x + r * placed.offset;
        let [a, b] = pair.map(|id| centre(placed(model, state, id)));
        let radius = |id: PartId| model.bodies[id.body].parts[id.part].bounding_radius;
        wanted(pair) && (a - b).norm() < radius(pair[0]) + radius(pair[1])
    })
}

/// Returns the least gap of the contacts of a pair, m, if it has any.
fn least_gap(contacts: &[Contact], pair: [PartId; 2]) -> Option<f64> {
    let own = contacts.iter().filter(|c| [c.first, c.second] == pair);
    own.map(|c| c.gap).reduce(f64::min)
}

/// A part and the pose of its body.
pub(super) fn placed<'a>(model: &'a Model, state: &State, id: PartId) -> (&'a Placed, (Vec3, Rot)) {
    let at = &state.bodies[id.body];
    let placed = &model.bodies[id.body].parts[id.part].placed;
    (placed, (at.position, at.rotation))
}

#[cfg(test)]
#[path = "judge_tests.rs"]
mod tests;
