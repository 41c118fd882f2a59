//! `drystone inverse`: the wrenches and efforts that explain a recording.

use super::args::InverseArgs;
use super::progress::Progress;
use super::{Exit, Stop, clash, output};
use crate::export::{Draft, EffortChart, EffortRows, Explained, Explainer, Quantity};
use crate::replay::Replay;
use drystone::Error;
use drystone::recording::Frame;
use serde::Serialize;
use std::fmt::Write;
use std::io;

/// Quantities shown before the rest is only counted.
const SHOWN: usize = 40;

/// A quantity over all steps.
#[derive(Serialize)]
struct Summary {
    name: String,
    unit: &'static str,
    /// The largest size, and where it was, s.
    largest: f64,
    at: f64,
    /// The root of the mean square of the sizes.
    root_mean_square: f64,
}

/// The JSON that `--json` prints.
#[derive(Serialize)]
struct Report {
    recording: String,
    files: Vec<String>,
    truncated: bool,
    time_step: f64,
    rho: f64,
    steps: usize,
    explained_steps: usize,
    halved_steps: usize,
    quantities: Vec<Summary>,
    /// The first step without an explanation, and why.
    unexplained: Option<Unexplained>,
}

#[derive(Serialize)]
struct Unexplained {
    step: u64,
    time: f64,
    why: String,
}

/// Reads a recording frame by frame and explains its steps.
pub fn inverse(args: &InverseArgs) -> Result<Exit, Stop> {
    let written = [args.csv.as_ref(), args.chart.as_ref()];
    clash::refuse((&args.recording, "the recording"), &written)?;
    let recording = args.recording.display().to_string();
    let (replay, mut frames) = Replay::open(&args.recording)?;
    if !frames.sealed() {
        output::note_unsealed(&recording);
    }
    let mut explainer = Explainer::new(&replay);
    let mut report = Report::new(recording, &replay, explainer.quantities());
    let mut chart = EffortChart::new(explainer.quantities());
    let draft = args.csv.as_deref().map(Draft::create).transpose()?;
    let rows = draft.map(|draft| EffortRows::new(draft, explainer.quantities()));
    let mut rows = rows.transpose().map_err(failed)?;
    let expected = replay.scene.settings.steps;
    let mut progress = Progress::new(expected, "steps", true);
    let mut before: Option<Frame> = None;
    for frame in frames.by_ref() {
        let frame = frame?;
        if let Some(before) = &before {
            let explained = explainer.explain(before, &frame);
            report.add(&explained);
            chart.add(&explained);
            if let Some(rows) = &mut rows {
                rows.append(&explained).map_err(failed)?;
            }
            progress.set(report.steps.min(expected), String::new);
        }
        before = Some(frame);
    }
    progress.finish();
    let missing = frames.missing(replay.scene.settings.steps);
    report.truncated = missing.is_some();
    output::note_missing(&report.recording, missing.as_deref(), report.steps + 1);

    if let Some(rows) = rows {
        rows.finish().map_err(failed)?.finish()?;
    }
    if let Some(path) = &args.chart {
        let name = args.recording.file_stem().unwrap_or_default();
        output::write(path, &chart.plot(&name.to_string_lossy()).svg())?;
    }
    report.files = written
        .iter()
        .flatten()
        .map(|path| path.display().to_string())
        .collect();
    report.print(args.json)
}

impl Report {
    fn new(recording: String, replay: &Replay, quantities: &[Quantity]) -> Self {
        let empty = |own: &Quantity| Summary {
            name: own.name.clone(),
            unit: own.unit,
            largest: 0.0,
            at: 0.0,
            root_mean_square: 0.0,
        };
        Self {
            recording,
            files: Vec::new(),
            truncated: false,
            time_step: replay.scene.model.time_step,
            rho: replay.header.rho,
            steps: 0,
            explained_steps: 0,
            halved_steps: 0,
            quantities: quantities.iter().map(empty).collect(),
            unexplained: None,
        }
    }

    fn add(&mut self, explained: &Explained) {
        self.steps += 1;
        self.halved_steps += usize::from(explained.halved);
        let numbers = match &explained.numbers {
            Ok(numbers) => numbers,
            Err(error) => {
                let first = || Unexplained {
                    step: explained.step,
                    time: explained.time,
                    why: error.why.clone(),
                };
                self.unexplained.get_or_insert_with(first);
                return;
            }
        };
        self.explained_steps += 1;
        let count = self.explained_steps as f64;
        for (own, numbers) in self.quantities.iter_mut().zip(numbers) {
            let square: f64 = numbers.iter().map(|x| x * x).sum();
            if square.sqrt() > own.largest {
                (own.largest, own.at) = (square.sqrt(), explained.time);
            }
            let mean = own.root_mean_square.powi(2);
            own.root_mean_square = (mean + (square - mean) / count).max(0.0).sqrt();
        }
    }

    /// Prints the report; steps without an explanation make the exit code that of steps without a solution.
    fn print(&self, json: bool) -> Result<Exit, Stop> {
        if let Some(Unexplained { step, time, why }) = &self.unexplained {
            let count = self.steps - self.explained_steps;
            output::note(&format!(
                "warning: {count} steps have no explanation, first step {step} ({time:.4} s): {why}"
            ));
        }
        match json {
            true => {
                let text = serde_json::to_string_pretty(self);
                output::line(&text.expect("a report is numbers, text and lists"))?;
            }
            false => output::line(&self.table())?,
        }
        Ok(match self.unexplained {
            Some(_) => Exit::Unsolved,
            None => Exit::Done,
        })
    }

    fn table(&self) -> String {
        let mut out = String::new();
        let mut line = |name: &str, value: String| {
            writeln!(out, "{name:<22} {value}").expect("writing to a string");
        };
        line("recording", self.recording.clone());
        line("steps", format!("{} of {} s", self.steps, self.time_step));
        line("explained steps", self.explained_steps.to_string());
        line(
            "halved steps",
            format!("{} (explained as whole ones)", self.halved_steps),
        );
        line("relaxation rho", format!("{:e}", self.rho));
        if !self.files.is_empty() {
            line("files", self.files.join(", "));
        }
        let names = self.quantities.iter().map(|own| own.name.chars().count());
        let width = names.max().unwrap_or(0).max("what".len());
        let title = format!(
            "\n{:<width$}  {:>12} {:>10}  {:>12}  unit",
            "what", "largest", "at s", "rms"
        );
        writeln!(out, "{title}").expect("writing to a string");
        for own in self.quantities.iter().take(SHOWN) {
            let (name, unit) = (&own.name, own.unit);
            let [largest, mean] = [own.largest, own.root_mean_square].map(|x| format!("{x:.4e}"));
            writeln!(
                out,
                "{name:<width$}  {largest:>12} {:>10.4}  {mean:>12}  {unit}",
                own.at
            )
            .expect("writing to a string");
        }
        if self.quantities.len() > SHOWN {
            let more = self.quantities.len() - SHOWN;
            writeln!(out, "... and {more} more (--json has them all)")
                .expect("writing to a string");
        }
        out.pop();
        out
    }
}

fn failed(error: io::Error) -> Stop {
    Error::file("csv", format!("cannot write: {error}"), "make room for it").into()
}
