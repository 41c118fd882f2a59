//! `--explain`: one aligned row per iteration and one per step.

use drystone::ipm::TraceRow;
use drystone::recording::{Energy, Loads};
use drystone::step::{Rung, Step};
use drystone::world::{Input, Model};

/// The names of the columns, with units; first those of the indented rows of the iterations.
pub fn header() -> String {
    format!(
        "    {:>20} {:>4} {:>9} {:>9} {:>10} {:>8} {:>6} {:>9}  {:<40}  worst row\n",
        "rung",
        "iter",
        "residual",
        "mean s.z",
        "off by/rho",
        "sigma",
        "step",
        "corrected",
        "bounded by"
    ) + &format!(
        "{:>8} {:>10} {:>6} {:>20} {:>8} {:>12} {:>14}",
        "step", "time s", "iter", "rung", "contacts", "gap min m", "energy J"
    )
}

/// Appends the row of one iteration.
pub fn iteration(out: &mut String, rung: Rung, row: &TraceRow) {
    let corrected = match (row.corrected, row.past_fold) {
        (true, _) => "yes",
        (_, true) => "turned",
        _ => "no",
    };
    *out += &format!(
        "    {:>20} {:>4} {:>9.1e} {:>9.1e} {:>10.1e} {:>8.1e} {:>6.3} {corrected:>9}  {:<40}  {}\n",
        rung.name(),
        row.iteration,
        row.residual,
        row.complementarity,
        row.centrality,
        row.sigma,
        row.step_length,
        row.bounding_rows,
        row.worst_row,
    );
}

/// The row of step `index`, which ended at `time`.
pub fn row(model: &Model, index: usize, time: f64, step: &Step, input: &Input) -> String {
    let gaps = step.contacts.iter().map(|contact| contact.gap);
    let gap = match gaps.min_by(f64::total_cmp) {
        Some(gap) => format!("{gap:.3e}"),
        None => "-".to_string(),
    };
    let loads = Loads::of_step(model.bodies.len(), step);
    let energy = Energy::at_node(model, &step.state, &loads, input);
    let halved = if step.status.halved { "  halved" } else { "" };
    format!(
        "{index:>8} {time:>10.4} {:>6} {:>20} {:>8} {gap:>12} {:>14.6}{halved}",
        step.status.iterations,
        step.status.rung.name(),
        step.contacts.len(),
        energy.total(),
    )
}
