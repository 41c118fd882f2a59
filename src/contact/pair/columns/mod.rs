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
use crate::contact::coulomb::Slip;
use crate::contact::detection::Detection;
use crate::contact::frame::Frame;
use crate::contact::terms::{BodyMotion, COLUMNS, Tangent};
use crate::math::lanes::{Lanes, Lanes3, apply, plus, scale};
use crate::math::{Kinematics, Matrix, Real, Vector, array};
use rows::Rows;

/// A row over the columns of both bodies.
type BodyRow<R> = [R; 12];

/// Lanes of the corrector alone.
pub(super) const CORRECTOR: usize = 1;
/// With the columns of the first body, AFFINE and UNIT.
pub(super) const ONE_BODY: usize = 8;
/// With the columns of both bodies, AFFINE and UNIT.
pub(super) const BOTH: usize = 11;

/// What the back-substitution needs of the rows, column by column, besides the answer of the collision
/// problem: slip (2), spin and nothing.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Link<R> {
    /// Over xi, theta and the rotation of the second body.
    motion: [[R; 4]; 9],
    /// Over the angular velocities of both bodies.
    angular: [[[R; 4]; 3]; 2],
    /// For AFFINE, UNIT, CORRECTOR: contact point (frame of the ports) and alpha, slip and spin.
    constants: [[[R; 4]; 2]; 3],
}

/// sum += factor column.
#[inline(always)]
fn add<R: Real, const N: usize>(sum: &mut [R; N], column: &[R; N], factor: R) {
    for (sum, value) in sum.iter_mut().zip(column) {
        *sum += factor * *value;
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

impl<D: Detection<R>, R: Real> Pair<D, R> {
    /// The tangent for one moving body or for two.
    #[inline(always)]
    pub(in crate::contact) fn set_columns_of(
        &mut self,
        bodies: [&Kinematics<R>; 2],
        out: &mut Tangent<R>,
    ) {
        if bodies[1].h > 0.0 {
            self.set_columns::<BOTH>(bodies, out);
        } else {
            self.set_columns::<ONE_BODY>(bodies, out);
        }
    }

    /// The tangent; keeps what [`Self::follow`] needs.
    #[inline(always)]
    fn set_columns<const L: usize>(&mut self, bodies: [&Kinematics<R>; 2], out: &mut Tangent<R>) {
        let rows = self.rows::<L>(bodies);
        let mut base = Lanes::<L, R>::ZERO;
        base.0[L - 2] = R::ONE;
        let (impulse, moment) = self.answer(&rows, base);

        let h = R::of(bodies[0].h);
        let mut force: [_; 3] = array(
            #[inline(always)]
            |i| self.expand(&impulse[i], h),
        );
        let mut twist: [_; 3] = array(
            #[inline(always)]
            |i| self.expand(&moment[i], h),
        );
        let Frame { n, t1, t2, .. } = self.frame;
        let weights = self.law.stiffness();
        let along1 = self.velocity_row::<L>(&t1, bodies);
        let along2 = self.velocity_row::<L>(&t2, bodies);
        for k in 0..width::<L>() {
            let [first, second] = array(
                #[inline(always)]
                |j| weights.beta[j].0[0] * along1[k] + weights.beta[j].0[1] * along2[k],
            );
            for i in 0..3 {
                force[i][k] += t1[i] * first + t2[i] * second;
            }
        }
        let mut spun = [R::ZERO; 12];
        if self.law.has_torsion() {
            spun = self.spin_row::<L>(&n, bodies);
            for i in 0..3 {
                for k in 0..width::<L>() {
                    twist[i][k] += n[i] * weights.tau.0[2] * spun[k];
                }
            }
        }
        for s in 0..width::<L>() / 6 {
            for k in 0..3 {
                let at = 6 * s + 3 + k;
                self.link.angular[s][k] = [along1[at], along2[at], spun[at], R::ZERO];
            }
        }
        for k in 0..L - 2 {
            self.link.motion[k] = rows.slid(k);
        }
        self.keep_constants(&rows);
        self.write::<L>(&force, &twist, [&impulse, &moment], bodies, out);
    }

    /// Wrenches of the corrector for bodies that stand still.
    #[inline(always)]
    pub(in crate::contact) fn corrector_wrenches(
        &mut self,
        bodies: [&Kinematics<R>; 2],
    ) -> BodyRow<R> {
        let rows = self.rows::<CORRECTOR>(bodies);
        self.keep_constants(&rows);
        let (impulse, moment) = self.answer(&rows, Lanes::ZERO);
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
    pub(in crate::contact) fn follow(
        &mut self,
        kind: usize,
        bodies: [&Kinematics<R>; 2],
        motion: BodyMotion<'_, R>,
    ) {
        let moved = |s: usize| {
            let [x, y, z, a, b, c] = *motion[s];
            let h = R::of(bodies[s].h);
            let turn = Vector::new(a, b, c) * h;
            let moved = Vector::new(x, y, z) * h + turn.cross(&self.collision.arm(s));
            (moved, turn)
        };
        let ((xi_a, turn_a), (xi_b, turn_b)) = (moved(0), moved(1));
        let (xi, theta) = (xi_a - xi_b, turn_a - turn_b);
        let answer = self.collision.answer();
        let Link {
            motion: slides,
            angular,
            constants,
        } = &self.link;
        let [mut moved, mut slid] = constants[kind];
        for k in 0..3 {
            add(&mut moved, &answer[k], xi[k]);
            add(&mut slid, &slides[k], xi[k]);
            add(&mut moved, &answer[3 + k], theta[k]);
            add(&mut slid, &slides[3 + k], theta[k]);
        }
        let Frame { t1, t2, .. } = self.frame;
        let slide = |slid: &mut [R; 4], s: usize, sign: R| {
            for k in 0..3 {
                let along = [t1[k] * sign, t2[k] * sign];
                slid[0] += along[0] * motion[s][k];
                slid[1] += along[1] * motion[s][k];
            }
            for (column, motion) in angular[s].iter().zip(&motion[s][3..]) {
                add(slid, column, *motion);
            }
        };
        slide(&mut slid, 0, R::ONE);
        if bodies[1].h > 0.0 {
            for k in 0..3 {
                add(&mut moved, &answer[6 + k], turn_b[k]);
                add(&mut slid, &slides[6 + k], turn_b[k]);
            }
            slide(&mut slid, 1, -R::ONE);
        }
        let slip = Slip {
            gap: moved[3] * self.length,
            u: [slid[0], slid[1]],
            spin: slid[2],
            bounds: [R::ZERO; 2],
        };
        self.law.follow(kind, &slip);
        if self.is_joint() {
            self.collision.follow(kind, moved, &xi, &xi_b);
        }
    }

    #[inline(always)]
    fn keep_constants<const L: usize>(&mut self, rows: &Rows<L, R>) {
        for &(lane, kind) in kinds::<L>() {
            self.link.constants[kind] = [rows.point(lane), rows.slid(lane)];
        }
    }

    /// Change of the impulse and of its moment about the contact point, carried along by the second
    /// body's material; without what the law makes of the velocities of the bodies.
    #[inline(always)]
    fn answer<const L: usize>(
        &self,
        rows: &Rows<L, R>,
        base: Lanes<L, R>,
    ) -> (Lanes3<L, R>, Lanes3<L, R>) {
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
                &scale(&t1, slants[0] * self.tau),
                &scale(&t2, slants[1] * self.tau),
            );
            moment = plus(&moment, &plus(&turned, &scale(&n, law.tau)));
        }
        (impulse, moment)
    }

    /// A row over the columns of the bodies over a step `h`.
    #[inline(always)]
    fn expand<const L: usize>(&self, row: &Lanes<L, R>, h: R) -> BodyRow<R> {
        let xi = Vector::new(row.0[0], row.0[1], row.0[2]) * h;
        let theta = Vector::new(row.0[3], row.0[4], row.0[5]) * h;
        let mut out = [R::ZERO; 12];
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
    fn write<const L: usize>(
        &self,
        force: &[BodyRow<R>; 3],
        twist: &[BodyRow<R>; 3],
        constants: [&Lanes3<L, R>; 2],
        bodies: [&Kinematics<R>; 2],
        out: &mut Tangent<R>,
    ) {
        let (f, h) = (self.impulse, R::of(bodies[0].h));
        let second = self.collision.arm(1);
        for s in 0..2 {
            let sign = R::of(if s == 0 { self.mass } else { -self.mass });
            let r = self.collision.arm(s);
            for i in 0..3 {
                let (j, k) = ((i + 1) % 3, (i + 2) % 3);
                let (to, about) = (6 * s + i, 6 * s + 3 + i);
                for c in 0..width::<L>() {
                    out[to][c] = force[i][c] * sign;
                    let swept = r[j] * force[k][c] - r[k] * force[j][c];
                    out[about][c] = (swept + twist[i][c]) * sign;
                }
                for c in 0..2 {
                    let lane = L - 2 + c;
                    let [force, twist] = constants;
                    out[to][COLUMNS - 2 + c] = force[i].0[lane] * sign;
                    let swept = r[j] * force[k].0[lane] - r[k] * force[j].0[lane];
                    out[about][COLUMNS - 2 + c] = (swept + twist[i].0[lane]) * sign;
                }
                // The centre of the first body moves away under the contact point, which is carried
                // along by the second.
                let scale = sign * h;
                if s == 0 {
                    out[about][j] -= f[k] * scale;
                    out[about][k] += f[j] * scale;
                    if L == BOTH {
                        out[about][6 + j] += f[k] * scale;
                        out[about][6 + k] -= f[j] * scale;
                    }
                }
                if L == BOTH {
                    // - f x (phi x r) = r (f.phi) - phi (f.r).
                    for c in 0..3 {
                        out[about][9 + c] += second[i] * f[c] * scale;
                    }
                    out[about][9 + i] -= second.dot(&f) * scale;
                }
            }
        }
    }
}
