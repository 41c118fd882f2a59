//! `drystone study`: many runs, one report, a pass line.

use super::args::{Study, StudyArgs};
use super::progress::Progress;
use super::{Exit, Stop, output};
use drystone::Error;
use drystone::step::MAX_THREADS;
use drystone_lab::audit::{AuditReport, ImpactReport, Impacts, Scenes};
use drystone_lab::codesign::{Codesign, CodesignReport};
use drystone_lab::drop::{DropReport, Drops};
use drystone_lab::fuzz::{Fuzz, FuzzReport};
use drystone_lab::heaps::{Heaps, HeapsReport};
use drystone_lab::insertion::{Insertion, InsertionReport};
use drystone_lab::joints::{Joints, JointsReport};
use drystone_lab::peg::{Peg, PegReport};
use drystone_lab::physics::oracles::Oracles;
use drystone_lab::physics::{LawResiduals, PhysicsReport, PhysicsRows, Refinement, Slopes};
use drystone_lab::planning::{Planning, PlanningReport};
use drystone_lab::separating_plane::{Chains, Checks, SeparatingPlaneReport, Throws};
use drystone_lab::soak::{Soak, SoakReport};
use drystone_lab::soft_minimum::{
    Lessons, Profiles, Pushes, Scaling, SoftMinimumReport, SoftMinimumRows, Surfaces,
};
use drystone_lab::speed::{Speed, SpeedReport};
use drystone_lab::stack::{Stack, StackReport};
use drystone_lab::stacking::{Stacking, StackingReport};
use drystone_lab::{Campaign, Done, Gradients, Report, Summary, carry_out};
use serde::Serialize;
use std::io::IsTerminal;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Without a terminal, what is said of progress comes after this time.
const SILENCE: Duration = Duration::from_secs(60);

/// Carries out a study.
pub fn study(study: &Study) -> Result<Exit, Stop> {
    match study {
        Study::Drop(args) => {
            let drops = Drops {
                quick: args.quick,
                failures: failures(args),
            };
            conduct(args, "drop", &drops, DropReport::of)
        }
        Study::Stack(args) => {
            let stack = Stack { quick: args.quick };
            conduct(args, "stack", &stack, StackReport::of)
        }
        Study::Heaps(args) => {
            let heaps = Heaps {
                quick: args.quick,
                failures: failures(args),
            };
            conduct(args, "heaps", &heaps, HeapsReport::of)
        }
        Study::Stacking(args) => {
            let stacking = Stacking {
                quick: args.quick,
                folder: args.out.clone(),
            };
            conduct(args, "stacking", &stacking, StackingReport::of)
        }
        Study::Insertion(args) => {
            let insertion = Insertion {
                quick: args.quick,
                folder: args.out.clone(),
            };
            conduct(args, "insertion", &insertion, InsertionReport::of)
        }
        Study::Peg(args) => conduct(args, "peg", &Peg, PegReport::of),
        Study::Speed(args) => {
            let speed = Speed { quick: args.quick };
            // what runs beside a step would change its time
            let alone = StudyArgs {
                threads: Some(NonZeroUsize::MIN),
                ..args.clone()
            };
            let report = |rows: &[_]| SpeedReport::of(speed.steps(), rows);
            conduct(&alone, "speed", &speed, report)
        }
        Study::Gradients(args) => {
            let gradients = Gradients { quick: args.quick };
            conduct(args, "gradients", &gradients, Summary::of)
        }
        Study::Planning(args) => {
            let planning = Planning { quick: args.quick };
            conduct(args, "planning", &planning, PlanningReport::of)
        }
        Study::Joints(args) => {
            let joints = Joints { quick: args.quick };
            conduct(args, "joints", &joints, JointsReport::of)
        }
        Study::Soak(args) => {
            let soak = Soak {
                quick: args.quick,
                failures: failures(args),
            };
            conduct(args, "soak", &soak, SoakReport::of)
        }
        Study::Fuzz(args) => {
            let fuzz = Fuzz {
                quick: args.quick,
                failures: failures(args),
            };
            conduct(args, "fuzz", &fuzz, FuzzReport::of)
        }
        Study::Audit(args) => {
            let scenes = Scenes {
                quick: args.quick,
                failures: failures(args),
            };
            conduct(args, "audit", &scenes, AuditReport::of)
        }
        Study::Impacts(args) => {
            let impacts = Impacts {
                quick: args.quick,
                failures: failures(args),
            };
            conduct(args, "impacts", &impacts, ImpactReport::of)
        }
        Study::Physics(args) => physics(args),
        Study::SoftMinimum(args) => soft_minimum(args),
        Study::SeparatingPlane(args) => separating_plane(args),
        Study::Codesign(args) => {
            let codesign = Codesign { quick: args.quick };
            let report = |rows: &[_]| CodesignReport::of(args.quick, rows);
            conduct(args, "codesign", &codesign, report)
        }
    }
}

/// Where what failed is saved.
fn failures(args: &StudyArgs) -> Option<PathBuf> {
    args.out.as_ref().map(|folder| folder.join("failures"))
}

/// Four campaigns, one report.
fn physics(args: &StudyArgs) -> Result<Exit, Stop> {
    announce(args)?;
    let rows = PhysicsRows {
        oracles: gather(args, "physics-oracles", &Oracles::embedded()?)?,
        slopes: gather(args, "physics-slopes", &Slopes::new(args.quick))?,
        residuals: gather(args, "physics-residuals", &LawResiduals::new(args.quick))?,
        refinement: gather(args, "physics-refinement", &Refinement::new(args.quick))?,
    };
    let report = PhysicsReport::of(rows);
    publish(args, "physics", &report, &report.rows)
}

/// Five campaigns, one report; times are taken on one thread.
fn soft_minimum(args: &StudyArgs) -> Result<Exit, Stop> {
    announce(args)?;
    let quick = args.quick;
    let alone = StudyArgs {
        threads: Some(NonZeroUsize::MIN),
        ..args.clone()
    };
    let rows = SoftMinimumRows {
        surfaces: gather(args, "soft_minimum-surfaces", &Surfaces { quick })?,
        profiles: gather(args, "soft_minimum-profiles", &Profiles { quick })?,
        pushes: gather(args, "soft_minimum-pushes", &Pushes::new(quick))?,
        scaling: gather(&alone, "soft_minimum-scaling", &Scaling { quick })?,
        lessons: gather(args, "soft_minimum-lessons", &Lessons { quick })?,
    };
    let report = SoftMinimumReport::of(rows);
    publish(args, "soft_minimum", &report, &report.rows)
}

/// Three campaigns, one report; times are taken on one thread.
fn separating_plane(args: &StudyArgs) -> Result<Exit, Stop> {
    announce(args)?;
    let quick = args.quick;
    let alone = StudyArgs {
        threads: Some(NonZeroUsize::MIN),
        ..args.clone()
    };
    let checks = gather(args, "separating_plane-checks", &Checks { quick })?;
    let throws = gather(args, "separating_plane-throws", &Throws { quick })?;
    let chains = gather(&alone, "separating_plane-chains", &Chains { quick })?;
    let report = SeparatingPlaneReport::of(&throws, &checks, &chains);
    publish(args, "separating_plane", &report, &throws)
}

/// The JSON that `--json` prints.
#[derive(Serialize)]
struct Json<'a, R, T> {
    pass: bool,
    pass_line: String,
    #[serde(flatten)]
    report: &'a R,
    rows: &'a T,
}

/// Carries out a campaign and reports on it.
fn conduct<C: Campaign, R: Report>(
    args: &StudyArgs,
    name: &str,
    campaign: &C,
    report: impl FnOnce(&[C::Row]) -> R,
) -> Result<Exit, Stop> {
    announce(args)?;
    let rows = gather(args, name, campaign)?;
    let report = report(&rows);
    publish(args, name, &report, &rows)
}

/// Says what was left open.
fn announce(args: &StudyArgs) -> Result<(), Error> {
    if let Some(out) = &args.out {
        output::refuse_file(out)?;
    }
    if !args.quick && !args.full {
        output::note("all runs (--full); --quick takes a small part of them");
    }
    if args.out.is_none() && !args.quick {
        output::note("without --out DIR a study that is killed begins anew");
    }
    Ok(())
}

/// The rows of a campaign; with `--out`, in the journal `NAME.csv`.
fn gather<C: Campaign>(args: &StudyArgs, name: &str, campaign: &C) -> Result<Vec<C::Row>, Stop> {
    let threads = args.threads.map_or_else(cores, NonZeroUsize::get);
    let journal = args
        .out
        .as_ref()
        .map(|folder| folder.join(format!("{name}.csv")));
    let mut progress = None;
    let mut said = Instant::now();
    let rows = carry_out(campaign, threads, journal.as_deref(), |done| {
        let bar = progress.get_or_insert_with(|| begin(done));
        bar.set(done.rows, || done.last.clone());
        // Where nobody sees a bar, a line now and then.
        if !std::io::stderr().is_terminal() && said.elapsed() >= SILENCE {
            said = Instant::now();
            output::note(&format!("{} of {} runs done", done.rows, done.of));
        }
    })?;
    if let Some(mut progress) = progress {
        progress.finish();
    }
    Ok(rows)
}

/// The page `NAME.md` and the pictures `NAME-*.svg` in the folder of `--out`, text or JSON on
/// stdout, the pass line on stderr.
fn publish<R: Report, T: Serialize>(
    args: &StudyArgs,
    name: &str,
    report: &R,
    rows: &T,
) -> Result<Exit, Stop> {
    if let Some(folder) = &args.out {
        save(folder, name, report)?;
    }
    let pass = report.missed().is_empty();
    if args.json {
        let json = Json {
            pass,
            pass_line: report.pass_line(),
            report,
            rows,
        };
        let text = serde_json::to_string_pretty(&json);
        output::line(&text.expect("a report is numbers, text and lists"))?;
    } else {
        output::line(&report.to_string())?;
    }
    let line = report.pass_line();
    if pass {
        output::note(&format!("pass line met: {line}"));
        return Ok(Exit::Done);
    }
    let missed = report.missed().join("; ");
    output::note(&format!("pass line missed ({line}): {missed}"));
    Ok(Exit::Missed)
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get().min(MAX_THREADS))
}

fn begin(done: &Done) -> Progress {
    let Done { earlier, of, .. } = *done;
    if earlier > 0 {
        output::note(&format!(
            "going on: {earlier} of {of} runs were done before"
        ));
    }
    Progress::new(of, "runs", true).going_on(earlier)
}

/// The page and its pictures.
fn save<R: Report>(folder: &Path, name: &str, report: &R) -> Result<(), Error> {
    let mut page = report.markdown();
    for plot in report.plots() {
        let file = format!("{name}-{}.svg", plot.stem);
        output::write(&folder.join(&file), &plot.svg())?;
        page += &format!("\n![{}]({file})\n", plot.title);
    }
    output::write(&folder.join(format!("{name}.md")), &page)
}
