//! A progress bar on stderr: only for people, only when the run takes a while.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// Runs shorter than this show no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// Counts steps; shows a bar once the run is long.
pub struct Progress {
    wanted: bool,
    steps: u64,
    started: Instant,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// For a run of `steps` steps; never shown unless `wanted` and stderr is a terminal.
    pub fn new(steps: usize, wanted: bool) -> Self {
        Self {
            wanted: wanted && std::io::stderr().is_terminal(),
            steps: steps as u64,
            started: Instant::now(),
            bar: None,
        }
    }

    /// `done` steps are done, which is `time` seconds of the simulation.
    pub fn set(&mut self, done: usize, time: f64) {
        if !self.wanted || (self.bar.is_none() && self.started.elapsed() < PATIENCE) {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| bar(self.steps));
        bar.set_position(done as u64);
        bar.set_message(format!("t = {time:.2} s"));
    }

    /// Removes the bar.
    pub fn finish(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

fn bar(steps: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} steps  {msg}  {eta} left");
    let bar = ProgressBar::new(steps);
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}
