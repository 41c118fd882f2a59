//! Engines at equal error of the trajectory.

use super::{millimetres, short, table};
use crate::equal::{Converging, LEVELS, coarsest};
use crate::report::{OURS, Report};

fn rows_of(report: &Report, engine: &str) -> Vec<Converging> {
    let own = report.converging.iter().filter(|row| row.engine == engine);
    own.copied().collect()
}

/// The largest step of every engine at every level, how fast that is, and against ours.
pub fn equal_error(report: &Report) -> String {
    let ours = rows_of(report, OURS);
    let mut rows = Vec::new();
    for level in LEVELS {
        for &engine in &report.engines {
            let own = rows_of(report, engine);
            let limit = report.limits.iter().find(|limit| limit.0 == engine);
            let limit = limit.map_or("-".into(), |limit| millimetres(limit.1));
            let mut row = vec![millimetres(level), engine.to_string()];
            match coarsest(&own, level) {
                Some(found) => {
                    let times = coarsest(&ours, level).filter(|_| engine != OURS);
                    row.extend([
                        found.hertz.to_string(),
                        millimetres(found.error),
                        short(found.speed),
                        times.map_or("-".into(), |ours| short(ours.speed / found.speed)),
                    ]);
                }
                None => row.extend(["none", "", "", ""].map(String::from)),
            }
            row.push(limit);
            rows.push(row);
        }
    }
    let head = [
        "error at most, mm",
        "engine",
        "Hz",
        "error, mm",
        "simulated s per CPU s",
        "ours is faster by",
        "its converged run off ours, mm",
    ];
    table(&head, rows)
}

/// The errors of every step.
pub fn convergence(report: &Report) -> String {
    let mut rates: Vec<u32> = report.converging.iter().map(|row| row.hertz).collect();
    rates.sort_unstable();
    rates.dedup();
    let mut head = vec!["engine".to_string()];
    head.extend(rates.iter().map(|hertz| format!("{hertz} Hz")));
    let rows = report.engines.iter().map(|engine| {
        let own = rows_of(report, engine);
        let error = |hertz: &u32| {
            let found = own.iter().find(|row| row.hertz == *hertz);
            found.map_or("-".into(), |row| millimetres(row.error))
        };
        let mut row = vec![engine.to_string()];
        row.extend(rates.iter().map(error));
        row
    });
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    table(&head, rows)
}
