//! The positions and velocities of joint coordinates over time.

use super::fold::Fold;
use super::{label, line};
use crate::replay::{JointColumn, joint_columns};
use drystone::recording::Frame;
use drystone::world::Model;
use drystone_plot::Panel;

/// Coordinates of a unit with a line of their own in a chart.
const NAMED: usize = 8;
/// Longest name in a legend, letters.
const LETTERS: usize = 20;

/// A coordinate and its numbers.
#[derive(Debug, Clone)]
struct Track {
    column: JointColumn,
    position: Fold,
    velocity: Fold,
    /// Place among the coordinates of all joints.
    index: usize,
}

/// Collects the first coordinates of either unit.
#[derive(Debug, Clone)]
pub(super) struct Joints {
    tracks: Vec<Track>,
    /// Number of lengths and of angles of the model.
    counts: [usize; 2],
}

impl Joints {
    pub(super) fn new(model: &Model) -> Self {
        let mut counts = [0; 2];
        let mut tracks = Vec::new();
        for (index, column) in joint_columns(model).into_iter().enumerate() {
            let count = &mut counts[usize::from(column.is_angle)];
            *count += 1;
            if *count <= NAMED {
                tracks.push(Track {
                    column,
                    position: Fold::new(),
                    velocity: Fold::new(),
                    index,
                });
            }
        }
        Self { tracks, counts }
    }

    /// Whether there is nothing to draw.
    pub(super) fn is_empty(&self) -> bool {
        self.tracks.is_empty()
    }

    pub(super) fn add(&mut self, index: usize, frame: &Frame, model: &Model) {
        if self.is_empty() {
            return;
        }
        let state = frame.state();
        let positions = state.joint_positions(model);
        let velocities = state.joint_velocities(model);
        for track in &mut self.tracks {
            let k = track.index;
            track.position.add(index, frame.time, positions[k]);
            track.velocity.add(index, frame.time, velocities[k]);
        }
    }

    /// Positions and velocities of angles, then of lengths.
    pub(super) fn panels(&self) -> Vec<Panel> {
        let mut out = Vec::new();
        for is_angle in [true, false] {
            let own = |track: &&Track| track.column.is_angle == is_angle;
            let tracks: Vec<&Track> = self.tracks.iter().filter(own).collect();
            let (Some(first), count) = (tracks.first(), self.counts[usize::from(is_angle)]) else {
                continue;
            };
            let unit = first.column.unit();
            let which = match count {
                0..=NAMED => String::new(),
                _ => format!(" of the first {NAMED} of {count} coordinates"),
            };
            let panel = |what: &str, axis: String, fold: fn(&Track) -> &Fold| Panel {
                heading: format!("{what}{which}"),
                axis,
                logarithmic: false,
                series: (tracks.iter())
                    .map(|track| line(&label(&track.column.name, LETTERS), fold(track)))
                    .collect(),
            };
            let kind = if is_angle { "angles" } else { "lengths" };
            let axis = format!("position, {unit}");
            out.push(panel(kind, axis, |track| &track.position));
            let kind = format!("velocities of {kind}");
            let axis = format!("velocity, {unit}/s");
            out.push(panel(&kind, axis, |track| &track.velocity));
        }
        out
    }
}
