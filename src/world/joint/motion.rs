//! How the bodies of a mechanism move with its joint coordinates, and back.
//!
//! ```text
//! w_b = w_a + sum rot_k qd_k        v_b + w_b x r_b = v_a + w_a x r_a + sum slide_k qd_k
//! ```
//!
//! r_b and r_a lead from the centres of child and parent to p_b; rot and slide are fixed in one of the two bodies. Small changes of
//! positions obey the same rule, those of velocities its derivative.

use super::placement::twist_of;
use super::{Joint, JointCoordinate, JointKind, Link};
use crate::joint::Geometry;
use crate::math::lanes::{Lanes, Lanes3, cross, dot, minus, plus, scale};
use crate::math::{Variation, Vec3};
use crate::world::{Model, State};
use Carrier::{Child, Parent, Ring};
use std::f64::consts::TAU;

/// What carries an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Carrier {
    Parent,
    Child,
    /// What turns about the first axis of a gimbal.
    Ring,
}

/// The motion along one coordinate of a joint.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Freedom {
    /// The axis of the rotation, world; zero without one.
    pub rotation: Vec3,
    /// What the axis of the rotation turns with.
    pub with: Carrier,
    /// The translation of p_b, world; it turns with the parent.
    pub slide: Vec3,
}

/// Angular velocity and velocity of a body, world.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Twist {
    pub v: Vec3,
    pub w: Vec3,
}

impl Joint {
    /// Returns the number of its velocities: of its coordinates, or three of a spherical joint.
    pub fn velocity_count(&self) -> usize {
        match self.kind {
            JointKind::Spherical => 3,
            _ => self.coordinate_count(),
        }
    }

    /// Returns the motions along the velocities of the joint: those of its coordinates, or rotations about the child's axes of a
    /// spherical joint.
    pub(crate) fn freedoms(&self, at: &Geometry) -> Vec<Freedom> {
        let none = Vec3::zeros();
        let turn = |rotation, with| Freedom {
            rotation,
            with,
            slide: none,
        };
        if self.kind == JointKind::Spherical {
            return [0, 1, 2].map(|k| turn(at.child_axis(k), Child)).to_vec();
        }
        let coordinates = self.kind.coordinates().iter();
        coordinates
            .map(|coordinate| match coordinate {
                JointCoordinate::Slide(k) => Freedom {
                    slide: at.parent_axis(*k),
                    ..turn(none, Parent)
                },
                JointCoordinate::Turn => Freedom {
                    slide: at.parent_axis(2) * (self.kind.pitch() / TAU),
                    ..turn(at.parent_axis(2), Parent)
                },
                JointCoordinate::FirstTurn => turn(at.parent_axis(0), Parent),
                JointCoordinate::SecondTurn => turn(at.child_axis(1), Child),
                JointCoordinate::Gimbal(k) => {
                    let axis = JointCoordinate::gimbal_axis(*k, at);
                    turn(axis, [Parent, Ring, Child][*k])
                }
            })
            .collect()
    }

    /// Returns the velocity of the body on the side of `link` that a joint holds, for that of the other one.
    pub(crate) fn held_twist(
        &self,
        link: &Link,
        at: &Geometry,
        other: Twist,
        rates: &[f64],
    ) -> Twist {
        let freedoms = self.freedoms(at);
        let sum = |of: fn(&Freedom) -> Vec3| {
            let terms = freedoms.iter().zip(rates);
            terms.fold(Vec3::zeros(), |sum, (freedom, rate)| {
                sum + of(freedom) * *rate
            })
        };
        let (rotation, slide) = (sum(|f| f.rotation), sum(|f| f.slide));
        let [child, parent] = at.arms();
        let (own, others, sign) = match link.side {
            0 => (child, parent, 1.0),
            _ => (parent, child, -1.0),
        };
        let w = other.w + rotation * sign;
        let v = other.v + other.w.cross(&others) + slide * sign - w.cross(&own);
        Twist { v, w }
    }

    /// Returns the motion of the body on the side of `link` that a joint holds, for that of the other one, along columns that change
    /// positions by `dq` and velocities by `dqd` of the joint: dx and dtheta, dv and domega in world axes.
    pub(crate) fn held_motion<const N: usize>(
        &self,
        link: &Link,
        at: &Geometry,
        twists: [Twist; 2],
        other: &Variation<N>,
        [dq, dqd, qd]: [&[Lanes<N>]; 3],
    ) -> Variation<N> {
        let freedoms = self.freedoms(at);
        let arms = at.arms();
        let (own, known) = (link.side, 1 - link.side);
        let sign = if own == 0 { 1.0 } else { -1.0 };
        let mut turn = other.dtheta;
        for (freedom, dq) in freedoms.iter().zip(dq) {
            turn = plus(&turn, &scale(&freedom.rotation, *dq * sign));
        }
        // p_b as the known body moves it, then as the joint does.
        let mut point = plus(&other.dx, &rotate(&other.dtheta, &arms[known]));
        for (freedom, dq) in freedoms.iter().zip(dq) {
            point = plus(&point, &scale(&freedom.slide, *dq * sign));
        }
        let moved = Variation {
            dx: minus(&point, &rotate(&turn, &arms[own])),
            dtheta: turn,
            ..Variation::NONE
        };
        self.with_velocities(link, at, twists, [&moved, other], [dqd, qd])
    }

    /// Returns the motion of the held body (the first of `motions`) with the changes of its velocities.
    fn with_velocities<const N: usize>(
        &self,
        link: &Link,
        at: &Geometry,
        twists: [Twist; 2],
        [moved, other]: [&Variation<N>; 2],
        [dqd, qd]: [&[Lanes<N>]; 2],
    ) -> Variation<N> {
        let arms = at.arms();
        let (own, known) = (link.side, 1 - link.side);
        let sign = if own == 0 { 1.0 } else { -1.0 };
        let [child, parent] = if own == 0 {
            [moved, other]
        } else {
            [other, moved]
        };
        // p_b itself turns with the child.
        let end = plus(&child.dx, &rotate(&child.dtheta, &arms[0]));
        let darms = [minus(&end, &child.dx), minus(&end, &parent.dx)];
        let (mut domega, mut slide) = (other.domega, Lanes::ZERO3);
        for (k, freedom) in self.freedoms(at).iter().enumerate() {
            let with = match freedom.with {
                Parent => parent.dtheta,
                Child => child.dtheta,
                Ring => ring(at, [child, parent]),
            };
            let rate = qd[k].0[0] * sign;
            let rotation = rotate(&with, &(freedom.rotation * rate));
            let more = plus(&rotation, &scale(&freedom.rotation, dqd[k] * sign));
            domega = plus(&domega, &more);
            let along = rotate(&parent.dtheta, &(freedom.slide * rate));
            slide = plus(&slide, &plus(&along, &scale(&freedom.slide, dqd[k] * sign)));
        }
        let mut dv = plus(&other.dv, &slide);
        dv = plus(&dv, &rotate(&other.domega, &arms[known]));
        dv = plus(&dv, &cross(&twists[known].w, &darms[known]));
        dv = minus(&dv, &rotate(&domega, &arms[own]));
        dv = minus(&dv, &cross(&twists[own].w, &darms[own]));
        Variation {
            dv,
            domega,
            ..*moved
        }
    }

    /// Returns the changes of positions and velocities of the joint when its bodies (child, parent) move so.
    pub(crate) fn read_motion<const N: usize>(
        &self,
        at: &Geometry,
        twists: [Twist; 2],
        motion: [&Variation<N>; 2],
    ) -> Vec<[Lanes<N>; 2]> {
        let freedoms = self.freedoms(at);
        let relative = twists[0].w - twists[1].w;
        let read = |k: usize, freedom: &Freedom| {
            if self.kind == JointKind::Spherical {
                let turn = minus(&motion[0].dtheta, &motion[1].dtheta);
                let spin = minus(&motion[0].domega, &motion[1].domega);
                let moved = rotate(&motion[0].dtheta, &freedom.rotation);
                let rate = dot(&freedom.rotation, &spin) + dot(&relative, &moved);
                return [dot(&freedom.rotation, &turn), rate];
            }
            let coordinate = self.kind.coordinates()[k];
            let gradient = coordinate.gradient(at);
            let moves = motion.iter().flat_map(|m| m.dx.iter().chain(&m.dtheta));
            let terms = gradient.as_flattened().iter().zip(moves);
            let dq = terms.fold(Lanes::ZERO, |sum, (g, lanes)| sum + *lanes * *g);
            let wrench = coordinate.wrench(at);
            let changed = crate::joint::WrenchRate::of_coordinate(coordinate, at, motion);
            let changed = changed.on_bodies(&wrench, at, motion, &Lanes::ZERO3);
            let twists = twists.map(|t| [t.v.x, t.v.y, t.v.z, t.w.x, t.w.y, t.w.z]);
            let by_pose = changed.iter().flatten().zip(twists.as_flattened());
            let dqd = by_pose.fold(Lanes::ZERO, |sum, (lanes, v)| sum + *lanes * *v);
            let wrench = wrench.on_bodies(at);
            let moves = motion.iter().flat_map(|m| m.dv.iter().chain(&m.domega));
            let terms = wrench.as_flattened().iter().zip(moves);
            [dq, terms.fold(dqd, |sum, (w, lanes)| sum + *lanes * *w)]
        };
        let freedoms = freedoms.iter().enumerate();
        freedoms.map(|(k, freedom)| read(k, freedom)).collect()
    }

    /// Returns the changes of the velocities of the joint when its bodies (child, parent) move so from a state.
    pub(crate) fn velocity_rates<const N: usize>(
        &self,
        state: &State,
        motion: [&Variation<N>; 2],
    ) -> impl Iterator<Item = Lanes<N>> {
        let twist = |i: Option<usize>| i.map_or(Twist::default(), |i| twist_of(&state.bodies[i]));
        let read = self.read_motion(&self.geometry(state), self.bodies().map(twist), motion);
        read.into_iter().map(|[_, rate]| rate)
    }
}

impl State {
    /// Returns the changes of the velocities of all joints when the bodies move so.
    pub(crate) fn joint_velocity_rates<const N: usize>(
        &self,
        model: &Model,
        motion: impl Fn(usize) -> Variation<N>,
    ) -> Vec<Lanes<N>> {
        let mut out = Vec::with_capacity(model.joint_coordinate_count());
        for joint in model
            .joints
            .iter()
            .filter(|joint| joint.coordinate_count() > 0)
        {
            let of = |body: Option<usize>| body.map_or(Variation::NONE, &motion);
            let [child, parent] = joint.bodies().map(of);
            out.extend(joint.velocity_rates(self, [&child, &parent]));
        }
        out
    }
}

/// Returns the turn of what the first angle of a gimbal turns.
fn ring<const N: usize>(at: &Geometry, [child, parent]: [&Variation<N>; 2]) -> Lanes3<N> {
    let first = JointCoordinate::Gimbal(0).wrench(at).couple;
    let angle = dot(&first, &minus(&child.dtheta, &parent.dtheta));
    plus(&parent.dtheta, &scale(&at.parent_axis(0), angle))
}

/// Returns turn x vector.
fn rotate<const N: usize>(turn: &Lanes3<N>, vector: &Vec3) -> Lanes3<N> {
    cross(vector, turn).map(|lanes| -lanes)
}
