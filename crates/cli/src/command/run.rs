//! `drystone run`: simulate a scene, record it, print its figures.

use super::args::RunArgs;
use super::progress::Progress;
use super::{
    Exit, Stop, batch, check, clash, clock, explain, failure, output, resume, table, view,
};
use drystone::ipm::TraceRow;
use drystone::recording::{
    About, CertificateSummary, CertificateWriter, Frame, Header, Recorder, Report, Tally,
};
use drystone::scene::{Overrides, Scene};
use drystone::step::{Rung, Simulator, StepTrace};
use serde::Serialize;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Instant;

/// Runs a scene to its end or to the first step that has no solution.
pub fn run(args: &RunArgs) -> Result<Exit, Stop> {
    let started = Instant::now();
    let cpu_started = clock::cpu_seconds();
    let pictures = &args.pictures;
    pictures.check(args.view)?;
    batch::check(args)?;
    let pictured = [&pictures.screenshot, &pictures.gif].map(Option::as_ref);
    let written = [&args.record, &args.save, &args.certify].map(Option::as_ref);
    let written = [&written[..], &pictured[..]].concat();
    clash::refuse((Path::new(&args.scene), "the scene"), &written)?;
    let mut scene = check::open(&args.scene, &overrides(args))?;
    if !args.quiet {
        for warning in &scene.warnings {
            output::note(&format!("warning: {warning}"));
        }
    }
    if let Some(members) = args.many.batch {
        match args.many.only {
            None => return batch::run(args, &scene, members),
            Some(index) => scene.initial = batch::first(args, &scene, index),
        }
    }
    if let Some(folder) = &args.on_failure {
        failure::check_folder(folder)?;
    }
    let span = resume::begin(args, &mut scene)?;
    let first = span.first;
    let rho = scene.settings.relaxation;
    if args.view {
        return view::watch(&args.scene, scene, args.record.as_deref(), pictures);
    }
    let mut recorder = open_recorder(args, &scene, first)?;
    let mut certificate = open_certificate(args, &scene, first)?;
    let pictures = view::prepare(pictures)?;
    let mut frames = vec![start(&scene, first)];
    let mut simulator = Simulator::with_threads(
        scene.model.clone(),
        args.threads.unwrap_or(NonZeroUsize::MIN),
    )?;
    let steps = scene.settings.steps - first;
    let mut tally = Tally::new(&scene.model, steps);
    let mut progress = Progress::new(steps, "steps", !args.quiet && !args.explain);
    let mut run = scene.run_from(first, scene.initial.clone());
    let mut done = first;
    if args.explain {
        tell(args, &explain::header())?;
    }
    loop {
        let clock = Instant::now();
        let mut iterations = String::new();
        let mut note = |rung: Rung, row: &TraceRow| explain::iteration(&mut iterations, rung, row);
        let trace: StepTrace = if args.explain { Some(&mut note) } else { None };
        let Some(now) = run.explain(&mut simulator, trace)? else {
            break;
        };
        let (next, index, end) = (now.step, now.index, now.time);
        tally.add(next, clock.elapsed().as_secs_f64() * 1e6);
        if args.explain {
            tell(args, iterations.trim_end())?;
            tell(
                args,
                &explain::row(&scene.model, index + 1, end, next, now.input),
            )?;
        }
        if !next.status.solved {
            progress.finish();
            let why = failure::describe(index, scene.time(index), rho, next);
            output::note(&why);
            if let (Some(folder), 1) = (&args.on_failure, tally.unsolved_steps()) {
                failure::save(folder, &args.scene, &scene, index, now.before, &why)?;
            }
        }
        if recorder.is_some() || pictures.is_some() {
            let frame = Frame::after(index as u64 + 1, end, next);
            if let Some(recorder) = &mut recorder {
                recorder.append(&frame)?;
            }
            if pictures.is_some() {
                frames.push(frame);
            }
        }
        if !next.status.advanced {
            break;
        }
        if let Some(certificate) = &mut certificate {
            certificate.append(scene.time(index), next)?;
        }
        done = index + 1;
        span.save(args, &scene, done, &next.state)?;
        progress.set(done - first, || format!("t = {end:.2} s"));
    }
    progress.finish();
    span.finish(args, &scene, done, run.state())?;
    let about = About {
        scene: args.scene.clone(),
        rho,
        wall_seconds: started.elapsed().as_secs_f64(),
        cpu_seconds: clock::cpu_seconds()
            .zip(cpu_started)
            .map(|(now, then)| now - then),
    };
    let report = tally.finish(about, run.last(), run.input());
    if let Some(worst) = &report.worst_gap_disagreement {
        let (count, worst) = (report.gap_disagreements, worst.describe());
        output::note(&format!(
            "warning: the solver's gap is not that of the shapes {count} times; the worst: {worst}"
        ));
    }
    if let Some(worst) = &report.worst_energy_gain {
        output::note(&format!(
            "warning: {} steps gained energy that nothing explains; the worst, step {}, {:.3e} J, explained {:.1e} J",
            report.energy_gains, worst.step, worst.gain, worst.bound
        ));
    }
    let certificate = certificate.map(CertificateWriter::finish).transpose()?;
    if args.json {
        let text = serde_json::to_string_pretty(&Json {
            report: &report,
            certificate: certificate.as_ref(),
        });
        output::line(&text.expect("a report is numbers, text and lists"))?;
    } else {
        let simulated = (done - first) as f64 * report.time_step;
        output::line(&table::table(&report, simulated))?;
        if let Some(certificate) = &certificate {
            output::line(&format!("\ncertificate: {certificate}"))?;
        }
    }
    if let Some(pictures) = pictures {
        pictures.take(scene, frames)?;
    }
    if report.unsolved_steps > 0 {
        return Ok(Exit::Unsolved);
    }
    Ok(match certificate {
        Some(certificate) if certificate.not_certified > 0 => Exit::Missed,
        _ => Exit::Done,
    })
}

/// The JSON that `--json` prints.
#[derive(Serialize)]
struct Json<'a> {
    #[serde(flatten)]
    report: &'a Report,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<&'a CertificateSummary>,
}

fn overrides(args: &RunArgs) -> Overrides {
    Overrides {
        duration: args.seconds,
        time_step: args.time_step,
        relaxation: args.rho,
        contact_model: args.contact_model,
        ..args.robots.overrides()
    }
}

fn open_recorder(args: &RunArgs, scene: &Scene, first: usize) -> Result<Option<Recorder>, Stop> {
    let Some(path) = &args.record else {
        return Ok(None);
    };
    let header = Header::new(&scene.model, scene.settings.relaxation, scene.portable());
    let mut recorder = Recorder::open(path, &header)?;
    recorder.append(&start(scene, first))?;
    Ok(Some(recorder))
}

fn open_certificate<'a>(
    args: &RunArgs,
    scene: &'a Scene,
    first: usize,
) -> Result<Option<CertificateWriter<'a>>, Stop> {
    let open = |path| CertificateWriter::open(path, &scene.model, first as u64, &scene.initial);
    Ok(args.certify.as_deref().map(open).transpose()?)
}

/// The frame before step `first`.
fn start(scene: &Scene, first: usize) -> Frame {
    Frame {
        step: first as u64,
        ..Frame::start(scene.time(first), &scene.initial)
    }
}

/// Rows of the explanation: to stdout, unless that belongs to the JSON.
fn tell(args: &RunArgs, row: &str) -> Result<(), Stop> {
    if args.json {
        output::note(row);
        return Ok(());
    }
    output::line(row)
}
