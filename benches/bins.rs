//! How the time of a step grows with a pile: cubes of 0.2 m, any orientation, have fallen into a square
//! bin, four layers at most, all sizes alike: `cargo bench --bench bins`, a minute. Timings are
//! printed, never asserted.
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
/// Steps that are timed, and how often: the least time of each counts.
const STEPS: usize = 5;
const TIMES: usize = 8;
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

/// Seconds of the quickest of some runs.
fn quickest(mut run: impl FnMut()) -> f64 {
    let time = |_| {
        let start = Instant::now();
        run();
        start.elapsed().as_secs_f64()
    };
    (0..TIMES).map(time).fold(f64::INFINITY, f64::min)
}

/// Sums over the steps of one bin; times in s.
#[derive(Default)]
struct Sums {
    pairs: f64,
    iterations: f64,
    whole: f64,
    body_system: f64,
    per_iteration: f64,
}

fn measure(cubes: usize, cells: usize) -> Sums {
    let (model, mut state) = bin(cubes, cells);
    let input = Input::hold(&model, &state);
    let mut simulator = Simulator::new(model);
    let mut step = Step::default();
    let mut sums = Sums::default();
    for k in 0..FALL + STEPS {
        let mut go = || {
            simulator
                .step_into(&state, &input, RHO, &mut step)
                .expect("valid");
        };
        if k < FALL {
            go();
        } else {
            let whole = quickest(go);
            let coupled = step.contacts.iter().map(|c| [c.first.body, c.second.body]);
            let free = coupled.filter(|bodies| bodies.iter().all(|&i| i >= FIXED));
            let edges: Vec<_> = free.map(|[a, b]| (a - FIXED, b - FIXED)).collect();
            let mut iteration = Iteration::new(cubes, &edges);
            let iterations = step.status.iterations as f64;
            let body_system = iterations * quickest(|| iteration.run());
            sums.pairs += step.contacts.len() as f64 / STEPS as f64;
            sums.iterations += iterations / STEPS as f64;
            sums.whole += whole / STEPS as f64;
            sums.body_system += body_system / STEPS as f64;
            sums.per_iteration += (whole - body_system) / iterations / STEPS as f64;
        }
        state.clone_from(&step.state);
    }
    sums
}

fn main() {
    println!("cubes    pairs  iterations  step, ms  body system, ms  work of a pair, us  exponent");
    let mut first: Option<Sums> = None;
    for (cubes, cells) in BINS {
        let now = measure(cubes, cells);
        let exponent = first.as_ref().map_or(f64::NAN, |first| {
            (now.per_iteration / first.per_iteration).ln() / (now.pairs / first.pairs).ln()
        });
        println!(
            "{cubes:>5} {:>8.0} {:>11.1} {:>9.2} {:>16.2} {:>19.2} {exponent:>9.2}",
            now.pairs,
            now.iterations,
            1e3 * now.whole,
            1e3 * now.body_system,
            1e6 * now.per_iteration / now.pairs,
        );
        first.get_or_insert(now);
    }
}
