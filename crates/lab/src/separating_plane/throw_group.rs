//! The throws of a kind, and their table.

use super::throw_scene::Kind;
use super::throws::ThrowRow;
use crate::Table;
use serde::Serialize;

/// The throws of a kind.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ThrowGroup {
    /// The kind.
    pub kind: String,
    /// Scenes.
    pub scenes: usize,
    /// Steps tried.
    pub steps: usize,
    /// Steps that were not solved.
    pub unsolved: usize,
    /// Steps taken in halves.
    pub halved: usize,
    /// Scenes that ended early.
    pub stopped: usize,
    /// The mean number of Newton iterations of a step.
    pub iterations: f64,
    /// Pairs x steps that are proven apart.
    pub certified: u64,
    /// Pairs x steps that are not.
    pub not_certified: u64,
    /// Those among them in a step that counts as solved.
    pub not_certified_solved: u64,
    /// Those among them that overlap between two states.
    pub overlaps: u64,
    /// Those among them with a body that turns by 3 rad or more in a step.
    pub turning: u64,
    /// The deepest overlap between two states, m.
    pub deepest: f64,
    /// The deepest overlap at the end of a step, m.
    pub deepest_at_end: f64,
    /// The smallest distance that is proven, m.
    pub smallest: f64,
    /// The largest error of the linear momentum, relative.
    pub linear_error: f64,
    /// The largest error of the angular momentum, relative.
    pub angular_error: f64,
}

impl ThrowGroup {
    /// Returns the sums over the rows of a kind.
    pub(super) fn of(kind: Kind, rows: &[ThrowRow]) -> Self {
        let own = |row: &&ThrowRow| row.name.starts_with(kind.name());
        let rows: Vec<&ThrowRow> = rows.iter().filter(own).collect();
        let sum = |f: fn(&ThrowRow) -> u64| rows.iter().map(|row| f(row)).sum::<u64>();
        let most = |f: fn(&ThrowRow) -> f64| rows.iter().map(|row| f(row)).fold(0.0, f64::max);
        let steps = sum(|row| row.steps as u64) as usize;
        let iterations = rows.iter().map(|row| row.iterations * row.steps as f64);
        let smallest = rows.iter().map(|row| row.smallest);
        Self {
            kind: kind.name().into(),
            scenes: rows.len(),
            steps,
            unsolved: sum(|row| row.unsolved as u64) as usize,
            halved: sum(|row| row.halved as u64) as usize,
            stopped: sum(|row| row.stopped.into()) as usize,
            iterations: iterations.sum::<f64>() / steps.max(1) as f64,
            certified: sum(|row| row.certified),
            not_certified: sum(|row| row.not_certified),
            not_certified_solved: sum(|row| row.not_certified_solved),
            overlaps: sum(|row| row.overlaps),
            turning: sum(|row| row.turning),
            deepest: most(|row| row.deepest),
            deepest_at_end: most(|row| row.deepest_at_end),
            smallest: smallest.fold(f64::INFINITY, f64::min),
            linear_error: most(|row| row.linear_error),
            angular_error: most(|row| row.angular_error),
        }
    }
}

/// Returns the table of all throws.
pub(super) fn throw_table(groups: &[ThrowGroup]) -> Table {
    let mut table = Table {
        title: "Throws: steps, and pairs x steps judged in continuous time".into(),
        columns: [
            "scenes",
            "steps",
            "unsolved",
            "halved",
            "iterations",
            "certified",
            "not certified",
            "of these in solved steps",
            "turn too fast",
            "overlap in between",
            "deepest, m",
            "at ends, m",
            "smallest gap, m",
            "linear",
            "angular",
        ]
        .map(String::from)
        .to_vec(),
        rows: Vec::new(),
    };
    for group in groups {
        let momentum = |error: f64| match group.kind == Kind::Pair.name() {
            true => format!("{error:.1e}"),
            false => "-".into(),
        };
        table.rows.push(vec![
            format!("{} {}", group.scenes, group.kind),
            group.steps.to_string(),
            group.unsolved.to_string(),
            group.halved.to_string(),
            format!("{:.2}", group.iterations),
            group.certified.to_string(),
            group.not_certified.to_string(),
            group.not_certified_solved.to_string(),
            group.turning.to_string(),
            group.overlaps.to_string(),
            format!("{:.1e}", group.deepest),
            format!("{:.1e}", group.deepest_at_end),
            format!("{:.1e}", group.smallest),
            momentum(group.linear_error),
            momentum(group.angular_error),
        ]);
    }
    table
}
