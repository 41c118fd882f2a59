//! Time of the body system per body and Newton iteration (one factorisation, three solves), and of
//! the structure of a new contact graph: `cargo bench --bench body_system`. Printed, never asserted.

use criterion::measurement::WallTime;
use criterion::{
    BatchSize, BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main,
};
use drystone::linalg::BlockLu;
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

fn filled(lu: &mut BlockLu, n: usize, edges: &[(usize, usize)]) {
    let mut random = StdRng::seed_from_u64(6);
    let both = edges.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
    for (a, b) in both.chain((0..n).map(|i| (i, i))) {
        for (k, value) in lu.block_mut(a, b).iter_mut().enumerate() {
            let diagonal = if a == b && k % 7 == 0 { 10.0 } else { 0.0 };
            *value = random.random_range(-0.3..0.3) + diagonal;
        }
    }
}

fn measure(group: &mut BenchmarkGroup<WallTime>, name: &str, n: usize, edges: &[(usize, usize)]) {
    let sizes = vec![6; n];
    let mut lu = BlockLu::default();
    lu.set_structure(&sizes, edges);
    filled(&mut lu, n, edges);
    let values = lu.values_mut().to_vec();
    let mut two = vec![0.0; 2 * lu.dimension()];
    let mut one = vec![0.0; lu.dimension()];
    group.throughput(Throughput::Elements(n as u64));
    group.bench_function(format!("{name} of {n}, an iteration"), |b| {
        b.iter(|| {
            lu.values_mut().copy_from_slice(&values);
            assert!(lu.factor());
            two.fill(1.0);
            one.fill(1.0);
            lu.solve::<2>(&mut two);
            lu.solve::<1>(&mut one);
        });
    });
    group.bench_function(format!("{name} of {n}, structure"), |b| {
        b.iter_batched_ref(
            BlockLu::<f64>::default,
            |lu| lu.set_structure(&sizes, edges),
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
