//! Joints of a robot as entries of a scene.

use super::Emitter;
use crate::math::{shortest_turn_to, wxyz};
use crate::scene::joint::{CoordinateConfig, JointConfig, KindConfig, MimicConfig};
use crate::scene::robot::description::{Connection, Coordinate, Joint, compose};
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
        let axis = zero.1 * joint.axis;
        let frame = shortest_turn_to(&axis);
        let name = self.full(&joint.name);
        self.places.insert(format!("joint.{name}"), joint.place);
        let mimic = joint.mimic.as_ref().map(|(leader, map)| MimicConfig {
            joint: self.full(leader),
            coefficients: map.to_vec(),
        });
        let mut entry = JointConfig {
            parent: Some(self.body_name(parent)),
            anchor: Exactly((zero.0 + zero.1 * joint.anchor).into()),
            axis: Some(Exactly(axis.into())),
            child_anchor: Some(Exactly(joint.anchor.into())),
            child_quat_wxyz: Some(Exactly(wxyz(&(zero.1.inverse() * frame)))),
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
