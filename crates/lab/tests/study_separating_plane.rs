//! `study separating_plane` in its reduced form.

use drystone::scene::Scene;
use drystone_lab::separating_plane::{
    Case, ChainRow, Chains, Check, CheckRow, Checks, Floor, Formula, Hover, Kind, Pile, Planks,
    SeparatingPlaneReport, Throw, ThrowRow, Throws,
};
use drystone_lab::{Campaign, Report, carry_out};

/// 2,000 steps of thrown bodies: hulls stay apart where steps end and on the way there, no scene ends early, pairs keep their momentum.
#[test]
fn thrown_hulls_do_not_overlap_and_pairs_keep_their_momentum() {
    let rows = carry_out(&Throws { quick: true }, 2, None, |_| ()).expect("rows");
    let report = SeparatingPlaneReport::of(&rows, &[], &[]);
    assert!(report.missed().is_empty(), "{report}");
    let [pair, crowd] = [&report.throws[0], &report.throws[1]];
    assert_eq!((pair.steps, crowd.steps), (1000, 1000));
    assert_eq!((pair.deepest_at_end, crowd.deepest_at_end), (0.0, 0.0));
    assert!(pair.linear_error < 1e-9, "{report}");
    assert!(pair.certified > 0 && crowd.certified > 1000, "{report}");
}

/// The judgement can say no: a row with an overlap at an end or on the way, or with a solved step that is not proven apart, misses the pass line.
#[test]
fn an_overlap_misses_the_pass_line() {
    let throws = Throws { quick: true };
    let run = Throw {
        kind: Kind::Pair,
        seed: 0,
    };
    let mut row = throws.carry_out(&run).expect("a row");
    let missed = |row: &ThrowRow| {
        let report = SeparatingPlaneReport::of(std::slice::from_ref(row), &[], &[]);
        report.missed().len()
    };
    assert_eq!(missed(&row), 0);
    row.not_certified_solved = 1;
    assert_eq!(missed(&row), 1);
    row.deepest_at_end = 1e-12;
    assert_eq!(missed(&row), 2);
    row.overlaps = 1;
    assert_eq!(missed(&row), 3);
}

/// The scenes are valid, and nothing overlaps at the start.
#[test]
fn thrown_bodies_start_apart() {
    for seed in 0..100 {
        for kind in Kind::ALL {
            let run = Throw { kind, seed };
            let scene = Scene::parse(&run.scene(), &run.name()).expect("a valid scene");
            let overlap = |warning: &&drystone::Error| warning.why.contains("overlap");
            assert_eq!(
                scene.warnings.iter().find(overlap).map(|w| w.to_string()),
                None
            );
        }
    }
}

/// 59 cases, every one judged, and every check has its table.
#[test]
fn all_checks_are_met_in_the_reduced_study() {
    let rows = carry_out(&Checks { quick: true }, 2, None, |_| ()).expect("rows");
    let report = SeparatingPlaneReport::of(&[], &rows, &[]);
    assert!(report.missed().is_empty(), "{report}");
    let count = |check: Check| rows.iter().filter(|row| row.check == check.name()).count();
    assert_eq!(Check::ALL.map(count), [17, 4, 9, 8, 3, 10, 8]);
    assert!(rows.iter().all(|row| row.steps >= 40), "{report}");
    let page = report.markdown();
    assert!(Check::ALL.iter().all(|check| page.contains(check.title())));
}

/// The judgement can say no: an error that is too large or no number, and a step that is not solved, miss the pass line.
#[test]
fn a_case_misses_by_its_error_or_by_a_step() {
    let row = CheckRow {
        name: "spin: a case".into(),
        check: "spin".into(),
        expected: 1.0,
        measured: 1.1,
        error: 0.1,
        allowed: 0.2,
        steps: 10,
        unsolved: 0,
    };
    assert!(row.passes() && row.case() == "a case");
    let wrong = [
        CheckRow {
            error: 0.21,
            ..row.clone()
        },
        CheckRow {
            error: f64::NAN,
            ..row.clone()
        },
        CheckRow {
            unsolved: 1,
            ..row.clone()
        },
        CheckRow {
            steps: 0,
            ..row.clone()
        },
    ];
    assert_eq!(
        SeparatingPlaneReport::of(&[], &wrong, &[]).missed().len(),
        4
    );
    assert!(
        SeparatingPlaneReport::of(&[], &[row], &[])
            .missed()
            .is_empty()
    );
}

/// The measurements can say no: SDRS eq. 19 is not the law of a light barrier, and planks over corners that give way by too much fall.
#[test]
fn a_light_barrier_is_beside_eq_19_and_lets_planks_fall() {
    let checks = Checks { quick: true };
    let hover = Hover {
        floor: Floor::Box,
        points: 4,
        support: 1e-3,
        weight: 1.0,
        formula: Formula::Published,
    };
    let row = checks.carry_out(&Case::Hover(hover)).expect("a row");
    assert!(row.error > 0.3 && !row.passes(), "{row:?}");
    for pile in [Pile::Forces, Pile::Drift] {
        let planks = Planks {
            count: 20,
            support: 2e-4,
            weight: 1.0,
            slip_speed: 1e-3,
            seconds: 0.5,
            measured: pile,
        };
        let row = checks.carry_out(&Case::Planks(planks)).expect("a row");
        assert!(row.error > 10.0 * row.allowed && row.steps == 50, "{row:?}");
    }
}

/// Chains on the ground touch it with all of their links; a time that grows by the links to the 1.5 misses the pass line.
#[test]
fn chains_touch_and_an_exponent_is_judged_of_four_sizes_or_more() {
    let rows = carry_out(&Chains { quick: true }, 1, None, |_| ()).expect("rows");
    let sizes: Vec<usize> = rows.iter().map(|row| row.links).collect();
    assert_eq!(sizes, [2, 4]);
    for row in &rows {
        assert_eq!((row.steps, row.unsolved), (20, 0), "{row:?}");
        assert!(row.contacts >= 4.0 * row.links as f64, "{row:?}");
        let times = [row.backward, row.without_friction, row.apart];
        assert!(times.iter().all(|time| *time > 0.0), "{row:?}");
    }
    let missed = |exponent: f64, sizes: u32| {
        let row = |k: u32| ChainRow {
            time: 2f64.powf(exponent * f64::from(k)),
            links: 1 << k,
            ..rows[0].clone()
        };
        let rows: Vec<ChainRow> = (0..sizes).map(row).collect();
        SeparatingPlaneReport::of(&[], &[], &rows).missed().len()
    };
    assert_eq!([missed(1.29, 4), missed(1.5, 4), missed(1.5, 3)], [0, 1, 0]);
    let unsolved = ChainRow {
        unsolved: 1,
        ..rows[0].clone()
    };
    assert_eq!(
        SeparatingPlaneReport::of(&[], &[], &[unsolved])
            .missed()
            .len(),
        1
    );
}
