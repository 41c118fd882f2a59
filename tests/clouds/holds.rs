//! Things that only bodies that are not convex do: a mug holds a ball, a ring hangs on a peg.

use super::{GROUND, folder, run, scene, thing};
use crate::mesh::makers::Folder;
use drystone::Scene;
use drystone::math::Vec3;
use drystone::recording::Judge;
use drystone::step::Simulator;
use drystone::world::{Input, State};
use std::sync::Arc;

/// Runs a scene; returns the last state and the deepest overlap, m, that the triangles say.
fn judged(scene: &Scene, rho: f64, steps: usize) -> (State, f64) {
    let mut judge = Judge::new(&scene.model);
    let state = run(scene, rho, steps, |k, step| judge.judge(k, step));
    (state, judge.deepest())
}

fn mug_with_balls(folder: &Folder, time_step: f64) -> Scene {
    let mug = thing("mug", 0.004, "");
    let ball = |name: &str, x: f64, z: f64| {
        format!(
            "[[body]]\nname = \"{name}\"\nmass = 0.05\nshape = {{ sphere = {{ radius = 0.015 }} }}\nposition = [{x}, 0.002, {z}]\n"
        )
    };
    let bodies = format!(
        "{GROUND}{mug}{}{}",
        ball("one", 0.004, 0.05),
        ball("two", -0.003, 0.09)
    );
    scene(folder, &format!("time_step = {time_step}"), &bodies)
}

#[test]
fn a_mug_holds_balls() {
    let folder = folder();
    for time_step in [0.01, 0.02] {
        let scene = mug_with_balls(&folder, time_step);
        let steps = (1.0 / time_step).round() as usize;
        let (state, deepest) = judged(&scene, 1e-6, steps);
        let mug = scene.model.bodies[1]
            .shape_from_centre(&state.bodies[1].position, &state.bodies[1].rotation);
        println!("{time_step}: mug at {mug}, deepest {deepest:.1e} m");
        for ball in &state.bodies[2..] {
            let at = ball.position - mug;
            println!("  ball at {at}, speed {:.1e}", ball.velocity.norm());
            assert!(at.xy().norm() < 0.036 - 0.015 + 1e-4, "{at}");
            assert!(at.z > 0.005 + 0.015 - 1e-4 && at.z < 0.06, "{at}");
        }
        assert!(deepest < 2e-4, "{deepest}");
    }
}

/// A ring falls over a peg of nearly the width of its hole: no convex body could.
#[test]
fn a_ring_slides_down_a_peg() {
    let folder = folder();
    let ring = thing(
        "torus",
        0.006,
        "position = [0.005, 0, 0.12]\nangular_velocity = [0, 1, 0]",
    );
    let peg = "[[body]]\nname = \"peg\"\nfixed = true\nposition = [0, 0, 0.05]\nshape = { cylinder = { radius = 0.025, length = 0.1 } }\n";
    let scene = scene(&folder, "", &format!("{GROUND}{peg}{ring}"));
    let (state, deepest) = judged(&scene, 1e-6, 100);
    let at = &state.bodies[2].position;
    println!("ring at {at}, deepest {deepest:.1e} m");
    assert!(
        at.xy().norm() < 0.035 - 0.025 + 1e-3 && (at.z - 0.015).abs() < 1e-3,
        "{at}"
    );
    assert!(deepest < 1e-3, "{deepest}");
}

/// A step is a function of the state: what a simulator keeps of earlier steps changes nothing.
#[test]
fn a_new_simulator_for_every_step_gives_the_same_bits() {
    let folder = folder();
    let scene = mug_with_balls(&folder, 0.01);
    let input = Input::hold(&scene.model, &scene.initial);
    let mut anew = scene.initial.clone();
    let mut touched = 0;
    run(&scene, 1e-4, 40, |k, step| {
        let mut simulator = Simulator::new(Arc::clone(&scene.model));
        let own = simulator.step(&anew, &input, 1e-4).expect("valid");
        assert_eq!(own.state, step.state, "step {k}");
        touched += usize::from(own.contacts.len() > 3);
        anew = own.state;
    });
    assert!(touched > 10, "{touched}");
}

/// A ball in the middle of a wall of 4 mm, which no contact of the step knows: 2 mm deep.
#[test]
fn an_overlap_that_no_contact_knows_is_judged() {
    let folder = folder();
    let scene = mug_with_balls(&folder, 0.01);
    let mut last = None;
    run(&scene, 1e-6, 1, |_, step| last = Some(step.clone()));
    let mut step = last.expect("a step");
    let mut judge = Judge::new(&scene.model);
    judge.judge(0, &step);
    assert_eq!((judge.deepest(), judge.disagreements()), (0.0, 0));
    step.contacts.clear();
    step.state.bodies[2].position = Vec3::new(0.038, 0.0, 0.05);
    judge.judge(1, &step);
    let worst = judge.worst().expect("a disagreement");
    println!("{}", worst.describe());
    assert!(
        (judge.deepest() - 0.002).abs() < 3e-4,
        "{}",
        judge.deepest()
    );
    assert!(worst.solver_gap.is_none() && worst.first == "mug" && worst.second == "one");
}
