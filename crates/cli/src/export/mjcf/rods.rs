//! Thin rods between the joints of a chain, which MuJoCo does not need: one of its bodies may have several joints.
//!
//! A rod on the axis of a hinge moves alike on both sides of the hinge, so its mass goes to the body beyond.

use super::joints::links_from;
use drystone::math::{Mat3, Vec3};
use drystone::world::{Forest, JointKind, Link, Model, State};

/// The radius of gyration of a rod about its axis is at most this, m: what the rod loses is too little for any motion.
const THIN: f64 = 2e-5;
/// The centre of a rod is this near to the axis of its hinge, m.
const NEAR: f64 = 1e-9;

/// The rods of a model.
pub(super) struct Rods<'a> {
    model: &'a Model,
    start: &'a State,
    all: Vec<Rod<'a>>,
}

/// A body without shapes between two joints.
struct Rod<'a> {
    body: usize,
    /// The link beyond it.
    inner: &'a Link,
    /// The body that has its mass in MuJoCo.
    into: usize,
}

/// Mass, centre and inertia about it, in the frame of a body.
pub(super) struct Mass {
    pub(super) mass: f64,
    pub(super) centre: Vec3,
    pub(super) inertia: Mat3,
}

impl<'a> Rods<'a> {
    /// Finds the rods of a model, with everything where it is in `start`.
    pub(super) fn new(model: &'a Model, start: &'a State, forest: &'a Forest) -> Self {
        let rod = |holder: &Link| {
            let body = holder.body;
            let mut links = links_from(model, forest, Some(body));
            let inner = links.next().filter(|_| links.next().is_none())?;
            let outer = model.joints[holder.joint].bodies()[1 - holder.side];
            let into = match outer {
                _ if is_on_axis(model, body, inner) => Some(inner.body),
                Some(outer) if is_on_axis(model, body, holder) => Some(outer),
                _ => None,
            };
            let is_plain = [holder, inner].iter().all(|link| is_plain(model, link));
            let is_bare = model.bodies[body].parts.is_empty();
            let closes = |&j: &usize| model.joints[j].bodies().contains(&Some(body));
            let in_loop = forest.loops.iter().any(closes);
            let into = into.filter(|_| is_plain && is_bare && !in_loop)?;
            Some(Rod { body, inner, into })
        };
        let mut all: Vec<Rod> = forest.links.iter().filter_map(rod).collect();
        // What takes the mass of a rod is written as a body.
        let bodies: Vec<usize> = all.iter().map(|rod| rod.body).collect();
        all.retain(|rod| !bodies.contains(&rod.into));
        Self { model, start, all }
    }

    /// Returns the link beyond the body that a link holds, if that is a rod.
    pub(super) fn beyond(&self, holder: &Link) -> Option<&'a Link> {
        let rod = self.all.iter().find(|rod| rod.body == holder.body)?;
        Some(rod.inner)
    }

    /// Returns the mass of a body with that of its rods.
    pub(super) fn mass_of(&self, index: usize) -> Mass {
        let rods = self.all.iter().filter(|rod| rod.into == index);
        let rods: Vec<Mass> = rods.map(|rod| self.seen_from(index, rod.body)).collect();
        let own = &self.model.bodies[index];
        let mut whole = Mass {
            mass: own.mass,
            centre: Vec3::zeros(),
            inertia: own.inertia,
        };
        for rod in rods {
            whole = whole.plus(&rod);
        }
        whole
    }

    /// Returns the mass of a body in the frame of another one.
    fn seen_from(&self, index: usize, body: usize) -> Mass {
        let [at, from] = [body, index].map(|i| &self.start.bodies[i]);
        let back = from.rotation.inverse();
        let turn = (back * at.rotation).to_rotation_matrix().into_inner();
        Mass {
            mass: self.model.bodies[body].mass,
            centre: back * (at.position - from.position),
            inertia: turn * self.model.bodies[body].inertia * turn.transpose(),
        }
    }
}

impl Mass {
    /// Returns the mass of both together.
    fn plus(&self, other: &Self) -> Self {
        let mass = self.mass + other.mass;
        let centre = (self.centre * self.mass + other.centre * other.mass) / mass;
        let about = |part: &Self| {
            let arm = part.centre - centre;
            let square = Mat3::identity() * arm.norm_squared() - arm * arm.transpose();
            part.inertia + square * part.mass
        };
        Self {
            mass,
            centre,
            inertia: about(self) + about(other),
        }
    }
}

/// Returns whether a joint is one that MuJoCo's bodies have beside others.
fn is_plain(model: &Model, link: &Link) -> bool {
    matches!(
        model.joints[link.joint].kind,
        JointKind::Revolute | JointKind::Prismatic
    )
}

/// Returns whether a body is a thin rod on the axis of the hinge that a link is.
fn is_on_axis(model: &Model, body: usize, link: &Link) -> bool {
    let joint = &model.joints[link.joint];
    let side = match link.body == body {
        true => link.side,
        false => 1 - link.side,
    };
    let axis = joint.frames[side].rotation * Vec3::z();
    let own = &model.bodies[body];
    joint.kind == JointKind::Revolute
        && axis.dot(&(own.inertia * axis)) <= own.mass * THIN * THIN
        && joint.frames[side].point.cross(&axis).norm() <= NEAR
}
