//! Time of the search for pairs and of the whole step, for many bodies at rest and for large fixed
//! worlds: `cargo bench --bench pile`. Timings are printed, never asserted.

#[path = "../tests/common/scenes.rs"]
mod scenes;

use criterion::{Criterion, criterion_group, criterion_main};
use drystone::broad_phase::{BroadPhase, Sweep};
use drystone::math::{Pose, Rot, Vec3};
use drystone::shape::Placed;
use drystone::step::{Simulator, Step};
use drystone::world::{Body, Input, Model, PartSpec, State};
use scenes::{cuboid, fixed, free, ground, rest};
use std::sync::Arc;
use std::time::Duration;

const HALF: f64 = 0.1;
const RHO: f64 = 1e-6;
/// The margin of a step at [`RHO`].
const MARGIN: f64 = 0.3 * HALF;

/// Columns of ten cubes on a floor, too far apart to feel each other at [`RHO`].
fn columns(n: usize) -> (Arc<Model>, State) {
    let side = ((n as f64 / 10.0).sqrt().ceil() as usize).max(1);
    let mut builder = Model::builder().body(fixed("floor", &ground(), 0.5));
    for i in 0..n {
        builder = builder.body(free(
            &format!("cube {i}"),
            &cuboid(HALF, HALF, HALF),
            1.0,
            0.5,
        ));
    }
    let model = Arc::new(builder.build().expect("valid"));
    let mut state = rest(&model);
    for i in 0..n {
        let (column, level) = (i / 10, i % 10);
        let place = [column % side, column / side].map(|k| 2.4 * HALF * k as f64);
        state.bodies[i + 1].position = Vec3::new(place[0], place[1], HALF * (2 * level + 1) as f64);
    }
    (model, state)
}

/// One cube on a square of slabs that nearly touch: bodies of one part, or one body of all parts.
fn paved(slabs: usize, one_body: bool) -> (Arc<Model>, State) {
    let side = (slabs as f64).sqrt().ceil() as usize;
    let slab = cuboid(0.99 * HALF, 0.99 * HALF, HALF);
    let place = |i: usize| {
        let [x, y] = [i % side, i / side].map(|k| 2.0 * HALF * k as f64);
        Vec3::new(x, y, -HALF)
    };
    let mut builder = Model::builder().body(free("cube", &cuboid(HALF, HALF, HALF), 1.0, 0.5));
    if one_body {
        let mut pavement = Body::fixed("pavement");
        for i in 0..slabs {
            let placed = Placed {
                shape: slab.clone(),
                offset: place(i),
                rotation: Rot::identity(),
            };
            pavement = pavement.part(PartSpec::new(format!("slab {i}"), placed, 0.5));
        }
        builder = builder.body(pavement);
    } else {
        for i in 0..slabs {
            builder = builder.body(fixed(&format!("slab {i}"), &slab, 0.5));
        }
    }
    let model = Arc::new(builder.build().expect("valid"));
    let mut state = rest(&model);
    state.bodies[0].position = place(slabs / 2 + side / 2) + Vec3::new(0.0, 0.0, 2.0 * HALF);
    if !one_body {
        for i in 0..slabs {
            state.bodies[i + 1].position = place(i);
        }
    }
    (model, state)
}

fn measure(c: &mut Criterion, name: &str, (model, state): (Arc<Model>, State)) {
    let mut group = c.benchmark_group(name);
    group
        .sample_size(10)
        .measurement_time(Duration::from_secs(3));
    let poses: Vec<Pose> = state
        .bodies
        .iter()
        .map(|at| Pose {
            x: at.position,
            r: *at.rotation.to_rotation_matrix().matrix(),
        })
        .collect();
    let closing = vec![0.0; poses.len()];
    let sweep = Sweep {
        start: &poses,
        predicted: &poses,
        closing: &closing,
    };
    let mut broad_phase = BroadPhase::default();
    let pairs = broad_phase.pairs(&model, &sweep, MARGIN).len();
    group.bench_function(format!("search, {pairs} candidates"), |b| {
        b.iter(|| broad_phase.pairs(&model, &sweep, MARGIN).len());
    });
    let input = Input::hold(&model, &state);
    let mut simulator = Simulator::new(model);
    let mut out = Step::default();
    group.bench_function("whole step", |b| {
        b.iter(|| {
            simulator
                .step_into(&state, &input, RHO, &mut out)
                .expect("valid")
        });
    });
    group.finish();
}

fn piles(c: &mut Criterion) {
    for n in [10, 50, 200, 1000] {
        measure(c, &format!("{n} cubes in columns"), columns(n));
    }
    for n in [50, 5000] {
        measure(c, &format!("one cube on {n} slabs"), paved(n, false));
    }
    measure(c, "one cube on a body of 5000 slabs", paved(5000, true));
}

criterion_group!(benches, piles);
criterion_main!(benches);
