//! The primal-dual point of a pair as plain numbers: saved with a step, restored to differentiate it.

use super::{Pair, PairSetup};
use crate::contact::Collision;
use crate::contact::detection::{Detection, Differentiable};
use crate::contact::terms::Record;
use crate::math::{Pose, Real, widely};
use crate::shape::Rows;

impl<D: Detection<R>, R: Real> Pair<D, R> {
    /// Appends the point of a world: the solution of the prediction, then that of the step.
    pub(super) fn save_point(&self, lane: usize, out: &mut Vec<f64>) {
        out.push(if self.lagged { 1.0 } else { 0.0 });
        let mut add = |part: &[R]| out.extend(part.iter().map(|x| x.lane(lane)));
        add(&self.prediction);
        self.collision.tell(&mut add);
        add(&self.law.cone.s);
        add(&self.law.cone.z);
    }
}

impl<D: Differentiable> Pair<D> {
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
        widely(
            #[inline(always)]
            || {
                self.collision.evaluate(rows, poses);
                self.settle(setup, poses);
            },
        );
        std::mem::swap(&mut self.predicted, &mut self.collision);
        self.collision.restore(rows, from);
        self.reset_law(setup);
        let degree = self.law.cone.len();
        self.law.cone.s.copy_from_slice(from.take(degree));
        self.law.cone.z.copy_from_slice(from.take(degree));
    }
}

impl<R: Real> Collision<R> {
    /// Calls `see` with p, alpha, the stiff tangent, and per side auxiliaries, slacks and duals.
    fn tell(&self, see: &mut impl FnMut(&[R])) {
        see(self.p.as_slice());
        see(&[self.alpha]);
        see(self.stiff.as_slice());
        for side in &self.sides {
            see(&side.eps);
            see(&side.cone.s);
            see(&side.cone.z);
        }
    }

    /// Appends them.
    pub fn save(&self, out: &mut Vec<R>) {
        self.tell(&mut |part| out.extend_from_slice(part));
    }
}

impl Collision {
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
