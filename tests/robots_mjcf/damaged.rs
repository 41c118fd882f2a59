//! Damaged files give errors, never a panic.

use drystone::Simulator;
use drystone::scene::Scene;
use proptest::prelude::*;

/// A model with most elements.
const MODEL: &str = include_str!("walker.xml");

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn damaged_files_never_panic(cut in 0usize..20_000, at in 0usize..20_000, byte in 0u8..128, swap in 0usize..20_000) {
        let mut bytes = MODEL.as_bytes().to_vec();
        let at = at % bytes.len();
        match cut % 3 {
            0 => bytes[at] = byte,
            1 => bytes.swap(at, swap % MODEL.len()),
            _ => bytes.insert(at, byte),
        }
        if cut % 5 == 0 {
            bytes.truncate(cut % MODEL.len());
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Err(error) = Scene::parse(&text, "model.xml") {
            prop_assert!(!error.why.is_empty());
        }
    }
}

#[test]
fn the_model_itself_is_read() {
    let scene = Scene::parse(MODEL, "model.xml").expect("a model");
    assert_eq!(scene.model.joints.len(), 7);
}

#[test]
fn the_model_runs_and_its_joints_hold() {
    let scene = Scene::parse(MODEL, "model.xml").expect("a model");
    let mut simulator = Simulator::new(scene.model.clone());
    let mut run = scene.run();
    while let Some(now) = run.advance(&mut simulator).expect("a step") {
        assert!(now.step.status.solved);
    }
    for joint in &scene.model.joints {
        let gap = joint.gap(run.state());
        assert!(gap[0] < 1e-8 && gap[1] < 1e-8, "{}: {gap:?}", joint.name);
    }
    let index = scene.model.body_index("ball").expect("a body");
    // It falls 0.9 m onto the floor within the second of the run.
    let height = run.state().bodies[index].position.z;
    assert!((height - 0.1).abs() < 1e-3, "{height}");
}
