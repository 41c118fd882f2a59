//! How a body moves during a part of a step.

use crate::math::{Rot, Vec3};
use crate::world::BodyState;

/// A turn of a part of a step by more than this (rad), as the angular velocities at its ends tell, is not known to be the shortest one.
const LARGEST_TURN: f64 = 3.0;
/// Half a turn of a piece that is larger than this (rad) proves nothing.
const LARGEST_HALF: f64 = 1.0;
/// This angle (rad) is added to turns for rounding.
pub(crate) const ANGLE_PAD: f64 = 1e-12;

/// The motion of a body during a leg: the step, whose time goes from 0 to 1, or a part of a step that went in halves. A point of the body, the
/// pivot, moves along a straight line.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Motion {
    /// The pivot, in the centre-of-mass frame.
    pub pivot: Vec3,
    /// The start and the end of the leg, as parts of the step.
    pub times: [f64; 2],
    /// The poses of the centre-of-mass frame at these times.
    ends: [(Vec3, Rot); 2],
    /// The place of the pivot at the start.
    start: Vec3,
    /// The displacement of the pivot.
    shift: Vec3,
    turn: Vec3,
    /// The body turns too fast for its attitudes to tell by how much.
    pub too_fast: bool,
}

impl Motion {
    /// Returns the motion of the centre of mass between two states, at two times of a step of `h` s.
    pub fn between(states: [&BodyState; 2], times: [f64; 2], h: f64) -> Self {
        let spins = states.map(|at| at.angular_velocity.norm());
        let ends = states.map(|at| (at.position, at.rotation));
        Self {
            pivot: Vec3::zeros(),
            times,
            ends,
            start: ends[0].0,
            shift: ends[1].0 - ends[0].0,
            turn: (ends[1].1 * ends[0].1.inverse()).scaled_axis(),
            too_fast: h * (times[1] - times[0]) * spins[0].max(spins[1]) > LARGEST_TURN,
        }
    }

    /// Returns the motion between the same poses with another pivot (centre-of-mass frame).
    pub fn about(&self, pivot: Vec3) -> Self {
        let [start, end] = self.ends.map(|(x, r)| x + r * pivot);
        Self {
            pivot,
            start,
            shift: end - start,
            ..*self
        }
    }

    /// Returns whether a time is between the start and the end of the leg.
    pub fn is_within(&self, time: f64) -> bool {
        self.times[0] < time && time < self.times[1]
    }

    /// Returns a bound of how far a point moves, m, at a distance from the centre of mass that is infinite in a half-space (m).
    pub fn travel(&self, distance: f64) -> f64 {
        match self.turn.norm() {
            0.0 => self.shift.norm(),
            turn => self.shift.norm() + turn * distance,
        }
    }

    /// Returns whether the body keeps its attitude to the last bit.
    pub fn keeps_attitude(&self) -> bool {
        self.ends[0].1 == self.ends[1].1
    }

    /// Returns the place of the pivot and the attitude at a time.
    pub fn at(&self, time: f64) -> (Vec3, Rot) {
        let turned = Rot::new(self.turn * self.part(time)) * self.ends[0].1;
        (self.place(time), turned)
    }

    /// Returns the place of the pivot at a time.
    pub fn place(&self, time: f64) -> Vec3 {
        self.start + self.shift * self.part(time)
    }

    fn part(&self, time: f64) -> f64 {
        (time - self.times[0]) / (self.times[1] - self.times[0])
    }

    /// Returns the pose of the centre-of-mass frame at a time.
    pub fn pose(&self, time: f64) -> (Vec3, Rot) {
        let (x, r) = self.at(time);
        (x - r * self.pivot, r)
    }

    /// Returns the axis of the turn in the frame of the body; zero where there is none.
    pub fn axis(&self) -> Vec3 {
        let axis = self.ends[0].1.inverse_transform_vector(&self.turn);
        axis.try_normalize(0.0).unwrap_or_default()
    }

    /// Returns twice the tangent of half the turn within a part of the step: a bound of the turn that needs no trigonometry where it is
    /// checked. Infinite beyond what the checker takes.
    pub fn turn_bound(&self, part: f64) -> f64 {
        let half = 0.5 * self.turn.norm() * part / (self.times[1] - self.times[0]);
        match half < LARGEST_HALF {
            true => 2.0 * half.tan() + ANGLE_PAD,
            false => f64::INFINITY,
        }
    }
}
