//! Whole runs of a worker.

use super::{Inputs, Member, Worker};
use crate::error::{Error, Result};
use crate::step::simulator::{Made, PerWorld, WORLDS};
use crate::step::{Gradient, Simulator, Step};
use crate::world::{Input, State};
use std::ops::ControlFlow;

/// The outcome of a run.
#[derive(Debug, Clone)]
pub struct Run {
    /// The last step tried; its state is where the run ended. Empty but for the state when the run
    /// has no steps.
    pub last: Step,
    /// Steps tried: all, or those up to the first without any solution, or up to the last that a watcher saw.
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
    /// Carries out runs of one model at one relaxation, four abreast: those whose last steps were
    /// alike. A step of four takes as many iterations as the slowest of them. Those that turn out to have
    /// other pairs than their four go with each other. Of the watchers, one for every run, `see` shows
    /// each the steps of its own.
    pub(super) fn run<W>(
        &mut self,
        members: &[Member],
        watcher: impl Fn(usize) -> W,
        see: &impl Fn(&mut W, usize, &Step) -> ControlFlow<()>,
    ) -> Vec<(Result<Run>, W)> {
        let all = members.iter().enumerate();
        let mut runs: Vec<_> = all.map(|(i, m)| Under::new(i, m, watcher(i))).collect();
        let mut going: Vec<_> = runs.iter_mut().collect();
        let mut next = Default::default();
        for k in 0.. {
            going.retain(|run| run.goes_on(k));
            if going.is_empty() {
                break;
            }
            going.iter_mut().for_each(|run| run.prepare(k));
            going.sort_unstable_by_key(|run| run.phase());
            for four in going.chunks_mut(WORLDS) {
                self.step(k, four, &mut next, Simulator::step_alike, see);
            }
            going.sort_unstable_by_key(|run| run.made);
            let made = going.partition_point(|run| run.made == Made::Stepped);
            let apart = &mut going[made..];
            apart.sort_unstable_by_key(|run| (run.made, run.speed, run.number));
            for four in apart.chunks_mut(WORLDS) {
                self.step(k, four, &mut next, Simulator::step_abreast, see);
            }
        }
        runs.into_iter().map(Under::finish).collect()
    }

    /// Makes step `k` of up to four runs, as `stepping` does; `next` are buffers.
    fn step<W>(
        &mut self,
        k: usize,
        four: &mut [&mut Under<W>],
        next: &mut [Step; WORLDS],
        stepping: Stepping,
        see: &impl Fn(&mut W, usize, &Step) -> ControlFlow<()>,
    ) {
        let Member { model, rho, .. } = *four[0].member;
        let simulator = self.simulator(model);
        let begin: PerWorld<_> = four.iter().map(|run| run.start(k)).collect();
        let mut out: PerWorld<_> = next.iter_mut().take(begin.len()).collect();
        let made = stepping(simulator, &begin, rho, &mut out);
        drop(begin);
        for ((run, made), next) in four.iter_mut().zip(made).zip(out) {
            match made {
                Err(error) => {
                    run.error = Some(error.within(&format!("step {k}")));
                    run.made = Made::Stepped;
                }
                Ok(made) => {
                    run.made = made;
                    if made == Made::Stepped {
                        run.take(k, next, simulator);
                        run.ended = see(&mut run.watcher, k, &run.step).is_break();
                    }
                }
            }
        }
    }
}

/// How up to four worlds are stepped.
type Stepping =
    fn(&mut Simulator, &[(&State, &Input)], f64, &mut [&mut Step]) -> PerWorld<Result<Made>>;

/// A run under way.
struct Under<'a, W> {
    number: usize,
    member: &'a Member<'a>,
    watcher: W,
    input: Input,
    step: Step,
    /// Something that grows with the speed of the fastest body.
    speed: u64,
    made: Made,
    out: Run,
    /// Whether its watcher has seen enough.
    ended: bool,
    /// Why it cannot go on.
    error: Option<Error>,
}

impl<'a, W> Under<'a, W> {
    fn new(number: usize, member: &'a Member<'a>, watcher: W) -> Self {
        let mut step = Step::default();
        step.state.clone_from(member.first);
        let error = member.check().err();
        let input = match error {
            None => Input::hold(member.model, member.first),
            Some(_) => Input::default(),
        };
        Self {
            number,
            member,
            watcher,
            input,
            step,
            speed: 0,
            made: Made::Stepped,
            out: Run {
                last: Step::default(),
                steps: 0,
                unsolved: 0,
                first_unsolved: None,
                iterations: 0,
                gradients: Vec::new(),
            },
            ended: false,
            error,
        }
    }

    /// Returns the key that runs side by side had better have in common: their contacts, how hard the last step was,
    /// and how fast they are (bodies that fall fast hit, and hit hard, before others). The number parts
    /// the rest.
    fn phase(&self) -> (usize, usize, u64, usize) {
        let (contacts, iterations) = (self.step.contacts.len(), self.step.status.iterations);
        (contacts, iterations, self.speed, self.number)
    }

    /// Returns whether it has a step `k`: all before it were made.
    fn goes_on(&self, k: usize) -> bool {
        let led_on = k == 0 || self.step.status.advanced;
        self.error.is_none()
            && !self.ended
            && k < self.member.steps
            && self.out.steps == k
            && led_on
    }

    /// Finds the input of step `k`, and how fast the bodies are.
    fn prepare(&mut self, k: usize) {
        let bodies = self.step.state.bodies.iter();
        let fastest = bodies.fold(0.0, |most: f64, body| {
            most.max(body.velocity.norm_squared())
        });
        // Of numbers that are not negative the bits are in their order.
        self.speed = fastest.to_bits();
        if let Inputs::Function(change) = self.member.inputs {
            change(k, &self.step.state, &mut self.input);
        }
    }

    /// Returns the start of step `k`.
    fn start(&self, k: usize) -> (&State, &Input) {
        let input = match self.member.inputs {
            Inputs::Constant(input) => input,
            Inputs::Sequence(inputs) => &inputs[k],
            Inputs::Function(_) => &self.input,
        };
        (&self.step.state, input)
    }

    /// Takes over step `k`; what was the last one is there for another.
    fn take(&mut self, k: usize, next: &mut Step, simulator: &mut Simulator) {
        std::mem::swap(&mut self.step, next);
        self.out.count(&self.step);
        if let Some((rho, wrt)) = self.member.sensitivity.at(k, self.member.steps) {
            let gradient = simulator.gradient(&self.step, rho, wrt);
            self.out.gradients.push(gradient);
        }
    }

    fn finish(self) -> (Result<Run>, W) {
        let run = Run {
            last: self.step,
            ..self.out
        };
        (self.error.map_or(Ok(run), Err), self.watcher)
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
