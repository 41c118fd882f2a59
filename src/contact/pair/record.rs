//! The primal-dual point of a pair as plain numbers: saved with a step, restored to differentiate it.

use super::Pair;
use super::prediction::Predicted;
use crate::contact::Collision;
use crate::contact::detection::{Detection, Differentiable};
use crate::contact::setup::PairSetup;
use crate::contact::terms::Record;
use crate::math::{Kinematics, Mask, Real, vectorized};
use crate::shape::Rows;

impl<D: Detection<R>, R: Real> Pair<D, R> {
    /// Appends the point of a world: the solution of the prediction, then that of the step.
    pub(super) fn save_point(&self, lane: usize, out: &mut Vec<f64>) {
        out.push(if self.lagged { 1.0 } else { 0.0 });
        let mut add = |part: &[R]| out.extend(part.iter().map(|x| x.lane(lane)));
        add(&self.prediction);
        self.collision.for_each_part(&mut add);
        add(self.law.cone.s());
        add(self.law.cone.z());
    }
}

impl<D: Differentiable> Pair<D> {
    /// Restores a saved point, with the bodies at their prediction.
    pub fn restore(
        &mut self,
        setup: &PairSetup,
        rows: [&Rows; 2],
        bodies: [&Kinematics; 2],
        from: &mut Record,
    ) {
        let poses = [&bodies[0].pose, &bodies[1].pose];
        self.lagged = from.take(1)[0] > 0.0;
        self.collision.restore(rows, from);
        self.prediction.clear();
        self.collision.save(&mut self.prediction);
        vectorized(
            #[inline(always)]
            || {
                self.collision.evaluate(rows, poses);
                self.set_prediction(setup, bodies);
            },
        );
        let at = poses.map(|pose| *pose);
        let predicted = self.predicted.get_or_insert_with(|| {
            Box::new(Predicted {
                collision: Collision::default(),
                poses: at,
            })
        });
        predicted.poses = at;
        std::mem::swap(&mut predicted.collision, &mut self.collision);
        self.collision.restore(rows, from);
        self.carrier.choose_arms(self.lagged);
        self.reset_law(setup);
        let degree = self.law.cone.len();
        for own in self.law.cone.point_mut() {
            own.copy_from_slice(from.take(degree));
        }
    }

    /// Multiplies all of its numbers that are velocities and impulses: those of the law but for the slack of
    /// the gap.
    pub fn scale_velocities(&mut self, factor: f64) {
        let [s, z] = self.law.cone.point_mut();
        s[1..]
            .iter_mut()
            .chain(z)
            .for_each(|number| *number *= factor);
    }
}

impl<R: Real> Collision<R> {
    /// Calls `visit` with p, alpha, the stiff tangent, and per side auxiliaries, slacks and duals.
    fn for_each_part(&self, visit: &mut impl FnMut(&[R])) {
        visit(self.p.as_slice());
        visit(&[self.alpha]);
        visit(self.stiff.as_slice());
        for side in &self.sides {
            visit(side.eps());
            visit(side.cone.s());
            visit(side.cone.z());
        }
    }

    /// Calls `change` with the same.
    fn for_each_part_mut(&mut self, mut change: impl FnMut(&mut [R])) {
        change(self.p.as_mut_slice());
        change(std::slice::from_mut(&mut self.alpha));
        change(self.stiff.as_mut_slice());
        for side in &mut self.sides {
            change(side.eps_mut());
            side.cone.point_mut().into_iter().for_each(&mut change);
        }
    }

    /// Appends them.
    pub fn save(&self, out: &mut Vec<R>) {
        let mut count = 0;
        self.for_each_part(&mut |part| count += part.len());
        out.reserve(count);
        self.for_each_part(&mut |part| out.extend_from_slice(part));
    }

    /// Puts back what was saved, in the worlds that are set in `worlds`.
    pub fn restore_worlds(&mut self, worlds: R::Mask, saved: &[R]) {
        if !worlds.any() {
            return;
        }
        let mut saved = saved.iter();
        self.for_each_part_mut(|part| {
            for (number, saved) in part.iter_mut().zip(&mut saved) {
                *number = R::choose(worlds, *saved, *number);
            }
        });
    }
}

impl Collision {
    /// Restores what was saved for the same rows.
    pub fn restore(&mut self, rows: [&Rows; 2], from: &mut Record) {
        self.reset(rows);
        self.for_each_part_mut(|part| part.copy_from_slice(from.take(part.len())));
    }
}
