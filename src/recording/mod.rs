//! What a run did: its frames as lines of JSON that survive a crash, and its figures.
//!
//! The first line is the [`Header`] (format, crate version, names, units and the whole scene); every
//! further line is one self-contained [`Frame`]. A line is written at once, so a killed run loses at
//! most the frame it was writing; [`Recording::read`] says when the last line is cut off and refuses
//! any other damage with its line number: every frame carries a hash of all lines up to it. Numbers keep their bits. A [`Checkpoint`] is one node of a
//! run, to go on from.
//!
//! Not here: what to do with frames. SI units; see [`Header::units`].

mod by_hand;
mod certificate;
mod checkpoint;
mod disagreement;
mod frame;
mod judge;
mod node;
mod reader;
mod report;
mod seal;
mod solids;
mod tally;
mod writer;

pub use by_hand::{ByHand, Pull, Steering};
pub use certificate::{
    CertificateSummary, CertificateWriter, Certifier, Piece, SmallestClearance, StepProofs,
    Unproven,
};
pub use checkpoint::{CHECKPOINT_FORMAT, Checkpoint, MAX_CHECKPOINT_BYTES};
pub use disagreement::Disagreement;
pub use frame::{Frame, FrameContact, FrameMotor, FrameStatus, Header};
pub use judge::{Judge, NEAR, close_pairs, deepest_overlap, true_gap};
pub use node::{Energy, Loads, interval_velocity, node_velocity};
pub use reader::{Frames, Recording};
pub use report::{About, Drift, EnergyGain, FinalBody, Report, Spread, StepTime};
pub use tally::Tally;
pub use writer::Recorder;

/// Version of the format; grows when a reader of the old one would be misled.
pub const FORMAT_VERSION: u32 = 2;
/// Oldest format that is still read: 1 had no hashes, so damage that is still JSON stays unseen.
pub const OLDEST_FORMAT: u32 = 1;
