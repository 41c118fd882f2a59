//! Fuzzing: whatever a scene, a robot, a recording or a checkpoint contains, reading it ends in a value or in an
//! error with a reason and a remedy; never in a panic, never late, never in much memory.
//!
//! Inputs are texts of a seed corpus (scenes of `scenarios/`, random ones, a robot, recordings and checkpoints
//! of both forms), damaged once to eight times: bits and bytes, cuts, copies, words and numbers of other
//! inputs. What is accepted must be written back and read again the same, and small scenes must take a
//! step. Everything follows from the number of the block.

mod corpus;
mod mutate;
mod report;
mod target;

pub use report::FuzzReport;

use super::memory::memory;
use super::{Campaign, Dice};
use corpus::Corpus;
use drystone::error::{Error, Result};
use serde::{Deserialize, Serialize};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Instant;
pub use target::Target;

const SEED: u64 = 33;
/// Inputs of a block.
const BLOCK: usize = 10_000;
/// Blocks: reduced, and all.
const BLOCKS: [u64; 2] = [100, 1000];

/// The study: 1e6 inputs reduced, 1e7 in all.
#[derive(Debug, Clone, Default)]
pub struct Fuzz {
    /// A tenth of it.
    pub quick: bool,
    /// Where inputs are saved that make it panic.
    pub failures: Option<PathBuf>,
}

/// The outcome of a block of inputs.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Row {
    /// Name of the block.
    pub name: String,
    /// Inputs.
    pub inputs: usize,
    /// Inputs that were read.
    pub accepted: usize,
    /// Inputs that were refused with an error.
    pub refused: usize,
    /// Scenes that took a step.
    pub stepped: usize,
    /// Panics, broken promises of an accepted input among them.
    pub panics: usize,
    /// FNV-1a of all outcomes, hexadecimal.
    pub hash: String,
    /// Longest time of an input, ms.
    pub slowest: f64,
    /// Most memory that the process has held so far, MiB; 0 where the system does not tell.
    pub memory: f64,
}

impl Campaign for Fuzz {
    type Run = u64;
    type Row = Row;

    fn runs(&self) -> Vec<u64> {
        (0..BLOCKS[usize::from(!self.quick)]).collect()
    }

    fn name(&self, block: &u64) -> String {
        format!("block {block}")
    }

    fn row_name<'a>(&self, row: &'a Row) -> &'a str {
        &row.name
    }

    fn carry_out(&self, &block: &u64) -> Result<Row> {
        examine(block, BLOCK, self.failures.as_deref())
    }

    fn repeats(&self, old: &Row, new: &Row) -> bool {
        old.hash == new.hash
    }
}

/// Reads `count` inputs of a block. Those that panic are saved in `failures`.
///
/// # Errors
/// When such a file cannot be written.
pub fn examine(block: u64, count: usize, failures: Option<&Path>) -> Result<Row> {
    let corpus = Corpus::get();
    let mut dice = Dice::new(SEED, block);
    let mut hash = drystone::math::Fnv::new();
    let mut row = Row {
        name: format!("block {block}"),
        inputs: count,
        ..Row::default()
    };
    for index in 0..count {
        let (target, input) = corpus.input(&mut dice);
        let clock = Instant::now();
        let outcome = catch_unwind(AssertUnwindSafe(|| target.read(&input, index)));
        row.slowest = row.slowest.max(clock.elapsed().as_secs_f64() * 1e3);
        match outcome {
            Ok(outcome) => {
                row.accepted += usize::from(outcome.accepted);
                row.refused += usize::from(!outcome.accepted);
                row.stepped += usize::from(outcome.stepped);
                hash.add(outcome.said.as_bytes());
            }
            Err(_) => {
                row.panics += 1;
                if let Some(folder) = failures {
                    save(
                        folder,
                        &format!("{block}_{index}.{}", target.ending()),
                        &input,
                    )?;
                }
            }
        }
    }
    row.hash = format!("{:016x}", hash.value());
    row.memory = memory().map_or(0.0, |(_, most)| most);
    Ok(row)
}

fn save(folder: &Path, name: &str, input: &[u8]) -> Result<()> {
    let path = folder.join(name);
    let written = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, input));
    written.map_err(|e| {
        let why = format!("cannot write: {e}");
        Error::file(path.display().to_string(), why, "check the folder")
    })
}
