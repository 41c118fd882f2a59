//! Steps of hulls that planes keep apart in continuous time.
//!
//! A step ends where hulls are apart, but two may cross on the way there: one that turns about two contacts dips into the other between the
//! states. Such a step is made again, the parts of it in which hulls cross in quarters, or else in halves or in more parts, until proofs are known for all pairs
//! (`src/proof`). A step in which hulls still cross then is not solved. A leg is what a body does from one solve to the next.

use super::{Simulator, Task};
use crate::proof::{Known, Prover, Unproven};
use crate::step::{Rung, Step};
use crate::world::{Model, State};

/// A part of a step in which hulls cross is halved so often at a time: in quarters, and where these are not solved in halves, in eighths or in 32
/// parts.
const HALVES: [u32; 4] = [2, 1, 3, 5];
/// Two parts whose points move by less than this (units of the relaxation) do not cross: they rest at 0.7 of it and more.
const STILL: f64 = 1e-3;
/// Half steps within half steps of a step that is made again, at most.
const DEEPEST: u32 = 14;
/// A step is made again at most so often.
const ROUNDS: usize = 40;

/// The legs of the step that is made in which hulls cross.
#[derive(Debug, Default)]
pub struct CrossingLegs {
    crossing: Vec<Leg>,
    /// The proofs, once bodies moved.
    prover: Option<Box<Prover>>,
    known: Known,
    /// Buffer of the step in shorter parts.
    again: Step,
}

/// A leg in which a body crosses another one.
#[derive(Debug, Clone, Copy)]
struct Leg {
    body: usize,
    /// The start and the end, as parts of the step.
    times: [f64; 2],
    /// How often the step was halved.
    depth: u32,
    /// How often the leg is to be halved.
    halves: u32,
}

impl CrossingLegs {
    /// Returns how often the step that is made may be halved, if it is one in which hulls cross.
    pub(super) fn deepest(&self) -> Option<u32> {
        (!self.crossing.is_empty()).then_some(DEEPEST)
    }

    /// Returns whether a task makes a body go a part of a step that is too long.
    pub(super) fn are_long(&self, task: &Task, body: usize) -> bool {
        let end = task.start + 0.5_f64.powi(task.depth as i32);
        self.crossing.iter().any(|leg| {
            let overlaps = task.start < leg.times[1] && leg.times[0] < end;
            leg.body == body && overlaps && task.depth < DEEPEST.min(leg.depth + leg.halves)
        })
    }

    /// Looks for the proofs that hulls do not cross on the way from a state to the end of a step. Left out are pairs whose points move by less
    /// than a distance (m), and those of parts that only points of their surface stand for, which may overlap by what these leave out.
    pub(super) fn search(
        &mut self,
        model: &Model,
        from: &State,
        end: &Step,
        still: f64,
    ) -> &Prover {
        let prover = (self.prover).get_or_insert_with(|| Box::new(Prover::new(model)));
        let within = end.states_within().map(|at| at.within());
        prover.begin(model, [from, &end.state], within);
        prover.keep_hulls_of_points(|legs, pair, span| {
            let sides = pair.into_iter().zip(span.legs);
            let travels =
                sides.map(|(id, leg)| legs.motion(leg).travel(model.bodies[id.body].extent()));
            travels.sum::<f64>() > still
        });
        self.known.normals.clear();
        for contact in &end.contacts {
            (self.known).note([contact.first, contact.second], contact.normal);
        }
        prover.search(model, &self.known);
        prover
    }
}

impl Simulator {
    /// Makes a solved step again in shorter parts where hulls cross on the way. Where the shorter parts are not solved, or are the shortest ones,
    /// it stays as it was, and is not solved.
    pub(super) fn keep_apart(&mut self, task: Task, out: &mut Step) {
        let still = STILL * task.rho * self.model.units.length;
        let mut again = std::mem::take(&mut self.legs.again);
        for round in 0.. {
            if !out.status.solved || !self.moves(task.state, out, still) {
                break;
            }
            let known = self.legs.crossing.len();
            let found = self.find_crossings(task.state, out, still);
            let is_short = self.legs.crossing.len() == known || round == ROUNDS;
            if is_short || !self.advance_in_parts(task, known, out, &mut again) {
                if let Some(crossing) = found {
                    self.refuse_crossing(crossing, out);
                }
                break;
            }
            std::mem::swap(&mut again, out);
        }
        self.legs.crossing.clear();
        self.legs.again = again;
    }

    /// Makes a step again with the legs from an index on in quarters, or else in halves; returns whether it is solved. The iterations are added
    /// to those of the step that is `known`.
    fn advance_in_parts(
        &mut self,
        task: Task,
        first: usize,
        known: &mut Step,
        out: &mut Step,
    ) -> bool {
        let mut failed = known.status.rung == Rung::Halved;
        for halves in HALVES {
            let legs = &mut self.legs.crossing[first..];
            legs.iter_mut().for_each(|leg| leg.halves = halves);
            self.advance(task, out, None);
            known.status.iterations += out.status.iterations;
            if out.status.solved {
                if failed {
                    out.status.note_rung(Rung::Halved, true);
                }
                out.status.iterations = known.status.iterations;
                return true;
            }
            failed = true;
        }
        false
    }

    /// Returns whether some point of a body moves by more than a distance, m.
    fn moves(&self, from: &State, end: &Step, still: f64) -> bool {
        let mut travels = from.travels(&self.model, &end.state);
        end.status.halved || travels.any(|travel| travel > still)
    }

    /// Notes the legs of a step in which bodies cross others, if they can be shorter, and returns the first two bodies that overlap, touch or pass
    /// too closely on the way, or of which one that is not prescribed turns too far for a proof. Pairs whose points move by less than a distance
    /// (m) are left out.
    fn find_crossings(
        &mut self,
        from: &State,
        end: &Step,
        still: f64,
    ) -> Option<([usize; 2], Unproven)> {
        let model = &self.model;
        let prover = self.legs.search(model, from, end, still);
        let (mut first, mut crossing) = (None, Vec::new());
        for (span, found) in prover.results() {
            let Some(Err(why)) = found else {
                continue;
            };
            // Parts that overlap where the step starts are pushed apart in it; those that overlap between its parts cross.
            if !prover.are_apart_outside(model, span) {
                continue;
            }
            let pair = prover.pairs()[span.pair].map(|id| id.body);
            let mut sides = pair.into_iter().zip(span.legs);
            let turns_too_far = sides.any(|(body, leg)| {
                model.bodies[body].is_moving() && prover.legs().motion(leg).too_fast
            });
            if why.is_of_distance() || turns_too_far {
                first.get_or_insert((pair, why));
            }
            for (body, leg) in pair.into_iter().zip(span.legs) {
                let times = prover.legs().motion(leg).times;
                let depth = (1.0 / (times[1] - times[0])).log2().round() as u32;
                if depth < DEEPEST && model.bodies[body].is_moving() {
                    crossing.push(Leg {
                        body,
                        times,
                        depth,
                        halves: 0,
                    });
                }
            }
        }
        self.legs.crossing.append(&mut crossing);
        first
    }

    /// Says that bodies cross on the way to the end of a step.
    fn refuse_crossing(&self, (pair, why): ([usize; 2], Unproven), out: &mut Step) {
        let [a, b] = pair.map(|i| &self.model.bodies[i].name);
        let why = why.describe(self.model.time_step);
        out.status.solved = false;
        out.status.reason = format!(
            "{a} and {b} are not proven apart on the way to the end of the step, nor in shorter parts \
             of it: {why}; take a shorter time step"
        );
    }
}
