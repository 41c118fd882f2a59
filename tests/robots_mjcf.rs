//! Robots from MJCF files: what becomes of every element, what is said, what is refused.

mod actuators;
mod bodies;
mod chains;
mod contacts;
mod damaged;
mod equalities;
mod files;
mod joints;
mod keyframes;
mod masses;
mod refused;
mod shapes;

use drystone::scene::Scene;
use drystone::world::{Body, BodyState, Joint};
use drystone::{Input, Rot, Vec3};

/// Reads a model of which the text is the inside.
fn model(inside: &str) -> Scene {
    let text = format!("<mujoco>\n{inside}\n</mujoco>");
    Scene::parse(&text, "model.xml").expect("a model")
}

/// Reads a model of which the text is the inside of `<worldbody>`.
fn world(inside: &str) -> Scene {
    model(&format!("<worldbody>\n{inside}\n</worldbody>"))
}

/// Returns a body.
fn body<'a>(scene: &'a Scene, name: &str) -> &'a Body {
    let index = scene.model.body_index(name).expect("a body");
    &scene.model.bodies[index]
}

/// Returns the state of a body at the start.
fn start<'a>(scene: &'a Scene, name: &str) -> &'a BodyState {
    let index = scene.model.body_index(name).expect("a body");
    &scene.initial.bodies[index]
}

/// Returns the pose of the frame of a body at the start.
fn pose(scene: &Scene, name: &str) -> (Vec3, Rot) {
    let at = start(scene, name);
    let point = body(scene, name).shape_from_centre(&at.position, &at.rotation);
    (point, at.rotation)
}

/// Returns a joint.
fn joint<'a>(scene: &'a Scene, name: &str) -> &'a Joint {
    let index = scene.model.joint_index(name).expect("a joint");
    &scene.model.joints[index]
}

/// Returns the words of all warnings in one text.
fn words(scene: &Scene) -> String {
    let said = scene.warnings.iter();
    let said: Vec<&str> = said.map(|warning| warning.why.as_str()).collect();
    said.join("\n")
}

/// Returns the input of the first step.
fn input(scene: &Scene) -> Input {
    let mut input = Input::hold(&scene.model, &scene.initial);
    scene.input_at(0, &scene.initial, &mut input);
    input
}

/// Asserts that two numbers are the same but for rounding.
fn same(found: f64, right: f64) {
    let size = right.abs().max(1e-3);
    assert!(
        (found - right).abs() < 1e-12 * size.max(1.0),
        "{found} instead of {right}"
    );
}
