//! `study speed`: every step is timed, methods take turns, figures are those of the times. No time is
//! judged.

use drystone_lab::speed::{FallRow, Speed, SpeedReport};
use drystone_lab::{Campaign, Method, Report, carry_out};

#[test]
fn quick_falls_are_timed_step_by_step_and_solved() {
    let study = Speed { quick: true };
    let rows = carry_out(&study, 1, None, |_| {}).unwrap();
    let report = SpeedReport::of(study.steps(), &rows);
    println!("{report}");
    assert_eq!(report.missed(), [""; 0], "{}", report.pass_line());
    assert_eq!(report.samples.len(), 2 * Method::ALL.len());
    for row in &rows {
        let times = row
            .microseconds
            .split(' ')
            .map(|time| time.parse().unwrap());
        let times: Vec<f64> = times.collect();
        assert!(times.len() == row.steps && times.iter().all(|&time| time > 0.0));
    }
}

#[test]
fn the_full_study_has_20_000_steps_and_methods_take_turns() {
    let study = Speed { quick: false };
    let runs = study.runs();
    let names: Vec<String> = runs.iter().map(|run| study.name(run)).collect();
    for method in Method::ALL {
        let own = |name: &&String| name.starts_with(&format!("{}, box", method.name()));
        let steps = names.iter().filter(own).map(|name| {
            let words: Vec<&str> = name.rsplit(' ').collect();
            words[1].parse::<usize>().unwrap()
        });
        assert_eq!(steps.sum::<usize>(), 20_000, "{}", method.name());
    }
    let turn = Method::ALL.len();
    for (i, name) in names.iter().enumerate() {
        assert!(name.starts_with(&format!("{}, ", Method::ALL[i % turn].name())));
    }
    // what quick did may be gone on with
    let quick = Speed { quick: true };
    assert!(
        quick
            .runs()
            .iter()
            .all(|run| names.contains(&quick.name(run)))
    );
}

fn row(method: Method, body: &str, unsolved: usize, microseconds: &str) -> FallRow {
    let steps = microseconds.split(' ').count();
    FallRow {
        name: String::new(),
        method: method.name().into(),
        body: body.into(),
        steps,
        iterations: 5 * steps,
        base_failures: 0,
        unsolved,
        microseconds: microseconds.into(),
    }
}

#[test]
fn figures_are_those_of_the_times() {
    let single = Method::SingleLevel;
    let other = Method::SingleLevelPaper;
    let bodies = ["planar figure", "box"];
    let rows = |unsolved| {
        bodies.map(|body| {
            [
                row(single, body, 0, "1 2"),
                row(other, body, 0, "30 20 10 100"),
                row(single, body, unsolved, "3 10"),
            ]
        })
    };
    let report = SpeedReport::of(4, &rows(0).concat());
    assert!(report.missed().is_empty(), "{:?}", report.missed());
    let figures = |method: Method| {
        let mut all = report.samples.iter();
        let found = all.find(|s| s.body == "box" && s.method == method.name());
        found.unwrap().clone()
    };
    let (a, b) = (figures(single), figures(other));
    assert_eq!((a.steps, a.mean, a.median, a.p99), (4, 4.0, 2.0, 10.0));
    assert_eq!((b.steps, b.mean, b.median, b.p99), (4, 40.0, 20.0, 100.0));
    assert_eq!(
        (b.mean_ratio, b.median_ratio, b.iterations),
        (10.0, 10.0, 5.0)
    );
    let unsolved = SpeedReport::of(4, &rows(1).concat());
    assert_eq!(unsolved.missed().len(), 2);
    let too_few = SpeedReport::of(5, &rows(0).concat());
    assert_eq!(too_few.missed().len(), 2);
}
