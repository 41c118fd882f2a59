//! Stacking, in small: the reduced study, every scene of which is kept in tests/stacking; statics that
//! says what must stand; a judgement that can say no.

use drystone::scene::Scene;
use drystone::step::Simulator;
use drystone::world::Input;
use drystone_lab::stacking::{Expectation, Row, Stacking, StackingReport, Structure, Voussoirs};
use drystone_lab::{Campaign, Report, carry_out};
use std::collections::HashSet;
use std::path::Path;

const QUICK: Stacking = Stacking {
    quick: true,
    folder: None,
};

/// `drystone run tests/stacking/arch-975.toml` shows what the study judges.
#[test]
fn the_kept_scenes_are_those_of_the_reduced_study() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/stacking");
    let mut names: HashSet<String> = HashSet::new();
    for run in QUICK.runs() {
        let name = format!("{}.toml", run.structure.name());
        let text = std::fs::read_to_string(folder.join(&name)).expect("a kept scene");
        assert_eq!(text, run.structure.scene(), "{name}");
        names.insert(name);
    }
    // and a folder of steps
    let entries = std::fs::read_dir(&folder).expect("a folder").count();
    assert_eq!(entries, names.len() + 1);
}

/// Houses of cards (flat on each other, or free fall in a step is a card's height); an earlier ladder left them unsolved.
#[test]
fn steps_of_cards_are_solved() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/stacking/once_unsolved");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("a folder") {
        count += 1;
        let path = entry.expect("a file").path();
        let scene = Scene::load(&path).expect("a valid scene");
        let input = Input::hold(&scene.model, &scene.initial);
        let mut simulator = Simulator::new(scene.model.clone());
        let mut status = |rho: f64| {
            let step = simulator.step(&scene.initial, &input, rho);
            step.expect("a usable state").status
        };
        for rho in [1e-8, 1e-7] {
            let status = status(rho);
            assert!(status.solved, "{path:?}, {rho:e}: {}", status.reason);
        }
    }
    assert!(count >= 5, "{count} steps");
}

#[test]
fn what_must_stand_stands_and_what_must_fall_falls() {
    let rows = carry_out(&QUICK, 2, None, |_| {}).expect("it runs");
    let report = StackingReport::of(&rows);
    println!("{report}");
    assert!(report.missed().is_empty(), "{:#?}", report.missed());
}

#[test]
fn no_structure_starts_with_an_overlap() {
    for structure in Structure::all() {
        let scene = Scene::parse(&structure.scene(), &structure.name()).expect("a valid scene");
        assert!(
            scene.warnings.is_empty(),
            "{}: {:?}",
            structure.name(),
            scene.warnings
        );
    }
}

#[test]
fn runs_have_names_of_their_own_and_the_reduced_ones_are_among_them() {
    let names = |quick| {
        let study = Stacking {
            quick,
            ..Stacking::default()
        };
        let runs = study.runs();
        let names: HashSet<String> = runs.iter().map(|run| run.name()).collect();
        assert_eq!(names.len(), runs.len());
        names
    };
    let (all, quick) = (names(false), names(true));
    assert!(quick.is_subset(&all) && 2 * quick.len() < all.len());
}

/// Nine stones need a thickness of 0.1015 of the mean radius: widened by one part in forty, the arch falls.
#[test]
fn statics_decides_which_arch_stands() {
    let least = Voussoirs::least_thickness(9);
    assert!((least - 0.1015).abs() < 5e-5, "{least}");
    assert!(matches!(
        Structure::Arch(975).expects(),
        Expectation::Stands { .. }
    ));
    assert!(matches!(
        Structure::Arch(1025).expects(),
        Expectation::Falls { .. }
    ));
}

#[test]
fn the_judgement_names_body_time_distance_and_command() {
    let run = QUICK.runs()[0];
    let good = run.carry_out(None).expect("it runs");
    let missed = |row: Row| StackingReport::of(&[row]).missed().join("");
    assert_eq!(missed(good.clone()), "");
    let moved = Row {
        moved: 0.2,
        body: "block7".into(),
        passed_at: Some(1.5),
        ..good.clone()
    };
    let said = missed(moved);
    for word in [
        "block7 moved by 2.0e-1 m",
        "at 1.500 s",
        "drystone run tower-boxes-10.toml --time-step",
    ] {
        assert!(said.contains(word), "{said}");
    }
    let unsolved = Row {
        unsolved: 2,
        unsolved_at: Some(0.3),
        ..good.clone()
    };
    assert!(missed(unsolved).contains("2 of 40 steps unsolved, the first at 0.300 s"));
    let stays = Row {
        stands: false,
        ..good.clone()
    };
    assert!(missed(stays).contains("came down by"));
    let overlaps = Row {
        penetration: 1e-3,
        ..good
    };
    assert!(missed(overlaps).contains("overlap by 1.0e-3 m"));
}
