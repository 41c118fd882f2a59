//! Where everything is: a small, complete value.

use crate::math::{Fnv, Rot, Vec3, wxyz};
use serde::{Deserialize, Serialize};

/// Pose and velocity of one body at a node of time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BodyState {
    /// The position of the centre of mass, world, m.
    pub position: Vec3,
    /// The orientation, body to world.
    pub rotation: Rot,
    /// The velocity of the centre of mass, world, m/s.
    pub velocity: Vec3,
    /// Angular velocity, body frame, rad/s: at the node, J w is the momentum at this pose.
    pub angular_velocity: Vec3,
}

impl BodyState {
    /// Returns the state of a body at rest in a pose.
    pub fn at_rest(position: Vec3, rotation: Rot) -> Self {
        Self {
            position,
            rotation,
            velocity: Vec3::zeros(),
            angular_velocity: Vec3::zeros(),
        }
    }

    /// Returns the angular velocity in world axes, rad/s.
    pub fn angular_velocity_world(&self) -> Vec3 {
        self.rotation * self.angular_velocity
    }

    /// Returns the 13 numbers: position, quat_wxyz, velocity, angular velocity (body frame).
    pub fn numbers(&self) -> [f64; 13] {
        let (x, q) = (&self.position, wxyz(&self.rotation));
        let (v, w) = (&self.velocity, &self.angular_velocity);
        [
            x.x, x.y, x.z, q[0], q[1], q[2], q[3], v.x, v.y, v.z, w.x, w.y, w.z,
        ]
    }
}

/// State of all bodies, in the order of the model.
#[derive(Debug, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// One entry per body.
    pub bodies: Vec<BodyState>,
    /// The whole turns of every coordinate of every joint, 0 of those that are no angles; empty counts as zeros.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turns: Vec<i32>,
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self {
            bodies: self.bodies.clone(),
            turns: self.turns.clone(),
        }
    }

    /// Reuses the buffer: a step copies states without allocating.
    fn clone_from(&mut self, source: &Self) {
        self.bodies.clone_from(&source.bodies);
        self.turns.clone_from(&source.turns);
    }
}

impl State {
    /// Returns FNV-1a (64 bit) hash of the bits of all numbers: equal states have equal hashes.
    pub fn hash(&self) -> u64 {
        let mut hash = Fnv::new();
        for number in self.bodies.iter().flat_map(BodyState::numbers) {
            hash.add(&number.to_bits().to_le_bytes());
        }
        for turns in &self.turns {
            hash.add(&turns.to_le_bytes());
        }
        hash.value()
    }
}
