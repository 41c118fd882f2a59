//! One contact point: a query of one body in the distance field of the other, and the law there.

use super::choice::Chosen;
use crate::contact::carried::{Carried, slope_of};
use crate::contact::coulomb::{Coefficients, ContactMotion, Impulse, Law};
use crate::contact::frame::{ContactFrame, FrameChange, Seed};
use crate::contact::setup::PairSetup;
use crate::contact::terms::{Geometry, PairStart};
use crate::math::lanes::{Lanes, Lanes3, apply, cross, dot, minus, plus};
use crate::math::{Kinematics, Variation, Vec3};
use crate::shape::skin::Soft;

/// A slope along z that gives a normal to points where the distance has none.
const FAINT: f64 = 1e-12;

/// Where a query is, and the field of the other body there, world axes.
#[derive(Debug, Clone, Copy)]
struct Place {
    carried: Carried,
    field: Soft,
}

/// A contact point of a pair.
#[derive(Debug, Clone)]
pub struct HardPoint {
    chosen: Chosen,
    /// The part of the relaxation that its products have.
    pub share: f64,
    /// The place at the predicted poses.
    predicted: Place,
    /// The place at the current iterate.
    now: Place,
    frame: ContactFrame,
    seed: Seed<f64>,
    /// The velocity of the first body relative to the second.
    slip: Vec3,
    /// The impulse on the first body, m_ab V.
    impulse: Vec3,
    /// The contact and friction unknowns.
    pub law: Law,
}

/// The change of a point with the motion of the bodies and with right sides.
pub struct PointResponse<const N: usize> {
    /// The relative motion that the law answers to.
    pub slip: ContactMotion<Lanes<N>>,
    /// The change of the normal.
    pub normal: Lanes3<N>,
    /// The change of the point.
    pub point: Lanes3<N>,
    /// The change of the impulse on the first body.
    pub impulse: Lanes3<N>,
    /// The change of the wrenches on both bodies, in m_ab V.
    pub wrenches: [Lanes<N>; 12],
}

impl Place {
    fn new(chosen: &Chosen, sides: [Geometry; 2], bodies: [&Kinematics; 2]) -> Self {
        let carried = Carried::new(chosen.own, &chosen.local, bodies);
        let field = carried.distance(sides[1 - chosen.own].soft(), bodies);
        Self { carried, field }
    }

    /// Returns the direction in which the first body is pushed, not of length 1.
    fn push(&self) -> Vec3 {
        let sign = if self.carried.own == 0 { 1.0 } else { -1.0 };
        let gradient = self.field.gradient + Vec3::z() * FAINT;
        gradient * (sign / slope_of(&gradient))
    }

    /// Returns how the query moves in the frame of the field, in world axes.
    fn displacement<const N: usize>(&self, motion: [&Variation<N>; 2]) -> Lanes3<N> {
        let [own, other] = [motion[self.carried.own], motion[1 - self.carried.own]];
        let near = minus(&own.dx, &cross(&self.carried.arms[0], &own.dtheta));
        let far = minus(&other.dx, &cross(&self.carried.arms[1], &other.dtheta));
        minus(&near, &far)
    }

    /// Returns the arm from the centre of a body, world.
    fn arm(&self, side: usize) -> Vec3 {
        self.carried.arms[usize::from(side != self.carried.own)]
    }
}

impl HardPoint {
    /// Returns a chosen point at the predicted poses.
    pub fn new(chosen: Chosen, sides: [Geometry; 2], bodies: [&Kinematics; 2]) -> Self {
        let predicted = Place::new(&chosen, sides, bodies);
        let seed = Seed::least_aligned(&predicted.push());
        Self {
            chosen,
            share: 1.0,
            predicted,
            now: predicted,
            frame: ContactFrame::new(&predicted.push(), None, &seed),
            seed,
            slip: Vec3::zeros(),
            impulse: Vec3::zeros(),
            law: Law::default(),
        }
    }

    /// Returns the query.
    pub fn chosen(&self) -> &Chosen {
        &self.chosen
    }

    /// Returns the distance at the predicted poses.
    pub fn predicted_gap(&self) -> f64 {
        self.predicted.field.value
    }

    /// Returns the relative speed at the predicted poses.
    pub fn predicted_speed(&self) -> f64 {
        self.predicted.carried.velocity.norm()
    }

    /// Returns the distance at the current iterate.
    pub fn gap(&self) -> f64 {
        self.now.field.value
    }

    /// Returns the point, world.
    pub fn point(&self) -> Vec3 {
        self.now.carried.point
    }

    /// Returns the direction in which the first body is pushed.
    pub fn normal(&self) -> Vec3 {
        self.frame.n
    }

    /// Returns the velocity of the first body relative to the second at the point.
    pub fn slip(&self) -> Vec3 {
        self.slip
    }

    /// Returns the impulse on the first body, m_ab V.
    pub fn impulse(&self) -> Vec3 {
        self.impulse
    }

    /// Chooses the rows of the law.
    pub fn reset(&mut self, setup: &PairSetup) {
        self.law.reset(Coefficients {
            mu: setup.mu,
            law: setup.law,
            resists_spin: false,
        });
        self.law.cone.factor = self.share;
    }

    /// Starts the law for an attempt.
    pub fn start(&mut self, setup: &PairSetup, start: &PairStart) {
        self.reset(setup);
        let (c0, load) = (start.c0 * self.share, start.load * self.share);
        self.law.start(self.predicted_gap(), c0, load, [0.0; 3]);
    }

    /// Evaluates the point where the bodies are.
    pub fn evaluate(&mut self, sides: [Geometry; 2], bodies: [&Kinematics; 2]) {
        self.now = Place::new(&self.chosen, sides, bodies);
        self.frame = ContactFrame::new(&self.now.push(), None, &self.seed);
        let sign = if self.chosen.own == 0 { 1.0 } else { -1.0 };
        self.slip = self.now.carried.velocity * sign;
        let ContactFrame { n, t1, t2, .. } = self.frame;
        self.law.evaluate(&ContactMotion {
            gap: self.gap(),
            u: [t1.dot(&self.slip), t2.dot(&self.slip)],
            spin: 0.0,
            bound: 0.0,
        });
        let Impulse { gamma, beta, .. } = self.law.impulse();
        self.impulse = n * gamma + t1 * beta[0] + t2 * beta[1];
    }

    /// Returns the force and torque impulse on a body about its centre, world, in m_ab V.
    pub fn wrench_on(&self, side: usize) -> (Vec3, Vec3) {
        let sign = if side == 0 { 1.0 } else { -1.0 };
        let torque = self.now.arm(side).cross(&self.impulse);
        (self.impulse * sign, torque * sign)
    }

    /// Returns how the distance at the predicted poses changes.
    pub fn predicted_gap_rate<const N: usize>(&self, motion: [&Variation<N>; 2]) -> Lanes<N> {
        let Place { field, .. } = &self.predicted;
        dot(&field.gradient, &self.predicted.displacement(motion))
    }

    /// Returns the linear response of the point to the motion of the bodies and to right sides: `offset` gives that of every row,
    /// `base` marks the lanes that carry the current residuals, `bound` is the change of the bound of friction.
    pub fn respond<const N: usize>(
        &self,
        bodies: [&Kinematics; 2],
        motion: [&Variation<N>; 2],
        offset: impl Fn(usize) -> Lanes<N>,
        base: Lanes<N>,
        bound: Lanes<N>,
    ) -> PointResponse<N> {
        let own = self.chosen.own;
        let frame = self.frame_change(motion);
        let point = minus(
            &motion[own].dx,
            &cross(&self.now.arm(own), &motion[own].dtheta),
        );
        let ContactFrame { n, t1, t2, .. } = self.frame;
        let mut du = Lanes::ZERO3;
        for s in 0..2 {
            let swept = minus(
                &cross(&bodies[s].omega, &minus(&point, &motion[s].dx)),
                &cross(&self.now.arm(s), &motion[s].domega),
            );
            let change = plus(&motion[s].dv, &swept);
            du = if s == 0 {
                plus(&du, &change)
            } else {
                minus(&du, &change)
            };
        }
        let gradient = &self.now.field.gradient;
        let slip = ContactMotion {
            gap: dot(gradient, &self.now.displacement(motion)),
            u: [
                dot(&t1, &du) + dot(&self.slip, &frame.dt1),
                dot(&t2, &du) + dot(&self.slip, &frame.dt2),
            ],
            spin: Lanes::ZERO,
            bound,
        };
        let law = self.law.respond(&slip, offset, base).impulse;
        let now = self.law.impulse();
        let impulse: Lanes3<N> = std::array::from_fn(|i| {
            law.gamma * n[i]
                + law.beta[0] * t1[i]
                + law.beta[1] * t2[i]
                + frame.dn[i] * now.gamma
                + frame.dt1[i] * now.beta[0]
                + frame.dt2[i] * now.beta[1]
        });
        PointResponse {
            slip,
            normal: frame.dn,
            point,
            impulse,
            wrenches: self.wrench_change(motion, &point, &impulse),
        }
    }

    /// Returns the change of the frame: the field turns with its body, and its gradient changes along the way of the query.
    fn frame_change<const N: usize>(&self, motion: [&Variation<N>; 2]) -> FrameChange<N> {
        let (field, other) = (&self.now.field, 1 - self.chosen.own);
        let sign = if self.chosen.own == 0 { 1.0 } else { -1.0 };
        let bent = apply(&field.hessian, &self.now.displacement(motion));
        let turned = cross(&field.gradient, &motion[other].dtheta);
        let factor = sign / slope_of(&field.gradient);
        let push = minus(&bent, &turned).map(|x| x * factor);
        self.frame.change(&push, &Lanes::ZERO3)
    }

    /// Returns the change of the wrenches on both bodies.
    fn wrench_change<const N: usize>(
        &self,
        motion: [&Variation<N>; 2],
        point: &Lanes3<N>,
        impulse: &Lanes3<N>,
    ) -> [Lanes<N>; 12] {
        let mut out = [Lanes::ZERO; 12];
        for s in 0..2 {
            let sign = if s == 0 { 1.0 } else { -1.0 };
            let drawn = cross(&self.impulse, &minus(point, &motion[s].dx));
            let torque = minus(&cross(&self.now.arm(s), impulse), &drawn);
            for i in 0..3 {
                out[6 * s + i] = impulse[i] * sign;
                out[6 * s + 3 + i] = torque[i] * sign;
            }
        }
        out
    }
}
