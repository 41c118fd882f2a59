//! Damaged files give errors, never a panic.

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
