//! `[[wrench]]`: a force at a point that moves with a body, and a torque, for a span of time.

use super::config::WrenchConfig;
use super::value::{in_range, vector};
use crate::error::{Error, Result, remedy};
use crate::math::Vec3;
use crate::world::{Input, Model, State};

/// A checked wrench.
#[derive(Debug, Clone)]
pub(super) struct TimedWrench {
    pub body: usize,
    /// N, world.
    pub force: Vec3,
    /// N m, world.
    torque: Vec3,
    /// Point of the force from the centre of mass, body axes, m.
    arm: Vec3,
    /// s.
    from: f64,
    to: f64,
}

impl TimedWrench {
    /// Checks one entry; fields of errors are relative to its table.
    pub(super) fn new(config: &WrenchConfig, model: &Model) -> Result<Self> {
        let body = model.body_index(&config.body).ok_or_else(|| {
            let known = model.bodies.iter().map(|body| body.name.as_str());
            let why = format!("no body \"{}\"", config.body);
            Error::value("body", why, remedy(&config.body, known))
        })?;
        if !model.bodies[body].is_moving() {
            let why = format!(
                "\"{}\" is fixed or prescribed: nothing pushes it",
                config.body
            );
            let fix = "name a body that moves";
            return Err(Error::value("body", why, fix));
        }
        let centre = model.bodies[body].centre_of_mass;
        let at = config.at.map(|at| vector("at", at, "give finite metres"));
        let from = in_range("from", config.from, 0.0, f64::MAX, "give seconds >= 0")?;
        let to = config.to.map_or(Ok(f64::INFINITY), |to| {
            in_range(
                "to",
                to,
                from,
                f64::MAX,
                "give seconds after `from`, or none for ever",
            )
        })?;
        Ok(Self {
            body,
            force: vector("force", config.force, "give finite newtons")?,
            torque: vector("torque", config.torque, "give finite N m")?,
            arm: at.transpose()?.unwrap_or(centre) - centre,
            from,
            to,
        })
    }

    /// Adds itself to the input of a step of length `h` that starts at `state` and time `time`.
    ///
    /// The velocity of a state is that of half a step before its node, so the step carries it from
    /// half a step before `time` to half a step after: the force acts by its share of that span. The angular
    /// velocity is that of the node, so the torque, that of the force about the centre of mass included, acts by its share of the step itself.
    pub(super) fn add(&self, time: f64, h: f64, state: &State, input: &mut Input) {
        self.add_force(self.share([time - 0.5 * h, time + 0.5 * h]), input);
        let share = self.share([time, time + h]);
        if share > 0.0 {
            let at = &state.bodies[self.body];
            let moment = (at.rotation * self.arm).cross(&self.force) + self.torque;
            input.wrenches[self.body].torque += moment * share;
        }
    }

    /// Adds the mean of the force over a span of time, s.
    pub(super) fn add_force_over(&self, span: [f64; 2], input: &mut Input) {
        self.add_force(self.share(span), input);
    }

    fn add_force(&self, share: f64, input: &mut Input) {
        if share > 0.0 {
            input.wrenches[self.body].force += self.force * share;
        }
    }

    /// The part of a span of time, s, in which it acts.
    fn share(&self, [start, end]: [f64; 2]) -> f64 {
        if self.from <= start && end <= self.to {
            return 1.0;
        }
        let overlap = self.to.min(end) - self.from.max(start);
        (overlap / (end - start)).clamp(0.0, 1.0)
    }
}
