//! The reports of a pair: a contact for every group of queries, at the centre of its pressure.

use super::SoftMinimum;
use super::group::GroupTangent;
use crate::contact::body_motions::along;
use crate::contact::terms::{ContactPoint, ContactRate, Explicit};
use crate::math::lanes::{Lanes, Lanes3, cross, minus, scale};
use crate::math::{Kinematics, Variation, Vec3};

/// The sums over the queries of a group.
struct Pressure {
    /// The sum of the normal forces.
    total: f64,
    /// Their centre, world.
    centre: Vec3,
    /// The sum of the normal forces along their normals, on the first body.
    push: Vec3,
    /// The force and the torque about its centre on the first body.
    wrench: (Vec3, Vec3),
}

impl SoftMinimum {
    /// Returns the mean of the normals of a group, in which the first body is pushed away.
    fn mean_normal(&self, group: &[usize]) -> Vec3 {
        let sign = |own: usize| if own == 0 { 1.0 } else { -1.0 };
        let normals = self
            .of(group)
            .map(|query| query.field.gradient * (query.weight * sign(query.carried.own)));
        normals
            .sum::<Vec3>()
            .try_normalize(0.0)
            .unwrap_or_else(Vec3::z)
    }

    fn pressure(&self, group: &[usize]) -> Pressure {
        let mut out = Pressure {
            total: 0.0,
            centre: Vec3::zeros(),
            push: Vec3::zeros(),
            wrench: (Vec3::zeros(), Vec3::zeros()),
        };
        let (mut middle, mut weight) = (Vec3::zeros(), 0.0);
        for query in self.of(group) {
            let normal_force = query.weight * query.force.normal_force;
            let (sign, arm) = match query.carried.own {
                0 => (1.0, query.carried.arms[0]),
                _ => (-1.0, query.carried.arms[1]),
            };
            out.total += normal_force;
            out.centre += query.carried.point * normal_force;
            out.push += query.force.normal * (normal_force * sign);
            let force = query.force.value * query.weight;
            out.wrench.0 += force * sign;
            out.wrench.1 += arm.cross(&force) * sign;
            middle += query.carried.point * query.weight;
            weight += query.weight;
        }
        out.centre = if out.total > f64::MIN_POSITIVE {
            out.centre / out.total
        } else {
            middle / weight
        };
        out
    }

    /// Returns the contact of a group.
    pub(super) fn contact(&self, group: &[usize]) -> ContactPoint {
        let bodies = &self.bodies;
        let Pressure {
            total,
            centre,
            push,
            wrench: (force, torque),
        } = self.pressure(group);
        let normal = push
            .try_normalize(0.0)
            .unwrap_or_else(|| self.mean_normal(group));
        let at = |s: usize| bodies[s].v + bodies[s].omega.cross(&(centre - bodies[s].pose.x));
        let slip = at(0) - at(1);
        let spread = |query: &super::ActiveQuery| {
            let arm = query.carried.point - centre;
            query.weight
                * query.force.normal_force
                * (arm - normal * normal.dot(&arm)).norm_squared()
        };
        let moment: f64 = self.of(group).map(spread).sum();
        let mass = self.setup.mass;
        let along = force.dot(&normal);
        let available = self.setup.mu * along;
        ContactPoint {
            point: centre,
            normal,
            gap: self.group_distance(group),
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
        }
    }

    /// Calls `visit` with the change of every contact when the bodies move by `motion` in all; the rates are prepared.
    pub fn contact_rates<const N: usize>(
        &self,
        _bodies: [&Kinematics; 2],
        motion: [&Variation<N>; 2],
        _rho: f64,
        explicit: &Explicit<N>,
        mut visit: impl FnMut(ContactRate<N>),
    ) {
        for (group, tangent) in &self.groups {
            visit(self.contact_rate(group, tangent, motion, explicit));
        }
    }

    fn contact_rate<const N: usize>(
        &self,
        group: &[usize],
        tangent: &GroupTangent,
        motion: [&Variation<N>; 2],
        explicit: &Explicit<N>,
    ) -> ContactRate<N> {
        let Pressure {
            total,
            centre,
            push,
            wrench: (force, torque),
        } = self.pressure(group);
        let mass = self.setup.mass;
        let rows = |rows: &super::motion::Rows3| -> Lanes3<N> {
            [0, 1, 2].map(|i| along(|k| rows[(i, k)], motion))
        };
        let stretch = self.stretch(explicit);
        let friction = &tangent.by_friction;
        let changes = |first: usize, now: &Vec3, by_friction: &Vec3| -> Lanes3<N> {
            std::array::from_fn(|k| {
                along(|column| tangent.wrench[(first + k, column)], motion)
                    + explicit.mu * by_friction[k]
                    + stretch * now[k]
            })
        };
        let impulse = changes(0, &force, &friction.0);
        let couple = changes(3, &torque, &friction.1);
        let normal_force = along(|k| tangent.normal_force[k], motion);
        let point = match total > f64::MIN_POSITIVE {
            true => minus(&rows(&tangent.moment), &scale(&centre, normal_force))
                .map(|x| x * (1.0 / total)),
            false => Lanes::ZERO3,
        };
        let length = push.norm().max(f64::MIN_POSITIVE);
        let normal = push / length;
        let turn = rows(&tangent.push);
        let straight = turn[0] * normal.x + turn[1] * normal.y + turn[2] * normal.z;
        let turn = minus(&turn, &scale(&normal, straight)).map(|x| x * (1.0 / length));
        // tau = n . (T - (p - x) x F)
        let arm = centre - self.bodies[0].pose.x;
        let moment = torque - arm.cross(&force);
        let drawn = minus(&point, &motion[0].dx);
        let lever = minus(&cross(&arm, &impulse), &cross(&force, &drawn));
        let change = minus(&couple, &lever);
        let torsion = change[0] * normal.x + change[1] * normal.y + change[2] * normal.z;
        let tilted = turn[0] * moment.x + turn[1] * moment.y + turn[2] * moment.z;
        ContactRate {
            gap: along(|k| tangent.distance[k], motion),
            point,
            normal: turn,
            impulse: impulse.map(|x| x * mass),
            torsion: (torsion + tilted) * mass,
        }
    }

    /// Returns the relative change of the forces by the mass and the length of the step; a stiffness that is given does not follow the
    /// masses.
    fn stretch<const N: usize>(&self, explicit: &Explicit<N>) -> Lanes<N> {
        let mass = match self.setup.soft.stiffness {
            Some(_) => Lanes::ZERO,
            None => explicit.mass,
        };
        mass + explicit.time * (1.0 / self.bodies[0].h)
    }

    /// Returns the change of the wrenches on both bodies, in m_ab V, when the bodies move by `motion` in all.
    pub fn wrench_changes<const N: usize>(
        &self,
        motion: [&Variation<N>; 2],
        explicit: &Explicit<N>,
    ) -> [Lanes<N>; 12] {
        let tangent = &self.tangent;
        let stretch = self.stretch(explicit);
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
