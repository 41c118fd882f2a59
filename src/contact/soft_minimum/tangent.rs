//! The linearisation of a pair: the wrenches of its queries over the motions of its bodies.

use super::SoftMinimum;
use super::law::Constants;
use super::motion::{COLUMNS, Motion, Row, Rows3, add};
use super::query::ActiveQuery;
use crate::contact::body_motions::Rows12;
use crate::math::{Kinematics, skew};

/// A wrench on both bodies.
type Vector12 = nalgebra::SVector<f64, 12>;

/// The derivatives of a pair by the motions of its bodies, in m_ab V.
#[derive(Debug, Clone)]
pub struct Tangent {
    /// The derivatives of the wrenches on both bodies.
    pub wrenches: Rows12,
    /// The derivatives of the wrenches by the friction coefficient.
    pub by_friction: Vector12,
    /// The mean of the derivatives of the distances at the queries: the derivative of the soft distance of the potential.
    pub distance: Row,
}

impl Default for Tangent {
    fn default() -> Self {
        Self {
            wrenches: Rows12::zeros(),
            by_friction: Vector12::zeros(),
            distance: Row::zeros(),
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
    }
}

/// Returns how the distance at a query changes.
pub fn approach(query: &ActiveQuery) -> Row {
    query.field.gradient.transpose() * query.carried.displacement()
}

/// Returns how the weight of a query, times what the distance makes of its force, grows, per weight.
pub fn growth(query: &ActiveQuery, distance: &Row, e2: f64) -> Row {
    (distance - approach(query)) / e2 + distance * query.force.by_distance
}

/// Returns how the force at a query changes, per weight; `motion` is its displacement and its acceleration.
pub fn force_change(query: &ActiveQuery, motion: &[Rows3; 2], growth: &Row) -> Rows3 {
    let force = &query.force;
    let [displacement, acceleration] = motion;
    let mut change =
        force.by_place * displacement + force.by_velocity * acceleration + force.value * growth;
    let other = 1 - query.carried.own;
    add(&mut change, other, Motion::Rotation, &-skew(&force.value));
    change
}

impl Tangent {
    /// Adds a query; the derivative of the distance is known.
    fn add(&mut self, query: &ActiveQuery, bodies: [&Kinematics; 2], e2: f64) {
        let growth = growth(query, &self.distance, e2);
        let motion = [
            query.carried.displacement(),
            query.carried.acceleration(bodies),
        ];
        let change = force_change(query, &motion, &growth) * query.weight;
        self.add_wrench(query, &change);
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
}
