//! A robot written as a scene is the same robot, bit for bit.

use super::{ARM, floating, robot};
use drystone::Simulator;
use drystone::scene::Scene;

/// Returns the state after a run.
fn end(scene: &Scene) -> u64 {
    let mut simulator = Simulator::new(scene.model.clone());
    let mut run = scene.run();
    let mut hash = 0;
    while let Some(now) = run.advance(&mut simulator).expect("a step") {
        hash = now.step.state.hash();
    }
    hash
}

#[test]
fn the_scene_of_a_robot_runs_to_the_same_bits() {
    for scene in [robot(ARM), floating(ARM).expect("a robot")] {
        let text = scene.resolved();
        assert!(
            !text.contains("robot"),
            "nothing of the file is left to be read: {text}"
        );
        let again = Scene::parse(&text, "arm.toml").expect("a scene");
        assert_eq!(end(&scene), end(&again));
        assert_eq!(again.resolved(), text);
    }
}
