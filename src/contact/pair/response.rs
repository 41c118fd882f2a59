//! The linear response of a pair to the motion of its bodies, to right sides of a Newton step and to
//! explicit changes, in any number of lanes: the formula of the gradient, and of a collision problem
//! that is differentiated by differences. `columns` evaluates the same map for Newton steps, column by column in
//! closed form; a test compares the two.

use super::Pair;
use super::shift::Shift;
use crate::contact::collision::Response;
use crate::contact::coulomb::{ContactMotion, Impulse};
use crate::contact::detection::{Differentiable, RightSides};
use crate::contact::frame::{ContactFrame, FrameChange};
use crate::contact::terms::PartLane;
use crate::math::lanes::{Lanes, Lanes3, cross, dot, minus, plus, scale};
use crate::math::{Kinematics, Variation, array, vectorized};
use crate::world::FrictionPoint;

pub(super) struct PairResponse<const N: usize> {
    pub(super) collision: Response<N>,
    /// Relative motion that the law answers to.
    pub(super) slip: ContactMotion<Lanes<N>>,
    /// The change of the normal.
    pub(super) dn: Lanes3<N>,
    /// The change of the impulse on the first body, in units m_ab V.
    pub(super) dimpulse: Lanes3<N>,
    /// The change of the torque impulse about the normal.
    pub(super) dtau: Lanes<N>,
    pub(super) wrenches: [Lanes<N>; 12],
}

impl<D: Differentiable> Pair<D> {
    /// Returns the linear response of the pair to body motion, right sides and explicit changes.
    pub(super) fn respond<const N: usize>(
        &self,
        bodies: [&Kinematics; 2],
        motion: [&Variation<N>; 2],
        lanes: &[PartLane],
        base: Lanes<N>,
        shift: Option<&Shift<N>>,
    ) -> PairResponse<N> {
        vectorized(
            #[inline(always)]
            || self.respond_inline(bodies, motion, lanes, base, shift),
        )
    }

    /// Responds as [`Self::respond`], for a caller that has wide registers already.
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
        let frame = match shift {
            None => self.frame.change(&collision.dpush, &motion[1].dtheta),
            Some(shift) => {
                let turned = plus(&motion[1].dtheta, &shift.turn);
                self.frame.change(&collision.dpush, &turned)
            }
        };
        let slip = self.slip_change(bodies, motion, &collision, &frame, shift);
        let offset = |row: usize| self.law.offset_lanes(row, lanes);
        let law = self.law.respond(&slip, offset, base).impulse;
        let dradius = shift.map_or(Lanes::ZERO, |shift| shift.radius);
        let dtau = law.twist * self.radius + dradius * self.law.impulse().twist;
        let (dimpulse, dtwist) = self.impulse_change(&law, dtau, &frame);
        let wrenches = self.wrench_change(motion, &collision.dp, [&dimpulse, &dtwist], shift);
        PairResponse {
            dtau,
            dn: frame.dn,
            dimpulse,
            collision,
            slip,
            wrenches,
        }
    }

    /// Returns the change of the relative motion that the law responds to.
    #[inline(always)]
    fn slip_change<const N: usize>(
        &self,
        bodies: [&Kinematics; 2],
        motion: [&Variation<N>; 2],
        collision: &Response<N>,
        frame: &FrameChange<N>,
        shift: Option<&Shift<N>>,
    ) -> ContactMotion<Lanes<N>> {
        let ContactFrame { n, t1, t2, .. } = self.frame;
        let mut du = Lanes::ZERO3;
        let mut domega = Lanes::ZERO3;
        for s in 0..2 {
            let darm = self.arm_change(s, motion, collision, frame, shift);
            let swept = minus(
                &cross(&bodies[s].omega, &darm),
                &cross(&self.slip_arms[s], &motion[s].domega),
            );
            let change = plus(&motion[s].dv, &swept);
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
            spin: (dot(&n, &domega) + dot(&omega, &frame.dn)) * self.radius,
            bound: Lanes::ZERO,
        };
        if let Some(shift) = shift {
            slip.gap = slip.gap + shift.length * (self.collision.alpha - 1.0);
            slip.spin = slip.spin + shift.radius * self.spin;
            slip.bound = shift.mu * self.law.impulse().gamma;
        }
        slip
    }

    /// Returns the change of the arm in the slip of body `s`.
    #[inline(always)]
    fn arm_change<const N: usize>(
        &self,
        s: usize,
        motion: [&Variation<N>; 2],
        collision: &Response<N>,
        frame: &FrameChange<N>,
        shift: Option<&Shift<N>>,
    ) -> Lanes3<N> {
        let n = self.frame.n;
        let moved = minus(&collision.dp, &motion[s].dx);
        if self.slip_row == FrictionPoint::Lagged {
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
        }
    }

    /// Returns the change of the impulse on the first body and of its torque about the normal.
    #[inline(always)]
    fn impulse_change<const N: usize>(
        &self,
        law: &Impulse<Lanes<N>>,
        dtau: Lanes<N>,
        frame: &FrameChange<N>,
    ) -> (Lanes3<N>, Lanes3<N>) {
        let ContactFrame { n, t1, t2, .. } = self.frame;
        let now = self.law.impulse();
        let dimpulse: Lanes3<N> = array(
            #[inline(always)]
            |i| {
                law.gamma * n[i]
                    + law.beta[0] * t1[i]
                    + law.beta[1] * t2[i]
                    + frame.dn[i] * now.gamma
                    + frame.dt1[i] * now.beta[0]
                    + frame.dt2[i] * now.beta[1]
            },
        );
        let dtwist: Lanes3<N> = array(|i| dtau * n[i] + frame.dn[i] * self.tau);
        (dimpulse, dtwist)
    }

    /// Returns the change of the wrenches on both bodies.
    #[inline(always)]
    fn wrench_change<const N: usize>(
        &self,
        motion: [&Variation<N>; 2],
        dp: &Lanes3<N>,
        [dimpulse, dtwist]: [&Lanes3<N>; 2],
        shift: Option<&Shift<N>>,
    ) -> [Lanes<N>; 12] {
        let mut wrenches = [Lanes::ZERO; 12];
        for s in 0..2 {
            let sign = if s == 0 { self.mass } else { -self.mass };
            let moved = minus(dp, &motion[s].dx);
            let swept = minus(
                &cross(&self.collision.arm(s), dimpulse),
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
        wrenches
    }
}
