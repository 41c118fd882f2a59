//! A robot as its file describes it: links with frames, and joints between them.

use crate::math::{Mat3, Rot, Vec3, shortest_turn_to};
use crate::scene::joint::{KindConfig, MotorConfig, SpringConfig};
use crate::world::TorsionalFriction;
use std::collections::BTreeMap;
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
    /// Joints that close loops.
    pub(super) loops: Vec<LoopJoint>,
    /// Links that do not touch each other, by name.
    pub(super) no_contact: Vec<[String; 2]>,
    /// Surfaces by the names that shapes have for them.
    pub(super) surfaces: BTreeMap<String, Surface>,
    /// Names of two surfaces, and their coefficient of friction where it is not the mean of theirs.
    pub(super) frictions: Vec<([String; 2], f64)>,
    /// Frames beside those of the links.
    pub(super) frames: Vec<LinkFrame>,
    /// The settings that the file asks of the simulation.
    pub(super) option: Option<SimulationOption>,
    /// Whether meshes touch others by their convex hulls, whatever they are like.
    pub(super) hull: bool,
}

/// The settings of a file that apply when it is run alone.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct SimulationOption {
    pub(super) place: usize,
    /// s.
    pub(super) time_step: f64,
    /// m/s^2.
    pub(super) gravity: [f64; 3],
}

/// The friction of a surface.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Surface {
    pub(super) friction: f64,
    pub(super) torsional_friction: TorsionalFriction,
}

/// A named frame on a link.
#[derive(Debug)]
pub(super) struct LinkFrame {
    pub(super) name: String,
    pub(super) link: usize,
    pub(super) pose: Pose,
}

/// A joint that closes a loop; nothing acts along it.
#[derive(Debug)]
pub(super) struct LoopJoint {
    pub(super) name: String,
    pub(super) place: usize,
    pub(super) kind: KindConfig,
    /// The indices of the parent and of the child, which moves.
    pub(super) links: [usize; 2],
    /// The poses of the joint in the frames of the parent and of the child.
    pub(super) frames: [Pose; 2],
}

/// The motion of a link without a joint above.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) enum Root {
    /// As the scene says of the base.
    #[default]
    Base,
    /// Not at all.
    Fixed,
    /// It is held at a pose in the frame of the base.
    Held(Pose),
}

/// A link.
#[derive(Debug)]
pub(super) struct Link {
    pub(super) name: String,
    pub(super) place: usize,
    pub(super) root: Root,
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
    Ellipsoid {
        semi_axes: [f64; 3],
    },
    /// Everything below z = 0.
    HalfSpace,
    /// The convex hull of points; the origin is inside.
    Hull {
        points: Vec<[f64; 3]>,
    },
    Mesh {
        file: PathBuf,
        scale: [f64; 3],
    },
}

/// The connection that a joint makes between two links.
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
    /// The second direction of a joint that has two, of length 1 and at a right angle to the first one.
    pub(super) second_axis: Option<Vec3>,
    pub(super) coordinates: Vec<Coordinate>,
    /// The rotation of a spherical joint at the start.
    pub(super) rotation: Rot,
    /// Whether parent and child may touch each other.
    pub(super) collide: bool,
    /// The joint that this one follows, and the coefficients from the constant on.
    pub(super) mimic: Option<(String, [f64; 5])>,
}

/// Limits, spring, damper, friction and motor along a coordinate; units of [`CoordinateConfig`](crate::scene::joint::CoordinateConfig).
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

impl Joint {
    /// Returns a joint between two links at the origin of the child, about z, along which nothing acts.
    pub(super) fn new(name: String, kind: Connection, [parent, child]: [usize; 2]) -> Self {
        Self {
            name,
            place: 0,
            kind,
            parent,
            child,
            zero: (Vec3::zeros(), Rot::identity()),
            anchor: Vec3::zeros(),
            axis: Vec3::z(),
            second_axis: None,
            coordinates: vec![Coordinate::default(); kind.coordinate_count()],
            rotation: Rot::identity(),
            collide: false,
            mimic: None,
        }
    }

    /// Returns the axes of the joint in the frame of the child: z is the axis of a joint with one, x and y are those of a joint with two.
    pub(super) fn axes(&self) -> Rot {
        let Some(second) = self.second_axis else {
            return shortest_turn_to(&self.axis);
        };
        let axes = Mat3::from_columns(&[self.axis, second, self.axis.cross(&second)]);
        Rot::from_rotation_matrix(&nalgebra::Rotation3::from_matrix_unchecked(axes))
    }
}
