//! `drystone check`: is the scene good, and what exactly will be simulated?

use super::args::CheckArgs;
use super::{Exit, Stop, output};
use crate::replay::describe_joints;
use drystone::scene::{Overrides, Scene};

/// Checks every scene named; bad ones are all reported.
pub fn check(args: &CheckArgs) -> Result<Exit, Stop> {
    let mut exit = Exit::Done;
    for name in &args.scenes {
        match open(name, &args.robots.overrides()) {
            Ok(scene) => report(name, &scene, args.print_config)?,
            Err(error) => {
                exit = Exit::BadInput;
                output::mistake(&error);
            }
        }
    }
    Ok(exit)
}

/// Reads the scene called `name`; `-` is stdin.
pub fn open(name: &str, overrides: &Overrides) -> drystone::Result<Scene> {
    if name == "-" {
        return Scene::read_with(std::io::stdin().lock(), "stdin", overrides);
    }
    Scene::load_with(name, overrides)
}

fn report(name: &str, scene: &Scene, print_config: bool) -> Result<(), Stop> {
    output::warnings(scene);
    if print_config {
        return output::line(&format!("# {name}\n{}", scene.resolved()));
    }
    let model = &scene.model;
    let moving = model.bodies.iter().filter(|body| body.is_moving()).count();
    let parts: usize = model.bodies.iter().map(|body| body.parts.len()).sum();
    let mut text = format!(
        "{name}: ok, {} bodies ({moving} moving), {parts} parts, {} steps of {} s, relaxation {:e}",
        model.bodies.len(),
        scene.settings.steps,
        model.time_step,
        scene.settings.relaxation,
    );
    for joint in describe_joints(model) {
        text += "\n  ";
        text += &joint;
    }
    let redundant = scene.initial.redundant_rows(model);
    if redundant > 0 {
        text += &format!(
            "\n  {redundant} rows of joints that close loops are redundant: they do no harm, and the reactions of \
             these joints are not unique"
        );
    }
    output::line(&text)
}
