//! One coordinate of a joint at an iterate.

use crate::ipm::ByPart;
use crate::joint::BothSides;
use crate::math::Real;

/// Value, derivative and impulse of a coordinate, and how the impulse answers to the rate: d tau = offset - response d wd+.
#[derive(Debug, Clone, Copy)]
pub(super) struct Axis<R: Real = f64> {
    /// The value at the end of the step, nearest to the one at the start.
    pub end: R,
    /// The mean rate over the step.
    pub rate: R,
    /// The derivative of the rate by (dv, phi) of both sides.
    pub gradient: BothSides<[R; 6]>,
    /// Force and torque of a unit impulse on both sides, at the start, in mass x V.
    pub wrench: BothSides<[R; 6]>,
    /// The impulse along the coordinate.
    pub impulse: R,
    /// The decrease of the impulse per rate.
    pub response: R,
    /// The change of the impulse at the same rate, by part of the direction.
    pub offset: ByPart<R>,
}

impl<R: Real> Axis<R> {
    /// Returns a coordinate that stands where it starts.
    pub fn new(start: R, wrench: BothSides<[R; 6]>) -> Self {
        Self {
            end: start,
            rate: R::ZERO,
            gradient: [[R::ZERO; 6]; 2],
            wrench,
            impulse: R::ZERO,
            response: R::ZERO,
            offset: ByPart::default(),
        }
    }

    /// Returns the change of the rate when both bodies move so.
    pub fn rate_along(&self, motion: BothSides<&[R; 6]>) -> R {
        let sides = self.gradient.iter().zip(motion);
        let terms = sides.flat_map(|(gradient, motion)| gradient.iter().zip(motion));
        terms.fold(R::ZERO, |sum, (g, x)| sum + *g * *x)
    }
}
