//! Joints of a model: which bodies they join, where, and what acts along what they leave free.

mod axis;
mod build;
mod closure;
mod coupling;
mod efforts;
mod forest;
mod frames;
mod kinematics;
mod motion;
mod names;
mod parameter;
mod placement;
mod space;
mod spec;
mod tangents;

pub use crate::joint::{Coordinate as JointCoordinate, JointKind};
pub use axis::{JointAxis, Motor, MotorCommand, Spring};
pub(super) use build::build_joints;
pub use coupling::Coupling;
pub use forest::{Forest, Link};
pub use frames::NamedFrame;
pub(super) use frames::{FrameSpec, build_frames};
pub use parameter::JointParameter;
pub use space::JointSpace;
pub use spec::JointSpec;

use super::State;
use crate::joint::{Frame, JointFrames, Row};

/// A joint of a [`Model`](super::Model) between a child body and its parent.
#[derive(Debug, Clone, PartialEq)]
pub struct Joint {
    /// The unique name.
    pub name: String,
    /// The kind: what the joint leaves free.
    pub kind: JointKind,
    /// The index of the child, a moving body.
    pub child: usize,
    /// The index of the parent; `None` for the world.
    pub parent: Option<usize>,
    /// The frames of the joint in the centre-of-mass frames of child and parent (in the world without a parent), m.
    pub frames: [Frame; 2],
    /// The frames with axes as matrices.
    pub(crate) metric_frames: JointFrames,
    /// The limits, springs, friction and motors along the coordinates of the joint, in their order ([`JointKind::coordinates`]).
    pub axes: Vec<JointAxis>,
    /// Whether another joint follows it.
    pub(crate) leads: bool,
    /// How its coordinate follows that of another joint, if it does.
    pub coupling: Option<Coupling>,
    /// The rows that the freedoms of the bodies leave independent.
    pub(crate) rows: Vec<Row>,
    /// The mass that scales impulses, kg: a constant.
    pub(crate) mass: f64,
    /// Place of its first coordinate among those of all joints.
    pub(crate) first: usize,
    /// Place of its first motor among those of all joints.
    pub(crate) first_motor: usize,
}

impl Joint {
    /// Returns the bodies on its sides: the child, then the parent.
    pub fn bodies(&self) -> [Option<usize>; 2] {
        [Some(self.child), self.parent]
    }

    /// Gives a state the whole turns that the joint has in another one.
    pub(crate) fn copy_turns(&self, from: &State, to: &mut State) {
        for k in self.first..self.first + self.coordinate_count() {
            to.turns[k] = from.turns.get(k).copied().unwrap_or(0);
        }
    }

    /// Returns the number of rows of a step: those of the joint, and of its coupling.
    pub(crate) fn row_count(&self) -> usize {
        self.rows.len() + usize::from(self.coupling.is_some())
    }

    /// Returns the coordinates that have a motor, in the order of [`Input::motors`](super::Input::motors).
    pub fn motors(&self) -> impl Iterator<Item = (usize, &Motor)> {
        let axes = self.axes.iter().enumerate();
        axes.filter_map(|(k, axis)| Some((k, axis.motor.as_ref()?)))
    }

    /// Returns the number of its coordinates.
    pub fn coordinate_count(&self) -> usize {
        self.kind.coordinates().len()
    }
}
