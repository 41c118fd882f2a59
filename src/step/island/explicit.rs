//! What bodies and pairs see of a column: of the state of a body or of one parameter.

use super::Island;
use crate::contact::{Explicit, ShapeChange};
use crate::dynamics::BodyRates;
use crate::math::lanes::Lanes;
use crate::math::{Mat3, Vec3};
use crate::shape::Shape;
use crate::step::gradient::body_parameter;
use crate::step::slot::PairSlot;
use crate::world::{Model, Parameter, ParameterKind, Part};

impl Island<'_> {
    /// What a parameter does to a body, per SI unit.
    pub fn parameter_rates(&self, parameter: &Parameter, body: usize) -> Option<BodyRates<1>> {
        let (which, unit) = body_parameter(self.model, parameter.kind, body)?;
        Some(self.bodies[body].parameter_rates(which) * unit)
    }

    /// What a parameter does to a pair, per SI unit; `None` when nothing.
    pub fn parameter_explicit(
        &self,
        slot: &PairSlot,
        parameter: &Parameter,
    ) -> Option<Explicit<1>> {
        let c = &slot.candidate;
        let side_of =
            |body: usize, part: usize| (0..2).find(|&s| (c.bodies[s], c.parts[s]) == (body, part));
        let part = |side: usize| &self.model.bodies[c.bodies[side]].parts[c.parts[side]];
        let mut out = Explicit::NONE;
        match parameter.kind {
            ParameterKind::Gravity(_) | ParameterKind::Inertia(..) => return None,
            ParameterKind::TimeStep => {
                for s in 0..2 {
                    if let Some(rates) = self.parameter_rates(parameter, c.bodies[s]) {
                        out.end[s] = rates.end;
                        out.predicted[s] = rates.predicted;
                    }
                }
            }
            ParameterKind::Mass(body) => {
                let side = (0..2).find(|&s| c.bodies[s] == body)?;
                let share = if self.bodies[c.bodies[1]].is_moving() {
                    0.5
                } else {
                    1.0
                };
                out.mass = Lanes::first(share / self.bodies[c.bodies[side]].setup.mass);
            }
            ParameterKind::Friction { body, part: p } => {
                let side = side_of(body, p)?;
                let rate = 0.5 * slot.setup.mu / part(side).friction;
                out.coefficients[0] = Lanes::first(rate);
            }
            ParameterKind::TorsionalFriction { body, part: p } => {
                let side = side_of(body, p)?;
                let rate = 0.5 * slot.setup.mu_torsion / part(side).torsional_friction;
                out.coefficients[1] = Lanes::first(rate);
            }
            ParameterKind::Shape {
                body,
                part: p,
                index,
            } => {
                let side = side_of(body, p)?;
                let turned = &self.bodies[body].kinematics.pose.r;
                out.shape = Some(shape_change(self.model, side, part(side), index, turned));
            }
        }
        Some(out)
    }
}

/// What a pair sees of the state columns of one body.
pub fn state_explicit(slot: &PairSlot, body: usize, rates: &BodyRates<12>) -> Explicit<12> {
    let mut out = Explicit::NONE;
    for s in 0..2 {
        if slot.candidate.bodies[s] == body {
            out.end[s] = rates.end;
            out.predicted[s] = rates.predicted;
        }
    }
    out
}

fn shape_change(
    model: &Model,
    side: usize,
    part: &Part,
    index: usize,
    turned: &Mat3,
) -> ShapeChange {
    let length = model.units.length;
    let own = part.placed.shape.parameter_count();
    let is_plane = matches!(part.placed.shape, Shape::HalfSpace(_));
    let turn = match index.checked_sub(own) {
        Some(k @ 3..=5) if is_plane => turned * Vec3::ith(k - 3, 1.0),
        _ => Vec3::zeros(),
    };
    ShapeChange {
        side,
        rows: part.placed.parameter_rows(index),
        length,
        bounding_radius: part.placed.bounding_radius_rate(index) / length,
        turn,
    }
}
