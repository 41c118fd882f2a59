//! Insertion, in small: the reduced study; scenes of tests/insertion are those of the study; a judgement that can
//! say no.

use drystone::scene::Scene;
use drystone::shape::penetration;
use drystone::step::{Rung, Simulator, StepStatus};
use drystone::world::{Input, Model, State};
use drystone_lab::insertion::{Family, Insertion, InsertionReport, Mouth, Row, Run, Section, Task};
use drystone_lab::{Campaign, Report, carry_out};
use std::collections::HashSet;
use std::path::Path;

const QUICK: Insertion = Insertion {
    quick: true,
    folder: None,
};

const EXPERIMENTS: &str = include_str!("../../../docs/experiments.md");

/// Thousands with a comma.
fn grouped(number: usize) -> String {
    format!("{},{:03}", number / 1000, number % 1000)
}

/// A peg that stays out at a long step is wedged there, and stays out at 2 ms too: the hole is at fault, not the length of the step.
#[test]
fn pegs_go_in_or_are_wedged() {
    let rows = carry_out(&QUICK, 2, None, |_| {}).expect("it runs");
    let report = InsertionReport::of(&rows);
    println!("{report}");
    assert!(report.missed().is_empty(), "{:#?}", report.missed());
    let runs = QUICK.runs();
    assert_eq!(runs.len(), rows.len());
    let mut stopped = Vec::new();
    for (run, row) in runs.into_iter().zip(&rows) {
        if !row.entered {
            assert!(row.wedged, "{}", row.name);
            let fine = Run {
                time_step: 0.002,
                ..run
            };
            let fine = fine.carry_out(None).expect("it runs");
            assert!(!fine.entered, "{} goes in", fine.name);
            stopped.push(row.name.as_str());
        }
    }
    println!("pegs that stay out: {stopped:?}");
    let steps: usize = rows.iter().map(|row| row.steps).sum();
    let ladder: usize = rows.iter().map(|row| row.rungs.total()).sum();
    let said = format!(
        "{} runs: {} pegs go in, {ladder} steps of {} need the ladder",
        rows.len(),
        rows.len() - stopped.len(),
        grouped(steps)
    );
    assert!(
        EXPERIMENTS.contains(&said),
        "docs/experiments.md does not say: {said}"
    );
}

/// One of each kind, the tightest and roughest.
#[test]
fn the_kept_scenes_are_those_of_the_study() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/insertion");
    let upright = Section::ALL.map(|section| Family::Upright(section, Mouth::Chamfered));
    let kept = upright
        .into_iter()
        .chain([Family::Upright(Section::Square, Mouth::Sharp), Family::Side]);
    let mut count = 0;
    for family in kept {
        let clearance = if family == Family::Side { 3e-3 } else { 1e-4 };
        let task = Task {
            family,
            clearance,
            friction: 0.5,
        };
        let name = format!("{}-start-0.toml", task.name());
        let text = std::fs::read_to_string(folder.join(&name)).expect("a kept scene");
        assert_eq!(text, task.scene(0), "{name}");
        count += 1;
    }
    // and two folders of steps
    let entries = std::fs::read_dir(&folder).expect("a folder").count();
    assert_eq!(entries, count + 2);
}

/// What the kept steps of a folder come to at a relaxation, and how deep the peg and the walls overlap then, m, by their shapes.
fn ends(folder: &str, rho: f64) -> Vec<(StepStatus, f64)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/insertion")
        .join(folder);
    let entries = std::fs::read_dir(folder).expect("a folder");
    let end = |entry: std::io::Result<std::fs::DirEntry>| {
        let path = entry.expect("a file").path();
        let scene = Scene::load(&path).expect("a valid scene");
        let mut input = Input::hold(&scene.model, &scene.initial);
        scene.input_at(0, &scene.initial, &mut input);
        let mut simulator = Simulator::new(scene.model.clone());
        let step = simulator.step(&scene.initial, &input, rho);
        let step = step.expect("a usable state");
        let depth = overlap(&scene.model, &step.state);
        (step.status, depth)
    };
    let all: Vec<_> = entries.map(end).collect();
    assert!(all.len() >= 3, "{} steps", all.len());
    all
}

/// Deepest overlap of the parts of two bodies, m.
fn overlap(model: &Model, state: &State) -> f64 {
    let [a, b] = [0, 1].map(|i| (&model.bodies[i], &state.bodies[i]));
    let mut deepest = f64::NEG_INFINITY;
    for (p, q) in
        a.0.parts
            .iter()
            .flat_map(|p| b.0.parts.iter().map(move |q| (p, q)))
    {
        let [from, to] = [a, b].map(|(_, at)| (at.position, at.rotation));
        let guess = to.0 + to.1 * q.placed.offset - from.0 - from.1 * p.placed.offset;
        deepest = deepest.max(penetration(&p.placed, &from, &q.placed, &to, &guess));
    }
    deepest
}

/// An earlier ladder left them unsolved.
#[test]
fn steps_in_which_a_peg_wedges_are_solved() {
    for rho in [1e-6, 1e-5, 1e-4] {
        for (status, overlap) in ends("once_unsolved", rho) {
            assert!(status.solved, "{rho:e}: {}", status.reason);
            // 12 rho L at the most, as in the audit
            let bound = 12.0 * rho * 0.0208;
            assert!(overlap < bound, "{rho:e}, {:?}: {overlap} m", status.rung);
        }
    }
}

/// A wedged peg pressed with hundreds of newtons, from states that unsolved steps of earlier ladders led to. None passes for one
/// that is solved.
#[test]
fn steps_that_are_not_solved_say_so() {
    for (status, _) in ends("unsolved", 1e-6) {
        assert_eq!(status.solved, status.reason.is_empty(), "{status:?}");
        assert_eq!(status.solved, status.rung != Rung::Relaxed, "{status:?}");
    }
}

#[test]
fn pegs_start_outside_of_their_holes() {
    let full = Insertion::default();
    let runs = full.runs();
    let runs: Vec<_> = runs.iter().filter(|run| run.time_step == 0.01).collect();
    assert!(runs.len() > 100, "{} runs", runs.len());
    for run in runs {
        let scene = Scene::parse(&run.task.scene(run.start), &run.name()).expect("a valid scene");
        assert!(
            scene.warnings.is_empty(),
            "{}: {:?}",
            run.name(),
            scene.warnings
        );
    }
}

#[test]
fn runs_have_names_of_their_own_and_the_reduced_ones_are_among_them() {
    let names = |quick| {
        let study = Insertion {
            quick,
            ..Insertion::default()
        };
        let runs = study.runs();
        let names: HashSet<String> = runs.iter().map(|run| run.name()).collect();
        assert_eq!(names.len(), runs.len());
        names
    };
    let (all, quick) = (names(false), names(true));
    assert!(quick.is_subset(&all) && 10 * quick.len() < all.len());
}

#[test]
fn the_judgement_can_say_no() {
    let good = QUICK.runs()[0].carry_out(None).expect("it runs");
    let missed = |row: Row| InsertionReport::of(&[row]).missed().join("");
    assert_eq!(missed(good.clone()), "");
    let stuck = Row {
        entered: false,
        wedged: false,
        depth: 0.02,
        ..good.clone()
    };
    let said = missed(stuck.clone());
    assert!(
        said.contains("stays at 0.0200 m and is not wedged; drystone run"),
        "{said}"
    );
    let wedged = Row {
        wedged: true,
        ..stuck
    };
    assert_eq!(missed(wedged), "");
    let unsolved = Row {
        unsolved: 1,
        unsolved_at: Some(0.3),
        ..good
    };
    assert!(missed(unsolved).contains("the first at 0.300 s"));
}
