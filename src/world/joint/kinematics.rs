//! Where joints are in a state: positions, velocities, and how far they are from holding.

use super::{Joint, MotorCommand};
use crate::joint::{Coordinate, Geometry};
use crate::math::{Pose, Vec3};
use crate::world::{Model, State};
use std::f64::consts::TAU;

impl Joint {
    /// Returns where the frames of the joint are in a state, m.
    pub(crate) fn geometry(&self, state: &State) -> Geometry {
        let pose = |body: Option<usize>| match body {
            Some(i) => Pose {
                x: state.bodies[i].position,
                r: *state.bodies[i].rotation.to_rotation_matrix().matrix(),
            },
            None => Pose::WORLD,
        };
        let [child, parent] = self.bodies().map(pose);
        Geometry::new(&self.metric_frames, [&child, &parent])
    }

    /// Returns the middle of the range of coordinate `k` that the turns of a state say, rad; 0 where it is no angle.
    pub(crate) fn turned(&self, k: usize, state: &State) -> f64 {
        let turns = state.turns.get(self.first + k).copied().unwrap_or(0);
        f64::from(turns) * TAU
    }

    /// Returns the positions of the joint in a state: m and rad, angles with all turns.
    pub fn positions(&self, state: &State) -> Vec<f64> {
        let at = self.geometry(state);
        let coordinates = self.kind.coordinates().iter().enumerate();
        coordinates
            .map(|(k, coordinate)| match coordinate {
                Coordinate::Slide(_) => coordinate.value(&at),
                _ => coordinate.value(&at) + self.turned(k, state),
            })
            .collect()
    }

    /// Returns the velocities of the joint in a state, m/s and rad/s.
    pub fn velocities(&self, state: &State) -> Vec<f64> {
        let at = self.geometry(state);
        let twists = self.bodies().map(|body| twist(body, state));
        let coordinates = self.kind.coordinates().iter();
        coordinates
            .map(|coordinate| {
                let along = coordinate.wrench(&at).on_bodies(&at);
                let sides = along.iter().flatten().zip(twists.iter().flatten());
                sides.map(|(w, v)| w * v).sum()
            })
            .collect()
    }

    /// Returns the largest distance (m) and the largest angle (rad) by which the joint does not hold in a state.
    pub fn gap(&self, state: &State) -> [f64; 2] {
        let at = self.geometry(state);
        let mut out = [0.0_f64; 2];
        for row in &self.rows {
            let value = row
                .value(&at, self.kind.pitch(), self.turned(0, state))
                .abs();
            let which = usize::from(row.is_angle());
            out[which] = out[which].max(value);
        }
        out
    }
}

/// Returns velocity and angular velocity of a body, world.
fn twist(body: Option<usize>, state: &State) -> [f64; 6] {
    let Some(i) = body else {
        return [0.0; 6];
    };
    let (v, w): (Vec3, Vec3) = {
        let at = &state.bodies[i];
        (at.velocity, at.angular_velocity_world())
    };
    [v.x, v.y, v.z, w.x, w.y, w.z]
}

impl State {
    /// Returns the positions of all joints, joint after joint: m and rad, angles with all turns.
    pub fn joint_positions(&self, model: &Model) -> Vec<f64> {
        let joints = model.joints.iter();
        joints.flat_map(|joint| joint.positions(self)).collect()
    }

    /// Returns the velocities of all joints, joint after joint, m/s and rad/s.
    pub fn joint_velocities(&self, model: &Model) -> Vec<f64> {
        let joints = model.joints.iter();
        joints.flat_map(|joint| joint.velocities(self)).collect()
    }
}

impl Model {
    /// Returns the index of the joint called `name`.
    pub fn joint_index(&self, name: &str) -> Option<usize> {
        self.joints.iter().position(|joint| joint.name == name)
    }

    /// Returns the bodies of a joint (child, parent) and of the leader that it follows (child, parent).
    pub(crate) fn sides(&self, joint: usize) -> [Option<usize>; 4] {
        let own = &self.joints[joint];
        let [child, parent] = own.bodies();
        let leader = own
            .coupling
            .map(|coupling| self.joints[coupling.leader].bodies());
        let [first, second] = leader.unwrap_or([None, None]);
        [child, parent, first, second]
    }

    /// Returns the number of coordinates of all joints.
    pub fn joint_coordinate_count(&self) -> usize {
        self.joints
            .last()
            .map_or(0, |joint| joint.first + joint.coordinate_count())
    }

    /// Returns the commands that hold every motor where it is in a state.
    pub(crate) fn hold_motors(&self, state: &State) -> Vec<MotorCommand> {
        let joints = self.joints.iter();
        joints
            .flat_map(|joint| {
                let positions = joint.positions(state);
                joint
                    .motors()
                    .map(move |(k, _)| MotorCommand {
                        position: positions[k],
                        ..MotorCommand::default()
                    })
                    .collect::<Vec<_>>()
            })
            .collect()
    }
}
