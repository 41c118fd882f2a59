//! Steps of hulls that planes keep apart in continuous time.
//!
//! A step ends where hulls are apart, but two may cross on the way there: one that turns about two contacts dips into the other between the
//! states. Such a step is made again, the parts of it in which hulls cross in quarters or else in halves, until proofs are known for all pairs
//! (`src/proof`). A step in which hulls still cross then is not solved.

use super::halves::DEEPEST;
use super::{Simulator, Task};
use crate::proof::{Known, Prover, Unproven};
use crate::step::{Rung, Step};
use crate::world::State;

/// A part of a step in which hulls cross is halved so often at a time: in quarters, and where these are not solved in halves.
const HALVES: [u32; 2] = [2, 1];
/// What turning takes a point off a straight line (units of the relaxation) may be as much as this without a look.
const STRAIGHT: f64 = 1e-3;

/// Where hulls cross in the step that is made.
#[derive(Debug, Default)]
pub struct Ways {
    crossing: Vec<Way>,
    /// The proofs, once hulls turned.
    prover: Option<Box<Prover>>,
    known: Known,
    /// Buffer of the step in shorter parts.
    again: Step,
}

/// What a body does from one solve to the next.
#[derive(Debug, Clone, Copy)]
struct Way {
    body: usize,
    /// The start and the end, as parts of the step.
    times: [f64; 2],
    /// How often the step was halved.
    depth: u32,
    /// How often the way is to be halved.
    halves: u32,
}

impl Ways {
    /// Returns whether a task makes a body go a part of a step that is too long.
    pub(super) fn are_long(&self, task: &Task, body: usize) -> bool {
        let end = task.start + 0.5_f64.powi(task.depth as i32);
        self.crossing.iter().any(|way| {
            let overlaps = task.start < way.times[1] && way.times[0] < end;
            way.body == body && overlaps && task.depth < DEEPEST.min(way.depth + way.halves)
        })
    }
}

impl Simulator {
    /// Makes a solved step again in shorter parts where hulls cross on the way. Where the shorter parts are not solved, or are the shortest ones,
    /// it stays as it was, and is not solved.
    pub(super) fn keep_apart(&mut self, task: Task, out: &mut Step) {
        if !self.model.contact_model.keeps_hulls_apart() {
            return;
        }
        let straight = STRAIGHT * task.rho * self.model.units.length;
        let mut again = std::mem::take(&mut self.ways.again);
        while out.status.solved && self.bends(task.state, out, straight) {
            let known = self.ways.crossing.len();
            let Some(crossing) = self.find_crossings(task.state, out, straight) else {
                break;
            };
            let is_short = self.ways.crossing.len() == known;
            if is_short || !self.advance_in_parts(task, known, out, &mut again) {
                self.refuse_crossing(crossing, out);
                break;
            }
            std::mem::swap(&mut again, out);
        }
        self.ways.crossing.clear();
        self.ways.again = again;
    }

    /// Makes the step that led to `known` again with the ways from an index on in quarters, or else in halves; returns whether it is solved.
    fn advance_in_parts(&mut self, task: Task, first: usize, known: &Step, out: &mut Step) -> bool {
        let mut spent = known.status.iterations;
        let mut failed = known.status.rung == Rung::Halved;
        for halves in HALVES {
            let ways = &mut self.ways.crossing[first..];
            ways.iter_mut().for_each(|way| way.halves = halves);
            self.advance(task, out, None);
            out.status.iterations += spent;
            spent = out.status.iterations;
            if out.status.solved {
                if failed {
                    out.status.note_rung(Rung::Halved, true);
                }
                return true;
            }
            failed = true;
        }
        false
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

    /// Notes the ways of a step on which bodies cross others, if they can be shorter, and returns the first two bodies that do, and why they are
    /// not proven apart. Left out are pairs whose points leave a straight line by less than a distance (m), and those of parts that only points of
    /// their surface stand for, which may overlap by what these leave out.
    fn find_crossings(
        &mut self,
        from: &State,
        end: &Step,
        straight: f64,
    ) -> Option<([usize; 2], Unproven)> {
        let (model, ways) = (&self.model, &mut self.ways);
        let prover = (ways.prover).get_or_insert_with(|| Box::new(Prover::new(model)));
        let within = end.states_within().map(|at| at.within());
        prover.begin(model, [from, &end.state], within);
        prover.keep_hulls_of_points(|legs, pair, span| {
            let sides = pair.into_iter().zip(span.legs);
            let bends =
                sides.map(|(id, leg)| legs.motion(leg).bend(model.bodies[id.body].extent()));
            bends.sum::<f64>() > straight
        });
        ways.known.normals.clear();
        for contact in &end.contacts {
            let (pair, n) = ([contact.first, contact.second], contact.normal);
            ways.known.normals.insert(pair, n);
            ways.known.normals.insert([pair[1], pair[0]], -n);
        }
        prover.search(model, &ways.known);
        let mut first = None;
        for (span, found) in prover.results() {
            let Some(Err(why)) = found else {
                continue;
            };
            if !prover.is_apart_at_ends(model, span) {
                continue;
            }
            let pair = prover.pairs()[span.pair].map(|id| id.body);
            first.get_or_insert((pair, why));
            for (body, leg) in pair.into_iter().zip(span.legs) {
                let times = prover.legs().motion(leg).times;
                let depth = (1.0 / (times[1] - times[0])).log2().round() as u32;
                if depth < DEEPEST && model.bodies[body].keeps_velocity() {
                    ways.crossing.push(Way {
                        body,
                        times,
                        depth,
                        halves: 0,
                    });
                }
            }
        }
        first
    }

    /// Says that bodies cross on the way to the end of a step.
    fn refuse_crossing(&self, (pair, why): ([usize; 2], Unproven), out: &mut Step) {
        let [a, b] = pair.map(|i| &self.model.bodies[i].name);
        let why = why.describe(self.model.time_step);
        out.status.solved = false;
        out.status.reason = format!("{a} and {b} are not proven apart within the step: {why}");
    }
}
