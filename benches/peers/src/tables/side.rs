//! Free flight and derivatives.

use super::{millimetres, short, table};
use crate::report::{OURS, Report};

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
