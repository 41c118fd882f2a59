//! Bodies: poses, names, what is welded, held, or free.

use super::{body, model, pose, words, world};
use drystone::scene::Scene;
use drystone::world::Motion;
use drystone::{Rot, Vec3};
use std::f64::consts::FRAC_PI_2;

const BALL: &str = "<freejoint/><geom size=\"0.1\"/>";

fn turned(attributes: &str, compiler: &str) -> Rot {
    let scene = model(&format!(
        "<compiler {compiler}/><worldbody><body name=\"b\" {attributes}>{BALL}</body></worldbody>"
    ));
    pose(&scene, "b").1
}

fn about(x: f64, y: f64, z: f64) -> Rot {
    Rot::from_scaled_axis(Vec3::new(x, y, z))
}

#[test]
fn orientations_are_written_in_five_ways() {
    let quarter = about(FRAC_PI_2, 0.0, 0.0);
    for text in [
        "quat=\"2 2 0 0\"",
        "euler=\"90 0 0\"",
        "axisangle=\"3 0 0 90\"",
        "xyaxes=\"2 0 0 0 0 1\"",
        "zaxis=\"0 -2 0\"",
    ] {
        assert!(turned(text, "").angle_to(&quarter) < 1e-15, "{text}");
    }
    let radians = "angle=\"radian\"";
    assert!(turned("euler=\"0.3 0 0\"", radians).angle_to(&about(0.3, 0.0, 0.0)) < 1e-15);
    let [x, y, z] = [
        about(0.3, 0.0, 0.0),
        about(0.0, 0.4, 0.0),
        about(0.0, 0.0, 0.5),
    ];
    let angles = "euler=\"0.3 0.4 0.5\"";
    assert!(turned(angles, radians).angle_to(&(x * y * z)) < 1e-15);
    let fixed = format!("{radians} eulerseq=\"XYZ\"");
    assert!(turned(angles, &fixed).angle_to(&(z * y * x)) < 1e-15);
    let other = format!("{radians} eulerseq=\"zyx\"");
    let angles = "euler=\"0.5 0.4 0.3\"";
    assert!(turned(angles, &other).angle_to(&(z * y * x)) < 1e-15);
}

#[test]
fn poses_are_in_the_frame_of_the_parent_and_of_frames() {
    let scene = world(
        r#"<frame pos="1 0 0" euler="0 0 90">
             <body name="a" pos="1 0 0"><joint/><geom size="0.1"/>
               <frame pos="0 0 1"><body name="b" pos="0.5 0 0"><joint/><geom size="0.1"/></body></frame>
             </body>
           </frame>"#,
    );
    assert!((pose(&scene, "a").0 - Vec3::new(1.0, 1.0, 0.0)).norm() < 1e-15);
    assert!((pose(&scene, "b").0 - Vec3::new(1.0, 1.5, 1.0)).norm() < 1e-15);
}

#[test]
fn bodies_without_a_joint_are_welded_to_what_they_are_inside_of() {
    let scene = world(
        r#"<geom type="plane" size="1 1 1"/>
           <body name="wall" pos="2 0 0"><geom type="box" size="0.1 0.1 0.1"/></body>
           <body name="a" pos="0 0 1"><freejoint/><geom size="0.1" mass="1"/>
             <body name="hand" pos="0 0 1"><geom size="0.1" mass="1"/><site name="grip" pos="0 0 0.5"/></body>
           </body>"#,
    );
    let names: Vec<&str> = scene.model.bodies.iter().map(|b| b.name.as_str()).collect();
    assert_eq!(names, ["world", "a"]);
    assert_eq!(scene.model.bodies[0].motion, Motion::Fixed);
    assert_eq!(scene.model.bodies[0].parts.len(), 2);
    assert_eq!(body(&scene, "a").mass, 2.0);
    for (frame, height) in [("hand", 1.0), ("grip", 1.5)] {
        let found = scene.model.frame(frame).expect("a frame");
        let point = found.frame.point + body(&scene, "a").centre_of_mass;
        assert!(
            (point - Vec3::new(0.0, 0.0, height)).norm() < 1e-15,
            "{frame}"
        );
    }
}

#[test]
fn a_mocap_body_is_held() {
    let held = "<geom type=\"box\" size=\"0.1 0.1 0.1\"/>";
    let scene = world(&format!(
        "<body name=\"m\" mocap=\"true\" pos=\"0 0 2\" euler=\"0 0 90\">{held}</body><body>{BALL}</body>"
    ));
    assert_eq!(body(&scene, "m").motion, Motion::Prescribed);
    let (point, turn) = pose(&scene, "m");
    assert!((point - Vec3::new(0.0, 0.0, 2.0)).norm() < 1e-15);
    assert!(turn.angle_to(&about(0.0, 0.0, FRAC_PI_2)) < 1e-15);
}

#[test]
fn what_has_no_name_gets_a_new_one() {
    let scene = world(
        r#"<body><joint/><geom size="0.1"/></body>
           <body name="body1" pos="1 0 0"><joint name="joint1"/><geom size="0.1"/></body>
           <body pos="2 0 0"><joint/><geom size="0.1"/></body>"#,
    );
    let names: Vec<&str> = scene.model.bodies.iter().map(|b| b.name.as_str()).collect();
    assert_eq!(names, ["world", "body2", "body1", "body3"]);
    let names: Vec<&str> = scene.model.joints.iter().map(|j| j.name.as_str()).collect();
    assert_eq!(names, ["joint2", "joint1", "joint3"]);
}

#[test]
fn a_model_alone_has_its_own_time_step_and_gravity() {
    let inside = format!(
        "<option timestep=\"0.004\" gravity=\"0 0 -1.6\"/><worldbody><body>{BALL}</body></worldbody>"
    );
    let scene = model(&inside);
    assert_eq!(scene.model.time_step, 0.004);
    assert_eq!(scene.model.gravity, Vec3::new(0.0, 0.0, -1.6));
    let scene = model(&format!("<worldbody><body>{BALL}</body></worldbody>"));
    assert_eq!(scene.model.time_step, 0.002);
    let off = "<option><flag gravity=\"disable\"/></option>";
    let scene = model(&format!("{off}<worldbody><body>{BALL}</body></worldbody>"));
    assert_eq!(scene.model.gravity, Vec3::zeros());
}

#[test]
fn what_is_not_understood_is_listed_and_what_is_only_seen_is_not() {
    let scene = model(&format!(
        r#"<visual><map znear="1"/></visual><statistic extent="1"/><size nkey="2"/>
           <asset><texture name="t" type="2d"/><material name="m" rgba="1 0 0 1"/></asset>
           <worldbody><light pos="0 0 1"/><camera name="c"/>
             <body>{BALL}<geom size="0.1" pos="0 0 0.1" material="m" solref="1 1"/></body></worldbody>
           <tendon><fixed/></tendon><sensor/>"#
    ));
    let said = words(&scene);
    assert!(
        said.contains("1 worldbody > body > geom @solref (line 5)"),
        "{said}"
    );
    assert!(
        said.contains("1 tendon") && said.contains("1 sensor"),
        "{said}"
    );
    for quiet in [
        "visual",
        "texture",
        "material",
        "light",
        "camera",
        "statistic",
        "size",
    ] {
        assert!(!said.contains(quiet), "{quiet}: {said}");
    }
    let text = "<mujoco><worldbody/><sensor/></mujoco>";
    let strict = drystone::scene::Overrides {
        strict: true,
        ..Default::default()
    };
    let error = Scene::parse_with(text, "model.xml", &strict).expect_err("a sensor");
    assert!(error.why.contains("1 sensor (line 1)"), "{error}");
}
