//! Hollow things stay hollow: a ball falls into a bowl and a mug that are decomposed, and stays on top of their
//! hulls.

use crate::mesh::makers::{Folder, binary_stl, bowl, mug};
use drystone::Scene;
use drystone::shape::mesh::{Cache, Decompose, TriangleMesh};
use drystone::{Input, Simulator};
use std::sync::Arc;
use std::time::Instant;

/// Height of the ball's centre after a second; `keys` are those of the mesh.
fn drop_into(mesh: &TriangleMesh, keys: &str, radius: f64, start: f64) -> (f64, Scene) {
    let folder = Folder::new();
    folder.write("vessel.stl", &binary_stl(mesh));
    let text = format!(
        r#"[simulation]
time_step = 0.01
duration = 1.0
relaxation = 1e-6
[shape.vessel.mesh]
file = "vessel.stl"
{keys}
[shape.ball.sphere]
radius = {radius}
[[body]]
name = "vessel"
fixed = true
shape = "vessel"
[[body]]
name = "ball"
shape = "ball"
position = [0.004, 0.002, {start}]
"#
    );
    let scene = Scene::parse(&text, &folder.0.join("scene.toml").display().to_string());
    let scene = scene.unwrap_or_else(|e| panic!("{e}"));
    let mut simulator = Simulator::new(Arc::clone(&scene.model));
    let mut state = scene.initial.clone();
    let mut input = Input::hold(&scene.model, &state);
    for i in 0..100 {
        scene.input_at(i, &state, &mut input);
        let step = simulator.step(&state, &input, 1e-6).unwrap();
        assert!(step.status.solved, "step {i}: {:?}", step.status);
        state = step.state;
    }
    (state.bodies[1].position.z, scene)
}

#[test]
fn a_ball_falls_into_a_bowl() {
    let (rest, scene) = drop_into(&bowl(48), "decompose = {}", 0.02, 0.03);
    let report = scene.meshes["vessel"];
    println!("bowl: ball at {rest:.4} m, {report:?}");
    assert!(rest + 0.02 < 0.0, "below the rim, not at {rest}");
    assert!(report.parts > 4 && report.parts <= 16);
    let (top, scene) = drop_into(&bowl(48), "hull = true", 0.02, 0.03);
    assert!(top > 0.019, "on top of the hull, not at {top}");
    assert_eq!(scene.meshes["vessel"].parts, 1);
}

#[test]
fn a_ball_falls_into_a_mug() {
    let (rest, scene) = drop_into(&mug(), "decompose = {}", 0.02, 0.13);
    let report = scene.meshes["vessel"];
    println!("mug: ball at {rest:.4} m, {report:?}");
    assert!(rest < 0.05, "on the bottom, not at {rest}");
    assert!(rest > 0.02, "not in the bottom, at {rest}");
    let (top, _) = drop_into(&mug(), "hull = true", 0.02, 0.13);
    assert!(top > 0.119, "on top of the hull, not at {top}");
}

/// Meshes of robots have up to 54,000 triangles.
#[test]
fn a_fine_mesh_takes_seconds() {
    let mesh = bowl(1000);
    let started = Instant::now();
    let whole = mesh.convex_hull(32).unwrap();
    let hull = started.elapsed();
    let parts = mesh.decompose(&Decompose::default(), 32, &Cache::none());
    println!(
        "{} triangles: hull of {} faces in {hull:?}, {} parts in {:?}",
        mesh.triangles.len(),
        whole.faces_before,
        parts.unwrap().len(),
        started.elapsed() - hull
    );
    assert!(started.elapsed().as_secs() < 60);
}
