//! A step allocates nothing after warm-up, and the same scene gives the same bits.

mod common {
    pub mod scenes;
}
use common::scenes::*;
use drystone::math::{Rot, Vec3};
use drystone::step::{Simulator, Step};
use drystone::world::{BodyState, Input, Model};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::Arc;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

struct Counting;

// SAFETY: every call is passed on to the system allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
        // SAFETY: the caller's promises are those of this call.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

#[test]
fn a_step_allocates_nothing_after_warm_up() {
    // A tower of every shape that moves, contacts and separates.
    let mut shapes = droppable(0.1);
    shapes.extend(other_shapes(0.1));
    let mut builder = Model::builder().body(fixed("floor", &ground(), 0.5));
    for (name, shape) in &shapes {
        builder = builder.body(free(name, shape, 1.0, 0.5));
    }
    let model = Arc::new(builder.build().unwrap());
    let mut state = rest(&model);
    for (i, body) in state.bodies.iter_mut().enumerate().skip(1) {
        let x = 0.02 * i as f64;
        *body = BodyState::at_rest(Vec3::new(x, 0.5 * x, 0.25 * i as f64), Rot::identity());
    }
    let start = state.clone();
    let input = Input::hold(&model, &state);
    let mut simulator = Simulator::new(model.clone());
    let mut step = Step::default();
    let mut counts = Vec::with_capacity(2);
    for _ in 0..2 {
        state.clone_from(&start);
        let before = ALLOCATIONS.get();
        for _ in 0..150 {
            simulator
                .step_into(&state, &input, 1e-5, &mut step)
                .unwrap();
            assert!(step.status.solved);
            std::mem::swap(&mut state, &mut step.state);
        }
        counts.push(ALLOCATIONS.get() - before);
    }
    println!(
        "allocations in 150 steps: {} at first, {} again",
        counts[0], counts[1]
    );
    assert!(counts[0] > 0, "the counter counts");
    assert_eq!(counts[1], 0);
}
