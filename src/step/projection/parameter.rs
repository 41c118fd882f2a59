//! What parameters do to the projection itself: masses, inertias, armatures, anchors.

use super::rates::ProjectionRates;
use crate::joint::{Geometry, WrenchRate};
use crate::linalg::NodeId;
use crate::math::lanes::{Lanes, Lanes3};
use crate::math::{Mat3, Variation, Vec3};
use crate::world::{JointParameter, Model, ParameterKind};

impl ProjectionRates {
    /// Adds the explicit change with a parameter, per SI unit, to lane `lane` of the right sides.
    pub fn add_parameter<const N: usize>(
        &self,
        model: &Model,
        kind: ParameterKind,
        lane: usize,
        rhs: &mut [Lanes<N>],
    ) {
        let p = &self.projection;
        let member = |i: usize| p.nodes[i].is_some();
        let lost = |i: usize| {
            let (was, is) = (&self.before.bodies[i], &self.after.bodies[i]);
            let spin = was.angular_velocity_world() - is.angular_velocity_world();
            (was.velocity - is.velocity, spin)
        };
        let mut add = |i: usize, linear: Vec3, angular: Vec3| {
            let start = self.start_of(i);
            for (k, &freedom) in model.bodies[i].freedoms().iter().enumerate() {
                let value = if freedom < 3 {
                    linear[freedom]
                } else {
                    angular[freedom - 3]
                };
                rhs[start + k].0[lane] += value;
            }
        };
        match kind {
            ParameterKind::Mass(i) if member(i) => add(i, lost(i).0, Vec3::zeros()),
            ParameterKind::Inertia(i, a, b) if member(i) => {
                let mut along = Mat3::zeros();
                (along[(a, b)], along[(b, a)]) = (1.0, 1.0);
                let rotation = &self.after.bodies[i].rotation;
                let own = along * rotation.inverse_transform_vector(&lost(i).1);
                add(i, Vec3::zeros(), rotation * own);
            }
            ParameterKind::Joint(j, which) if p.has(j) => {
                self.add_joint_parameter(model, (j, which), lane, rhs);
            }
            _ => {}
        }
    }

    fn add_joint_parameter<const N: usize>(
        &self,
        model: &Model,
        (j, which): (usize, JointParameter),
        lane: usize,
        rhs: &mut [Lanes<N>],
    ) {
        let joint = &model.joints[j];
        let at = joint.geometry(&self.after);
        let mut one = Lanes::ZERO;
        one.0[lane] = 1.0;
        match which {
            JointParameter::Armature(k) => {
                let wrench = joint.kind.coordinates()[k].wrench(&at).on_bodies(&at);
                let lost = self.lost_rate(model, j, k, &wrench);
                self.add_along(model, j, &wrench, one * lost, rhs);
            }
            JointParameter::ChildAnchor(axis) => {
                let moved = self.after.bodies[joint.child].rotation * Vec3::ith(axis, 1.0);
                let shift: Lanes3<N> = [0, 1, 2].map(|k| one * moved[k]);
                self.add_shift(model, j, &at, &shift, rhs);
            }
            _ => {}
        }
    }

    /// Adds the change with a shift of the anchor on the child.
    fn add_shift<const N: usize>(
        &self,
        model: &Model,
        j: usize,
        at: &Geometry,
        shift: &Lanes3<N>,
        rhs: &mut [Lanes<N>],
    ) {
        let joint = &model.joints[j];
        let still = [&Variation::NONE; 2];
        let (node, first) = self.projection.rows[j];
        let start = self.projection.lu.offset(NodeId(node)) + first;
        for (k, row) in joint.rows.iter().enumerate() {
            let wrench = row.wrench(at, joint.kind.pitch());
            let none = WrenchRate::of_row(*row, at, joint.kind.pitch(), still);
            let changed = none.on_bodies(&wrench, at, still, shift);
            let mu = self.projection.rhs[start + k];
            self.add_wrenches(model, j, &changed, joint.mass * mu, rhs);
            rhs[start + k] = rhs[start + k] - self.power(j, model, &changed);
        }
        for (k, axis) in joint
            .axes
            .iter()
            .enumerate()
            .filter(|(_, a)| a.armature != 0.0)
        {
            let coordinate = joint.kind.coordinates()[k];
            let wrench = coordinate.wrench(at);
            let none = WrenchRate::of_coordinate(coordinate, at, still);
            let changed = none.on_bodies(&wrench, at, still, shift);
            let lost = self.lost_rate(model, j, k, &wrench.on_bodies(at));
            self.add_wrenches(model, j, &changed, axis.armature * lost, rhs);
            let power = self.power(j, model, &changed) * -axis.armature;
            self.add_along(model, j, &wrench.on_bodies(at), power, rhs);
        }
    }
}
