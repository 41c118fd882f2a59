//! Steps in halves: what is halved, what it does to velocities, and when halves do not help.

use crate::common::play::{play, scene};
use drystone::math::{Rot, Vec3};
use drystone::scene::Scene;
use drystone::step::{Simulator, Wrt};
use drystone::world::{Input, ParameterKind, State};
use nalgebra::DMatrix;

const BALL: &str = "[shape.ball.sphere]\nradius = 0.1\n";

/// A ball that falls from rest, and one 50 m away with a spin (rad/s).
fn beside(spin: f64, h: f64) -> Scene {
    scene(&format!(
        "[simulation]\ntime_step = {h:?}\nduration = 1.0\n{BALL}\
         [[body]]\nname = \"falling\"\nshape = \"ball\"\nmass = 1\nposition = [0, 0, 10]\n\
         [[body]]\nname = \"spinning\"\nshape = \"ball\"\nmass = 2\nposition = [50, 0, 10]\n\
         velocity = [1, 2, 3]\nangular_velocity = [0, 0, {spin:?}]\n"
    ))
}

#[test]
fn halves_keep_free_flight_on_its_parabola() {
    let mut halved = 0;
    for (spin, h) in [
        (0.0, 0.1),
        (11.0, 0.1),
        (35.0, 0.1),
        (130.0, 0.01),
        (500.0, 0.01),
    ] {
        let scene = beside(spin, h);
        let mut node = 0;
        play(&scene, |_, step| {
            assert!(step.status.solved);
            node += 1;
            halved += usize::from(step.status.halved);
            let t = f64::from(node) * h;
            let drop = 0.5 * 9.81 * t * t;
            let [a, b] = [0, 1].map(|i| step.state.bodies[i].position);
            assert!((a.z - (10.0 - drop)).abs() < 1e-11, "{spin}: {}", a.z);
            assert!(
                (b.x - (50.0 + t)).abs() < 1e-11 && (b.z - (10.0 + 3.0 * t - drop)).abs() < 1e-11
            );
            // velocities of states are half a whole step early, halved or not
            let early = -9.81 * (t - 0.5 * h);
            assert!((step.state.bodies[0].velocity.z - early).abs() < 1e-11);
        });
    }
    assert_eq!(halved, 10 + 10 + 100 + 100);
}

/// Only the body that turns goes in halves, of two that are far apart: its states within the step are on its parabola and its turn.
#[test]
fn states_within_a_step_are_those_of_the_body_that_goes_in_halves() {
    let (h, spin, t) = (0.1, 35.0, 0.3);
    let mut steps = 0;
    play(&beside(spin, h), |_, step| {
        let within = step.intermediate_states();
        assert_eq!(within.len(), 3, "3.5 rad: four parts");
        let start = f64::from(steps) * h;
        for (k, middle) in within.iter().enumerate() {
            assert_eq!((middle.body, middle.time), (1, 0.25 * (k + 1) as f64));
            let t = start + middle.time * h;
            let height = 10.0 + 3.0 * t - 0.5 * 9.81 * t * t;
            let (at, turn) = (&middle.state, Rot::from_scaled_axis(Vec3::z() * spin * t));
            assert!((at.position - Vec3::new(50.0 + t, 2.0 * t, height)).norm() < 1e-11);
            assert!(at.rotation.angle_to(&turn) < 1e-11);
        }
        steps += 1;
    });
    assert_eq!(steps, 10);
    play(&beside(0.0, t), |_, step| {
        assert!(step.intermediate_states().is_empty());
    });
}

/// A cube of 4 cm at 100 Hz against an equal fixed one, at up to 50 half-sizes a step.
#[test]
fn bodies_meet_the_side_that_is_in_the_way() {
    let mut cases = 0;
    for speed in [0.5_f64, 1.0, 2.0, 4.0, 7.0, 20.0, 100.0] {
        for (k, start) in [0.0713, 0.0805, 0.0951, 0.1].into_iter().enumerate() {
            let y = 0.002 * k as f64;
            let scene = scene(&format!(
                "[simulation]\ntime_step = 0.01\nduration = {:?}\ngravity = [0, 0, 0]\n\
                 [shape.cube.box]\nhalf_extents = [0.02, 0.02, 0.02]\n\
                 [[body]]\nname = \"fixed\"\nfixed = true\nshape = \"cube\"\nposition = [0, 0, 0]\n\
                 [[body]]\nname = \"cube\"\nshape = \"cube\"\nmass = 1\n\
                 position = [-{start:?}, {y:?}, 0]\nvelocity = [{speed:?}, 0, 0]\n",
                0.05 + (0.1 / speed * 100.0).ceil() / 100.0
            ));
            let state = play(&scene, |_, step| assert!(step.status.solved));
            let at = &state.bodies[1];
            assert!(
                (at.position.x + 0.04).abs() < 1e-3,
                "{speed} m/s: {}",
                at.position
            );
            assert!(
                at.velocity.norm() < 0.02 * speed.max(1.0),
                "{speed} m/s: {}",
                at.velocity
            );
            assert!(at.angular_velocity.norm() < 1e-3 * speed);
            cases += 1;
        }
    }
    assert_eq!(cases, 28);
}

/// A prescribed plate presses a ball against a wall, and goes on: nothing solves that.
#[test]
fn a_step_in_which_bodies_must_pass_through_each_other_is_not_solved() {
    let scene = scene(&format!(
        "[simulation]\ntime_step = 0.01\nduration = 1.0\ngravity = [0, 0, 0]\n{BALL}\
         [shape.plate.box]\nhalf_extents = [0.02, 1, 1]\n\
         [[body]]\nname = \"wall\"\nfixed = true\nshape = \"plate\"\nposition = [0.5, 0, 0]\n\
         [[body]]\nname = \"plate\"\nshape = \"plate\"\nprescribed = {{ keyframes = [\
         {{ time = 0, position = [0, 0, 0] }}, {{ time = 1, position = [0.6, 0, 0] }}] }}\n\
         [[body]]\nname = \"ball\"\nshape = \"ball\"\nmass = 1\nposition = [0.3, 0, 0]\n"
    ));
    let mut unsolved = 0;
    let state = play(&scene, |_, step| {
        unsolved += usize::from(!step.status.solved)
    });
    assert_eq!(unsolved, 1);
    let [plate, ball] = [1, 2].map(|i| state.bodies[i].position.x);
    assert!(
        ball > plate,
        "the plate at {plate} m went through the ball at {ball} m"
    );
}

/// Boxes that rest on each other, and a ball that spins far away: to the bit what they do without the ball.
#[test]
fn only_bodies_that_need_it_go_in_halves() {
    let tower = "[simulation]\ntime_step = 0.05\nduration = 1.0\n\
        [shape.cube.box]\nhalf_extents = [0.1, 0.1, 0.1]\n\
        [shape.ground.halfspace]\nnormal = [0, 0, 1]\noffset = 0\n\
        [[body]]\nname = \"floor\"\nfixed = true\nshape = \"ground\"\n\
        [[body]]\nname = \"lower\"\nshape = \"cube\"\nmass = 1\nposition = [0, 0, 0.11]\n\
        [[body]]\nname = \"upper\"\nshape = \"cube\"\nmass = 1\nposition = [0.01, 0.02, 0.33]\n";
    let ball = format!(
        "{BALL}[[body]]\nname = \"ball\"\nshape = \"ball\"\nmass = 2\nposition = [5, 0, 0.1]\n\
         velocity = [1, 2, 0]\nangular_velocity = [0, 0, 50]\n"
    );
    let mut alone = Vec::new();
    play(&scene(tower), |_, step| alone.push(step.state.clone()));
    let (mut node, mut halved) = (0, 0);
    play(&scene(&format!("{tower}{ball}")), |_, step| {
        assert!(step.status.solved);
        let bodies = &step.state.bodies;
        assert_eq!(bodies[..3], alone[node].bodies[..], "node {node}");
        if step.status.halved {
            assert!(step.status.leads[..3].iter().all(|&lead| lead == 0.0));
            assert!(step.status.leads[3] > 0.0);
            halved += 1;
        }
        node += 1;
    });
    assert_eq!((node, halved), (20, 20));
}

/// A ball hits another from the side within a step, and drives it into a third one that neither would have reached: the
/// third is not left out.
#[test]
fn bodies_that_are_driven_together_meet() {
    let mut cases = 0;
    for speed in [20.0, 60.0, 150.0] {
        for away in [0.25, 0.3, 0.4] {
            let aside = [0.75_f64.sqrt() * 0.2, 0.1];
            let second = [0.3 + aside[0], aside[1]];
            let third = [second[0] + away * aside[0] / 0.2, second[1] + away * 0.5];
            let at = |[x, y]: [f64; 2]| format!("position = [{x:?}, {y:?}, 0]\n");
            let ball = "[[body]]\nshape = \"ball\"\nmaterial = \"ice\"\nmass = 1\n";
            let scene = scene(&format!(
                "[simulation]\ntime_step = 0.01\nduration = 0.06\ngravity = [0, 0, 0]\n{BALL}\
                 [material.ice]\nfriction = 0\n{ball}name = \"first\"\nvelocity = [{speed:?}, 0, 0]\nposition = [0, 0, 0]\n\
                 {ball}name = \"second\"\n{}{ball}name = \"third\"\n{}",
                at(second),
                at(third)
            ));
            let end = play(&scene, |_, step| assert!(step.status.solved));
            let x = [0, 1, 2].map(|i| end.bodies[i].position);
            let along = Vec3::new(aside[0], aside[1], 0.0) / 0.2;
            let apart = [x[1] - x[0], x[2] - x[1]].map(|d| d.norm());
            assert!(
                apart.into_iter().all(|d| d > 0.2 - 1e-4),
                "{speed}, {away}: {apart:?}"
            );
            assert!(end.bodies[2].velocity.dot(&along) > 0.05 * speed);
            cases += 1;
        }
    }
    assert_eq!(cases, 9);
}

/// State of the two balls under a force, after a step in halves, for changes of everything that is differentiated.
#[test]
fn derivatives_of_halved_steps_are_those_of_differences() {
    let scene = beside(23.0, 0.1);
    let (model, rho) = (&scene.model, 1e-6);
    let mut input = Input::hold(model, &scene.initial);
    input.wrenches[0].force.x = 0.7;
    let mut simulator = Simulator::precise(model.clone());
    let step = simulator.step(&scene.initial, &input, rho).expect("valid");
    assert!(step.status.halved);
    let parameters = model.parameters().into_iter().filter(|p| {
        matches!(
            p.kind,
            ParameterKind::Gravity(_) | ParameterKind::TimeStep | ParameterKind::Mass(_)
        )
    });
    let wrt = Wrt {
        state: true,
        inputs: true,
        parameters: parameters.collect(),
        ..Wrt::default()
    };
    let gradient = simulator.gradient(&step, rho, &wrt).expect("solved");
    let ends = |plus: &State, minus: &State, d: f64| {
        let change = minus.difference(model, plus);
        change
            .into_iter()
            .map(move |x| x / (2.0 * d))
            .collect::<Vec<f64>>()
    };
    let mut compared = 0;
    let mut compare = |exact: &DMatrix<f64>, column: usize, found: &[f64], name: &str| {
        for (row, found) in found.iter().enumerate() {
            let off = (exact[(row, column)] - found).abs();
            assert!(
                off < 1e-6 * found.abs().max(1.0),
                "{name}, row {row}: {off:.1e}"
            );
            compared += 1;
        }
    };
    let d = 1e-5;
    let a = gradient.a();
    for column in 0..a.ncols() {
        let moved = [d, -d].map(|d| {
            let mut along = vec![0.0; a.ncols()];
            along[column] = d;
            let from = scene.initial.integrate(model, &along);
            simulator.step(&from, &input, rho).expect("valid").state
        });
        compare(&a, column, &ends(&moved[0], &moved[1], d), "state");
    }
    let b = gradient.b();
    let column = model.input("falling.force.x").expect("an input");
    let moved = [d, -d].map(|d| {
        let mut input = input.clone();
        input.wrenches[0].force.x += d;
        simulator
            .step(&scene.initial, &input, rho)
            .expect("valid")
            .state
    });
    compare(&b, column, &ends(&moved[0], &moved[1], d), "force");
    let p = gradient.parameters();
    for (column, parameter) in wrt.parameters.iter().enumerate() {
        let moved = [d, -d].map(|d| {
            let model = model.with_parameter(parameter, parameter.value + d);
            let model = std::sync::Arc::new(model.expect("valid"));
            let step = Simulator::precise(model).step(&scene.initial, &input, rho);
            step.expect("valid").state
        });
        compare(&p, column, &ends(&moved[0], &moved[1], d), "parameter");
    }
    assert!(compared > 12 * 12);
}

/// A rotor that turns by 2 rad a step goes in halves, a body far from it does not: the joint counts its turns as without that body, and
/// its limit stops it.
#[test]
fn joints_count_their_turns_in_halves_beside_other_bodies() {
    let ends = ["", "[[body]]\nname = \"other\"\nposition = [1, 0, 0]\nshape = \"ball\"\nmass = 1\n"].map(|other| {
        let scene = scene(&format!(
            "[simulation]\ntime_step = 0.01\nduration = 0.5\ngravity = [0, 0, 0]\n{BALL}\
             [[body]]\nname = \"rotor\"\nshape = \"ball\"\nmass = 1\nangular_velocity = [0, 0, 200]\n\
             [[joint]]\nname = \"hinge\"\ntype = \"revolute\"\nchild = \"rotor\"\nlimits = [-inf, 30]\n{other}"
        ));
        let mut angles = Vec::new();
        play(&scene, |_, step| {
            assert!(step.status.solved);
            angles.push(step.state.joint_positions(&scene.model)[0]);
        });
        assert_eq!(angles.len(), 50);
        for (k, angle) in angles.iter().enumerate().take(14) {
            let t = 0.01 * (k + 1) as f64;
            assert!((angle - 200.0 * t).abs() < 1e-3, "{t} s: {angle}");
        }
        angles[49]
    });
    assert!((29.8..30.0).contains(&ends[0]), "{}", ends[0]);
    assert!(
        (ends[1] - ends[0]).abs() < 1e-6,
        "{} and {}",
        ends[0],
        ends[1]
    );
}
