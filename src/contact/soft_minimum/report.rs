//! The reports of a pair: one contact at the centre of its pressure.

use super::SoftMinimum;
use super::tangent::along;
use crate::contact::terms::{ContactPoint, ContactRate, Explicit};
use crate::math::lanes::{Lanes, Lanes3, cross, minus, scale};
use crate::math::{Kinematics, Variation, Vec3};

/// The sums over the queries of a pair.
struct Pressure {
    /// The sum of the normal forces.
    total: f64,
    /// Their centre, world.
    centre: Vec3,
    /// The sum of the normal forces along their normals, on the first body.
    push: Vec3,
}

impl SoftMinimum {
    /// Returns the mean of the normals, in which the first body is pushed away.
    pub(super) fn mean_normal(&self) -> Vec3 {
        let sign = |own: usize| if own == 0 { 1.0 } else { -1.0 };
        let normals = self
            .queries
            .iter()
            .map(|query| query.field.gradient * (query.weight * sign(query.carried.own)));
        normals
            .sum::<Vec3>()
            .try_normalize(0.0)
            .unwrap_or_else(Vec3::z)
    }

    fn pressure(&self) -> Pressure {
        let mut out = Pressure {
            total: 0.0,
            centre: Vec3::zeros(),
            push: Vec3::zeros(),
        };
        let mut middle = Vec3::zeros();
        for query in &self.queries {
            let force = query.weight * query.force.normal_force;
            let sign = if query.carried.own == 0 {
                force
            } else {
                -force
            };
            out.total += force;
            out.centre += query.carried.point * force;
            out.push += query.force.normal * sign;
            middle += query.carried.point * query.weight;
        }
        out.centre = if out.total > f64::MIN_POSITIVE {
            out.centre / out.total
        } else {
            middle
        };
        out
    }

    /// Returns the contact of the pair; nothing when no query has weight.
    pub(super) fn contact(&self) -> Option<ContactPoint> {
        let bodies = &self.bodies;
        if self.queries.is_empty() {
            return None;
        }
        let Pressure {
            total,
            centre,
            push,
        } = self.pressure();
        let normal = push
            .try_normalize(0.0)
            .unwrap_or_else(|| self.mean_normal());
        let (force, torque) = self.wrench[0];
        let at = |s: usize| bodies[s].v + bodies[s].omega.cross(&(centre - bodies[s].pose.x));
        let slip = at(0) - at(1);
        let spread = |query: &super::ActiveQuery| {
            let arm = query.carried.point - centre;
            query.weight
                * query.force.normal_force
                * (arm - normal * normal.dot(&arm)).norm_squared()
        };
        let moment: f64 = self.queries.iter().map(spread).sum();
        let mass = self.setup.mass;
        let along = force.dot(&normal);
        let available = self.setup.mu * along;
        Some(ContactPoint {
            point: centre,
            normal,
            gap: self.distance,
            impulse: force * mass,
            torsion: normal.dot(&(torque - (centre - bodies[0].pose.x).cross(&force))) * mass,
            patch_radius: if total > f64::MIN_POSITIVE {
                (moment / total).sqrt()
            } else {
                0.0
            },
            patch: [Vec3::zeros(); 2],
            slip: slip - normal * normal.dot(&slip),
            friction_used: if available > 0.0 {
                ((force - normal * along).norm() / available).min(1.0)
            } else {
                1.0
            },
        })
    }

    /// Calls `visit` with the change of the contact when the bodies move by `motion` in all; the pair is differentiated.
    pub fn contact_rates<const N: usize>(
        &self,
        _bodies: [&Kinematics; 2],
        motion: [&Variation<N>; 2],
        _rho: f64,
        explicit: &Explicit<N>,
        visit: impl FnOnce(ContactRate<N>),
    ) {
        if self.queries.is_empty() {
            return;
        }
        let Pressure {
            total,
            centre,
            push,
        } = self.pressure();
        let tangent = &self.tangent;
        let mass = self.setup.mass;
        let rows = |rows: &super::motion::Rows3| -> Lanes3<N> {
            [0, 1, 2].map(|i| along(|k| rows[(i, k)], motion))
        };
        let wrench = self.wrench_changes(motion, explicit);
        let (force, torque) = self.wrench[0];
        let normal_force = along(|k| tangent.normal_force[k], motion);
        let point = match total > f64::MIN_POSITIVE {
            true => minus(&rows(&tangent.moment), &scale(&centre, normal_force))
                .map(|x| x * (1.0 / total)),
            false => Lanes::ZERO3,
        };
        let length = push.norm().max(f64::MIN_POSITIVE);
        let normal = push / length;
        let turn = rows(&tangent.push);
        let stretch = turn[0] * normal.x + turn[1] * normal.y + turn[2] * normal.z;
        let turn = minus(&turn, &scale(&normal, stretch)).map(|x| x * (1.0 / length));
        // tau = n . (T - (p - x) x F)
        let arm = centre - self.bodies[0].pose.x;
        let moment = torque - arm.cross(&force);
        let impulse = [wrench[0], wrench[1], wrench[2]];
        let drawn = minus(&point, &motion[0].dx);
        let lever = minus(&cross(&arm, &impulse), &cross(&force, &drawn));
        let change = minus(&[wrench[3], wrench[4], wrench[5]], &lever);
        let torsion = change[0] * normal.x + change[1] * normal.y + change[2] * normal.z;
        let tilted = turn[0] * moment.x + turn[1] * moment.y + turn[2] * moment.z;
        visit(ContactRate {
            gap: along(|k| tangent.distance[k], motion),
            point,
            normal: turn,
            impulse: impulse.map(|x| x * mass),
            torsion: (torsion + tilted) * mass,
        });
    }

    /// Returns the change of the wrenches on both bodies, in m_ab V, when the bodies move by `motion` in all.
    pub fn wrench_changes<const N: usize>(
        &self,
        motion: [&Variation<N>; 2],
        explicit: &Explicit<N>,
    ) -> [Lanes<N>; 12] {
        let tangent = &self.tangent;
        // A stiffness that is given does not follow the masses.
        let mass = if self.setup.soft.stiffness.is_some() {
            Lanes::ZERO
        } else {
            explicit.mass
        };
        let stretch = mass + explicit.time * (1.0 / self.bodies[0].h);
        std::array::from_fn(|row| {
            let (force, torque) = self.wrench[row / 6];
            let now = if row % 6 < 3 {
                force[row % 6]
            } else {
                torque[row % 6 - 3]
            };
            along(|k| tangent.wrenches[(row, k)], motion)
                + explicit.mu * tangent.by_friction[row]
                + stretch * now
        })
    }
}
