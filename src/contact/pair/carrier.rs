//! The slip of a pair as the body sees it that carries the other.
//!
//! Slip is what the surfaces move against each other over the step, divided by its length. Interval velocities
//! and arms give it exactly where the contact point keeps its place on the line between start and end, as under
//! a ball that rolls. What a turntable carries goes along an arc. So the centres are seen from a frame that
//! turns about the normal by the angle theta = h n.w of the carrying body, half way through its turn:
//!
//! ```text
//! u = cos(theta/2) v + n x (-sin(theta/2) v + c) + w_a x r_a - w_b x r_b          v = v_a - v_b
//! c = (theta d^ - 2 sin(theta/2) d) / h
//! ```
//!
//! with d = x_a - x_b at the start and d^ at the prediction (with SL's arms p - x+: at the end). For bodies
//! that turn alike u = 0 is the arc itself. Where both bodies can be pushed away, w is the mean by their masses; theta and d^ are numbers of the state, like p^. Where it does not spin, u is the slip of SL
//! eq. 11 at the arms.
//!
//! DIFFERENCE from SL: without the frame a body that sticks to a turntable spirals inwards by exp(-pi h w) a
//! turn (docs/decisions.md).

use super::Pair;
use crate::contact::detection::Differentiable;
use crate::contact::terms::Explicit;
use crate::math::lanes::{Lanes, Lanes3, cross, dot, minus, plus, scale};
use crate::math::{Kinematics, Real, Vector, sine_and_cosine, zero};
use crate::world::FrictionPoint;

/// Turn of the frame in which a pair sees its slip, and where its bodies are.
#[derive(Debug, Clone, Copy)]
pub struct CarrierFrame<R: Real = f64> {
    /// Shares of the bodies in the turn.
    carriers: [f64; 2],
    h: R,
    /// Normal at the prediction, and angular velocities of both bodies.
    axis: Vector<R>,
    spins: [Vector<R>; 2],
    /// Relative velocity at the prediction.
    velocity: Vector<R>,
    /// The vectors from the second centre to the first, at the start and at the prediction.
    start: Vector<R>,
    predicted: Vector<R>,
    turn: R,
    sine: R,
    cosine: R,
    /// The factor of n x v, and c.
    cross_factor: R,
    offset: Vector<R>,
}

impl<R: Real> Default for CarrierFrame<R> {
    fn default() -> Self {
        Self {
            carriers: [0.0, 1.0],
            h: R::ONE,
            axis: zero(),
            spins: [zero(); 2],
            velocity: zero(),
            start: zero(),
            predicted: zero(),
            turn: R::ZERO,
            sine: R::ZERO,
            cosine: R::ONE,
            cross_factor: R::ZERO,
            offset: zero(),
        }
    }
}

impl<R: Real> CarrierFrame<R> {
    /// Makes the frame for two bodies at their prediction with normal `axis`.
    #[inline(always)]
    pub(super) fn new(carriers: [f64; 2], axis: &Vector<R>, bodies: [&Kinematics<R>; 2]) -> Self {
        let h = R::of(bodies[0].h);
        let spins = [bodies[0].omega, bodies[1].omega];
        let spin = spins[0] * R::of(carriers[0]) + spins[1] * R::of(carriers[1]);
        let turn = axis.dot(&spin) * h;
        let (sine, cosine) = sine_and_cosine(turn * 0.5);
        let velocity = bodies[0].v - bodies[1].v;
        let predicted = bodies[0].pose.x - bodies[1].pose.x;
        Self {
            carriers,
            h,
            axis: *axis,
            spins,
            velocity,
            start: predicted - velocity * h,
            predicted,
            turn,
            sine,
            cosine,
            cross_factor: R::ZERO,
            offset: zero(),
        }
    }

    /// Chooses the arms: those of the prediction or those of the end.
    #[inline(always)]
    pub(super) fn choose_arms(&mut self, slip_row: FrictionPoint) {
        let (arc, chord) = (self.turn / self.h, self.sine * 2.0 / self.h);
        let (cross_factor, reference) = match slip_row {
            FrictionPoint::Lagged => (R::ZERO, self.predicted),
            FrictionPoint::Implicit => (self.turn, self.start),
        };
        self.cross_factor = cross_factor - self.sine;
        self.offset = reference * arc - self.start * chord;
    }

    /// Returns the relative `velocity` of the centres as the frame sees it, on top of itself; and -sin(theta/2) v + c.
    #[inline(always)]
    pub(super) fn slip(&self, n: &Vector<R>, velocity: &Vector<R>) -> (Vector<R>, Vector<R>) {
        let swept = velocity * self.cross_factor + self.offset;
        (velocity * (self.cosine - R::ONE) + n.cross(&swept), swept)
    }

    /// Gives the rows that replace the tangents `t1`, `t2` for the relative velocity of the centres.
    #[inline(always)]
    pub(super) fn tangents(&self, t1: &Vector<R>, t2: &Vector<R>) -> [Vector<R>; 2] {
        [
            t1 * self.cosine - t2 * self.cross_factor,
            t2 * self.cosine + t1 * self.cross_factor,
        ]
    }
}

impl CarrierFrame {
    /// Returns a change of the relative velocity of the centres, as the frame sees it, on top of itself.
    #[inline(always)]
    pub(super) fn slip_rates<const N: usize>(&self, n: &Vector<f64>, dv: &Lanes3<N>) -> Lanes3<N> {
        let swept = cross(n, dv);
        std::array::from_fn(|i| dv[i] * (self.cosine - 1.0) + swept[i] * self.cross_factor)
    }
}

impl<D: Differentiable> Pair<D> {
    /// Returns the change of the slip by that of the frame, for a change `dn` of the normal at the prediction.
    #[inline(always)]
    pub(super) fn carrier_shift<const N: usize>(
        &self,
        bodies: [&Kinematics; 2],
        explicit: &Explicit<N>,
        dn: &Lanes3<N>,
    ) -> Lanes3<N> {
        let (carrier, [a, b]) = (&self.carrier, explicit.predicted);
        let (h, n) = (carrier.h, &self.frame.n);
        let (dx, dv) = (minus(&a.dx, &b.dx), minus(&a.dv, &b.dv));
        let [first, second] = carrier.carriers;
        let spin = carrier.spins[0] * first + carrier.spins[1] * second;
        let mut turn = dot(&spin, dn) * h + explicit.time * carrier.axis.dot(&spin);
        for s in 0..2 {
            let domega = dot(&carrier.axis, &explicit.predicted[s].domega);
            turn = turn
                + domega * (carrier.carriers[s] * h)
                + explicit.carriers[s] * (carrier.axis.dot(&carrier.spins[s]) * h);
        }
        let start = minus(
            &minus(&dx, &dv.map(|dv| dv * h)),
            &scale(&carrier.velocity, explicit.time),
        );
        let v = bodies[0].v - bodies[1].v;
        let (reference, moved, cross_factor) = match self.slip_row {
            FrictionPoint::Lagged => (&carrier.predicted, &dx, 0.0),
            FrictionPoint::Implicit => (&carrier.start, &start, 1.0),
        };
        let bent = (reference - carrier.start * carrier.cosine) / h;
        let along = v * (-0.5 * carrier.sine)
            + n.cross(&(v * (cross_factor - 0.5 * carrier.cosine) + bent));
        let (arc, chord) = (carrier.turn / h, 2.0 * carrier.sine / h);
        let offset: Lanes3<N> = std::array::from_fn(|i| moved[i] * arc - start[i] * chord);
        let offset = minus(&offset, &scale(&(carrier.offset / h), explicit.time));
        plus(&scale(&along, turn), &cross(n, &offset))
    }

    /// Returns the change of the normal at the prediction, where the push on the first body changes by `dpush`.
    #[inline(always)]
    pub(super) fn predicted_tilt<const N: usize>(
        &self,
        push: &Vector<f64>,
        dpush: &Lanes3<N>,
        explicit: &Explicit<N>,
    ) -> Lanes3<N> {
        if self.plane.is_some() {
            return minus(
                &Lanes::ZERO3,
                &cross(&self.carrier.axis, &explicit.predicted[1].dtheta),
            );
        }
        let n = &self.carrier.axis;
        let along = dot(n, dpush);
        std::array::from_fn(|i| (dpush[i] - along * n[i]) * (1.0 / push.norm()))
    }
}
