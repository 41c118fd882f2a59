//! `drystone design`: numbers of a scene that make the loss of its `[design]` small.

mod judge;
mod report;

use super::args::DesignArgs;
use super::progress::Progress;
use super::{Exit, Stop, check, clash, output};
use drystone::Error;
use drystone::scene::{Overrides, Scene};
use drystone::step::Batch;
use drystone_planner::{Designed, Designer, Iteration};
use drystone_plot::{Content, Plot};
use report::Report;
use std::fmt::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Instant;

/// Optimises from one or several starts, judges the best design, and writes it as a scene.
pub fn design(args: &DesignArgs) -> Result<Exit, Stop> {
    let file = scene_file(args);
    let written = [Some(&file), args.csv.as_ref(), args.chart.as_ref()];
    clash::refuse((Path::new(&args.scene), "the scene"), &written)?;
    let overrides = Overrides {
        contact_model: args.contact_model,
        relaxation: args.rho,
        ..Overrides::default()
    };
    let scene = check::open(&args.scene, &overrides)?;
    if !args.quiet {
        output::warnings(&scene);
    }
    let designer = Designer::from_scene(&scene)?;
    let started = Instant::now();
    let error = designer.check(&designer.start(), &mut Batch::new(None)?)?;
    let found = search(args, &designer)?;
    let seconds = started.elapsed().as_secs_f64();
    let best = found.iter().flatten();
    let best = best.min_by(|a, b| a.loss.total_cmp(&b.loss));
    let Some(best) = best else {
        let why = "no start has a run whose steps are all solved";
        let fix = "use a larger relaxation in [design], or a shorter time step";
        return Err(Error::value("design", why, fix).into());
    };
    let designed = designer.scene(&best.x)?;
    write_scene(args, &file, &designed)?;
    if let Some(path) = &args.csv {
        output::write(path, &table_of(&found))?;
    }
    if let Some(path) = &args.chart {
        output::write(path, &chart(&args.scene, &found).svg())?;
    }
    let before = designer.scene(&designer.start())?;
    let judged = judge::judge(&designer, [&before, &designed])?;
    let report = Report::new(&args.scene, &designer, &found, best, judged)
        .with_figures(error, seconds, &file);
    match args.json {
        true => {
            let text = serde_json::to_string_pretty(&report);
            output::line(&text.expect("a report is numbers, text and lists"))?;
        }
        false => output::line(&report.text())?,
    }
    Ok(match report.is_better() {
        true => Exit::Done,
        false => Exit::Missed,
    })
}

/// Returns what every start found; nothing where its first run is not solved.
fn search(args: &DesignArgs, designer: &Designer) -> Result<Vec<Option<Designed>>, Stop> {
    let count = args.starts * (designer.iterations() + 1);
    let progress = Progress::new(count, "iterations", !args.quiet && !args.json);
    let progress = Mutex::new((progress, 0, f64::INFINITY));
    let watch = |start: usize, iteration: &Iteration| {
        let mut shown = progress.lock().expect("nobody panics with the bar");
        let (bar, done, least) = &mut *shown;
        *done += 1;
        *least = least.min(iteration.loss);
        let (loss, norm) = (iteration.loss, iteration.gradient);
        bar.set(*done, || {
            format!("start {start}: loss {loss:.4e}, gradient {norm:.1e}; least {least:.4e}")
        });
    };
    let from = |start: usize| {
        let x = match start {
            0 => designer.start(),
            _ => designer.random(start as u64),
        };
        // one start has all threads, several have one each
        let threads = NonZeroUsize::new(1).filter(|_| args.starts > 1);
        let mut batch = Batch::new(threads)?;
        let found = designer.optimize(x, &mut batch, |iteration| watch(start, iteration));
        match (found, start) {
            (Err(error), 0) => Err(error),
            (Err(error), _) => {
                output::note(&format!("start {start} leads nowhere: {error}"));
                Ok(None)
            }
            (Ok(found), _) => Ok(Some(found)),
        }
    };
    let starts: Vec<usize> = (0..args.starts).collect();
    let found = Batch::new(None)?.map(&starts, |_, _, start| from(*start), |_| {});
    let found = found.into_iter().collect::<Result<_, Error>>()?;
    progress
        .into_inner()
        .expect("nobody panics with the bar")
        .0
        .finish();
    Ok(found)
}

/// Returns the file of the designed scene.
fn scene_file(args: &DesignArgs) -> PathBuf {
    args.out.clone().unwrap_or_else(|| {
        let stem = Path::new(&args.scene).file_stem();
        let stem = stem.map_or("scene".into(), |stem| stem.to_string_lossy());
        PathBuf::from(format!("{stem}.designed.toml"))
    })
}

fn write_scene(args: &DesignArgs, file: &Path, designed: &Scene) -> Result<(), Stop> {
    let folder = file.parent().unwrap_or(Path::new(""));
    let head = format!("# {}, as drystone design changed it", args.scene);
    let text = format!("{head}\n\n{}", designed.resolved_from(folder));
    Ok(output::write(file, &text)?)
}

/// Returns a row per iteration.
fn table_of(found: &[Option<Designed>]) -> String {
    let mut out = String::from("start,iteration,relaxation,loss,gradient\n");
    for (start, designed) in found.iter().enumerate() {
        for row in designed.iter().flat_map(|designed| &designed.iterations) {
            let (index, rho, loss, norm) = (row.index, row.rho, row.loss, row.gradient);
            writeln!(out, "{start},{index},{rho:e},{loss},{norm}").expect("text takes lines");
        }
    }
    out
}

/// Returns the losses over the iterations, a line per start.
fn chart(scene: &str, found: &[Option<Designed>]) -> Plot {
    let line = |(start, designed): (usize, &Designed)| {
        let rows = designed.iterations.iter();
        let solved = rows.filter(|row| row.loss.is_finite());
        let points = solved.map(|row| (row.index as f64, row.loss)).collect();
        (format!("start {start}"), points)
    };
    let all = found.iter().enumerate();
    let all = all.filter_map(|(start, designed)| Some((start, designed.as_ref()?)));
    Plot {
        stem: "design".into(),
        title: format!("Loss of {scene}"),
        content: Content::Lines {
            series: all.map(line).collect(),
            axes: ["iteration".into(), "loss".into()],
            logarithmic: [false, false],
        },
    }
}
