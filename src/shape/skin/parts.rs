//! The skin of a body of several parts: what is inside another part is no surface.

use super::cells::Cells;
use super::{Patch, Skin};
use crate::math::{Rot, Vec3};
use crate::shape::{Placed, Shape, Sphere, penetration};

/// A patch is looked at this far outside and inside of itself, in spacings: faces that touch are no surface either.
const ASIDE: f64 = 1e-4;
/// Points this deep are inside, in spacings.
const INSIDE: f64 = 1e-5;
/// Points deeper than this below all planes of the patches, in spacings, are inside without a closer look.
const DEEP: f64 = 0.5;

impl Skin {
    /// Makes the skin of a body of parts in its frame. Patches and queries inside another part are dropped, and so are
    /// faces of two parts that touch; where parts have a piece of surface in common, that of the first is kept.
    pub fn of_parts(parts: &[Placed], spacing: f64) -> Self {
        let solids = parts.iter().map(|part| Solid::new(part, spacing));
        let solids: Vec<Solid> = solids.collect();
        let mut all = Cells::new(spacing);
        for (own, part) in parts.iter().enumerate() {
            let others = || solids.iter().enumerate().filter(move |(i, _)| *i != own);
            let covers = |(i, solid): (usize, &Solid), patch: &Patch| {
                let aside = patch.normal * (ASIDE * spacing);
                solid.has_inside(&(patch.point + aside), INSIDE)
                    || i < own && solid.has_inside(&(patch.point - aside), INSIDE)
            };
            let mut cells = part.cells(spacing);
            cells.retain(|patch| !others().any(|other| covers(other, patch)));
            cells.retain_corners(|p| !others().any(|(_, solid)| solid.has_inside(p, INSIDE)));
            cells.retain_edges(|p| !others().any(|(_, solid)| solid.has_inside(p, -INSIDE)));
            all.append(cells);
        }
        all.finish()
    }
}

/// A part as the planes of its patches, which contain it.
struct Solid<'a> {
    part: &'a Placed,
    patches: Vec<Patch>,
    spacing: f64,
}

impl<'a> Solid<'a> {
    fn new(part: &'a Placed, spacing: f64) -> Self {
        let mut patches = part.skin(spacing).patches;
        let same = |a: &Patch, b: &Patch| {
            let apart = a.normal.dot(&(b.point - a.point)).abs();
            (a.normal - b.normal).norm() < 1e-12 && apart < 1e-12 * spacing
        };
        patches.dedup_by(|a, b| same(a, b));
        Self {
            part,
            patches,
            spacing,
        }
    }

    /// Tells whether a point is at least `depth` spacings inside.
    fn has_inside(&self, p: &Vec3, depth: f64) -> bool {
        let least = depth * self.spacing;
        let below = |patch: &Patch| patch.normal.dot(&(patch.point - p));
        if self.patches.is_empty() || self.patches.iter().any(|patch| below(patch) < least) {
            return false;
        }
        let nearest = self.patches.iter();
        let nearest = nearest.min_by(|a, b| below(a).total_cmp(&below(b)));
        nearest.is_some_and(|nearest| {
            below(nearest) > DEEP * self.spacing || self.depth(p, &nearest.normal) >= least
        })
    }

    /// Returns the depth of a point (m), from the normal of the shape near it.
    fn depth(&self, p: &Vec3, normal: &Vec3) -> f64 {
        let radius = 1e-3 * INSIDE * self.spacing;
        let grain = Placed::at_origin(Shape::from(Sphere { radius }));
        let origin = (Vec3::zeros(), Rot::identity());
        penetration(self.part, &origin, &grain, &(*p, Rot::identity()), normal)
    }
}
