//! Contacts of a configuration as planners with complementarity problems of their own want them.

use drystone::contact::PairQuery;
use drystone::error::Result;
use drystone::math::{Vec3, skew};
use drystone::step::PartId;
use drystone::world::{Model, State};
use nalgebra::DMatrix;

/// Relaxation of the queries: gaps are off by about this times a size.
const RHO: f64 = 1e-8;

/// A pair of parts near each other.
#[derive(Debug, Clone)]
pub struct ContactData {
    /// First part.
    pub first: PartId,
    /// Second part.
    pub second: PartId,
    /// Distance along the normal, m; negative when the parts overlap.
    pub gap: f64,
    /// Contact point, world, m.
    pub point: Vec3,
    /// Unit normal from the first part to the second, world.
    pub normal: Vec3,
    /// Two unit tangents, world.
    pub tangents: [Vec3; 2],
    /// Velocity of the second relative to the first at the point along normal and tangents, per
    /// velocity of the configuration (the derivative of the gap where the parts touch): 3 x nv, m per m (translations, world) or rad (rotations, body
    /// axes).
    pub jacobian: DMatrix<f64>,
}

/// All pairs of parts that may touch and are at most `within` (m) apart, in a fixed order.
///
/// # Errors
/// When a collision problem cannot be solved.
pub fn contact_data(model: &Model, state: &State, within: f64) -> Result<Vec<ContactData>> {
    let mut out = Vec::new();
    for a in 0..model.bodies.len() {
        for b in (a + 1..model.bodies.len()).filter(|&b| model.may_touch(a, b)) {
            for i in 0..model.bodies[a].parts.len() {
                for j in 0..model.bodies[b].parts.len() {
                    let parts = [PartId { body: a, part: i }, PartId { body: b, part: j }];
                    let found = pair(model, state, parts, within)?;
                    out.extend(found);
                }
            }
        }
    }
    Ok(out)
}

fn pair(
    model: &Model,
    state: &State,
    [first, second]: [PartId; 2],
    within: f64,
) -> Result<Option<ContactData>> {
    let placed = [first, second].map(|id| &model.bodies[id.body].parts[id.part].placed);
    let poses = [first, second].map(|id| {
        let at = &state.bodies[id.body];
        (at.position, at.rotation)
    });
    let query = PairQuery::new(placed[0], placed[1]);
    let found = query.relaxed(poses[0], poses[1], RHO)?;
    let Some(normal) = found.normal.filter(|_| found.gap <= within) else {
        return Ok(None);
    };
    let side = Vec3::ith(normal.iamin(), 1.0).cross(&normal).normalize();
    let tangents = [side, normal.cross(&side)];
    let mut jacobian = DMatrix::zeros(3, model.nv());
    for (id, sign) in [(first, -1.0), (second, 1.0)] {
        let place = model.tangent_bodies().iter().position(|&k| k == id.body);
        let Some(column) = place.map(|place| 6 * place) else {
            continue;
        };
        let at = &state.bodies[id.body];
        let turned =
            -skew(&(found.point - at.position)) * at.rotation.to_rotation_matrix().matrix();
        for (row, direction) in [normal, tangents[0], tangents[1]].iter().enumerate() {
            let spin = turned.tr_mul(direction);
            for k in 0..3 {
                jacobian[(row, column + k)] = sign * direction[k];
                jacobian[(row, column + 3 + k)] = sign * spin[k];
            }
        }
    }
    Ok(Some(ContactData {
        first,
        second,
        gap: found.gap,
        point: found.point,
        normal,
        tangents,
        jacobian,
    }))
}
