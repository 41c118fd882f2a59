//! Damaged files give errors, never a panic.

use super::ARM;
use drystone::scene::Scene;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn damaged_files_never_panic(cut in 0usize..3000, at in 0usize..3000, byte in 0u8..128, twice in any::<bool>()) {
        let mut bytes = ARM.as_bytes().to_vec();
        let at = at % bytes.len();
        match twice {
            true => bytes[at] = byte,
            false => bytes.insert(at, byte),
        }
        if cut % 4 == 0 {
            bytes.truncate(cut);
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Err(error) = Scene::parse(&text, "arm.urdf") {
            prop_assert!(!error.why.is_empty());
        }
    }
}
