//! The patch of two placed shapes, without a simulation.

use super::patch::{At, Patch};
use super::point::SavedCollision;
use super::setup::{PREDICTION, collision_start};
use super::{Collision, PairQuery};
use crate::error::Result;
use crate::math::{Rot, Vec3};

/// The patch in which two shapes touch.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ContactPatch {
    /// The radius at which friction resists spin about the normal, m: friction times normal force times this is the largest torque.
    pub radius: f64,
    /// Two conjugate half axes, world, m, of the ellipse that has the second moments of the patch.
    pub half_axes: [Vec3; 2],
}

impl PairQuery {
    /// Returns the patch in which the shapes touch, for bodies at (position m, rotation). It is that of a step in a
    /// model whose unit of length is the size of the shapes; it fades with their distance and is 0 from 0.3 of that size on.
    ///
    /// # Errors
    /// The errors are those of [`Self::exact`].
    pub fn patch(&self, first: (Vec3, Rot), second: (Vec3, Rot)) -> Result<ContactPatch> {
        let poses = self.scaled_poses(&first, &second);
        let inner = [0, 1].map(|s| self.placed[s].shape.inscribed_radius() / self.length);
        let inscribed = inner[0] + inner[1];
        let rho = collision_start(PREDICTION, inscribed);
        let mut collision = Collision::default();
        self.converge(&mut collision, &poses, rho)?;
        let mut prediction = SavedCollision::default();
        prediction.set(&collision);
        let mut patch = Patch::default();
        let at = At {
            rows: [&self.rows[0], &self.rows[1]],
            poses: poses.each_ref(),
            prediction: &prediction,
            length: 1.0 / collision.push[0].norm(),
            inscribed,
            radii: self.radii,
        };
        let radius = patch.radius(at, true) * self.length;
        let half_axes = match radius > 0.0 {
            true => patch.half_axes(0).map(|axis| axis * self.length),
            false => [Vec3::zeros(); 2],
        };
        Ok(ContactPatch { radius, half_axes })
    }
}
