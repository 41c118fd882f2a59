//! `drystone run --batch`: many runs of one scene that start a little differently.

mod member;
mod totals;

use super::args::RunArgs;
use super::progress::Progress;
use super::{Exit, Stop, clock, output};
use drystone::Error;
use drystone::scene::Scene;
use drystone::step::{Batch, Inputs, Member, Sensitivity};
use drystone::world::{Input, State};
use member::Watch;
use std::time::Instant;
use totals::{Clock, Totals};

/// Refuses what does not go with a batch.
pub fn check(args: &RunArgs) -> Result<(), Error> {
    let (many, pictures) = (&args.many, &args.pictures);
    let Some(members) = many.batch else {
        return Ok(());
    };
    if let Some(index) = many.only {
        if index < members {
            return Ok(());
        }
        let why = format!("--only {index} is none of the members 0 to {}", members - 1);
        return Err(Error::usage(why, "name one of them"));
    }
    let of_one_run = [
        (args.record.is_some(), "--record"),
        (args.on_failure.is_some(), "--on-failure"),
        (args.explain, "--explain"),
        (args.view, "--view"),
        (pictures.screenshot.is_some(), "--screenshot"),
        (pictures.gif.is_some(), "--gif"),
        (pictures.frames.is_some(), "--frames"),
    ];
    match of_one_run.iter().find(|(given, _)| *given) {
        None => Ok(()),
        Some((_, name)) => {
            let why = format!("{name} is about one run, and --batch makes many");
            let fix = "leave it out, or choose a member with --only K";
            Err(Error::usage(why, fix))
        }
    }
}

/// Where member `index` starts.
pub fn first(args: &RunArgs, scene: &Scene, index: u32) -> State {
    let perturbation = args.many.perturb.unwrap_or_default();
    perturbation.member(
        &scene.model,
        &scene.initial,
        seed(args, scene),
        index as usize,
    )
}

fn seed(args: &RunArgs, scene: &Scene) -> u64 {
    args.many.seed.unwrap_or(scene.settings.seed)
}

/// Simulates all members and prints what happened.
pub fn run(args: &RunArgs, scene: &Scene, members: u32) -> Result<Exit, Stop> {
    let (started, cpu_started) = (Instant::now(), clock::cpu_seconds());
    if args.many.perturb.is_none() && members > 1 && !args.quiet {
        output::note("all members are the same: there is no --perturb");
    }
    let mut batch = Batch::new(args.threads)?;
    let threads = batch.threads();
    let mut progress = Progress::new(members as usize, "members", !args.quiet);
    let firsts: Vec<State> = (0..members)
        .map(|index| first(args, scene, index))
        .collect();
    let input = |k: usize, state: &State, input: &mut Input| scene.input_at(k, state, input);
    let member = |first| Member {
        model: &scene.model,
        first,
        inputs: Inputs::Function(&input),
        steps: scene.settings.steps,
        rho: scene.settings.relaxation,
        sensitivity: Sensitivity::None,
    };
    let all: Vec<Member> = firsts.iter().map(member).collect();
    let watch = |i: usize| Watch::new(scene, &firsts[i]);
    let watched = batch.watch(&all, watch, Watch::see, |done| {
        progress.set(done, || format!("{threads} threads"));
    });
    progress.finish();
    let names = (0..members).map(|index| (seed(args, scene), index));
    let outcomes = names.zip(watched);
    let outcomes = outcomes.map(|(name, (run, watch))| watch.finish(name, run));
    let outcomes = outcomes.collect();
    let totals = Totals::of(args, scene, seed(args, scene), outcomes);
    let totals = totals.timed(Clock {
        threads,
        wall: started.elapsed().as_secs_f64(),
        // While the threads of the batch live: the system forgets the time of those that ended.
        cpu: clock::cpu_seconds()
            .zip(cpu_started)
            .map(|(now, then)| now - then),
    });
    totals.describe_failures();
    if args.json {
        let text = serde_json::to_string_pretty(&totals);
        output::line(&text.expect("a report is numbers, text and lists"))?;
    } else {
        output::line(&totals.table())?;
    }
    Ok(if totals.pass {
        Exit::Done
    } else {
        Exit::Unsolved
    })
}
