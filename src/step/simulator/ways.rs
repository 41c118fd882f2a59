//! Steps of hulls that planes keep apart in continuous time.
//!
//! A step ends where hulls are apart, but two may cross on the way there: one that turns about two contacts dips into the other between the
//! states. Such a step is made again, the parts of it in which hulls cross in quarters, until proofs are known for all pairs (`src/proof`).

use super::halves::DEEPEST;
use super::{Simulator, Task};
use crate::proof::{Known, Prover, legs_between, spans};
use crate::step::{IntermediateState, Step};
use crate::world::State;

/// A part of a step in which hulls cross is halved so often at a time.
const HALVES: u32 = 2;
/// What turning takes a point off a straight line (units of the relaxation) may be as much as this without a look.
const STRAIGHT: f64 = 1e-3;

/// Where hulls cross in the step that is made.
#[derive(Debug, Default)]
pub struct Ways {
    crossing: Vec<Way>,
    /// The proofs, once hulls turned.
    prover: Option<Box<Prover>>,
}

/// What a body does from one solve to the next.
#[derive(Debug, Clone, Copy)]
struct Way {
    body: usize,
    /// The start and the end, as parts of the step.
    times: [f64; 2],
    /// How often the step is to be halved for parts that are short enough.
    depth: u32,
}

impl Ways {
    /// Returns whether a task makes a body go a part of a step that is too long.
    pub(super) fn are_long(&self, task: &Task, body: usize) -> bool {
        let end = task.start + 0.5_f64.powi(task.depth as i32);
        self.crossing.iter().any(|way| {
            let overlaps = task.start < way.times[1] && way.times[0] < end;
            way.body == body && overlaps && task.depth < way.depth
        })
    }
}

impl Simulator {
    /// Makes a solved step again in shorter parts where hulls cross on the way. It stays as it was where the shorter parts are not solved, or
    /// are the shortest ones.
    pub(super) fn keep_apart(&mut self, task: Task, out: &mut Step) {
        if !self.model.contact_model.keeps_hulls_apart() {
            return;
        }
        let straight = STRAIGHT * task.rho * self.model.units.length;
        for _ in 0..DEEPEST {
            if !out.status.solved || !self.bends(task.state, out, straight) {
                break;
            }
            let known = self.ways.crossing.len();
            self.find_crossings(task.state, out, straight);
            if self.ways.crossing.len() == known {
                break;
            }
            let mut again = Step::default();
            self.advance(task, &mut again, None);
            if !again.status.solved {
                break;
            }
            again.status.iterations += out.status.iterations;
            *out = again;
        }
        self.ways.crossing.clear();
    }

    /// Returns whether turning takes some point of a body off a straight line by more than a distance, m.
    fn bends(&self, from: &State, end: &Step, straight: f64) -> bool {
        let bodies = self.model.bodies.iter().enumerate();
        let mut moving = bodies.filter(|(_, body)| body.is_moving());
        moving.any(|(i, body)| {
            let [from, to] = [from, &end.state].map(|state| state.bodies[i].rotation.coords);
            0.5 * (to - from).norm_squared() * body.extent() > straight
        })
    }

    /// Notes the ways of a step on which bodies cross others, if they can be shorter. Pairs whose points leave a straight line by less than
    /// a distance (m) are left out.
    fn find_crossings(&mut self, from: &State, end: &Step, straight: f64) {
        let model = &self.model;
        let prover = (self.ways.prover).get_or_insert_with(|| Box::new(Prover::new(model)));
        let within = end.intermediate_states();
        let within = within.iter().map(IntermediateState::knot);
        let mut legs = legs_between([from, &end.state], within, model.time_step);
        let mut spans = spans(prover.pairs(), &legs);
        spans.retain(|span| {
            let sides = prover.pairs()[span.pair].into_iter().zip(span.legs);
            let bends =
                sides.map(|(id, leg)| legs[id.body][leg].bend(model.bodies[id.body].extent()));
            bends.sum::<f64>() > straight
        });
        let found = prover.search(model, &mut legs, &spans, &known_of(end));
        let crossing = spans.iter().zip(found).filter(|(span, found)| {
            let is_open = found.as_ref().is_some_and(|found| found.is_err());
            is_open && prover.crosses(model, span, &legs)
        });
        for (span, _) in crossing {
            for (id, leg) in prover.pairs()[span.pair].into_iter().zip(span.legs) {
                let times = legs[id.body][leg].times;
                let depth = (1.0 / (times[1] - times[0])).log2().round() as u32;
                if depth < DEEPEST && model.bodies[id.body].keeps_velocity() {
                    self.ways.crossing.push(Way {
                        body: id.body,
                        times,
                        depth: (depth + HALVES).min(DEEPEST),
                    });
                }
            }
        }
    }
}

/// Returns the normals of the contacts, with which most pairs are apart.
fn known_of(end: &Step) -> Known {
    let both = end.contacts.iter().flat_map(|contact| {
        let (first, second, n) = (contact.first, contact.second, contact.normal);
        [([first, second], n), ([second, first], -n)]
    });
    Known {
        normals: both.collect(),
        enough: 0.0,
    }
}
