//! What the contact point, the normal and the slip answer, row by row.

use super::{BOTH, CORRECTOR, part_lanes};
use crate::contact::detection::Detection;
use crate::contact::frame::ContactFrame;
use crate::contact::pair::Pair;
use crate::contact::terms::PartLane;
use crate::math::lanes::Lanes;
use crate::math::{Kinematics, Mask, Real, Vector, array, mul, tr_mul, zero};
use crate::world::FrictionPoint;

/// Answers of the contact: contact point (port frame) and alpha, slants of the normal along
/// both tangents, slip along both, spin times the radius of the patch.
pub(super) struct ContactRows<const L: usize, R> {
    pub(super) moved: [Lanes<L, R>; 4],
    pub(super) tilts: [Lanes<L, R>; 2],
    pub(super) slip: [Lanes<L, R>; 2],
    pub(super) spin: Lanes<L, R>,
}

impl<const L: usize, R: Real> ContactRows<L, R> {
    /// Returns one lane of contact point and alpha.
    #[inline(always)]
    pub(super) fn point(&self, lane: usize) -> [R; 4] {
        array(
            #[inline(always)]
            |i| self.moved[i].0[lane],
        )
    }

    /// Returns one lane of slip and spin, padded.
    #[inline(always)]
    pub(super) fn slid(&self, lane: usize) -> [R; 4] {
        let [u, w] = &self.slip;
        [u.0[lane], w.0[lane], self.spin.0[lane], R::ZERO]
    }
}

/// Adds a vector to three lanes.
#[inline(always)]
fn put<const L: usize, R: Real>(row: &mut Lanes<L, R>, first: usize, v: &Vector<R>) {
    for (k, value) in v.iter().enumerate() {
        row.0[first + k] += *value;
    }
}

impl<D: Detection<R>, R: Real> Pair<D, R> {
    #[inline(always)]
    pub(super) fn rows<const L: usize>(&self, bodies: [&Kinematics<R>; 2]) -> ContactRows<L, R> {
        let moved = self.moved_point::<L>();
        let tilts = self.tilts(&moved);
        let omega = bodies[0].omega - bodies[1].omega;
        let ContactFrame { t1, t2, .. } = self.frame;
        ContactRows {
            slip: self.slip_rows(bodies, &moved, &tilts),
            spin: (tilts[0] * omega.dot(&t1) + tilts[1] * omega.dot(&t2)) * self.radius,
            moved,
            tilts,
        }
    }

    /// Returns the contact point relative to the second body's material (port frame), and alpha.
    #[inline(always)]
    fn moved_point<const L: usize>(&self) -> [Lanes<L, R>; 4] {
        let mut rows = [Lanes::<L, R>::ZERO; 4];
        if L > CORRECTOR {
            for (k, motion_response) in self.collision.motion_response()[..L - 2].iter().enumerate()
            {
                for (row, motion_response) in rows.iter_mut().zip(motion_response) {
                    row.0[k] = *motion_response;
                }
            }
        }
        if self.has_collision_rows() {
            for &PartLane { lane, part } in part_lanes::<L>() {
                let own = self.collision.constant_response(part);
                for (row, own) in rows.iter_mut().zip(own) {
                    row.0[lane] = own;
                }
            }
        }
        rows
    }

    /// Returns whether the normal cannot change: that of a half-space on a body whose motion is known.
    pub(super) fn has_fixed_normal<const L: usize>(&self) -> bool {
        L != BOTH && self.plane.is_some()
    }

    /// Returns the change of the normal along both tangents.
    #[inline(always)]
    fn tilts<const L: usize>(&self, moved: &[Lanes<L, R>; 4]) -> [Lanes<L, R>; 2] {
        let ContactFrame { t1, t2, .. } = self.frame;
        if self.plane.is_some() {
            let mut rows = [Lanes::ZERO; 2];
            if L == BOTH {
                put(&mut rows[0], 6, &t2);
                put(&mut rows[1], 6, &-t1);
            }
            return rows;
        }
        let c = &self.collision;
        let (soft, port, push) = (c.soft(), c.soft_port(), c.soft_push());
        // The push on the first body is that of the first side, or minus that of the second.
        let sign = R::choose(soft, -R::ONE, R::ONE);
        let inverse = self.frame.inverse_push() * sign;
        let tangents = [t1, t2];
        array(
            #[inline(always)]
            |j| {
                let t = tangents[j];
                let along = tr_mul(c.port_frame(), &t) * inverse;
                let weighted: [R; 4] = array(
                    #[inline(always)]
                    |k| along[0] * port[0][k] + along[1] * port[1][k] + along[2] * port[2][k],
                );
                let mut row = -(moved[0] * weighted[0]
                    + moved[1] * weighted[1]
                    + moved[2] * weighted[2]
                    + moved[3] * weighted[3]);
                if L > CORRECTOR {
                    let turned = push.cross(&t) * inverse;
                    if (!soft).any() {
                        let own = Vector::new(weighted[0], weighted[1], weighted[2]);
                        let mut first = row;
                        put(&mut first, 0, &mul(c.port_frame(), &own));
                        put(&mut first, 3, &turned);
                        for (row, first) in row.0[..6].iter_mut().zip(first.0) {
                            *row = R::choose(soft, *row, first);
                        }
                    }
                    if L == BOTH {
                        put(&mut row, 6, &turned);
                    }
                }
                if self.has_collision_rows() {
                    for &PartLane { lane, part } in part_lanes::<L>() {
                        let own = c.soft_constants(part);
                        row.0[lane] += along[0] * own[0] + along[1] * own[1] + along[2] * own[2];
                    }
                }
                row
            },
        )
    }

    /// Returns the change of the slip along both tangents, without that of the velocities.
    #[inline(always)]
    fn slip_rows<const L: usize>(
        &self,
        bodies: [&Kinematics<R>; 2],
        moved: &[Lanes<L, R>; 4],
        tilts: &[Lanes<L, R>; 2],
    ) -> [Lanes<L, R>; 2] {
        let ContactFrame { n, t1, t2, .. } = self.frame;
        let kappa = self.frame.kappa();
        let (u1, u2, un) = (self.slip.dot(&t1), self.slip.dot(&t2), self.slip.dot(&n));
        // Along each tangent: u.dt per slant of the normal, and how the contact point moves the slip,
        // per body.
        let mut factors = [
            [kappa * u2 - un, self.swept_normal],
            [-kappa * u1 - self.swept_normal, -un],
        ];
        let mut levers = [[zero::<R>(); 2]; 2];
        for s in 0..2 {
            let omega = if s == 0 {
                bodies[s].omega
            } else {
                -bodies[s].omega
            };
            if self.slip_row == FrictionPoint::Implicit {
                levers[0][s] = t1.cross(&omega);
                levers[1][s] = t2.cross(&omega);
                continue;
            }
            let off = self.collision.arm(s) - self.lagged_arms[s];
            let (off1, off2) = (off.dot(&t1), off.dot(&t2));
            let along = off.dot(&n) * omega.dot(&n);
            for (j, lever) in [omega.dot(&t2), -omega.dot(&t1)].into_iter().enumerate() {
                factors[j][0] += lever * off1;
                factors[j][1] += lever * off2;
                levers[j][s] = n * lever;
            }
            factors[0][1] -= along;
            factors[1][0] += along;
        }
        let mut rows = [Lanes::ZERO; 2];
        for (j, row) in rows.iter_mut().enumerate() {
            let [first, second] = levers[j];
            let own = tr_mul(self.collision.port_frame(), &(first + second));
            *row = moved[0] * own[0] + moved[1] * own[1] + moved[2] * own[2];
            if !self.has_fixed_normal::<L>() {
                *row = *row + tilts[0] * factors[j][0] + tilts[1] * factors[j][1];
            }
            if L > CORRECTOR {
                put(row, 0, &-first);
                let turned = self.collision.arm(0).cross(&first);
                put(row, 3, &turned);
                if L == BOTH {
                    put(row, 6, &(turned + self.collision.arm(1).cross(&second)));
                }
            }
        }
        rows
    }

    /// Returns the change of the slip along `t` with the velocities of the bodies; `carried` is that tangent for the
    /// velocities of the centres.
    #[inline(always)]
    pub(super) fn velocity_row<const N: usize>(
        &self,
        [carried, t]: [&Vector<R>; 2],
        bodies: [&Kinematics<R>; 2],
    ) -> [R; N] {
        let mut row = [R::ZERO; N];
        for s in 0..N / 6 {
            let (carried, t) = if s == 0 {
                (*carried, *t)
            } else {
                (-carried, -t)
            };
            let turned = tr_mul(&bodies[s].domega_dphi, &self.slip_arms[s].cross(&t));
            row[6 * s..6 * s + 3].copy_from_slice(carried.as_slice());
            row[6 * s + 3..6 * s + 6].copy_from_slice(turned.as_slice());
        }
        row
    }

    /// Returns the change of the relative spin about the normal, times the radius of the patch, with the angular
    /// velocities of the bodies.
    #[inline(always)]
    pub(super) fn spin_row<const N: usize>(
        &self,
        n: &Vector<R>,
        bodies: [&Kinematics<R>; 2],
    ) -> [R; N] {
        let mut row = [R::ZERO; N];
        let n = &(n * self.radius);
        row[3..6].copy_from_slice(tr_mul(&bodies[0].domega_dphi, n).as_slice());
        if N > 6 {
            row[9..].copy_from_slice((-tr_mul(&bodies[1].domega_dphi, n)).as_slice());
        }
        row
    }
}
