//! The separating-plane contact model: where bodies rest, how they slide, that they never pass each other, and its derivatives.

use crate::common::scenes::{cuboid, fixed, free, ground};
use drystone::math::{Rot, Vec3};
use drystone::scene::{Overrides, Scene};
use drystone::shape::{Shape, penetration};
use drystone::step::{Simulator, Step};
use drystone::world::{BodyState, ContactModel, Input, Model, State};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use std::sync::Arc;

const MODEL: ContactModel = ContactModel::SeparatingPlane;
/// The half-size of the boxes, m.
const HALF: f64 = 0.1;

/// A cube of 1 kg on another body.
fn on(floor: &Shape, gravity: Vec3) -> Arc<Model> {
    let builder = Model::builder()
        .contact_model(MODEL)
        .gravity(gravity)
        .length(HALF)
        .body(fixed("floor", floor, 0.5))
        .body(free("cube", &cuboid(HALF, HALF, HALF), 1.0, 0.5));
    Arc::new(builder.build().expect("a model"))
}

fn slab() -> Shape {
    cuboid(10.0 * HALF, 10.0 * HALF, HALF)
}

fn standing(model: &Model, positions: &[Vec3]) -> State {
    let bodies = positions.iter();
    let mut state = State {
        bodies: bodies
            .map(|x| BodyState::at_rest(*x, Rot::identity()))
            .collect(),
        ..State::default()
    };
    model.start_half_step_early(&mut state, &vec![Vec3::zeros(); positions.len()]);
    state
}

/// Runs so many steps, which have to be solved and to keep all bodies apart.
fn run(model: &Arc<Model>, state: State, rho: f64, steps: usize) -> Vec<Step> {
    let mut simulator = Simulator::new(Arc::clone(model));
    let input = Input::hold(model, &state);
    let mut out: Vec<Step> = Vec::new();
    let mut state = state;
    for k in 0..steps {
        let step = simulator.step(&state, &input, rho).expect("valid");
        let status = &step.status;
        assert!(status.solved, "step {k}: {}", status.explain(rho));
        assert_eq!(overlap(model, &step.state), None, "step {k}");
        state.clone_from(&step.state);
        out.push(step);
    }
    out
}

/// The first pair of boxes that overlap, judged by their support functions.
fn overlap(model: &Model, state: &State) -> Option<(usize, usize, f64)> {
    let count = model.bodies.len();
    let pairs = (0..count).flat_map(|i| (0..i).map(move |j| (i, j)));
    let mut depths = pairs.map(|(i, j)| {
        let part = |k: usize| &model.bodies[k].parts[0].placed;
        let pose = |k: usize| (state.bodies[k].position, state.bodies[k].rotation);
        let guess = pose(j).0 - pose(i).0;
        let depth = penetration(part(i), &pose(i), part(j), &pose(j), &guess);
        (i, j, depth)
    });
    depths.find(|(_, _, depth)| *depth > 1e-9)
}

/// The argument at which a corner carries a part of the weight: P'(t) = (t - 1)^3 (5 - t) / t^6, by bisection.
fn argument(load: f64) -> f64 {
    let force = |t: f64| (1.0 - t).powi(3) * (5.0 - t) / t.powi(6);
    let (mut low, mut high) = (1e-3, 1.0);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        match force(middle) > load {
            true => low = middle,
            false => high = middle,
        }
    }
    low
}

#[test]
fn a_cube_rests_at_the_height_of_the_law_whatever_the_support() {
    let down = Vec3::new(0.0, 0.0, -9.81);
    for rho in [1e-2, 1e-4, 1e-6] {
        for (floor, planes, top) in [(ground(), 1.0, 0.0), (slab(), 2.0, HALF)] {
            let model = on(&floor, down);
            let start = standing(&model, &[Vec3::zeros(), Vec3::z() * (top + HALF)]);
            let steps = run(&model, start, rho, 60);
            let end = &steps[59];
            let gap = end.state.bodies[1].position.z - top - HALF;
            let law = planes * argument(0.25) * rho * HALF;
            println!("rho {rho:e}: {gap:e} m, law {law:e} m");
            // |n| of a plane between two hulls is 1 less at most a support.
            assert!((gap - law).abs() < (1e-6 + 1.1 * (planes - 1.0) * rho) * law);
            let pushed: f64 = end.contacts.iter().map(|c| c.normal_impulse).sum();
            assert!((pushed - 9.81 * 0.01).abs() < 1e-6 * pushed);
        }
    }
}

#[test]
fn a_cube_creeps_and_slides_on_a_slope_as_the_law_says() {
    let slip = 1e-3 * (9.81 * HALF).sqrt();
    let slope = |degrees: f64| {
        let angle = degrees.to_radians();
        Vec3::new(angle.sin(), 0.0, -angle.cos()) * 9.81
    };
    for (floor, planes, top) in [(ground(), 1.0, 0.0), (slab(), 2.0, HALF)] {
        let model = on(&floor, slope(10.0));
        let start = standing(&model, &[Vec3::zeros(), Vec3::z() * (top + HALF)]);
        let end = run(&model, start, 1e-4, 60).pop().expect("steps");
        let r = 10f64.to_radians().tan() / 0.5;
        let law = planes * slip * r / (1.0 - r * r).sqrt();
        let speed = end.state.bodies[1].velocity.x;
        println!("creeps at {speed:e} m/s, law {law:e} m/s");
        assert!((speed - law).abs() < 1e-4 * law);

        let model = on(&floor, slope(30.0));
        let start = standing(&model, &[Vec3::zeros(), Vec3::z() * (top + HALF)]);
        let steps = run(&model, start, 1e-4, 30);
        let speed = |k: usize| steps[k].state.bodies[1].velocity.x;
        let found = (speed(29) - speed(28)) / 0.01;
        let angle = 30f64.to_radians();
        let used = speed(29) / speed(29).hypot(planes * slip);
        let law = 9.81 * (angle.sin() - 0.5 * used * angle.cos());
        println!("slides at {found} m/s^2, law {law} m/s^2");
        assert!((found - law).abs() < 1e-5 * law);
    }
}

#[test]
fn a_fast_box_does_not_pass_a_thin_plate() {
    let box_ = cuboid(0.02, 0.02, 0.02);
    let builder = Model::builder()
        .contact_model(MODEL)
        .body(fixed("plate", &cuboid(0.2, 0.2, 0.01), 0.5))
        .body(free("box", &box_, 0.1, 0.5));
    let model = Arc::new(builder.build().expect("a model"));
    let mut start = standing(&model, &[Vec3::zeros(), Vec3::z() * 0.06]);
    start.bodies[1].velocity.z = -10.0;
    let end = run(&model, start, 1e-3, 20).pop().expect("steps");
    assert!(end.state.bodies[1].position.z > 0.03);
}

/// Boxes thrown at each other at up to 20 m/s between steps of 10 ms, without gravity.
#[test]
fn boxes_that_are_thrown_at_each_other_never_overlap_and_keep_their_momentum() {
    let mut random = StdRng::seed_from_u64(4);
    let mut any = |scale: f64| Vec3::from_fn(|_, _| random.random_range(-1.0..1.0)) * scale;
    let mut unsolved = 0;
    for _ in 0..40 {
        let builder = Model::builder()
            .contact_model(MODEL)
            .gravity(Vec3::zeros())
            .body(free("a", &cuboid(0.1, 0.05, 0.08), 1.0, 0.5))
            .body(free("b", &cuboid(0.07, 0.1, 0.04), 0.6, 0.5));
        let model = Arc::new(builder.build().expect("a model"));
        let mut state = standing(&model, &[any(0.02), any(0.02) + Vec3::x() * 0.4]);
        for (at, way) in state.bodies.iter_mut().zip([1.0, -1.0]) {
            at.rotation = Rot::from_scaled_axis(any(2.0));
            at.angular_velocity = any(10.0);
            at.velocity = Vec3::x() * (10.0 * way) + any(2.0);
        }
        let momentum = |state: &State| -> Vec3 {
            let of = state.bodies.iter().zip(&model.bodies);
            of.map(|(at, body)| at.velocity * body.mass).sum()
        };
        let before = momentum(&state);
        let mut simulator = Simulator::new(Arc::clone(&model));
        let input = Input::hold(&model, &state);
        for _ in 0..8 {
            let step = simulator.step(&state, &input, 1e-3).expect("valid");
            if !step.status.solved {
                unsolved += 1;
                break;
            }
            state.clone_from(&step.state);
            assert_eq!(overlap(&model, &state), None);
        }
        let lost = (momentum(&state) - before).norm();
        println!("lost {lost:.1e} kg m/s of {:.1} kg m/s", before.norm());
        // Momentum rows of a step are met to 1e-8 of mass times the unit of velocity: 8 steps of 1.6 kg at 0.8 m/s.
        assert!(lost < 1e-7, "{lost}");
    }
    assert_eq!(unsolved, 0, "unsolved steps of 40 throws");
}

/// `pinch_and_lift` without torsional friction, with fingertips of a shape: by how much the box slips in the last second, the law of its creep, and
/// how fast it turns about the line between the fingertips half a second after it turned at 1 rad/s, at most in another half a second.
fn pinched(tip: &str, contact_model: ContactModel) -> [f64; 3] {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/pinch_and_lift.toml");
    let text = std::fs::read_to_string(path).expect("a scene");
    let text = text.replace("torsional_friction = 0.01", "torsional_friction = 0");
    let sphere = "[shape.tip.sphere]\nradius = 0.02";
    let (before, after) = text.split_once(sphere).expect("a tip");
    let overrides = Overrides {
        contact_model: Some(contact_model),
        relaxation: Some(1e-4),
        ..Overrides::default()
    };
    let scene = Scene::parse_with(&format!("{before}{tip}{after}"), "pinch", &overrides);
    let scene = scene.expect("a scene");
    let body = |name: &str| scene.model.body_index(name).expect("a body");
    let [box_, left, right] = ["box", "left", "right"].map(body);
    let mut simulator = Simulator::new(Arc::clone(&scene.model));
    let mut state = scene.initial.clone();
    let mut input = Input::hold(&scene.model, &state);
    let height = |state: &State| {
        let z = |k: usize| state.bodies[k].position.z;
        z(box_) - 0.5 * (z(left) + z(right))
    };
    let (mut heights, mut turns) = ([0.0; 2], 0.0_f64);
    for k in 0..400 {
        match k {
            200 => heights[0] = height(&state),
            300 => {
                heights[1] = height(&state);
                assert!(state.bodies[box_].position.z > 0.24, "not lifted");
                state.bodies[box_].angular_velocity.x = 1.0;
            }
            _ => (),
        }
        scene.input_at(k, &state, &mut input);
        let step = simulator.step(&state, &input, scene.settings.relaxation);
        let step = step.expect("valid");
        assert!(step.status.solved, "step {k}");
        state = step.state;
        if k >= 350 {
            turns = turns.max(state.bodies[box_].angular_velocity.x.abs());
        }
    }
    // Each fingertip carries half of the weight, at 10 N.
    let r: f64 = 0.5 * 0.3 * 9.81 / (0.8 * 10.0);
    let creep = 2.0 * 1e-3 * scene.model.units.velocity * r / (1.0 - r * r).sqrt();
    [heights[0] - heights[1], creep, turns]
}

#[test]
fn flat_fingertips_hold_a_box_without_torsional_friction_and_round_ones_let_it_swing() {
    let sphere = "[shape.tip.sphere]\nradius = 0.02";
    let [slip, creep, turns] = pinched("[shape.tip.box]\nhalf_extents = [0.02, 0.02, 0.02]", MODEL);
    let [_, _, swings] = pinched(sphere, MODEL);
    let [_, _, same] = pinched(sphere, ContactModel::SingleLevel);
    println!("slips by {slip:.3e} m in a second, creep {creep:.3e} m/s");
    println!(
        "turns at {turns:.1e} rad/s; between spheres {swings:.3}, under single_level {same:.3}"
    );
    assert!(slip < 1.02 * creep && slip > 0.98 * creep);
    assert!(turns < 1e-3 && swings > 0.5 && (swings / same - 1.0).abs() < 0.02);
}

/// A block slides fast and far from where the half-space has its origin, with a support of 0.1 um.
#[test]
fn a_block_far_down_a_slope_is_solved_as_one_near_its_top() {
    let angle = 30f64.to_radians();
    let down = Vec3::new(angle.sin(), 0.0, -angle.cos()) * 9.81;
    let model = on(&ground(), down);
    let speeds = [0.0, 300.0].map(|far| {
        // Across the slope too, so that all coordinates are rounded.
        let turn = Rot::from_scaled_axis(Vec3::new(0.3, 0.2, 0.1));
        let mut model = (*model).clone();
        model.gravity = turn * model.gravity;
        let model = Arc::new(model);
        let place = |x: Vec3| turn * x;
        let start = standing(&model, &[Vec3::zeros(), place(Vec3::new(far, 0.0, HALF))]);
        let mut start = start;
        start
            .bodies
            .iter_mut()
            .for_each(|body| body.rotation = turn);
        start.bodies[1].velocity = place(Vec3::x() * 20.0);
        let end = run(&model, start, 1e-6, 60).pop().expect("steps");
        end.state.bodies[1].velocity.norm()
    });
    println!("{speeds:?} m/s");
    assert!((speeds[1] / speeds[0] - 1.0).abs() < 1e-9);
}
