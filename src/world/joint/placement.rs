//! Forward kinematics: bodies placed by the positions and velocities of the joints that hold them.

use super::motion::Twist;
use super::{Joint, JointKind, Link};
use crate::error::{Error, Result};
use crate::math::{Rot, Vec3};
use crate::world::{BodyState, Model, State};
use std::f64::consts::{PI, TAU};

impl JointKind {
    /// Returns the pose of the child's frame in the parent's for given positions; a spherical joint has the rotation `present`.
    pub(crate) fn pose(self, positions: &[f64], present: Rot) -> (Vec3, Rot) {
        let about = |axis: Vec3, angle: f64| Rot::from_scaled_axis(axis * angle);
        let (z, none, still) = (Vec3::z(), Vec3::zeros(), Rot::identity());
        match (self, positions) {
            (JointKind::Revolute, [angle]) => (none, about(z, *angle)),
            (JointKind::Prismatic, [slide]) => (z * *slide, still),
            (JointKind::Cylindrical, [slide, angle]) => (z * *slide, about(z, *angle)),
            (JointKind::Gantry, [x, y]) => (Vec3::new(*x, *y, 0.0), still),
            (JointKind::Planar, [x, y, angle]) => (Vec3::new(*x, *y, 0.0), about(z, *angle)),
            (JointKind::Universal, [first, second]) => {
                (none, about(Vec3::x(), *first) * about(Vec3::y(), *second))
            }
            (JointKind::Gimbal, [first, second, third]) => {
                let turn = about(Vec3::x(), *first) * about(Vec3::y(), *second);
                (none, turn * about(z, *third))
            }
            (JointKind::Screw { pitch }, [angle]) => (z * (pitch * angle / TAU), about(z, *angle)),
            (JointKind::Spherical, _) => (none, present),
            _ => (none, still),
        }
    }
}

impl Joint {
    /// Returns the pose of a body of the joint in a state; the world's own without a body.
    fn pose_of(body: Option<usize>, state: &State) -> (Vec3, Rot) {
        body.map_or((Vec3::zeros(), Rot::identity()), |i| {
            (state.bodies[i].position, state.bodies[i].rotation)
        })
    }

    /// Places the body that a joint holds by the other one.
    fn place(&self, link: &Link, positions: &[f64], state: &mut State) {
        let [own, known] = [link.side, 1 - link.side];
        let (x, r) = Self::pose_of(self.bodies()[known], state);
        let [child, parent] = self.frames;
        let turned = |side: usize| {
            let (_, r) = Self::pose_of(self.bodies()[side], state);
            r * self.frames[side].rotation
        };
        let present = turned(1).inverse() * turned(0);
        let (offset, turn) = self.kind.pose(positions, present);
        let origin = x + r * self.frames[known].point;
        let axes = r * self.frames[known].rotation;
        let at = &mut state.bodies[link.body];
        match own {
            0 => {
                at.rotation = axes * turn * child.rotation.inverse();
                at.position = origin + axes * offset - at.rotation * child.point;
            }
            _ => {
                let axes = axes * turn.inverse();
                at.rotation = axes * parent.rotation.inverse();
                at.position = origin - axes * offset - at.rotation * parent.point;
            }
        }
        at.rotation.renormalize();
    }
}

impl State {
    /// Returns the state with all joints of trees at the given positions (m and rad, one number per coordinate of every joint, in the order
    /// of the joints) and velocities. Bodies that no joint holds stay where they are; spherical joints keep their rotation and turn no
    /// more. Joints that follow others do so, whatever is given for them. The positions of joints that close loops are a first guess: the others are changed until they close.
    ///
    /// # Errors
    /// A wrong number of positions or velocities, a number that is not finite; a loop that does not close, with its joint.
    pub fn with_joint_positions(
        &self,
        model: &Model,
        positions: &[f64],
        velocities: &[f64],
    ) -> Result<State> {
        let count = model.joint_coordinate_count();
        for (field, values) in [("positions", positions), ("velocities", velocities)] {
            if values.len() != count || !values.iter().all(|x| x.is_finite()) {
                let why = format!("must be {count} finite numbers, got {}", values.len());
                let fix = "give one number per coordinate of every joint, in their order";
                return Err(Error::value(field, why, fix));
            }
        }
        let mut out = self.clone();
        let mut wanted = positions.to_vec();
        let mut velocities = velocities.to_vec();
        follow(model, &mut wanted, &mut velocities);
        out.place_joints(model, &wanted);
        if !model.forest.loops.is_empty() {
            out.close_loops(model, &mut wanted)?;
        }
        out.count_turns(model, &wanted);
        follow(model, &mut wanted, &mut velocities);
        out.move_joints(model, &velocities);
        Ok(out)
    }

    /// Places all bodies that joints hold.
    pub(super) fn place_joints(&mut self, model: &Model, positions: &[f64]) {
        for link in &model.forest.links {
            let joint = &model.joints[link.joint];
            let own = &positions[joint.first..joint.first + joint.coordinate_count()];
            joint.place(link, own, self);
        }
    }

    fn count_turns(&mut self, model: &Model, positions: &[f64]) {
        self.turns.clear();
        self.turns.resize(model.joint_coordinate_count(), 0);
        for joint in &model.joints {
            for (k, coordinate) in joint.kind.coordinates().iter().enumerate() {
                if coordinate.is_angle() {
                    let turns = ((positions[joint.first + k] + PI) / TAU).floor();
                    self.turns[joint.first + k] = turns as i32;
                }
            }
        }
    }

    /// Sets the velocities of all bodies that joints hold.
    pub(super) fn move_joints(&mut self, model: &Model, velocities: &[f64]) {
        for link in &model.forest.links {
            let joint = &model.joints[link.joint];
            let at = joint.geometry(self);
            let other = joint.bodies()[1 - link.side];
            let other = other.map_or(Twist::default(), |i| twist_of(&self.bodies[i]));
            let own = &velocities[joint.first..joint.first + joint.coordinate_count()];
            let rates = if own.is_empty() {
                &[0.0; 3] as &[f64]
            } else {
                own
            };
            let twist = joint.held_twist(link, &at, other, rates);
            let body = &mut self.bodies[link.body];
            body.velocity = twist.v;
            body.angular_velocity = body.rotation.inverse_transform_vector(&twist.w);
        }
    }
}

/// Sets positions and velocities of joints that follow others.
fn follow(model: &Model, positions: &mut [f64], velocities: &mut [f64]) {
    for joint in &model.joints {
        if let Some(coupling) = joint.coupling {
            let leader = model.joints[coupling.leader].first;
            let [position, slope, _] = coupling.follow(positions[leader]);
            positions[joint.first] = position;
            velocities[joint.first] = slope * velocities[leader];
        }
    }
}

/// Returns velocity and angular velocity of a body, world.
pub(super) fn twist_of(body: &BodyState) -> Twist {
    Twist {
        v: body.velocity,
        w: body.angular_velocity_world(),
    }
}
