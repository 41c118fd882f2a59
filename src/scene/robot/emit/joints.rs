//! Joints of a robot as entries of a scene.

use super::Emitter;
use crate::math::{shortest_turn_to, wxyz};
use crate::scene::joint::{CoordinateConfig, JointConfig, KindConfig, MimicConfig};
use crate::scene::robot::description::{Connection, Coordinate, Joint, LoopJoint, compose};
use crate::shape::table::Exactly;
use std::f64::consts::TAU;

impl Emitter<'_> {
    /// Adds a joint between two bodies.
    pub(super) fn joint(&mut self, joint: &Joint) {
        let ends = [joint.parent, joint.child].map(|link| self.tree.places[link]);
        let ([Some((parent, at)), Some((child, _))], Connection::Joint(kind)) = (ends, joint.kind)
        else {
            return;
        };
        // The child is the frame of its body; where the coordinates are zero, it is here in that of the parent.
        let zero = compose(&at, &joint.zero);
        let (axis, second) = (zero.1 * joint.axis, joint.second_axis);
        let frame = match second {
            None => zero.1.inverse() * shortest_turn_to(&axis),
            Some(_) => joint.axes(),
        };
        let second = second.map(|second| zero.1 * second);
        let name = self.full(&joint.name);
        self.places.insert(format!("joint.{name}"), joint.place);
        let mimic = joint.mimic.as_ref().map(|(leader, map)| MimicConfig {
            joint: self.full(leader),
            coefficients: without_zeros(map),
        });
        let mut entry = JointConfig {
            parent: Some(self.body_name(parent)),
            anchor: Exactly((zero.0 + zero.1 * joint.anchor).into()),
            axis: second.is_none().then(|| Exactly(axis.into())),
            axes: second.map(|second| Exactly([axis, second].map(|axis| Exactly(axis.into())))),
            collide: joint.collide,
            child_anchor: Some(Exactly(joint.anchor.into())),
            child_quat_wxyz: Some(Exactly(wxyz(&frame))),
            mimic,
            ..JointConfig::new(name, kind, self.body_name(child))
        };
        match joint.coordinates.as_slice() {
            [] => {}
            [one] => entry.describe(coordinate(one, kind)),
            several => entry.coordinate = several.iter().map(|own| coordinate(own, kind)).collect(),
        }
        self.scene.joint.push(entry);
    }

    /// Adds a joint that closes a loop; the two bodies may touch each other.
    pub(super) fn loop_joint(&mut self, joint: &LoopJoint) {
        let ends = joint.links.map(|link| self.tree.places[link]);
        let [Some((parent, parent_at)), Some((child, child_at))] = ends else {
            return;
        };
        let name = self.full(&joint.name);
        self.places.insert(format!("joint.{name}"), joint.place);
        let [on_parent, on_child] = [
            compose(&parent_at, &joint.frames[0]),
            compose(&child_at, &joint.frames[1]),
        ];
        // The frame of an entry follows from its axis, z here; the rest of the turn goes to the child.
        let entry = JointConfig {
            parent: Some(self.body_name(parent)),
            anchor: Exactly(on_parent.0.into()),
            child_anchor: Some(Exactly(on_child.0.into())),
            child_quat_wxyz: Some(Exactly(wxyz(&(on_child.1 * on_parent.1.inverse())))),
            collide: true,
            ..JointConfig::new(name, joint.kind, self.body_name(child))
        };
        self.scene.joint.push(entry);
    }
}

/// Returns the coefficients of a polynomial up to its degree, which is at least 1.
fn without_zeros(map: &[f64; 5]) -> Vec<f64> {
    let degree = map.iter().rposition(|c| *c != 0.0).unwrap_or(0).max(1);
    map[..=degree].to_vec()
}

fn coordinate(own: &Coordinate, kind: KindConfig) -> CoordinateConfig {
    // The bodies tell an angle within half a turn of zero.
    let turns = (own.start / TAU).round() as i32;
    let turns = (kind == KindConfig::Revolute && turns != 0).then_some(turns);
    let unless_zero = |x: f64| (x != 0.0).then_some(x);
    CoordinateConfig {
        limits: own.limits.map(Exactly),
        damping: unless_zero(own.damping),
        friction: unless_zero(own.friction),
        armature: unless_zero(own.armature),
        turns,
        spring: own.spring,
        motor: own.motor.clone(),
    }
}
