//! Numbers of a scene file are found, and changed, by their paths.

use drystone::math::{Rot, Vec3};
use drystone::scene::Scene;

const SCENE: &str = r#"
[shape.ball.sphere]
radius = 0.1

[[body]]
name = "left.ball"
shape = "ball"
position = [1, 2, 3]

[[body]]
name = "left"
shape = "ball"
position = [0, 0, 1]
"#;

fn scene() -> Scene {
    Scene::parse(SCENE, "balls.toml").expect("a scene")
}

#[test]
fn numbers_are_found_by_names_with_dots() {
    let found = scene().numbers("body.left.ball.position").expect("three");
    let paths: Vec<_> = found.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(paths[2], "body.left.ball.position[2]");
    assert_eq!(found[2].1, 3.0);
    let found = scene().numbers("body.left.position[*]").expect("three");
    assert_eq!(found.len(), 3);
    assert!(scene().numbers("body.left.name[*]").is_err());
}

#[test]
fn a_scene_with_another_number_is_that_of_the_changed_text() {
    let changed = scene().with_numbers([("shape.ball.sphere.radius", 0.2)]);
    let changed = changed.expect("a scene");
    let text = SCENE.replace("radius = 0.1", "radius = 0.2");
    let length = format!("[simulation]\nlength = {}\n", scene().model.units.length);
    let read = Scene::parse(&(length + &text), "balls.toml").expect("a scene");
    assert_eq!(changed.model.fingerprint(), read.model.fingerprint());
    assert_eq!(changed.initial, read.initial);
}

#[test]
fn a_body_turns_about_the_axes_of_the_world() {
    let scene = scene();
    let found = scene.numbers("body.left.turn").expect("three");
    assert_eq!(found[2], ("body.left.turn[2]".to_string(), 0.0));
    assert_eq!(scene.numbers("body.left.turn[1]").expect("one").len(), 1);
    let once = scene.with_numbers([("body.left.turn[0]", 0.5)]);
    let turns = [("body.left.turn[1]", 0.3), ("body.left.turn[2]", -0.2)];
    let twice = once.expect("a scene").with_numbers(turns).expect("a scene");
    let [first, second] = [Vec3::x() * 0.5, Vec3::new(0.0, 0.3, -0.2)];
    let expected = Rot::from_scaled_axis(second) * Rot::from_scaled_axis(first);
    let own = twice.initial.bodies[1].rotation;
    assert!(own.angle_to(&expected) < 1e-15, "{own}");
    let error = scene
        .numbers("body.left.trun")
        .expect_err("a misspelt turn");
    assert!(error.fix.contains("body.left.turn"), "{error}");
    assert!(scene.numbers("shape.ball.turn").is_err());
    assert!(scene.numbers("body.left.turn[3]").is_err());
    assert!(scene.with_numbers([("body.middle.turn[0]", 0.1)]).is_err());
}

#[test]
fn what_is_not_there_is_told_with_the_nearest_name() {
    let error = scene().numbers("shape.ball.sphere.radios");
    let error = error.expect_err("no such number");
    assert!(error.fix.contains("shape.ball.sphere.radius"), "{error}");
    let error = scene().with_numbers([("body.left", 1.0)]);
    assert!(error.is_err());
    let error = scene().with_numbers([("shape.ball.sphere.radius", -1.0)]);
    let error = error.expect_err("a negative radius");
    assert!(error.field.contains("shape.ball"), "{error}");
}
