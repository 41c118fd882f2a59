//! The replays of all goals as one figure per model, cloud and step, beside the published ones.

use super::pushing::{PushRow, STEPS};
use super::pushing_scene::Law;
use super::report::DISTANCE;
use serde::Serialize;

/// The published errors (SM Fig. 7): step in ms, integrator, points, distance in cm with its spread, angle in degrees with its
/// spread.
pub const PUBLISHED: [(u32, &str, &str, [f64; 4]); 8] = [
    (2, "RK4", "4k", [1.2, 1.0, 10.8, 10.3]),
    (8, "RK4", "4k", [1.3, 1.6, 12.5, 9.1]),
    (16, "RK4", "4k", [4.6, 3.7, 29.4, 18.3]),
    (2, "RK4", "26", [2.1, 0.7, 6.8, 2.7]),
    (8, "RK4", "26", [2.4, 1.6, 11.4, 6.5]),
    (16, "RK4", "26", [6.3, 5.4, 26.6, 25.3]),
    (2, "Euler", "4k", [6.7, 2.9, 42.3, 18.2]),
    (2, "Euler", "26", [11.2, 5.7, 46.2, 34.3]),
];

/// The replays of all goals by one model, cloud and step.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PushCell {
    /// Name of the contact model.
    pub model: String,
    /// The cloud.
    pub points: String,
    /// Points of the T where forces act.
    pub queries: usize,
    /// The length of a step, ms.
    pub milliseconds: u32,
    /// Number of goals.
    pub goals: usize,
    /// Mean and standard deviation of the distance from the end under `single_level` at 2 ms, cm.
    pub distance: [f64; 2],
    /// Goals whose distance is what the target allows at most.
    pub near: usize,
    /// The largest such distance, cm.
    pub farthest: f64,
    /// Mean and standard deviation of the angle from there, degrees.
    pub angle: [f64; 2],
    /// Mean iterations of a step.
    pub iterations: f64,
    /// Steps whose first attempt failed.
    pub base_failures: usize,
    /// Steps not solved at the relaxation asked for.
    pub unsolved: usize,
    /// All steps.
    pub steps: usize,
    /// Mean time of a step, ms.
    pub time: f64,
}

/// Returns whether a row is a reference.
fn is_reference(row: &PushRow) -> bool {
    row.model == Law::SingleLevel.name() && row.milliseconds == STEPS[0]
}

/// Returns the figures of all models, clouds and steps, in the order in which they come.
pub fn cells(rows: &[PushRow]) -> Vec<PushCell> {
    let key = |row: &PushRow| (row.model.clone(), row.points.clone(), row.milliseconds);
    let mut keys = Vec::new();
    for row in rows {
        if !keys.contains(&key(row)) {
            keys.push(key(row));
        }
    }
    keys.sort_by_key(|(model, points, ms)| {
        let place = Law::ALL.iter().position(|law| law.name() == model);
        (place, points.clone(), *ms)
    });
    let of = |wanted: &(String, String, u32)| {
        let own: Vec<&PushRow> = rows.iter().filter(|row| key(row) == *wanted).collect();
        cell(&own, rows)
    };
    keys.iter().map(of).collect()
}

fn cell(own: &[&PushRow], all: &[PushRow]) -> PushCell {
    let apart = own.iter().filter_map(|row| {
        let reference = all.iter().find(|r| is_reference(r) && r.goal == row.goal)?;
        let (distance, angle) = row.apart(reference);
        Some((100.0 * distance, angle.to_degrees()))
    });
    let (distances, angles): (Vec<f64>, Vec<f64>) = apart.unzip();
    let mean = |of: fn(&PushRow) -> f64| {
        let sum: f64 = own.iter().map(|row| of(row)).sum();
        sum / own.len() as f64
    };
    let sum = |of: fn(&PushRow) -> usize| own.iter().map(|row| of(row)).sum();
    PushCell {
        model: own[0].model.clone(),
        points: own[0].points.clone(),
        queries: own[0].queries,
        milliseconds: own[0].milliseconds,
        goals: own.len(),
        distance: mean_and_spread(&distances),
        near: distances.iter().filter(|&&x| x <= DISTANCE).count(),
        farthest: distances.iter().copied().fold(0.0, f64::max),
        angle: mean_and_spread(&angles),
        iterations: mean(|row| row.iterations),
        base_failures: sum(|row| row.base_failures),
        unsolved: sum(|row| row.unsolved),
        steps: sum(|row| row.steps),
        time: mean(|row| row.time),
    }
}

/// Returns mean and standard deviation of a sample; the latter of one number is 0.
fn mean_and_spread(of: &[f64]) -> [f64; 2] {
    let count = of.len() as f64;
    let mean = of.iter().sum::<f64>() / count;
    let square = of.iter().map(|x| (x - mean).powi(2)).sum::<f64>();
    [mean, (square / (count - 1.0).max(1.0)).sqrt()]
}

impl PushCell {
    /// Returns the name, e.g. `soft_minimum, 26 points, 8 ms`.
    pub fn name(&self) -> String {
        let (model, points, ms) = (&self.model, &self.points, self.milliseconds);
        match points.as_str() {
            "-" => format!("{model}, {ms} ms"),
            _ => format!("{model}, {points} points, {ms} ms"),
        }
    }

    /// Returns the published errors by steps of that length and cloud: by Runge-Kutta steps, or by those of Euler.
    pub fn published(&self) -> Option<[f64; 4]> {
        let by = match self.model == Law::Euler.name() {
            true => "Euler",
            false => "RK4",
        };
        let own = |(ms, integrator, points, _): &&(u32, &str, &str, [f64; 4])| {
            *ms == self.milliseconds && *integrator == by && *points == self.points
        };
        PUBLISHED.iter().find(own).map(|published| published.3)
    }
}
