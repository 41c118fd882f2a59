//! The tables, in Markdown.

use crate::campaign::{Cell, SAME};
use crate::report::{OURS, Report, SHOWN};
use crate::scene::Kind;
use std::fmt::Write;

/// Two or three digits that matter.
pub fn short(x: f64) -> String {
    match x.abs() {
        _ if !x.is_finite() => "-".into(),
        0.0 => "0".into(),
        a if a < 1e-3 => format!("{x:.1e}"),
        a if a < 1.0 => {
            let digits = (1.0 - a.log10()).ceil() as usize;
            format!("{x:.digits$}")
        }
        a if a < 10.0 => format!("{x:.2}"),
        a if a < 100.0 => format!("{x:.1}"),
        _ => group(x),
    }
}

/// Whole numbers with a blank before every three digits.
fn group(x: f64) -> String {
    let digits = format!("{x:.0}");
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) && out != "-" {
            out.push(' ');
        }
        out.push(digit);
    }
    out
}

fn millimetres(metres: f64) -> String {
    short(1e3 * metres)
}

fn table(head: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut out = format!(
        "| {} |\n|{}\n",
        head.join(" | "),
        " --- |".repeat(head.len())
    );
    for row in rows {
        writeln!(out, "| {} |", row.join(" | ")).expect("writing to a string");
    }
    out.push('\n');
    out
}

/// How far off a run is, in the scene's own way.
fn error(report: &Report, cell: &Cell) -> String {
    match cell.kind {
        Kind::Drop => match report.trajectory(cell.engine, cell.hertz) {
            Some(t) => [t.flight, t.impact, t.rest].map(millimetres).join(" / "),
            None => "-".into(),
        },
        Kind::Stack => millimetres(cell.moved),
        Kind::Pile | Kind::Peg => String::new(),
    }
}

fn error_head(kind: Kind) -> &'static str {
    match kind {
        Kind::Drop => "off the finer run in flight / after impact / at rest, mm",
        Kind::Stack => "moved (should not), mm",
        Kind::Pile | Kind::Peg => "",
    }
}

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
        let cells = report.matched_on_all(&scenes, engine);
        let mut row = vec![engine.to_string()];
        match cells {
            Some(cells) => {
                row.push(cells[0].hertz.to_string());
                row.extend(cells.iter().map(|cell| short(cell.speed)));
            }
            None => row.extend(["none", "", "", ""].map(String::from)),
        }
        row
    });
    table(&["engine", "Hz", "drop", "stack2", "stack4"], rows)
}

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

/// One column per step.
fn by_rate(report: &Report, scene: &str, text: impl Fn(&Cell) -> String) -> String {
    let rates: Vec<u32> = report.of(scene, OURS).map(|cell| cell.hertz).collect();
    let mut head = vec!["engine".to_string()];
    head.extend(rates.iter().map(|hertz| format!("{hertz} Hz")));
    let rows = report.engines.iter().map(|engine| {
        let cell = |hertz: &u32| report.at(scene, engine, *hertz).map_or("-".into(), &text);
        let mut row = vec![engine.to_string()];
        row.extend(rates.iter().map(cell));
        row
    });
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    table(&head, rows)
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

/// Free flight.
pub fn flights(report: &Report) -> String {
    let rows = report.flights.iter().map(|flight| {
        vec![
            flight.engine.to_string(),
            flight.hertz.to_string(),
            millimetres(flight.plain),
            millimetres(flight.early),
        ]
    });
    let head = [
        "engine",
        "Hz",
        "velocities at the node, mm",
        "half a step early, mm",
    ];
    table(&head, rows)
}

/// Derivatives.
pub fn gradients(report: &Report) -> String {
    let ours = |scene: &str| {
        let mut own = report.gradients.iter();
        own.find(|row| row.scene == scene && row.engine == OURS)
    };
    let rows = report.gradients.iter().map(|row| {
        let ratio =
            ours(&row.scene).map_or(f64::NAN, |own| row.times.gradient / own.times.gradient);
        vec![
            row.scene.clone(),
            row.engine.to_string(),
            short(row.times.step),
            short(row.times.gradient),
            short(row.times.gradient / row.times.step),
            short(ratio),
        ]
    });
    let head = [
        "scene",
        "engine",
        "step, us",
        "derivative, us",
        "derivative over step",
        "derivative over ours",
    ];
    table(&head, rows)
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn numbers_are_short() {
        let texts = [
            0.0, 1.234e-5, 0.00512, 0.0512, 0.512, 5.123, 51.23, 512.3, 51234.0,
        ]
        .map(short);
        let expected = [
            "0", "1.2e-5", "0.0051", "0.051", "0.51", "5.12", "51.2", "512", "51 234",
        ];
        assert_eq!(texts, expected);
        assert_eq!(short(f64::NAN), "-");
    }
}
