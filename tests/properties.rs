//! What must hold for any shape and any step: shapes agree with themselves, and no frame, order or unit is
//! special.

mod shapes;
mod steps;

use crate::common::any_shape;
use proptest::prelude::ProptestConfig;

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(20_261_122),
        ..ProptestConfig::default()
    }
}
