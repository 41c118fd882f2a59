//! What the contact point, the normal and the slip answer, row by row.

use super::{BOTH, BodyRow, CORRECTOR, kinds};
use crate::contact::detection::Detection;
use crate::contact::frame::Frame;
use crate::contact::pair::Pair;
use crate::math::lanes::Lanes;
use crate::math::{Kinematics, Vec3};

/// Answers of the contact: contact point (frame of the ports) and alpha, slants of the normal along
/// both tangents, slip along both, spin.
pub(super) struct Rows<const L: usize> {
    pub(super) moved: [Lanes<L>; 4],
    pub(super) slants: [Lanes<L>; 2],
    pub(super) slip: [Lanes<L>; 2],
    pub(super) spin: Lanes<L>,
}

impl<const L: usize> Rows<L> {
    /// One lane of what [`Link`] keeps.
    pub(super) fn column(&self, lane: usize) -> [f64; 8] {
        let [x, y, z, alpha] = self.moved.each_ref().map(|row| row.0[lane]);
        let [u, w] = self.slip.each_ref().map(|row| row.0[lane]);
        [x, y, z, alpha, u, w, self.spin.0[lane], 0.0]
    }
}

/// Adds a vector to three lanes.
#[inline(always)]
fn put<const L: usize>(row: &mut Lanes<L>, first: usize, v: &Vec3) {
    for (k, value) in v.iter().enumerate() {
        row.0[first + k] += value;
    }
}

impl<D: Detection> Pair<D> {
    pub(super) fn rows<const L: usize>(&self, bodies: [&Kinematics; 2]) -> Rows<L> {
        let moved = self.moved_point::<L>();
        let slants = self.slants(&moved);
        let omega = bodies[0].omega - bodies[1].omega;
        let Frame { t1, t2, .. } = self.frame;
        Rows {
            slip: self.slip_rows(bodies, &moved, &slants),
            spin: slants[0] * omega.dot(&t1) + slants[1] * omega.dot(&t2),
            moved,
            slants,
        }
    }

    /// Contact point relative to the second body's material (frame of the ports), and alpha.
    fn moved_point<const L: usize>(&self) -> [Lanes<L>; 4] {
        let mut rows = [Lanes::<L>::ZERO; 4];
        if L > CORRECTOR {
            for (row, answer) in rows.iter_mut().zip(self.collision.answer()) {
                row.0[..L - 2].copy_from_slice(&answer.0[..L - 2]);
            }
        }
        if self.is_joint() {
            for &(lane, kind) in kinds::<L>() {
                let own = self.collision.answer_constants(kind);
                for (row, own) in rows.iter_mut().zip(own) {
                    row.0[lane] = own;
                }
            }
        }
        rows
    }

    /// Whether the normal cannot change: that of a half-space on a body whose motion is known.
    pub(super) fn is_upright<const L: usize>(&self) -> bool {
        L != BOTH && self.plane.is_some()
    }

    /// Change of the normal along both tangents.
    fn slants<const L: usize>(&self, moved: &[Lanes<L>; 4]) -> [Lanes<L>; 2] {
        let Frame { t1, t2, .. } = self.frame;
        if self.plane.is_some() {
            let mut rows = [Lanes::ZERO; 2];
            if L == BOTH {
                put(&mut rows[0], 6, &t2);
                put(&mut rows[1], 6, &-t1);
            }
            return rows;
        }
        let c = &self.collision;
        let (soft, port, constants) = c.soft_port();
        // The push on the first body is that of the first side, or minus that of the second.
        let sign = if soft == 0 { 1.0 } else { -1.0 };
        let inverse = self.frame.inverse_push() * sign;
        [t1, t2].map(|t| {
            let along = c.port_frame().tr_mul(&t) * inverse;
            let weighed: [f64; 4] = std::array::from_fn(|k| {
                along[0] * port[0][k] + along[1] * port[1][k] + along[2] * port[2][k]
            });
            let mut row = -(moved[0] * weighed[0]
                + moved[1] * weighed[1]
                + moved[2] * weighed[2]
                + moved[3] * weighed[3]);
            if L > CORRECTOR {
                let turned = c.push[soft].cross(&t) * inverse;
                if soft == 0 {
                    let own = Vec3::new(weighed[0], weighed[1], weighed[2]);
                    put(&mut row, 0, &(c.port_frame() * own));
                    put(&mut row, 3, &turned);
                }
                if L == BOTH {
                    put(&mut row, 6, &turned);
                }
            }
            if self.is_joint() {
                for &(lane, kind) in kinds::<L>() {
                    let own = &constants[kind];
                    row.0[lane] += along[0] * own[0] + along[1] * own[1] + along[2] * own[2];
                }
            }
            row
        })
    }

    /// Change of the slip along both tangents, without that of the velocities.
    fn slip_rows<const L: usize>(
        &self,
        bodies: [&Kinematics; 2],
        moved: &[Lanes<L>; 4],
        slants: &[Lanes<L>; 2],
    ) -> [Lanes<L>; 2] {
        let Frame { n, t1, t2, .. } = self.frame;
        let kappa = self.frame.kappa();
        let (u1, u2, un) = (self.slip.dot(&t1), self.slip.dot(&t2), self.slip.dot(&n));
        // Along each tangent: u.dt per slant of the normal, and how the contact point moves the slip,
        // per body.
        let mut factors = [[kappa * u2 - un, 0.0], [-kappa * u1, -un]];
        let mut levers = [[Vec3::zeros(); 2]; 2];
        for s in 0..2 {
            let omega = if s == 0 {
                bodies[s].omega
            } else {
                -bodies[s].omega
            };
            if !self.lagged {
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
            let own = self.collision.port_frame().tr_mul(&(first + second));
            *row = moved[0] * own[0] + moved[1] * own[1] + moved[2] * own[2];
            if !self.is_upright::<L>() {
                *row = *row + slants[0] * factors[j][0] + slants[1] * factors[j][1];
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

    /// Change of the slip along `t` with the velocities of the bodies.
    pub(super) fn velocity_row<const L: usize>(
        &self,
        t: &Vec3,
        bodies: [&Kinematics; 2],
    ) -> BodyRow {
        let mut row = [0.0; 12];
        for s in 0..1 + usize::from(L == BOTH) {
            let t = if s == 0 { *t } else { -t };
            let turned = bodies[s].turn.tr_mul(&self.slip_arms[s].cross(&t));
            row[6 * s..6 * s + 3].copy_from_slice(t.as_slice());
            row[6 * s + 3..6 * s + 6].copy_from_slice(turned.as_slice());
        }
        row
    }

    /// Change of the relative spin about the normal with the angular velocities of the bodies.
    pub(super) fn spin_row<const L: usize>(&self, n: &Vec3, bodies: [&Kinematics; 2]) -> BodyRow {
        let mut row = [0.0; 12];
        row[3..6].copy_from_slice(bodies[0].turn.tr_mul(n).as_slice());
        if L == BOTH {
            row[9..].copy_from_slice((-bodies[1].turn.tr_mul(n)).as_slice());
        }
        row
    }
}
