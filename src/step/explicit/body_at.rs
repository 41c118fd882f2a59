//! The increment of a body is what it does over a step at a constant rate; it depends on where the body is and what acts on it.
//!
//! ```text
//! K = h (v, q w / 2, m^-1 (m g + f + drive + contact), J^-1 (R^T torque - w x J w))
//! ```
//!
//! A planar body turns about the normal n of its plane alone: its angular acceleration is e (n . torque) / (e . J e) with
//! e = R^T n.

use super::point::{Point, PointRates};
use crate::dynamics::BodySetup;
use crate::math::lanes::{Lanes, Lanes3, apply, cross, dot, minus, plus, scale};
use crate::math::{Mat3, Vec3};

/// The impulse and the torque impulse on a body over a step, world.
pub type Impulses = (Vec3, Vec3);

/// What changes besides the point of a body.
#[derive(Debug, Clone, Copy)]
pub struct Acting<const N: usize> {
    /// The change of the impulses, world: force, then torque about the centre.
    pub impulses: [Lanes3<N>; 2],
    /// The change of the mass at the same impulses.
    pub mass: Lanes<N>,
    /// The change of what the inertia does: J' K_w + h w x J' w, body frame.
    pub inertia: Lanes3<N>,
    /// The relative change of the length of the step.
    pub time: Lanes<N>,
}

impl<const N: usize> Acting<N> {
    /// Nothing changes.
    pub const NONE: Self = Self {
        impulses: [Lanes::ZERO3; 2],
        mass: Lanes::ZERO,
        inertia: Lanes::ZERO3,
        time: Lanes::ZERO,
    };
}

/// A body at a point, with what acts on it there.
#[derive(Debug, Clone, Copy)]
pub struct BodyAt<'a> {
    pub setup: &'a BodySetup,
    pub at: Point,
    /// The impulses of gravity, input, drive and contact.
    impulses: Impulses,
    /// The rotation, body to world.
    turn: Mat3,
    /// How the torque of the drive answers to a turn, h included.
    drive_slope: Mat3,
}

impl<'a> BodyAt<'a> {
    /// Returns the body at a point where contact has the given impulses.
    pub fn new(setup: &'a BodySetup, at: Point, contact: &Impulses) -> Self {
        let turn = at.rotation().to_rotation_matrix().into_inner();
        let mut impulses = (setup.impulse + contact.0, setup.torque_impulse + contact.1);
        let mut drive_slope = Mat3::zeros();
        if let Some(drive) = &setup.drive {
            impulses.0 += drive.force(&at.x, &at.v) * setup.h;
            let (torque, slope) = drive.torque(&at.rotation(), &(turn * at.w));
            impulses.1 += torque * setup.h;
            drive_slope = slope * setup.h;
        }
        Self {
            setup,
            at,
            impulses,
            turn,
            drive_slope,
        }
    }

    /// Returns the impulse of gravity, input, drive and contact over the step, world.
    pub fn impulse(&self) -> Vec3 {
        self.impulses.0
    }

    /// Returns the torque impulse about the centre, world.
    pub fn torque_impulse(&self) -> Vec3 {
        self.impulses.1
    }

    /// Returns the increment K.
    pub fn increment(&self) -> Point {
        let (s, at) = (self.setup, &self.at);
        let mut v = Vec3::zeros();
        for &i in s.freedoms.iter().filter(|&&i| i < 3) {
            v[i] = self.impulses.0[i] / s.mass;
        }
        Point {
            v,
            w: self.spin_change(),
            ..at.drift(s.h)
        }
    }

    /// Returns the change of the angular velocity, body frame.
    fn spin_change(&self) -> Vec3 {
        let (s, w) = (self.setup, &self.at.w);
        match s.plane_normal() {
            Some(n) => {
                let e = self.turn.tr_mul(&n);
                e * (n.dot(&self.impulses.1) / e.dot(&(s.inertia * e)))
            }
            None => {
                let torque = self.turn.tr_mul(&self.impulses.1) - w.cross(&(s.inertia * w)) * s.h;
                solve(&s.inertia, &torque)
            }
        }
    }

    /// Returns the derivative of the increment `k` of this body.
    pub fn increment_rates<const N: usize>(
        &self,
        k: &Point,
        rates: &PointRates<N>,
        acting: &Acting<N>,
    ) -> PointRates<N> {
        let (s, h) = (self.setup, self.setup.h);
        let motion = rates.variation(&self.at);
        let [mut push, mut torque] = acting.impulses;
        if let Some(drive) = &s.drive {
            let (stiffness, damping) = drive.linear;
            for i in 0..3 {
                push[i] =
                    push[i] - motion.dx[i] * (h * stiffness[i]) - motion.dv[i] * (h * damping);
            }
            let damped = motion.domega.map(|lanes| lanes * (h * drive.angular.1));
            let sprung = apply(&self.drive_slope, &motion.dtheta);
            torque = plus(&torque, &minus(&sprung, &damped));
        }
        let mut v = Lanes::ZERO3;
        for &i in s.freedoms.iter().filter(|&&i| i < 3) {
            v[i] = (push[i] - acting.mass * k.v[i]) * (1.0 / s.mass) + acting.time * k.v[i];
        }
        let spin = self.spin_rates(rates, &motion.dtheta, &torque, acting);
        let drift = rates.drift(&self.at, h);
        let stretch = |lanes: &Lanes3<N>, by: &Vec3| plus(lanes, &scale(by, acting.time));
        PointRates {
            x: stretch(&drift.x, &k.x),
            q: (
                drift.q.0 + acting.time * k.q.w,
                stretch(&drift.q.1, &k.q.imag()),
            ),
            v,
            w: stretch(&spin, &k.w),
        }
    }

    /// Returns the derivative of the change of the angular velocity, where the body turns by `turn`, world.
    fn spin_rates<const N: usize>(
        &self,
        rates: &PointRates<N>,
        turn: &Lanes3<N>,
        torque: &Lanes3<N>,
        acting: &Acting<N>,
    ) -> Lanes3<N> {
        let (s, h, w) = (self.setup, self.setup.h, &self.at.w);
        let back = self.turn.transpose();
        if let Some(n) = s.plane_normal() {
            let e = back * n;
            let de = apply(&back, &cross(&n, turn));
            let inertia = e.dot(&(s.inertia * e));
            let moment = n.dot(&self.impulses.1);
            let of_inertia =
                dot(&(s.inertia * e), &de) * (2.0 * moment / inertia) + dot(&e, &acting.inertia);
            let along = (dot(&n, torque) - of_inertia) * (1.0 / inertia);
            return plus(
                &scale(&e, along),
                &de.map(|lanes| lanes * (moment / inertia)),
            );
        }
        // R^T torque turns with the body.
        let turned = apply(&back, &plus(torque, &cross(&self.impulses.1, turn)));
        let momentum = s.inertia * w;
        let own = minus(
            &cross(w, &apply(&s.inertia, &rates.w)),
            &cross(&momentum, &rates.w),
        );
        let all = minus(&turned, &own.map(|lanes| lanes * h));
        let inverse = s.inertia.try_inverse().unwrap_or_else(Mat3::zeros);
        apply(&inverse, &minus(&all, &acting.inertia))
    }

    /// Returns what an inertia that changes along a symmetric matrix, body frame, changes ([`Acting::inertia`]).
    pub fn inertia_change(&self, k: &Point, along: &Mat3) -> Vec3 {
        let gyroscopic = match self.setup.plane_normal() {
            Some(_) => Vec3::zeros(),
            None => self.at.w.cross(&(along * self.at.w)) * self.setup.h,
        };
        along * k.w + gyroscopic
    }
}

fn solve(inertia: &Mat3, torque: &Vec3) -> Vec3 {
    inertia
        .cholesky()
        .map_or_else(Vec3::zeros, |factor| factor.solve(torque))
}
