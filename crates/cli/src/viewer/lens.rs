//! From metres to the units of the picture and back.
//!
//! A scene of a millimetre or of a kilometre is drawn as one of size 1, so that clipping planes,
//! shadows and line widths need no care, and a scene far from the origin keeps its digits in f32.

use crate::replay::Extent;
use drystone::math::{Rot, Vec3};
use kiss3d::prelude::{Pose3, Quat, Vec3 as Vec3f};

/// Scales and shifts the world.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lens {
    centre: Vec3,
    factor: f64,
}

impl Lens {
    /// Puts the centre of `extent` at the origin and makes its radius 1.
    pub fn on(extent: &Extent) -> Self {
        Self {
            centre: extent.centre(),
            factor: 1.0 / extent.radius().max(f64::MIN_POSITIVE),
        }
    }

    /// A point of the world, m, in units of the picture.
    pub fn point(&self, x: &Vec3) -> Vec3f {
        self.vector(&(x - self.centre))
    }

    /// A difference of points.
    pub fn vector(&self, d: &Vec3) -> Vec3f {
        plain(&(d * self.factor))
    }

    /// A length of the picture, m.
    pub fn metres(&self, length: f64) -> f64 {
        length / self.factor
    }

    /// A pose of a frame in the world.
    pub fn pose(&self, position: &Vec3, rotation: &Rot) -> Pose3 {
        Pose3::from_parts(self.point(position), quaternion(rotation))
    }

    /// A pose of a frame in another one.
    pub fn pose_within(&self, offset: &Vec3, rotation: &Rot) -> Pose3 {
        Pose3::from_parts(self.vector(offset), quaternion(rotation))
    }

    /// A point of the picture in the world, m.
    pub fn world(&self, x: Vec3f) -> Vec3 {
        Vec3::new(x.x.into(), x.y.into(), x.z.into()) / self.factor + self.centre
    }
}

fn quaternion(rotation: &Rot) -> Quat {
    let q = rotation.coords;
    Quat::from_xyzw(q.x as f32, q.y as f32, q.z as f32, q.w as f32)
}

/// Returns a vector in the numbers of kiss3d.
pub fn plain(v: &Vec3) -> Vec3f {
    Vec3f::new(v.x as f32, v.y as f32, v.z as f32)
}
