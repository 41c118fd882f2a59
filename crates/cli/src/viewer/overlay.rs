//! Everything that is drawn over the bodies and is no part of a window: marks, words, legend, axes.

use super::Shot;
use super::labels::Labels;
use super::marks::Pen;
use crate::replay::Look;
use drystone::math::Vec3;
use drystone::recording::Frame;
use drystone::world::Model;

/// The frame that marks are about.
pub(super) struct Subject<'a> {
    pub model: &'a Model,
    pub frame: &'a Frame,
    pub looks: &'a [Look],
    /// Paths of the bodies, world, m; none where they are not shown.
    pub paths: &'a [Vec<Vec3>],
}

impl Pen<'_> {
    /// Draws what `shot` shows of a frame.
    pub(super) fn overlay(&mut self, shot: &Shot, subject: &Subject) {
        let &Subject {
            model,
            frame,
            looks,
            paths,
        } = subject;
        let mut labels = Labels::default();
        self.trails(model, looks, paths);
        if shot.joints {
            self.joints(model, frame);
        }
        if shot.efforts {
            self.efforts(&mut labels, model, frame);
        }
        if shot.contacts {
            self.planes(model, frame);
            self.contacts(model, frame);
        }
        self.pulls(model, frame);
        if shot.forces {
            self.values(&mut labels, model, frame);
        }
        if shot.names {
            self.names(&mut labels, model, frame);
        }
        self.write(&labels);
        self.legend(shot, model, frame, looks);
        if shot.triad {
            self.triad();
        }
    }
}
