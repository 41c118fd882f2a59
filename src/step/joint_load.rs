//! What joints exert in a step: the impulses of their rows, and those along their coordinates.

use super::active::Active;
use super::slot::Worlds;
use super::workspace::Workspace;
use crate::math::Vec3;
use crate::world::Model;

/// The impulses of a joint in one step, on the child; those on the parent are opposite.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct JointLoad {
    /// The index of the joint in the model.
    pub joint: usize,
    /// The impulse that holds the joint together, world, N s; it acts at the origin of the child's frame at the start.
    pub force: Vec3,
    /// The torque impulse that holds the joint together, world, N m s.
    pub torque: Vec3,
    /// The impulses along the coordinates, N m s or N s: of limits, spring, damper, friction, armature, motor and couplings.
    pub along: [f64; 3],
    /// The part of [`Self::along`] that the motors exert.
    pub motor: [f64; 3],
}

/// Reads the loads of the joints of the `active` bodies in a step of a world, SI units, in the order of the joints.
pub fn read_joint_loads<R: Worlds>(
    model: &Model,
    work: &Workspace<R>,
    lane: usize,
    active: Active,
    out: &mut Vec<JointLoad>,
) {
    out.clear();
    let (length, velocity) = (model.units.length, model.units.velocity);
    for (j, (joint, block)) in model.joints.iter().zip(work.joints()).enumerate() {
        if !active.has(joint.child) {
            continue;
        }
        let (force, torque) = block.holding_impulse(lane);
        let mut load = JointLoad {
            joint: j,
            force: force * velocity,
            torque: torque * (velocity * length),
            ..JointLoad::default()
        };
        for (k, axis) in block.setup.axes.iter().enumerate() {
            let [whole, motor] = block.axis_impulses(k, lane);
            load.along[k] = whole * axis.units.impulse;
            load.motor[k] = motor * axis.units.impulse;
        }
        out.push(load);
    }
    for (j, (joint, block)) in model.joints.iter().zip(work.joints()).enumerate() {
        let Some(coupling) = joint.coupling.filter(|_| active.has(joint.child)) else {
            continue;
        };
        let Some(leader) = work.joints().nth(coupling.leader) else {
            continue;
        };
        let unit = leader.setup.axes[0].units.value;
        let impulses = block.coupling_impulses(unit, lane).into_iter().flatten();
        for (j, impulse) in [j, coupling.leader].into_iter().zip(impulses) {
            if let Some(load) = out.iter_mut().find(|load| load.joint == j) {
                load.along[0] += impulse;
            }
        }
    }
}

/// Adds the loads of the first of two half steps to those of the second.
pub fn merge_first_half(first: &[JointLoad], loads: &mut Vec<JointLoad>) {
    for earlier in first {
        match loads.iter_mut().find(|load| load.joint == earlier.joint) {
            Some(load) => {
                load.force += earlier.force;
                load.torque += earlier.torque;
                for k in 0..3 {
                    load.along[k] += earlier.along[k];
                    load.motor[k] += earlier.motor[k];
                }
            }
            None => loads.push(*earlier),
        }
    }
}
