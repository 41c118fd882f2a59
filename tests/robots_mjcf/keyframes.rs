//! Keyframes: where a robot starts, and with which commands.

use super::{input, joint, pose, same, words};
use drystone::scene::Scene;
use drystone::{Rot, Vec3};
use std::path::PathBuf;

const MODEL: &str = r#"<mujoco><compiler angle="radian"/><worldbody>
  <body name="m" mocap="true"><geom type="box" size="0.1 0.1 0.1"/></body>
  <body name="ball" pos="3 0 0"><freejoint/><geom size="0.1"/></body>
  <body name="arm" pos="0 3 0"><joint name="s" type="slide" ref="0.5"/><geom size="0.1"/>
    <body name="hand" pos="0 0 1"><joint name="q" type="ball"/><geom size="0.1" pos="0 0 0.2"/></body></body>
</worldbody>
<actuator><position joint="s" kp="10"/></actuator>
<keyframe><key name="other"/>
  <key name="home" qpos="1 2 3 2 0 0 2 0.75 0 0 1 0" ctrl="0.6" mpos="0 0 5" mquat="0 1 0 0" qvel="0 0 0 0 0 0 1 0 0 0"/></keyframe>
</mujoco>"#;

/// Writes the model into a folder of its own and reads a scene with it.
fn with(name: &str, keys: &str) -> drystone::Result<Scene> {
    let folder: PathBuf =
        std::env::temp_dir().join(format!("drystone-mjcf-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("model.xml"), MODEL).expect("a file");
    let text = format!("[[robot]]\nfile = \"model.xml\"\n{keys}\n");
    Scene::parse(&text, folder.join("scene.toml").to_str().expect("a name"))
}

#[test]
fn a_keyframe_places_joints_free_bodies_and_mocap_bodies() {
    let scene = with("home", "keyframe = \"home\"").expect("a scene");
    let (point, turn) = pose(&scene, "ball");
    assert!((point - Vec3::new(1.0, 2.0, 3.0)).norm() < 1e-15);
    let quarter = Rot::from_scaled_axis(Vec3::z() * std::f64::consts::FRAC_PI_2);
    assert!(turn.angle_to(&quarter) < 1e-15);
    same(joint(&scene, "s").positions(&scene.initial)[0], 0.25);
    let (point, turn) = pose(&scene, "hand");
    assert!((point - Vec3::new(0.0, 3.0, 1.25)).norm() < 1e-15);
    assert!(turn.angle_to(&Rot::from_scaled_axis(Vec3::y() * std::f64::consts::PI)) < 1e-7);
    assert!((pose(&scene, "m").0 - Vec3::new(0.0, 0.0, 5.0)).norm() < 1e-15);
    same(input(&scene).motors[0].position, 0.1);
    assert!(words(&scene).contains("keyframe home: its velocities are left out"));
}

#[test]
fn without_a_keyframe_all_is_at_its_reference() {
    let scene = with("none", "").expect("a scene");
    assert!((pose(&scene, "ball").0 - Vec3::new(3.0, 0.0, 0.0)).norm() < 1e-15);
    same(joint(&scene, "s").positions(&scene.initial)[0], 0.0);
    same(input(&scene).motors[0].position, -0.5);
    // The scene has its own time step.
    assert!(words(&scene).contains("the time step of 0.002 s"));
}

#[test]
fn the_base_of_the_scene_moves_all() {
    let scene = with("base", "position = [0, 0, 10]\nname = \"r\"").expect("a scene");
    assert!((pose(&scene, "r/ball").0 - Vec3::new(3.0, 0.0, 10.0)).norm() < 1e-15);
    assert!((pose(&scene, "r/arm").0 - Vec3::new(0.0, 3.0, 10.0)).norm() < 1e-15);
    assert!((pose(&scene, "r/m").0 - Vec3::new(0.0, 0.0, 10.0)).norm() < 1e-15);
}

#[test]
fn wrong_keyframes_are_refused() {
    let error = with("unknown", "keyframe = \"hone\"").expect_err("no such keyframe");
    assert!(error.why.contains("no keyframe \"hone\""), "{error}");
    assert!(error.fix.contains("home"), "{error}");
    let error = with("floating", "base = \"floating\"").expect_err("no base");
    assert!(
        error.why.contains("says itself what moves freely"),
        "{error}"
    );
}
