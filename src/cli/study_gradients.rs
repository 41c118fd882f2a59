//! `drystone study gradients`.

use super::args::GradientsArgs;
use super::progress::Progress;
use super::{Exit, Stop, output};
use drystone::Error;
use drystone::study::{Case, MEDIAN, P99, Row, Summary, examine_all};
use serde::Serialize;
use std::fmt::Write;
use std::path::Path;

/// What `--json` prints.
#[derive(Serialize)]
struct Report<'a> {
    summary: &'a Summary,
    rows: &'a [Row],
}

/// Derivatives of a step against central differences of it.
pub fn gradients(args: &GradientsArgs) -> Result<Exit, Stop> {
    let cases = if args.quick {
        Case::quick()
    } else {
        Case::all()
    };
    if let Some(path) = &args.out {
        // a file that cannot be written is said before the study, not after it
        save(path, &[])?;
    }
    let mut progress = Progress::new(cases.len(), "cases", true);
    let rows = examine_all(&cases, |done| {
        progress.set(done, || cases[done - 1].name());
    })?;
    progress.finish();
    if let Some(path) = &args.out {
        save(path, &rows)?;
    }
    let summary = Summary::of(&rows);
    if args.json {
        let report = Report {
            summary: &summary,
            rows: &rows,
        };
        let text = serde_json::to_string_pretty(&report);
        output::line(&text.expect("a report is numbers, text and lists"))?;
    } else {
        output::line(&summary.to_string())?;
    }
    let line = format!("all finite, median <= {MEDIAN:.0e}, 99th percentile <= {P99:.0e}");
    if summary.missed.is_empty() {
        output::note(&format!("pass line met: {line}"));
        return Ok(Exit::Done);
    }
    output::note(&format!(
        "pass line missed ({line}): {}",
        summary.missed.join("; ")
    ));
    Ok(Exit::Missed)
}

/// One line per case.
fn save(path: &Path, rows: &[Row]) -> Result<(), Stop> {
    let mut text = String::from(
        "name,pair,situation,rho,error_a,error_b,error_p,error,error_precise,noise,finite,rung,condition,\
         centrality,unsolved,different,doubt,worst_entry\n",
    );
    for row in rows {
        writeln!(
            text,
            "\"{}\",{},{},{:e},{:e},{:e},{:e},{:e},{:e},{:e},{},{},{:e},{:e},{},{},\"{}\",{}",
            row.name,
            row.pair,
            row.situation,
            row.rho,
            row.error_a,
            row.error_b,
            row.error_p,
            row.error,
            row.error_precise,
            row.noise,
            row.finite,
            row.rung,
            row.condition,
            row.centrality,
            row.unsolved,
            row.different,
            row.doubt,
            row.worst_entry,
        )
        .expect("writing to a string");
    }
    std::fs::write(path, text).map_err(|e| {
        let why = format!("cannot write: {e}");
        Error::file(path.display().to_string(), why, "check the folder").into()
    })
}
