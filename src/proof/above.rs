//! Looks for the proof of a part above a half-space in a span.

use super::motion::Motion;
use super::mover::Mover;
use super::pair::{DEEPEST, KEPT, PAD, overlap};
use super::pieces::{Found, Knot, Piece, Proof, Unproven};
use crate::math::Vec3;

/// A half-space whose body does not turn, and a part during a span.
struct Above<'a> {
    motion: &'a Motion,
    mover: &'a Mover<'a>,
    times: [f64; 2],
    /// The plane in the world, from the pivot of its body: unit normal and offset, m.
    normal: Vec3,
    offset: f64,
    pad: f64,
}

/// Proves that a part stays apart in a span from the half-space with a `plane` (normal and offset in the frame of its body, m) whose body moves
/// by `motion`; `all` takes the pieces.
pub(crate) fn above_plane(
    (plane, motion): ((&Vec3, f64), &Motion),
    mover: &Mover,
    times: [f64; 2],
    all: &mut Vec<Piece>,
) -> Found {
    if mover.motion.too_fast {
        return Err(Unproven::Turn);
    }
    if !motion.keeps_attitude() {
        return Err(Unproven::PlaneTurns);
    }
    let (normal, offset) = (motion.at(times[0]).1 * plane.0, plane.1);
    let mut above = Above {
        motion,
        mover,
        times,
        normal,
        offset,
        pad: 0.0,
    };
    let ways: f64 = times.map(|time| above.between(time).norm()).iter().sum();
    above.pad = 2.0 * PAD * (ways + mover.reach() + offset.abs());
    let mut proof = Proof::begin(all.len());
    above.divide(times, DEEPEST, &mut proof, all)?;
    Ok(proof)
}

impl Above<'_> {
    fn between(&self, time: f64) -> Vec3 {
        self.mover.motion.place(time) - self.motion.place(time)
    }

    fn knot(&self, time: f64) -> Knot {
        let below = self
            .mover
            .support(&self.mover.motion.at(time).1, &-self.normal);
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
