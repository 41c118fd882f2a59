//! A step allocates nothing after warm-up, and the same scene gives the same bits.

mod common {
    pub mod scenes;
}
use common::scenes::*;
use drystone::math::{Rot, Vec3};
use drystone::step::{Batch, Inputs, Member, Rung, Sensitivity, Simulator, Step};
use drystone::world::{BodyState, ContactModel, Input, Model, State};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::num::NonZeroUsize;
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

/// A tower of every shape that moves, contacts and separates.
#[test]
fn a_step_allocates_nothing_after_warm_up() {
    nothing_is_allocated(ContactModel::SingleLevel, 1e-5);
}

#[test]
fn a_step_under_the_separating_plane_allocates_nothing_after_warm_up() {
    nothing_is_allocated(ContactModel::SeparatingPlane, 1e-3);
}

fn nothing_is_allocated(contact_model: ContactModel, rho: f64) {
    let mut shapes = droppable(0.1);
    shapes.extend(other_shapes(0.1));
    let builder = Model::builder().contact_model(contact_model);
    let mut builder = builder.body(fixed("floor", &ground(), 0.5));
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
    let (mut counts, mut in_parts) = ([0; 5], 0);
    for count in &mut counts {
        state.clone_from(&start);
        in_parts = 0;
        for _ in 0..150 {
            let before = ALLOCATIONS.get();
            simulator.step_into(&state, &input, rho, &mut step).unwrap();
            // Attempts that fail name their rows, and a step in parts may have some.
            match step.status.halved || step.status.rung == Rung::Halved {
                true => in_parts += 1,
                false => *count += ALLOCATIONS.get() - before,
            }
            assert!(step.status.solved);
            std::mem::swap(&mut state, &mut step.state);
        }
    }
    println!("allocations in 150 steps, {in_parts} in parts left out: {counts:?}");
    assert!(counts[0] > 0, "the counter counts");
    assert!(in_parts < 15, "{in_parts} steps are left out");
    assert_eq!(counts[4], 0);
}

/// Of a run that is twice as long no more is allocated; and a world of many fixed parts is searched
/// without allocating too.
#[test]
fn the_steps_of_a_member_of_a_batch_allocate_nothing_after_warm_up() {
    let (tower_model, tower_state) = tower(3, &cuboid(0.1, 0.1, 0.1), 0.1, 1e-6);
    let (world_model, world_state) = rubble(300);
    for (model, state) in [(tower_model, tower_state), (world_model, world_state)] {
        let input = Input::hold(&model, &state);
        let mut batch = Batch::new(NonZeroUsize::new(1)).unwrap();
        let member = |steps: usize| Member {
            model: &model,
            first: &state,
            inputs: Inputs::Constant(&input),
            steps,
            rho: 1e-6,
            sensitivity: Sensitivity::None,
        };
        let mut count = |steps: usize| {
            let before = ALLOCATIONS.get();
            let runs = batch.run(&[member(steps)], |_| ());
            assert!(runs[0].as_ref().is_ok_and(|run| run.unsolved == 0));
            ALLOCATIONS.get() - before
        };
        count(100);
        let [once, twice] = [50, 100].map(&mut count);
        println!("allocations of a member: {once} in 50 steps, {twice} in 100");
        assert!(once > 0, "a result is allocated");
        assert_eq!(once, twice);
    }
}

/// A box at rest on one of `n` fixed boxes side by side.
fn rubble(n: usize) -> (Arc<Model>, State) {
    let cube = cuboid(0.1, 0.1, 0.1);
    let mut builder = Model::builder().body(free("box", &cube, 1.0, 0.5));
    for i in 0..n {
        builder = builder.body(fixed(&format!("stone {i}"), &cuboid(0.3, 0.3, 0.1), 0.5));
    }
    let model = Arc::new(builder.build().unwrap());
    let mut state = rest(&model);
    state.bodies[0].position.z = 0.2;
    for (i, body) in state.bodies[1..].iter_mut().enumerate() {
        body.position = Vec3::new((i % 20) as f64, (i / 20) as f64, 0.0);
    }
    (model, state)
}

#[test]
fn the_input_of_a_step_allocates_nothing_after_warm_up() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/pinch_and_lift.toml");
    let scene = drystone::scene::Scene::load(path).unwrap();
    let mut input = Input::hold(&scene.model, &scene.initial);
    let before = ALLOCATIONS.get();
    for step in 0..300 {
        scene.input_at(step, &scene.initial, &mut input);
    }
    assert_eq!(ALLOCATIONS.get(), before);
}
