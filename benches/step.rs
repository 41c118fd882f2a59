//! Time of one step at rest, per scene: `cargo bench`. Timings are printed, never asserted.

#[path = "../tests/common/scenes.rs"]
mod scenes;

use criterion::{Criterion, criterion_group, criterion_main};
use drystone::shape::Shape;
use drystone::step::{Simulator, Step};
use drystone::world::Input;
use scenes::{cuboid, droppable, tower};

const HALF: f64 = 0.1;
const RHO: f64 = 1e-6;

fn step(c: &mut Criterion, name: &str, n: usize, shape: &Shape) {
    let (model, state) = tower(n, shape, HALF, RHO);
    let input = Input::hold(&model, &state);
    let mut simulator = Simulator::new(model);
    let mut out = Step::default();
    c.bench_function(name, |b| {
        b.iter(|| {
            simulator
                .step_into(&state, &input, RHO, &mut out)
                .expect("valid")
        });
    });
}

fn steps(c: &mut Criterion) {
    let cube = cuboid(HALF, HALF, HALF);
    step(c, "box on a plane", 1, &cube);
    for (name, shape) in droppable(HALF).into_iter().skip(1).take(2) {
        step(c, &format!("{name} on a plane"), 1, &shape);
    }
    for n in [2, 4, 10] {
        step(c, &format!("stack of {n}"), n, &cube);
    }
}

criterion_group!(benches, steps);
criterion_main!(benches);
