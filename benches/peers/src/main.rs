//! Drystone beside Rapier and MuJoCo: the same scenes, one judge (see README.md).

mod campaign;
mod clock;
mod engine;
mod equal;
mod overlap;
mod page;
mod report;
mod scene;
mod score;
mod starts;
mod tables;
mod trajectory;

use campaign::{Campaign, Extent};
use clap::Parser;
use engine::{Drystone, Early, Engine, Mujoco, MujocoVariant, Rapier, RapierVariant, Runner};
use report::{Flight, Report};
use scene::{Kind, Scene};
use std::cell::RefCell;
use std::path::PathBuf;
use std::process::ExitCode;
use std::rc::Rc;
use std::time::Instant;

/// Drystone beside Rapier and MuJoCo: the same scenes, one judge. Tables on stdout, progress on
/// stderr.
#[derive(Parser)]
struct Arguments {
    /// Few starts and steps: under two minutes instead of half an hour or more.
    #[arg(long)]
    quick: bool,
    /// All figures as one JSON object instead of tables.
    #[arg(long)]
    json: bool,
    /// Python with the packages mujoco and numpy; without them MuJoCo is skipped.
    #[arg(long, default_value = "python3")]
    python: String,
    /// Also write the page with the tables to this file, e.g. ../../docs/peers.md.
    #[arg(long)]
    out: Option<PathBuf>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let save = |report: &Report| match &arguments.out {
        Some(path) => std::fs::write(path, page::page(report)).map_err(|why| {
            eprintln!("{}: {why}", path.display());
        }),
        None => Ok(()),
    };
    let report = run(arguments.quick, &arguments.python, |report| {
        // Written again at the end, where a failure counts.
        let _ = save(report);
    });
    if arguments.json {
        match serde_json::to_string(&report) {
            Ok(text) => println!("{text}"),
            Err(why) => eprintln!("no JSON: {why}"),
        }
    } else {
        print!("{}", page::page(&report));
    }
    match save(&report) {
        Ok(()) => ExitCode::SUCCESS,
        Err(()) => ExitCode::FAILURE,
    }
}

/// The whole comparison; `so_far` sees it before its longest part.
fn run(quick: bool, python: &str, so_far: impl Fn(&Report)) -> Report {
    let start = Instant::now();
    let mut engines: Vec<Box<dyn Engine>> = vec![
        Box::new(Drystone),
        Box::new(Rapier(RapierVariant::Default)),
        Box::new(Rapier(RapierVariant::Accurate)),
    ];
    let (mut mujoco, mut yardstick_of) = (String::new(), "rapier_default");
    match Runner::start(python) {
        Ok(runner) => {
            mujoco.clone_from(&runner.version);
            yardstick_of = "mj_default";
            let runner = Rc::new(RefCell::new(runner));
            for variant in [MujocoVariant::Default, MujocoVariant::Stiff] {
                let runner = Rc::clone(&runner);
                engines.push(Box::new(Mujoco { runner, variant }));
            }
        }
        Err(why) => {
            mujoco.push_str("skipped: ");
            mujoco.push_str(&why);
            eprintln!("MuJoCo is skipped: {why}");
        }
    }
    let mut campaign = Campaign {
        engines,
        extent: Extent { quick },
        troubles: Vec::new(),
    };
    let mut report = Report {
        quick,
        mujoco,
        yardstick_of,
        yardstick: [f64::NAN; 2],
        engines: campaign.engines.iter().map(|e| e.name()).collect(),
        ..Report::default()
    };
    let say = |what: &str| eprintln!("{:7.1} s  {what}", start.elapsed().as_secs_f64());
    report.yardstick[0] = campaign.yardstick(yardstick_of).unwrap_or(f64::NAN);
    say(&format!(
        "yardstick: {:.2} us, a step of {yardstick_of} in the drop at {} Hz",
        report.yardstick[0],
        campaign::SAME
    ));
    let scenes = starts::scenes(quick);
    let (last, first): (Vec<&Scene>, Vec<&Scene>) =
        scenes.iter().partition(|scene| campaign::dear(scene));
    for scene in first {
        compare(&mut campaign, &mut report, scene, say);
    }
    say("derivatives");
    for scene in &scenes {
        if scene.kind == Kind::Drop || scene.kind == Kind::Stack {
            report.gradients.extend(campaign.gradients(&resting(scene)));
        }
    }
    drops(&mut campaign, &mut report, &scenes[0], say);
    equal_errors(&mut campaign, &mut report, &scenes[0], say);
    report.wall_seconds = start.elapsed().as_secs_f64();
    so_far(&report);
    for scene in last {
        compare(&mut campaign, &mut report, scene, say);
    }
    report.yardstick[1] = campaign.yardstick(yardstick_of).unwrap_or(f64::NAN);
    say(&format!("yardstick: {:.2} us", report.yardstick[1]));
    report.troubles = campaign.troubles;
    report.wall_seconds = start.elapsed().as_secs_f64();
    report
}

/// All engines on one scene at every step.
fn compare(campaign: &mut Campaign, report: &mut Report, scene: &Scene, say: impl Fn(&str)) {
    let first = report.cells.len();
    for &hertz in campaign.extent.rates(scene) {
        say(&format!("{} at {hertz} Hz", scene.name));
        // Above the common step there is nothing to find for those that are accurate already, unless
        // their drops need such steps: then one step for all scenes is looked for.
        let coarse = |scene: &str, engine: &str| {
            let found = report.matched(scene, engine);
            found.is_some_and(|cell| cell.hertz <= campaign::SAME)
        };
        let accurate = |engine: &&str| coarse(&scene.name, engine) && coarse("drop", engine);
        let engines = report.engines.iter().copied();
        let done: Vec<&str> = match hertz > campaign::SAME {
            true => engines.filter(accurate).collect(),
            false => Vec::new(),
        };
        report.cells.extend(campaign.judge(scene, hertz, &done));
    }
    say(&format!("{}, times", scene.name));
    campaign.time(scene, &mut report.cells[first..]);
}

/// Drops against finer drops, and free flight.
fn drops(campaign: &mut Campaign, report: &mut Report, scene: &Scene, say: impl Fn(&str)) {
    let count = if campaign.extent.quick { 1 } else { 20 };
    for (name, hertz) in report.shown_drops() {
        say(&format!("finer drops, {name} at {hertz} Hz"));
        let found = campaign.engines.iter_mut().find(|e| e.name() == name);
        let Some(engine) = found else { continue };
        match trajectory::compare(engine.as_mut(), scene, hertz, count) {
            Ok(trajectory) => report.trajectories.push(trajectory),
            Err(why) => campaign.troubles.push(format!("{name}, finer drop: {why}")),
        }
    }
    for engine in &mut campaign.engines {
        for hertz in [10, 100, 500] {
            let mut fly = |early| trajectory::free_flight(engine.as_mut(), scene, hertz, early);
            match (fly(Early::No), fly(Early::Yes)) {
                (Ok(plain), Ok(early)) => report.flights.push(Flight {
                    engine: engine.name(),
                    hertz,
                    plain,
                    early,
                }),
                (Err(why), _) | (_, Err(why)) => campaign
                    .troubles
                    .push(format!("{}, free flight: {why}", engine.name())),
            }
        }
    }
}

/// Drops against the converged run of the same engine, at every step.
fn equal_errors(campaign: &mut Campaign, report: &mut Report, scene: &Scene, say: impl Fn(&str)) {
    let extent = campaign.extent;
    let count = if extent.quick { 2 } else { 20 };
    let mut ours = None;
    for engine in &mut campaign.engines {
        let name = engine.name();
        say(&format!("equal errors, {name}"));
        let mut all = || {
            let reference = equal::converged(engine.as_mut(), scene, count)?;
            let rates = extent.rates(scene).iter();
            let compare = |&hertz| equal::compare(engine.as_mut(), scene, hertz, &reference);
            let rows: Result<Vec<_>, String> = rates.map(compare).collect();
            Ok::<_, String>((rows?, reference))
        };
        match all() {
            Ok((rows, reference)) => {
                report.converging.extend(rows);
                let ours = ours.get_or_insert_with(|| reference.clone());
                report.limits.push((name, equal::apart(&reference, ours)));
            }
            Err(why) => campaign
                .troubles
                .push(format!("{name}, equal errors: {why}")),
        }
    }
}

/// The scene with one start, on the ground: a dropped box lies flat.
fn resting(scene: &Scene) -> Scene {
    let mut out = scene.clone();
    out.starts.truncate(1);
    if scene.kind == Kind::Drop {
        let height = drystone::math::Vec3::z() * scene.bricks[0].half.z;
        out.starts[0] = vec![scene::Node::at_rest(
            height,
            drystone::math::Rot::identity(),
        )];
    }
    out
}
