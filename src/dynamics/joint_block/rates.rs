//! How the rows and impulses of a joint change with what a step depends on, at fixed velocities.

use crate::math::lanes::Lanes;

/// The explicit change of a joint along some columns.
#[derive(Debug, Clone)]
pub struct JointChange<const N: usize> {
    /// The changes of the rows.
    pub rows: [Lanes<N>; super::ROWS],
    /// The changes of force and torque on both sides.
    pub wrenches: [[Lanes<N>; 6]; 2],
}
