//! A nut on a bolt without friction, which touch at hundreds of queries alike: points are added where those that were chosen do not hold
//! the others apart.

use super::{folder, scene};
use crate::mesh::makers::{Folder, binary_stl};
use drystone::Scene;
use drystone::math::Vec3;
use drystone::recording::Judge;
use drystone::shape::mesh::TriangleMesh;
use drystone::step::{Simulator, Step, Wrt};
use drystone::world::{Input, State};
use std::f64::consts::TAU;
use std::sync::Arc;

/// Radius of the core, depth and pitch of the thread, play, m.
const THREAD: [f64; 4] = [0.02, 0.004, 0.02, 0.0006];
/// Corners around the axis.
const SIDES: u32 = 72;
/// A pair has so many points before any are added.
const CHOSEN: usize = 32;

/// The radius of the thread at an angle (part of a turn) and a height.
fn radius(angle: f64, z: f64) -> f64 {
    let [core, depth, pitch, _] = THREAD;
    let t = (z / pitch - angle).rem_euclid(1.0);
    core + depth * (1.0 - (2.0 * t - 1.0).abs())
}

/// A closed surface around the z axis between heights: outside, and inside of a nut.
fn turned(
    height: f64,
    rings: u32,
    outer: impl Fn(f64, f64) -> f64,
    inner: Option<&dyn Fn(f64, f64) -> f64>,
) -> TriangleMesh {
    let mut mesh = TriangleMesh::default();
    let mut wall = |of: &dyn Fn(f64, f64) -> f64| {
        let first = mesh.points.len() as u32;
        for k in 0..=rings {
            for i in 0..SIDES {
                let angle = f64::from(i) / f64::from(SIDES);
                let z = height * f64::from(k) / f64::from(rings);
                let (r, a) = (of(angle, z), angle * TAU);
                mesh.points.push(Vec3::new(r * a.cos(), r * a.sin(), z));
            }
        }
        move |k: u32, i: u32| first + k * SIDES + i % SIDES
    };
    let outside = wall(&outer);
    let inside = inner.map(wall);
    let mut triangles = Vec::new();
    let mut quad = |[a, b, c, d]: [u32; 4]| triangles.extend([[a, b, c], [a, c, d]]);
    for i in 0..SIDES {
        for k in 0..rings {
            let corners = |at: &dyn Fn(u32, u32) -> u32| {
                [at(k, i), at(k, i + 1), at(k + 1, i + 1), at(k + 1, i)]
            };
            quad(corners(&outside));
            if let Some(inside) = &inside {
                let [a, b, c, d] = corners(inside);
                quad([d, c, b, a]);
            }
        }
        if let Some(inside) = &inside {
            let [low, high] = [0, rings];
            quad([
                outside(low, i + 1),
                outside(low, i),
                inside(low, i),
                inside(low, i + 1),
            ]);
            quad([
                outside(high, i),
                outside(high, i + 1),
                inside(high, i + 1),
                inside(high, i),
            ]);
        }
    }
    if inside.is_none() {
        for (ring, z) in [(0, 0.0), (rings, height)] {
            let middle = mesh.points.len() as u32;
            mesh.points.push(Vec3::new(0.0, 0.0, z));
            for i in 0..SIDES {
                let [a, b] = [outside(ring, i), outside(ring, i + 1)];
                triangles.push(if ring == 0 {
                    [middle, b, a]
                } else {
                    [middle, a, b]
                });
            }
        }
    }
    mesh.triangles = triangles;
    mesh
}

fn nut_on_bolt(folder: &Folder) -> Scene {
    let play = THREAD[3];
    let bolt = turned(0.16, 80, radius, None);
    let nut = turned(
        0.03,
        15,
        |_, _| 0.034,
        Some(&|angle, z| radius(angle, z) + play),
    );
    folder.write("bolt.stl", &binary_stl(&bolt));
    folder.write("nut.stl", &binary_stl(&nut));
    let body = |name: &str, keys: &str| {
        format!(
            "[[body]]\nname = \"{name}\"\nshape = {{ cloud = {{ file = \"{name}.stl\", spacing = 0.003 }} }}\n{keys}\n"
        )
    };
    let bodies = format!(
        "[material.default]\nfriction = 0.0\n{}{}",
        body("bolt", "fixed = true"),
        body("nut", "mass = 0.1\nposition = [0, 0, 0.1]")
    );
    scene(folder, "", &bodies)
}

#[test]
fn points_are_added_where_clouds_overlap_at_the_end_of_a_step() {
    let folder = folder();
    let scene = nut_on_bolt(&folder);
    let mut judge = Judge::new(&scene.model);
    let mut before = scene.initial.clone();
    let mut crowded: Option<State> = None;
    super::run(&scene, 1e-6, 12, |k, step| {
        judge.judge(k, step);
        if step.contacts.len() > CHOSEN && !step.status.halved && crowded.is_none() {
            crowded = Some(before.clone());
        }
        println!(
            "step {k}: {} contacts, {:?}",
            step.contacts.len(),
            step.status.rung
        );
        before.clone_from(&step.state);
    });
    println!("deepest overlap {:.1e} m", judge.deepest());
    // 2.8e-4 m without them (docs/decisions.md, D64)
    assert!(judge.deepest() < 1e-4, "{}", judge.deepest());

    let start = crowded.expect("a step with added points");
    let input = Input::hold(&scene.model, &start);
    let step = |input: &Input| -> Step {
        let mut simulator = Simulator::precise(Arc::clone(&scene.model));
        let step = simulator.step(&start, input, 1e-6).expect("valid");
        assert!(step.status.solved, "{}", step.status.explain(1e-6));
        step
    };
    let here = step(&input);
    let mut simulator = Simulator::precise(Arc::clone(&scene.model));
    let wrt = Wrt::state_and_inputs();
    let b = simulator
        .gradient(&here, 1e-6, &wrt)
        .expect("a gradient")
        .b();
    // How the spin answers to a torque about the axis.
    let (row, by) = (b.nrows() - 1, 1e-6);
    let ends = [by, -by].map(|by| {
        let mut input = input.clone();
        input.wrenches[1].torque.z += by;
        step(&input).state.bodies[1].angular_velocity.z
    });
    let slope = (ends[0] - ends[1]) / (2.0 * by);
    println!(
        "{} contacts, spin per torque {} and {slope}",
        here.contacts.len(),
        b[(row, 5)]
    );
    assert!(here.contacts.len() > CHOSEN);
    assert!((b[(row, 5)] - slope).abs() < 1e-4 * slope.abs());
}
