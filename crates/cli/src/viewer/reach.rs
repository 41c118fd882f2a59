//! Where the bodies of a film go: a box around them, and paths.

use super::Film;
use crate::replay::Extent;
use drystone::math::Vec3;
use drystone::recording::Frame;

/// Frames that stand for all when there are many.
const SOME: usize = 500;

impl Film {
    /// Around the bodies over the frames so far (of many, some).
    pub fn extent(&self) -> Extent {
        let mut extent = Extent::nothing();
        let visuals = self.outermost();
        for frame in self.some(self.frames().len() - 1) {
            self.hold(&mut extent, frame, &visuals);
        }
        extent
    }

    /// Around the bodies of frame `index`.
    pub fn extent_at(&self, index: usize) -> Extent {
        let mut extent = Extent::nothing();
        self.hold(&mut extent, &self.frames()[index], &self.outermost());
        extent
    }

    /// The outermost points of the visuals of the bodies, in their centre-of-mass frames, m.
    fn outermost(&self) -> Vec<Vec<Vec3>> {
        let bodies = 0..self.visuals.bodies.len();
        bodies.map(|body| self.visuals.outermost(body)).collect()
    }

    /// Makes `extent` hold the bodies and their visuals at `frame`.
    fn hold(&self, extent: &mut Extent, frame: &Frame, visuals: &[Vec<Vec3>]) {
        extent.add(&self.scene.model, frame);
        for (points, at) in visuals.iter().zip(&frame.state().bodies) {
            extent.add_points(points.iter().map(|p| at.position + at.rotation * p));
        }
    }

    /// About [`SOME`] frames from the first to frame `index`, both included.
    fn some(&self, index: usize) -> impl Iterator<Item = &Frame> {
        let earlier = self.frames()[..index].iter().step_by(index / SOME + 1);
        earlier.chain([&self.frames()[index]])
    }

    /// Positions of the centres of mass of all bodies over the frames up to `index` (of many,
    /// some), world, m.
    pub fn trails(&self, index: usize) -> Vec<Vec<Vec3>> {
        let path = |body: usize| {
            let positions = self.some(index).map(|frame| &frame.bodies[body][..3]);
            positions.map(Vec3::from_row_slice).collect()
        };
        (0..self.scene.model.bodies.len()).map(path).collect()
    }
}
