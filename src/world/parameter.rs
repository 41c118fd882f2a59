//! The numbers that describe a model, one by one: gravity, time step, mass, inertia, friction and
//! the shapes of the parts. What a derivative of a step can be taken with respect to.

use super::build::non_negative;
use super::mass::check_inertia;
use super::{Body, JointParameter, Model, Part};
use crate::error::{Error, Result, finite, positive, remedy};

/// Which number of a model a [`Parameter`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ParameterKind {
    /// The component 0, 1 or 2 of gravity, world, m/s^2.
    Gravity(usize),
    /// Length of a step, s.
    TimeStep,
    /// Mass of a moving body, kg; its inertia stays.
    Mass(usize),
    /// The entries (i, j) and (j, i) of the inertia of a moving body about its centre of mass, body
    /// frame, kg m^2: (body, i, j).
    Inertia(usize, usize, usize),
    /// Coefficient of friction of a part; that of two parts is [`Model::friction`].
    Friction {
        /// The index of the body.
        body: usize,
        /// The index of the part in the body.
        part: usize,
    },
    /// The coefficient of a pair of materials, by its index in [`Model::friction_pairs`].
    FrictionPair(usize),
    /// The coefficient of torsional friction of a part, m.
    TorsionalFriction {
        /// The index of the body.
        body: usize,
        /// The index of the part in the body.
        part: usize,
    },
    /// Number `index` of [`Placed::parameters`](crate::shape::Placed::parameters) of a part, in
    /// the centre-of-mass frame of its body; the mass properties stay
    /// ([`Model::mass_rates`] is how they would follow).
    Shape {
        /// The index of the body.
        body: usize,
        /// The index of the part in the body.
        part: usize,
        /// The index of the parameter of the placed shape.
        index: usize,
    },
    /// A coordinate of a point that hulls of a body share ([`Body::points`]), in the frame of the shape; it moves all of them.
    Point {
        /// The index of the body.
        body: usize,
        /// The index of the point in the body.
        point: usize,
        /// The axis.
        axis: usize,
    },
    /// A number of a joint: its index, and which.
    Joint(usize, JointParameter),
}

/// One number of a model.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameter {
    /// `gravity.x`, `time_step`, `BODY.mass`, `BODY.inertia.xy`, `BODY.PART.friction`,
    /// `BODY.PART.torsional_friction`, `friction.MATERIAL.MATERIAL`, `BODY.PART.shape.radius`, `BODY.PART.position[0]`, `BODY.SHAPE.points[tip].x`; unique.
    pub name: String,
    /// The unit of `value`: `m/s^2`, `s`, `kg`, `kg m^2`, `1`, `m` or `rad`.
    pub unit: &'static str,
    /// The present value; 0 for rotations, which turn the part from where it is.
    pub value: f64,
    /// Which number it is.
    pub kind: ParameterKind,
}

impl Model {
    /// Returns all parameters, in a fixed order: gravity, time step, then body after body mass, inertia
    /// and its parts. A coefficient of friction that is 0 is not among them: its rows are left
    /// out of the step, and there is no derivative.
    pub fn parameters(&self) -> Vec<Parameter> {
        let mut all = self.all_parameters();
        all.retain(|parameter| !is_dropped(parameter));
        all
    }

    /// Returns the parameter called `name`.
    ///
    /// # Errors
    /// There is none; a coefficient of friction that is 0.
    pub fn parameter(&self, name: &str) -> Result<Parameter> {
        let mut all = self.all_parameters();
        let Some(at) = all.iter().position(|parameter| parameter.name == name) else {
            let fix = remedy(name, all.iter().map(|parameter| parameter.name.as_str()));
            return Err(Error::value(name, "no such parameter", fix));
        };
        let found = all.swap_remove(at);
        if is_dropped(&found) {
            let why = "the coefficient is 0: the step has no rows for it and no derivative";
            let fix = "give a positive coefficient, e.g. 1e-3, or leave this parameter out";
            return Err(Error::value(name, why, fix));
        }
        Ok(found)
    }

    /// Returns whether `parameter` is one of this model that a step can be differentiated with respect to.
    ///
    /// # Errors
    /// As [`Self::parameter`], for its name.
    pub fn check_parameter(&self, parameter: &Parameter) -> Result<()> {
        let moves = |body: usize| self.bodies.get(body).is_some_and(Body::is_moving);
        let found = match parameter.kind {
            ParameterKind::TimeStep => true,
            ParameterKind::Gravity(axis) => axis < 3,
            ParameterKind::Mass(body) => moves(body),
            ParameterKind::Inertia(body, i, j) => moves(body) && i < 3 && j < 3,
            ParameterKind::Friction { body, part } => {
                self.part(body, part).is_ok_and(|part| part.friction > 0.0)
            }
            ParameterKind::FrictionPair(pair) => {
                let pair = self.friction_pairs.get(pair);
                pair.is_some_and(|pair| pair.coefficient > 0.0)
            }
            ParameterKind::TorsionalFriction { body, part } => {
                let part = self.part(body, part);
                part.is_ok_and(|part| part.torsional_friction.metres() > Some(0.0))
            }
            ParameterKind::Shape { body, part, index } => {
                let part = self.part(body, part);
                part.is_ok_and(|part| part.solid.is_none() && index < part.placed.parameter_count())
            }
            ParameterKind::Point { body, point, axis } => {
                let body = self.bodies.get(body);
                axis < 3 && body.is_some_and(|body| point < body.points.len())
            }
            ParameterKind::Joint(joint, which) => {
                let joint = self.joints.get(joint);
                joint.is_some_and(|joint| joint.parameter(which).is_some())
            }
        };
        if found {
            return Ok(());
        }
        self.parameter(&parameter.name)?;
        let why = "is a parameter of another model";
        Err(Error::value(&parameter.name, why, "take it from this one"))
    }

    /// Returns the model with one parameter set to `value`. Mass, centre of mass and inertia do not
    /// follow a shape, nor the inertia a mass; the units stay as well: scales of the solver are
    /// constants. A part's rows, bounds, bounding radius and inscribed radius follow.
    ///
    /// # Errors
    /// The parameter is not one of this model; a value that it cannot have.
    pub fn with_parameter(&self, parameter: &Parameter, value: f64) -> Result<Model> {
        let mut out = self.clone();
        out.set(parameter.kind, value).map_err(|e| Error {
            field: parameter.name.clone(),
            ..e
        })?;
        Ok(out)
    }

    fn set(&mut self, kind: ParameterKind, value: f64) -> Result<()> {
        let length = self.units.length;
        match kind {
            ParameterKind::Gravity(axis) => {
                finite("", &[value], "e.g. -9.81")?;
                *self.gravity.get_mut(axis).ok_or_else(unknown)? = value;
            }
            ParameterKind::TimeStep => {
                self.time_step = positive("", value, "must be finite and > 0, e.g. 0.01")?;
            }
            ParameterKind::Mass(body) => {
                self.moving_mut(body)?.mass = positive("", value, "give a positive mass")?;
            }
            ParameterKind::Inertia(body, i, j) => {
                let body = self.moving_mut(body)?;
                let mut inertia = body.inertia;
                *inertia.get_mut((i, j)).ok_or_else(unknown)? = value;
                *inertia.get_mut((j, i)).ok_or_else(unknown)? = value;
                check_inertia(&inertia)?;
                body.inertia = inertia;
            }
            ParameterKind::Friction { body, part } => {
                non_negative("", value, "use 0 for frictionless")?;
                self.part_mut(body, part)?.friction = value;
            }
            ParameterKind::FrictionPair(pair) => {
                non_negative("", value, "use 0 for frictionless")?;
                let pair = self.friction_pairs.get_mut(pair).ok_or_else(unknown)?;
                pair.coefficient = value;
            }
            ParameterKind::TorsionalFriction { body, part } => {
                non_negative("", value, "use 0 for none")?;
                self.part_mut(body, part)?.torsional_friction = value.into();
            }
            ParameterKind::Shape { body, .. } | ParameterKind::Point { body, .. } => {
                let parts = self.shaped_parts(kind);
                if parts.is_empty() {
                    return Err(unknown());
                }
                for (part, index) in parts {
                    self.part_mut(body, part)?.reshape(index, value, length)?;
                }
            }
            ParameterKind::Joint(joint, which) => {
                finite("", &[value], "give a finite number")?;
                let joint = self.joints.get_mut(joint).ok_or_else(unknown)?;
                joint.set_parameter(which, value);
            }
        }
        Ok(())
    }

    fn moving_mut(&mut self, body: usize) -> Result<&mut Body> {
        let found = self.bodies.get_mut(body);
        found.filter(|body| body.is_moving()).ok_or_else(unknown)
    }

    /// Returns a part by its indices.
    pub(super) fn part(&self, body: usize, part: usize) -> Result<&Part> {
        let body = self.bodies.get(body);
        body.and_then(|body| body.parts.get(part))
            .ok_or_else(unknown)
    }

    fn part_mut(&mut self, body: usize, part: usize) -> Result<&mut Part> {
        let body = self.bodies.get_mut(body);
        body.and_then(|body| body.parts.get_mut(part))
            .ok_or_else(unknown)
    }
}

/// Returns whether the step has no rows for it.
fn is_dropped(parameter: &Parameter) -> bool {
    let kind = parameter.kind;
    let friction = matches!(
        kind,
        ParameterKind::Friction { .. }
            | ParameterKind::FrictionPair(_)
            | ParameterKind::TorsionalFriction { .. }
    );
    friction && parameter.value == 0.0
}

fn unknown() -> Error {
    let fix = "take it from the list of parameters of this model";
    Error::value("", "the model has no such parameter", fix)
}
