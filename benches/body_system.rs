//! Time of the body system per body and Newton iteration (one factorisation, three solves), and of
//! the structure of a new contact graph: `cargo bench --bench body_system`. Printed, never asserted.

#[path = "common/newton.rs"]
mod newton;

use criterion::measurement::WallTime;
use criterion::{
    BatchSize, BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main,
};
use drystone::linalg::BlockLu;
use newton::{Iteration, couplings};
use rand::{Rng, SeedableRng, rngs::StdRng};

type Edges = Vec<(usize, usize)>;

/// A tower.
fn tower(n: usize) -> Edges {
    (1..n).map(|i| (i - 1, i)).collect()
}

/// A wall of bricks, about as high as long: each touches its neighbours and two below.
fn wall(n: usize) -> Edges {
    let length = (n as f64).sqrt().ceil() as usize;
    let mut edges = Vec::new();
    for i in 0..n {
        let (row, column) = (i / length, i % length);
        if column + 1 < length && i + 1 < n {
            edges.push((i, i + 1));
        }
        if row > 0 {
            edges.push((i - length, i));
            let aside = column as i64 + if row % 2 == 1 { 1 } else { -1 };
            if (0..length as i64).contains(&aside) {
                edges.push(((row - 1) * length + aside as usize, i));
            }
        }
    }
    edges
}

/// A heap: points at random in a cube with one point per unit volume, coupled within `reach`.
fn heap(n: usize, reach: f64) -> Edges {
    let mut random = StdRng::seed_from_u64(5);
    let side = (n as f64).cbrt();
    let mut any = || -> [f64; 3] { std::array::from_fn(|_| random.random_range(0.0..side)) };
    let points: Vec<[f64; 3]> = (0..n).map(|_| any()).collect();
    let mut edges = Vec::new();
    for i in 0..n {
        for j in 0..i {
            let square: f64 = (0..3).map(|k| (points[i][k] - points[j][k]).powi(2)).sum();
            if square < reach * reach {
                edges.push((j, i));
            }
        }
    }
    edges
}

fn measure(group: &mut BenchmarkGroup<WallTime>, name: &str, n: usize, edges: &[(usize, usize)]) {
    let (sizes, couplings) = (vec![6; n], couplings(edges));
    let mut iteration = Iteration::new(n, edges);
    group.throughput(Throughput::Elements(n as u64));
    group.bench_function(format!("{name} of {n}, an iteration"), |b| {
        b.iter(|| iteration.run());
    });
    group.bench_function(format!("{name} of {n}, structure"), |b| {
        b.iter_batched_ref(
            BlockLu::<f64>::default,
            |lu| lu.set_structure(&sizes, &couplings, 0),
            BatchSize::LargeInput,
        );
    });
}

fn body_system(c: &mut Criterion) {
    let mut group = c.benchmark_group("body system");
    group.sample_size(10);
    for n in [1, 2, 4, 10, 100, 1000] {
        measure(&mut group, "tower", n, &tower(n));
    }
    for n in [30, 100, 300, 1000] {
        measure(&mut group, "wall", n, &wall(n));
        measure(&mut group, "loose heap", n, &heap(n, 1.13));
        measure(&mut group, "dense heap", n, &heap(n, 1.45));
    }
    group.finish();
}

criterion_group!(benches, body_system);
criterion_main!(benches);
