//! Solids that are not convex, as they are: a ball in a mug, a mug on a ball, and what is wrong with meshes.

use crate::mesh::makers::{Folder, binary_stl, mug};
use drystone::Scene;
use drystone::recording::Judge;
use drystone::step::Simulator;
use drystone::world::Input;
use std::sync::Arc;

/// A mug that stands on the ground, and a ball above it.
fn scene_text(model: &str, keys: &str) -> String {
    format!(
        r#"[simulation]
relaxation = 1e-6
contact_model = "{model}"
[shape.mug.cloud]
file = "mug.stl"
{keys}
[shape.parts.mesh]
file = "mug.stl"
decompose = {{}}
[shape.ground.halfspace]
normal = [0, 0, 1]
[[body]]
name = "ground"
fixed = true
shape = "ground"
[[body]]
name = "mug"
mass = 0.3
shape = "mug"
[[body]]
name = "ball"
mass = 0.05
shape = {{ sphere = {{ radius = 0.02 }} }}
position = [0.004, 0.002, 0.06]
"#
    )
}

fn parse(folder: &Folder, model: &str, keys: &str) -> drystone::Result<Scene> {
    let name = folder.0.join("scene.toml").display().to_string();
    Scene::parse(&scene_text(model, keys), &name)
}

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("mug.stl", &binary_stl(&mug()));
    folder
}

#[test]
fn a_ball_falls_into_a_mug_of_one_mesh() {
    let folder = folder();
    for model in ["soft_minimum", "soft_minimum_as_published"] {
        let scene = parse(&folder, model, "spacing = 0.003").expect("a scene");
        let mut simulator = Simulator::new(Arc::clone(&scene.model));
        let mut judge = Judge::new(&scene.model);
        let mut state = scene.initial.clone();
        let mut input = Input::hold(&scene.model, &state);
        let mut iterations = 0;
        for i in 0..150 {
            scene.input_at(i, &state, &mut input);
            let step = simulator.step(&state, &input, 1e-6).expect("valid");
            assert!(step.status.solved, "{model}, step {i}: {:?}", step.status);
            judge.judge(i, &step);
            iterations += step.status.iterations;
            state = step.state;
        }
        let (mug, ball) = (&scene.model.bodies[1], &state.bodies[2].position);
        // volume of the wall and the bottom by the 48-gon that the mesh is
        let bottom = mug.shape_from_centre(&state.bodies[1].position, &state.bodies[1].rotation);
        println!(
            "{model}: ball at {ball}, mug at {bottom}, deepest {:.2e} m, {iterations} iterations",
            judge.deepest()
        );
        let height = ball.z - bottom.z;
        assert!((height - 0.025).abs() < 5e-4, "{model}: {height}");
        assert!(ball.xy().norm() < 0.02 && judge.deepest() < 1e-3);
    }
}

#[test]
fn a_solid_has_the_mass_of_its_mesh() {
    let folder = folder();
    let scene = parse(&folder, "soft_minimum", "spacing = 0.003").expect("a scene");
    let solid = &scene.model.bodies[1].parts[0].solid;
    let volume = solid.as_ref().expect("a solid").mesh().volume();
    let area = 24.0 * f64::sin(std::f64::consts::TAU / 48.0);
    let exact = area * (0.04f64.powi(2) * 0.1 - 0.036f64.powi(2) * 0.095);
    assert!((volume / exact - 1.0).abs() < 1e-5, "{volume} {exact}");
}

#[test]
fn models_of_convex_parts_take_the_stand_in_or_refuse() {
    let folder = folder();
    let error = parse(&folder, "bilevel", "spacing = 0.003").expect_err("not convex");
    let text = error.to_string();
    assert!(
        text.contains("bilevel") && text.contains("single_level, soft_minimum"),
        "{text}"
    );
    let scene = parse(&folder, "single_level", "convex = \"parts\"").expect("a stand-in");
    assert!(scene.model.bodies[1].parts.len() > 3);
    let scene = parse(
        &folder,
        "soft_minimum",
        "spacing = 0.003\nconvex = \"parts\"",
    )
    .expect("a scene");
    assert_eq!(scene.model.bodies[1].parts.len(), 1);
    let error = parse(&folder, "single_level", "convex = \"part\"").expect_err("no such shape");
    assert!(error.to_string().contains("parts"), "{error}");
}

#[test]
fn bad_meshes_and_spacings_are_named() {
    let folder = folder();
    let wide = parse(&folder, "soft_minimum", "spacing = 0.01").expect_err("too wide");
    let text = wide.to_string();
    assert!(
        text.contains("wall of") && text.contains("spacing below"),
        "{text}"
    );
    let fine = parse(&folder, "soft_minimum", "spacing = 1e-4").expect_err("too fine");
    assert!(fine.to_string().contains("at most 20000"), "{fine}");
    let negative = parse(&folder, "soft_minimum", "spacing = -1").expect_err("negative");
    assert!(negative.to_string().contains("> 0"), "{negative}");
    let mut open = mug();
    open.triangles.truncate(open.triangles.len() - 3);
    folder.write("mug.stl", &binary_stl(&open));
    let error = parse(&folder, "soft_minimum", "spacing = 0.003").expect_err("open");
    assert!(error.to_string().contains("not closed"), "{error}");
    let mut inverted = mug();
    inverted.triangles.iter_mut().for_each(|t| t.swap(1, 2));
    folder.write("mug.stl", &binary_stl(&inverted));
    let error = parse(&folder, "soft_minimum", "spacing = 0.003").expect_err("inverted");
    assert!(error.to_string().contains("inside out"), "{error}");
}
