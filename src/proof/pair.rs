//! Looks for the proof of one pair in a span: a part of a step in which both bodies keep one motion.

use super::mover::Mover;
use super::pieces::{Found, Knot, Piece, Proof, Unproven};
use crate::math::Vec3;
use crate::shape::{deepest_normal_anew, separating_direction};

/// Rounding of the checker in units of the lengths that take part; the writer leaves twice as much.
pub(super) const PAD: f64 = 2e-12;
/// The shortest piece is a span over 2 to this power.
pub(super) const DEEPEST: u32 = 26;
/// The part of the clearance at its ends that a piece has to keep in between, where it can be divided further.
pub(super) const KEPT: f64 = 0.5;
/// An overlap is measured at so many times, evenly spaced.
const LOOKS: u32 = 16;

/// Two bounded parts during a span.
pub(crate) struct Pair<'a> {
    first: Mover<'a>,
    second: Mover<'a>,
    /// The start and the end, as parts of the step.
    times: [f64; 2],
    pad: f64,
}

/// Returns the places of the second pivot from the first one at the ends of a span.
fn ends([first, second]: &[Mover; 2], times: [f64; 2]) -> [Vec3; 2] {
    times.map(|time| second.motion.place(time) - first.motion.place(time))
}

/// Returns the rounding of what is computed of two parts, m.
fn rounding(movers: &[Mover; 2], times: [f64; 2]) -> f64 {
    let [start, end] = ends(movers, times);
    let reach = movers[0].reach() + movers[1].reach();
    2.0 * PAD * (start.norm() + end.norm() + reach)
}

/// Returns whether spheres about the pivots that hold two parts stay apart.
pub(crate) fn is_far(movers: &[Mover; 2], times: [f64; 2]) -> bool {
    let [start, end] = ends(movers, times);
    let shift = end - start;
    let nearest = match shift.norm_squared() {
        0.0 => 0.0,
        square => (-start.dot(&shift) / square).clamp(0.0, 1.0),
    };
    let reach = movers[0].reach() + movers[1].reach();
    (start + shift * nearest).norm() > reach + rounding(movers, times)
}

impl<'a> Pair<'a> {
    pub fn new(movers: [Mover<'a>; 2], times: [f64; 2]) -> Self {
        let [first, second] = movers;
        Self {
            first,
            second,
            times,
            pad: rounding(&movers, times),
        }
    }

    /// Proves that the two stay apart; `all` takes the pieces. `guess` is a normal that may do, in its place one that is quickly found, and does
    /// where more than `least` (m) of clearance is proven by it.
    pub fn prove(&self, guess: Option<&Vec3>, least: f64, all: &mut Vec<Piece>) -> Found {
        if self.first.motion.too_fast || self.second.motion.too_fast {
            return Err(Unproven::Turn);
        }
        let mut proof = Proof::begin(all.len());
        let [from, to] = self.times;
        let quick = || self.apart_along(0.5 * (from + to));
        if let Some(n) = guess.copied().or_else(quick) {
            let [a, b] = self.times.map(|time| self.knot(time, &n));
            let clearance = self.clearance(&a, &b);
            if clearance > 0.0 {
                proof.add([&a, &b], clearance, all);
            }
            if clearance > least {
                return Ok(proof);
            }
        }
        match self.search(guess, all) {
            Err(_) if proof.clearance.is_finite() => Ok(proof),
            found => found,
        }
    }

    /// Proves that the two stay apart with the planes that are farthest from both.
    fn search(&self, guess: Option<&Vec3>, all: &mut Vec<Piece>) -> Found {
        let mut proof = Proof::begin(all.len());
        let [from, to] = self.times;
        let start = self.best(from, guess)?;
        let end = self.best(to, Some(&start.normal))?;
        self.divide([&start, &end], DEEPEST, &mut proof, all)?;
        Ok(proof)
    }

    /// Returns whether the two are apart at a time.
    pub fn is_apart_at(&self, time: f64) -> bool {
        self.best(time, None).is_ok()
    }

    /// Returns the points of both parts that are nearest to each other at a time, in the frames of their bodies.
    pub fn nearest(&self, time: f64) -> [Vec3; 2] {
        let (_, n) = self.deepest(time, None);
        [
            self.first.farthest(time, &n),
            self.second.farthest(time, &-n),
        ]
    }

    /// Proves that the two are apart between two knots, in parts where one does not do.
    fn divide(
        &self,
        [from, to]: [&Knot; 2],
        depth: u32,
        proof: &mut Proof,
        all: &mut Vec<Piece>,
    ) -> Result<(), Unproven> {
        let mut best = (self.clearance(from, to), [*from, *to]);
        let steady = [
            [*from, self.knot(to.time, &from.normal)],
            [self.knot(from.time, &to.normal), *to],
        ];
        for [a, b] in steady {
            let clearance = self.clearance(&a, &b);
            if clearance > best.0 {
                best = (clearance, [a, b]);
            }
        }
        let (clearance, [a, b]) = best;
        let gap = 2.0 * from.room.min(to.room);
        let last = depth == 0 || proof.is_long();
        if clearance >= KEPT * gap || (clearance > 0.0 && last) {
            proof.add([&a, &b], clearance, all);
            return Ok(());
        }
        let time = 0.5 * (from.time + to.time);
        if last {
            return Err(Unproven::Close { time, gap });
        }
        let middle = self.best(time, Some(&(from.normal + to.normal)))?;
        self.divide([from, &middle], depth - 1, proof, all)?;
        self.divide([&middle, to], depth - 1, proof, all)
    }

    /// Returns the place of the second pivot from the first one at a time.
    fn between(&self, time: f64) -> Vec3 {
        self.second.motion.place(time) - self.first.motion.place(time)
    }

    /// Returns the plane midway between both parts with the normal `n` at a time.
    fn knot(&self, time: f64, n: &Vec3) -> Knot {
        let [ra, rb] = [&self.first, &self.second].map(|mover| mover.motion.at(time).1);
        let low = self.first.support(&ra, n);
        let high = self.between(time).dot(n) - self.second.support(&rb, &-n);
        Knot {
            time,
            normal: *n,
            offset: -0.5 * (low + high),
            room: 0.5 * (high - low),
        }
    }

    /// Returns the plane at a time that is farthest from both parts.
    fn best(&self, time: f64, guess: Option<&Vec3>) -> Result<Knot, Unproven> {
        let (depth, n) = self.deepest(time, guess);
        let knot = self.knot(time, &n);
        match depth < 0.0 && knot.room > self.pad {
            true => Ok(knot),
            false => {
                let depth_at = |time: f64| self.deepest(time, Some(&n)).0;
                Err(overlap(depth_at, (time, depth), self.times, self.pad))
            }
        }
    }

    /// Returns a direction along which the two are apart at a time, if a few looks find one.
    fn apart_along(&self, time: f64) -> Option<Vec3> {
        let [a, b] = [&self.first, &self.second].map(|mover| mover.motion.pose(time));
        separating_direction(self.first.placed, &a, self.second.placed, &b, 0.0)
    }

    fn deepest(&self, time: f64, guess: Option<&Vec3>) -> (f64, Vec3) {
        let [a, b] = [&self.first, &self.second].map(|mover| mover.motion.pose(time));
        let guess = guess.copied().unwrap_or(b.0 - a.0);
        deepest_normal_anew(self.first.placed, &a, self.second.placed, &b, &guess)
    }

    /// Returns the distance that is proven between the two over the time from one knot to another, m; negative where nothing is.
    fn clearance(&self, from: &Knot, to: &Knot) -> f64 {
        let origins = [from, to].map(|knot| self.between(knot.time));
        let first = self.first.kept([from, to], -1.0, [Vec3::zeros(); 2]) - self.pad;
        let second = self.second.kept([from, to], 1.0, origins) - self.pad;
        match first.min(second) >= 0.0 {
            true => first + second,
            false => f64::NEG_INFINITY,
        }
    }
}

/// Says how deep two parts overlap between two times where one time and depth are `known`; they touch where that is below what is lost by
/// rounding.
pub(super) fn overlap(
    depth_at: impl Fn(f64) -> f64,
    known: (f64, f64),
    [from, to]: [f64; 2],
    pad: f64,
) -> Unproven {
    let time = |k: u32| from + (to - from) * f64::from(k) / f64::from(LOOKS);
    let looks = (0..=LOOKS).map(time).map(|time| (time, depth_at(time)));
    let deeper = |worst: (f64, f64), look: (f64, f64)| match look.1 > worst.1 {
        true => look,
        false => worst,
    };
    let (time, depth) = looks.fold(known, deeper);
    match depth > pad {
        true => Unproven::Overlap { time, depth },
        false => Unproven::Touch { time },
    }
}
