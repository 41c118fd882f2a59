//! The step against independent answers of mechanics (`tests/oracles/dynamics.json`): the records
//! are examined by `drystone_lab::physics::oracles`, which is what `drystone study physics`
//! shows; here every comparison must hold. `rates` and `rates_of_forces` compare the derivatives of
//! whole runs with the records' own.

mod rates;
mod rates_of_forces;
mod track;

use crate::oracle;
use drystone_lab::physics::oracles::{KINDS, Kind, Record};

/// All records; DRYSTONE_ORACLES may name another folder.
fn all() -> Vec<Record> {
    Record::parse(&oracle::read("dynamics.json")).unwrap()
}

/// All records of a kind; there must be some.
fn cases(kind: &str) -> Vec<Record> {
    let mut found = all();
    found.retain(|record| record.kind == kind);
    assert!(!found.is_empty(), "{kind}: no record");
    found
}

/// Every comparison with every record of a kind holds, and none is left out.
fn holds(kind: &str) {
    let records = cases(kind);
    let mut missed = String::new();
    for record in &records {
        let kind = Kind::of(record).expect("a kind with a run");
        let comparisons = kind.examine(record);
        assert_eq!(comparisons.len(), kind.names(record).len());
        for c in comparisons {
            let row = format!(
                "{:32} {:34.34} {:>24} {:>24}  error {:9.2e}  tolerance {:8.2e}",
                record.id, c.what, c.expected, c.obtained, c.error, c.tolerance
            );
            println!("{row}");
            if !c.ok {
                missed += &format!("{row}\n");
            }
        }
    }
    assert!(missed.is_empty(), "\n{missed}");
}

#[test]
fn every_kind_of_the_reference_is_examined() {
    for record in all() {
        let kind = record.kind.as_str();
        let examined = KINDS.iter().any(|known| known.name == kind);
        assert!(examined, "{kind}: no run for this kind");
    }
}

/// Each kind has its own test, so that they run side by side.
macro_rules! kinds {
    ($($test:ident: $kind:literal),* $(,)?) => {
        const TESTED: &[&str] = &[$($kind),*];
        $(#[test] fn $test() { holds($kind); })*
    };
}

kinds! {
    a_stone_falls_on_a_parabola: "free_fall",
    a_free_body_tumbles_as_euler_says_and_keeps_its_momentum: "torque_free_tumbling",
    an_explosion_leaves_the_centre_of_mass_alone: "explosion",
    a_sliding_sphere_slips_and_then_rolls: "sphere_slip_then_roll",
    a_cylinder_on_a_slope_rolls_or_slips: "cylinder_on_incline",
    a_block_on_a_slope_slides_or_sticks_by_coulombs_law: "block_on_incline",
    a_sliding_block_stops_after_v_squared_over_two_mu_g: "block_slides_to_stop",
    a_pushed_box_stays_slides_or_tips: "block_pushed_tip_or_slide",
    two_bodies_that_collide_head_on_go_on_together: "inelastic_collision",
    frictionless_spheres_that_meet_off_centre_keep_their_tangential_speed:
        "inelastic_collision_oblique",
    the_balls_of_an_inelastic_cradle_end_with_one_velocity: "newtons_cradle_inelastic",
    a_ball_drops_and_stays: "drop_and_rest",
    books_stand_out_over_the_edge_as_far_as_the_harmonic_series: "book_stacking",
    a_stack_tips_over_the_edge_as_one_body: "stack_on_table_edge",
    a_spinning_body_is_stopped_by_torsional_friction: "torsional_stop",
    two_fingers_carry_a_beam_by_the_lever_rule: "capsule_on_two_fingers",
    a_groove_of_two_fingers_holds_a_capsule: "capsule_in_v_groove",
    fingers_that_come_together_meet_under_the_centre_of_mass: "fingers_converge_under_capsule",
    a_peg_is_wedged_when_the_line_of_its_contacts_lies_in_both_friction_cones:
        "peg_in_hole_wedging",
    a_disc_on_its_rim_precesses_steadily: "euler_disc_steady",
    a_pendulum_swings_in_its_period: "pendulum",
    a_double_pendulum_moves_as_lagrange_says: "double_pendulum",
    an_arm_moves_as_its_torques_say: "two_link_arm",
    a_wedge_is_locked_when_friction_reaches_its_angle: "wedge_lock",
}

#[test]
fn every_kind_with_a_run_is_tested() {
    assert_eq!(TESTED.len(), KINDS.len());
    assert!(KINDS.iter().all(|kind| TESTED.contains(&kind.name)));
}

/// A motion that is not what the reference expects is seen: a fall that takes longer than told.
#[test]
fn a_wrong_answer_is_a_miss() {
    let mut data = oracle::load("dynamics.json");
    let mut falls = 0;
    for case in data["cases"].as_array_mut().expect("a list") {
        if case["kind"] == "free_fall" {
            falls += 1;
            let duration = oracle::number(&case["params"]["duration"]);
            case["params"]["duration"] = (1.1 * duration).into();
            let text = serde_json::json!({ "cases": [case] }).to_string();
            let record = &Record::parse(&text).unwrap()[0];
            let comparisons = Kind::of(record).expect("a run").examine(record);
            let missed: Vec<&str> = comparisons
                .iter()
                .filter(|c| !c.ok)
                .map(|c| &*c.what)
                .collect();
            assert!(missed.contains(&"position(T)"), "{missed:?}");
        }
    }
    assert!(falls > 0, "no fall was changed");
}
