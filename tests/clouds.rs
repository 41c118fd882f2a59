//! Hard contact of bodies that are not convex: under the single-level model they meet at points of their clouds.

mod holds;
mod laws;
mod points;
mod thread;

use crate::mesh::makers::{Folder, ball, binary_stl, brick, mug, torus};
use drystone::Scene;
use drystone::math::Vec3;
use drystone::step::{Simulator, Step};
use drystone::world::{Input, State};
use std::sync::Arc;

/// A folder with the meshes of the tests: a cube and a ball of half-size 100 mm, a torus, a mug.
pub(crate) fn folder() -> Folder {
    let folder = Folder::new();
    let mut cube = brick(0.2, 0.2, 0.2);
    let middle = Vec3::repeat(0.1);
    cube.points.iter_mut().for_each(|point| *point -= middle);
    for (name, mesh) in [
        ("cube.stl", cube),
        ("ball.stl", ball(0.1)),
        ("torus.stl", torus(0.05, 0.015)),
        ("mug.stl", mug()),
    ] {
        folder.write(name, &binary_stl(&mesh));
    }
    folder
}

/// Parses a scene in the folder. `keys` are those of `[simulation]`, `bodies` the rest.
pub(crate) fn scene(folder: &Folder, keys: &str, bodies: &str) -> Scene {
    let text = format!("[simulation]\ncontact_model = \"single_level\"\n{keys}\n{bodies}");
    let name = folder.0.join("scene.toml").display().to_string();
    Scene::parse(&text, &name).unwrap_or_else(|error| panic!("{error}"))
}

/// A ground of friction 0.5.
pub(crate) const GROUND: &str = r#"
[[body]]
name = "ground"
fixed = true
shape = { halfspace = { normal = [0, 0, 1] } }
"#;

/// A free body of 1 kg of a mesh, with more keys.
pub(crate) fn thing(mesh: &str, spacing: f64, keys: &str) -> String {
    format!(
        "[[body]]\nname = \"{mesh}\"\nmass = 1.0\nshape = {{ cloud = {{ file = \"{mesh}.stl\", spacing = {spacing} }} }}\n{keys}\n"
    )
}

/// Runs a scene; every step is solved. Returns the last state.
fn run(scene: &Scene, rho: f64, steps: usize, mut see: impl FnMut(usize, &Step)) -> State {
    let mut simulator = Simulator::new(Arc::clone(&scene.model));
    let mut state = scene.initial.clone();
    let mut input = Input::hold(&scene.model, &state);
    for k in 0..steps {
        scene.input_at(k, &state, &mut input);
        let step = simulator.step(&state, &input, rho).expect("valid");
        assert!(step.status.solved, "step {k}: {}", step.status.explain(rho));
        see(k, &step);
        state = step.state;
    }
    state
}
