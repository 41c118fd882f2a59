//! The report of `drystone design`, as text and as JSON.

use super::judge::Verdict;
use drystone_planner::{Designed, Designer};
use serde::Serialize;
use std::fmt::Write;
use std::path::Path;

/// So many variables are listed: those that moved most.
const LISTED: usize = 20;
/// A gradient that differs by more than this from differences deserves a word.
const ROUGH: f64 = 1e-2;
/// A design that keeps less than this share of its gain under another model works under its own one alone.
const KEPT: f64 = 0.5;

/// The JSON that `--json` prints.
#[derive(Serialize)]
pub struct Report {
    scene: String,
    designed_scene: String,
    /// The names of the terms of the loss, with units.
    terms: Vec<String>,
    verdicts: Vec<Verdict>,
    variables: Vec<Row>,
    /// The least loss of every start; nothing where its first run is not solved.
    starts: Vec<Option<f64>>,
    iterations: usize,
    /// Iterations that were taken back by half.
    retreats: usize,
    /// The reason of the last of these.
    reason: Option<String>,
    /// The relative difference of the gradient at the start, along itself, from a difference of the loss.
    gradient_error: Option<f64>,
    /// Whether the gradient is 0 where the first start begins.
    is_flat: bool,
    seconds: f64,
}

#[derive(Serialize)]
struct Row {
    name: String,
    start: f64,
    designed: f64,
    bounds: [f64; 2],
}

impl Report {
    pub fn new(
        scene: &str,
        designer: &Designer,
        found: &[Option<Designed>],
        best: &Designed,
        verdicts: Vec<Verdict>,
    ) -> Self {
        let rows = designer.variables.iter().zip(&best.x);
        let rows = rows.map(|(variable, x)| Row {
            name: variable.name.clone(),
            start: variable.start,
            designed: *x,
            bounds: variable.bounds,
        });
        Self {
            scene: scene.into(),
            designed_scene: String::new(),
            terms: designer.terms(),
            verdicts,
            variables: rows.collect(),
            starts: found.iter().map(|one| Some(one.as_ref()?.loss)).collect(),
            iterations: designer.iterations(),
            retreats: found.iter().flatten().map(|one| one.retreats).sum(),
            reason: found.iter().flatten().find_map(|one| one.reason.clone()),
            gradient_error: None,
            is_flat: found
                .iter()
                .flatten()
                .next()
                .is_some_and(|one| one.iterations[0].gradient == 0.0),
            seconds: 0.0,
        }
    }

    /// Returns the report with what was measured beside the design.
    pub fn with_figures(self, gradient_error: Option<f64>, seconds: f64, file: &Path) -> Self {
        Self {
            gradient_error,
            seconds,
            designed_scene: file.display().to_string(),
            ..self
        }
    }

    /// Returns whether the loss is smaller than that of the scene as given, under its own model.
    pub fn is_better(&self) -> bool {
        let [before, designed] = self.verdicts[0].sums();
        designed < before
    }

    /// Returns the report as text.
    pub fn text(&self) -> String {
        let mut out = format!(
            "{}: {} variables, {} iterations, {} starts, {:.1} s\n\n",
            self.scene,
            self.variables.len(),
            self.iterations,
            self.starts.len(),
            self.seconds
        );
        self.write_terms(&mut out);
        self.write_verdicts(&mut out);
        self.write_variables(&mut out);
        for note in self.notes() {
            out += &format!("note: {note}\n");
        }
        out += &format!("wrote {0}: drystone run {0}", self.designed_scene);
        out
    }

    fn write_terms(&self, out: &mut String) {
        line(
            out,
            "term of the loss",
            ["given", "designed"].map(String::from),
        );
        let own = &self.verdicts[0];
        let value = |terms: &Option<Vec<f64>>, k: usize| match terms {
            Some(terms) => figure(terms[k]),
            None => "-".into(),
        };
        for (k, name) in self.terms.iter().enumerate() {
            line(out, name, [value(&own.before, k), value(&own.designed, k)]);
        }
        out.push('\n');
    }

    fn write_verdicts(&self, out: &mut String) {
        line(
            out,
            "loss, judged by",
            ["given", "designed"].map(String::from),
        );
        for verdict in &self.verdicts {
            let step = verdict.time_step * 1e3;
            let name = format!("{}, steps of {step} ms", verdict.contact_model);
            let sums = verdict.sums().map(|sum| match sum.is_finite() {
                true => figure(sum),
                false => "unsolved".into(),
            });
            line(out, &name, sums);
        }
        out.push('\n');
    }

    fn write_variables(&self, out: &mut String) {
        let moved = |row: &Row| (row.designed - row.start).abs() / (row.bounds[1] - row.bounds[0]);
        let mut rows: Vec<&Row> = self.variables.iter().collect();
        rows.sort_by(|a, b| moved(b).total_cmp(&moved(a)));
        line(out, "variable", ["given", "designed"].map(String::from));
        for row in rows.iter().take(LISTED) {
            let bound = row.bounds.contains(&row.designed);
            let bound = if bound { " (at its bound)" } else { "" };
            line(
                out,
                &row.name,
                [figure(row.start), figure(row.designed) + bound],
            );
        }
        let rest = rows.len().saturating_sub(LISTED);
        if rest > 0 {
            out.push_str(&format!("and {rest} that moved less\n"));
        }
        out.push('\n');
    }

    /// Returns what deserves a word.
    fn notes(&self) -> Vec<String> {
        let mut out = Vec::new();
        if self.is_flat {
            out.push(
                "the gradient at the start is 0: nothing that is measured depends on the variables there; measure earlier, or begin \
                 with a larger `relaxation` in [design]"
                    .into(),
            );
        }
        match self.gradient_error {
            Some(error) if error > ROUGH => out.push(format!(
                "the gradient at the start differs from a difference of the loss by {error:.1e} of it: the loss has kinks there, or \
                 depends on something that has no derivative; a larger `relaxation` in [design] smooths it"
            )),
            Some(error) => out.push(format!(
                "the gradient at the start is that of a difference of the loss to {error:.1e} of it"
            )),
            None => {}
        }
        let failed = self.starts.iter().filter(|loss| loss.is_none()).count();
        if failed > 0 {
            out.push(format!("{failed} starts have no first gradient"));
        }
        if self.retreats > 0 {
            let (count, reason) = (self.retreats, self.reason.as_deref().unwrap_or("-"));
            out.push(format!(
                "{count} iterations were taken back by half, the last one for this reason: {reason}"
            ));
        }
        let gain = |verdict: &Verdict| {
            let [before, designed] = verdict.sums();
            before - designed
        };
        let own = gain(&self.verdicts[0]);
        for other in &self.verdicts[1..] {
            let kept = gain(other);
            if kept.is_nan() || kept < KEPT * own {
                let (name, step) = (other.contact_model, other.time_step * 1e3);
                out.push(format!(
                    "the design does not work under {name} with steps of {step} ms"
                ));
            }
        }
        out
    }
}

fn line(out: &mut String, name: &str, [before, designed]: [String; 2]) {
    writeln!(out, "{name:<44} {before:>14} {designed:>14}").expect("text takes lines");
}

/// Returns a number with four digits.
fn figure(x: f64) -> String {
    let digits = |x: f64| (3 - x.abs().log10().floor() as i32).max(0) as usize;
    match x.abs() {
        0.0 => "0".into(),
        1e-3..1e5 => format!("{x:.0$}", digits(x)),
        _ => format!("{x:.3e}"),
    }
}
