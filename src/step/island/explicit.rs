//! What bodies and pairs see of a column: of the state of a body or of one parameter.

use super::Island;
use crate::contact::{Explicit, ShapeChange, Torsion};
use crate::dynamics::BodyRates;
use crate::math::lanes::Lanes;
use crate::math::{Mat3, Vec3};
use crate::step::gradient::body_parameter;
use crate::step::slot::PairSlot;
use crate::world::{Model, Parameter, ParameterKind, Part, hull_rates};

impl Island<'_> {
    /// Returns whether a parameter does something to this island.
    pub(super) fn feels(&self, parameter: &Parameter) -> bool {
        let has = |body: usize, part: usize| {
            self.pairs().any(|slot| {
                let c = &slot.candidate;
                (0..2).any(|s| (c.bodies[s], c.parts[s]) == (body, part))
            })
        };
        match parameter.kind {
            ParameterKind::Gravity(_) | ParameterKind::TimeStep => true,
            ParameterKind::FrictionPair(_) => {
                let rate = |slot: &PairSlot| friction_rate(self.model, slot, parameter);
                self.pairs().any(|slot| rate(slot).is_some())
            }
            ParameterKind::Mass(body) | ParameterKind::Inertia(body, ..) => {
                self.members.contains(&body)
            }
            ParameterKind::Friction { body, part }
            | ParameterKind::TorsionalFriction { body, part } => has(body, part),
            kind @ (ParameterKind::Shape { .. } | ParameterKind::Point { .. }) => {
                let shaped = |body: usize, part: usize| self.model.shape_index(kind, body, part);
                self.pairs().any(|slot| {
                    let c = &slot.candidate;
                    (0..2).any(|s| shaped(c.bodies[s], c.parts[s]).is_some())
                })
            }
            ParameterKind::Joint(joint, _) => self.linked.contains(&joint),
        }
    }

    /// Returns what a parameter does to a body, per SI unit.
    pub fn parameter_rates(&self, parameter: &Parameter, body: usize) -> Option<BodyRates<1>> {
        let (which, unit) = body_parameter(self.model, parameter.kind, body)?;
        Some(self.bodies[body].parameter_rates(which) * unit)
    }

    /// Returns the rates of both bodies of a pair.
    pub fn parameter_rates_of(&self, slot: &PairSlot, parameter: &Parameter) -> [BodyRates<1>; 2] {
        let of = |body: usize| self.parameter_rates(parameter, body);
        slot.candidate
            .bodies
            .map(|body| of(body).unwrap_or(BodyRates::NONE))
    }

    /// Returns what a parameter does to a pair, per SI unit, where it does `rates` to its bodies; `None` when
    /// nothing.
    pub fn parameter_explicit<'a, const N: usize>(
        &self,
        slot: &PairSlot,
        parameter: &Parameter,
        rates: &'a [BodyRates<N>; 2],
    ) -> Option<Explicit<'a, N>> {
        let c = &slot.candidate;
        let side_of =
            |body: usize, part: usize| (0..2).find(|&s| (c.bodies[s], c.parts[s]) == (body, part));
        let part = |side: usize| &self.model.bodies[c.bodies[side]].parts[c.parts[side]];
        let mut out = Explicit::NONE;
        match parameter.kind {
            ParameterKind::Gravity(_) | ParameterKind::Inertia(..) | ParameterKind::Joint(..) => {
                return None;
            }
            ParameterKind::TimeStep => {
                out = motion_explicit(rates.each_ref());
                out.time = Lanes::first(1.0 / self.model.units.time);
            }
            ParameterKind::Mass(body) => {
                let side = (0..2).find(|&s| c.bodies[s] == body)?;
                let both = self.bodies[c.bodies[1]].is_moving();
                let share = if both { 0.5 } else { 1.0 };
                let mass = self.bodies[c.bodies[side]].setup.mass;
                out.mass = Lanes::first(share / mass);
                if both {
                    let rest = 1.0 - slot.setup.carriers[side];
                    let rate = rest * slot.setup.carriers[side] / mass;
                    out.carriers[side] = Lanes::first(rate);
                    out.carriers[1 - side] = Lanes::first(-rate);
                }
            }
            ParameterKind::Friction { .. } | ParameterKind::FrictionPair(_) => {
                let rate = friction_rate(self.model, slot, parameter)?;
                out.mu = Lanes::first(rate);
                if let Torsion::Radius(radius) = slot.setup.torsion {
                    out.radius = Lanes::first(-radius * rate / slot.setup.mu);
                }
            }
            ParameterKind::TorsionalFriction { body, part: p } => {
                let side = side_of(body, p)?;
                let [own, other] = [side, 1 - side].map(|s| part(s).torsional_friction);
                let unit = slot.setup.mu * self.model.units.length;
                out.radius = Lanes::first(own.rate_between(other) / unit);
            }
            ParameterKind::Shape { .. } | ParameterKind::Point { .. } => {
                // Parts of one body do not touch each other: at most one side changes.
                let index = |s: usize| {
                    self.model
                        .shape_index(parameter.kind, c.bodies[s], c.parts[s])
                };
                let (side, index) = (0..2).find_map(|s| Some((s, index(s)?)))?;
                let turned = &self.bodies[c.bodies[side]].kinematics.pose.r;
                out.shape = Some(shape_change(self.model, side, part(side), index, turned));
            }
        }
        Some(out)
    }
}

/// Returns the change of the friction coefficient of a pair by a parameter; `None` where it does not depend on it.
pub fn friction_rate(model: &Model, slot: &PairSlot, parameter: &Parameter) -> Option<f64> {
    let c = &slot.candidate;
    let [a, b] = [0, 1].map(|s| &model.bodies[c.bodies[s]].parts[c.parts[s]]);
    let given = model.friction_pair(a, b);
    match parameter.kind {
        ParameterKind::FrictionPair(pair) => (given == Some(pair)).then_some(1.0),
        ParameterKind::Friction { body, part } if given.is_none() => {
            let own = (0..2).find(|&s| (c.bodies[s], c.parts[s]) == (body, part))?;
            Some(0.5 * slot.setup.mu / [a, b][own].friction)
        }
        _ => None,
    }
}

/// Returns the explicit change of a pair along the state columns of one body.
pub fn state_explicit<'a>(
    slot: &PairSlot,
    body: usize,
    rates: &'a BodyRates<12>,
) -> Explicit<'a, 12> {
    let of = |i: usize| if i == body { rates } else { &BodyRates::NONE };
    motion_explicit(slot.candidate.bodies.map(of))
}

/// Returns the explicit change of a pair whose bodies move so.
pub fn motion_explicit<const N: usize>(rates: [&BodyRates<N>; 2]) -> Explicit<'_, N> {
    Explicit {
        end: rates.map(|rates| &rates.end),
        predicted: rates.map(|rates| &rates.predicted),
        ..Explicit::NONE
    }
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
    let is_plane = part.placed.shape.plane_normal().is_some();
    let turn = match index.checked_sub(own) {
        Some(k @ 3..=5) if is_plane => turned * Vec3::ith(k - 3, 1.0),
        _ => Vec3::zeros(),
    };
    ShapeChange {
        side,
        rows: part.placed.parameter_rows(index),
        length,
        bounding_radius: part.placed.bounding_radius_rate(index) / length,
        inscribed_radius: part.placed.inscribed_radius_rate(index).map(|r| r / length),
        turn,
        points: part
            .hull
            .is_some()
            .then(|| hull_rates(&part.placed, index))
            .flatten(),
    }
}
