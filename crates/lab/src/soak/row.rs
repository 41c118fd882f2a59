//! The outcome of a run.

use serde::{Deserialize, Serialize};

/// Figures of one run.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Row {
    /// Name of the run.
    pub name: String,
    /// Steps tried.
    pub steps: usize,
    /// Steps that the first attempt did not solve.
    pub base_failures: usize,
    /// Steps not solved at the relaxation asked for (rung `Relaxed` counts).
    pub unsolved: usize,
    /// Whether a step had no solution at all, and the run ended there.
    pub stopped: bool,
    /// Mean Newton iterations of a step.
    pub iterations: f64,
    /// Deepest overlap of any two parts in units of length, from the shapes alone, rows of the step or
    /// not; looked for after every tenth step.
    pub penetration: f64,
    /// Largest difference from 1 of the norm of a quaternion at the end.
    pub norm_error: f64,
    /// Memory of the process before and after the run, MiB; 0 where the system does not tell.
    pub memory_start: f64,
    /// See `memory_start`.
    pub memory_end: f64,
    /// Seconds on the clock.
    pub seconds: f64,
    /// Hash of the final state, hexadecimal.
    pub hash: String,
}
