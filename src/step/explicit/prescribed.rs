//! Bodies whose motion is known, on their way through an explicit step.

use crate::dynamics::{BodyBlock, BodySetup};
use crate::math::lanes::Lanes3;
use crate::math::{Mat3, Pose, Rot, Variation};
use crate::step::gradient::half_turn;

/// Returns the pose at a part of the step: 0, a half or 1.
pub fn pose_at(setup: &BodySetup, part: f64) -> Pose {
    let turn = rotation_at(setup, part);
    Pose {
        x: setup.x + setup.v * (setup.h * part),
        r: *turn.to_rotation_matrix().matrix(),
    }
}

fn rotation_at(setup: &BodySetup, part: f64) -> Rot {
    match part {
        1.0 => setup.end.lane(0),
        _ => setup.q.lane(0) * Rot::from_scaled_axis(setup.w * (setup.h * part)),
    }
}

/// Returns how the state at the start and the command, six lanes each, move a prescribed body at a part of the step.
pub fn variation_at(block: &BodyBlock, part: f64) -> Variation<12> {
    let mut at_end = block.clone();
    at_end.reset(block.setup);
    let rates = at_end.state_rates();
    let (start, end) = (block.setup.q.lane(0), block.setup.end.lane(0));
    let turn = rotation_at(&block.setup, part);
    let world = *turn.to_rotation_matrix().matrix();
    let [by_start, by_end] = match part {
        0.0 => [Mat3::identity(), Mat3::zeros()],
        1.0 => [Mat3::zeros(), Mat3::identity()],
        _ => [
            half_turn(&start, &end, &start),
            half_turn(&start, &end, &end),
        ],
    };
    let mut out = Variation {
        dv: rates.end.dv,
        domega: rates.end.domega,
        ..Variation::NONE
    };
    put(&mut out.dx, 0, &(Mat3::identity() * (1.0 - part)));
    put(&mut out.dx, 6, &(Mat3::identity() * part));
    put(&mut out.dtheta, 3, &(world * by_start));
    put(&mut out.dtheta, 9, &(world * by_end));
    out
}

fn put(lanes: &mut Lanes3<12>, first: usize, block: &Mat3) {
    for (i, lanes) in lanes.iter_mut().enumerate() {
        for j in 0..3 {
            lanes.0[first + j] = block[(i, j)];
        }
    }
}
