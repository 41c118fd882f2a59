//! What `drystone study planning` makes of its rows.

use drystone_lab::planning::{PlanRow, Planning, PlanningReport};
use drystone_lab::{Campaign, Report};

fn row(task: &str, seed: usize, reached: bool, seconds: f64) -> PlanRow {
    PlanRow {
        name: format!("{task} goal 0 seed {seed}"),
        task: task.into(),
        reached,
        position_error: if reached { 0.001 } else { 0.2 },
        angle_error: 0.01,
        replay_position_error: 0.002 * (1 + seed) as f64,
        replay_angle_error: 0.01,
        replay_unsolved: 0,
        steps: 40,
        steps_found: 200,
        contacts_made: 3,
        nodes: 100 + seed,
        unsolved: 0,
        search_seconds: seconds,
        polish_seconds: 0.5,
    }
}

fn all(rotate: &[(bool, f64)]) -> PlanningReport {
    let others = [
        "push_planar",
        "t_push",
        "pivot_3d",
        "reorient_3d",
        "arm_push",
        "finger_pivot",
    ];
    let mut rows: Vec<PlanRow> = others.iter().map(|task| row(task, 0, true, 2.0)).collect();
    let own = rotate.iter().enumerate();
    rows.extend(own.map(|(k, (reached, s))| row("rotate_planar", k, *reached, *s)));
    PlanningReport::of(&rows)
}

#[test]
fn the_pass_line_asks_for_success_and_time() {
    let report = all(&[(true, 0.1), (true, 0.4), (true, 3.0)]);
    assert!(report.missed().is_empty(), "{:?}", report.missed());
    let task = report
        .tasks
        .iter()
        .find(|t| t.task == "rotate_planar")
        .unwrap();
    assert_eq!((task.median_seconds, task.p90_seconds), (0.4, 3.0));
    // 2, 4 and 6 mm: all within 10.
    assert_eq!((task.replayed, task.replay_mm.round()), (3, 4.0));
    let slow = all(&[(true, 1.1), (true, 1.4), (true, 0.4)]);
    assert_eq!(slow.missed(), ["rotate_planar: median 1.10 s"]);
    let failing = all(&[(true, 0.1), (true, 0.1), (false, 30.0)]);
    assert_eq!(failing.missed(), ["rotate_planar: 67 % reached"]);
    assert_eq!(failing.failures.len(), 1);
    assert!(
        failing.failures[0].contains("200 mm"),
        "{}",
        failing.failures[0]
    );
}

#[test]
fn every_goal_of_every_task_is_searched_from_every_seed() {
    assert_eq!(Planning { quick: false }.runs().len(), 1100);
    assert_eq!(Planning { quick: true }.runs().len(), 22);
}
