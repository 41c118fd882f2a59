//! Steps a model and makes the first attempt at every step the plain way from the same state.

use super::pair::Parts;
use super::step::{Attempt, first_attempt};
use drystone::ipm::TraceRow;
use drystone::step::{Rung, Simulator, Step};
use drystone::world::{Input, Model, State};
use std::sync::Arc;

/// Velocities agree to this, in units of the model.
const VELOCITY: f64 = 1e-8;

/// Every iterate agrees to this: see [`on_the_way`].
const WAY: f64 = 1e-5;

/// A start and how many steps to go from there.
pub struct Run<'a> {
    pub name: &'a str,
    pub model: Arc<Model>,
    pub state: State,
    pub rho: f64,
    pub steps: usize,
}

impl Run<'_> {
    /// Bodies that are driven or prescribed hold where they start.
    pub fn go(self, tally: &mut Tally) {
        let input = Input::hold(&self.model, &self.state);
        self.go_under(tally, |_, _| input.clone());
    }

    /// The input of a step is a function of its number and state.
    pub fn go_under(self, tally: &mut Tally, input: impl Fn(usize, &State) -> Input) {
        let (mut simulator, mut step) = (Simulator::new(self.model.clone()), Step::default());
        let mut state = self.state;
        for k in 0..self.steps {
            let input = input(k, &state);
            let mut trace = Vec::new();
            // A solve from the start with the slip at the contact points is none of the first attempt.
            let mut note = |rung: Rung, row: &TraceRow| {
                if rung != Rung::SlipAtContact || row.revised {
                    trace.push(row.clone());
                }
            };
            simulator
                .explain_into(&state, &input, self.rho, &mut step, Some(&mut note))
                .expect("the input is valid");
            if !step.status.needed_ladder && !step.status.halved {
                let attempt = first_attempt(&self.model, &state, &input, self.rho, &step.contacts);
                let name = format!("{}, rho {:e}, step {k}", self.name, self.rho);
                tally.compare(&name, &self.model, &step, &trace, &attempt);
            } else {
                tally.left_out += 1;
            }
            if !step.status.advanced {
                break;
            }
            state.clone_from(&step.state);
        }
    }
}

/// What was compared.
#[derive(Debug, Default)]
pub struct Tally {
    steps: usize,
    iterations: usize,
    /// Steps that the first attempt of the code did not solve, or that were halved.
    left_out: usize,
    /// Steps with contact pairs.
    touching: usize,
    /// Steps in which friction drove bodies.
    driven: usize,
    /// Steps whose first solve was left for another one, because friction drove.
    left: usize,
    worst_velocity: f64,
    worst_way: f64,
    complaints: Vec<String>,
}

impl Tally {
    fn compare(
        &mut self,
        name: &str,
        model: &Model,
        step: &Step,
        trace: &[TraceRow],
        attempt: &Attempt,
    ) {
        self.steps += 1;
        self.iterations += step.status.iterations;
        self.touching += usize::from(!step.contacts.is_empty());
        let own = sorted(attempt.pairs.clone());
        let pairs = sorted(pairs_of(model, step));
        self.driven += usize::from(step.status.rung == Rung::SlipAtContact);
        // The solve that follows is none of the first attempt.
        let is_left = attempt.is_left;
        self.left += usize::from(is_left);
        let velocity = match is_left {
            true => 0.0,
            false => velocity_apart(model, step, attempt),
        };
        let way = on_the_way(before_limit(trace), before_limit(&attempt.trace));
        self.worst_velocity = self.worst_velocity.max(velocity);
        self.worst_way = self.worst_way.max(way);
        let counts = match is_left {
            true => (trace.len(), attempt.trace.len()),
            false => (step.status.iterations, attempt.iterations),
        };
        let close = velocity < VELOCITY && way < WAY && attempt.converged && pairs == own;
        if close && (counts.0 == counts.1 || is_borderline(trace, &attempt.trace)) {
            return;
        }
        let mut text = format!(
            "{name}: {counts:?} iterations, converged {}, velocities {velocity:.1e}, way {way:.1e} \
             apart, pairs {pairs:?} and {own:?}\n",
            attempt.converged
        );
        for row in trace.iter().chain(&attempt.trace) {
            text += &format!(
                "  {:2} residual {:.2e} c {:.9e} centrality {:.2e} sigma {:.6e} step {:.9} {}\n",
                row.iteration,
                row.residual,
                row.complementarity,
                row.centrality,
                row.sigma,
                row.step_length,
                row.corrected
            );
        }
        self.complaints.push(text);
    }

    /// Prints the figures; fails when any step differed, or when fewer than `least` were compared.
    pub fn finish(self, name: &str, least: usize) {
        println!(
            "{name}: {} steps compared ({} in contact, in {} friction drove, {} of them anew), {:.2} iterations each, {} left out, {} \
             differ, velocities {:.1e} and iterates {:.1e} apart at worst",
            self.steps,
            self.touching,
            self.driven,
            self.left,
            self.iterations as f64 / self.steps as f64,
            self.left_out,
            self.complaints.len(),
            self.worst_velocity,
            self.worst_way
        );
        let first: String = self.complaints.iter().take(5).cloned().collect();
        assert!(self.complaints.is_empty(), "\n{first}");
        assert!(
            // what meets deep within a step is halved
            self.left_out <= self.steps / 50,
            "{} left out",
            self.left_out
        );
        assert!(self.touching >= least, "{} in contact", self.touching);
    }
}

/// The rows but a last one whose centrality meets its limit, or misses it, by rounding: what follows from it is rounding.
fn before_limit(trace: &[TraceRow]) -> &[TraceRow] {
    const LIMIT: f64 = 1e-4;
    match trace {
        [rest @ .., last] if (last.centrality / LIMIT - 1.0).abs() < 0.05 => rest,
        _ => trace,
    }
}

/// Whether one solve has a further polish after an iterate that meets its limit, or misses it, by rounding.
fn is_borderline(one: &[TraceRow], other: &[TraceRow]) -> bool {
    const FINE: f64 = 0.03 * 1e-4;
    let (short, long) = if one.len() < other.len() {
        (one, other)
    } else {
        (other, one)
    };
    let last = long.last().map_or(0.0, |row| row.centrality);
    long.len() == short.len() + 1 && (last / FINE - 1.0).abs() < 0.05
}

fn sorted(mut pairs: Vec<Parts>) -> Vec<Parts> {
    pairs.sort_unstable();
    pairs
}

/// The pairs that were rows of the step; the first body moves.
fn pairs_of(model: &Model, step: &Step) -> Vec<Parts> {
    let pairs = step.contacts.iter().map(|contact| {
        let [a, b] = [contact.first, contact.second].map(|id| (id.body, id.part));
        match model.bodies[a.0].is_moving() {
            true => [a, b],
            false => [b, a],
        }
    });
    pairs.collect()
}

/// Largest distance of velocities at the end, units of the model.
fn velocity_apart(model: &Model, step: &Step, attempt: &Attempt) -> f64 {
    let units = &model.units;
    let moving = (0..model.bodies.len()).filter(|&i| model.bodies[i].is_moving());
    let apart = moving.flat_map(|i| {
        let (at, (v, w)) = (&step.state.bodies[i], attempt.ends[i]);
        let dv = at.velocity / units.velocity - v;
        let dw = at.angular_velocity * units.time - w;
        [dv.norm(), dw.norm()]
    });
    apart.fold(0.0, worse)
}

/// How far the iterates of two solves are apart: step lengths, residuals, and the complementarity
/// relative to itself. A wrong entry of a matrix shows here even where Newton's method mends it.
fn on_the_way(one: &[TraceRow], other: &[TraceRow]) -> f64 {
    let apart = one.iter().zip(other).flat_map(|(a, b)| {
        let corrected = if a.corrected == b.corrected { 0.0 } else { 1.0 };
        [
            corrected,
            (a.step_length - b.step_length).abs(),
            (a.residual - b.residual).abs(),
            (a.complementarity - b.complementarity).abs() / b.complementarity.max(1e-300),
        ]
    });
    apart.fold(0.0, worse)
}

/// The larger, and NaN when either is.
fn worse(a: f64, b: f64) -> f64 {
    if a >= b || a.is_nan() { a } else { b }
}
