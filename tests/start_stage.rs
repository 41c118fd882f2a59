//! The start stage of the separating-plane model: hulls that touch where a scene starts, judged by their support functions.

use drystone::scene::{Overrides, Scene};
use drystone::shape::penetration;
use drystone::step::{Simulator, start_stage};
use drystone::world::{ContactModel, Model, State};

const RHO: f64 = 1e-2;

fn scene(text: &str, model: ContactModel, rho: f64) -> Scene {
    let overrides = Overrides {
        contact_model: Some(model),
        relaxation: Some(rho),
        ..Overrides::default()
    };
    Scene::parse_with(text, "start.toml", &overrides).expect("a scene")
}

/// Returns the least distance of any two parts that may touch, m; negative where they overlap.
fn least_distance(model: &Model, state: &State) -> f64 {
    let mut least = f64::INFINITY;
    for i in 0..model.bodies.len() {
        for j in (i + 1..model.bodies.len()).filter(|&j| model.may_touch(i, j)) {
            let pose = |k: usize| (state.bodies[k].position, state.bodies[k].rotation);
            for a in &model.bodies[i].parts {
                for b in &model.bodies[j].parts {
                    let guess = pose(j).0 - pose(i).0;
                    let depth = penetration(&a.placed, &pose(i), &b.placed, &pose(j), &guess);
                    least = least.min(-depth);
                }
            }
        }
    }
    least
}

/// Ten cubes that touch are moved apart by less than the two supports of each contact, all at rest. So the tower only sinks to where it rests: without a start stage, the first
/// step moved the cubes apart at up to 1.3 m/s, and the top rose by 67 mm.
#[test]
fn a_tower_of_touching_cubes_only_sinks() {
    let text = include_str!("../scenarios/stack10.toml");
    let written = scene(text, ContactModel::SingleLevel, RHO);
    let scene = scene(text, ContactModel::SeparatingPlane, RHO);
    let support = RHO * scene.model.units.length;
    assert!(least_distance(&scene.model, &written.initial) < 1e-12);
    let least = least_distance(&scene.model, &scene.initial);
    // A half-space has one point, so that the lowest gap is the least.
    assert!(least > 0.8 * support, "{least:e} m");
    for (k, (now, before)) in scene
        .initial
        .bodies
        .iter()
        .zip(&written.initial.bodies)
        .enumerate()
    {
        let moved = now.position - before.position;
        assert!(moved.z <= 2.0 * support * k as f64, "cube {k}: {moved:?}");
        assert!(moved.xy().norm() < 1e-6 * support, "cube {k}: {moved:?}");
        assert_eq!(now.velocity, before.velocity);
    }
    let mut simulator = Simulator::new(scene.model.clone());
    let mut run = scene.run();
    let top = |state: &State| state.bodies[10].position.z;
    let start = top(&scene.initial);
    for _ in 0..100 {
        let now = run.advance(&mut simulator).expect("valid").expect("a step");
        assert!(now.step.status.solved);
        let rise = top(&now.step.state) - start;
        assert!(
            rise < 0.1 * support,
            "step {}: the top is {rise:e} m above its start",
            now.index
        );
    }
}

/// A body that touches nothing stays where it was written, to the bit where nothing in the scene touches.
#[test]
fn bodies_that_touch_nothing_stay_where_they_are() {
    let text = |height: f64| {
        format!(
            "simulation = {{ time_step = 0.01, duration = 0.1, relaxation = 1e-2, length = 0.1 }}\n\
             [shape.ground.halfspace]\nnormal = [0, 0, 1]\n\
             [shape.cube.box]\nhalf_extents = [0.1, 0.1, 0.1]\n\
             [[body]]\nname = \"ground\"\nfixed = true\nshape = \"ground\"\n\
             [[body]]\nname = \"lying\"\nshape = \"cube\"\nmass = 1\nposition = [0, 0, {height}]\n\
             [[body]]\nname = \"flying\"\nshape = \"cube\"\nmass = 1\nposition = [1, 0, 1]\nvelocity = [3, 2, 1]\nangular_velocity = [0, 1, 0]\n\
             [[body]]\nname = \"driven\"\nshape = \"cube\"\nmass = 1\nposition = [-1, 0, 1]\ndriven = {{ stiffness = 100, damping = 10 }}\n"
        )
    };
    let resting = text(0.1 + 1.6e-3);
    let as_written = scene(&resting, ContactModel::SingleLevel, RHO).initial;
    assert_eq!(
        scene(&resting, ContactModel::SeparatingPlane, RHO).initial,
        as_written
    );
    let touching = text(0.1);
    let as_written = scene(&touching, ContactModel::SingleLevel, RHO).initial;
    let moved = scene(&touching, ContactModel::SeparatingPlane, RHO);
    let way = |k: usize| moved.initial.bodies[k].position - as_written.bodies[k].position;
    assert!(way(1).z > 0.8e-3 && way(1).z < 1e-3, "{:?}", way(1));
    for k in [0, 2, 3] {
        assert!(way(k).norm() < 1e-15, "body {k}: {:?}", way(k));
        let [now, before] = [&moved.initial, &as_written].map(|state| &state.bodies[k]);
        assert!(now.rotation.angle_to(&before.rotation) < 1e-12);
        assert_eq!(now.velocity, before.velocity);
    }
    let word = moved.warnings.iter().map(ToString::to_string);
    let word = word.filter(|word| word.contains("hulls touch or overlap at the start"));
    let words: Vec<String> = word.collect();
    assert_eq!(words.len(), 1, "{words:?}");
    let continued = moved.one_step(3, &as_written);
    let continued = Scene::parse(&continued, "continued.toml").expect("a scene");
    assert_eq!(continued.initial, as_written, "a run that goes on");
    assert!(words[0].contains("body.lying.position"), "{words:?}");
}

/// Nothing drives joints in the stage: the fingers of a gripper are at limits, under motors and gravity, and what lies between them touches the floor.
#[test]
fn limits_and_motors_of_joints_move_nothing() {
    let text = include_str!("../scenarios/gripper_lift.toml");
    let written = scene(text, ContactModel::SingleLevel, 1e-3);
    let moved = scene(text, ContactModel::SeparatingPlane, 1e-3);
    let most = 2e-3 * moved.model.units.length;
    let pairs = moved.initial.bodies.iter().zip(&written.initial.bodies);
    let ways: Vec<f64> = pairs
        .map(|(now, before)| (now.position - before.position).norm())
        .collect();
    assert!(ways.iter().any(|&way| way > 0.1 * most), "{ways:?}");
    assert!(ways.iter().all(|&way| way < most), "{ways:?}");
}

/// The derivative of a design by its start is a difference of scenes, which a stage of finitely many steps would disturb.
#[test]
fn designs_start_as_they_are_written() {
    let text = include_str!("../scenarios/designs/gripper.toml");
    let written = scene(text, ContactModel::SingleLevel, 1e-3);
    let design = scene(text, ContactModel::SeparatingPlane, 1e-3);
    assert!(least_distance(&design.model, &written.initial) < 1e-12);
    assert_eq!(design.initial, written.initial);
}

/// Points on a curved surface may be apart where the surface touches: nothing moves then, and there is no word about it. Other contact models have no stage.
#[test]
fn there_is_no_word_where_nothing_has_to_move() {
    let text = "simulation = { time_step = 0.01, duration = 0.1, length = 0.1 }\n\
        [shape.ground.halfspace]\nnormal = [0, 0, 1]\n\
        [shape.egg.ellipsoid]\nsemi_axes = [0.1, 0.1, 0.07]\n\
        [[body]]\nname = \"ground\"\nfixed = true\nshape = \"ground\"\n\
        [[body]]\nname = \"egg\"\nshape = \"egg\"\nmass = 1\nposition = [0, 0, 0.07]\nrpy_deg = [7, 11, 13]\n";
    let lying = scene(text, ContactModel::SingleLevel, 1e-4);
    let at = &lying.initial.bodies[1];
    // The height at which the tilted ellipsoid touches: the support function of its axes.
    let down = at.rotation.inverse() * drystone::Vec3::z();
    let height = down
        .component_mul(&drystone::Vec3::new(0.1, 0.1, 0.07))
        .norm();
    let text = text.replace("0, 0, 0.07]", &format!("0, 0, {height:?}]"));
    let written = scene(&text, ContactModel::SingleLevel, 1e-4);
    assert!(least_distance(&written.model, &written.initial).abs() < 1e-9);
    let moved = scene(&text, ContactModel::SeparatingPlane, 1e-4);
    assert_eq!(moved.initial, written.initial);
    let words = moved.warnings.iter().map(ToString::to_string);
    assert_eq!(words.filter(|word| word.contains("is moved by")).count(), 0);
    let error = start_stage(&written.model, &written.initial, 1e-4).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("single_level has no start stage"),
        "{error}"
    );
}
