//! The contents of a recording: read once from end to end, before anything is written.

use crate::replay::{Extent, Replay};
use drystone::error::{Error, Result};
use drystone::recording::{Frame, Frames};
use std::num::NonZeroUsize;

/// The extent of a recording in frames, time and space, and which of its frames are kept.
#[derive(Debug, Clone)]
pub struct Survey {
    /// Number of whole frames.
    pub frames: usize,
    /// Every so many frames one is kept, and always the last.
    pub every: NonZeroUsize,
    /// The recording lacks this at its end; nothing where it is whole.
    pub missing: Option<String>,
    /// The first frame.
    pub first: Frame,
    /// Time of the last frame, s.
    pub end: f64,
    /// Around the bodies at all times.
    pub extent: Extent,
}

impl Survey {
    /// Reads all `frames` of `replay`; `seen` hears how many so far.
    ///
    /// # Errors
    /// As those of [`Frames`], so after this the recording is known to be good; no frame.
    pub fn of(
        replay: &Replay,
        mut frames: Frames,
        every: NonZeroUsize,
        mut seen: impl FnMut(usize),
    ) -> Result<Self> {
        let Some(first) = frames.next().transpose()? else {
            let fix = "record the run again";
            return Err(Error::file("recording", "without a frame", fix));
        };
        let mut out = Self {
            frames: 1,
            every,
            missing: None,
            end: first.time,
            extent: Extent::nothing(),
            first,
        };
        out.extent.add(&replay.scene.model, &out.first);
        for frame in frames.by_ref() {
            let frame = frame?;
            out.extent.add(&replay.scene.model, &frame);
            out.end = frame.time;
            out.frames += 1;
            seen(out.frames);
        }
        out.missing = frames.missing(replay.scene.settings.steps);
        Ok(out)
    }

    /// Whether frame `index`, counted from 0, is kept.
    pub fn keeps(&self, index: usize) -> bool {
        index.is_multiple_of(self.every.get()) || index + 1 == self.frames
    }

    /// Number of frames kept.
    pub fn kept(&self) -> usize {
        (self.frames - 1).div_ceil(self.every.get()) + 1
    }
}
