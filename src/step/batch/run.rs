//! A whole run as a member of a batch.

use super::Worker;
use crate::error::{Error, Result};
use crate::step::simulator::Abreast;
use crate::step::{Gradient, Simulator, Step, Wrt};
use crate::world::{Input, Model, State};
use std::sync::Arc;

/// A run to be made.
#[derive(Debug, Clone, Copy)]
pub struct Member<'a> {
    /// What exists; members may have different ones.
    pub model: &'a Arc<Model>,
    /// Where it starts.
    pub first: &'a State,
    /// What acts.
    pub inputs: Inputs<'a>,
    /// Number of steps.
    pub steps: usize,
    /// Relaxation of the steps.
    pub rho: f64,
    /// Which steps are differentiated.
    pub sensitivity: Sensitivity<'a>,
}

/// What acts on the bodies of a member.
#[derive(Clone, Copy)]
pub enum Inputs<'a> {
    /// The same in every step.
    Constant(&'a Input),
    /// One per step.
    Sequence(&'a [Input]),
    /// Called before every step with its number, the state it starts from and the input of the step
    /// before (at first [`Input::hold`]), which it changes.
    Function(&'a (dyn Fn(usize, &State, &mut Input) + Sync)),
}

impl std::fmt::Debug for Inputs<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Inputs::Constant(_) => "Constant",
            Inputs::Sequence(_) => "Sequence",
            Inputs::Function(_) => "Function",
        })
    }
}

/// Which steps of a run are differentiated, at which relaxation and with respect to what. For the
/// derivative of the end of a run with respect to its start, see
/// [`Simulator::rollout_gradient`](crate::step::Simulator::rollout_gradient) and
/// [`Batch::map`](super::Batch::map).
#[derive(Debug, Clone, Copy)]
pub enum Sensitivity<'a> {
    /// None.
    None,
    /// The last one.
    Last(f64, &'a Wrt),
    /// All.
    Every(f64, &'a Wrt),
}

/// What a run came to.
#[derive(Debug, Clone)]
pub struct Run {
    /// The last step tried; its state is where the run ended. Empty but for the state when the run
    /// has no steps.
    pub last: Step,
    /// Steps tried: all, or those up to the first without any solution (`last.status.advanced`).
    pub steps: usize,
    /// Steps not solved at the relaxation asked for.
    pub unsolved: usize,
    /// The first of them, from 0.
    pub first_unsolved: Option<usize>,
    /// Newton iterations of all steps, all attempts included.
    pub iterations: usize,
    /// Derivatives asked for, in the order of the steps; an error where a step has none.
    pub gradients: Vec<Result<Gradient>>,
}

impl Worker {
    /// Carries out up to four runs of one model at one relaxation, abreast.
    pub(super) fn run(&mut self, members: &[Member]) -> Vec<Result<Run>> {
        let mut runs: Vec<_> = members
            .iter()
            .map(|m| m.check().map(|()| Under::new(m)))
            .collect();
        let steps = members.iter().map(|member| member.steps).max().unwrap_or(0);
        for k in 0..steps {
            let going = |run: &&mut Result<Under>| run.as_ref().is_ok_and(|run| run.goes_on(k));
            let mut all: Abreast<_> = runs.iter_mut().filter(going).collect();
            let Some(first) = all.first().and_then(|run| run.as_ref().ok()) else {
                break;
            };
            let (simulator, rho) = (self.simulator(first.member.model), first.member.rho);
            let (mut begin, mut out) = (Abreast::new(), Abreast::new());
            for run in all.iter_mut().filter_map(|run| run.as_mut().ok()) {
                let (start, next) = run.prepare(k);
                begin.push(start);
                out.push(next);
            }
            let made = simulator.step_abreast(&begin, rho, &mut out);
            drop((begin, out));
            for (run, made) in all.into_iter().zip(made) {
                match (made, run.as_mut()) {
                    (Err(error), _) => *run = Err(error.within(&format!("step {k}"))),
                    (Ok(()), Ok(under)) => under.take(k, simulator),
                    (Ok(()), Err(_)) => (),
                }
            }
        }
        let finished = runs.into_iter().map(|run| run.map(Under::finish));
        finished.collect()
    }
}

/// A run under way.
struct Under<'a> {
    member: &'a Member<'a>,
    input: Input,
    step: Step,
    next: Step,
    out: Run,
}

impl<'a> Under<'a> {
    fn new(member: &'a Member<'a>) -> Self {
        let mut step = Step::default();
        step.state.clone_from(member.first);
        Self {
            member,
            input: Input::hold(member.model, member.first),
            step,
            next: Step::default(),
            out: Run {
                last: Step::default(),
                steps: 0,
                unsolved: 0,
                first_unsolved: None,
                iterations: 0,
                gradients: Vec::new(),
            },
        }
    }

    /// Whether it has a step `k`: all before it were made.
    fn goes_on(&self, k: usize) -> bool {
        k < self.member.steps && self.out.steps == k && (k == 0 || self.step.status.advanced)
    }

    /// What step `k` starts from, and where it goes.
    fn prepare(&mut self, k: usize) -> ((&State, &Input), &mut Step) {
        let input = match self.member.inputs {
            Inputs::Constant(input) => input,
            Inputs::Sequence(inputs) => &inputs[k],
            Inputs::Function(change) => {
                change(k, &self.step.state, &mut self.input);
                &self.input
            }
        };
        ((&self.step.state, input), &mut self.next)
    }

    /// Takes over step `k`.
    fn take(&mut self, k: usize, simulator: &mut Simulator) {
        std::mem::swap(&mut self.step, &mut self.next);
        self.out.count(&self.step);
        if let Some((rho, wrt)) = self.member.sensitivity.at(k, self.member.steps) {
            let gradient = simulator.gradient(&self.step, rho, wrt);
            self.out.gradients.push(gradient);
        }
    }

    fn finish(self) -> Run {
        Run {
            last: self.step,
            ..self.out
        }
    }
}

impl Run {
    fn count(&mut self, step: &Step) {
        if !step.status.solved {
            self.unsolved += 1;
            self.first_unsolved.get_or_insert(self.steps);
        }
        self.steps += 1;
        self.iterations += step.status.iterations;
    }
}

impl<'a> Sensitivity<'a> {
    /// Relaxation and columns of the derivative of step `k` of `steps`, if it has one.
    fn at(&self, k: usize, steps: usize) -> Option<(f64, &'a Wrt)> {
        match *self {
            Sensitivity::Every(rho, wrt) => Some((rho, wrt)),
            Sensitivity::Last(rho, wrt) if k + 1 == steps => Some((rho, wrt)),
            Sensitivity::Last(..) | Sensitivity::None => None,
        }
    }
}

impl Member<'_> {
    /// Whether it can go abreast with another.
    pub(super) fn matches(&self, other: &Member) -> bool {
        Arc::ptr_eq(self.model, other.model) && self.rho == other.rho
    }

    /// What a step does not check.
    fn check(&self) -> Result<()> {
        let (bodies, states) = (self.model.bodies.len(), self.first.bodies.len());
        if bodies != states {
            let why = format!("{states} entries for a model of {bodies} bodies");
            let fix = "give one entry per body of the model";
            return Err(Error::value("first.bodies", why, fix));
        }
        match self.inputs {
            Inputs::Sequence(inputs) if inputs.len() != self.steps => {
                let why = format!("{} inputs for {} steps", inputs.len(), self.steps);
                Err(Error::value("inputs", why, "give one input per step"))
            }
            _ => Ok(()),
        }
    }
}
