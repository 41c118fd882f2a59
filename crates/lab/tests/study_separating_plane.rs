//! `study separating_plane` in its reduced form.

use drystone::scene::Scene;
use drystone_lab::separating_plane::{Kind, SeparatingPlaneReport, Throw, Throws};
use drystone_lab::{Campaign, Report, carry_out};

/// 2,000 steps of thrown bodies: hulls that are apart stay apart, no scene ends early, pairs keep their momentum.
#[test]
fn thrown_hulls_do_not_overlap_and_pairs_keep_their_momentum() {
    let rows = carry_out(&Throws { quick: true }, 2, None, |_| ()).expect("rows");
    let report = SeparatingPlaneReport::of(&rows);
    assert!(report.missed().is_empty(), "{report}");
    let [pair, crowd] = [&report.throws[0], &report.throws[1]];
    assert_eq!((pair.steps, crowd.steps), (1000, 1000));
    assert_eq!((pair.deepest_at_end, crowd.deepest_at_end), (0.0, 0.0));
    assert!(pair.linear_error < 1e-9, "{report}");
    assert!(pair.certified > 0 && crowd.certified > 1000, "{report}");
}

/// The judgement can say no: a row with an overlap misses the pass line.
#[test]
fn an_overlap_at_the_end_of_a_step_misses_the_pass_line() {
    let throws = Throws { quick: true };
    let run = Throw {
        kind: Kind::Pair,
        seed: 0,
    };
    let mut row = throws.carry_out(&run).expect("a row");
    row.deepest_at_end = 1e-12;
    assert_eq!(SeparatingPlaneReport::of(&[row]).missed().len(), 1);
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
