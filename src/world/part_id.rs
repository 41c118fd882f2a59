//! Names of convex parts, and the pairs of them that may touch.

use super::Model;

/// A convex part of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartId {
    /// The index of the body in the model.
    pub body: usize,
    /// The index of the part in the body.
    pub part: usize,
}

impl Model {
    /// Returns the pairs of parts that may touch, the lower body first.
    pub(crate) fn part_pairs(&self) -> impl Iterator<Item = [PartId; 2]> {
        let parts = |body: usize| {
            let parts = 0..self.bodies[body].parts.len();
            parts.map(move |part| PartId { body, part })
        };
        let count = self.bodies.len();
        let bodies = (0..count).flat_map(move |a| (a + 1..count).map(move |b| [a, b]));
        let bodies = bodies.filter(|&[a, b]| self.may_touch(a, b));
        bodies.flat_map(move |[a, b]| {
            parts(a).flat_map(move |first| parts(b).map(move |second| [first, second]))
        })
    }
}
