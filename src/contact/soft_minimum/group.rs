//! The queries of a pair that touch in one place, and how what they do together depends on the motions of the bodies.
//!
//! Queries with weight that are near each other are one group: a table on four legs has four contacts with the ground. The others,
//! which carry next to nothing, belong to the group of the heaviest query.

use super::SoftMinimum;
use super::clusters::Clusters;
use super::law::Law;
use super::motion::{COLUMNS, Motion, Row, Rows3, add};
use super::query::ActiveQuery;
use super::tangent::{approach, force_change, growth};
use crate::math::{Vec3, skew};

/// Queries within this multiple of the spacing of the finer cloud are near each other.
const NEAR: f64 = 2.5;
/// A query with less than this part of the largest weight makes no group: what depends on the groups jumps by no more.
const LIGHT: f64 = 1e-10;

/// Rows of a wrench over the motions of two bodies: force, then torque about the centre of the first.
type Rows6 = nalgebra::SMatrix<f64, 6, COLUMNS>;

/// The derivatives of what a group does, in m_ab V.
#[derive(Debug, Clone)]
pub struct GroupTangent {
    /// The derivative of the soft distance of the group.
    pub distance: Row,
    /// The derivative of the sum of normal forces.
    pub normal_force: Row,
    /// The derivative of the sum of normal forces times places.
    pub moment: Rows3,
    /// The derivative of the sum of normal forces times normals.
    pub push: Rows3,
    /// The derivative of the wrench on the first body.
    pub wrench: Rows6,
    /// The derivative of that wrench by the friction coefficient.
    pub by_friction: (Vec3, Vec3),
}

impl SoftMinimum {
    /// Returns the groups, each by the places of its queries, in the order of their first queries.
    pub(super) fn groups(&self) -> Vec<Vec<usize>> {
        let heaviest = (0..self.queries.len()).fold(0, |best, i| {
            match self.queries[i].weight > self.queries[best].weight {
                true => i,
                false => best,
            }
        });
        let light = LIGHT * self.queries[heaviest].weight;
        let mut clusters = Clusters::new(self.queries.len());
        let mut heavy = Vec::with_capacity(self.queries.len());
        for (i, query) in self.queries.iter().enumerate() {
            match query.weight < light {
                true => clusters.join(i, heaviest),
                false => heavy.push((i, query.carried.point)),
            }
        }
        clusters.connect(heavy, NEAR * self.spacing);
        clusters.into_groups()
    }

    /// Returns the soft distance of a group; that of the pair where there is no other.
    pub(super) fn group_distance(&self, group: &[usize]) -> f64 {
        if group.len() == self.queries.len() {
            return self.distance;
        }
        let weight: f64 = self.of(group).map(|query| query.weight).sum();
        match self.law {
            Law::Potential => self.distance - self.e2 * weight.ln(),
            Law::Published => {
                let sum: f64 = self.of(group).map(|q| q.weight * q.field.value).sum();
                sum / weight
            }
        }
    }

    /// Returns the queries of a group.
    pub(super) fn of<'a>(&'a self, group: &'a [usize]) -> impl Iterator<Item = &'a ActiveQuery> {
        group.iter().map(|&i| &self.queries[i])
    }

    /// Differentiates a group where the pair is differentiated.
    pub(super) fn group_tangent(&self, group: &[usize]) -> GroupTangent {
        let mut out = GroupTangent {
            distance: self.group_distance_rate(group),
            normal_force: Row::zeros(),
            moment: Rows3::zeros(),
            push: Rows3::zeros(),
            wrench: Rows6::zeros(),
            by_friction: (Vec3::zeros(), Vec3::zeros()),
        };
        for query in self.of(group) {
            self.add_to_group(query, &mut out);
        }
        out
    }

    /// Returns the derivative of the soft distance of a group.
    fn group_distance_rate(&self, group: &[usize]) -> Row {
        let weight: f64 = self.of(group).map(|query| query.weight).sum();
        let mut mean = Row::zeros();
        for query in self.of(group) {
            mean += approach(query) * (query.weight / weight);
        }
        if self.law == Law::Potential {
            return mean;
        }
        // The distance is a weighted mean, and the weights change.
        let (distance, mut out) = (self.group_distance(group), mean);
        for query in self.of(group) {
            let excess = query.weight / weight * (query.field.value - distance) / self.e2;
            out += (mean - approach(query)) * excess;
        }
        out
    }

    fn add_to_group(&self, query: &ActiveQuery, out: &mut GroupTangent) {
        let (carried, force, weight) = (&query.carried, &query.force, query.weight);
        let bodies = [&self.bodies[0], &self.bodies[1]];
        let motion = [carried.displacement(), carried.acceleration(bodies)];
        let growth = growth(query, &self.tangent.distance, self.e2);
        let [by_place, by_velocity] = force.normal_force_by.map(|v| v.transpose());
        let normal_force =
            (by_place * motion[0] + by_velocity * motion[1] + growth * force.normal_force) * weight;
        let mut turn = force.normal_by_place * motion[0];
        let other = 1 - carried.own;
        add(&mut turn, other, Motion::Rotation, &-skew(&force.normal));
        out.normal_force += normal_force;
        out.moment +=
            carried.point * normal_force + carried.travel() * (force.normal_force * weight);
        let sign = if carried.own == 0 { 1.0 } else { -1.0 };
        out.push += (force.normal * normal_force + turn * (force.normal_force * weight)) * sign;

        let change = force_change(query, &motion, &growth) * (weight * sign);
        let value = force.value * (weight * sign);
        let friction = force.by_friction * (weight * sign);
        // The arm from the centre of the first body to the query, which its own body carries.
        let arm = carried.arms[usize::from(carried.own == 1)];
        let mut drawn = carried.travel();
        add(
            &mut drawn,
            0,
            Motion::Position,
            &-crate::math::Mat3::identity(),
        );
        let torque = skew(&arm) * change - skew(&value) * drawn;
        let mut rows = out.wrench.fixed_rows_mut::<3>(0);
        rows += change;
        let mut rows = out.wrench.fixed_rows_mut::<3>(3);
        rows += torque;
        out.by_friction.0 += friction;
        out.by_friction.1 += arm.cross(&friction);
    }
}
