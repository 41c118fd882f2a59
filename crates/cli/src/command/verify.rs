//! `drystone verify`: simulates a recording anew and compares every bit.

use super::args::VerifyArgs;
use super::progress::Progress;
use super::{Exit, Stop, output};
use crate::replay::{Repeated, repeat};
use serde::Serialize;

/// The JSON that `--json` prints.
#[derive(Serialize)]
struct Report<'a> {
    recording: &'a str,
    pass: bool,
    steps: usize,
    /// Steps in which something was done by hand.
    steps_by_hand: usize,
    /// FNV-1a of the state at the end of these steps, hex.
    state_hash: String,
    recorded_hash: String,
    /// The step that differs, counted from 1.
    differs_at: Option<u64>,
    /// How far a body is from where it was recorded, m.
    distance: Option<f64>,
}

/// Repeats a recording and says whether it is what its scene, and what was done by hand, give.
pub fn verify(args: &VerifyArgs) -> Result<Exit, Stop> {
    let name = args.recording.display().to_string();
    let mut progress = Progress::open("steps", !args.quiet);
    let repeated = repeat(&args.recording, |steps| progress.set(steps, String::new))?;
    progress.finish();
    if !repeated.sealed {
        output::note_unsealed(&name);
    }
    output::note_missing(&name, repeated.missing.as_deref(), repeated.steps + 1);
    match args.json {
        true => output::line(&json(&name, &repeated))?,
        false => output::line(&text(&name, &repeated))?,
    }
    match repeated.difference {
        None => Ok(Exit::Done),
        Some(_) => {
            output::note(&format!(
                "recorded by version {}, repeated by {}; a recording of another program, or of a plan, may have inputs \
                 that are not in it",
                repeated.version,
                env!("CARGO_PKG_VERSION")
            ));
            Ok(Exit::Missed)
        }
    }
}

fn json(name: &str, repeated: &Repeated) -> String {
    let difference = repeated.difference.as_ref();
    let report = Report {
        recording: name,
        pass: difference.is_none(),
        steps: repeated.steps,
        steps_by_hand: repeated.by_hand,
        state_hash: format!("{:016x}", repeated.hash),
        recorded_hash: format!("{:016x}", repeated.recorded_hash),
        differs_at: difference.map(|difference| difference.step),
        distance: difference.map(|difference| difference.distance),
    };
    serde_json::to_string_pretty(&report).expect("a report is numbers and text")
}

fn text(name: &str, repeated: &Repeated) -> String {
    let steps = repeated.steps;
    let by_hand = match repeated.by_hand {
        0 => String::new(),
        n => format!(" ({n} with something done by hand)"),
    };
    match &repeated.difference {
        None => format!(
            "{name}: the same bits, {steps} steps{by_hand}, state hash {:016x}",
            repeated.hash
        ),
        Some(other) => format!(
            "{name}: step {} ({:.4} s) differs: {} is {:.3e} m from where it was recorded; state hash {:016x}, recorded {:016x}",
            other.step,
            other.time,
            other.body,
            other.distance,
            repeated.hash,
            repeated.recorded_hash
        ),
    }
}
