//! Time of one step of many states, by number of threads: `cargo bench --bench batch`. Timings are
//! printed, never asserted.

#[path = "../tests/common/scenes.rs"]
mod scenes;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use drystone::step::{Batch, Wrt};
use drystone::world::Input;
use scenes::{cuboid, drop_start, ground, on_floor};
use std::num::NonZeroUsize;
use std::sync::Arc;

const RHO: f64 = 1e-6;

fn steps(c: &mut Criterion) {
    let model = on_floor(&ground(), &cuboid(0.1, 0.1, 0.1), 0.5);
    let model = Arc::new(model.build().expect("valid"));
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
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
        let mut threads = vec![1, 2, 4, cores];
        threads.retain(|threads| *threads <= cores);
        threads.sort_unstable();
        threads.dedup();
        for threads in threads {
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

criterion_group!(benches, steps);
criterion_main!(benches);
