//! Contacts judged without the solver: true gaps from the shapes alone.

use crate::math::{Rot, Vec3};
use crate::shape::{Placed, gap_certificate, penetration, separating_direction};
use crate::step::{Contact, PartId, Step};
use crate::world::{Model, State};

/// Contacts that the solver sees open by more than this part of the unit of length need not be
/// judged: the sign of its gap is exact.
pub const NEAR: f64 = 0.05;

/// Distance between the two parts of a contact with normal `normal` at `state`, m; negative when
/// they overlap. Found with support functions, not with the solver's alpha.
pub fn true_gap(model: &Model, state: &State, pair: [PartId; 2], normal: &Vec3) -> f64 {
    let [(first, first_pose), (second, second_pose)] = placed(model, state, pair);
    -penetration(first, &first_pose, second, &second_pose, normal)
}

/// The depth of overlap of two parts where it is more than `known` (m, >= 0); else `known`. The same
/// as the larger of the two, but a look along the normal, which bounds the depth from above, is
/// enough for most contacts.
pub fn deeper(model: &Model, state: &State, pair: [PartId; 2], normal: &Vec3, known: f64) -> f64 {
    let [(first, first_pose), (second, second_pose)] = placed(model, state, pair);
    let bound = -gap_certificate(first, &first_pose, second, &second_pose, normal);
    if bound <= known {
        return known;
    }
    known.max(penetration(
        first,
        &first_pose,
        second,
        &second_pose,
        normal,
    ))
}

/// The deepest overlap of any two parts at the end of a step where it is more than `known` (m, >= 0);
/// else `known`. Rows of the step and pairs that were none alike.
pub fn deepest(model: &Model, step: &Step, known: f64) -> f64 {
    let state = &step.state;
    let near = NEAR * model.units.length;
    let mut out = known;
    for contact in step.contacts.iter().filter(|contact| contact.gap < near) {
        let pair = [contact.first, contact.second];
        out = deeper(model, state, pair, &contact.normal, out);
    }
    for pair in close_pairs(model, state) {
        let is_row = |contact: &Contact| [contact.first, contact.second] == pair;
        let [(a, from), (b, to)] = placed(model, state, pair);
        if step.contacts.iter().any(is_row) || separating_direction(a, &from, b, &to, out).is_some()
        {
            continue;
        }
        out = deeper(model, state, pair, &(to.0 - from.0), out);
    }
    out
}

/// Pairs of parts that may touch and whose bounding spheres overlap, the lower body first.
pub fn close_pairs(model: &Model, state: &State) -> impl Iterator<Item = [PartId; 2]> {
    let parts = |body: usize| {
        let count = model.bodies[body].parts.len();
        (0..count).map(move |part| PartId { body, part })
    };
    let count = model.bodies.len();
    let bodies = (0..count).flat_map(move |a| (a + 1..count).map(move |b| [a, b]));
    let bodies = bodies.filter(|&[a, b]| model.may_touch(a, b));
    let pairs = bodies.flat_map(move |[a, b]| {
        parts(a).flat_map(move |first| parts(b).map(move |second| [first, second]))
    });
    pairs.filter(|&pair| {
        let centre = |(placed, (x, r)): (&Placed, (Vec3, Rot))| x + r * placed.offset;
        let [a, b] = placed(model, state, pair).map(centre);
        let radius = |id: PartId| model.bodies[id.body].parts[id.part].bounding_radius;
        (a - b).norm() < radius(pair[0]) + radius(pair[1])
    })
}

fn placed<'a>(
    model: &'a Model,
    state: &State,
    pair: [PartId; 2],
) -> [(&'a Placed, (Vec3, Rot)); 2] {
    pair.map(|id| {
        let at = &state.bodies[id.body];
        let placed = &model.bodies[id.body].parts[id.part].placed;
        (placed, (at.position, at.rotation))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Scene;

    const OVERLAPPING: &str = "[shape.ground.halfspace]\nnormal = [0, 0, 1]\n\
        [shape.slab.box]\nhalf_extents = [1, 1, 0.1]\n[shape.ball.sphere]\nradius = 0.1\n\
        [[body]]\nname = \"ground\"\nfixed = true\nshape = \"ground\"\n\
        [[body]]\nname = \"slab\"\nfixed = true\nshape = \"slab\"\nposition = [0, 0, 1]\n\
        [[body]]\nname = \"ball\"\nshape = \"ball\"\nposition = [0.5, 0.5, 0.3]\n";

    /// Depth at the end of a step without rows, the ball at a height.
    fn depth_at(z: f64, known: f64) -> f64 {
        let scene = Scene::parse(OVERLAPPING, "overlapping.toml").expect("valid");
        let mut step = Step {
            state: scene.initial.clone(),
            ..Step::default()
        };
        step.state.bodies[2].position.z = z;
        deepest(&scene.model, &step, known)
    }

    #[test]
    fn overlaps_of_pairs_that_were_no_rows_are_seen() {
        for (z, depth) in [(0.3, 0.0), (0.06, 0.04), (0.83, 0.03), (0.81, 0.01)] {
            assert!((depth_at(z, 0.0) - depth).abs() < 1e-9, "{z}");
        }
        assert_eq!(depth_at(0.06, 0.05), 0.05);
        assert_eq!(depth_at(0.83, 0.05), 0.05);
    }
}
