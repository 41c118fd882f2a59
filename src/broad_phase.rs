//! Who may touch: sweep and prune over boxes around the parts (docs/formulation.md, section 4, step 1).
//!
//! The boxes cover the pose at the start and the predicted one, inflated by the margin. The answer
//! is a function of the poses alone and comes in a fixed order.

use crate::math::{Pose, Vec3};
use crate::shape::Shape;
use crate::world::{Model, Motion};

/// Two parts that may touch; the first belongs to a moving body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Candidate {
    /// Bodies.
    pub bodies: [usize; 2],
    /// Parts in their bodies.
    pub parts: [usize; 2],
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    low: Vec3,
    high: Vec3,
    body: usize,
    part: usize,
    moving: bool,
}

/// Buffers of the sweep.
#[derive(Debug, Default)]
pub struct BroadPhase {
    entries: Vec<Entry>,
    candidates: Vec<Candidate>,
}

impl BroadPhase {
    /// Pairs of parts whose boxes come within `margin` of each other. Poses and `margin` are in
    /// metres; one pose per body.
    pub fn pairs(
        &mut self,
        model: &Model,
        start: &[Pose],
        predicted: &[Pose],
        margin: f64,
    ) -> &[Candidate] {
        self.entries.clear();
        self.candidates.clear();
        for (i, body) in model.bodies.iter().enumerate() {
            for (j, part) in body.parts.iter().enumerate() {
                let (low, high) = swept(&part.bounds, &start[i], &predicted[i], margin);
                self.entries.push(Entry {
                    low,
                    high,
                    body: i,
                    part: j,
                    moving: !matches!(body.motion, Motion::Fixed | Motion::Prescribed),
                });
            }
        }
        self.entries.sort_unstable_by(|a, b| {
            a.low
                .x
                .total_cmp(&b.low.x)
                .then((a.body, a.part).cmp(&(b.body, b.part)))
        });
        for (i, a) in self.entries.iter().enumerate() {
            for b in self.entries[i + 1..]
                .iter()
                .take_while(|b| b.low.x <= a.high.x)
            {
                let apart = (1..3).any(|k| a.low[k] > b.high[k] || b.low[k] > a.high[k]);
                if apart || !model.may_touch(a.body, b.body) {
                    continue;
                }
                let first_is_a = match (a.moving, b.moving) {
                    (true, true) => a.body < b.body,
                    (moving, _) => moving,
                };
                let (a, b) = if first_is_a { (a, b) } else { (b, a) };
                if !beyond_plane(model, a, b, &predicted[b.body]) {
                    self.candidates.push(Candidate {
                        bodies: [a.body, b.body],
                        parts: [a.part, b.part],
                    });
                }
            }
        }
        self.candidates.sort_unstable();
        &self.candidates
    }
}

/// Whether the second part is a half-space and the first one's inflated box lies outside it.
fn beyond_plane(model: &Model, a: &Entry, b: &Entry, pose: &Pose) -> bool {
    let placed = &model.bodies[b.body].parts[b.part].placed;
    let Shape::HalfSpace(plane) = &placed.shape else {
        return false;
    };
    let normal = pose.r * (placed.rotation * plane.normal);
    let origin = pose.to_world(&placed.offset);
    let nearest = a.low.zip_zip_map(
        &a.high,
        &normal,
        |low, high, n| if n > 0.0 { low } else { high },
    );
    normal.dot(&(nearest - origin)) > plane.offset
}

/// Box around a part at both poses, inflated.
fn swept(bounds: &(Vec3, Vec3), start: &Pose, end: &Pose, margin: f64) -> (Vec3, Vec3) {
    let centre = (bounds.0 + bounds.1) * 0.5;
    let half = (bounds.1 - bounds.0) * 0.5;
    if !half.iter().all(|h| h.is_finite()) {
        let all = Vec3::repeat(f64::INFINITY);
        return (-all, all);
    }
    let mut low = Vec3::repeat(f64::INFINITY);
    let mut high = -low;
    for pose in [start, end] {
        let c = pose.to_world(&centre);
        let reach = pose.r.abs() * half + Vec3::repeat(margin);
        low = low.inf(&(c - reach));
        high = high.sup(&(c + reach));
    }
    (low, high)
}
