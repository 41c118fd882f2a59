//! Looks for the proof of one pair in one step.

use super::bead::Hull;
use super::motion::Motion;
use super::proof::{Found, Knot, Proof, Unproven, piece};
use crate::math::Vec3;
use crate::shape::{Placed, deepest_normal};

/// Rounding of the checker in units of the lengths that take part; the writer leaves twice as much.
const PAD: f64 = 2e-12;
/// What a second derivative takes from the clearance between two knots, and a little for rounding.
const EIGHTH: f64 = 0.125 * (1.0 + 1e-9);
/// The shortest piece is a step over 2 to this power.
const DEEPEST: u32 = 26;
/// A proof of more pieces is given up.
const MOST_PIECES: usize = 1000;
/// The part of the clearance at its ends that a piece has to keep in between, where it can be divided further.
const KEPT: f64 = 0.5;
/// An overlap is measured at so many times, evenly spaced.
const LOOKS: u32 = 16;

/// A part and how its body moves.
#[derive(Clone, Copy)]
pub(super) struct Mover<'a> {
    pub placed: &'a Placed,
    pub hull: &'a Hull,
    pub motion: &'a Motion,
}

/// Two bounded parts during a step.
pub(super) struct Pair<'a> {
    first: Mover<'a>,
    second: Mover<'a>,
    levers: [f64; 2],
    pad: f64,
}

/// Returns the rounding of what is computed of two parts, m.
fn rounding([first, second]: &[Mover; 2]) -> f64 {
    let apart = second.motion.at(0.0).0 - first.motion.at(0.0).0;
    let shift = second.motion.shift - first.motion.shift;
    2.0 * PAD * (apart.norm() + shift.norm() + first.hull.reach + second.hull.reach)
}

/// Returns whether spheres about the centres of mass that hold two parts stay apart.
pub(super) fn is_far(movers: &[Mover; 2]) -> bool {
    let [a, b] = movers;
    let start = b.motion.at(0.0).0 - a.motion.at(0.0).0;
    let shift = b.motion.shift - a.motion.shift;
    let nearest = match shift.norm_squared() {
        0.0 => 0.0,
        square => (-start.dot(&shift) / square).clamp(0.0, 1.0),
    };
    let reach = a.hull.reach + b.hull.reach;
    (start + shift * nearest).norm() > reach + rounding(movers)
}

impl<'a> Pair<'a> {
    pub fn new(movers: [Mover<'a>; 2]) -> Self {
        let [first, second] = movers;
        Self {
            first,
            second,
            levers: [first, second].map(|mover| mover.motion.lever(mover.hull)),
            pad: rounding(&movers),
        }
    }

    /// Proves that the two stay apart. `guess` is a normal that may do, and does where more than `least` (m) of clearance is proven
    /// by it.
    pub fn prove(&self, guess: Option<&Vec3>, least: f64) -> Found {
        if self.first.motion.too_fast || self.second.motion.too_fast {
            return Err(Unproven::Turn);
        }
        let mut proof = Proof::nothing();
        if let Some(n) = guess {
            let ends = [0.0, 1.0].map(|time| self.knot(time, n));
            let clearance = self.clearance(&ends[0], &ends[1]);
            if clearance > least {
                proof.pieces.push(piece(&ends[0], &ends[1]));
                proof.note(0.0, 1.0, clearance);
                return Ok(proof);
            }
        }
        let start = self.best(0.0, guess)?;
        let end = self.best(1.0, Some(&start.normal))?;
        self.divide(&start, &end, DEEPEST, &mut proof)?;
        Ok(proof)
    }

    /// Proves that the two are apart between two knots, in parts where one does not do.
    fn divide(
        &self,
        from: &Knot,
        to: &Knot,
        depth: u32,
        proof: &mut Proof,
    ) -> Result<(), Unproven> {
        let sides = [
            [*from, *to],
            [*from, self.knot(to.time, &from.normal)],
            [self.knot(from.time, &to.normal), *to],
        ];
        let proven = sides.map(|[a, b]| (self.clearance(&a, &b), [a, b]));
        let [first, second, third] = proven;
        let best = [second, third]
            .into_iter()
            .fold(first, |best, other| match other.0 > best.0 {
                true => other,
                false => best,
            });
        let (clearance, [a, b]) = best;
        let wanted = KEPT * 2.0 * from.room.min(to.room);
        let full = proof.pieces.len() >= MOST_PIECES;
        if clearance >= wanted || (clearance > 0.0 && (depth == 0 || full)) {
            proof.pieces.push(piece(&a, &b));
            proof.note(a.time, b.time, clearance);
            return Ok(());
        }
        let time = 0.5 * (from.time + to.time);
        if depth == 0 || full {
            let gap = 2.0 * from.room.min(to.room);
            return Err(Unproven::Close { time, gap });
        }
        let middle = self.best(time, Some(&(from.normal + to.normal)))?;
        self.divide(from, &middle, depth - 1, proof)?;
        self.divide(&middle, to, depth - 1, proof)
    }

    /// Returns the plane midway between both parts with the normal `n` at a time.
    fn knot(&self, time: f64, n: &Vec3) -> Knot {
        let [(xa, ra), (xb, rb)] = [&self.first, &self.second].map(|mover| mover.motion.at(time));
        let low = self.first.hull.support(&ra.inverse_transform_vector(n));
        let high = (xb - xa).dot(n) - self.second.hull.support(&rb.inverse_transform_vector(&-n));
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
            false => Err(self.overlap((time, depth), &n)),
        }
    }

    fn deepest(&self, time: f64, guess: Option<&Vec3>) -> (f64, Vec3) {
        let [a, b] = [&self.first, &self.second].map(|mover| mover.motion.at(time));
        let guess = guess.copied().unwrap_or(b.0 - a.0);
        deepest_normal(self.first.placed, &a, self.second.placed, &b, &guess)
    }

    /// Measures the overlap of which one time and depth are `known`.
    fn overlap(&self, known: (f64, f64), guess: &Vec3) -> Unproven {
        let times = (0..=LOOKS).map(|k| f64::from(k) / f64::from(LOOKS));
        let looks = times.map(|time| (time, self.deepest(time, Some(guess)).0));
        let (time, depth) = looks.fold(known, |worst, look| match look.1 > worst.1 {
            true => look,
            false => worst,
        });
        match depth > 0.0 {
            true => Unproven::Overlap { time, depth },
            false => Unproven::Close { time, gap: -depth },
        }
    }

    /// Returns the distance that is proven between the two over the time from one knot to another, m; negative where nothing is.
    fn clearance(&self, from: &Knot, to: &Knot) -> f64 {
        let part = to.time - from.time;
        let shift = (self.second.motion.shift - self.first.motion.shift).norm() * part;
        let change = (to.normal - from.normal).norm();
        let room = from.room.min(to.room) - self.pad;
        let movers = [(&self.first, 0.0), (&self.second, shift)];
        let mut least = f64::INFINITY;
        let mut sum = 0.0;
        for ((mover, shift), lever) in movers.into_iter().zip(self.levers) {
            let [rate, bend] = mover.motion.rates(part, mover.hull, lever);
            let side = room - EIGHTH * (2.0 * change * (shift + rate) + bend);
            least = least.min(side);
            sum += side;
        }
        match least >= 0.0 {
            true => sum,
            false => f64::NEG_INFINITY,
        }
    }
}

/// Proves that a part stays apart from the half-space with a `plane` (normal and offset in the frame of its body, m) whose body moves by
/// `motion`.
pub(super) fn above_plane(plane: (&Vec3, f64), motion: &Motion, mover: &Mover) -> Found {
    if mover.motion.too_fast {
        return Err(Unproven::Turn);
    }
    if !motion.keeps_attitude {
        return Err(Unproven::PlaneTurns);
    }
    let (normal, offset) = (motion.at(0.0).1 * plane.0, plane.1);
    let height = |time: f64| {
        let (x, r) = mover.motion.at(time);
        let below = mover.hull.support(&r.inverse_transform_vector(&-normal));
        (x - motion.at(time).0).dot(&normal) - below - offset
    };
    let apart = mover.motion.at(0.0).0 - motion.at(0.0).0;
    let shift = (mover.motion.shift - motion.shift).norm();
    let pad = 2.0 * PAD * (apart.norm() + shift + mover.hull.reach + offset.abs());
    let lever = mover.motion.lever(mover.hull);
    let mut proof = Proof::nothing();
    let mut open = vec![(0.0, 1.0, DEEPEST)];
    let mut pieces = 0;
    while let Some((from, to, depth)) = open.pop() {
        let room = height(from).min(height(to)) - pad;
        if room <= 0.0 {
            return Err(sunk(height));
        }
        let [_, bend] = mover.motion.rates(to - from, mover.hull, lever);
        let clearance = room - EIGHTH * bend;
        pieces += 1;
        let time = 0.5 * (from + to);
        if clearance >= KEPT * room || (clearance > 0.0 && depth == 0) {
            let knots = [from, to].map(|time| Knot {
                time,
                normal,
                offset: -offset,
                room,
            });
            proof.pieces.push(piece(&knots[0], &knots[1]));
            proof.note(from, to, clearance);
        } else if depth == 0 || pieces > MOST_PIECES {
            return Err(Unproven::Close { time, gap: room });
        } else {
            open.extend([(time, to, depth - 1), (from, time, depth - 1)]);
        }
    }
    Ok(proof)
}

/// Says how deep something is below a plane.
fn sunk(height: impl Fn(f64) -> f64) -> Unproven {
    let times = (0..=LOOKS).map(|k| f64::from(k) / f64::from(LOOKS));
    let looks = times.map(|time| (time, height(time)));
    let lowest = looks.fold((0.0, f64::INFINITY), |least, look| match look.1 < least.1 {
        true => look,
        false => least,
    });
    match lowest {
        (time, height) if height <= 0.0 => Unproven::Overlap {
            time,
            depth: -height,
        },
        (time, gap) => Unproven::Close { time, gap },
    }
}
