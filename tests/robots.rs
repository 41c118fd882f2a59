//! Robots from URDF files: what becomes of links and joints, what is said, what is refused.

mod convert;
mod damaged;
mod files;
mod links;
mod movement;
mod refused;

use drystone::scene::{Overrides, Scene};

/// An arm of two links: a camera is welded to the second one, a wheel follows the elbow.
const ARM: &str = include_str!("robots/arm.urdf");

/// Reads a robot from its text.
fn robot(text: &str) -> Scene {
    Scene::parse(text, "arm.urdf").expect("a robot")
}

/// Reads a robot whose base moves, with masses mended.
fn floating(text: &str) -> drystone::Result<Scene> {
    let overrides = Overrides {
        floating: true,
        repair: true,
        ..Overrides::default()
    };
    Scene::parse_with(text, "arm.urdf", &overrides)
}

/// Returns the words of all warnings.
fn words(scene: &Scene) -> Vec<String> {
    let said = scene.warnings.iter();
    said.map(|warning| warning.why.clone()).collect()
}

/// Returns the index of a body.
fn body(scene: &Scene, name: &str) -> usize {
    let mut bodies = scene.model.bodies.iter();
    bodies.position(|body| body.name == name).expect("a body")
}
