//! `--explain`: one aligned row per step.

use drystone::recording::energy;
use drystone::step::Step;
use drystone::world::Model;

/// The names of the columns, with units.
pub fn header() -> String {
    format!(
        "{:>8} {:>10} {:>6} {:>5} {:>8} {:>12} {:>14}",
        "step", "time s", "iter", "rung", "contacts", "gap min m", "energy J"
    )
}

/// The row of step `index`, which ended at `time`.
pub fn row(model: &Model, index: usize, time: f64, step: &Step) -> String {
    let gaps = step.contacts.iter().map(|contact| contact.gap);
    let gap = match gaps.min_by(f64::total_cmp) {
        Some(gap) => format!("{gap:.3e}"),
        None => "-".to_string(),
    };
    let halved = if step.status.halved { "  halved" } else { "" };
    format!(
        "{index:>8} {time:>10.4} {:>6} {:>5} {:>8} {gap:>12} {:>14.6}{halved}",
        step.status.iterations,
        step.status.rung.name(),
        step.contacts.len(),
        energy(model, &step.state),
    )
}
