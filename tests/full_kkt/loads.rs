//! What rests on what (docs/formulation.md, section 4, step 3): the loads of pairs, found body by body.

use super::body::Body;
use super::pair::Pair;
use drystone::math::Vec3;
use drystone::world::Model;

/// Normal impulses of the pairs of an island.
pub fn loads(model: &Model, bodies: &[Body], members: &[usize], pairs: &[Pair]) -> Vec<f64> {
    let mut loads = vec![0.0; pairs.len()];
    if model.gravity == Vec3::zeros() {
        return loads;
    }
    let up = -model.gravity.normalize();
    let height = |i: usize| bodies[i].x.dot(&up);
    let mut carried: Vec<f64> = bodies
        .iter()
        .map(|body| (-body.impulse.dot(&up)).max(0.0))
        .collect();
    let mut order = members.to_vec();
    order.sort_by(|&i, &j| height(j).total_cmp(&height(i)).then(i.cmp(&j)));
    for held in order {
        // (pair, what is below, cosine)
        let mut holds = Vec::new();
        for (k, pair) in pairs.iter().enumerate() {
            let [a, b] = pair.parts.map(|(body, _)| body);
            let lift = pair.normal.dot(&up);
            let touches = pair.gap() <= 0.05;
            if touches && held == a && lift >= 0.5 {
                holds.push((k, b, lift));
            }
            if touches && held == b && lift <= -0.5 {
                holds.push((k, a, -lift));
            }
        }
        let sum: f64 = holds.iter().map(|hold| hold.2 * hold.2).sum();
        let weight = carried[held];
        for (k, below, lift) in holds {
            loads[k] = weight * lift / sum / pairs[k].mass;
            carried[below] += weight * lift * lift / sum;
        }
    }
    loads
}
