//! Proofs that no two convex parts cross between two states, in continuous time.
//!
//! A step that went in halves is judged by its parts: a leg is what a body does from one solve to the next, a span is a part of a step in which
//! both bodies of a pair are in one leg.
//!
//! In a leg a body turns about a fixed axis at a constant rate by the shortest turn, which is that of the Cayley map of a step, and
//! a point of it, the pivot, moves straight: the centre of mass, or where that makes parts cross that are apart at both states, a point that is
//! nearest to the other part. For every step and every pair of parts that may touch and whose spheres meet there are pieces of time with a
//! plane n.y + o = 0 at both ends, y from the pivot of the first body, n and o linear in between. A point of a body has the clearance
//! g = n.y + o (second body) or -(n.y + o) (first body), and over a piece
//!
//! ```text
//! y = d + R X,   |y'| <= |D| + phi l,   |y''| <= phi^2 l        D, phi: what the pivot moves and the body turns; l: distance of X from the axis
//! |g''| <= M = 2 |n1 - n0| (|D| + phi l) + max(|n0|, |n1|) phi^2 l
//! g >= min(g(0), g(1)) - M / 8
//! ```
//!
//! which is >= 0 where the pieces are short enough. Balls at the points are subtracted as r |n|, which is convex in n; ellipsoids add their
//! size to l. A half-space's plane is its own. Time is divided by two until the bound holds.
//!
//! Not here: figures, files, and the check of a certificate, which shares no code with this (`crates/cli/examples/check_certificate.py`).

mod above;
mod legs;
mod motion;
mod mover;
mod near;
mod outline;
mod pair;
mod parts;
mod pieces;
mod prover;

pub(crate) use outline::Outline;
pub(crate) use pieces::{Found, Proof};
pub use pieces::{Piece, Unproven};
pub(crate) use prover::{Known, Prover};
