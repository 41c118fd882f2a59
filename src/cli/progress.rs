//! A progress bar on stderr: only for people, only when the run takes a while.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// Runs shorter than this show no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// Counts steps (or cases); shows a bar once the run is long.
pub struct Progress {
    wanted: bool,
    steps: u64,
    unit: &'static str,
    started: Instant,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// For a run of `steps` `unit`s; never shown unless `wanted` and stderr is a terminal.
    pub fn new(steps: usize, unit: &'static str, wanted: bool) -> Self {
        Self {
            wanted: wanted && std::io::stderr().is_terminal(),
            steps: steps as u64,
            unit,
            started: Instant::now(),
            bar: None,
        }
    }

    /// `done` steps are done; `message` says where that is.
    pub fn set(&mut self, done: usize, message: impl FnOnce() -> String) {
        if !self.wanted || (self.bar.is_none() && self.started.elapsed() < PATIENCE) {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| bar(self.steps, self.unit));
        bar.set_position(done as u64);
        bar.set_message(message());
    }

    /// Removes the bar.
    pub fn finish(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

fn bar(steps: u64, unit: &str) -> ProgressBar {
    let template = format!("{{bar:40}} {{pos}}/{{len}} {unit}  {{msg}}  {{eta}} left");
    let style = ProgressStyle::with_template(&template);
    let bar = ProgressBar::new(steps);
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}
