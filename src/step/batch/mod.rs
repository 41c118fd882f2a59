//! Many independent simulations at once, on all cores: steps, whole runs, any work that needs a simulator.
//!
//! Every member is simulated by one thread, by the same code as alone, so results have the same bits
//! on any number of threads; they come back in the order of the members. Members of one model go four
//! abreast, in the lanes of vector registers, as long as they have the same pairs in contact: with the
//! same bits again. Threads take the next members as they become free, because members differ in
//! cost. A member that cannot be simulated is an `Err` in its place and nobody else's business.

mod member;
mod run;
mod worker;

pub use member::{Inputs, Member, Sensitivity};
pub use run::Run;
pub use worker::Worker;

use super::simulator::WORLDS;
use super::{Gradient, MAX_THREADS, Simulator, Step, Wrt, check_threads};
use crate::error::{Error, Result};
use crate::world::{Input, Model, State};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// A thread has this many runs under way at once. A step of four of them takes as many iterations as the
/// slowest of the four, so those go together whose last steps were alike (decision D46).
const UNDER_WAY: usize = 128;
/// A thread hands over what it made after this time: to wake the calling thread for every step costs
/// as much as a step.
const NEWS: Duration = Duration::from_millis(1);

/// Threads that simulate, each with simulators of its own, which keep their buffers from one call to
/// the next.
///
/// ```
/// use drystone::scene::Scene;
/// use drystone::step::{Batch, Inputs, Member, Sensitivity, Simulator, Wrt};
/// use drystone::world::Input;
///
/// # fn main() -> drystone::Result<()> {
/// let scene = Scene::load("scenarios/push.toml")?;
/// let model = &scene.model;
/// let mut batch = Batch::new(None)?; // all cores
///
/// // One step of many states (here one state under many pushes), at relaxation 1e-6.
/// let starts: Vec<_> = (0..8)
///     .map(|k| {
///         let mut input = Input::hold(model, &scene.initial);
///         input.wrenches[1].force.x = f64::from(k); // N
///         (scene.initial.clone(), input)
///     })
///     .collect();
/// let steps = batch.step(model, &starts, 1e-6);
/// let alone = Simulator::new(model.clone()).step(&starts[3].0, &starts[3].1, 1e-6)?;
/// assert!(steps[3].as_ref().is_ok_and(|step| step.state == alone.state)); // to the last bit
///
/// // The same with A and B of every step, smoothed.
/// for each in batch.differentiate(model, &starts, 1e-6, 1e-3, &Wrt::state_and_inputs()) {
///     let (step, gradient) = each?;
///     assert!(step.status.solved && gradient?.b().ncols() > 0);
/// }
///
/// // Whole runs of 20 steps.
/// let members: Vec<_> = starts
///     .iter()
///     .map(|(state, input)| Member {
///         model,
///         first: state,
///         inputs: Inputs::Constant(input),
///         steps: 20,
///         rho: 1e-6,
///         sensitivity: Sensitivity::None,
///     })
///     .collect();
/// let runs = batch.run(&members, |done| println!("{done} of {}", members.len()));
/// assert!(runs.iter().all(|run| run.as_ref().is_ok_and(|run| run.unsolved == 0)));
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Batch {
    workers: Vec<Worker>,
    /// None where the calling thread does all.
    pool: Option<rayon::ThreadPool>,
}

impl Batch {
    /// Returns a batch on so many threads; all cores when none are given. With one thread the calling thread
    /// does the work.
    ///
    /// # Errors
    /// More than [`MAX_THREADS`] threads are asked for, or the system gives none.
    pub fn new(threads: Option<NonZeroUsize>) -> Result<Self> {
        let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let threads = match threads {
            Some(threads) => check_threads(threads.get())?,
            None => cores().get().min(MAX_THREADS),
        };
        let pool = (threads > 1).then(|| {
            rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .map_err(|e| {
                    let why = format!("the system gives no {threads} threads: {e}");
                    Error::value("threads", why, "ask for fewer")
                })
        });
        Ok(Self {
            workers: (0..threads).map(|_| Worker::default()).collect(),
            pool: pool.transpose()?,
        })
    }

    /// Returns the number of threads.
    pub fn threads(&self) -> usize {
        self.workers.len()
    }

    /// Makes one step of `model` from every state under its input, at relaxation `rho`: what
    /// [`Simulator::step`](super::Simulator::step) returns for each, in order.
    pub fn step(
        &mut self,
        model: &Arc<Model>,
        starts: &[(State, Input)],
        rho: f64,
    ) -> Vec<Result<Step>> {
        let step = |worker: &mut Worker, _: usize, starts: &&[(State, Input)]| {
            worker.simulator(model).step_all(starts, rho)
        };
        let fours: Vec<_> = self.jobs(starts, WORLDS).collect();
        self.map(&fours, step, |_| ())
            .into_iter()
            .flatten()
            .collect()
    }

    /// Makes one step from every state, with its derivative at relaxation `gradient_rho` with respect to `wrt`.
    /// A step that was made stays where it has no derivative.
    pub fn differentiate(
        &mut self,
        model: &Arc<Model>,
        starts: &[(State, Input)],
        rho: f64,
        gradient_rho: f64,
        wrt: &Wrt,
    ) -> Vec<Result<(Step, Result<Gradient>)>> {
        let step = |worker: &mut Worker, _: usize, starts: &&[(State, Input)]| {
            let simulator = worker.simulator(model);
            let steps = simulator.step_all(starts, rho).into_iter();
            let mut differentiate = |step| {
                let gradient = simulator.gradient(&step, gradient_rho, wrt);
                (step, gradient)
            };
            steps
                .map(|step| step.map(&mut differentiate))
                .collect::<Vec<_>>()
        };
        let fours: Vec<_> = self.jobs(starts, WORLDS).collect();
        self.map(&fours, step, |_| ())
            .into_iter()
            .flatten()
            .collect()
    }

    /// Jobs of at most `most` members (a multiple of those that go abreast), as many for every
    /// thread.
    fn jobs<'a, J>(&self, members: &'a [J], most: usize) -> impl Iterator<Item = &'a [J]> {
        let share = members.len().div_ceil(self.threads());
        let job = share.div_ceil(share.div_ceil(most).max(1)).max(1);
        members.chunks(match job > WORLDS {
            true => job.next_multiple_of(WORLDS),
            false => job,
        })
    }

    /// Makes whole runs. `progress` is called from the calling thread, with the number of members done.
    ///
    /// A run is an `Err` when its model, states, inputs or relaxation cannot be simulated; one with
    /// unsolved steps is not, see [`Run`].
    pub fn run(&mut self, members: &[Member], progress: impl FnMut(usize)) -> Vec<Result<Run>> {
        let go_on = |(): &mut (), _, _: &Step| ControlFlow::Continue(());
        let runs = self.watch(members, |_| (), go_on, progress);
        runs.into_iter().map(|(run, ())| run).collect()
    }

    /// Makes whole runs, each with a watcher of its own, which `watcher` makes from the number of the
    /// member. `see` shows it every step that was made (solved or not), with its number from 0, and ends that run by
    /// a `Break`; both are called from the threads of the batch.
    pub fn watch<W: Send>(
        &mut self,
        members: &[Member],
        watcher: impl Fn(usize) -> W + Sync,
        see: impl Fn(&mut W, usize, &Step) -> ControlFlow<()> + Sync,
        mut progress: impl FnMut(usize),
    ) -> Vec<(Result<Run>, W)> {
        let mut jobs = Vec::new();
        let mut first = 0;
        for alike in members.chunk_by(Member::matches) {
            for members in self.jobs(alike, UNDER_WAY) {
                jobs.push((first, members));
                first += members.len();
            }
        }
        let run = |worker: &mut Worker, _: usize, &(first, members): &(usize, &[Member])| {
            worker.run(members, |i| watcher(first + i), &see)
        };
        let mut done = 0;
        let runs = self.share_out(&jobs, run, |job| {
            for _ in jobs[job].1 {
                done += 1;
                progress(done);
            }
        });
        runs.into_iter().flatten().collect()
    }

    /// Returns what `work` makes of every job (with a worker that has the simulators, and the number of
    /// the job), in the order of the jobs. `progress` is called from the calling thread, with the
    /// number of jobs done.
    ///
    /// # Panics
    /// When `work` does, once the other threads have ended.
    pub fn map<J: Sync, T: Send>(
        &mut self,
        jobs: &[J],
        work: impl Fn(&mut Worker, usize, &J) -> T + Sync,
        mut progress: impl FnMut(usize),
    ) -> Vec<T> {
        let mut done = 0;
        self.share_out(jobs, work, |_| {
            done += 1;
            progress(done);
        })
    }

    /// Runs all jobs and calls `report` with the number of every job that is done, as they end.
    fn share_out<J: Sync, T: Send>(
        &mut self,
        jobs: &[J],
        work: impl Fn(&mut Worker, usize, &J) -> T + Sync,
        mut report: impl FnMut(usize),
    ) -> Vec<T> {
        let Some(pool) = self.pool.as_ref().filter(|_| jobs.len() > 1) else {
            let mut out = Vec::with_capacity(jobs.len());
            for (i, job) in jobs.iter().enumerate() {
                out.push(work(&mut self.workers[0], i, job));
                report(i);
            }
            return out;
        };
        let mut out: Vec<Option<T>> = jobs.iter().map(|_| None).collect();
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel();
        let (work, next) = (&work, &next);
        pool.in_place_scope(|scope| {
            for worker in self.workers.iter_mut().take(jobs.len()) {
                let sender = sender.clone();
                scope.spawn(move |_| {
                    let (mut made, mut told) = (Vec::new(), Instant::now());
                    loop {
                        let i = next.fetch_add(1, Ordering::Relaxed);
                        let Some(job) = jobs.get(i) else { break };
                        made.push((i, work(worker, i, job)));
                        if told.elapsed() >= NEWS {
                            told = Instant::now();
                            if sender.send(std::mem::take(&mut made)).is_err() {
                                return;
                            }
                        }
                    }
                    // Nobody listens any more when the progress of the caller panicked.
                    let _ = sender.send(made);
                });
            }
            drop(sender);
            for (i, made) in receiver.iter().flatten() {
                out[i] = Some(made);
                report(i);
            }
        });
        out.into_iter().flatten().collect()
    }
}

impl Simulator {
    /// Makes a step from every state.
    fn step_all(&mut self, starts: &[(State, Input)], rho: f64) -> Vec<Result<Step>> {
        let begin: Vec<_> = starts.iter().map(|(state, input)| (state, input)).collect();
        let mut steps = vec![Step::default(); starts.len()];
        let mut out: Vec<_> = steps.iter_mut().collect();
        let made = self.step_abreast(&begin, rho, &mut out);
        made.into_iter()
            .zip(steps)
            .map(|(made, step)| made.map(|_| step))
            .collect()
    }
}
