//! The parts of a step in which bodies keep one motion.

use super::motion::Motion;
use crate::step::{IntermediateState, PartId};
use crate::world::State;

/// The motions of every body in a step, in the order of time: one, or those of the parts of a step that it made in halves.
pub(super) type Legs = Vec<Vec<Motion>>;

/// A pair of parts during a part of a step in which each of its bodies keeps one motion.
#[derive(Debug, Clone, Copy)]
pub(super) struct Span {
    /// The index of the pair.
    pub pair: usize,
    /// The start and the end, as parts of the step.
    pub times: [f64; 2],
    /// The indices of the motions of both bodies.
    pub legs: [usize; 2],
}

/// Returns the motions about the centres of mass in a step of `h` s from one state to another, with the states in between.
pub(super) fn legs_of([from, to]: [&State; 2], intermediate: &[IntermediateState], h: f64) -> Legs {
    let mut knots: Vec<_> = from.bodies.iter().map(|at| vec![(0.0, at)]).collect();
    for within in intermediate {
        knots[within.body].push((within.time, &within.state));
    }
    for (knots, end) in knots.iter_mut().zip(&to.bodies) {
        knots.push((1.0, end));
    }
    let legs = |knots: &Vec<(f64, _)>| {
        let ends = knots.windows(2);
        let leg =
            ends.map(|ends| Motion::between([ends[0].1, ends[1].1], [ends[0].0, ends[1].0], h));
        leg.collect()
    };
    knots.iter().map(legs).collect()
}

/// Returns the spans of all pairs, by pair and time.
pub(super) fn spans(pairs: &[[PartId; 2]], legs: &Legs) -> Vec<Span> {
    let mut out = Vec::new();
    for (pair, ids) in pairs.iter().enumerate() {
        let [first, second] = ids.map(|id| &legs[id.body]);
        let (mut at, mut start) = ([0, 0], 0.0);
        while start < 1.0 {
            let ends = [first[at[0]].times[1], second[at[1]].times[1]];
            let end = ends[0].min(ends[1]);
            out.push(Span {
                pair,
                times: [start, end],
                legs: at,
            });
            for k in 0..2 {
                at[k] += usize::from(ends[k] == end);
            }
            start = end;
        }
    }
    out
}
