//! The table at the end of a run.

use drystone::recording::{FinalBody, Report};
use std::fmt::Write;

/// Bodies shown before the rest is only counted.
const SHOWN: usize = 40;

/// The figures of a run, aligned, with units.
pub fn table(report: &Report, simulated: f64) -> String {
    let mut out = String::new();
    for (name, value) in [solved(report, simulated), judged(report), timed(report)].concat() {
        writeln!(out, "{name:<22} {value}").expect("writing to a string");
    }
    bodies(&mut out, &report.bodies);
    out.pop();
    out
}

/// A name and its value.
type Row = (&'static str, String);

/// Which steps were made, and how.
fn solved(report: &Report, simulated: f64) -> Vec<Row> {
    let iterations = &report.iterations;
    let rungs = report.ladder.iter().map(|(rung, n)| format!("{rung}: {n}"));
    let rungs: Vec<String> = rungs.collect();
    let steps = format!(
        "{} of {} s = {simulated:.4} s simulated",
        report.steps, report.time_step
    );
    let iterations = format!(
        "mean {:.2}   p99 {}   max {}",
        iterations.mean, iterations.p99, iterations.max
    );
    let ladder = match rungs.is_empty() {
        true => "not used".to_string(),
        false => rungs.join("   "),
    };
    vec![
        ("scene", report.scene.clone()),
        ("steps", steps),
        ("unsolved steps", report.unsolved_steps.to_string()),
        ("halved steps", report.halved_steps.to_string()),
        ("relaxation rho", format!("{:e}", report.rho)),
        ("iterations", iterations),
        ("safeguard ladder", ladder),
    ]
}

/// Returns the rows that judge the steps: penetration, gaps, energy, drift.
fn judged(report: &Report) -> Vec<Row> {
    let penetration = format!("{:.3e} m", report.max_penetration);
    let mut rows = vec![("worst penetration", penetration)];
    if report.gap_disagreements > 0 {
        let count = report.gap_disagreements;
        rows.push(("gaps unlike shapes", format!("{count} pairs and steps")));
    }
    if report.energy_gains > 0 {
        let steps = format!("in {} steps", report.energy_gains);
        rows.push(("unexplained energy", steps));
    }
    let gap = format!("{:.3e} m", report.max_resting_gap);
    let drift = format!(
        "linear {:.3e} kg m/s   angular {:.3e} kg m^2/s",
        report.drift.linear, report.drift.angular
    );
    rows.extend([("worst resting gap", gap), ("drift", drift)]);
    rows
}

/// Returns the rows of times, and the hash of the final state.
fn timed(report: &Report) -> Vec<Row> {
    let time = &report.step_microseconds;
    let cpu = report
        .cpu_seconds
        .map_or(String::new(), |cpu| format!("   processor {cpu:.3} s"));
    let step = format!("median {:.1} us   p99 {:.1} us", time.median, time.p99);
    vec![
        ("time", format!("wall {:.3} s{cpu}", report.wall_seconds)),
        ("time of a step", step),
        ("state hash", report.state_hash.clone()),
    ]
}

fn bodies(out: &mut String, bodies: &[FinalBody]) {
    let names = bodies.iter().map(|body| body.name.chars().count());
    let width = names.max().unwrap_or(0).max(4);
    let title = format!(
        "{:<width$}  {:^32}  {:^32}",
        "body", "position m", "velocity m/s"
    );
    writeln!(out, "\n{}", title.trim_end()).expect("writing to a string");
    for body in bodies.iter().take(SHOWN) {
        let [x, v] = [body.position, body.velocity].map(|a| triple(&a));
        writeln!(out, "{:<width$}  {x}  {v}", body.name).expect("writing to a string");
    }
    if bodies.len() > SHOWN {
        let more = bodies.len() - SHOWN;
        writeln!(out, "... and {more} more (--json has them all)").expect("writing to a string");
    }
}

fn triple(numbers: &[f64; 3]) -> String {
    let number = |x: f64| match x.abs() {
        small if small < 5e-7 => format!("{:>10.6}", 0.0),
        fits if fits < 1e3 => format!("{x:>10.6}"),
        _ => format!("{x:>10.2e}"),
    };
    numbers.map(number).join(" ")
}
