//! A robot as its file describes it: links with frames, and joints between them.

use crate::math::{Mat3, Rot, Vec3};
use crate::scene::joint::{KindConfig, MotorConfig, SpringConfig};
use std::path::PathBuf;

/// A pose: origin in metres, and orientation.
pub(super) type Pose = (Vec3, Rot);

/// Returns a pose that is given in the frame of another one.
pub(super) fn compose(outer: &Pose, inner: &Pose) -> Pose {
    (outer.0 + outer.1 * inner.0, outer.1 * inner.1)
}

/// Returns the pose of the outer frame in the inner one.
pub(super) fn inverse(pose: &Pose) -> Pose {
    let back = pose.1.inverse();
    (-(back * pose.0), back)
}

/// A robot; places are bytes of its file.
#[derive(Debug, Default)]
pub(super) struct Description {
    pub(super) links: Vec<Link>,
    pub(super) joints: Vec<Joint>,
    /// Links that do not touch each other, by name.
    pub(super) no_contact: Vec<[String; 2]>,
}

/// A link.
#[derive(Debug)]
pub(super) struct Link {
    pub(super) name: String,
    pub(super) place: usize,
    pub(super) inertial: Option<Inertial>,
    pub(super) collisions: Vec<Geometry>,
    pub(super) visuals: Vec<Visual>,
}

/// The mass of a link.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Inertial {
    /// kg.
    pub(super) mass: f64,
    /// m, in the frame of the link.
    pub(super) centre: Vec3,
    /// kg m^2, about the centre of mass, in the axes of the link.
    pub(super) inertia: Mat3,
}

impl Inertial {
    /// Returns the mass in an outer frame.
    pub(super) fn placed(&self, pose: &Pose) -> Self {
        let turn = pose.1.to_rotation_matrix().into_inner();
        Self {
            mass: self.mass,
            centre: pose.0 + pose.1 * self.centre,
            inertia: turn * self.inertia * turn.transpose(),
        }
    }

    /// Returns the mass of both together.
    pub(super) fn plus(&self, other: &Self) -> Self {
        let mass = self.mass + other.mass;
        if mass == 0.0 {
            return *self;
        }
        let centre = (self.centre * self.mass + other.centre * other.mass) / mass;
        let about = |part: &Self| {
            let arm = part.centre - centre;
            let square = Mat3::identity() * arm.norm_squared() - arm * arm.transpose();
            part.inertia + square * part.mass
        };
        let inertia = about(self) + about(other);
        Self {
            mass,
            centre,
            inertia: (inertia + inertia.transpose()) * 0.5,
        }
    }
}

/// A shape on a link.
#[derive(Debug, Clone)]
pub(super) struct Geometry {
    pub(super) place: usize,
    /// In the frame of the link.
    pub(super) pose: Pose,
    pub(super) shape: GeometryShape,
    /// The material, if it is not that of the robot.
    pub(super) material: Option<String>,
}

/// A shape that is drawn and touches nothing.
#[derive(Debug, Clone)]
pub(super) struct Visual {
    pub(super) geometry: Geometry,
    /// Red, green, blue and opacity, from 0 to 1.
    pub(super) color: Option<[f64; 4]>,
}

/// The kind and size of a shape, m.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum GeometryShape {
    Box {
        half_extents: [f64; 3],
    },
    Sphere {
        radius: f64,
    },
    /// The axis is z, the length that of the whole cylinder.
    Cylinder {
        radius: f64,
        length: f64,
    },
    /// The axis is z, the length is that between the centres of the caps.
    Capsule {
        radius: f64,
        length: f64,
    },
    Mesh {
        file: PathBuf,
        scale: [f64; 3],
    },
}

/// How a joint connects two links.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Connection {
    /// Both are one body.
    Welded,
    /// Not at all: the child moves freely.
    Free,
    /// By a joint of a kind.
    Joint(KindConfig),
}

impl Connection {
    /// Returns the number of coordinates.
    pub(super) fn coordinate_count(self) -> usize {
        match self {
            Self::Welded | Self::Free => 0,
            Self::Joint(kind) => kind.with_pitch(0.0).coordinates().len(),
        }
    }
}

/// A joint. Its frame on the child coincides with the one on the parent where its coordinates are zero.
#[derive(Debug)]
pub(super) struct Joint {
    pub(super) name: String,
    pub(super) place: usize,
    pub(super) kind: Connection,
    /// Indices of links.
    pub(super) parent: usize,
    pub(super) child: usize,
    /// The pose of the child in the frame of the parent, where the coordinates are zero.
    pub(super) zero: Pose,
    /// The point of the joint, in the frame of the child, m.
    pub(super) anchor: Vec3,
    /// The direction of the joint in the frame of the child, of length 1.
    pub(super) axis: Vec3,
    pub(super) coordinates: Vec<Coordinate>,
    /// The joint that this one follows, and the coefficients.
    pub(super) mimic: Option<(String, [f64; 2])>,
}

/// What acts along a coordinate; units of [`CoordinateConfig`](crate::scene::joint::CoordinateConfig).
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Coordinate {
    pub(super) limits: Option<[f64; 2]>,
    pub(super) damping: f64,
    pub(super) friction: f64,
    pub(super) armature: f64,
    pub(super) spring: Option<SpringConfig>,
    pub(super) motor: Option<MotorConfig>,
    /// The largest effort of a motor; zero means that there is none.
    pub(super) effort: Option<f64>,
    /// The position at the start.
    pub(super) start: f64,
}
