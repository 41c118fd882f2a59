//! Looks for the proof of a part above a half-space in a span.

use super::motion::Motion;
use super::mover::Mover;
use super::pair::{DEEPEST, KEPT, PAD, overlap};
use super::pieces::{Found, Knot, Piece, Proof, Unproven};
use crate::math::Vec3;

/// A half-space and a part during a span.
pub(super) struct Above<'a> {
    motion: &'a Motion,
    mover: &'a Mover<'a>,
    times: [f64; 2],
    /// The plane in the world, from the pivot of its body, as it is at the start: unit normal and offset, m.
    normal: Vec3,
    offset: f64,
    pad: f64,
}

impl<'a> Above<'a> {
    /// Takes a half-space with a plane (normal and offset in the frame of its body, m), the motion of its body, and a part.
    pub fn new(
        (normal, offset): (&Vec3, f64),
        motion: &'a Motion,
        mover: &'a Mover<'a>,
        times: [f64; 2],
    ) -> Self {
        let mut out = Self {
            motion,
            mover,
            times,
            normal: motion.at(times[0]).1 * normal,
            offset,
            pad: 0.0,
        };
        let ways: f64 = times.map(|time| out.between(time).norm()).iter().sum();
        out.pad = 2.0 * PAD * (ways + mover.reach() + offset.abs());
        out
    }

    /// Proves that the part stays apart; `all` takes the pieces.
    pub fn prove(&self, all: &mut Vec<Piece>) -> Found {
        if self.mover.motion.too_fast {
            return Err(Unproven::Turn);
        }
        if !self.motion.keeps_attitude() {
            return Err(Unproven::PlaneTurns);
        }
        let mut proof = Proof::begin(all.len());
        self.divide(self.times, DEEPEST, &mut proof, all)?;
        Ok(proof)
    }

    /// Returns whether the two are apart at a time.
    pub fn is_apart_at(&self, time: f64) -> bool {
        self.knot(time).room > self.pad
    }

    fn between(&self, time: f64) -> Vec3 {
        self.mover.motion.place(time) - self.motion.place(time)
    }

    fn knot(&self, time: f64) -> Knot {
        let attitude = self.mover.motion.at(time).1;
        let below = self.mover.support(&attitude, &-self.normal);
        Knot {
            time,
            normal: self.normal,
            offset: -self.offset,
            room: self.between(time).dot(&self.normal) - below - self.offset,
        }
    }

    /// Proves it between two times, in parts where one does not do.
    fn divide(
        &self,
        [from, to]: [f64; 2],
        depth: u32,
        proof: &mut Proof,
        all: &mut Vec<Piece>,
    ) -> Result<(), Unproven> {
        let knots = [from, to].map(|time| self.knot(time));
        let room = knots[0].room.min(knots[1].room);
        if room <= self.pad {
            let time = if knots[0].room <= self.pad { from } else { to };
            let depth_at = |time: f64| -self.knot(time).room;
            return Err(overlap(depth_at, (time, -room), self.times, self.pad));
        }
        let origins = [from, to].map(|time| self.between(time));
        let clearance = self.mover.kept([&knots[0], &knots[1]], 1.0, origins) - self.pad;
        let last = depth == 0 || proof.is_long();
        if clearance >= KEPT * (room - self.pad) || (clearance > 0.0 && last) {
            proof.add([&knots[0], &knots[1]], clearance, all);
            return Ok(());
        }
        let time = 0.5 * (from + to);
        if last {
            return Err(Unproven::Close { time, gap: room });
        }
        self.divide([from, time], depth - 1, proof, all)?;
        self.divide([time, to], depth - 1, proof, all)
    }
}
