//! Loops of joints: their closing, and what their rows leave free.

use super::placement::twist_of;
use crate::error::{Error, Result};
use crate::math::Vec3;
use crate::world::{BodyState, Model, State};
use nalgebra::{DMatrix, DVector, RowVector6};

/// A loop closes where its joint holds to this, in m and rad.
const CLOSED: f64 = 1e-9;
/// Singular values of the rows of loops below this are zero.
const REDUNDANT: f64 = 1e-8;
/// The most iterations of the closing of loops.
const ITERATIONS: usize = 50;
/// A velocity is held where the rows of loops leave less than this share (squared) of its unit.
const HELD: f64 = 1e-6;

impl State {
    /// Returns how many rows of the joints that close loops say nothing new at this state: they do no harm, and the reactions of the joints
    /// of such loops are not unique.
    pub fn redundant_rows(&self, model: &Model) -> usize {
        let jacobian = self.loop_rates(model);
        match jacobian.is_empty() {
            true => jacobian.nrows(),
            false => jacobian.nrows() - jacobian.rank(REDUNDANT),
        }
    }

    /// Returns the joints that close loops in which nothing can move at this state: the rows of the loops hold every velocity of the
    /// joint space that the joint depends on. A mechanism on a dead centre is not one of them, because some of its joints move.
    pub(crate) fn locked_loops(&self, model: &Model) -> Vec<usize> {
        let jacobian = self.loop_rates(model);
        if jacobian.is_empty() {
            return Vec::new();
        }
        let svd = jacobian.clone().svd(false, true);
        let rank = svd.rank(REDUNDANT);
        let directions = svd.v_t.unwrap_or_default();
        let is_held = |k: usize| directions.column(k).rows(0, rank).norm_squared() > 1.0 - HELD;
        let mut first = 0;
        let loops = model.forest.loops.iter().copied();
        let locked = loops.filter(|&j| {
            let own = jacobian.rows(first, model.joints[j].rows.len());
            first += own.nrows();
            let mut columns = (0..own.ncols()).filter(|&k| own.column(k).amax() > REDUNDANT);
            columns.clone().next().is_some() && columns.all(is_held)
        });
        locked.collect()
    }

    /// Returns how the rows of the joints that close loops change with the velocities of the joint space; bodies that do not move by
    /// themselves stand still.
    pub(super) fn loop_rates(&self, model: &Model) -> DMatrix<f64> {
        let loops = model.forest.loops.iter().map(|&j| &model.joints[j]);
        let count: usize = loops.clone().map(|joint| joint.rows.len()).sum();
        if count == 0 {
            return DMatrix::zeros(0, 0);
        }
        let space = model.joint_space();
        let (bodies, nv) = (model.nv(), space.nv());
        let motions = space.expand(&self.at_rest());
        let motions = motions.view((bodies, nv), (bodies, nv));
        let mut out = DMatrix::zeros(count, nv);
        let gradients = loops.flat_map(|joint| {
            let at = joint.geometry(self);
            let rows = joint.rows.iter();
            rows.map(move |row| (joint, row.gradient(&at, joint.kind.pitch())))
        });
        for (row, (joint, gradient)) in gradients.enumerate() {
            for (body, [a, b, c, d, e, f]) in joint.bodies().into_iter().zip(gradient) {
                let bodies = model.tangent_bodies();
                let place = bodies.iter().position(|i| Some(*i) == body);
                let Some((body, place)) = body.zip(place) else {
                    continue;
                };
                let turned = self.bodies[body].rotation.inverse() * Vec3::new(d, e, f);
                let along = RowVector6::new(a, b, c, turned.x, turned.y, turned.z);
                let mut own = out.row_mut(row);
                own += along * motions.rows(6 * place, 6);
            }
        }
        for driven in space.driven_columns() {
            out.column_mut(driven).fill(0.0);
        }
        out
    }

    /// Changes the positions of the joints of trees, as little as possible, until the loops close.
    pub(super) fn close_loops(&mut self, model: &Model, positions: &mut [f64]) -> Result<()> {
        for _ in 0..ITERATIONS {
            let (rows, jacobian) = self.loop_rows(model);
            if rows.amax() < 1e-2 * CLOSED {
                break;
            }
            let step = jacobian.svd(true, true).solve(&rows, 1e-9);
            let Ok(step) = step else { break };
            positions
                .iter_mut()
                .zip(step.iter())
                .for_each(|(q, dq)| *q -= dq);
            self.place_joints(model, positions);
        }
        for &j in &model.forest.loops {
            let joint = &model.joints[j];
            let [length, angle] = joint.gap(self);
            if length.max(angle) > CLOSED || !length.is_finite() {
                let why = format!("does not close: it is {length:.3e} m and {angle:.3e} rad open");
                let fix = "start nearer to a configuration that closes, or check anchors and axes";
                return Err(Error::value(format!("joint.{}", joint.name), why, fix));
            }
        }
        Ok(())
    }

    /// Returns the rows of the joints that close loops, and their derivative by the coordinates of the trees.
    fn loop_rows(&self, model: &Model) -> (DVector<f64>, DMatrix<f64>) {
        let loops = model.forest.loops.iter().map(|&j| &model.joints[j]);
        let count: usize = loops.clone().map(|joint| joint.rows.len()).sum();
        let mut rows = DVector::zeros(count);
        let mut jacobian = DMatrix::zeros(count, model.joint_coordinate_count());
        let motions = self.coordinate_motions(model);
        let mut row = 0;
        for joint in loops {
            let at = joint.geometry(self);
            for own in &joint.rows {
                rows[row] = own.value(&at, joint.kind.pitch(), joint.turned(0, self));
                let gradient = own.gradient(&at, joint.kind.pitch());
                for (body, gradient) in joint.bodies().into_iter().zip(gradient) {
                    for (k, motion) in motions.iter().enumerate() {
                        let moved = body.map_or([0.0; 6], |i| motion[i]);
                        let along: f64 = gradient.iter().zip(moved).map(|(g, x)| g * x).sum();
                        jacobian[(row, k)] += along;
                    }
                }
                row += 1;
            }
        }
        (rows, jacobian)
    }

    /// Returns for every coordinate how all bodies move (velocity, angular velocity, world) at its unit velocity, the others held; zero
    /// for joints that close loops.
    fn coordinate_motions(&self, model: &Model) -> Vec<Vec<[f64; 6]>> {
        let count = model.joint_coordinate_count();
        let still = |body: &BodyState| BodyState {
            velocity: Vec3::zeros(),
            angular_velocity: Vec3::zeros(),
            ..*body
        };
        let bodies = self.bodies.iter().map(still).collect();
        let mut state = State {
            bodies,
            turns: self.turns.clone(),
        };
        let mut out = Vec::with_capacity(count);
        for k in 0..count {
            let mut unit = vec![0.0; count];
            unit[k] = 1.0;
            state.move_joints(model, &unit);
            let motions = state.bodies.iter().map(|body| {
                let twist = twist_of(body);
                let (v, w) = (twist.v, twist.w);
                [v.x, v.y, v.z, w.x, w.y, w.z]
            });
            out.push(motions.collect());
        }
        out
    }
}
