//! Overlap of solids that need not be convex, judged by their triangles.

use super::judge::{has_solid, near_pairs, placed};
use crate::math::Vec3;
use crate::shape::SoftSurface;
use crate::step::PartId;
use crate::world::{Model, Part, State};

/// The part of the spacing of clouds by which a hard contact of clouds may overlap: surfaces between the points are as rough.
const ROUGH: f64 = 0.1;

/// Returns the deepest overlap at `state` of a solid with anything, m; see [`overlaps`].
pub(super) fn deepest(model: &Model, state: &State) -> f64 {
    overlaps(model, state)
        .map(|(_, depth)| depth)
        .fold(0.0, f64::max)
}

/// Returns the pairs with a solid that are near, and their overlap at `state`, m, as points of either surface see it (the queries of
/// their clouds); 0 where nothing overlaps. A part that is neither a solid, a half-space nor a polytope is not looked into.
pub(super) fn overlaps(model: &Model, state: &State) -> impl Iterator<Item = ([PartId; 2], f64)> {
    let pairs = near_pairs(model, state, |pair| has_solid(model, pair));
    pairs.map(|pair| (pair, depth(model, state, pair)))
}

/// Returns the overlap of a pair with a solid that its clouds explain, m; infinite where springs hold it apart.
pub(super) fn explained(model: &Model, pair: [PartId; 2]) -> f64 {
    if model.contact_model.uses_clouds() {
        return f64::INFINITY;
    }
    let soft = |id: PartId| model.bodies[id.body].parts[id.part].soft.as_deref();
    let spacings = pair.iter().filter_map(|&id| soft(id));
    let spacing = spacings.map(SoftSurface::spacing).fold(0.0, f64::max);
    ROUGH * spacing * model.units.length
}

fn depth(model: &Model, state: &State, pair: [PartId; 2]) -> f64 {
    (-gap(model, state, pair)).max(0.0)
}

/// Returns the distance of a pair with a solid, m, negative where it overlaps, as points of either surface see it; infinite where it is
/// outside of the boxes around both or a part cannot be looked into.
pub(super) fn gap(model: &Model, state: &State, pair: [PartId; 2]) -> f64 {
    let parts = pair.map(|id| &model.bodies[id.body].parts[id.part]);
    let poses = pair.map(|id| placed(model, state, id).1);
    let mut least = f64::INFINITY;
    for own in 0..2 {
        let (from, to) = (poses[own], poses[1 - own]);
        let other = parts[1 - own];
        let queries = parts[own]
            .soft
            .as_ref()
            .map_or(&[][..], |soft| soft.queries());
        for query in queries {
            let point = from.0 + from.1 * (query.point * model.units.length);
            let local = to.1.inverse_transform_vector(&(point - to.0));
            least = least.min(distance(other, &local, model.units.length));
        }
    }
    least
}

/// Returns the distance of a point in the centre-of-mass frame from a part, m, negative inside; infinite where it is certainly not inside
/// or cannot be looked into. `length` is the unit of length, m.
fn distance(part: &Part, y: &Vec3, length: f64) -> f64 {
    let (low, high) = part.bounds;
    if (0..3).any(|k| y[k] < low[k] || y[k] > high[k]) {
        return f64::INFINITY;
    }
    if let Some(solid) = &part.solid {
        return solid.distance(y);
    }
    let Some(planes) = part.rows.planes() else {
        return f64::INFINITY;
    };
    let distances = planes
        .iter()
        .map(|(normal, offset)| normal.dot(y) - offset * length);
    distances.fold(f64::NEG_INFINITY, f64::max)
}
