//! Who may touch: trees of boxes around the parts (docs/formulation.md, section 4, step 1).
//!
//! The boxes cover the pose at the start and the predicted one. Those of moving bodies are grown by
//! the margin and by what external forces close, so that no pair within the margin is missed; two
//! parts are candidates when their boxes meet. Fixed parts have a tree of their own, which is built
//! once and kept as long as they stay where they are: a step costs only the neighbours of what
//! moves. Half-spaces have no box and are tested one by one. The answer is a function of the
//! poses alone and comes in a fixed order.
//!
//! Not here: the gap of a pair (`contact`). The only room that knows parry3d.

mod bounds;
mod tree;

pub use bounds::Bounds;

use crate::math::{Pose, Vec3};
use crate::world::{Model, Motion};
use bounds::bounded;
use std::sync::Arc;
use tree::Tree;

/// Two parts that may touch; the first belongs to a moving body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Candidate {
    /// The indices of the bodies in the model.
    pub bodies: [usize; 2],
    /// The indices of the parts in their bodies.
    pub parts: [usize; 2],
}

/// How the bodies move in a step, one entry per body.
#[derive(Debug, Clone, Copy)]
pub struct Sweep<'a> {
    /// Poses at the start, m.
    pub start: &'a [Pose],
    /// Poses at the end as predicted, m.
    pub predicted: &'a [Pose],
    /// How far external forces may carry a body beyond its predicted pose, m.
    pub closing: &'a [f64],
}

/// A bounded part and its box.
#[derive(Debug, Clone, Copy)]
struct Entry {
    body: usize,
    part: usize,
    bounds: Bounds,
}

/// Finds candidates; holds trees and buffers, nothing that can change the answer.
#[derive(Debug, Default)]
pub struct BroadPhase {
    /// The model that all else is of.
    model: Option<Arc<Model>>,
    /// Fixed bodies with bounded parts, and where they were when their tree was built.
    fixed: Vec<(usize, Option<Pose>)>,
    /// Those parts, boxes as they are.
    standing: Vec<Entry>,
    standing_tree: Tree,
    /// The bounded parts of all other bodies, with grown boxes.
    moving: Vec<Entry>,
    moving_tree: Tree,
    /// Bodies and parts without bounds; none of them moves freely.
    unbounded: Vec<(usize, usize)>,
    candidates: Vec<Candidate>,
}

impl BroadPhase {
    /// Finds the pairs of parts, one of them of a moving body, whose boxes come within `margin` (m, beside
    /// what forces close) on both sides, sorted. Allocates nothing after warm-up.
    pub fn pairs(&mut self, model: &Arc<Model>, sweep: &Sweep, margin: f64) -> &[Candidate] {
        if !self.model.as_ref().is_some_and(|m| Arc::ptr_eq(m, model)) {
            self.settle(model);
        }
        self.place_standing(model, sweep);
        for entry in &mut self.moving {
            entry.bounds = swept(model, sweep, entry).grown(margin + sweep.closing[entry.body]);
        }
        self.moving_tree
            .update(self.moving.iter().map(|e| e.bounds));
        self.candidates.clear();
        self.among_moving(model);
        self.against_the_rest(model, sweep, margin);
        self.candidates.sort_unstable();
        &self.candidates
    }

    /// Returns the pairs that were found last.
    pub fn found(&self) -> &[Candidate] {
        &self.candidates
    }

    /// Sorts the parts of a new model into kinds.
    fn settle(&mut self, model: &Arc<Model>) {
        *self = Self {
            model: Some(Arc::clone(model)),
            ..Self::default()
        };
        let nowhere = Bounds {
            low: Vec3::zeros(),
            high: Vec3::zeros(),
        };
        for (body, each) in model.bodies.iter().enumerate() {
            for (part, one) in each.parts.iter().enumerate() {
                if !bounded(one) {
                    self.unbounded.push((body, part));
                    continue;
                }
                let bounds = nowhere;
                let entry = Entry { body, part, bounds };
                if each.motion == Motion::Fixed {
                    self.standing.push(entry);
                } else {
                    self.moving.push(entry);
                }
            }
        }
        let mut fixed: Vec<usize> = self.standing.iter().map(|entry| entry.body).collect();
        fixed.dedup();
        self.fixed = fixed.into_iter().map(|body| (body, None)).collect();
        self.moving_tree = Tree::new(self.moving.iter().map(|e| e.bounds));
    }

    /// Builds the tree of fixed parts, unless they stand where they stood.
    fn place_standing(&mut self, model: &Model, sweep: &Sweep) {
        let stays = |(body, pose): &(usize, Option<Pose>)| *pose == Some(sweep.start[*body]);
        if self.fixed.iter().all(stays) {
            return;
        }
        for (body, pose) in &mut self.fixed {
            *pose = Some(sweep.start[*body]);
        }
        for entry in &mut self.standing {
            entry.bounds = swept(model, sweep, entry);
        }
        self.standing_tree = Tree::new(self.standing.iter().map(|e| e.bounds));
    }

    fn among_moving(&mut self, model: &Model) {
        let (moving, candidates) = (&self.moving, &mut self.candidates);
        self.moving_tree.pairs(|a, b| {
            let (a, b) = (&moving[a], &moving[b]);
            if model.may_touch(a.body, b.body) {
                let is_moving = |e: &Entry| model.bodies[e.body].is_moving();
                let first_is_a = match (is_moving(a), is_moving(b)) {
                    (true, true) => a.body < b.body,
                    (moving, _) => moving,
                };
                let (a, b) = if first_is_a { (a, b) } else { (b, a) };
                candidates.push(candidate(a, b.body, b.part));
            }
        });
    }

    /// Finds the pairs of moving parts with fixed ones and with those without bounds.
    fn against_the_rest(&mut self, model: &Model, sweep: &Sweep, margin: f64) {
        let candidates = &mut self.candidates;
        for a in &self.moving {
            if !model.bodies[a.body].is_moving() {
                continue;
            }
            // The fixed parts' share of the margin: their boxes do not depend on it.
            for near in self.standing_tree.near(&a.bounds.grown(margin)) {
                let b = &self.standing[near];
                if model.may_touch(a.body, b.body) {
                    candidates.push(candidate(a, b.body, b.part));
                }
            }
            for &(body, part) in &self.unbounded {
                let pose = &sweep.predicted[body];
                if model.may_touch(a.body, body) && !a.bounds.beyond_plane(model, body, part, pose)
                {
                    candidates.push(candidate(a, body, part));
                }
            }
        }
    }
}

fn candidate(first: &Entry, body: usize, part: usize) -> Candidate {
    Candidate {
        bodies: [first.body, body],
        parts: [first.part, part],
    }
}

fn swept(model: &Model, sweep: &Sweep, entry: &Entry) -> Bounds {
    let part = &model.bodies[entry.body].parts[entry.part];
    let (start, end) = (&sweep.start[entry.body], &sweep.predicted[entry.body]);
    Bounds::swept(part, start, end)
}
