//! A surface in pieces that can be cut into cells.

use super::ball;
use super::cells::Cells;
use super::face::Face;
use super::round::Round;
use super::turned::{self, Line};
use crate::math::Vec3;

/// A `Piece` is a part of a surface.
pub(in crate::shape) enum Piece {
    /// A flat convex face.
    Face(Face),
    /// A whole ellipsoid about the origin, by its semi-axes (m).
    Ellipsoid(Vec3),
    /// A surface of revolution about z, by its outline from the lower pole to the upper.
    Turned(Vec<Line>),
    /// A rounded edge or corner.
    Round(Round),
}

impl Piece {
    /// Returns the number of its cells.
    pub fn count(&self, spacing: f64) -> usize {
        match self {
            Self::Face(face) => face.count(spacing),
            Self::Ellipsoid(semi_axes) => ball::count(semi_axes, spacing),
            Self::Turned(outline) => turned::count(outline, spacing),
            Self::Round(round) => round.count(spacing),
        }
    }

    /// Cuts it into cells.
    pub fn add(&self, cells: &mut Cells) {
        match self {
            Self::Face(face) => face.add(cells),
            Self::Ellipsoid(semi_axes) => ball::add(semi_axes, cells),
            Self::Turned(outline) => turned::add(outline, cells),
            Self::Round(round) => round.add(cells),
        }
    }
}
