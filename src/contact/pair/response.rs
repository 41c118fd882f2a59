//! The linear answer of a pair to the motion of its bodies, to right sides of a Newton step and to
//! explicit changes, in any number of lanes: the formula of the gradient, and of a collision problem
//! that is differentiated by differences. `columns` has the same for Newton steps, column by column in
//! closed form; a test compares the two.

use super::Pair;
use crate::contact::collision::Response;
use crate::contact::coulomb::ContactMotion;
use crate::contact::detection::{Differentiable, RightSides};
use crate::contact::frame::ContactFrame;
use crate::contact::terms::{BodyMotion, PartLane};
use crate::ipm::DirectionPart;
use crate::math::lanes::{Lanes, Lanes3, cross, dot, minus, plus, scale};
use crate::math::{Kinematics, Variation, array, widely};

pub(super) struct PairResponse<const N: usize> {
    pub(super) collision: Response<N>,
    /// Relative motion that the law answers to.
    slip: ContactMotion<Lanes<N>>,
    /// Of the normal.
    pub(super) dn: Lanes3<N>,
    /// Of the impulse on the first body, in units m_ab V.
    pub(super) dimpulse: Lanes3<N>,
    /// Of the torque impulse about the normal.
    pub(super) dtau: Lanes<N>,
    pub(super) wrenches: [Lanes<N>; 12],
}

/// What changes a pair besides the motion of its bodies: the explicit part of its derivatives.
#[derive(Debug, Clone, Copy)]
pub struct Shift<const N: usize> {
    /// Constants of both ports.
    pub ports: [[Lanes<N>; 4]; 2],
    /// Lagged arms of both bodies, world.
    pub arms: [Lanes3<N>; 2],
    /// H.
    pub length: Lanes<N>,
    /// Rotation of a half-space within its body, world.
    pub turn: Lanes3<N>,
    /// mu and mu_torsion.
    pub coefficients: [Lanes<N>; 2],
    /// m_ab, relative.
    pub mass: Lanes<N>,
    /// Slip, by the frame of the carrying body.
    pub slip: Lanes3<N>,
}

impl<const N: usize> Shift<N> {
    /// No change.
    pub const NONE: Self = Self {
        ports: [[Lanes::ZERO; 4]; 2],
        arms: [Lanes::ZERO3; 2],
        length: Lanes::ZERO,
        turn: Lanes::ZERO3,
        coefficients: [Lanes::ZERO; 2],
        mass: Lanes::ZERO,
        slip: Lanes::ZERO3,
    };
}

impl<D: Differentiable> Pair<D> {
    /// The tangent by the plain formula.
    pub fn differentiate(
        &self,
        bodies: [&Kinematics; 2],
        visit: &mut impl FnMut(usize, &[f64], [f64; 2]),
    ) {
        if bodies[1].h > 0.0 {
            self.differentiate_columns::<14>(bodies, visit);
        } else {
            self.differentiate_columns::<8>(bodies, visit);
        }
    }

    /// `N` - 2 columns: those of both bodies or of the first alone.
    fn differentiate_columns<const N: usize>(
        &self,
        bodies: [&Kinematics; 2],
        visit: &mut impl FnMut(usize, &[f64], [f64; 2]),
    ) {
        let mut motion = [Variation::<N>::NONE; 2];
        for (s, motion) in motion.iter_mut().enumerate().take((N - 2) / 6) {
            *motion = Variation::columns(6 * s, bodies[s].h, &bodies[s].domega_dphi);
        }
        let mut base = Lanes::ZERO;
        base.0[N - 2] = 1.0;
        let wrenches = self
            .respond(
                bodies,
                motion.each_ref(),
                &[
                    PartLane {
                        lane: N - 2,
                        part: DirectionPart::Affine,
                    },
                    PartLane {
                        lane: N - 1,
                        part: DirectionPart::Unit,
                    },
                ],
                base,
                None,
            )
            .wrenches;
        for (row, wrench) in wrenches[..N - 2].iter().enumerate() {
            let (columns, constants) = wrench.0.split_at(N - 2);
            visit(row, columns, [constants[0], constants[1]]);
        }
    }

    /// The tangent by the plain formula, the reference of `columns`, and as condensed.
    #[cfg(test)]
    pub fn both_tangents(&mut self, bodies: [&Kinematics; 2]) -> [Vec<Vec<f64>>; 2] {
        let rows = if bodies[1].h > 0.0 { 12 } else { 6 };
        let mut out = [vec![Vec::new(); rows], vec![Vec::new(); rows]];
        let [plain, fast] = &mut out;
        let all = |columns: &[f64], constants: [f64; 2]| [columns, &constants].concat();
        self.differentiate(bodies, &mut |row, columns, constants| {
            plain[row] = all(columns, constants);
        });
        D::set_tangent(self, bodies, &mut |row, columns, constants| {
            fast[row] = all(columns, constants);
        });
        out
    }

    /// Wrenches of the corrector by the plain formula.
    pub fn plain_corrector(&self, bodies: [&Kinematics; 2]) -> [f64; 12] {
        let motion = [&Variation::NONE; 2];
        let corrector = PartLane {
            lane: 0,
            part: DirectionPart::Corrector,
        };
        let response = self.respond(bodies, motion, &[corrector], Lanes::<1>::ZERO, None);
        response.wrenches.map(|lanes| lanes.0[0])
    }

    /// Stores a part of the direction by the plain formula.
    pub fn recover_plainly(
        &mut self,
        part: DirectionPart,
        bodies: [&Kinematics; 2],
        motion: BodyMotion<'_>,
    ) {
        let base = Lanes([if part == DirectionPart::Affine {
            1.0
        } else {
            0.0
        }]);
        let motion =
            [0, 1].map(|s| Variation::along(motion[s], bodies[s].h, &bodies[s].domega_dphi));
        let slip = self
            .respond(
                bodies,
                motion.each_ref(),
                &[PartLane { lane: 0, part }],
                base,
                None,
            )
            .slip;
        self.law.recover(part, &slip.map(|lanes| lanes.0[0]));
    }

    /// The linear answer of the pair to body motion, right sides and explicit changes.
    pub(super) fn respond<const N: usize>(
        &self,
        bodies: [&Kinematics; 2],
        motion: [&Variation<N>; 2],
        lanes: &[PartLane],
        base: Lanes<N>,
        shift: Option<&Shift<N>>,
    ) -> PairResponse<N> {
        widely(
            #[inline(always)]
            || self.respond_inline(bodies, motion, lanes, base, shift),
        )
    }

    /// The same, for a caller that has wide registers already.
    #[inline(always)]
    pub(super) fn respond_inline<const N: usize>(
        &self,
        bodies: [&Kinematics; 2],
        motion: [&Variation<N>; 2],
        lanes: &[PartLane],
        base: Lanes<N>,
        shift: Option<&Shift<N>>,
    ) -> PairResponse<N> {
        let ports = match shift {
            None if self.has_collision_rows() => self.collision.constant_lanes(lanes),
            None => [[Lanes::ZERO; 4]; 2],
            Some(shift) => shift.ports,
        };
        let right = RightSides { ports, base };
        let collision = self.detection.respond(&self.collision, motion, &right);
        let ContactFrame { n, t1, t2, .. } = self.frame;
        let frame = match shift {
            None => self.frame.change(&collision.dpush, &motion[1].dtheta),
            Some(shift) => {
                let turned = plus(&motion[1].dtheta, &shift.turn);
                self.frame.change(&collision.dpush, &turned)
            }
        };

        let mut du = Lanes::ZERO3;
        let mut domega = Lanes::ZERO3;
        for s in 0..2 {
            let moved = minus(&collision.dp, &motion[s].dx);
            let darm = if self.lagged {
                let off = self.collision.arm(s) - self.lagged_arms[s];
                let along = dot(&off, &frame.dn) + dot(&n, &moved);
                let darm = plus(&scale(&n, along), &frame.dn.map(|dn| dn * n.dot(&off)));
                match shift {
                    None => darm,
                    Some(Shift { arms, .. }) => {
                        plus(&darm, &minus(&arms[s], &scale(&n, dot(&n, &arms[s]))))
                    }
                }
            } else {
                moved
            };
            let rotation_columns = minus(
                &cross(&bodies[s].omega, &darm),
                &cross(&self.slip_arms[s], &motion[s].domega),
            );
            let change = plus(&motion[s].dv, &rotation_columns);
            (du, domega) = if s == 0 {
                (plus(&du, &change), plus(&domega, &motion[s].domega))
            } else {
                (minus(&du, &change), minus(&domega, &motion[s].domega))
            };
        }
        let carried = self
            .carrier
            .slip_rates(&n, &minus(&motion[0].dv, &motion[1].dv));
        du = plus(&du, &carried);
        // The normal turns under what the frame sweeps.
        let [lean1, lean2] = [&t2, &t1].map(|t| dot(t, &frame.dn) * self.swept_normal);
        if let Some(shift) = shift {
            du = plus(&du, &shift.slip);
        }
        let omega = bodies[0].omega - bodies[1].omega;
        let mut slip = ContactMotion {
            gap: collision.dalpha * self.length,
            u: [
                dot(&t1, &du) + dot(&self.slip, &frame.dt1) + lean1,
                dot(&t2, &du) + dot(&self.slip, &frame.dt2) - lean2,
            ],
            spin: dot(&n, &domega) + dot(&omega, &frame.dn),
            bounds: [Lanes::ZERO; 2],
        };
        if let Some(shift) = shift {
            slip.gap = slip.gap + shift.length * (self.collision.alpha - 1.0);
            slip.bounds = shift.coefficients.map(|mu| mu * self.law.impulse().gamma);
        }
        let offset = |row: usize| self.law.offset_lanes(row, lanes);
        let law = self.law.respond(&slip, offset, base);

        let now = self.law.impulse();
        let dimpulse: Lanes3<N> = array(
            #[inline(always)]
            |i| {
                law.impulse.gamma * n[i]
                    + law.impulse.beta[0] * t1[i]
                    + law.impulse.beta[1] * t2[i]
                    + frame.dn[i] * now.gamma
                    + frame.dt1[i] * now.beta[0]
                    + frame.dt2[i] * now.beta[1]
            },
        );
        let dtwist: Lanes3<N> = array(|i| law.impulse.tau * n[i] + frame.dn[i] * self.tau);
        let mut wrenches = [Lanes::ZERO; 12];
        for s in 0..2 {
            let sign = if s == 0 { self.mass } else { -self.mass };
            let moved = minus(&collision.dp, &motion[s].dx);
            let swept = minus(
                &cross(&self.collision.arm(s), &dimpulse),
                &cross(&self.impulse, &moved),
            );
            for i in 0..3 {
                wrenches[6 * s + i] = dimpulse[i] * sign;
                wrenches[6 * s + 3 + i] = (swept[i] + dtwist[i]) * sign;
            }
        }
        if let Some(shift) = shift {
            for s in 0..2 {
                let (force, torque) = self.wrench_on(s);
                for i in 0..3 {
                    wrenches[6 * s + i] = wrenches[6 * s + i] + shift.mass * force[i];
                    wrenches[6 * s + 3 + i] = wrenches[6 * s + 3 + i] + shift.mass * torque[i];
                }
            }
        }
        PairResponse {
            dtau: law.impulse.tau,
            dn: frame.dn,
            dimpulse,
            collision,
            slip,
            wrenches,
        }
    }
}
