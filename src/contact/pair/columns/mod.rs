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

mod rows;

use super::Pair;
use crate::contact::coulomb::ContactMotion;
use crate::contact::detection::Detection;
use crate::contact::frame::ContactFrame;
use crate::contact::terms::{BodyMotion, PartLane};
use crate::ipm::ByPart;
use crate::ipm::DirectionPart::{self, Affine, Corrector, Unit};
use crate::math::lanes::{Lanes, Lanes3, apply, plus, scale};
use crate::math::{Kinematics, Matrix, Real, Vector, array};
use rows::Rows;

/// Lanes of the corrector alone.
pub(super) const CORRECTOR: usize = 1;
/// With the columns of the first body, AFFINE and UNIT.
pub(super) const ONE_BODY: usize = 8;
/// With the columns of both bodies, AFFINE and UNIT.
pub(super) const BOTH: usize = 11;

/// What the back-substitution needs of the rows, column by column, besides the answer of the collision
/// problem: slip (2), spin and nothing.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct RecoveryColumns<R> {
    /// Over xi, theta and the rotation of the second body.
    motion: [[R; 4]; 9],
    /// Over the angular velocities of both bodies.
    angular: [[[R; 4]; 3]; 2],
    /// For AFFINE, UNIT, CORRECTOR: contact point (frame of the ports) and alpha, slip and spin.
    constants: ByPart<[[R; 4]; 2]>,
}

/// sum += factor column.
#[inline(always)]
fn add<R: Real, const N: usize>(sum: &mut [R; N], column: &[R; N], factor: R) {
    for (sum, value) in sum.iter_mut().zip(column) {
        *sum += factor * *value;
    }
}

/// Motion of the material of a body at an `arm` from its centre, and its rotation.
#[inline(always)]
fn motion_at_arm<R: Real>(arm: &Vector<R>, motion: &[R; 6], h: f64) -> (Vector<R>, Vector<R>) {
    let [x, y, z, a, b, c] = *motion;
    let h = R::of(h);
    let turn = Vector::new(a, b, c) * h;
    (Vector::new(x, y, z) * h + turn.cross(arm), turn)
}

/// Adds what the velocities of a body change in slip and spin.
#[inline(always)]
fn slide<R: Real>(
    slid: &mut [R; 4],
    tangents: [Vector<R>; 2],
    angular: &[[R; 4]; 3],
    motion: &[R; 6],
) {
    for k in 0..3 {
        slid[0] += tangents[0][k] * motion[k];
        slid[1] += tangents[1][k] * motion[k];
    }
    for (column, motion) in angular.iter().zip(&motion[3..]) {
        add(slid, column, *motion);
    }
}

/// Returns the lanes of the right sides.
const fn part_lanes<const L: usize>() -> &'static [PartLane] {
    const fn lane(lane: usize, part: DirectionPart) -> PartLane {
        PartLane { lane, part }
    }
    match L {
        CORRECTOR => const { &[lane(0, Corrector)] },
        ONE_BODY => const { &[lane(6, Affine), lane(7, Unit)] },
        _ => const { &[lane(9, Affine), lane(10, Unit)] },
    }
}

impl<D: Detection<R>, R: Real> Pair<D, R> {
    /// The tangent for one moving body or for two.
    #[inline(always)]
    pub(in crate::contact) fn condense_columns(
        &mut self,
        bodies: [&Kinematics<R>; 2],
        visit: &mut impl FnMut(usize, &[R], [R; 2]),
    ) {
        if bodies[1].h > 0.0 {
            self.set_columns::<BOTH, 12>(bodies, visit);
        } else {
            self.set_columns::<ONE_BODY, 6>(bodies, visit);
        }
    }

    /// The tangent with its `N` columns; keeps what [`Self::recover_direction`] needs.
    #[inline(always)]
    fn set_columns<const L: usize, const N: usize>(
        &mut self,
        bodies: [&Kinematics<R>; 2],
        visit: &mut impl FnMut(usize, &[R], [R; 2]),
    ) {
        let rows = self.rows::<L>(bodies);
        let mut base = Lanes::<L, R>::ZERO;
        base.0[L - 2] = R::ONE;
        let (impulse, moment) = self.impulse_response(&rows, base);

        let h = R::of(bodies[0].h);
        let mut force: [[R; N]; 3] = self.expand(&impulse, h);
        let mut twist: [[R; N]; 3] = self.expand(&moment, h);
        let ContactFrame { n, t1, t2, .. } = self.frame;
        let weights = self.law.stiffness();
        let [carried1, carried2] = self.carrier.tangents(&t1, &t2);
        let along1 = self.velocity_row::<N>([&carried1, &t1], bodies);
        let along2 = self.velocity_row::<N>([&carried2, &t2], bodies);
        for k in 0..N {
            let [first, second] = array(
                #[inline(always)]
                |j| weights.beta[j].0[0] * along1[k] + weights.beta[j].0[1] * along2[k],
            );
            for i in 0..3 {
                force[i][k] += t1[i] * first + t2[i] * second;
            }
        }
        let mut spun = [R::ZERO; N];
        if self.law.has_torsion() {
            spun = self.spin_row::<N>(&n, bodies);
            for i in 0..3 {
                for k in 0..N {
                    twist[i][k] += n[i] * weights.tau.0[2] * spun[k];
                }
            }
        }
        for s in 0..N / 6 {
            for k in 0..3 {
                let at = 6 * s + 3 + k;
                self.recovery.angular[s][k] = [along1[at], along2[at], spun[at], R::ZERO];
            }
        }
        for k in 0..L - 2 {
            self.recovery.motion[k] = rows.slid(k);
        }
        self.store_constants(&rows);
        self.write(&force, &twist, [&impulse, &moment], bodies, visit);
    }

    /// Wrenches of the corrector for bodies that stand still.
    #[inline(always)]
    pub(in crate::contact) fn corrector_wrenches(
        &mut self,
        bodies: [&Kinematics<R>; 2],
    ) -> [R; 12] {
        let rows = self.rows::<CORRECTOR>(bodies);
        self.store_constants(&rows);
        let (impulse, moment) = self.impulse_response(&rows, Lanes::ZERO);
        let [force, twist] = [
            Vector::new(impulse[0].0[0], impulse[1].0[0], impulse[2].0[0]),
            Vector::new(moment[0].0[0], moment[1].0[0], moment[2].0[0]),
        ];
        let mut out = [R::ZERO; 12];
        for s in 0..2 {
            let sign = R::of(if s == 0 { self.mass } else { -self.mass });
            let torque = (self.collision.arm(s).cross(&force) + twist) * sign;
            out[6 * s..6 * s + 3].copy_from_slice((force * sign).as_slice());
            out[6 * s + 3..6 * s + 6].copy_from_slice(torque.as_slice());
        }
        out
    }

    /// Stores a part of the direction for the motion of the bodies.
    #[inline(always)]
    pub(in crate::contact) fn recover_direction(
        &mut self,
        part: DirectionPart,
        bodies: [&Kinematics<R>; 2],
        motion: BodyMotion<'_, R>,
    ) {
        let (xi_a, turn_a) = motion_at_arm(&self.collision.arm(0), motion[0], bodies[0].h);
        let (xi_b, turn_b) = motion_at_arm(&self.collision.arm(1), motion[1], bodies[1].h);
        let (xi, theta) = (xi_a - xi_b, turn_a - turn_b);
        let motion_response = self.collision.motion_response();
        let RecoveryColumns {
            motion: slides,
            angular,
            constants,
        } = &self.recovery;
        let [mut moved, mut slid] = constants[part];
        for k in 0..3 {
            add(&mut moved, &motion_response[k], xi[k]);
            add(&mut slid, &slides[k], xi[k]);
            add(&mut moved, &motion_response[3 + k], theta[k]);
            add(&mut slid, &slides[3 + k], theta[k]);
        }
        let ContactFrame { t1, t2, .. } = self.frame;
        let [t1, t2] = self.carrier.tangents(&t1, &t2);
        slide(&mut slid, [t1, t2], &angular[0], motion[0]);
        if bodies[1].h > 0.0 {
            for k in 0..3 {
                add(&mut moved, &motion_response[6 + k], turn_b[k]);
                add(&mut slid, &slides[6 + k], turn_b[k]);
            }
            slide(&mut slid, [-t1, -t2], &angular[1], motion[1]);
        }
        let slip = ContactMotion {
            gap: moved[3] * self.length,
            u: [slid[0], slid[1]],
            spin: slid[2],
            bounds: [R::ZERO; 2],
        };
        self.law.recover(part, &slip);
        if self.has_collision_rows() {
            self.collision.recover(part, moved, &xi, &xi_b);
        }
    }

    #[inline(always)]
    fn store_constants<const L: usize>(&mut self, rows: &Rows<L, R>) {
        for &PartLane { lane, part } in part_lanes::<L>() {
            self.recovery.constants[part] = [rows.point(lane), rows.slid(lane)];
        }
    }

    /// Change of the impulse and of its moment about the contact point, carried along by the second
    /// body's material; without what the law makes of the velocities of the bodies.
    #[inline(always)]
    fn impulse_response<const L: usize>(
        &self,
        rows: &Rows<L, R>,
        base: Lanes<L, R>,
    ) -> (Lanes3<L, R>, Lanes3<L, R>) {
        let Rows {
            moved,
            tilts,
            slip,
            spin,
        } = rows;
        let slip = ContactMotion {
            gap: moved[3] * self.length,
            u: *slip,
            spin: *spin,
            bounds: [Lanes::ZERO; 2],
        };
        let offset = |row: usize| self.law.offset_lanes(row, part_lanes::<L>());
        let law = self.law.respond(&slip, offset, base).impulse;
        let now = self.law.impulse();
        let kappa = self.frame.kappa();
        let ContactFrame { n, t1, t2, .. } = self.frame;
        let mut along = [law.gamma, law.beta[0], law.beta[1]];
        if !self.has_fixed_normal::<L>() {
            let slanted = [
                -(tilts[0] * now.beta[0] + tilts[1] * now.beta[1]),
                tilts[0] * (now.gamma - kappa * now.beta[1]),
                tilts[1] * now.gamma + tilts[0] * (kappa * now.beta[0]),
            ];
            along = plus(&along, &slanted);
        }
        let impulse = apply(&Matrix::from_columns(&[n, t1, t2]), &along);
        let point = apply(self.collision.port_frame(), &[moved[0], moved[1], moved[2]]);
        let f = self.impulse;
        let mut moment = [
            point[1] * f.z - point[2] * f.y,
            point[2] * f.x - point[0] * f.z,
            point[0] * f.y - point[1] * f.x,
        ];
        if self.law.has_torsion() {
            let turned = plus(
                &scale(&t1, tilts[0] * self.tau),
                &scale(&t2, tilts[1] * self.tau),
            );
            moment = plus(&moment, &plus(&turned, &scale(&n, law.tau)));
        }
        (impulse, moment)
    }

    /// Three rows over the columns of the bodies over a step `h`.
    #[inline(always)]
    fn expand<const L: usize, const N: usize>(&self, rows: &Lanes3<L, R>, h: R) -> [[R; N]; 3] {
        let [x, y, z] = rows;
        [
            self.expand_row(x, h),
            self.expand_row(y, h),
            self.expand_row(z, h),
        ]
    }

    #[inline(always)]
    fn expand_row<const L: usize, const N: usize>(&self, row: &Lanes<L, R>, h: R) -> [R; N] {
        let xi = Vector::new(row.0[0], row.0[1], row.0[2]) * h;
        let theta = Vector::new(row.0[3], row.0[4], row.0[5]) * h;
        let mut out = [R::ZERO; N];
        out[..3].copy_from_slice(xi.as_slice());
        out[3..6].copy_from_slice((self.collision.arm(0).cross(&xi) + theta).as_slice());
        if L == BOTH {
            let second = Vector::new(row.0[6], row.0[7], row.0[8]) * h;
            let turned = second - theta - self.collision.arm(1).cross(&xi);
            out[6..9].copy_from_slice((-xi).as_slice());
            out[9..].copy_from_slice(turned.as_slice());
        }
        out
    }

    /// Wrenches on both bodies from the change of the impulse and of its moment about the contact
    /// point, carried along by the second body's material.
    #[inline(always)]
    fn write<const L: usize, const N: usize>(
        &self,
        force: &[[R; N]; 3],
        twist: &[[R; N]; 3],
        constants: [&Lanes3<L, R>; 2],
        bodies: [&Kinematics<R>; 2],
        visit: &mut impl FnMut(usize, &[R], [R; 2]),
    ) {
        let (f, h) = (self.impulse, R::of(bodies[0].h));
        let second = self.collision.arm(1);
        for s in 0..N / 6 {
            let sign = R::of(if s == 0 { self.mass } else { -self.mass });
            let r = self.collision.arm(s);
            for i in 0..3 {
                let (j, k) = ((i + 1) % 3, (i + 2) % 3);
                let (mut pushed, mut turned) = ([R::ZERO; N], [R::ZERO; N]);
                for c in 0..N {
                    pushed[c] = force[i][c] * sign;
                    let swept = r[j] * force[k][c] - r[k] * force[j][c];
                    turned[c] = (swept + twist[i][c]) * sign;
                }
                // The centre of the first body moves away under the contact point, which is carried
                // along by the second.
                let scale = sign * h;
                if s == 0 {
                    turned[j] -= f[k] * scale;
                    turned[k] += f[j] * scale;
                    if L == BOTH {
                        turned[6 + j] += f[k] * scale;
                        turned[6 + k] -= f[j] * scale;
                    }
                }
                if L == BOTH {
                    // - f x (phi x r) = r (f.phi) - phi (f.r).
                    for c in 0..3 {
                        turned[9 + c] += second[i] * f[c] * scale;
                    }
                    turned[9 + i] -= second.dot(&f) * scale;
                }
                let [force, twist] = constants;
                let lanes = [L - 2, L - 1];
                let constants = array(
                    #[inline(always)]
                    |c| force[i].0[lanes[c]] * sign,
                );
                visit(6 * s + i, &pushed, constants);
                let constants = array(
                    #[inline(always)]
                    |c| {
                        let (y, z) = (force[j].0[lanes[c]], force[k].0[lanes[c]]);
                        (r[j] * z - r[k] * y + twist[i].0[lanes[c]]) * sign
                    },
                );
                visit(6 * s + 3 + i, &turned, constants);
            }
        }
    }
}
