//! Who is accurate at which step, and how fast that is.

use super::{by_rate, error, error_head, millimetres, short, table};
use crate::campaign::Cell;
use crate::report::{OURS, Report, SHOWN};
use crate::scene::Kind;
use std::fmt::Write;

/// Table 1: the fewest steps per second that are accurate, and how fast that is.
pub fn matched(report: &Report) -> String {
    let mut out = String::new();
    for scene in report.scenes(&[Kind::Drop, Kind::Stack]) {
        let ours = report.matched(scene, OURS);
        let [ten, twenty] = SHOWN.map(|hertz| report.at(scene, OURS, hertz));
        let mut rows = Vec::new();
        let row = |cell: &Cell| {
            let times = |own: Option<&Cell>| {
                let known = own.filter(|own| own.accurate() && cell.engine != OURS);
                known.map_or("-".into(), |own| short(own.speed / cell.speed))
            };
            vec![
                cell.engine.to_string(),
                cell.hertz.to_string(),
                millimetres(cell.penetration),
                short(cell.drift_shown()),
                format!("{}/{}", cell.failed, cell.runs),
                short(cell.microseconds),
                short(cell.speed),
                times(ours),
                times(ten),
                times(twenty),
                error(report, cell),
            ]
        };
        for &engine in &report.engines {
            match report.matched(scene, engine) {
                Some(cell) => rows.push(row(cell)),
                None => rows.push(none(report, scene, engine)),
            }
            if engine == OURS {
                let more = [ten, twenty].into_iter().flatten();
                let more = more.filter(|cell| Some(cell.hertz) != ours.map(|own| own.hertz));
                rows.extend(more.map(row));
            }
        }
        let kind = report.of(scene, OURS).next().map_or(Kind::Drop, |c| c.kind);
        let head = [
            "engine",
            "Hz",
            "worst penetration, mm",
            "drift, kg m/s",
            "failed runs",
            "us per step",
            "simulated s per CPU s",
            "ours is faster by",
            "ours at 10 Hz by",
            "ours at 20 Hz by",
            error_head(kind),
        ];
        write!(out, "### {scene}\n\n{}", table(&head, rows)).expect("writing to a string");
    }
    out
}

/// A row of an engine that no step makes accurate, with the one that comes nearest in depth.
fn none(report: &Report, scene: &str, engine: &str) -> Vec<String> {
    let mut cells: Vec<&Cell> = report.of(scene, engine).collect();
    cells.sort_by(|a, b| a.penetration.total_cmp(&b.penetration));
    let mut row = vec![String::new(); 11];
    row[0] = engine.into();
    row[1] = "none".into();
    if let Some(cell) = cells.first() {
        row[2] = format!("{} at {} Hz", millimetres(cell.penetration), cell.hertz);
        row[3] = short(cell.drift_shown());
        row[4] = format!("{}/{}", cell.failed, cell.runs);
    }
    row
}

/// One step for the drop and the small stacks together.
pub fn matched_on_all(report: &Report) -> String {
    let scenes = ["drop", "stack2", "stack4"];
    let rows = report.engines.iter().map(|engine| {
        let mut row = vec![engine.to_string()];
        match report.matched_on_all(&scenes, engine) {
            Some(cells) => {
                row.push(cells[0].hertz.to_string());
                row.extend(cells.iter().map(|cell| short(cell.speed)));
                row.extend(SHOWN.map(|hertz| times_all(report, &cells, hertz)));
            }
            None => row.extend(["none", "", "", "", "", ""].map(String::from)),
        }
        row
    });
    let head = [
        "engine",
        "Hz",
        "drop",
        "stack2",
        "stack4",
        "ours at 10 Hz is faster by",
        "ours at 20 Hz by",
    ];
    table(&head, rows)
}

/// By how much ours at `hertz` is faster than these, scene by scene, where it is accurate in all of them.
fn times_all(report: &Report, cells: &[&Cell], hertz: u32) -> String {
    let times = |cell: &&Cell| {
        let own = report.at(&cell.scene, OURS, hertz);
        let own = own.filter(|own| own.accurate() && cell.engine != OURS)?;
        Some(short(own.speed / cell.speed))
    };
    let all: Option<Vec<_>> = cells.iter().map(times).collect();
    all.map_or("-".into(), |all| all.join(" / "))
}

/// Everything behind table 1.
pub fn every_step(report: &Report) -> String {
    let mut out = String::new();
    for scene in report.scenes(&[Kind::Drop, Kind::Stack]) {
        let text = |cell: &Cell| {
            let figures = [
                millimetres(cell.penetration),
                short(cell.drift_shown()),
                short(cell.microseconds),
            ];
            let failed = match cell.failed {
                0 => String::new(),
                failed => format!("; {failed} failed"),
            };
            figures.join(" / ") + &failed
        };
        write!(out, "### {scene}\n\n{}", by_rate(report, scene, text))
            .expect("writing to a string");
    }
    out
}
