//! Thin rods between the joints of a chain, which MuJoCo does not need: a body of its may have several joints.
//!
//! A rod on the axis of a hinge moves alike on both sides of the hinge, so its mass goes to the body beyond.

use super::joints::links_from;
use drystone::math::{Mat3, Vec3};
use drystone::world::{Forest, JointKind, Link, Model, State};

/// The moment of a rod about its axis is at most this part of the sum of its moments.
const THIN: f64 = 2e-4;
/// The centre of a rod is this near to the axis of its hinge, m.
const NEAR: f64 = 1e-9;

/// Mass, centre and inertia about it, in the frame of a body.
pub(super) struct Mass {
    pub(super) mass: f64,
    pub(super) centre: Vec3,
    pub(super) inertia: Mat3,
}

/// Returns the only link that a rod holds, if a body that a link holds is a rod between two joints.
pub(super) fn beyond<'a>(model: &Model, forest: &'a Forest, holder: &Link) -> Option<&'a Link> {
    let mut inner = links_from(model, forest, Some(holder.body));
    let only = inner.next().filter(|_| inner.next().is_none())?;
    let is_rod = is_on_axis(model, holder.body, holder) || is_on_axis(model, holder.body, only);
    (is_rod && model.bodies[holder.body].parts.is_empty()).then_some(only)
}

/// Returns whether a body is a thin rod on the axis of the hinge that a link is.
fn is_on_axis(model: &Model, body: usize, link: &Link) -> bool {
    let joint = &model.joints[link.joint];
    let side = if link.body == body {
        link.side
    } else {
        1 - link.side
    };
    let axis = joint.frames[side].rotation * Vec3::z();
    let inertia = &model.bodies[body].inertia;
    joint.kind == JointKind::Revolute
        && axis.dot(&(inertia * axis)) <= THIN * inertia.trace()
        && joint.frames[side].point.cross(&axis).norm() <= NEAR
}

/// Returns the mass of a body with that of the rods beside it.
pub(super) fn with_rods(model: &Model, forest: &Forest, start: &State, index: usize) -> Mass {
    let own = |body: usize| {
        let back = start.bodies[index].rotation.inverse();
        let turn = (back * start.bodies[body].rotation).to_rotation_matrix();
        let turn = turn.into_inner();
        let offset = start.bodies[body].position - start.bodies[index].position;
        Mass {
            mass: model.bodies[body].mass,
            centre: back * offset,
            inertia: turn * model.bodies[body].inertia * turn.transpose(),
        }
    };
    let held = forest.links.iter().filter(|link| {
        let Some(inner) = beyond(model, forest, link) else {
            return false;
        };
        let outer = model.joints[link.joint].bodies()[1 - link.side];
        let to_outer = is_on_axis(model, link.body, link);
        (to_outer && outer == Some(index)) || (!to_outer && inner.body == index)
    });
    let all: Vec<Mass> = [index]
        .into_iter()
        .chain(held.map(|link| link.body))
        .map(own)
        .collect();
    if let [_] = all.as_slice() {
        let body = &model.bodies[index];
        return Mass {
            mass: body.mass,
            centre: Vec3::zeros(),
            inertia: body.inertia,
        };
    }
    let mass: f64 = all.iter().map(|part| part.mass).sum();
    let moment: Vec3 = all.iter().map(|part| part.centre * part.mass).sum();
    let centre = moment / mass;
    let about = |part: &Mass| {
        let arm = part.centre - centre;
        let square = Mat3::identity() * arm.norm_squared() - arm * arm.transpose();
        part.inertia + square * part.mass
    };
    Mass {
        mass,
        centre,
        inertia: all.iter().map(about).sum(),
    }
}
