//! Overlap of solids that need not be convex, judged by their triangles.

use super::judge::placed;
use crate::math::Vec3;
use crate::step::PartId;
use crate::world::{Model, Part, State};

/// Returns the deepest overlap of a pair of which one is a solid, m, as points of either surface see it (the queries of their clouds);
/// nothing of a pair of convex parts. A part that is neither a solid, a half-space nor a polytope is not looked into.
pub(super) fn depth(model: &Model, state: &State, pair: [PartId; 2]) -> Option<f64> {
    let parts = pair.map(|id| &model.bodies[id.body].parts[id.part]);
    if parts.iter().all(|part| part.solid.is_none()) {
        return None;
    }
    let poses = pair.map(|id| placed(model, state, id).1);
    let mut deepest = 0.0f64;
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
            deepest = deepest.max(-distance(other, &local, model.units.length));
        }
    }
    Some(deepest)
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
