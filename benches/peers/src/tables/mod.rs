//! The tables, in Markdown.

mod accurate;
mod equal;
mod same_step;
mod side;

pub use accurate::{every_step, matched, matched_on_all};
pub use equal::{convergence, equal_error};
pub use same_step::{peg, piles, same_step};
pub use side::{flights, gradients};

use crate::campaign::Cell;
use crate::report::Report;
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

/// One column per step.
fn by_rate(report: &Report, scene: &str, text: impl Fn(&Cell) -> String) -> String {
    let cells = report.cells.iter().filter(|cell| cell.scene == scene);
    let mut rates: Vec<u32> = cells.map(|cell| cell.hertz).collect();
    rates.sort_unstable();
    rates.dedup();
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
