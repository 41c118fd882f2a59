//! What is refused at the door because no step could do it, and what is admitted with a word.

use drystone::scene::Scene;
use drystone::step::{Batch, MAX_THREADS, Simulator};
use drystone::world::Input;
use std::num::NonZeroUsize;

const FLOOR: &str = "[shape.ground.halfspace]\nnormal = [0, 0, 1]\n\
    [[body]]\nname = \"floor\"\nfixed = true\nshape = \"ground\"\n";

/// A driven box far above the floor that is moved by half its size and turned, h and the rest as given.
fn driven([half, mass, h]: [f64; 3], gains: &str) -> String {
    format!(
        "[simulation]\ntime_step = {h}\nduration = {}\n{FLOOR}[shape.box.box]\n\
         half_extents = [{half}, {half}, {half}]\n[[body]]\nname = \"box\"\nshape = \"box\"\nmass = {mass}\n\
         driven = {{ {gains}, keyframes = [{{ time = 0, position = [0, 0, {z}] }}, {{ time = {}, \
         position = [{}, 0, {z}], quat_wxyz = [0.9950041652780258, 0, 0, 0.09983341664682815] }}] }}\n",
        20.0 * h,
        10.0 * h,
        0.5 * half,
        z = 5.0 * half,
    )
}

/// The largest stiffness of such a box that is admitted, N/m: h k L / (m V) = 1e7, V = sqrt(9.81 L).
fn limit([half, mass, h]: [f64; 3]) -> f64 {
    1e7 * mass * (9.81 * half).sqrt() / (h * half)
}

fn boxes() -> Vec<[f64; 3]> {
    let mut out = Vec::new();
    for half in [0.01, 0.1, 1.0] {
        for mass in [1e-3, 1.0, 1e3] {
            for h in [1e-3, 1e-2, 1e-1] {
                out.push([half, mass, h]);
            }
        }
    }
    out
}

/// All gains at once, just below their limits, over six powers of ten of mass, two of size and two of the step.
#[test]
fn what_is_admitted_as_stiff_is_solved() {
    for size in boxes() {
        let [half, _, h] = size;
        let spring = 0.99 * limit(size);
        // the damper of the same limit: h d / m = 1e7
        let damper = spring * half / (9.81 * half).sqrt();
        let turning = half * half;
        for gains in [
            format!("stiffness = {spring:e}, damping = 0"),
            format!("stiffness = 0, damping = {damper:e}"),
            format!(
                "stiffness = 0, damping = 0, rotational_stiffness = {:e}",
                spring * turning
            ),
            format!(
                "stiffness = 0, damping = 0, rotational_damping = {:e}",
                damper * turning
            ),
        ] {
            let scene =
                Scene::parse(&driven(size, &gains), "stiff").unwrap_or_else(|e| panic!("{e}"));
            let mut simulator = Simulator::new(scene.model.clone());
            let (mut state, mut input) = (scene.initial.clone(), Input::default());
            for index in 0..scene.settings.steps {
                scene.input_at(index, &state, &mut input);
                let step = simulator.step(&state, &input, 1e-6).expect("usable");
                let status = &step.status;
                assert!(
                    status.solved,
                    "{size:?}, h = {h}, {gains}: {}",
                    status.reason
                );
                state = step.state;
            }
        }
    }
}

#[test]
fn what_is_stiffer_is_refused_with_the_limit_and_the_remedy() {
    for size in boxes() {
        let gain = 1.01 * limit(size);
        // beyond what a file may say at all
        if gain > 1e15 {
            continue;
        }
        let gains = format!("stiffness = {gain:e}, damping = 0");
        let error = Scene::parse(&driven(size, &gains), "stiff").expect_err("too stiff");
        let said = error.to_string();
        for words in ["driven.stiffness", "the limit is", "remedy: lower it"] {
            assert!(said.contains(words), "{words} in {said}");
        }
    }
}

/// A unit of length eleven times the bodies' half-size, or a twelfth of it.
#[test]
fn a_length_unlike_the_bodies_is_said() {
    let scene = |length: f64| {
        let text = format!(
            "[simulation]\nlength = {length}\n{FLOOR}[shape.ball.sphere]\nradius = 0.1\n\
             [[body]]\nname = \"ball\"\nshape = \"ball\"\nposition = [0, 0, 1]\n"
        );
        let scene = Scene::parse(&text, "length").unwrap_or_else(|e| panic!("{e}"));
        let all = scene.warnings.iter().map(ToString::to_string);
        all.collect::<Vec<_>>().join("\n")
    };
    assert_eq!(scene(0.1) + &scene(0.99) + &scene(0.0101), "");
    for (length, word) in [(1.1, "softer"), (0.008, "harder")] {
        let said = scene(length);
        assert!(
            said.contains("simulation.length") && said.contains(word),
            "{said}"
        );
    }
}

#[test]
fn too_many_threads_are_refused_at_once() {
    let scene = Scene::load("scenarios/box_drop.toml").unwrap_or_else(|e| panic!("{e}"));
    let many = NonZeroUsize::new(MAX_THREADS + 1).expect("not 0");
    let refused = [
        Simulator::with_threads(scene.model.clone(), many).map(drop),
        Batch::new(Some(many)).map(drop),
    ];
    for refused in refused {
        let said = refused.expect_err("too many").to_string();
        assert!(
            said.contains("257 threads; the limit is 256") && said.contains("remedy"),
            "{said}"
        );
    }
}

/// A held box on a belt that runs at 0.5 m/s below it does not stick at any relaxation; one that stands does.
#[test]
fn what_slides_does_not_stick() {
    for (speed, rho, sticks) in [
        (0.5, 3e-3, false),
        (0.5, 1e-6, false),
        (0.0, 3e-3, true),
        (0.0, 1e-6, true),
    ] {
        let scene = format!(
            "[simulation]\nrelaxation = {rho}\n[shape.belt.box]\nhalf_extents = [5, 1, 0.1]\n\
             [shape.box.box]\nhalf_extents = [0.1, 0.1, 0.1]\n\
             [[body]]\nname = \"belt\"\nshape = \"belt\"\nprescribed = {{ keyframes = [{{ time = 0, \
             position = [0, 0, -0.1] }}, {{ time = 1, position = [{speed}, 0, -0.1] }}] }}\n\
             [[body]]\nname = \"box\"\nshape = \"box\"\nplanar = \"xz\"\nposition = [0, 0, 0.1]\n\
             driven = {{ stiffness = [1e4, 0, 0], damping = 10, rotational_stiffness = 1e3 }}\n"
        );
        let scene = Scene::parse(&scene, "belt").unwrap_or_else(|e| panic!("{e}"));
        let mut simulator = Simulator::new(scene.model.clone());
        let (mut state, mut input) = (scene.initial.clone(), Input::default());
        for index in 0..80 {
            scene.input_at(index, &state, &mut input);
            let step = simulator.step(&state, &input, rho).expect("usable");
            assert!(step.status.solved, "{}", step.status.reason);
            if index >= 60 {
                let contact = step.contacts.first().expect("a contact");
                let slip = contact.slip_velocity.norm();
                assert!((slip - speed).abs() < 0.02, "{speed} m/s, {rho}: {slip}");
                assert_eq!(contact.sticking, sticks, "{speed} m/s, {rho}: {contact:?}");
            }
            state = step.state;
        }
    }
}
