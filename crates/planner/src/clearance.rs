//! How far a body is from all others: collision queries between the shapes, nothing of the solver.

use drystone::contact::PairQuery;
use drystone::math::Vec3;
use drystone::shape::{Placed, Shape};
use drystone::world::{BodyState, Model, State};

/// Relaxation of the queries: off by about this times a size.
const RHO: f64 = 1e-5;

/// The nearest of all parts of other bodies.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Nearest {
    /// Lower bound of the distance, m; negative when parts overlap.
    pub gap: f64,
    /// Away from the other body, unit, world.
    pub away: Vec3,
    /// A point of the body where it is nearest, world, m.
    pub point: Vec3,
    /// The other body.
    pub other: usize,
}

/// A part of the body, one of another body.
#[derive(Debug)]
struct Pair {
    other: usize,
    query: PairQuery,
    placed: [Placed; 2],
    /// Reference points in their bodies and the sum of their bounding radii.
    centres: [Vec3; 2],
    reach: f64,
}

/// Distance of one body from the others that it may touch.
#[derive(Debug)]
pub struct Clearance {
    body: usize,
    pairs: Vec<Pair>,
}

impl Pair {
    /// The distance from a half-space is known from a support alone.
    fn above_plane(&self, at: &BodyState, there: &BodyState) -> Option<Nearest> {
        let Shape::HalfSpace(plane) = &self.placed[1].shape else {
            return None;
        };
        let away = there.rotation * (self.placed[1].rotation * plane.normal);
        let foot = there.position + there.rotation * self.placed[1].offset + away * plane.offset;
        let down = at.rotation.inverse() * -away;
        let lowest = away.dot(&(at.position - foot)) - self.placed[0].support_value(&down);
        let point = self.placed[0].support(&down).unwrap_or_else(Vec3::zeros);
        Some(Nearest {
            gap: lowest,
            away,
            point: at.position + at.rotation * point,
            other: self.other,
        })
    }
}

impl Clearance {
    /// Of body `body` from all bodies that it may touch and `among` accepts.
    pub fn new(model: &Model, body: usize, among: impl Fn(usize) -> bool) -> Self {
        let parts = model.bodies[body].parts.iter();
        let parts = parts.map(|part| (&part.placed, part.bounding_radius));
        Self::of_parts(model, body, parts, among)
    }

    /// Returns the distances of a shape about the origin of body `body`, in the place of its parts.
    pub(super) fn of_shape(
        model: &Model,
        body: usize,
        shape: Shape,
        among: impl Fn(usize) -> bool,
    ) -> Self {
        let radius = shape.bounding_radius();
        let placed = Placed::at_origin(shape);
        Self::of_parts(model, body, std::iter::once((&placed, radius)), among)
    }

    /// Returns the distances of shapes with their bounding radii, in the place of the parts of a body.
    fn of_parts<'a>(
        model: &Model,
        body: usize,
        parts: impl Iterator<Item = (&'a Placed, f64)> + Clone,
        among: impl Fn(usize) -> bool,
    ) -> Self {
        let mut pairs = Vec::new();
        let others = (0..model.bodies.len())
            .filter(|&other| other != body && model.may_touch(body, other) && among(other));
        for other in others {
            for (a, radius) in parts.clone() {
                for b in &model.bodies[other].parts {
                    pairs.push(Pair {
                        other,
                        query: PairQuery::new(a, &b.placed),
                        placed: [a.clone(), b.placed.clone()],
                        centres: [a.offset, b.placed.offset],
                        reach: radius + b.bounding_radius,
                    });
                }
            }
        }
        Self { body, pairs }
    }

    /// The nearest part with the body at `at`, the others as in `state`; `None` when there is none
    /// at all.
    pub fn nearest(&self, at: &BodyState, state: &State) -> Option<Nearest> {
        self.nearer(at, state, f64::INFINITY)
    }

    /// The nearest part of those that are nearer than `within` (m).
    pub(super) fn nearer(&self, at: &BodyState, state: &State, within: f64) -> Option<Nearest> {
        let mut best: Option<Nearest> = None;
        let bound = |best: Option<Nearest>| best.map_or(within, |best| best.gap);
        for pair in &self.pairs {
            let there = &state.bodies[pair.other];
            if let Some(found) = pair.above_plane(at, there) {
                if found.gap < bound(best) {
                    best = Some(found);
                }
                continue;
            }
            let centre = at.position + at.rotation * pair.centres[0];
            let between = centre - (there.position + there.rotation * pair.centres[1]);
            let free = between.norm() - pair.reach;
            if free > bound(best) {
                continue;
            }
            let poses = [at, there].map(|body| (body.position, body.rotation));
            let found = pair.query.relaxed(poses[0], poses[1], RHO).ok();
            let found = found.and_then(|found| Some((found.gap, -found.normal?, found.point)));
            // So deep that there is no normal: out along the line between the centres.
            let (gap, away, point) = found.unwrap_or_else(|| {
                let between = between.try_normalize(0.0).unwrap_or(Vec3::x());
                (-pair.reach, between, centre)
            });
            if gap < bound(best) {
                let other = pair.other;
                best = Some(Nearest {
                    gap,
                    away,
                    point,
                    other,
                });
            }
        }
        best
    }

    /// The body whose clearance this is.
    pub fn body(&self) -> usize {
        self.body
    }
}
