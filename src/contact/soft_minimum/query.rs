//! The queries of a pair at the current poses: which have weight, and what they push.

use super::SoftMinimum;
use super::law::{Constants, Law};
use crate::contact::carried::{Carried, slope_of};
use crate::contact::near_queries::Reach;
use crate::contact::terms::Geometry;
use crate::math::{Kinematics, Mat3, Vec3};
use crate::shape::skin::Soft;

/// Weights below exp(-37) are less than rounding.
const NEGLIGIBLE: f64 = 37.0;

/// A query with weight.
#[derive(Debug, Clone, Copy)]
pub struct ActiveQuery {
    /// Where it is, and how it moves.
    pub carried: Carried,
    /// The field of the other body there: value, gradient and Hessian, world axes.
    pub field: Soft,
    /// The weight W, of sum 1 over all queries.
    pub weight: f64,
    /// The force on the query's body for a weight of 1.
    pub force: Force,
}

/// The force at a query, and how it depends on where the query is and how it moves; world axes that turn with the field.
#[derive(Debug, Clone, Copy)]
pub struct Force {
    /// The force (an impulse over the step, m_ab V).
    pub value: Vec3,
    /// The normal force.
    pub normal_force: f64,
    /// The normal.
    pub normal: Vec3,
    /// The derivative by the friction coefficient.
    pub by_friction: Vec3,
    /// The derivative by the place of the query.
    pub by_place: Mat3,
    /// The derivative by its relative velocity.
    pub by_velocity: Mat3,
    /// The derivatives of the normal force by place and velocity.
    pub normal_force_by: [Vec3; 2],
    /// The derivative of the normal by the place.
    pub normal_by_place: Mat3,
    /// The relative derivative of the force by the soft distance of the pair.
    pub by_distance: f64,
}

impl Constants {
    /// Returns the reach of all queries with a weight that is not less than rounding, where the force is not.
    pub fn reach(&self) -> Reach {
        Reach {
            beyond: NEGLIGIBLE * self.e2,
            farthest: NEGLIGIBLE * self.e3,
        }
    }
}

impl SoftMinimum {
    /// Collects the queries within `reach`.
    pub(super) fn collect(&mut self, sides: [Geometry; 2], bodies: [&Kinematics; 2], reach: Reach) {
        self.search.find(sides, bodies, reach);
        self.queries.clear();
        self.queries.extend(self.search.found.iter().map(|near| {
            let query = &sides[near.own].soft().queries()[near.index];
            let carried = Carried::new(near.own, &query.point, bodies);
            ActiveQuery {
                carried,
                field: carried.distance(sides[1 - near.own].soft(), bodies),
                weight: query.area,
                force: Force::NONE,
            }
        }));
    }

    /// Turns areas into weights, and finds the soft distance.
    pub(super) fn weigh(&mut self, sides: [Geometry; 2], constants: &Constants) {
        let values = self.queries.iter().map(|query| query.field.value);
        let least = values.fold(f64::INFINITY, f64::min);
        let by_area = self.law == Law::Potential;
        let mut sum = 0.0;
        for query in &mut self.queries {
            let area = if by_area { query.weight } else { 1.0 };
            query.weight = area * (-(query.field.value - least) / constants.e2).exp();
            sum += query.weight;
        }
        self.queries
            .iter_mut()
            .for_each(|query| query.weight /= sum);
        let values = self
            .queries
            .iter()
            .map(|query| query.weight * query.field.value);
        self.distance = match self.law {
            _ if self.queries.is_empty() => f64::INFINITY,
            Law::Potential => {
                let [a, b] = sides.map(|side| side.soft().area());
                least - constants.e2 * (6.0 * sum / a.min(b)).ln()
            }
            Law::Published => values.sum(),
        };
    }

    /// Finds the impulses of all queries over the step.
    pub(super) fn push(
        &mut self,
        sides: [Geometry; 2],
        bodies: [&Kinematics; 2],
        constants: &Constants,
    ) {
        let h = bodies[0].h;
        let [spring, slope] = constants.spring(self.distance).map(|x| x * h);
        for query in &mut self.queries {
            let own = query.carried.own;
            query.force = match self.law {
                Law::Potential => Force::of_potential(query, constants, [spring, slope]),
                Law::Published => {
                    let turn = &bodies[1 - own].pose.r;
                    let local = turn.tr_mul(&query.carried.arms[1]);
                    let field = sides[1 - own].soft();
                    Force::of_springs(&query.carried.velocity, field, (&local, turn), constants, h)
                }
            };
        }
    }
}

impl Force {
    /// Nothing pushes.
    pub const NONE: Self = Self {
        value: Vec3::new(0.0, 0.0, 0.0),
        normal_force: 0.0,
        normal: Vec3::new(0.0, 0.0, 0.0),
        by_friction: Vec3::new(0.0, 0.0, 0.0),
        by_place: Mat3::new(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
        by_velocity: Mat3::new(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
        normal_force_by: [Vec3::new(0.0, 0.0, 0.0); 2],
        normal_by_place: Mat3::new(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
        by_distance: 0.0,
    };

    /// Returns the force of the potential at a query, for the spring impulse of the pair and its derivative by the distance.
    fn of_potential(query: &ActiveQuery, constants: &Constants, [spring, slope]: [f64; 2]) -> Self {
        let gradient = query.field.gradient;
        let length = slope_of(&gradient);
        let n = gradient / length;
        let normal_by_place = (Mat3::identity() - n * n.transpose()) * query.field.hessian / length;
        let u = query.carried.velocity;
        let Slip {
            tau,
            tau_by_velocity,
            tau_by_normal,
        } = Slip::new(&u, &n, constants.v_s);
        let [damping, damping_rate] = constants.dissipation(n.dot(&u));
        let normal_force = spring * damping;
        let direction = gradient - tau * constants.mu;
        let damping_by_velocity = n * damping_rate;
        let damping_by_place = normal_by_place.tr_mul(&u) * damping_rate;
        Self {
            value: direction * normal_force,
            normal_force,
            normal: n,
            by_friction: -tau * normal_force,
            by_place: direction * damping_by_place.transpose() * spring
                + (query.field.hessian - tau_by_normal * normal_by_place * constants.mu)
                    * normal_force,
            by_velocity: direction * damping_by_velocity.transpose() * spring
                - tau_by_velocity * (constants.mu * normal_force),
            normal_force_by: [damping_by_place * spring, damping_by_velocity * spring],
            normal_by_place,
            by_distance: if spring > 0.0 {
                slope / spring
            } else {
                -1.0 / constants.e3
            },
        }
    }
}

/// The direction of slip, regularised, and its derivatives.
pub struct Slip {
    /// u_t / sqrt(v_s^2 + |u_t|^2).
    pub tau: Vec3,
    /// The derivative by the velocity.
    pub tau_by_velocity: Mat3,
    /// The derivative by the normal.
    pub tau_by_normal: Mat3,
}

impl Slip {
    /// Returns the direction of slip of velocity `u` along a surface of normal `n`.
    pub fn new(u: &Vec3, n: &Vec3, v_s: f64) -> Self {
        let along = u - n * n.dot(u);
        let size = (v_s * v_s + along.norm_squared()).sqrt();
        let tau = along / size;
        let rate = (Mat3::identity() - tau * tau.transpose()) / size;
        let tangential = Mat3::identity() - n * n.transpose();
        Self {
            tau,
            tau_by_velocity: rate * tangential,
            tau_by_normal: -(rate * (Mat3::identity() * n.dot(u) + n * u.transpose())),
        }
    }
}
