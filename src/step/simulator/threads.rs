//! Islands one after the other, or on several threads at the same time.
//!
//! Every island is a problem of its own: what it reads of others does not move, and its outcome is
//! noted in the order of the islands. So the number of threads cannot change a bit.

use super::reborrow;
use crate::error::{Error, Result};
use crate::step::StepTrace;
use crate::step::island::{Island, IslandParts};
use crate::step::ladder::{IslandOutcome, solve_island};
use crate::step::workspace::Workspace;
use crate::world::Model;
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::num::NonZeroUsize;

/// Steps with fewer pairs than this stay on one thread: to wake the others takes about as long as
/// such a step.
const PAIRS: usize = 16;

/// Largest number of threads; more help nobody, and some systems take minutes to make them.
pub const MAX_THREADS: usize = 256;

/// Checks a number of threads.
///
/// # Errors
/// It is 0 or more than [`MAX_THREADS`].
pub fn check_threads(threads: usize) -> Result<usize> {
    if (1..=MAX_THREADS).contains(&threads) {
        return Ok(threads);
    }
    let why = format!("{threads} threads; the limit is {MAX_THREADS}, at least 1");
    let fix = "ask for as many as there are cores";
    Err(Error::value("threads", why, fix))
}

/// The threads of a simulator, which wait between the steps.
#[derive(Debug, Default)]
pub struct Threads {
    pool: Option<ThreadPool>,
}

impl Threads {
    /// Returns a pool of that many threads; none for one.
    pub fn new(count: NonZeroUsize) -> Self {
        let pool = ThreadPoolBuilder::new().num_threads(count.get());
        Self {
            pool: (count.get() > 1).then(|| pool.build().ok()).flatten(),
        }
    }

    /// Solves all islands of a laid-out step; `note` gets their outcomes in order. Iterations can be
    /// reported by one thread only.
    pub fn solve(
        &self,
        model: &Model,
        work: &mut Workspace,
        rho: f64,
        mut trace: StepTrace,
        note: impl FnMut(IslandOutcome),
    ) {
        let precise = work.precise;
        let solve = |parts: IslandParts, trace: StepTrace| {
            let mut island = Island::new(model, parts);
            solve_island(model, &mut island, rho, precise, trace)
        };
        let worthwhile = work.island_count() > 1 && work.slots().len() >= PAIRS;
        let pool = self.pool.as_ref().filter(|_| worthwhile && trace.is_none());
        let Some(pool) = pool else {
            let outcomes = work.parts().map(|parts| solve(parts, reborrow(&mut trace)));
            return outcomes.for_each(note);
        };
        let islands: Vec<IslandParts> = work.parts().collect();
        let outcomes: Vec<IslandOutcome> = pool.install(|| {
            let islands = islands.into_par_iter().with_max_len(1);
            islands.map(|parts| solve(parts, None)).collect()
        });
        outcomes.into_iter().for_each(note);
    }
}
