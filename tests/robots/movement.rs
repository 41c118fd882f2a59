//! Joints: where they are, what acts along them, and which motors they have.

use super::{ARM, body, robot, words};
use drystone::scene::Scene;
use drystone::{Simulator, Vec3};

/// Returns a scene with the arm in a file of its own.
fn scene(name: &str, keys: &str) -> drystone::Result<Scene> {
    let folder = super::files::folder(name);
    std::fs::write(folder.join("arm.urdf"), ARM).expect("a file");
    let text = format!("[[robot]]\nfile = \"arm.urdf\"\n{keys}\n");
    Scene::parse(&text, &folder.join("scene.toml").display().to_string())
}

#[test]
fn links_are_where_the_joints_put_them() {
    let keys = "position = [1, 0, 0]\nrpy_deg = [0, 0, 90]\njoint_positions = { shoulder = 0.3, elbow = 0.4 }";
    let scene = scene("placed", keys).expect("a scene");
    let (model, start) = (&scene.model, &scene.initial);
    // In the frame of the base: up 0.1, turned by 0.3 about y, 0.4 along z, turned by 0.5 about z and by 0.4 about y.
    let elbow = Vec3::new(0.4 * 0.3f64.sin(), 0.0, 0.1 + 0.4 * 0.3f64.cos());
    let world = Vec3::new(1.0 - elbow.y, elbow.x, elbow.z);
    let lower = body(&scene, "lower");
    let origin = model.bodies[lower]
        .shape_from_centre(&start.bodies[lower].position, &start.bodies[lower].rotation);
    assert!((origin - world).norm() < 1e-14, "{origin} {world}");
    let positions = start.joint_positions(model);
    for (found, right) in positions.iter().zip([0.3, 0.4, 0.25 - 2.0 * 0.4]) {
        assert!((found - right).abs() < 1e-14, "{positions:?}");
    }
}

#[test]
fn limits_friction_and_damping_are_those_of_the_file() {
    let scene = robot(ARM);
    let joint = |name: &str| &scene.model.joints[scene.model.joint_index(name).expect("a joint")];
    let shoulder = &joint("shoulder").axes[0];
    assert_eq!(shoulder.limits, [-2.0, 2.0]);
    assert_eq!((shoulder.damping, shoulder.friction), (0.5, 0.1));
    assert!(shoulder.motor.is_none(), "a URDF says nothing about gains");
}

#[test]
fn a_joint_that_follows_does_so_in_every_step() {
    let scene = scene("mimic", "joint_positions = { shoulder = 1, elbow = 0.7 }").expect("a scene");
    let mut simulator = Simulator::new(scene.model.clone());
    let mut run = scene.run();
    let mut moved = 0.0_f64;
    while let Some(now) = run.advance(&mut simulator).expect("a step") {
        assert!(now.step.status.solved);
        let [_, elbow, wheel] = now.step.state.joint_positions(&scene.model)[..] else {
            panic!("three joints");
        };
        assert!(
            (wheel - (0.25 - 2.0 * elbow)).abs() < 1e-8,
            "{elbow} {wheel}"
        );
        moved = moved.max((elbow - 0.7).abs());
    }
    assert!(moved > 0.5, "the elbow swings");
}

#[test]
fn motors_are_given_by_name_or_pattern() {
    use drystone::world::Motor::Position;
    let keys = r#"motors = { "*" = { type = "position", stiffness = 5 }, shoulder = { type = "position", stiffness = 7 } }"#;
    let with_motors = scene("motors", keys).expect("a scene");
    let motor = |name: &str| {
        let index = with_motors.model.joint_index(name).expect("a joint");
        with_motors.model.joints[index].axes[0].motor
    };
    // The limit is the effort of the file; an effort of 0 says that there is no motor, and what follows has none.
    let Some(Position {
        stiffness, limit, ..
    }) = motor("shoulder")
    else {
        panic!("a motor");
    };
    assert_eq!((stiffness, limit), (7.0, 40.0));
    assert!(motor("elbow").is_none() && motor("roll").is_none());
    let keys = r#"motors = { elbow = { type = "velocity", damping = 1 } }"#;
    let by_name = scene("by-name", keys).expect("a scene");
    assert!(by_name.model.joints[1].axes[0].motor.is_some());
}

#[test]
fn a_joint_whose_limits_exclude_zero_starts_in_their_middle_and_says_so() {
    let text = ARM.replace(r#"lower="-2" upper="2""#, r#"lower="0.5" upper="2""#);
    let scene = robot(&text);
    assert!((scene.initial.joint_positions(&scene.model)[0] - 1.25).abs() < 1e-14);
    let said = words(&scene);
    assert!(
        said.iter()
            .any(|word| word.contains("0 is outside of its limits")),
        "{said:?}"
    );
}

#[test]
fn a_joint_without_a_range_moves_without_limits_and_says_so() {
    for limit in [
        r#"effort="40" velocity="3""#,
        r#"lower="0" upper="0" effort="40" velocity="3""#,
    ] {
        let text = ARM.replace(r#"lower="-2" upper="2" effort="40" velocity="3""#, limit);
        let scene = robot(&text);
        assert_eq!(scene.model.joints[0].axes[0].limits[1], f64::INFINITY);
        let said = words(&scene);
        assert!(
            said.iter()
                .any(|word| word.contains("moves without limits")),
            "{said:?}"
        );
    }
}

#[test]
fn wrong_names_and_positions_are_refused_at_their_place_in_the_scene() {
    for (name, keys, why, fix) in [
        (
            "p1",
            "joint_positions = { shulder = 1 }",
            "no joint \"shulder\"",
            "did you mean \"shoulder\"?",
        ),
        (
            "p2",
            "joint_positions = { shoulder = 3 }",
            "3 is outside of the limits [-2, 2]",
            "choose",
        ),
        (
            "p3",
            "joint_positions = { roll = 1 }",
            "the joint follows elbow",
            "give the position of elbow",
        ),
        (
            "p4",
            "joint_positions = { mount = 1 }",
            "the joint has 0 coordinates",
            "turn or slide",
        ),
        (
            "p5",
            "motors = { \"hip*\" = { type = \"effort\" } }",
            "no joint that turns or slides",
            "known are",
        ),
        (
            "p6",
            "quat_wxyz = [1, 0, 0, 0]\nrpy_deg = [0, 0, 0]",
            "given twice",
            "remove",
        ),
    ] {
        let error = scene(name, keys).expect_err(keys);
        assert!(
            error.why.contains(why) && error.fix.contains(fix),
            "{error}"
        );
        let place = error.place.as_ref().expect("a place");
        assert!(
            place.file.ends_with("scene.toml") && place.line >= 3,
            "{error}"
        );
    }
}

#[test]
fn two_robots_have_names_of_their_own() {
    let keys =
        "name = \"left\"\n[[robot]]\nfile = \"arm.urdf\"\nname = \"right\"\nposition = [1, 0, 0]";
    let both = scene("two", keys).expect("a scene");
    assert_eq!(both.model.bodies.len(), 8);
    assert_eq!(body(&both, "right/lower"), 6);
    assert!(both.model.joint_index("left/elbow").is_some());
    assert!(both.model.frame("right/camera").is_ok());
    let twice = "\n[[robot]]\nfile = \"arm.urdf\"";
    let error = scene("twice", twice).expect_err("the same names");
    assert!(error.why.contains("already"), "{error}");
}

#[test]
fn the_library_builds_what_a_scene_builds() {
    use drystone::scene::Robot;
    use drystone::world::Motor;
    let keys = "name = \"left\"\nposition = [1, 2, 3]\njoint_positions = { shoulder = 0.3 }\n\
                motors = { \"sho*\" = { type = \"position\", stiffness = 5, damping = 0.5 } }";
    let scene = scene("library", keys).expect("a scene");
    let folder = super::files::folder("library");
    std::fs::write(folder.join("arm.urdf"), ARM).expect("a file");
    let arm = Robot::load(folder.join("arm.urdf")).expect("a robot");
    let arm = arm
        .named("left")
        .at(Vec3::new(1.0, 2.0, 3.0), drystone::math::Rot::identity())
        .starting("shoulder", 0.3)
        .motor("sho*", Motor::position(5.0, 0.5, f64::INFINITY));
    let builder = arm.add_to(drystone::Model::builder()).expect("a builder");
    let (model, start) = builder.build_with_start().expect("a model");
    assert_eq!(model.fingerprint(), scene.model.fingerprint());
    assert_eq!(start.bodies, scene.initial.bodies);
    assert!(
        arm.starting("shulder", 0.0)
            .add_to(drystone::Model::builder())
            .is_err()
    );
}

#[test]
fn an_angle_beyond_half_a_turn_is_that_angle() {
    let text = ARM.replace(r#"lower="-2" upper="2""#, r#"lower="-1" upper="5""#);
    let folder = super::files::folder("turns");
    std::fs::write(folder.join("arm.urdf"), text).expect("a file");
    let keys = "joint_positions = { shoulder = 4, elbow = -4 }\nmotors = { shoulder = { type = \"position\", stiffness = 1e4, damping = 1e3, limit = 1e4 } }";
    let text = format!("[[robot]]\nfile = \"arm.urdf\"\n{keys}\n");
    let scene =
        Scene::parse(&text, &folder.join("scene.toml").display().to_string()).expect("a scene");
    let positions = scene.initial.joint_positions(&scene.model);
    for (found, right) in positions.iter().zip([4.0, -4.0, 0.25 + 8.0]) {
        assert!((found - right).abs() < 1e-12, "{positions:?}");
    }
    let mut simulator = Simulator::new(scene.model.clone());
    let mut run = scene.run();
    while run.advance(&mut simulator).expect("a step").is_some() {}
    let held = run.state().joint_positions(&scene.model)[0];
    assert!((held - 4.0).abs() < 0.01, "{held}");
}

#[test]
fn a_floating_joint_leaves_its_child_free_whatever_the_base_is() {
    let joint = "<link name=\"ball\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" iyy=\"1\" izz=\"1\"/></inertial></link>\
                 <joint name=\"none\" type=\"floating\"><parent link=\"base\"/><child link=\"ball\"/><origin xyz=\"0 1 2\"/></joint></robot>";
    let scene = robot(&ARM.replace("</robot>", joint));
    let ball = body(&scene, "ball");
    assert!(scene.model.bodies[ball].is_moving() && !scene.model.bodies[0].is_moving());
    assert!((scene.initial.bodies[ball].position - Vec3::new(0.0, 1.0, 2.0)).norm() < 1e-15);
}

#[test]
fn patterns_that_give_no_motor_are_refused_and_joints_without_one_are_listed() {
    let keys = r#"motors = { "el*" = { type = "position", stiffness = 5 } }"#;
    let error = scene("none", keys).expect_err("the elbow has effort 0");
    assert!(error.why.contains("has a motor"), "{error}");
    let keys = r#"motors = { "*" = { type = "position", stiffness = 5 } }"#;
    let said = words(&scene("listed", keys).expect("a scene"));
    assert!(
        said.iter()
            .any(|word| word.ends_with("unless they are named: elbow, roll")),
        "{said:?}"
    );
}

#[test]
fn mistakes_of_motors_and_materials_are_shown_in_the_scene() {
    for (name, keys) in [
        ("m1", r#"motors = { "sho*" = { type = "position" } }"#),
        (
            "m2",
            r#"motors = { "sho*" = { type = "effort", limit = -1 } }"#,
        ),
        ("m3", r#"material = "rubber""#),
    ] {
        let error = scene(name, keys).expect_err(keys);
        let place = error.place.as_ref().expect("a place");
        assert!(
            place.file.ends_with("scene.toml") && place.line == 3,
            "{error}"
        );
    }
}

#[test]
fn infinite_limits_are_none() {
    let text = ARM.replace(
        r#"lower="-2" upper="2" effort="40""#,
        r#"lower="-inf" upper="inf" effort="inf""#,
    );
    let axis = &robot(&text).model.joints[0].axes[0];
    assert_eq!(axis.limits, [f64::NEG_INFINITY, f64::INFINITY]);
}

#[test]
fn the_limits_of_a_joint_that_follows_are_those_of_its_leader() {
    // The roll is within 9 of zero and follows 0.25 - 2 q.
    let axes = |scene: &Scene, name: &str| {
        let index = scene.model.joint_index(name).expect("a joint");
        scene.model.joints[index].axes[0].limits
    };
    let scene = robot(ARM);
    let found = axes(&scene, "elbow");
    assert!(
        (found[0] + 4.375).abs() < 1e-14 && (found[1] - 4.625).abs() < 1e-14,
        "{found:?}"
    );
    assert_eq!(axes(&scene, "roll")[1], f64::INFINITY);
    // 0.25 - 2 q within [0.25, 9] and q within [0, 1] leave zero alone.
    let text = ARM.replace(r#"lower="-9" upper="9""#, r#"lower="0.25" upper="9""#);
    let text = text.replace(r#"type="continuous""#, r#"type="revolute""#);
    let text = text.replace(
        r#"effort="0" velocity"#,
        r#"lower="0" upper="1" effort="0" velocity"#,
    );
    let scene = robot(&text);
    assert_eq!(axes(&scene, "elbow"), [0.0, 1.0]);
    let said = words(&scene);
    assert!(
        said.iter()
            .any(|word| word.contains("roll: its limits leave elbow")),
        "{said:?}"
    );
}

#[test]
fn a_mask_leaves_out_the_links_of_a_robot_or_names_them() {
    let ball = |mask: &str| {
        format!(
            "name = \"left\"\n[[body]]\nname = \"ball\"\nposition = [5, 0, 0]\n\
             shape = {{ sphere = {{ radius = 0.1 }} }}\ncollision_mask = {mask}\n"
        )
    };
    let touched = |mask: &str| {
        let scene = scene("mask", &ball(mask)).expect("a scene");
        let [ball, lower] = ["ball", "left/lower"].map(|name| body(&scene, name));
        let links = (0..scene.model.bodies.len()).filter(|i| *i != ball);
        let count = links.filter(|i| scene.model.may_touch(ball, *i)).count();
        (scene.model.may_touch(ball, lower), count)
    };
    assert_eq!(touched("[]"), (false, 0));
    assert_eq!(touched("[\"left/lower\"]"), (true, 1));
    let error = scene("mask", &ball("[\"left/lowr\"]")).expect_err("no such link");
    assert!(error.fix.contains("left/lower"), "{error}");
}
