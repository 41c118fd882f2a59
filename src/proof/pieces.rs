//! Proof of one pair: its pieces, or why there is none.

use crate::math::Vec3;

/// A proof of more pieces is given up.
const MOST_PIECES: usize = 1000;

/// A plane at a time of the step, n.y + o = 0, y from the centre of mass of the first body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Knot {
    pub time: f64,
    pub normal: Vec3,
    pub offset: f64,
    /// The clearance of both parts, m.
    pub room: f64,
}

/// A piece of time with a plane at both ends: (start, end, n at the start, o at the start, n at the end, o at the end), times from 0 to 1
/// within the step, n from the first part to the second, o in m, y from the centre of mass of the first body.
pub type Piece = [f64; 10];

/// Returns the piece between two knots.
fn piece(from: &Knot, to: &Knot) -> Piece {
    let ([ax, ay, az], [bx, by, bz]) = (from.normal.into(), to.normal.into());
    [
        from.time,
        to.time,
        ax,
        ay,
        az,
        from.offset,
        bx,
        by,
        bz,
        to.offset,
    ]
}

/// Why a pair of a step is not proven to be apart. Times go from 0 to 1 within the step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Unproven {
    /// The parts overlap.
    Overlap {
        /// The time of the deepest overlap that was found.
        time: f64,
        /// The depth, m.
        depth: f64,
    },
    /// The parts touch to rounding.
    Touch {
        /// The time.
        time: f64,
    },
    /// The parts pass so closely that pieces as short as allowed do not show them apart.
    Close {
        /// The time at which the proof was given up.
        time: f64,
        /// The distance there, m.
        gap: f64,
    },
    /// A body turns so fast that its attitudes do not tell by how much.
    Turn,
    /// A half-space turns.
    PlaneTurns,
}

impl Unproven {
    /// Returns whether the distance of the parts is why, and not how they move.
    pub(crate) fn is_of_distance(&self) -> bool {
        !matches!(self, Self::Turn | Self::PlaneTurns)
    }

    /// Says it in words; `h` is the length of the step, s.
    pub fn describe(&self, h: f64) -> String {
        match self {
            Self::Overlap { time, depth } => {
                format!(
                    "overlap of {depth:.3e} m {:.3e} s after the start of the step",
                    time * h
                )
            }
            Self::Touch { time } => {
                let after = time * h;
                format!("the parts touch {after:.3e} s after the start of the step")
            }
            Self::Close { time, gap } => {
                let after = time * h;
                format!(
                    "too fast for a distance of {gap:.3e} m {after:.3e} s after the start of the step"
                )
            }
            Self::Turn => "a body turns by half a turn or more".into(),
            Self::PlaneTurns => "a half-space turns, which no proof is known for".into(),
        }
    }
}

/// The proof of a pair in a span or in a step, or why there is none.
pub(crate) type Found = Result<Proof, Unproven>;

/// The planes that keep a pair apart in a span or in a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Proof {
    /// The pieces, by the first index and the one behind the last in the list of all.
    pub pieces: [usize; 2],
    /// The least clearance that is proven, m, and the time at the middle of its piece.
    pub clearance: f64,
    pub time: f64,
}

impl Proof {
    /// Returns the proof without pieces, whose first one is to have this index.
    pub fn begin(first: usize) -> Self {
        Self {
            pieces: [first; 2],
            clearance: f64::INFINITY,
            time: 0.0,
        }
    }

    /// Adds the piece between two knots, with its clearance (m), to the proof and to the list of all pieces.
    pub fn add(&mut self, [from, to]: [&Knot; 2], clearance: f64, all: &mut Vec<Piece>) {
        all.push(piece(from, to));
        self.pieces[1] = all.len();
        if clearance < self.clearance {
            self.clearance = clearance;
            self.time = 0.5 * (from.time + to.time);
        }
    }

    /// Returns whether the proof is as long as one may be.
    pub fn is_long(&self) -> bool {
        self.pieces[1] - self.pieces[0] >= MOST_PIECES
    }
}
