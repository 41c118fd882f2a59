//! Time of what a planner asks for: a true step, the smoothed one with B and with A and B, and many on
//! one thread and on all: `cargo bench --bench planner`. Timings are printed, never asserted.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use drystone::math::Vec3;
use drystone::scene::Scene;
use drystone::world::State;
use drystone_planner::{ContactProvider, Derivatives, Provider, ProviderBatch, SMOOTHING, Space};
use nalgebra::DVector;
use std::num::NonZeroUsize;
use std::sync::Arc;

/// Two fingertips press on a box in a plane.
fn pressed() -> (Arc<Space>, State, DVector<f64>) {
    let scene = Scene::load("../../scenarios/plan_rotate_planar.toml").expect("a scene");
    let mut state = scene.initial.clone();
    state.bodies[1].position = Vec3::new(-0.0651, 0.02, 0.0);
    state.bodies[2].position = Vec3::new(0.0651, -0.02, 0.0);
    let space = Arc::new(Space::from_scene(&scene).expect("a plan"));
    let command = space.stay(&state) + DVector::from_vec(vec![0.004, 0.0, -0.004, 0.0]);
    (space, state, command)
}

fn one(c: &mut Criterion) {
    let (space, state, command) = pressed();
    let mut provider = ContactProvider::new(space, 1e-6);
    let mut group = c.benchmark_group("planar box, two fingertips");
    group.bench_function("true step", |b| {
        b.iter(|| {
            provider
                .step(&state, &command)
                .expect("a step")
                .status
                .iterations
        });
    });
    for (name, wanted) in [
        ("smoothed step", Derivatives::None),
        ("with B", Derivatives::B),
        ("with A and B", Derivatives::AAndB),
    ] {
        group.bench_function(name, |b| {
            b.iter(|| {
                let made = provider.linearize(&state, &command, SMOOTHING, wanted);
                made.expect("a step").valid
            });
        });
    }
    group.finish();
}

fn many(c: &mut Criterion) {
    let (space, state, command) = pressed();
    let members: Vec<_> = (0..1024)
        .map(|k| (state.clone(), command.add_scalar(1e-6 * f64::from(k))))
        .collect();
    let mut group = c.benchmark_group("1024 of them with B");
    group.throughput(Throughput::Elements(1024));
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    for threads in [1, cores] {
        let threads = NonZeroUsize::new(threads);
        let mut batch = ProviderBatch::new(space.clone(), threads).expect("threads");
        let name = BenchmarkId::new("threads", threads.map_or(0, NonZeroUsize::get));
        group.bench_with_input(name, &(), |b, ()| {
            b.iter(|| batch.linearize(&members, SMOOTHING, Derivatives::B).len());
        });
    }
    group.finish();
}

criterion_group!(benches, one, many);
criterion_main!(benches);
