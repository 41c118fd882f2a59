//! Replays `tests/hard_steps`, steps whose first attempt failed once: solved at the first attempt, iterations,
//! rung, what bounded most short steps. `cargo bench --bench hard_steps [-- PART OF A NAME]`.

#[path = "../tests/common/hard_steps.rs"]
mod hard_steps;

use hard_steps::{Replay, corpus, replay};
use std::collections::BTreeMap;

/// Sums over some steps.
#[derive(Default)]
struct Sum {
    steps: usize,
    at_once: usize,
    unsolved: usize,
    iterations: usize,
    with_ladder: usize,
    milliseconds: f64,
    rungs: BTreeMap<&'static str, usize>,
}

impl Sum {
    fn add(&mut self, replay: &Replay) {
        let status = &replay.step.status;
        self.steps += 1;
        self.at_once += usize::from(replay.at_once());
        self.unsolved += usize::from(!status.solved);
        self.iterations += replay.first;
        self.with_ladder += status.iterations;
        self.milliseconds += replay.milliseconds;
        *self.rungs.entry(status.rung.name()).or_default() += 1;
    }

    fn print(&self, name: &str) {
        let mean = |sum: usize| sum as f64 / self.steps as f64;
        println!(
            "{name:<28} {:>5} {:>8} {:>6.1} {:>8.1} {:>8} {:>8.1}  {:?}",
            self.steps,
            self.at_once,
            mean(self.iterations),
            mean(self.with_ladder),
            self.unsolved,
            self.milliseconds / self.steps as f64,
            self.rungs
        );
    }
}

fn main() {
    // cargo bench passes --bench
    let wanted = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    let wanted = wanted.unwrap_or_default();
    let mut kinds: BTreeMap<String, Sum> = BTreeMap::new();
    let mut all = Sum::default();
    println!(
        "{:<36} {:>5} {:>4} {:>6}  bounded by",
        "step", "rung", "it", "ladder"
    );
    for path in corpus() {
        if !path.to_string_lossy().contains(&wanted) {
            continue;
        }
        let replay = replay(&path);
        let status = &replay.step.status;
        println!(
            "{:<36} {:>5} {:>4} {:>6}  {}",
            replay.name,
            status.rung.name(),
            replay.first,
            status.iterations,
            replay.blocker
        );
        let words: Vec<&str> = replay.name.rsplitn(3, '_').collect();
        kinds.entry(words[2].to_string()).or_default().add(&replay);
        all.add(&replay);
    }
    println!(
        "\n{:<28} {:>5} {:>8} {:>6} {:>8} {:>8} {:>8}  rungs",
        "kind", "steps", "at once", "it", "ladder", "unsolved", "ms/step"
    );
    kinds.iter().for_each(|(name, sum)| sum.print(name));
    all.print("all");
}
