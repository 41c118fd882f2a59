//! A small part of the study of joints, judged by its own pass line.

use drystone_lab::joints::{Joints, JointsReport};
use drystone_lab::{Report, carry_out};

#[test]
fn chains_that_are_thrown_on_the_floor_are_solved_and_hold() {
    let rows = carry_out(&Joints { quick: true }, 2, None, |_| {}).unwrap();
    let report = JointsReport::of(&rows);
    assert!(report.missed().is_empty(), "{report}{:?}", report.missed());
}
