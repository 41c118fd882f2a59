//! Things that only bodies that are not convex do: a mug holds a ball, a ring hangs on a peg.

use super::{GROUND, folder, run, scene, thing};
use crate::mesh::makers::Folder;
use drystone::Scene;
use drystone::recording::Judge;
use drystone::world::State;

/// Runs a scene; returns the last state and the deepest overlap, m, that the triangles say.
fn judged(scene: &Scene, rho: f64, steps: usize, threads: usize) -> (State, f64) {
    let mut judge = Judge::new(&scene.model);
    let state = run(scene, rho, steps, threads, |k, step| judge.judge(k, step));
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
        let (state, deepest) = judged(&scene, 1e-6, steps, 1);
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
    let (state, deepest) = judged(&scene, 1e-6, 100, 1);
    let at = &state.bodies[2].position;
    println!("ring at {at}, deepest {deepest:.1e} m");
    assert!(
        at.xy().norm() < 0.035 - 0.025 + 1e-3 && (at.z - 0.015).abs() < 1e-3,
        "{at}"
    );
    assert!(deepest < 1e-3, "{deepest}");
}

#[test]
fn threads_give_the_same_bits() {
    let folder = folder();
    let scene = mug_with_balls(&folder, 0.01);
    let (one, _) = judged(&scene, 1e-4, 40, 1);
    let (two, _) = judged(&scene, 1e-4, 40, 2);
    assert_eq!(one, two);
}
