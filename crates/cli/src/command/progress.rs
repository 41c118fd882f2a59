//! A progress bar on stderr: only for people, only when the run takes a while.

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// Runs shorter than this show no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// Counts steps (or cases); shows a bar once the run is long.
pub struct Progress {
    wanted: bool,
    steps: usize,
    /// Steps done by an earlier start of the command.
    earlier: usize,
    unit: &'static str,
    started: Instant,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// For a run of `steps` `unit`s; never shown unless `wanted` and stderr is a terminal.
    pub fn new(steps: usize, unit: &'static str, wanted: bool) -> Self {
        Self {
            wanted: wanted && std::io::stderr().is_terminal(),
            steps,
            earlier: 0,
            unit,
            started: Instant::now(),
            bar: None,
        }
    }

    /// Returns a count of which nobody knows the end: it is shown without a bar.
    pub fn open(unit: &'static str, wanted: bool) -> Self {
        Self::new(0, unit, wanted)
    }

    /// Returns the bar with `earlier` of the steps done before; they say nothing about the time left.
    pub fn going_on(self, earlier: usize) -> Self {
        Self { earlier, ..self }
    }

    /// `done` steps are done; `message` says where that is.
    pub fn set(&mut self, done: usize, message: impl FnOnce() -> String) {
        let elapsed = self.started.elapsed();
        if !self.wanted || (self.bar.is_none() && elapsed < PATIENCE) {
            return;
        }
        let missing = self.steps.checked_sub(done);
        let left = missing.and_then(|missing| left(elapsed, done - self.earlier, missing));
        let left = left.map_or(String::new(), |left| {
            format!("  {} left", HumanDuration(left))
        });
        let bar = self.bar.get_or_insert_with(|| bar(self.steps, self.unit));
        bar.set_message(left + &message());
        bar.set_position(done as u64);
    }

    /// Removes the bar.
    pub fn finish(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

/// Time for what is `missing` when `done` took `elapsed`; unknown at the start.
fn left(elapsed: Duration, done: usize, missing: usize) -> Option<Duration> {
    (done > 0).then(|| elapsed.mul_f64(missing as f64 / done as f64))
}

fn bar(steps: usize, unit: &str) -> ProgressBar {
    let count = match steps {
        0 => "{spinner} {pos}",
        _ => "{bar:40} {pos}/{len}",
    };
    let style = ProgressStyle::with_template(&format!("{count} {unit}  {{wide_msg}}"));
    let bar = match steps {
        0 => ProgressBar::new_spinner(),
        _ => ProgressBar::new(steps as u64),
    };
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_that_of_the_runs_of_this_start() {
        let minute = Duration::from_secs(60);
        assert_eq!(left(minute, 0, 10), None);
        assert_eq!(left(minute, 20, 10), Some(minute / 2));
    }
}
