//! The threads of a batch, which a forked process has to make anew.

use drystone::error::Result;
use drystone::step::Batch;
use std::num::NonZeroUsize;

/// A batch that knows which process its threads belong to.
pub struct Pool {
    threads: Option<NonZeroUsize>,
    process: u32,
    batch: Batch,
}

impl Pool {
    pub fn new(threads: Option<NonZeroUsize>) -> Result<Self> {
        Ok(Self {
            threads,
            process: std::process::id(),
            batch: Batch::new(threads)?,
        })
    }

    /// Returns the number of threads.
    pub fn threads(&self) -> usize {
        self.batch.threads()
    }

    /// Returns the batch: a new one after a fork, which copies no threads.
    pub fn batch(&mut self) -> Result<&mut Batch> {
        let process = std::process::id();
        if process != self.process {
            let lost = std::mem::replace(&mut self.batch, Batch::new(self.threads)?);
            // Its threads are not there to be ended.
            std::mem::forget(lost);
            self.process = process;
        }
        Ok(&mut self.batch)
    }
}
