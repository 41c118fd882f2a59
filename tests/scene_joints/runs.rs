//! Scenes of mechanisms do what their comments say.

use drystone::recording::Judge;
use drystone::scene::Scene;
use drystone::step::{Simulator, Step};
use std::path::Path;

/// Simulates a scene that comes with Drystone, and hands every step with its time to `see`. All steps are solved, all joints
/// hold, and no shapes overlap.
pub fn play(name: &str, mut see: impl FnMut(&Scene, f64, &Step)) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let scene = Scene::load(folder.join(name)).unwrap_or_else(|e| panic!("{e}"));
    let mut simulator = Simulator::new(scene.model.clone());
    let mut judge = Judge::new(&scene.model);
    let mut run = scene.run();
    while let Some(now) = run.advance(&mut simulator).expect("valid") {
        assert!(now.step.status.solved, "{name} {}", now.time);
        judge.judge(now.index, now.step);
        for joint in &scene.model.joints {
            let [distance, angle] = joint.gap(&now.step.state);
            let limit = 1e-9 * scene.model.units.length;
            assert!(
                distance < limit && angle < 1e-9,
                "{name} {}: {distance} m, {angle} rad",
                joint.name
            );
        }
        see(&scene, now.time, now.step);
    }
    let depth = judge.deepest();
    assert!(
        depth < 1e-5 && judge.disagreements() == 0,
        "{name}: {depth} m"
    );
}

#[test]
fn a_crank_turns_round_and_the_rocker_to_and_fro() {
    let (mut crank, mut rocker) = (0.0, [f64::INFINITY, f64::NEG_INFINITY]);
    play("four_bar.toml", |scene, _, step| {
        let positions = step.state.joint_positions(&scene.model);
        crank = positions[0];
        rocker = [rocker[0].min(positions[3]), rocker[1].max(positions[3])];
    });
    // The dead centres: crank and coupler in line, 0.7 m and 0.3 m from the pivot of the crank.
    let angle =
        |reach: f64| ((0.5f64.powi(2) + 0.4f64.powi(2) - reach * reach) / (2.0 * 0.5 * 0.4)).acos();
    let swing = angle(0.7) - angle(0.3);
    let found = rocker[1] - rocker[0];
    println!("crank {crank} rad, swing {found} rad, closed form {swing} rad");
    assert!(crank > 2.0 * std::f64::consts::TAU);
    assert!((found - swing).abs() < 1e-3);
}

#[test]
fn a_stewart_platform_reaches_its_poses() {
    // Time, position of the platform and its rotation about one axis; the legs give way by 0.6 mm under the weight.
    let poses = [
        (0.7, [0.0, 0.0, 0.58], [0.0, 0.0, 0.0]),
        (1.4, [0.0, 0.0, 0.55], [0.2, 0.0, 0.0]),
        (2.1, [0.05, 0.0, 0.55], [0.0, 0.2, 0.0]),
        (2.8, [0.0, 0.05, 0.55], [0.0, 0.0, 0.25]),
        (4.0, [0.0, 0.0, 0.5], [0.0, 0.0, 0.0]),
    ];
    let mut seen = 0;
    play("stewart.toml", |_, time, step| {
        for (_, position, turn) in poses.iter().filter(|pose| (pose.0 - time).abs() < 1e-9) {
            let at = &step.state.bodies[0];
            let apart = (at.position - drystone::Vec3::from(*position)).norm();
            let turned = (at.rotation.scaled_axis() - drystone::Vec3::from(*turn)).norm();
            println!("{time} s: {apart:.2e} m, {turned:.2e} rad off");
            assert!(apart < 1.5e-3 && turned < 5e-3);
            seen += 1;
        }
    });
    assert_eq!(seen, poses.len());
}

#[test]
fn a_gripper_lifts_its_box() {
    let mut height = 0.0;
    play("gripper_lift.toml", |scene, _, step| {
        let index = scene.model.body_index("box").expect("a box");
        height = step.state.bodies[index].position.z;
    });
    println!("{height} m");
    assert!((height - 0.24).abs() < 2e-3);
}

#[test]
fn a_double_pendulum_keeps_its_energy() {
    let mut range = [f64::INFINITY, f64::NEG_INFINITY];
    play("double_pendulum.toml", |scene, _, step| {
        let model = &scene.model;
        let bodies = model.bodies.iter().zip(&step.state.bodies);
        let energies = bodies.map(|(body, at)| {
            // The velocity of a state is that of half a step before its node.
            let v = at.velocity + model.gravity * (0.5 * model.time_step);
            let w = &at.angular_velocity;
            let kinetic = body.mass * v.norm_squared() + w.dot(&(body.inertia * w));
            0.5 * kinetic - body.mass * model.gravity.dot(&at.position)
        });
        let energy: f64 = energies.sum();
        range = [range[0].min(energy), range[1].max(energy)];
    });
    println!("{range:?} J");
    assert!(range[1] - range[0] < 1e-3 * range[1]);
}
