//! The primal-dual point of a joint, saved and restored.

use super::JointBlock;
use crate::ipm::Call;
use crate::math::Real;

/// The multipliers of a joint and the slacks and duals of its limits and actuators, of one world.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct JointPoint {
    /// The multipliers of the rows.
    pub multipliers: Vec<f64>,
    /// The slacks of limits and actuators.
    pub slacks: Vec<f64>,
    /// Their duals.
    pub duals: Vec<f64>,
}

impl<R: Real> JointBlock<R> {
    /// Returns the point of a world.
    pub fn save(&self, lane: usize) -> JointPoint {
        let lanes = |values: &[R]| values.iter().map(|x| x.lane(lane)).collect();
        JointPoint {
            multipliers: lanes(&self.multipliers[..self.rows()]),
            slacks: lanes(self.cone.s()),
            duals: lanes(self.cone.z()),
        }
    }
}

impl JointBlock {
    /// Restores a saved point of the same joint.
    pub fn restore(&mut self, point: &JointPoint) {
        self.order.note(Call::Start);
        self.multipliers[..point.multipliers.len()].copy_from_slice(&point.multipliers);
        let [s, z] = self.cone.point_mut();
        s.copy_from_slice(&point.slacks);
        z.copy_from_slice(&point.duals);
    }

    /// Multiplies the velocities and impulses of a restored point: all but the slacks of limits, which are lengths.
    pub fn scale_velocities(&mut self, factor: f64) {
        self.multipliers.iter_mut().for_each(|x| *x *= factor);
        let orthant = self.cone.orthant();
        let [s, z] = self.cone.point_mut();
        s[orthant..].iter_mut().chain(z).for_each(|x| *x *= factor);
    }
}
