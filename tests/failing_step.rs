//! A step that is saved comes back from its file bit for bit.

use drystone::math::Vec3;
use drystone::scene::{Overrides, Scene};
use drystone::step::Simulator;
use drystone::world::{Input, State};

/// A state whose quaternions are unit only to some digits (another program's, say) is taken as it is, and
/// a step saved from it keeps those bits, too.
#[test]
fn a_saved_step_keeps_the_bits_of_its_quaternions() {
    let scene = Scene::load("scenarios/stack2.toml").unwrap_or_else(|e| panic!("{e}"));
    let mut state = scene.initial.clone();
    for body in &mut state.bodies {
        body.rotation.as_mut_unchecked().coords *= 1.0 + 3e-11;
    }
    let again = Scene::parse(&scene.one_step(5, &state), "saved").unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(again.initial, state);
    let step = |scene: &Scene, index: usize| {
        let mut input = Input::default();
        scene.input_at(index, &state, &mut input);
        let step = Simulator::new(scene.model.clone()).step(&state, &input, 1e-6);
        step.unwrap_or_else(|e| panic!("{e}")).state
    };
    assert_eq!(step(&scene, 5), step(&again, 0));
}

/// One body of every kind, all in reach of another one or pushed, some driven away from what they hold.
const EVERY_KIND: &str = r#"
[simulation]
time_step = 0.02
[shape.plane.halfspace]
normal = [0, 0, 1]
[shape.ball.sphere]
radius = 0.1
[shape.pair.bundle]
parts = ["ball", { shape = "ball", position = [0.15, 0.02, 0] }]
[[body]]
name = "fixed"
fixed = true
shape = "plane"
[[body]]
name = "free"
shape = "ball"
position = [0, 0, 0.11]
velocity = [1, 0, 0]
[[body]]
name = "planar"
planar = "xz"
shape = "pair"
position = [1, 0, 0.4]
angular_velocity = [0, 3, 0]
[[body]]
name = "quasi_dynamic"
quasi_dynamic = true
shape = "ball"
position = [2, 0, 0.1]
[[body]]
name = "prescribed"
shape = "ball"
prescribed = { keyframes = [{ time = 0, position = [3, 0, 0.3] }, { time = 1, position = [3, 0, 0.5] }] }
[[body]]
name = "driven with keyframes"
shape = "pair"
driven = { stiffness = 300, damping = 5, rotational_stiffness = 2, keyframes = [{ time = 0, position = [4, 0, 0.3] }, { time = 1, position = [4, 1, 0.3] }] }
[[body]]
name = "driven without keyframes"
shape = "pair"
position = [5, 0, 0.3]
quat_wxyz = [0.9800665778412416, 0.0, 0.19866933079506122, 0.0]
velocity = [0, 2, 0]
driven = { stiffness = 300, damping = 5, rotational_stiffness = 2 }
[[body]]
name = "driven without a place"
shape = "ball"
planar = "xz"
velocity = [-1, 0, 0]
driven = { stiffness = 50, damping = 1 }
[[body]]
name = "driven from a state"
shape = "pair"
state = [6, 0, 0.3, 0.98006657784, 0, 0.1986693308, 0, 0, 1, 0, 1, 0, 0]
driven = { stiffness = 300, damping = 5, rotational_stiffness = 2 }
[[wrench]]
body = "quasi_dynamic"
force = [3, 0, 0]
[[wrench]]
body = "free"
torque = [0, 0, 0.01]
from = 0.05
"#;

/// Steps that are saved and read again, and saved from there and read again, end in the same bits. Bodies
/// that have left what they hold are still pulled there.
#[test]
fn a_saved_step_of_every_kind_of_body_is_the_same_step() {
    let scene = Scene::parse(EVERY_KIND, "kinds").unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(scene.model.bodies.len(), 9);
    let step_of = |scene: &Scene, index: usize, state: &State| {
        let mut input = Input::default();
        scene.input_at(index, state, &mut input);
        let step = Simulator::new(scene.model.clone()).step(state, &input, 1e-6);
        (step.unwrap_or_else(|e| panic!("{e}")), input)
    };
    let mut state = scene.initial.clone();
    let mut away = 0.0_f64;
    for index in 0..20 {
        let (step, input) = step_of(&scene, index, &state);
        assert!(step.status.solved, "step {index}");
        let mut saved = scene.one_step(index, &state);
        for again in ["saved", "saved again"] {
            let copy = Scene::parse(&saved, again).unwrap_or_else(|e| panic!("{e}"));
            assert_eq!(copy.initial, state);
            let (same, same_input) = step_of(&copy, 0, &copy.initial);
            assert_eq!(same_input, input, "step {index}, {again}");
            assert_eq!(
                same.state.hash(),
                step.state.hash(),
                "step {index}, {again}"
            );
            assert_eq!(copy.input_fingerprint(), scene.input_fingerprint());
            saved = copy.one_step(0, &copy.initial);
        }
        let held = scene
            .model
            .body_index("driven without keyframes")
            .expect("there");
        away = away.max((state.bodies[held].position - input.commands[held].position).norm());
        state = step.state;
    }
    assert!(
        away > 0.05,
        "driven bodies never left their places: {away} m"
    );
}

/// A driven body without keyframes holds where it starts, also where a `state` says that.
#[test]
fn a_driven_body_with_a_state_holds_that_pose() {
    let scene = Scene::parse(EVERY_KIND, "kinds").unwrap_or_else(|e| panic!("{e}"));
    let mut input = Input::default();
    scene.input_at(0, &scene.initial, &mut input);
    let index = scene
        .model
        .body_index("driven from a state")
        .expect("there");
    let apart = (input.commands[index].position - Vec3::new(6.0, 0.0, 0.3)).norm();
    assert!(apart < 1e-14, "{apart}");
}

/// A saved step that goes on with another time step stays on the parabola, whatever acts on the body: velocities
/// are half a step early, and that step is another one.
#[test]
fn a_saved_step_goes_on_with_another_time_step() {
    let text = "[simulation]\ntime_step = 0.02\n[shape.ball.sphere]\nradius = 0.1\n\
        [[body]]\nname = \"free\"\nshape = \"ball\"\nmass = 2\nvelocity = [1, 0, 5]\n\
        [[body]]\nname = \"planar\"\nshape = \"ball\"\nposition = [0, 9, 0]\nplanar = \"xy\"\nvelocity = [1, 0, 0]\n\
        [[wrench]]\nbody = \"free\"\nforce = [3, 0, 0]\nfrom = 0.06\n";
    let scene = Scene::parse(text, "thrown").unwrap_or_else(|e| panic!("{e}"));
    let run = |scene: &Scene, steps: usize| {
        let mut simulator = Simulator::new(scene.model.clone());
        let (mut state, mut input) = (scene.initial.clone(), Input::default());
        for index in 0..steps {
            scene.input_at(index, &state, &mut input);
            let step = simulator.step(&state, &input, 1e-6);
            state = step.unwrap_or_else(|e| panic!("{e}")).state;
        }
        state
    };
    let saved = scene.one_step(10, &run(&scene, 10));
    let changed = |time_step| Overrides {
        time_step: Some(time_step),
        duration: Some(0.4),
        ..Overrides::default()
    };
    for time_step in [0.002, 0.005, 0.02, 0.04] {
        let again = Scene::parse_with(&saved, "again", &changed(time_step));
        let again = again.unwrap_or_else(|e| panic!("{e}"));
        let copy = Scene::parse(&again.resolved(), "copy").unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(copy.initial, again.initial, "{time_step}");
        assert!((again.time(0) - 0.2).abs() < 1e-12, "{time_step}");
        let end = run(&again, again.settings.steps);
        let t: f64 = 0.6;
        let x = t + 0.5 * 1.5 * (t - 0.06).powi(2);
        let free = end.bodies[0].position - Vec3::new(x, 0.0, 5.0 * t - 0.5 * 9.81 * t * t);
        let planar = end.bodies[1].position - Vec3::new(t, 9.0, 0.0);
        assert!(
            free.norm() < 1e-12 && planar.norm() < 1e-12,
            "{time_step}: {free} {planar}"
        );
    }
    let refused =
        Scene::parse_with(&saved, "again", &changed(0.003)).expect_err("0.2 s are no steps");
    let said = refused.to_string();
    assert!(
        said.contains("start_step 10") && said.contains("divide the time step"),
        "{said}"
    );
}
