//! The tangent of a pair, column by column in closed form.
//!
//! What the pair sees of the motion of its bodies is the relative translation xi of their material
//! at the contact point, the relative rotation theta and the rotation of the second body (a row over
//! these is a [`Lanes`] of xi, theta, that rotation, AFFINE, UNIT), and, in the slip, the change of the
//! velocities themselves: two rows over the twelve columns that the law weighs directly. With a
//! fixed second body its rotation and its columns are left out.
//!
//! ```text
//! xi = dx_a + dtheta_a x r_a - dx_b - dtheta_b x r_b       theta = dtheta_a - dtheta_b
//! ```

use super::Pair;
use crate::contact::coulomb::Slip;
use crate::contact::detection::Detection;
use crate::contact::frame::Frame;
use crate::contact::terms::{BodyMotion, COLUMNS};
use crate::math::lanes::{Lanes, Lanes3, apply, plus, scale};
use crate::math::{Kinematics, Mat3, Vec3};

/// A row over the columns of both bodies.
type BodyRow = [f64; 12];

/// Lanes of the corrector alone.
pub(super) const CORRECTOR: usize = 1;
/// With the columns of the first body, AFFINE and UNIT.
pub(super) const ONE_BODY: usize = 8;
/// With the columns of both bodies, AFFINE and UNIT.
pub(super) const BOTH: usize = 11;

/// What the back-substitution needs of the rows, column by column: contact point (3, frame of the
/// ports), alpha, then slip (2), spin and nothing.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Link {
    /// Over xi, theta and the rotation of the second body.
    motion: [[f64; 8]; 9],
    /// Slip and spin over the velocities of both bodies.
    velocity: [[f64; 4]; 12],
    /// For AFFINE, UNIT, CORRECTOR.
    constants: [[f64; 8]; 3],
}

/// sum += factor column.
#[inline(always)]
fn add<const N: usize>(sum: &mut [f64; N], column: &[f64; N], factor: f64) {
    for (sum, value) in sum.iter_mut().zip(column) {
        *sum += factor * value;
    }
}

/// Adds a vector to three lanes.
#[inline(always)]
fn put<const L: usize>(row: &mut Lanes<L>, first: usize, v: &Vec3) {
    for (k, value) in v.iter().enumerate() {
        row.0[first + k] += value;
    }
}

/// (lane, part) of the right sides.
const fn kinds<const L: usize>() -> &'static [(usize, usize)] {
    match L {
        CORRECTOR => &[(0, 2)],
        ONE_BODY => &[(6, 0), (7, 1)],
        _ => &[(9, 0), (10, 1)],
    }
}

/// Columns of the moving bodies.
const fn width<const L: usize>() -> usize {
    if L == BOTH { 12 } else { 6 }
}

/// Answers of the contact: contact point (frame of the ports) and alpha, slants of the normal along
/// both tangents, slip along both, spin.
struct Rows<const L: usize> {
    moved: [Lanes<L>; 4],
    slants: [Lanes<L>; 2],
    slip: [Lanes<L>; 2],
    spin: Lanes<L>,
}

impl<const L: usize> Rows<L> {
    /// One lane of what [`Link`] keeps.
    fn column(&self, lane: usize) -> [f64; 8] {
        let [x, y, z, alpha] = self.moved.each_ref().map(|row| row.0[lane]);
        let [u, w] = self.slip.each_ref().map(|row| row.0[lane]);
        [x, y, z, alpha, u, w, self.spin.0[lane], 0.0]
    }
}

impl<D: Detection> Pair<D> {
    /// Fills `tangent`.
    pub(super) fn set_columns<const L: usize>(&mut self, bodies: [&Kinematics; 2]) {
        let rows = self.rows::<L>(bodies);
        let mut base = Lanes::<L>::ZERO;
        base.0[L - 2] = 1.0;
        let (impulse, moment) = self.answer(&rows, base);

        let h = bodies[0].h;
        let mut force = impulse.map(|row| self.expand(&row, h));
        let mut twist = moment.map(|row| self.expand(&row, h));
        let Frame { n, t1, t2, .. } = self.frame;
        let weights = self.law.stiffness();
        let [along1, along2] = [t1, t2].map(|t| self.velocity_row::<L>(&t, bodies));
        for k in 0..width::<L>() {
            let [first, second] =
                [0, 1].map(|j| weights.beta[j].0[0] * along1[k] + weights.beta[j].0[1] * along2[k]);
            for i in 0..3 {
                force[i][k] += t1[i] * first + t2[i] * second;
            }
        }
        let mut spun = [0.0; 12];
        if self.law.has_torsion() {
            spun = self.spin_row::<L>(&n, bodies);
            for i in 0..3 {
                for k in 0..width::<L>() {
                    twist[i][k] += n[i] * weights.tau.0[2] * spun[k];
                }
            }
        }
        for k in 0..width::<L>() {
            self.link.velocity[k] = [along1[k], along2[k], spun[k], 0.0];
        }
        for k in 0..L - 2 {
            self.link.motion[k] = rows.column(k);
        }
        self.keep_constants(&rows);
        self.write::<L>(&force, &twist, [&impulse, &moment], bodies);
    }

    /// Wrenches of the corrector for bodies that stand still.
    pub(super) fn corrector_wrenches(&mut self, bodies: [&Kinematics; 2]) -> BodyRow {
        let rows = self.rows::<CORRECTOR>(bodies);
        self.keep_constants(&rows);
        let (impulse, moment) = self.answer(&rows, Lanes::ZERO);
        let [force, twist] = [impulse, moment].map(|rows| Vec3::from(rows.map(|row| row.0[0])));
        let mut out = [0.0; 12];
        for s in 0..2 {
            let sign = if s == 0 { self.mass } else { -self.mass };
            let torque = (self.collision.arm(s).cross(&force) + twist) * sign;
            out[6 * s..6 * s + 3].copy_from_slice((force * sign).as_slice());
            out[6 * s + 3..6 * s + 6].copy_from_slice(torque.as_slice());
        }
        out
    }

    /// Stores a part of the direction for the motion of the bodies.
    pub(super) fn follow(&mut self, kind: usize, bodies: [&Kinematics; 2], motion: &BodyMotion) {
        let constants = &self.link.constants[kind];
        let part = |s: usize, first: usize| {
            Vec3::new(motion[s][first], motion[s][first + 1], motion[s][first + 2])
        };
        let [turn_a, turn_b] = [0, 1].map(|s| part(s, 3) * bodies[s].h);
        let [xi_a, xi_b] = [0, 1].map(|s| {
            let turn = if s == 0 { &turn_a } else { &turn_b };
            part(s, 0) * bodies[s].h + turn.cross(&self.collision.arm(s))
        });
        let (xi, theta) = (xi_a - xi_b, turn_a - turn_b);
        let mut all = *constants;
        for k in 0..3 {
            add(&mut all, &self.link.motion[k], xi[k]);
            add(&mut all, &self.link.motion[3 + k], theta[k]);
        }
        let mut slid = [all[4], all[5], all[6], all[7]];
        for (velocity, motion) in self.link.velocity.iter().zip(&motion[0]) {
            add(&mut slid, velocity, *motion);
        }
        if bodies[1].h > 0.0 {
            for k in 0..3 {
                let turned = &self.link.motion[6 + k];
                add(&mut all, turned, turn_b[k]);
                add(
                    &mut slid,
                    &[turned[4], turned[5], turned[6], turned[7]],
                    turn_b[k],
                );
            }
            for (velocity, motion) in self.link.velocity[6..].iter().zip(&motion[1]) {
                add(&mut slid, velocity, *motion);
            }
        }
        let moved = [all[0], all[1], all[2], all[3]];
        let slip = Slip {
            gap: moved[3] * self.length,
            u: [slid[0], slid[1]],
            spin: slid[2],
            bounds: [0.0; 2],
        };
        self.law.follow(kind, &slip);
        if self.is_joint() {
            self.collision.follow(kind, moved, &xi, &xi_b);
        }
    }

    fn keep_constants<const L: usize>(&mut self, rows: &Rows<L>) {
        for &(lane, kind) in kinds::<L>() {
            self.link.constants[kind] = rows.column(lane);
        }
    }

    fn rows<const L: usize>(&self, bodies: [&Kinematics; 2]) -> Rows<L> {
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

    /// Change of the impulse and of its moment about the contact point, carried along by the second
    /// body's material; without what the law makes of the velocities of the bodies.
    fn answer<const L: usize>(&self, rows: &Rows<L>, base: Lanes<L>) -> (Lanes3<L>, Lanes3<L>) {
        let Rows {
            moved,
            slants,
            slip,
            spin,
        } = rows;
        let slip = Slip {
            gap: moved[3] * self.length,
            u: *slip,
            spin: *spin,
            bounds: [Lanes::ZERO; 2],
        };
        let offset = |row: usize| self.law.offset_lanes(row, kinds::<L>());
        let law = self.law.respond(&slip, offset, base).impulse;
        let now = self.law.impulse();
        let kappa = self.frame.kappa();
        let Frame { n, t1, t2, .. } = self.frame;
        let mut along = [law.gamma, law.beta[0], law.beta[1]];
        if !self.is_upright::<L>() {
            let slanted = [
                -(slants[0] * now.beta[0] + slants[1] * now.beta[1]),
                slants[0] * (now.gamma - kappa * now.beta[1]),
                slants[1] * now.gamma + slants[0] * (kappa * now.beta[0]),
            ];
            along = plus(&along, &slanted);
        }
        let impulse = apply(&Mat3::from_columns(&[n, t1, t2]), &along);
        let point = apply(self.collision.port_frame(), &[moved[0], moved[1], moved[2]]);
        let f = self.impulse;
        let mut moment = [
            point[1] * f.z - point[2] * f.y,
            point[2] * f.x - point[0] * f.z,
            point[0] * f.y - point[1] * f.x,
        ];
        if self.law.has_torsion() {
            let turned = plus(
                &scale(&t1, slants[0] * self.tau),
                &scale(&t2, slants[1] * self.tau),
            );
            moment = plus(&moment, &plus(&turned, &scale(&n, law.tau)));
        }
        (impulse, moment)
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
    fn is_upright<const L: usize>(&self) -> bool {
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
    fn velocity_row<const L: usize>(&self, t: &Vec3, bodies: [&Kinematics; 2]) -> BodyRow {
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
    fn spin_row<const L: usize>(&self, n: &Vec3, bodies: [&Kinematics; 2]) -> BodyRow {
        let mut row = [0.0; 12];
        row[3..6].copy_from_slice(bodies[0].turn.tr_mul(n).as_slice());
        if L == BOTH {
            row[9..].copy_from_slice((-bodies[1].turn.tr_mul(n)).as_slice());
        }
        row
    }

    /// A row over the columns of the bodies over a step `h`.
    fn expand<const L: usize>(&self, row: &Lanes<L>, h: f64) -> BodyRow {
        let [xi, theta] = [0, 3].map(|k| Vec3::new(row.0[k], row.0[k + 1], row.0[k + 2]) * h);
        let mut out = [0.0; 12];
        out[..3].copy_from_slice(xi.as_slice());
        out[3..6].copy_from_slice((self.collision.arm(0).cross(&xi) + theta).as_slice());
        if L == BOTH {
            let second = Vec3::new(row.0[6], row.0[7], row.0[8]) * h;
            let turned = second - theta - self.collision.arm(1).cross(&xi);
            out[6..9].copy_from_slice((-xi).as_slice());
            out[9..].copy_from_slice(turned.as_slice());
        }
        out
    }

    /// Wrenches on both bodies from the change of the impulse and of its moment about the contact
    /// point, carried along by the second body's material.
    fn write<const L: usize>(
        &mut self,
        force: &[BodyRow; 3],
        twist: &[BodyRow; 3],
        constants: [&Lanes3<L>; 2],
        bodies: [&Kinematics; 2],
    ) {
        let (f, h) = (self.impulse, bodies[0].h);
        let second = self.collision.arm(1);
        for s in 0..2 {
            let sign = if s == 0 { self.mass } else { -self.mass };
            let r = self.collision.arm(s);
            for i in 0..3 {
                let (j, k) = ((i + 1) % 3, (i + 2) % 3);
                let (to, about) = (6 * s + i, 6 * s + 3 + i);
                for c in 0..width::<L>() {
                    self.tangent[to][c] = force[i][c] * sign;
                    let swept = r[j] * force[k][c] - r[k] * force[j][c];
                    self.tangent[about][c] = (swept + twist[i][c]) * sign;
                }
                for c in 0..2 {
                    let lane = L - 2 + c;
                    let [force, twist] = constants;
                    self.tangent[to][COLUMNS - 2 + c] = force[i].0[lane] * sign;
                    let swept = r[j] * force[k].0[lane] - r[k] * force[j].0[lane];
                    self.tangent[about][COLUMNS - 2 + c] = (swept + twist[i].0[lane]) * sign;
                }
                // The centre of the first body moves away under the contact point, which is carried
                // along by the second.
                let scale = sign * h;
                if s == 0 {
                    self.tangent[about][j] -= f[k] * scale;
                    self.tangent[about][k] += f[j] * scale;
                    if L == BOTH {
                        self.tangent[about][6 + j] += f[k] * scale;
                        self.tangent[about][6 + k] -= f[j] * scale;
                    }
                }
                if L == BOTH {
                    // - f x (phi x r) = r (f.phi) - phi (f.r).
                    for c in 0..3 {
                        self.tangent[about][9 + c] += second[i] * f[c] * scale;
                    }
                    self.tangent[about][9 + i] -= second.dot(&f) * scale;
                }
            }
        }
    }
}
