//! Gimbals that go through their quarter turn, where the axes of the first and the third coordinate are the same.

use super::{Simulator, Task};
use crate::step::Step;
use crate::world::JointKind;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

impl Simulator {
    /// Says of a solved step that a gimbal goes through its quarter turn in it. The first and the third coordinate jump by half a turn there, and the
    /// second one counts back: what acts along them would act in another direction than before.
    pub(super) fn refuse_locked_gimbals(&self, task: &Task, out: &mut Step) {
        if !out.status.solved {
            return;
        }
        let joints = self.model.joints.iter();
        for joint in joints.filter(|joint| joint.kind == JointKind::Gimbal) {
            let [from, to] = [task.state, &out.state].map(|state| joint.positions(state));
            let jumps = |k: usize| (to[k] - from[k]).abs() > FRAC_PI_2;
            if jumps(0) && jumps(2) && to[1].abs() > FRAC_PI_4 {
                out.status.solved = false;
                out.status.reason = format!(
                    "joint {} goes through its quarter turn: its second coordinate is at {:.4} rad, and its axes change their directions; \
                     keep that coordinate below pi / 2, or connect the bodies by revolute joints and bodies between them",
                    joint.name, to[1]
                );
            }
        }
    }
}
