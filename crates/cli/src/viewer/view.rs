//! From where one looks.

use super::lens::Lens;
use crate::replay::Extent;
use drystone::error::{Error, Result};
use drystone::math::Vec3;
use drystone::recording::Frame;
use drystone::world::Model;
use kiss3d::prelude::{OrbitCamera3d, Vec3 as Vec3f};

/// Vertical field of view, rad.
const FIELD: f64 = 0.6;
/// Direction from the target to the eye: from the front (-y), the right and above.
const FROM: [f64; 3] = [0.62, -1.0, 0.48];
/// A body of this radius in pixels is certainly seen.
const SEEN: f64 = 3.0;
/// Room around the bodies.
const ROOM: f64 = 1.1;

/// Eye and target in the world, m; up is z.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct View {
    /// Where the eye is.
    pub eye: Vec3,
    /// The point in the middle of the picture.
    pub target: Vec3,
    /// The extent that the picture is made for: the floor is around it.
    pub extent: Extent,
}

impl View {
    /// Shows all of `extent` in a picture of `size` (width, height).
    pub fn of(extent: &Extent, size: [u32; 2]) -> Self {
        let target = extent.centre();
        let back = Vec3::from(FROM).normalize();
        let [right, up, ahead] = axes(&-back);
        let upwards = (0.5 * FIELD).tan() / ROOM;
        let sideways = upwards * f64::from(size[0]) / f64::from(size[1]);
        let distances = extent.corners().map(|corner| {
            let d = corner - target;
            let needed = (d.dot(&right).abs() / sideways).max(d.dot(&up).abs() / upwards);
            needed - d.dot(&ahead)
        });
        let distance = distances.fold(extent.radius(), f64::max);
        Self {
            eye: target + back * distance,
            target,
            extent: *extent,
        }
    }

    /// Returns the view with the given points; an eye that is not given moves with the target.
    ///
    /// # Errors
    /// An eye in the target, or straight above or below it (up would be undefined).
    pub fn with(self, eye: Option<Vec3>, target: Option<Vec3>) -> Result<Self> {
        let moved = target.map_or(Vec3::zeros(), |target| target - self.target);
        let view = Self {
            eye: eye.unwrap_or(self.eye + moved),
            target: target.unwrap_or(self.target),
            ..self
        };
        let d = view.eye - view.target;
        if d.x.hypot(d.y) <= 1e-6 * d.norm() {
            let why = "the eye is in the target, or straight above or below it";
            return Err(Error::usage(why, "move --eye to the side"));
        }
        Ok(view)
    }

    /// Where a point of the world (m) is in a picture of `size`: pixels from the left and from the
    /// top; `None` behind the eye.
    pub fn project(&self, point: &Vec3, size: [u32; 2]) -> Option<[f64; 2]> {
        let [right, up, ahead] = axes(&(self.target - self.eye));
        let d = point - self.eye;
        let depth = d.dot(&ahead);
        let [width, height] = size.map(f64::from);
        let focal = 0.5 * height / (0.5 * FIELD).tan();
        (depth > 0.0).then(|| {
            let x = 0.5 * width + focal * d.dot(&right) / depth;
            let y = 0.5 * height - focal * d.dot(&up) / depth;
            [x, y]
        })
    }

    /// Returns whether a body that moves is at least [`SEEN`] pixels large somewhere in a picture of `size`.
    pub fn shows_bodies(&self, model: &Model, frame: &Frame, size: [u32; 2]) -> bool {
        let bodies = model.bodies.iter().zip(&frame.bodies);
        bodies
            .filter(|(body, _)| body.is_moving())
            .any(|(body, at)| {
                let point = Vec3::new(at[0], at[1], at[2]);
                let side = Vec3::new(at[0], at[1], at[2] + body.extent());
                let (Some([x, y]), Some([u, v])) =
                    (self.project(&point, size), self.project(&side, size))
                else {
                    return false;
                };
                let within = |x: f64, side: u32| (0.0..f64::from(side)).contains(&x);
                within(x, size[0]) && within(y, size[1]) && (x - u).hypot(y - v) >= SEEN
            })
    }

    /// As kiss3d's camera.
    pub(super) fn camera(&self, lens: &Lens) -> OrbitCamera3d {
        let (eye, target) = (lens.point(&self.eye), lens.point(&self.target));
        let distance = (eye - target).length();
        let (near, far) = ((0.02 * distance).min(0.01), 4.0 * distance + 40.0);
        let mut camera = OrbitCamera3d::new_with_frustum(FIELD as f32, near, far, eye, target);
        camera.set_up_axis(Vec3f::Z);
        camera.look_at(eye, target);
        camera
    }
}

/// Directions to the right, upwards and into the picture of an eye that looks along `ahead`.
pub(super) fn axes(ahead: &Vec3) -> [Vec3; 3] {
    let ahead = ahead.normalize();
    let right = ahead.cross(&Vec3::z()).normalize();
    [right, right.cross(&ahead), ahead]
}
