//! Bodies that start every step at rest: what a push moves them by, and that velocities do not count.

use drystone::math::Vec3;
use drystone::scene::Scene;
use drystone::step::{Simulator, Step, Wrt};
use drystone::world::{Input, State};

/// A finger beside a box without friction, without gravity, in a plane.
const PUSH: &str = r#"
[simulation]
time_step = 0.05
gravity = [0, 0, 0]
length = 0.05
quasi_dynamic = true
planar = "xy"
[material.smooth]
friction = 0.0
[shape.block.box]
half_extents = [0.05, 0.05, 0.05]
[shape.tip.sphere]
radius = 0.01
[[body]]
name = "box"
shape = "block"
material = "smooth"
mass = 0.5
[[body]]
name = "finger"
shape = "tip"
material = "smooth"
mass = 0.1
position = [-0.06, 0, 0]
driven = { stiffness = [400, 300, 300], damping = 0 }
"#;

fn scene(text: &str) -> Scene {
    Scene::parse(text, "a test").unwrap()
}

/// The input that commands the finger to go to `x`.
fn command(scene: &Scene, state: &State, x: f64) -> Input {
    let mut input = Input::hold(&scene.model, state);
    let finger = scene.model.body_index("finger").unwrap();
    input.commands[finger].position.x = x;
    input
}

/// While both move together K (c - dx) = (m_box + m_finger) dx / h^2, in every step anew.
#[test]
fn a_finger_pushes_a_box_by_what_spring_and_mass_allow() {
    let scene = scene(PUSH);
    let mut simulator = Simulator::new(scene.model.clone());
    let mut state = scene.initial.clone();
    let inertia = 0.6 / 0.05_f64.powi(2);
    let mut expected = 0.0;
    for _ in 0..6 {
        let input = command(&scene, &state, -0.06 + 0.004);
        let step = simulator.step(&state, &input, 1e-9).unwrap();
        assert!(step.status.solved);
        expected += 400.0 * (0.004 - expected) / (400.0 + inertia);
        let moved = step.state.bodies[0].position.x;
        // The pair stays apart by about rho over its impulse: 1e-6 L.
        assert!((moved - expected).abs() < 1e-6, "{moved} {expected}");
        state = step.state;
    }
    assert!(expected > 0.0037);
    // It does not coast once the finger is gone.
    let stopped = state.bodies[0].position.x;
    let input = command(&scene, &state, -0.1);
    for _ in 0..3 {
        state = simulator.step(&state, &input, 1e-9).unwrap().state;
    }
    assert!((state.bodies[0].position.x - stopped).abs() < 1e-8);
}

/// Without contact every axis of the finger follows its own stiffness.
#[test]
fn a_finger_follows_its_command_axis_by_axis() {
    let scene = scene(PUSH);
    let mut input = Input::hold(&scene.model, &scene.initial);
    let there = scene.initial.bodies[1].position + Vec3::new(-0.01, 0.01, 0.0);
    input.commands[1].position = there;
    let mut simulator = Simulator::new(scene.model.clone());
    let step = simulator.step(&scene.initial, &input, 1e-9).unwrap();
    let moved = step.state.bodies[1].position - scene.initial.bodies[1].position;
    let resistance = 0.1 / 0.05_f64.powi(2);
    for (axis, stiffness, sign) in [(0, 400.0, -1.0), (1, 300.0, 1.0)] {
        let expected = sign * 0.01 * stiffness / (stiffness + resistance);
        assert!((moved[axis] - expected).abs() < 1e-7, "{moved}");
    }
}

fn moved_and_differentiated(scene: &Scene, state: &State) -> (Step, nalgebra::DMatrix<f64>) {
    let mut simulator = Simulator::new(scene.model.clone());
    let input = command(scene, state, -0.055);
    let step = simulator.step(state, &input, 1e-6).unwrap();
    let wrt = Wrt::state_and_inputs();
    let a = simulator.gradient(&step, 1e-6, &wrt).unwrap().a();
    (step, a)
}

#[test]
fn the_velocity_of_the_state_does_not_count() {
    let scene = scene(PUSH);
    let mut fast = scene.initial.clone();
    for body in &mut fast.bodies {
        body.velocity = Vec3::new(0.3, -0.2, 0.0);
        body.angular_velocity = Vec3::new(0.0, 0.0, 50.0);
    }
    let (slow, a) = moved_and_differentiated(&scene, &scene.initial);
    let (same, b) = moved_and_differentiated(&scene, &fast);
    assert_eq!(slow.state, same.state);
    assert_eq!(a, b);
    let nv = scene.model.nv();
    assert!(a.columns(nv, nv).iter().all(|x| *x == 0.0));
    assert!(a.columns(0, nv).norm() > 1.0);
}

/// At rho 3e-3 and more a finger 20 box sizes away leads a gradient; at 1e-6 it is left out.
#[test]
fn every_pair_is_kept_at_planning_relaxations() {
    let scene = scene(&PUSH.replace("position = [-0.06,", "position = [-2.0,"));
    let mut simulator = Simulator::new(scene.model.clone());
    let input = Input::hold(&scene.model, &scene.initial);
    let mut contacts = |rho| {
        let step = simulator.step(&scene.initial, &input, rho).unwrap();
        assert!(step.status.solved);
        step.contacts.len()
    };
    assert_eq!([contacts(1e-6), contacts(2.9e-3)], [0, 0]);
    assert_eq!([contacts(3e-3), contacts(1e-2)], [1, 1]);
}

/// The keyword of a body is the one of the simulation for this body alone.
#[test]
fn a_scene_says_who_is_quasi_dynamic() {
    let text = PUSH.replace("quasi_dynamic = true\n", "");
    let text = text.replace("mass = 0.5", "mass = 0.5\nquasi_dynamic = true");
    let of = |text: &str| {
        let scene = scene(text);
        let again = Scene::parse(&scene.resolved(), "again").unwrap();
        let flags = |scene: &Scene| -> Vec<bool> {
            let bodies = scene.model.bodies.iter();
            bodies.map(|body| body.quasi_dynamic).collect()
        };
        assert_eq!(flags(&scene), flags(&again));
        flags(&scene)
    };
    assert_eq!(of(&text), [true, false]);
    assert_eq!(of(PUSH), [true, true]);
    let fast = PUSH.replace("mass = 0.5", "mass = 0.5\nvelocity = [1, 0, 0]");
    let error = Scene::parse(&fast, "a test").unwrap_err();
    assert_eq!(error.field, "body.box.velocity");
    let fixed = PUSH.replace("mass = 0.5", "fixed = true\nquasi_dynamic = true");
    let error = Scene::parse(&fixed, "a test").unwrap_err();
    assert_eq!(error.field, "body.box.quasi_dynamic");
}

/// A finger that wanders around and over a box on a floor, in steps of at most a tenth of a half-size.
const ON_A_FLOOR: &str = r#"
[simulation]
time_step = 0.05
length = 0.05
quasi_dynamic = true
[material.default]
friction = 0.5
torsional_friction = 0.02
[shape.ground.halfspace]
normal = [0, 0, 1]
[shape.block.box]
half_extents = [0.05, 0.05, 0.05]
[shape.tip.sphere]
radius = 0.01
[[body]]
name = "floor"
fixed = true
shape = "ground"
[[body]]
name = "box"
shape = "block"
mass = 1
position = [0, 0, 0.05]
[[body]]
name = "finger"
shape = "tip"
mass = 0.1
position = [-0.061, 0, 0.05]
driven = { stiffness = 2000, damping = 0 }
"#;

#[test]
fn commands_of_a_tenth_of_a_half_size_are_always_solved() {
    for rho in [1e-6, 3e-3, 1e-2] {
        let scene = scene(ON_A_FLOOR);
        let mut simulator = Simulator::new(scene.model.clone());
        let (mut state, mut dice) = (scene.initial.clone(), drystone::math::Dice::new(1, 0));
        let (mut touched, mut laddered) = (0, 0);
        for _ in 0..400 {
            let mut input = Input::hold(&scene.model, &state);
            let to_box = state.bodies[1].position - state.bodies[2].position;
            let wander = Vec3::from_fn(|_, _| dice.within(-1.0, 1.0));
            let way = to_box.normalize() + wander;
            input.commands[2].position += way.normalize() * 0.005;
            let step = simulator.step(&state, &input, rho).unwrap();
            assert!(step.status.solved, "{rho}: {:?}", step.status);
            let finger = step.contacts.iter().filter(|c| c.second.body == 2);
            touched += usize::from(finger.clone().any(|c| c.normal_impulse > 1e-3));
            laddered += usize::from(step.status.needed_ladder);
            state = step.state;
        }
        assert!(touched > 100, "{touched}");
        println!("{rho:e}: {laddered} of 400 needed the ladder, {touched} touched");
        assert!(laddered <= 8, "{rho}: {laddered}");
    }
}
