//! The tangent of a pair, column by column in closed form.
//!
//! What the pair sees of the motion of its bodies is the relative translation xi of their material
//! at the contact point, the relative rotation theta and the rotation of the second body (a row over
//! these is a [`Lanes`] of xi, theta, that rotation, AFFINE, UNIT), and, in the slip, the change of the
//! velocities themselves: two rows over the twelve columns that the law multiplies directly. With a
//! fixed second body its rotation and its columns are left out.
//!
//! ```text
//! xi = dx_a + dtheta_a x r_a - dx_b - dtheta_b x r_b       theta = dtheta_a - dtheta_b
//! ```

mod recover;
mod rows;
mod wrenches;

use super::Pair;
use crate::contact::coulomb::ContactMotion;
use crate::contact::detection::Detection;
use crate::contact::frame::ContactFrame;
use crate::contact::terms::PartLane;
use crate::ipm::ByPart;
use crate::ipm::DirectionPart::{self, Affine, Corrector, Unit};
use crate::math::lanes::{Lanes, Lanes3, apply, plus, scale};
use crate::math::{Kinematics, Matrix, Real, Vector, array};
use rows::ContactRows;

/// The number of lanes of the corrector alone.
pub(super) const CORRECTOR: usize = 1;
/// The number of lanes with the columns of the first body, AFFINE and UNIT.
pub(super) const ONE_BODY: usize = 8;
/// The number of lanes with the columns of both bodies, AFFINE and UNIT.
pub(super) const BOTH: usize = 11;

/// What the back-substitution needs of the rows, column by column, besides the answer of the collision
/// problem: slip (2), spin and nothing.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct RecoveryColumns<R> {
    /// The columns over xi, theta and the rotation of the second body.
    motion: [[R; 4]; 9],
    /// The columns over the angular velocities of both bodies.
    angular: [[[R; 4]; 3]; 2],
    /// For AFFINE, UNIT, CORRECTOR: contact point (port frame) and alpha, slip and spin.
    constants: ByPart<[[R; 4]; 2]>,
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
    /// Condenses the tangent for one moving body or for two.
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

    /// Condenses the tangent with its `N` columns; stores what [`Self::recover_direction`] needs.
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
        let mut spun = [R::ZERO; N];
        if self.law.resists_spin() {
            spun = self.spin_row::<N>(&n, bodies);
            for k in 0..N {
                let [first, second, third] = [&weights.beta[0], &weights.beta[1], &weights.twist]
                    .map(
                        #[inline(always)]
                        |w| w.0[0] * along1[k] + w.0[1] * along2[k] + w.0[2] * spun[k],
                    );
                for i in 0..3 {
                    force[i][k] += t1[i] * first + t2[i] * second;
                    twist[i][k] += n[i] * (third * self.radius);
                }
            }
        } else {
            for k in 0..N {
                let [first, second] = array(
                    #[inline(always)]
                    |j| weights.beta[j].0[0] * along1[k] + weights.beta[j].0[1] * along2[k],
                );
                for i in 0..3 {
                    force[i][k] += t1[i] * first + t2[i] * second;
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
        self.write_wrenches(&force, &twist, [&impulse, &moment], bodies, visit);
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

    #[inline(always)]
    fn store_constants<const L: usize>(&mut self, rows: &ContactRows<L, R>) {
        for &PartLane { lane, part } in part_lanes::<L>() {
            self.recovery.constants[part] = [rows.point(lane), rows.slid(lane)];
        }
    }

    /// Returns the change of the impulse and of its moment about the contact point, carried along by the second
    /// body's material; without what the law makes of the velocities of the bodies.
    #[inline(always)]
    fn impulse_response<const L: usize>(
        &self,
        rows: &ContactRows<L, R>,
        base: Lanes<L, R>,
    ) -> (Lanes3<L, R>, Lanes3<L, R>) {
        let ContactRows {
            moved,
            tilts,
            slip,
            spin,
        } = rows;
        let slip = ContactMotion {
            gap: moved[3] * self.length,
            u: *slip,
            spin: *spin,
            bound: Lanes::ZERO,
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
        if self.law.resists_spin() {
            let turned = plus(
                &scale(&t1, tilts[0] * self.tau),
                &scale(&t2, tilts[1] * self.tau),
            );
            moment = plus(&moment, &plus(&turned, &scale(&n, law.twist * self.radius)));
        }
        (impulse, moment)
    }
}
