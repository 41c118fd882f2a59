//! `drystone plot`: charts of a recording.

use super::args::PlotArgs;
use super::progress::Progress;
use super::{Exit, Stop, output};
use crate::export::Charts;
use crate::replay::Replay;
use drystone::recording::{Energy, Spread};
use serde::Serialize;
use std::collections::BTreeMap;

/// The JSON that `--json` prints.
#[derive(Serialize)]
struct Json<'a> {
    recording: String,
    files: Vec<String>,
    frames: usize,
    truncated: bool,
    time_step: f64,
    steps: usize,
    unsolved_steps: usize,
    iterations: Spread,
    ladder: &'a BTreeMap<String, usize>,
    max_penetration: f64,
    max_normal_force: f64,
    energy: Energies,
}

/// At the first and at the last frame.
#[derive(Serialize)]
struct Energies {
    start: Joules,
    end: Joules,
}

#[derive(Serialize)]
struct Joules {
    kinetic: f64,
    potential: f64,
    total: f64,
}

impl From<Energy> for Joules {
    fn from(energy: Energy) -> Self {
        Self {
            kinetic: energy.kinetic,
            potential: energy.potential,
            total: energy.total(),
        }
    }
}

/// Reads a recording frame by frame and draws its charts.
pub fn plot(args: &PlotArgs) -> Result<Exit, Stop> {
    output::refuse_file(&args.out)?;
    let recording = args.recording.display().to_string();
    let (replay, mut frames) = Replay::open(&args.recording)?;
    if !frames.sealed() {
        output::note_unsealed(&recording);
    }
    let name = args.recording.file_stem().unwrap_or_default();
    let charts = Charts::new(&replay.scene, &name.to_string_lossy());
    let mut charts = charts.showing(&args.what)?;
    // a killed run has fewer
    let expected = replay.scene.settings.steps + 1;
    let mut progress = Progress::new(expected, "frames", true);
    for (k, frame) in frames.by_ref().enumerate() {
        charts.add(&frame?);
        progress.set((k + 1).min(expected), String::new);
    }
    progress.finish();
    let figures = charts.key_figures();
    output::make_folder(&args.out)?;
    let missing = frames.missing(replay.scene.settings.steps);
    output::note_missing(&recording, missing.as_deref(), figures.frames);
    let mut files = Vec::new();
    for plot in charts.plots() {
        let file = args.out.join(format!("{}.svg", plot.stem));
        output::write(&file, &plot.svg())?;
        files.push(file.display().to_string());
    }
    if !args.json {
        let (count, files) = (figures.frames, files.join(", "));
        output::note(&format!("{count} frames drawn: {files}"));
        return Ok(Exit::Done);
    }
    let [start, end] = figures.energy.map(Joules::from);
    let json = Json {
        recording,
        files,
        frames: figures.frames,
        truncated: missing.is_some(),
        time_step: replay.scene.model.time_step,
        steps: figures.steps,
        unsolved_steps: figures.unsolved_steps,
        iterations: figures.iterations,
        ladder: &figures.ladder,
        max_penetration: figures.max_penetration,
        max_normal_force: figures.max_normal_force,
        energy: Energies { start, end },
    };
    let text = serde_json::to_string_pretty(&json);
    output::line(&text.expect("a report is numbers, text and lists"))?;
    Ok(Exit::Done)
}
