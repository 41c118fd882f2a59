//! The primal-dual point of a pair: saved with a step, restored to differentiate it.

use super::Pair;
use super::prediction::Predicted;
use crate::contact::Collision;
use crate::contact::detection::{Detection, Differentiable};
use crate::contact::point::{
    CollisionPoint, ConePoint, PairPoint, PairPoints, Place, SavedCollision, SidePoint,
};
use crate::contact::setup::PairSetup;
use crate::contact::terms::Geometry;
use crate::math::{Kinematics, Mask, Real, vectorized};
use crate::shape::Rows;

impl<D: Detection<R>, R: Real> Pair<D, R> {
    /// Appends the point of a world.
    pub(super) fn save_point(&self, lane: usize, out: &mut PairPoints) {
        let law = ConePoint {
            s: self.law.cone.s(),
            z: self.law.cone.z(),
        };
        out.push(|buffer| PairPoint {
            slip_row: self.slip_row,
            wedged: self.wedged,
            prediction: self.prediction.point().save(lane, buffer),
            collision: self.collision.point().save(lane, buffer),
            law: law.save(lane, buffer),
            added: Place::default(),
        });
    }
}

impl<D: Differentiable> Pair<D> {
    /// Multiplies the velocities and impulses of a restored point.
    pub fn scale_velocities(&mut self, factor: f64) {
        self.law.scale_velocities(factor);
    }

    /// Restores a saved point, with the bodies at their prediction.
    pub fn restore(
        &mut self,
        setup: &PairSetup,
        sides: [Geometry; 2],
        bodies: [&Kinematics; 2],
        point: &PairPoint<&[f64]>,
    ) {
        let rows = sides.map(|side| side.rows);
        let poses = [&bodies[0].pose, &bodies[1].pose];
        self.slip_row = point.slip_row;
        self.wedged = point.wedged;
        self.collision.restore(rows, &point.prediction);
        self.prediction.set(&self.collision);
        vectorized(
            #[inline(always)]
            || {
                self.collision.evaluate(rows, poses);
                self.set_prediction(setup, bodies);
            },
        );
        self.set_radius(setup, rows, poses, true);
        let at = poses.map(|pose| *pose);
        let predicted = self.predicted.get_or_insert_with(|| {
            Box::new(Predicted {
                collision: Collision::default(),
                poses: at,
                patch: None,
            })
        });
        predicted.poses = at;
        std::mem::swap(&mut predicted.collision, &mut self.collision);
        self.collision.restore(rows, &point.collision);
        self.carrier.choose_arms(self.slip_row);
        self.reset_law(setup);
        let [s, z] = self.law.cone.point_mut();
        s.copy_from_slice(point.law.s);
        z.copy_from_slice(point.law.z);
    }
}

impl<R: Real> Collision<R> {
    /// Returns the point where the problem stands.
    pub fn point(&self) -> CollisionPoint<R, &[R]> {
        CollisionPoint {
            p: self.p,
            alpha: self.alpha,
            stiff: self.stiff,
            sides: self.sides.each_ref().map(|side| SidePoint {
                eps: side.eps(),
                cone: ConePoint {
                    s: side.cone.s(),
                    z: side.cone.z(),
                },
            }),
        }
    }

    /// Calls `put` with every number of the point and the number of `from`.
    #[inline(always)]
    fn put(&mut self, from: &CollisionPoint<R, &[R]>, put: impl Fn(&mut R, R)) {
        let put_all = |own: &mut [R], from: &[R]| {
            debug_assert_eq!(own.len(), from.len());
            for (own, from) in own.iter_mut().zip(from) {
                put(own, *from);
            }
        };
        put_all(self.p.as_mut_slice(), from.p.as_slice());
        put(&mut self.alpha, from.alpha);
        put_all(self.stiff.as_mut_slice(), from.stiff.as_slice());
        for (side, from) in self.sides.iter_mut().zip(&from.sides) {
            put_all(side.eps_mut(), from.eps);
            let [s, z] = side.cone.point_mut();
            put_all(s, from.cone.s);
            put_all(z, from.cone.z);
        }
    }

    /// Restores a saved point in the worlds that are set in `worlds`.
    pub fn restore_worlds(&mut self, worlds: R::Mask, saved: &SavedCollision<R>) {
        if worlds.any() {
            self.put(&saved.point(), |own, saved| {
                *own = R::choose(worlds, saved, *own);
            });
        }
    }
}

impl Collision {
    /// Restores a point that was saved for the same rows.
    pub fn restore(&mut self, rows: [&Rows; 2], point: &CollisionPoint<f64, &[f64]>) {
        self.reset(rows);
        self.put(point, |own, saved| *own = saved);
    }
}
