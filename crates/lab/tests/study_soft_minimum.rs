//! A small part of the study of soft-minimum contact, judged by its own pass line. No time is judged.

use drystone_lab::soft_minimum::{
    Lessons, Profiles, Pushes, Scaling, SoftMinimumReport, SoftMinimumRows, Surfaces,
};
use drystone_lab::{Campaign, Report, carry_out};
use std::sync::OnceLock;

/// The rows of the reduced study, carried out once for all tests.
fn rows() -> SoftMinimumRows {
    static ROWS: OnceLock<SoftMinimumRows> = OnceLock::new();
    ROWS.get_or_init(carry_out_all).clone()
}

fn carry_out_all() -> SoftMinimumRows {
    fn of<C: Campaign>(campaign: &C) -> Vec<C::Row> {
        carry_out(campaign, 2, None, |_| {}).unwrap()
    }
    let quick = true;
    SoftMinimumRows {
        surfaces: of(&Surfaces { quick }),
        profiles: of(&Profiles { quick }),
        pushes: of(&Pushes::new(quick)),
        scaling: of(&Scaling { quick }),
        lessons: of(&Lessons { quick }),
    }
}

#[test]
fn the_reduced_study_meets_its_pass_line_and_draws_its_pictures() {
    let report = SoftMinimumReport::of(rows());
    println!("{report}");
    assert_eq!(report.missed(), [""; 0], "{}", report.pass_line());
    let page = report.markdown();
    for part in 1..=5 {
        assert!(page.contains(&format!("**{part}. ")), "{part}");
    }
    for plot in report.plots() {
        assert!(plot.svg().starts_with("<svg"), "{}", plot.stem);
    }
}

#[test]
fn a_force_that_jumps_and_a_replay_that_ends_elsewhere_miss_the_pass_line() {
    let mut rows = SoftMinimumRows {
        pushes: rows().pushes,
        ..SoftMinimumRows::default()
    };
    assert!(SoftMinimumReport::of(rows.clone()).missed().is_empty());
    for row in &mut rows.pushes {
        if row.model == "soft_minimum" {
            row.x += 0.03;
        }
    }
    let report = SoftMinimumReport::of(rows);
    assert_eq!(report.missed().len(), 1, "{:?}", report.missed());
}
