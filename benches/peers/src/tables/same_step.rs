//! Everybody at the same step, piles, pegs.

use super::{by_rate, error, millimetres, short, table};
use crate::campaign::{Cell, SAME};
use crate::report::{OURS, Report};
use crate::scene::Kind;

/// Table 2: everybody at the same step.
pub fn same_step(report: &Report) -> String {
    let mut rows = Vec::new();
    for scene in report.scenes(&[Kind::Drop, Kind::Stack, Kind::Pile, Kind::Peg]) {
        let ours = report.at(scene, OURS, SAME);
        for engine in &report.engines {
            let Some(cell) = report.at(scene, engine, SAME) else {
                continue;
            };
            let gap = match cell.kind {
                Kind::Pile => String::new(),
                _ => millimetres(cell.rest_gap),
            };
            rows.push(vec![
                scene.to_string(),
                engine.to_string(),
                short(cell.microseconds),
                ours.map_or("-".into(), |own| {
                    short(cell.microseconds / own.microseconds)
                }),
                millimetres(cell.penetration),
                short(cell.drift_shown()),
                gap,
                format!("{}/{}", cell.failed, cell.runs),
                error(report, cell),
            ]);
        }
    }
    let head = [
        "scene",
        "engine",
        "us per step",
        "over ours",
        "worst penetration, mm",
        "drift, kg m/s",
        "gap or sinkage at the end, mm",
        "failed runs",
        "drop: off the finer run in flight / after impact / at rest; stack: moved; mm",
    ];
    table(&head, rows)
}

/// The piles at both steps.
pub fn piles(report: &Report) -> String {
    let mut rows = Vec::new();
    for scene in report.scenes(&[Kind::Pile]) {
        for engine in &report.engines {
            rows.extend(report.of(scene, engine).map(|cell| {
                let ours = cell.engine.starts_with(OURS);
                let counts = if ours {
                    format!("{} / {} of {}", cell.unsolved, cell.retried, cell.steps)
                } else {
                    "-".into()
                };
                vec![
                    scene.to_string(),
                    engine.to_string(),
                    cell.hertz.to_string(),
                    short(cell.microseconds),
                    millimetres(cell.penetration),
                    short(cell.rest_drift),
                    counts,
                ]
            }));
        }
    }
    let head = [
        "scene",
        "engine",
        "Hz",
        "us per step",
        "worst penetration, mm",
        "drift in the last 0.5 s, kg m/s",
        "steps unsolved / retried",
    ];
    table(&head, rows)
}

/// The peg at the step that serves each engine best, and at every step.
pub fn peg(report: &Report) -> String {
    let rows = report
        .engines
        .iter()
        .filter_map(|engine| best_peg(report, engine));
    let rows = rows.map(|cell| {
        vec![
            cell.engine.to_string(),
            cell.hertz.to_string(),
            format!("{}/{}", cell.reached, cell.runs),
            millimetres(cell.penetration),
            short(cell.microseconds),
            short(cell.speed),
        ]
    });
    let head = [
        "engine",
        "Hz",
        "pegs in",
        "worst penetration, mm",
        "us per step",
        "simulated s per CPU s",
    ];
    let mut out = table(&head, rows);
    out.push_str("Pegs in / worst penetration in mm, at every step:\n\n");
    out + &by_rate(report, "peg", |cell| {
        let all = cell.reached == cell.runs;
        let share = if all {
            "all".into()
        } else {
            format!("{}/{}", cell.reached, cell.runs)
        };
        format!("{share} / {}", millimetres(cell.penetration))
    })
}

/// The figures at the step that serves an engine best.
fn best_peg<'a>(report: &'a Report, engine: &str) -> Option<&'a Cell> {
    // More pegs in, then less deep.
    let worth = |a: &&Cell, b: &&Cell| {
        let more = a.reached.cmp(&b.reached);
        more.then(b.penetration.total_cmp(&a.penetration))
    };
    let accurate = report.matched("peg", engine);
    accurate.or_else(|| report.of("peg", engine).max_by(worth))
}
