//! How a body moves between two states.

use crate::math::{Rot, Vec3};
use crate::world::BodyState;

/// A turn of a step by more than this (rad), as the angular velocities at its ends tell, is not known to be the shortest one.
const LARGEST_TURN: f64 = 3.0;
/// Half a turn of a piece that is larger than this (rad) proves nothing.
const LARGEST_HALF: f64 = 1.0;
/// This angle (rad) is added to turns for rounding.
pub(super) const ANGLE_PAD: f64 = 1e-12;

/// The motion of a body during a step, whose time goes from 0 to 1: a point of it, the pivot, moves along a straight line.
#[derive(Debug, Clone, Copy)]
pub(super) struct Motion {
    /// The pivot, in the centre-of-mass frame.
    pub pivot: Vec3,
    start: Vec3,
    /// The displacement of the pivot.
    pub shift: Vec3,
    rotation: Rot,
    turn: Vec3,
    /// The body turns too fast for its attitudes to tell by how much.
    pub too_fast: bool,
    /// The body keeps its attitude to the last bit.
    pub keeps_attitude: bool,
}

impl Motion {
    /// Returns the motion between two states that are `h` apart.
    pub fn between(from: &BodyState, to: &BodyState, h: f64, pivot: Vec3) -> Self {
        let spin = (from.angular_velocity.norm()).max(to.angular_velocity.norm());
        let [start, end] = [from, to].map(|at| at.position + at.rotation * pivot);
        Self {
            pivot,
            start,
            shift: end - start,
            rotation: from.rotation,
            turn: (to.rotation * from.rotation.inverse()).scaled_axis(),
            too_fast: h * spin > LARGEST_TURN,
            keeps_attitude: from.rotation == to.rotation,
        }
    }

    /// Returns the place of the pivot and the attitude at a time.
    pub fn at(&self, time: f64) -> (Vec3, Rot) {
        let turned = Rot::new(self.turn * time) * self.rotation;
        (self.start + self.shift * time, turned)
    }

    /// Returns the pose of the centre-of-mass frame at a time.
    pub fn pose(&self, time: f64) -> (Vec3, Rot) {
        let (x, r) = self.at(time);
        (x - r * self.pivot, r)
    }

    /// Returns the axis of the turn in the frame of the body; zero where there is none.
    pub fn axis(&self) -> Vec3 {
        let axis = self.rotation.inverse_transform_vector(&self.turn);
        axis.try_normalize(0.0).unwrap_or_default()
    }

    /// Returns twice the tangent of half the turn within a part of the step: a bound of the turn that needs no trigonometry where it is
    /// checked. Infinite beyond what the checker takes.
    pub fn turn_bound(&self, part: f64) -> f64 {
        let half = 0.5 * self.turn.norm() * part;
        match half < LARGEST_HALF {
            true => 2.0 * half.tan() + ANGLE_PAD,
            false => f64::INFINITY,
        }
    }
}
