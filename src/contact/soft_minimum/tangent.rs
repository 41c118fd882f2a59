//! The linearisation of a pair: wrenches and contact over the motions of its bodies.

use super::SoftMinimum;
use super::law::{Constants, Law};
use super::motion::{COLUMNS, Motion, Row, Rows3, add, column};
use super::query::ActiveQuery;
use crate::math::lanes::Lanes;
use crate::math::{Kinematics, Variation, Vec3, skew};

/// Twelve rows over the motions of two bodies: force and torque about the centre on the first, then on the second.
type Rows12 = nalgebra::SMatrix<f64, 12, COLUMNS>;
/// A wrench on both bodies.
type Vector12 = nalgebra::SVector<f64, 12>;

/// The derivatives of a pair by the motions of its bodies, in m_ab V.
#[derive(Debug, Clone)]
pub struct Tangent {
    /// The derivatives of the wrenches on both bodies.
    pub wrenches: Rows12,
    /// The derivatives of the wrenches by the friction coefficient.
    pub by_friction: Vector12,
    /// The derivative of the soft distance.
    pub distance: Row,
    /// The derivative of the sum of normal forces.
    pub normal_force: Row,
    /// The derivative of the sum of normal forces times places.
    pub moment: Rows3,
    /// The derivative of the sum of normal forces times normals.
    pub push: Rows3,
}

impl Default for Tangent {
    fn default() -> Self {
        Self {
            wrenches: Rows12::zeros(),
            by_friction: Vector12::zeros(),
            distance: Row::zeros(),
            normal_force: Row::zeros(),
            moment: Rows3::zeros(),
            push: Rows3::zeros(),
        }
    }
}

impl SoftMinimum {
    /// Differentiates the pair at the current iterate.
    pub(super) fn differentiate(&mut self, bodies: [&Kinematics; 2], constants: &Constants) {
        self.tangent = Tangent::default();
        let tangent = &mut self.tangent;
        for query in &self.queries {
            tangent.distance += approach(query) * query.weight;
        }
        for query in &self.queries {
            tangent.add(query, bodies, constants.e2);
        }
        if self.law == Law::Published {
            // The distance is a weighted mean, and the weights change.
            let mean = tangent.distance;
            for query in &self.queries {
                let excess = query.weight * (query.field.value - self.distance) / constants.e2;
                tangent.distance += (mean - approach(query)) * excess;
            }
        }
    }
}

/// Returns how the distance at a query changes.
fn approach(query: &ActiveQuery) -> Row {
    query.field.gradient.transpose() * query.carried.displacement()
}

impl Tangent {
    /// Adds a query; the derivative of the distance is known.
    fn add(&mut self, query: &ActiveQuery, bodies: [&Kinematics; 2], e2: f64) {
        let (carried, force, weight) = (&query.carried, &query.force, query.weight);
        let displacement = carried.displacement();
        let acceleration = carried.acceleration(bodies);
        let other = 1 - carried.own;
        // How the weight times what the distance makes of the force grows, per weight.
        let growth = (self.distance - approach(query)) / e2 + self.distance * force.by_distance;

        let mut change =
            force.by_place * displacement + force.by_velocity * acceleration + force.value * growth;
        add(&mut change, other, Motion::Rotation, &-skew(&force.value));
        self.add_wrench(query, &(change * weight));

        let [by_place, by_velocity] = force.normal_force_by.map(|v| v.transpose());
        let normal_force =
            (by_place * displacement + by_velocity * acceleration + growth * force.normal_force)
                * weight;
        let mut turn = force.normal_by_place * displacement;
        add(&mut turn, other, Motion::Rotation, &-skew(&force.normal));
        self.normal_force += normal_force;
        self.moment +=
            carried.point * normal_force + carried.travel() * (force.normal_force * weight);
        let sign = if carried.own == 0 { 1.0 } else { -1.0 };
        self.push += (force.normal * normal_force + turn * (force.normal_force * weight)) * sign;
    }

    /// Adds the wrenches of a force at a query that changes by `change`.
    fn add_wrench(&mut self, query: &ActiveQuery, change: &Rows3) {
        let carried = &query.carried;
        let (own, other) = (carried.own, 1 - carried.own);
        let force = query.force.value * query.weight;
        let friction = query.force.by_friction * query.weight;
        for (side, sign, arm) in [(own, 1.0, carried.arms[0]), (other, -1.0, carried.arms[1])] {
            let mut torque = skew(&arm) * change;
            // Of the arm: that from the query's own body turns, that from the other is drawn out besides.
            add(
                &mut torque,
                own,
                Motion::Rotation,
                &(skew(&force) * skew(&carried.arms[0])),
            );
            if side == other {
                add(&mut torque, own, Motion::Position, &-skew(&force));
                add(&mut torque, other, Motion::Position, &skew(&force));
            }
            let mut rows = self.wrenches.fixed_view_mut::<3, COLUMNS>(6 * side, 0);
            rows += change * sign;
            let mut rows = self.wrenches.fixed_view_mut::<3, COLUMNS>(6 * side + 3, 0);
            rows += torque * sign;
            let mut rows = self.by_friction.fixed_rows_mut::<3>(6 * side);
            rows += friction * sign;
            let mut rows = self.by_friction.fixed_rows_mut::<3>(6 * side + 3);
            rows += arm.cross(&friction) * sign;
        }
    }

    /// Calls `visit` with every row over velocity and phi of the moving bodies, times `factor`: h phi is the world rotation of a pose.
    pub fn visit_rows(
        &self,
        bodies: [&Kinematics; 2],
        factor: f64,
        mut visit: impl FnMut(usize, &[f64], [f64; 2]),
    ) {
        let count = if bodies[1].h > 0.0 { 2 } else { 1 };
        for row in 0..6 * count {
            let mut columns = [0.0; 12];
            for side in 0..count {
                let of = |motion: Motion| {
                    let first = column(side, motion);
                    Vec3::from_fn(|k, _| self.wrenches[(row, first + k)])
                };
                let body = bodies[side];
                let velocity = of(Motion::Position) * body.h + of(Motion::Velocity);
                let phi =
                    of(Motion::Rotation) * body.h + body.domega_dphi.tr_mul(&of(Motion::Spin));
                for k in 0..3 {
                    columns[6 * side + k] = velocity[k] * factor;
                    columns[6 * side + 3 + k] = phi[k] * factor;
                }
            }
            visit(row, &columns[..6 * count], [0.0; 2]);
        }
    }
}

/// Returns a row, or an entry of rows, along motions of the two bodies.
pub fn along<const N: usize>(entry: impl Fn(usize) -> f64, motion: [&Variation<N>; 2]) -> Lanes<N> {
    let mut out = Lanes::ZERO;
    for (side, motion) in motion.into_iter().enumerate() {
        for (k, lanes) in [&motion.dx, &motion.dtheta, &motion.dv, &motion.domega]
            .into_iter()
            .enumerate()
        {
            for (i, lanes) in lanes.iter().enumerate() {
                out = out + *lanes * entry(12 * side + 3 * k + i);
            }
        }
    }
    out
}
