//! The primal-dual point of a pair as plain numbers: saved with a step, restored to differentiate it.

use super::{Pair, PairSetup};
use crate::contact::Collision;
use crate::contact::detection::Detection;
use crate::contact::terms::Record;
use crate::math::Pose;
use crate::shape::Rows;

impl<D: Detection> Pair<D> {
    /// Appends the point: the solution of the prediction, then that of the step.
    pub fn save(&self, out: &mut Vec<f64>) {
        out.push(if self.lagged { 1.0 } else { 0.0 });
        out.extend_from_slice(&self.prediction);
        self.collision.save(out);
        out.extend_from_slice(&self.law.cone.s);
        out.extend_from_slice(&self.law.cone.z);
    }

    /// Restores a saved point; `poses` are the predicted ones.
    pub fn restore(
        &mut self,
        setup: &PairSetup,
        rows: [&Rows; 2],
        poses: [&Pose; 2],
        from: &mut Record,
    ) {
        self.lagged = from.take(1)[0] > 0.0;
        self.collision.restore(rows, from);
        self.prediction.clear();
        self.collision.save(&mut self.prediction);
        self.collision.evaluate(rows, poses);
        self.settle(setup, poses);
        std::mem::swap(&mut self.predicted, &mut self.collision);
        self.collision.restore(rows, from);
        self.reset_law(setup);
        let degree = self.law.cone.len();
        self.law.cone.s.copy_from_slice(from.take(degree));
        self.law.cone.z.copy_from_slice(from.take(degree));
    }
}

impl Collision {
    /// Appends p, alpha, the stiff tangent, and per side auxiliaries, slacks and duals.
    pub fn save(&self, out: &mut Vec<f64>) {
        out.extend_from_slice(self.p.as_slice());
        out.push(self.alpha);
        out.extend_from_slice(self.stiff.as_slice());
        for side in &self.sides {
            out.extend_from_slice(&side.eps);
            out.extend_from_slice(&side.cone.s);
            out.extend_from_slice(&side.cone.z);
        }
    }

    /// Restores what was saved for the same rows.
    pub fn restore(&mut self, rows: [&Rows; 2], from: &mut Record) {
        self.reset(rows);
        self.p.copy_from_slice(from.take(3));
        self.alpha = from.take(1)[0];
        self.stiff.copy_from_slice(from.take(3));
        for (side, rows) in self.sides.iter_mut().zip(rows) {
            side.eps.copy_from_slice(from.take(rows.aux));
            side.cone.s.copy_from_slice(from.take(rows.len()));
            side.cone.z.copy_from_slice(from.take(rows.len()));
        }
    }
}
