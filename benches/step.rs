//! Time of one step at rest, per scene, and of a box among fixed bodies far away: `cargo bench`. Timings are printed, never asserted.

#[path = "../tests/common/scenes.rs"]
mod scenes;

use criterion::{Criterion, criterion_group, criterion_main};
use drystone::math::Vec3;
use drystone::shape::Shape;
use drystone::step::{Simulator, Step};
use drystone::world::{Input, Model, State};
use scenes::{cuboid, droppable, fixed, free, ground, rest, tower};
use std::sync::Arc;

const HALF: f64 = 0.1;
const RHO: f64 = 1e-6;

fn step(c: &mut Criterion, name: &str, n: usize, shape: &Shape) {
    measure(c, name, tower(n, shape, HALF, RHO));
}

fn measure(c: &mut Criterion, name: &str, (model, state): (Arc<Model>, State)) {
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

/// A box on a plane and `n` fixed ones at least 2 m away.
fn among(n: usize) -> (Arc<Model>, State) {
    let cube = cuboid(HALF, HALF, HALF);
    let mut builder = Model::builder()
        .body(fixed("floor", &ground(), 0.5))
        .body(free("box", &cube, 1.0, 0.5));
    for k in 0..n {
        builder = builder.body(fixed(&format!("stone {k}"), &cube, 0.5));
    }
    let model = Arc::new(builder.build().expect("valid"));
    let mut state = rest(&model);
    state.bodies[1].position.z = HALF;
    for (k, body) in state.bodies[2..].iter_mut().enumerate() {
        body.position = Vec3::new(2.0 + (k % 70) as f64, 2.0 + (k / 70) as f64, HALF);
    }
    (model, state)
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
    for n in [1000, 5000] {
        measure(c, &format!("box among {n} fixed bodies"), among(n));
    }
}

criterion_group!(benches, steps);
criterion_main!(benches);
