//! The kinds of joints.

use super::{Coordinate, Row};
use Coordinate::{FirstTurn, Gimbal, SecondTurn, Slide, Turn};
use Row::{Along, Cross, Helix, Point, Tilt, Twist};

/// The relative motion that a joint leaves free. Axes are those of the joint's frame: z is the axis of a joint that has
/// one, x and y are the axes of a universal joint.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum JointKind {
    /// The joint leaves nothing free.
    Fixed,
    /// The child turns about z.
    Revolute,
    /// The child slides along z.
    Prismatic,
    /// The child slides along x and y.
    Gantry,
    /// The child slides along z and turns about it.
    Cylindrical,
    /// The child slides along x and y, and turns about z.
    Planar,
    /// The child turns about x of the parent's frame, then about y of its own.
    Universal,
    /// The child turns about x of the parent's frame, about y of what that turns, then about z of its own; the second angle stays
    /// below a quarter turn.
    Gimbal,
    /// The child turns about a point.
    Spherical,
    /// The child turns about z and advances along it by the pitch with every turn.
    Screw {
        /// The advance per turn, m.
        pitch: f64,
    },
}

impl JointKind {
    /// Returns the name as in scenes.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fixed => "fixed",
            Self::Revolute => "revolute",
            Self::Prismatic => "prismatic",
            Self::Gantry => "gantry",
            Self::Cylindrical => "cylindrical",
            Self::Planar => "planar",
            Self::Universal => "universal",
            Self::Gimbal => "gimbal",
            Self::Spherical => "spherical",
            Self::Screw { .. } => "screw",
        }
    }

    /// Returns the rows that hold at the end of a step.
    pub fn rows(self) -> &'static [Row] {
        match self {
            Self::Fixed => &[Point(0), Point(1), Point(2), Twist(0), Twist(1), Twist(2)],
            Self::Revolute => &[Point(0), Point(1), Point(2), Tilt(0), Tilt(1)],
            Self::Prismatic => &[Along(0), Along(1), Twist(0), Twist(1), Twist(2)],
            Self::Gantry => &[Along(2), Twist(0), Twist(1), Twist(2)],
            Self::Cylindrical => &[Along(0), Along(1), Tilt(0), Tilt(1)],
            Self::Planar => &[Along(2), Tilt(0), Tilt(1)],
            Self::Universal => &[Point(0), Point(1), Point(2), Cross],
            Self::Gimbal | Self::Spherical => &[Point(0), Point(1), Point(2)],
            Self::Screw { .. } => &[Along(0), Along(1), Tilt(0), Tilt(1), Helix],
        }
    }

    /// Returns the coordinates of what is free. A spherical joint has none: its rotation is read from the bodies.
    pub fn coordinates(self) -> &'static [Coordinate] {
        match self {
            Self::Fixed | Self::Spherical => &[],
            Self::Revolute | Self::Screw { .. } => &[Turn],
            Self::Prismatic => &[Slide(2)],
            Self::Gantry => &[Slide(0), Slide(1)],
            Self::Cylindrical => &[Slide(2), Turn],
            Self::Planar => &[Slide(0), Slide(1), Turn],
            Self::Universal => &[FirstTurn, SecondTurn],
            Self::Gimbal => &[Gimbal(0), Gimbal(1), Gimbal(2)],
        }
    }

    /// Returns the advance per turn, m; 0 of joints that are no screws.
    pub fn pitch(self) -> f64 {
        match self {
            Self::Screw { pitch } => pitch,
            _ => 0.0,
        }
    }
}
