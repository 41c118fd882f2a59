//! How the time of a step grows with a pile: cubes of 0.2 m, any orientation, have fallen into a square
//! bin, four layers at most, all sizes alike: `cargo bench --bench bins`, two minutes. Timings are
//! printed, never asserted.
//!
//! Every step is timed once a round, in all bins in turn, and its least time counts: a bin of 1,000 lives in
//! a cache that other programs of the machine use too, and their moods last for seconds.
//!
//! Work is what an iteration takes without the body system (one factorisation, three solves of the same
//! graph, timed alone). Its exponent over pairs is 1 where a pair costs the same in every pile.

#[path = "common/newton.rs"]
mod newton;
#[path = "../tests/common/scenes.rs"]
mod scenes;

use drystone::math::{Rot, Vec3};
use drystone::step::{Simulator, Step};
use drystone::world::{Input, Model, State};
use newton::Iteration;
use rand::{Rng, SeedableRng, rngs::StdRng};
use scenes::{cuboid, fixed, free, ground, rest};
use std::f64::consts::PI;
use std::sync::Arc;
use std::time::Instant;

/// (cubes, cells along a side of the bin).
const BINS: [(usize, usize); 4] = [(10, 2), (50, 4), (200, 7), (1000, 16)];
const HALF: f64 = 0.1;
/// A cube turns in it without touching its neighbours, m.
const CELL: f64 = 0.36;
const RHO: f64 = 1e-4;
/// Steps (10 ms) after which most cubes lie on others.
const FALL: usize = 80;
/// Steps that are timed, and how often.
const STEPS: usize = 5;
const ROUNDS: usize = 40;
/// Floor and walls.
const FIXED: usize = 5;

/// The cubes at the start, above each other.
fn bin(cubes: usize, cells: usize) -> (Arc<Model>, State) {
    let width = CELL * cells as f64;
    let layers = cubes.div_ceil(cells * cells);
    let (thick, high) = (0.1, 0.5 * CELL * (layers + 1) as f64);
    let reach = 0.5 * width + thick;
    let walls = [(-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0)];
    let mut builder = Model::builder().body(fixed("floor", &ground(), 0.5));
    for (k, (x, y)) in walls.into_iter().enumerate() {
        let across = |side: f64| if side == 0.0 { reach + thick } else { thick };
        let wall = cuboid(across(x), across(y), high);
        builder = builder.body(fixed(&format!("wall {k}"), &wall, 0.5));
    }
    let cube = cuboid(HALF, HALF, HALF);
    for i in 0..cubes {
        builder = builder.body(free(&format!("cube {i}"), &cube, 1.0, 0.5));
    }
    let model = Arc::new(builder.build().expect("valid"));
    let mut state = rest(&model);
    for (k, (x, y)) in walls.into_iter().enumerate() {
        state.bodies[1 + k].position = Vec3::new(x * reach, y * reach, high);
    }
    let mut random = StdRng::seed_from_u64(cubes as u64);
    let mut any = |scale: f64| random.random_range(-scale..scale);
    for i in 0..cubes {
        let cell = [i % cells, i / cells % cells, i / (cells * cells)];
        let middle = Vec3::from(cell.map(|k| CELL * (k as f64 + 0.5)));
        let corner = Vec3::new(width, width, 0.0) * -0.5;
        let axis = Vec3::from_fn(|_, _| any(1.0));
        let at = &mut state.bodies[FIXED + i];
        at.rotation = Rot::from_scaled_axis(axis.normalize() * any(PI));
        at.position = corner + middle + Vec3::from_fn(|_, _| any(0.008));
    }
    (model, state)
}

/// A step from a state, and its least times so far, s.
struct Timed {
    state: State,
    system: Iteration,
    pairs: usize,
    iterations: f64,
    whole: f64,
    body_system: f64,
}

/// A bin whose cubes have fallen.
struct Bin {
    cubes: usize,
    simulator: Simulator,
    input: Input,
    step: Step,
    timed: Vec<Timed>,
}

/// Lowers `least` to the seconds that `run` takes.
fn time(least: &mut f64, run: impl FnOnce()) {
    let start = Instant::now();
    run();
    *least = least.min(start.elapsed().as_secs_f64());
}

impl Bin {
    fn new((cubes, cells): (usize, usize)) -> Self {
        let (model, mut state) = bin(cubes, cells);
        let mut out = Self {
            cubes,
            input: Input::hold(&model, &state),
            simulator: Simulator::new(model),
            step: Step::default(),
            timed: Vec::new(),
        };
        for k in 0..FALL + STEPS {
            out.go(&state);
            if k >= FALL {
                out.timed.push(out.entry(&state));
            }
            state.clone_from(&out.step.state);
        }
        out
    }

    fn go(&mut self, state: &State) {
        let done = self
            .simulator
            .step_into(state, &self.input, RHO, &mut self.step);
        done.expect("valid");
    }

    /// The step that was just made from `state`, to be timed.
    fn entry(&self, state: &State) -> Timed {
        let contacts = self.step.contacts.iter();
        let coupled = contacts.map(|c| [c.first.body, c.second.body]);
        let free = coupled.filter(|bodies| bodies.iter().all(|&i| i >= FIXED));
        let edges: Vec<_> = free.map(|[a, b]| (a - FIXED, b - FIXED)).collect();
        Timed {
            state: state.clone(),
            system: Iteration::new(self.cubes, &edges),
            pairs: self.step.contacts.len(),
            iterations: self.step.status.iterations as f64,
            whole: f64::INFINITY,
            body_system: f64::INFINITY,
        }
    }

    fn round(&mut self) {
        let mut timed = std::mem::take(&mut self.timed);
        for step in &mut timed {
            time(&mut step.whole, || self.go(&step.state));
            // The second time it is in the cache.
            for _ in 0..2 {
                time(&mut step.body_system, || step.system.run());
            }
        }
        self.timed = timed;
    }

    /// Mean over the steps.
    fn mean(&self, f: impl Fn(&Timed) -> f64) -> f64 {
        self.timed.iter().map(f).sum::<f64>() / STEPS as f64
    }

    /// (pairs, seconds of an iteration without the body system).
    fn work(&self) -> (f64, f64) {
        let work = self.mean(|step| step.whole / step.iterations - step.body_system);
        (self.mean(|step| step.pairs as f64), work)
    }
}

fn main() {
    let mut bins = BINS.map(Bin::new);
    for _ in 0..ROUNDS {
        bins.iter_mut().for_each(Bin::round);
    }
    println!("cubes    pairs  iterations  step, ms  body system, ms  work of a pair, us  exponent");
    let (first, least) = bins[0].work();
    for bin in &bins {
        let (pairs, work) = bin.work();
        let exponent = (work / least).ln() / (pairs / first).ln();
        println!(
            "{:>5} {pairs:>8.0} {:>11.1} {:>9.2} {:>16.2} {:>19.2} {:>9.2}",
            bin.cubes,
            bin.mean(|step| step.iterations),
            1e3 * bin.mean(|step| step.whole),
            1e3 * bin.mean(|step| step.iterations * step.body_system),
            1e6 * work / pairs,
            exponent,
        );
    }
}
