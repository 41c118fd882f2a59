//! The step against independent answers of mechanics (`tests/oracles/dynamics.json`): flight,
//! sliding, rolling, impacts, towers, spin, fingers, a wobbling disc, a wedged peg.
//!
//! Scenes start half a step early, as scene files do: velocities are those in the middle of the
//! steps, and a wrench acts in step k with its mean over [t_k - h/2, t_k + h/2]. Where a record
//! asks for the plain start, the test says so. Every test states the relaxation it needs and why.
//! `rates` and `rates_of_forces` compare the derivatives of whole runs with the records' own.

#[path = "common/oracle.rs"]
mod oracle;
#[path = "common/scenes.rs"]
mod scenes;

#[path = "oracle_dynamics/case.rs"]
mod case;
#[path = "oracle_dynamics/run.rs"]
mod run;
#[path = "oracle_dynamics/track.rs"]
mod track;

#[path = "oracle_dynamics/disc.rs"]
mod disc;
#[path = "oracle_dynamics/fingers.rs"]
mod fingers;
#[path = "oracle_dynamics/flight.rs"]
mod flight;
#[path = "oracle_dynamics/impacts.rs"]
mod impacts;
#[path = "oracle_dynamics/peg.rs"]
mod peg;
#[path = "oracle_dynamics/pushing.rs"]
mod pushing;
#[path = "oracle_dynamics/rates.rs"]
mod rates;
#[path = "oracle_dynamics/rates_of_forces.rs"]
mod rates_of_forces;
#[path = "oracle_dynamics/rolling.rs"]
mod rolling;
#[path = "oracle_dynamics/sliding.rs"]
mod sliding;
#[path = "oracle_dynamics/spin.rs"]
mod spin;
#[path = "oracle_dynamics/towers.rs"]
mod towers;

/// Kinds with a test in this file's modules.
const TESTED: [&str; 20] = [
    "free_fall",
    "torque_free_tumbling",
    "explosion",
    "sphere_slip_then_roll",
    "cylinder_on_incline",
    "block_on_incline",
    "block_slides_to_stop",
    "block_pushed_tip_or_slide",
    "inelastic_collision",
    "inelastic_collision_oblique",
    "newtons_cradle_inelastic",
    "drop_and_rest",
    "book_stacking",
    "stack_on_table_edge",
    "torsional_stop",
    "capsule_on_two_fingers",
    "capsule_in_v_groove",
    "fingers_converge_under_capsule",
    "peg_in_hole_wedging",
    "euler_disc_steady",
];

/// Kinds that wait, and for what.
const WAITING: [(&str, &str); 4] = [
    ("pendulum", "needs a joint"),
    ("double_pendulum", "needs joints"),
    ("two_link_arm", "needs joints"),
    ("wedge_lock", "needs jaws that slide along one axis"),
];

#[test]
fn every_kind_of_the_reference_is_tested_or_waits_for_a_reason() {
    let data = oracle::load("dynamics.json");
    let mut counts = std::collections::BTreeMap::new();
    for case in oracle::list(&data["cases"]) {
        *counts.entry(oracle::text(&case["kind"])).or_insert(0) += 1;
    }
    for (kind, count) in counts {
        if let Some((_, why)) = WAITING.iter().find(|(waiting, _)| *waiting == kind) {
            println!("{kind}: {count} cases skipped: {why}");
        } else {
            assert!(TESTED.contains(&kind), "{kind}: no test for this kind");
            println!("{kind}: {count} cases");
        }
    }
}
