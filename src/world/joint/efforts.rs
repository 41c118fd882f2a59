//! The generalised forces of wrenches on bodies.

use super::JointSpace;
use super::space::Entry;
use crate::math::Vec3;
use crate::world::{State, Wrench};
use nalgebra::DVector;

/// Singular values of the rows of loops below this are zero.
const REDUNDANT: f64 = 1e-9;

impl JointSpace<'_> {
    /// Returns the generalised forces of a wrench on every body (world, about its centre of mass), J^T W, one per velocity
    /// of the joint space: N along translations, N m along rotations. Those of bodies that do not move by themselves are zero.
    /// Joints that close loops count as cut.
    ///
    /// # Panics
    /// There is not one wrench per body.
    pub fn efforts(&self, state: &State, wrenches: &[Wrench]) -> Vec<f64> {
        let model = self.model();
        assert_eq!(wrenches.len(), model.bodies.len(), "one wrench per body");
        let mut sums: Vec<[Vec3; 2]> = wrenches.iter().map(|w| [w.force, w.torque]).collect();
        let mut starts = vec![0; model.joints.len()];
        self.joint_starts().for_each(|(j, first)| starts[j] = first);
        let mut out = vec![0.0; self.nv()];
        for link in model.forest.links.iter().rev() {
            let joint = &model.joints[link.joint];
            let at = joint.geometry(state);
            let arms = at.arms();
            let [force, torque] = sums[link.body];
            let torque = torque - arms[link.side].cross(&force);
            let sign = if link.side == 0 { 1.0 } else { -1.0 };
            for (k, freedom) in joint.freedoms(&at).iter().enumerate() {
                let effort = freedom.slide.dot(&force) + freedom.rotation.dot(&torque);
                let (place, slope) = self.lead(link.joint, starts[link.joint] + k, state);
                out[place] += sign * slope * effort;
            }
            if let Some(other) = joint.bodies()[1 - link.side] {
                sums[other][0] += force;
                sums[other][1] += torque + arms[1 - link.side].cross(&force);
            }
        }
        for &(entry, first) in &self.entries {
            if let Entry::Body(i) = entry
                && model.bodies[i].is_moving()
            {
                let own = state.bodies[i]
                    .rotation
                    .inverse_transform_vector(&sums[i][1]);
                out[first..first + 3].copy_from_slice(sums[i][0].as_slice());
                out[first + 3..first + 6].copy_from_slice(own.as_slice());
            }
        }
        out
    }

    /// Returns the generalised forces of `effort`s along the coordinates of joints (number of the joint, number of its
    /// coordinate), one per velocity of the joint space. Joints that close loops count as cut.
    pub fn along(&self, state: &State, effort: impl Fn(usize, usize) -> f64) -> Vec<f64> {
        let mut out = vec![0.0; self.nv()];
        for (j, first) in self.joint_starts() {
            for k in 0..self.model().joints[j].coordinate_count() {
                let (place, slope) = self.lead(j, first + k, state);
                out[place] += slope * effort(j, k);
            }
        }
        out
    }

    /// Adds to generalised forces what holds the joints that close loops: as much as leaves the coordinates without motor the
    /// least.
    pub(crate) fn hold_loops(&self, state: &State, efforts: &mut [f64]) {
        let rates = state.loop_rates(self.model());
        let mut has_motor = vec![false; self.nv()];
        for (j, first) in self.joint_starts() {
            for (k, _) in self.model().joints[j].motors() {
                has_motor[self.lead(j, first + k, state).0] = true;
            }
        }
        let passive: Vec<usize> = (0..self.nv()).filter(|&k| !has_motor[k]).collect();
        if rates.is_empty() || passive.is_empty() {
            return;
        }
        let left = DVector::from_iterator(passive.len(), passive.iter().map(|&k| efforts[k]));
        let by_rows = rates.select_columns(&passive).transpose();
        if let Ok(held) = by_rows.svd(true, true).solve(&left, REDUNDANT) {
            let held = rates.tr_mul(&held);
            efforts
                .iter_mut()
                .zip(&held)
                .for_each(|(effort, held)| *effort -= held);
        }
    }
}
