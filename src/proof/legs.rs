//! The parts of a step in which bodies keep one motion.

use super::motion::Motion;
use crate::math::Vec3;
use crate::world::{BodyState, PartId, State};
use std::ops::Range;

/// The state of a body (by index) at a time within a step, as a part of the step.
pub(crate) type Within = (usize, f64, BodyState);

/// The motions of every body in a step, in the order of time: one, or those of the parts of a step that it made in halves.
#[derive(Debug, Default)]
pub(crate) struct Legs {
    motions: Vec<Motion>,
    /// The index of the first motion of every body, and their number at the end.
    firsts: Vec<usize>,
}

/// A pair of parts during a part of a step in which each of its bodies keeps one motion.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Span {
    /// The index of the pair.
    pub pair: usize,
    /// The start and the end, as parts of the step.
    pub times: [f64; 2],
    /// The indices of the motions of both bodies.
    pub legs: [usize; 2],
}

impl Legs {
    /// Sets the motions about the centres of mass in a step of `h` s from one state to another; `within` are the states in between, by body and
    /// time.
    pub fn set(&mut self, [from, to]: [&State; 2], within: impl Iterator<Item = Within>, h: f64) {
        self.motions.clear();
        self.firsts.clear();
        let mut within = within.peekable();
        for (body, ends) in from.bodies.iter().zip(&to.bodies).enumerate() {
            self.firsts.push(self.motions.len());
            let mut start = (0.0, *ends.0);
            while let Some((_, time, state)) = within.next_if(|next| next.0 == body) {
                let leg = Motion::between([&start.1, &state], [start.0, time], h);
                self.motions.push(leg);
                start = (time, state);
            }
            let leg = Motion::between([&start.1, ends.1], [start.0, 1.0], h);
            self.motions.push(leg);
        }
        self.firsts.push(self.motions.len());
    }

    /// Takes the motions of another one over.
    pub fn copy_from(&mut self, other: &Self) {
        self.motions.clone_from(&other.motions);
        self.firsts.clone_from(&other.firsts);
    }

    /// Returns the motion of this index.
    pub fn motion(&self, leg: usize) -> &Motion {
        &self.motions[leg]
    }

    /// Returns the motions of a body.
    pub fn of(&self, body: usize) -> &[Motion] {
        &self.motions[self.range(body)]
    }

    /// Lets the pivot of a motion be another point (centre-of-mass frame).
    pub fn turn_about(&mut self, leg: usize, pivot: Vec3) {
        self.motions[leg] = self.motions[leg].about(pivot);
    }

    /// Visits the spans of two parts in the order of time.
    pub fn visit_spans(&self, pair: usize, ids: [PartId; 2], mut visit: impl FnMut(Span)) {
        let mut legs = ids.map(|id| self.range(id.body).start);
        let mut start = 0.0;
        while start < 1.0 {
            let ends = legs.map(|leg| self.motions[leg].times[1]);
            let end = ends[0].min(ends[1]);
            let times = [start, end];
            visit(Span { pair, times, legs });
            for k in 0..2 {
                legs[k] += usize::from(ends[k] == end);
            }
            start = end;
        }
    }

    fn range(&self, body: usize) -> Range<usize> {
        self.firsts[body]..self.firsts[body + 1]
    }
}
