//! The explicit changes of a pair besides the motion of its bodies.

use super::Pair;
use super::prediction::Predicted;
use super::sensitivity::RESTORED;
use crate::contact::Collision;
use crate::contact::detection::Differentiable;
use crate::contact::setup::{PREDICTION, collision_start, collision_start_rate};
use crate::contact::terms::{Explicit, ShapeChange};
use crate::math::Kinematics;
use crate::math::lanes::{Lanes, Lanes3, dot, minus};

/// What changes a pair besides the motion of its bodies: the explicit part of its derivatives.
#[derive(Debug, Clone, Copy)]
pub struct Shift<const N: usize> {
    /// The change of the constants of both ports.
    pub ports: [[Lanes<N>; 4]; 2],
    /// The change of the lagged arms of both bodies, world.
    pub arms: [Lanes3<N>; 2],
    /// The change of H.
    pub length: Lanes<N>,
    /// The rotation of a half-space within its body, world.
    pub turn: Lanes3<N>,
    /// The change of mu.
    pub mu: Lanes<N>,
    /// The change of the radius of the patch.
    pub radius: Lanes<N>,
    /// The relative change of m_ab.
    pub mass: Lanes<N>,
    /// The change of the slip by the carrier frame.
    pub slip: Lanes3<N>,
}

impl<const N: usize> Shift<N> {
    /// No change.
    pub const NONE: Self = Self {
        ports: [[Lanes::ZERO; 4]; 2],
        arms: [Lanes::ZERO3; 2],
        length: Lanes::ZERO,
        turn: Lanes::ZERO3,
        mu: Lanes::ZERO,
        radius: Lanes::ZERO,
        mass: Lanes::ZERO,
        slip: Lanes::ZERO3,
    };
}

impl<D: Differentiable> Pair<D> {
    /// Returns all explicit changes but the motion of the bodies: p^, H and with it the relaxation of the
    /// collision rows, coefficients, impulse unit, shape.
    #[inline(always)]
    pub(super) fn shift<const N: usize>(
        &self,
        bodies: [&Kinematics; 2],
        rho: f64,
        explicit: &Explicit<N>,
    ) -> Shift<N> {
        let Predicted {
            collision: predicted,
            poses,
            patch,
        } = self.predicted.as_deref().expect(RESTORED);
        let mut ports = [[Lanes::ZERO; 4]; 2];
        let mut largest = Lanes::ZERO;
        let mut shift = Shift {
            mu: explicit.mu,
            mass: explicit.mass,
            ..Shift::NONE
        };
        if let Some(change) = &explicit.shape {
            let side = change.side;
            ports[side] = predicted
                .shape_shift(change, poses.each_ref())
                .map(Lanes::first);
            shift.ports[side] = self
                .collision
                .shape_shift(change, bodies.map(|body| &body.pose))
                .map(Lanes::first);
            shift.turn = [0, 1, 2].map(|k| Lanes::first(change.turn[k]));
            largest = Lanes::first(change.bounding_radius);
            // The complementarity of the prediction follows the inscribed radii.
            let rates = change.inscribed_radius;
            let start = collision_start_rate(PREDICTION, self.inscribed, rates);
            add_unit(&mut ports, predicted, Lanes::first(start));
        }
        let answer = predicted.respond(explicit.predicted, &ports, Lanes::ZERO);
        let push = predicted.push[0];
        let norm = push.norm();
        shift.length = if self.capped {
            largest
        } else {
            dot(&push, &answer.dpush) * (-1.0 / norm.powi(3))
        };
        for s in 0..2 {
            shift.arms[s] = minus(&answer.dp, &explicit.predicted[s].dx);
        }
        let dn = self.predicted_tilt(&push, &answer.dpush, explicit);
        shift.slip = self.carrier_shift(bodies, explicit, &dn);
        shift.radius = match patch {
            Some(patch) => patch.along(explicit.predicted, &answer.dp, explicit.shape.as_ref()),
            None => explicit.radius,
        };
        self.relax_with_length(rho, explicit.shape.as_ref(), &mut shift);
        shift
    }

    /// Adds the change of the relaxation of the collision rows with H, or with the inscribed radii.
    #[inline(always)]
    fn relax_with_length<const N: usize>(
        &self,
        rho: f64,
        shape: Option<&ShapeChange>,
        shift: &mut Shift<N>,
    ) {
        let rho = self.detection.following(rho);
        if self.wedged {
            // The target of the rows is in units of their own relaxation.
            let rho = rho / collision_start(1.0, self.inscribed);
            if let Some(change) = shape {
                let rate = collision_start_rate(rho, self.inscribed, change.inscribed_radius);
                add_unit(&mut shift.ports, &self.collision, Lanes::first(rate));
            }
            return;
        }
        // The rows' relaxation is rho min(1, 1/H).
        let share = beyond_one(self.length);
        if share * rho > 0.0 {
            let falls = shift.length * (-share * rho / self.length);
            add_unit(&mut shift.ports, &self.collision, falls);
        }
    }
}

/// Adds `factor` times the constants of both ports per unit of further target.
#[inline(always)]
fn add_unit<const N: usize>(
    ports: &mut [[Lanes<N>; 4]; 2],
    collision: &Collision,
    factor: Lanes<N>,
) {
    for (port, unit) in ports.iter_mut().zip(collision.unit_constants()) {
        for (port, unit) in port.iter_mut().zip(unit) {
            *port = *port + factor * unit;
        }
    }
}

/// Returns 1 where H > 1, 0 where H < 1; at the kink of min(1, 1/H) itself, where a lone ball stands, the
/// mean of both sides.
fn beyond_one(length: f64) -> f64 {
    if (length - 1.0).abs() < 1e-9 {
        return 0.5;
    }
    f64::from(length > 1.0)
}
