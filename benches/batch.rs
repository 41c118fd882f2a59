//! Time of one step of many states, by number of threads, and of runs one at a time and four abreast:
//! `cargo bench --bench batch`. Timings are printed, never asserted.

#[path = "../tests/common/scenes.rs"]
mod scenes;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group};
use drystone::step::{Batch, Inputs, Member, Sensitivity, Simulator, Step, Wrt};
use drystone::world::{Input, Model, State};
use scenes::{cuboid, drop_start, ground, on_floor, tower};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Instant;

const RHO: f64 = 1e-6;

/// 1, 2, 4 threads as far as there are cores, and all of them.
fn thread_counts() -> Vec<usize> {
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let mut threads = vec![1, 2, 4, cores];
    threads.retain(|threads| *threads <= cores);
    threads.sort_unstable();
    threads.dedup();
    threads
}

fn steps(c: &mut Criterion) {
    let model = on_floor(&ground(), &cuboid(0.1, 0.1, 0.1), 0.5);
    let model = Arc::new(model.build().expect("valid"));
    let wrt = Wrt::state_and_inputs();
    for count in [16, 1024] {
        let starts: Vec<_> = (0..count)
            .map(|seed| {
                let state = drop_start(&model, 0.1, seed);
                let input = Input::hold(&model, &state);
                (state, input)
            })
            .collect();
        let mut group = c.benchmark_group(format!("{count} states of a box above a plane"));
        group.throughput(Throughput::Elements(count));
        for threads in thread_counts() {
            let mut batch = Batch::new(NonZeroUsize::new(threads)).expect("threads");
            group.bench_with_input(BenchmarkId::new("steps, threads", threads), &(), |b, ()| {
                b.iter(|| batch.step(&model, &starts, RHO).len());
            });
            group.bench_with_input(
                BenchmarkId::new("with A, B, threads", threads),
                &(),
                |b, ()| {
                    b.iter(|| batch.differentiate(&model, &starts, RHO, RHO, &wrt).len());
                },
            );
        }
        group.finish();
    }
}

/// Steps of a run, and how often the runs are timed.
const STEPS: usize = 40;
const ROUNDS: usize = 12;

/// Runs of equal worlds: one at a time, and four abreast on one thread and on more, in turn; the least times.
fn runs() {
    let model = on_floor(&ground(), &cuboid(0.1, 0.1, 0.1), 0.5);
    let model = Arc::new(model.build().expect("valid"));
    let drops: Vec<State> = (0..512).map(|seed| drop_start(&model, 0.1, seed)).collect();
    let mut worlds = vec![("a box above a plane".to_string(), model, drops)];
    for n in [2, 4] {
        let (model, rest) = tower(n, &cuboid(0.1, 0.1, 0.1), 0.1, RHO);
        let pushed = (0..512).map(|k| {
            let mut state = rest.clone();
            state.bodies[1].velocity.x = 0.01 * f64::from(k % 11);
            state
        });
        let pushed: Vec<State> = pushed.collect();
        worlds.push((format!("a tower of {n}"), model, pushed));
    }
    println!("512 runs of 40 steps       threads  us a step  times as fast as the row above");
    for (name, model, starts) in worlds {
        let mut before = None;
        for (how, threads, seconds) in measure_runs(&model, &starts) {
            let step = 1e6 * seconds / (STEPS * starts.len()) as f64;
            let ratio = before.map_or_else(String::new, |before| format!("{:.2}", before / step));
            println!("{name:<20} {how:<5} {threads:>7} {step:>10.2}  {ratio}");
            before = Some(step);
        }
    }
}

/// (how many abreast, threads, least seconds).
fn measure_runs(model: &Arc<Model>, starts: &[State]) -> Vec<(&'static str, usize, f64)> {
    let input = Input::hold(model, &starts[0]);
    let mut simulator = Simulator::new(model.clone());
    let (mut step, mut next) = (Step::default(), Step::default());
    let mut alone = || {
        for start in starts {
            step.state.clone_from(start);
            for _ in 0..STEPS {
                let made = simulator.step_into(&step.state, &input, RHO, &mut next);
                made.expect("finite");
                std::mem::swap(&mut step, &mut next);
            }
        }
    };
    let member = |first| Member {
        model,
        first,
        inputs: Inputs::Constant(&input),
        steps: STEPS,
        rho: RHO,
        sensitivity: Sensitivity::None,
    };
    let members: Vec<Member> = starts.iter().map(member).collect();
    let counts = thread_counts().into_iter();
    let mut batches: Vec<_> = counts
        .map(|n| (n, Batch::new(NonZeroUsize::new(n)).expect("threads")))
        .collect();
    let mut out = vec![("alone", 1, f64::INFINITY)];
    out.extend(batches.iter().map(|(n, _)| ("four", *n, f64::INFINITY)));
    for _ in 0..ROUNDS {
        time(&mut out[0].2, &mut alone);
        for ((_, batch), row) in batches.iter_mut().zip(&mut out[1..]) {
            time(&mut row.2, || drop(batch.run(&members, |_| ())));
        }
    }
    out
}

/// Lowers `least` to the seconds that `run` takes.
fn time(least: &mut f64, run: impl FnOnce()) {
    let start = Instant::now();
    run();
    *least = least.min(start.elapsed().as_secs_f64());
}

criterion_group!(benches, steps);

fn main() {
    runs();
    benches();
}
