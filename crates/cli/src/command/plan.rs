//! `drystone plan`: search plans for the goals of a scene, replay them, judge.

use super::args::PlanArgs;
use super::progress::Progress;
use super::{Exit, Stop, check, clash, output};
use crate::export::mjcf;
use drystone::recording::{Frame, Header, Recorder};
use drystone::scene::{Overrides, Scene};
use drystone_planner::{Limits, Plan, Planned, Planner, Stage};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// The outcome of a plan of one seed for one goal.
#[derive(Serialize)]
struct Row {
    goal: usize,
    seed: u64,
    reached: bool,
    steps: usize,
    position_error_mm: f64,
    angle_error_degrees: f64,
    replay_position_error_mm: f64,
    replay_angle_error_degrees: f64,
    contacts_made: usize,
    nodes: usize,
    unsolved_steps: usize,
    search_seconds: f64,
    polish_seconds: f64,
}

/// The JSON that `--json` prints.
#[derive(Serialize)]
struct Report<'a> {
    scene: &'a str,
    pass: bool,
    plans: usize,
    reached: usize,
    /// Median time of a search, s; searches that reach nothing count as the longest.
    median_seconds: f64,
    p90_seconds: f64,
    plan_file: String,
    rows: &'a [Row],
}

impl<'a> Report<'a> {
    fn of(rows: &'a [Row], scene: &'a str, file: &Path) -> Self {
        let reached = rows.iter().filter(|row| row.reached).count();
        let times = times(rows);
        Self {
            scene,
            pass: reached == rows.len(),
            plans: rows.len(),
            reached,
            median_seconds: quantile(&times, 0.5),
            p90_seconds: quantile(&times, 0.9),
            plan_file: file.display().to_string(),
            rows,
        }
    }
}

/// Plans for every goal and seed; keeps the first plan that reaches its goal, or the best.
pub fn plan(args: &PlanArgs) -> Result<Exit, Stop> {
    let file = plan_file(args);
    let written = [args.record.as_ref(), args.mjcf.as_ref(), Some(&file)];
    clash::refuse((Path::new(&args.scene), "the scene"), &written)?;
    let scene = check::open(&args.scene, &Overrides::default())?;
    if !args.quiet {
        for warning in &scene.warnings {
            output::note(&format!("warning: {warning}"));
        }
    }
    let planner = Planner::from_scene(&scene)?;
    let planner = match args.no_polish {
        true => planner.without_polish(),
        false => planner,
    };
    if let Some(path) = &args.mjcf {
        output::write(path, &mjcf(&planner.space, &planner.start)?)?;
    }
    let limits = Limits {
        seconds: args.time_limit,
        nodes: args.nodes,
    };
    let (mut rows, mut kept): (Vec<Row>, Option<Planned>) = (Vec::new(), None);
    for goal in 0..planner.space.spec.goals.len() {
        for seed in (scene.settings.seed..).take(args.seeds) {
            let planned = search(args, &planner, (goal, seed), &limits)?;
            rows.push(row(&planned.plan));
            if kept
                .as_ref()
                .is_none_or(|kept| better(&planned.plan, &kept.plan))
            {
                kept = Some(planned);
            }
        }
    }
    if let Some(kept) = &kept {
        output::write(&file, &kept.plan.to_json())?;
        record(args, &scene, kept)?;
    }
    let report = Report::of(&rows, &args.scene, &file);
    if args.json {
        let text = serde_json::to_string_pretty(&report);
        output::line(&text.expect("a report is numbers, text and lists"))?;
    } else {
        output::line(&table(&report))?;
    }
    if report.pass {
        return Ok(Exit::Done);
    }
    let missed = report.plans - report.reached;
    output::note(&format!(
        "{missed} of {} not found in time; the best plan is in {} (--time-limit, --nodes give more)",
        rows.len(),
        file.display()
    ));
    Ok(Exit::Missed)
}

fn search(
    args: &PlanArgs,
    planner: &Planner,
    (goal, seed): (usize, u64),
    limits: &Limits,
) -> Result<Planned, Stop> {
    let mut search = Progress::new(limits.nodes, "nodes", !args.quiet);
    let mut polish = Progress::open("shorter and smoother plans tried", !args.quiet);
    let planned = planner.watch(goal, seed, limits, |stage| match stage {
        Stage::Search { nodes, error } => search.set(nodes.min(limits.nodes), || {
            format!("goal {goal}, seed {seed}: {error:.1} tolerances away")
        }),
        Stage::Polish { trials, steps } => {
            search.finish();
            polish.set(trials, || {
                format!("goal {goal}, seed {seed}: polishing, {steps} steps")
            });
        }
    })?;
    search.finish();
    polish.finish();
    Ok(planned)
}

/// Whether a plan is rather to be kept than another: it arrives, or ends nearer.
fn better(plan: &Plan, other: &Plan) -> bool {
    let error = |plan: &Plan| {
        (
            !plan.reached,
            plan.verdict.position_error + plan.verdict.angle_error,
        )
    };
    match (error(plan), error(other)) {
        ((false, _), (false, _)) => false,
        (own, others) => own < others,
    }
}

/// `--out`, or the name of the scene with another ending, in the current folder.
fn plan_file(args: &PlanArgs) -> PathBuf {
    let named = || {
        let stem = Path::new(&args.scene).file_stem().unwrap_or_default();
        PathBuf::from(stem).with_extension("plan.json")
    };
    args.out.clone().unwrap_or_else(named)
}

fn record(args: &PlanArgs, scene: &Scene, kept: &Planned) -> Result<(), Stop> {
    let Some(path) = &args.record else {
        return Ok(());
    };
    let header = Header::new(&scene.model, scene.settings.relaxation, scene.portable());
    let mut recorder = Recorder::open(path, &header)?;
    recorder.append(&Frame::start(0.0, &scene.initial))?;
    for (k, step) in kept.steps.iter().enumerate() {
        let time = (k + 1) as f64 * scene.model.time_step;
        recorder.append(&Frame::after(k as u64 + 1, time, step))?;
    }
    Ok(())
}

fn row(plan: &Plan) -> Row {
    let verdict = &plan.verdict;
    Row {
        goal: plan.goal,
        seed: plan.seed,
        reached: plan.reached,
        steps: plan.steps.len(),
        position_error_mm: 1e3 * verdict.position_error,
        angle_error_degrees: verdict.angle_error.to_degrees(),
        replay_position_error_mm: 1e3 * verdict.replay_position_error,
        replay_angle_error_degrees: verdict.replay_angle_error.to_degrees(),
        contacts_made: verdict.contacts_made,
        nodes: verdict.nodes,
        unsolved_steps: verdict.unsolved,
        search_seconds: verdict.search_seconds,
        polish_seconds: verdict.polish_seconds,
    }
}

/// Seconds of the searches, sorted; infinite where nothing was reached.
fn times(rows: &[Row]) -> Vec<f64> {
    let time = |row: &Row| {
        if row.reached {
            row.search_seconds
        } else {
            f64::INFINITY
        }
    };
    let mut times: Vec<f64> = rows.iter().map(time).collect();
    times.sort_by(f64::total_cmp);
    times
}

fn quantile(sorted: &[f64], share: f64) -> f64 {
    let index = (share * sorted.len() as f64) as usize;
    sorted[index.min(sorted.len() - 1)]
}

fn table(report: &Report) -> String {
    let mut out = String::from(
        "goal seed  reached  goal error     replay error   steps  contacts  nodes   search   polish",
    );
    for row in report.rows {
        out += &format!(
            "\n{:>4} {:>4}  {:<7} {:>6.1} mm {:>4.1} d {:>6.1} mm {:>4.1} d {:>5}  {:>8} {:>6} {:>6.2} s {:>6.2} s",
            row.goal,
            row.seed,
            if row.reached { "yes" } else { "no" },
            row.position_error_mm,
            row.angle_error_degrees,
            row.replay_position_error_mm,
            row.replay_angle_error_degrees,
            row.steps,
            row.contacts_made,
            row.nodes,
            row.search_seconds,
            row.polish_seconds,
        );
    }
    let seconds = |x: f64| match x.is_finite() {
        true => format!("{x:.3} s"),
        false => "not found".to_string(),
    };
    out += &format!(
        "\n\nreached {} of {}   search: median {}, 90 % within {}\nplan in {}",
        report.reached,
        report.plans,
        seconds(report.median_seconds),
        seconds(report.p90_seconds),
        report.plan_file
    );
    out
}
