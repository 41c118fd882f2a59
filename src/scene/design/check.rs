//! The checks of `[design]` for the scene that it belongs to.

use super::{Design, DesignLoss, DesignVariable, LossKind};
use crate::error::{Error, Result, finite, in_range, positive, remedy};
use crate::scene::Scene;
use crate::world::{Joint, Motion, Motor};

impl Scene {
    /// Returns the scene if its `[design]` is one for it; fields of errors are those of the file.
    pub(in crate::scene) fn checked_design(self) -> Result<Self> {
        let Some(design) = &self.design else {
            return Ok(self);
        };
        let within = |e: Error| e.within("design");
        self.check_optimisation(design).map_err(within)?;
        for (i, variable) in design.variable.iter().enumerate() {
            let outer = format!("design.variable[{i}]");
            let checked = self.check_variable(variable);
            checked.map_err(|e| e.within(&outer))?;
        }
        for (i, term) in design.loss.iter().enumerate() {
            let outer = format!("design.loss[{i}]");
            self.check_loss(term).map_err(|e| e.within(&outer))?;
        }
        Ok(self)
    }

    fn check_optimisation(&self, design: &Design) -> Result<()> {
        let missing = |field: &str, fix: &str| Err(Error::value(field, "there is none", fix));
        if design.variable.is_empty() {
            return missing(
                "variable",
                "add [[design.variable]] with `numbers` and `within`",
            );
        }
        if design.loss.is_empty() {
            return missing(
                "loss",
                "add [[design.loss]] with `kind`, `body` and `target`",
            );
        }
        if design.iterations == 0 {
            let fix = "give a number of iterations, e.g. 100";
            return Err(Error::value("iterations", "must be positive", fix));
        }
        for (i, rho) in design.relaxation.iter().enumerate() {
            crate::scene::defaults::relaxation(&format!("relaxation[{i}]"), *rho)?;
        }
        Ok(())
    }

    fn check_variable(&self, variable: &DesignVariable) -> Result<()> {
        match (&variable.numbers, variable.moves.is_empty()) {
            (Some(path), true) => {
                let found = self.numbers(path).map_err(|e| Error {
                    field: "numbers".into(),
                    why: format!("\"{path}\": {}", e.why),
                    ..e
                });
                found?;
            }
            (None, false) => {
                for (path, factor) in &variable.moves {
                    let is_one = |found: &Vec<(String, f64)>| found.len() == 1;
                    if !self.numbers(path).as_ref().is_ok_and(is_one) {
                        let why = format!("\"{path}\" is no number of the scene");
                        let fix = "give the path of one number, as in the scene that `drystone convert` writes";
                        return Err(Error::value("moves", why, fix));
                    }
                    finite("moves", &[*factor], "give finite factors")?;
                }
            }
            _ => {
                let fix = "give `numbers = \"PATH\"`, or `moves = { \"PATH\" = 1.0 }`";
                let why = "needs one of `numbers` and `moves`";
                return Err(Error::value("numbers", why, fix));
            }
        }
        self.check_bounds(variable)?;
        variable.rate.map_or(Ok(()), |rate| {
            positive("rate", rate, "give a positive change per iteration").map(|_| ())
        })
    }

    /// Checks the bounds; a variable starts within them.
    fn check_bounds(&self, variable: &DesignVariable) -> Result<()> {
        let (low, high) = match (variable.within, variable.low, variable.high) {
            (Some(within), None, None) => {
                return positive("within", within, "give a positive number").map(|_| ());
            }
            (None, Some(low), Some(high)) if low < high => (low, high),
            _ => {
                let why = "needs bounds";
                let fix = "give `within`, how far it may go, or `low` and a larger `high`";
                return Err(Error::value("within", why, fix));
            }
        };
        finite("low", &[low], "give a finite bound")?;
        finite("high", &[high], "give a finite bound")?;
        let starts = match &variable.numbers {
            Some(path) => self.numbers(path)?,
            None => vec![(String::new(), 0.0)],
        };
        for (path, start) in starts {
            if !(low..=high).contains(&start) {
                let why = format!("{path} starts at {start}, outside of [{low}, {high}]");
                let fix = "move the bounds or the start; a variable of `moves` starts at 0";
                return Err(Error::value("low", why.trim_start(), fix));
            }
        }
        Ok(())
    }

    fn check_loss(&self, term: &DesignLoss) -> Result<()> {
        let missing = |field: &str, fix: &str| {
            let why = format!("a term of kind \"{}\" needs it", term.kind.name());
            Err(Error::value(field, why, fix))
        };
        check_numbers(term)?;
        self.check_names(term)?;
        let of_a_body = !matches!(term.kind, LossKind::Energy | LossKind::Effort);
        if of_a_body && term.body.is_none() {
            return missing("body", "name a body");
        }
        let has_direction = |target: Option<[f64; 3]>| target.is_some_and(|t| t != [0.0; 3]);
        match term.kind {
            LossKind::Position | LossKind::RelativePosition if term.target.is_none() => {
                return missing("target", "give a position, m, e.g. [0, 0, 1]");
            }
            LossKind::RelativePosition if term.other.is_none() => {
                return missing("other", "name the body in whose frame `target` is");
            }
            LossKind::Travel | LossKind::Orientation if !has_direction(term.target) => {
                return missing("target", "give a direction, e.g. [1, 0, 0]");
            }
            LossKind::Effort => self.check_motors(term)?,
            LossKind::ContactForce => self.check_is_free(term)?,
            _ => {}
        }
        self.check_times(term)
    }

    fn check_names(&self, term: &DesignLoss) -> Result<()> {
        for (field, body) in [("body", &term.body), ("other", &term.other)] {
            let Some(body) = body else { continue };
            let names = self.model.bodies.iter().map(|body| body.name.as_str());
            if self.model.body_index(body).is_none() {
                let why = format!("no body \"{body}\"");
                return Err(Error::value(field, why, remedy(body, names)));
            }
        }
        if let Some(joint) = &term.joint {
            let names = self.model.joints.iter().map(|joint| joint.name.as_str());
            if self.model.joint_index(joint).is_none() {
                let why = format!("no joint \"{joint}\"");
                return Err(Error::value("joint", why, remedy(joint, names)));
            }
        }
        Ok(())
    }

    /// Checks that nothing but contact, gravity and wrenches changes the momentum of the body.
    fn check_is_free(&self, term: &DesignLoss) -> Result<()> {
        let body = term
            .body
            .as_ref()
            .and_then(|name| self.model.body_index(name));
        let Some(body) = body else {
            return Ok(());
        };
        let own = &self.model.bodies[body];
        let joined = |joint: &Joint| joint.bodies().contains(&Some(body));
        let why = match own.motion {
            Motion::Free if own.quasi_dynamic => "is quasi-dynamic: it has no momentum",
            Motion::Free if self.model.joints.iter().any(joined) => "has a joint",
            Motion::Free => return Ok(()),
            _ => "is not free",
        };
        let why = format!(
            "\"{}\" {why}, and the force of its contacts does not follow from its motion",
            own.name
        );
        let fix = "name a free body without joints that touches it";
        Err(Error::value("body", why, fix))
    }

    /// Checks that there are motors, and that their efforts follow from a state.
    fn check_motors(&self, term: &DesignLoss) -> Result<()> {
        let own = |name: &str| term.joint.as_ref().is_none_or(|joint| joint == name);
        let joints = self.model.joints.iter().filter(|joint| own(&joint.name));
        let mut motors =
            joints.flat_map(|joint| joint.motors().map(move |(_, motor)| (joint, motor)));
        let mut none = true;
        let slips = motors.find(|(_, motor)| {
            none = false;
            matches!(motor, Motor::Velocity { damping, .. } if damping.is_infinite())
        });
        if let Some((joint, _)) = slips {
            let why = format!(
                "the motor of \"{}\" has no gain: its effort does not follow from a state",
                joint.name
            );
            return Err(Error::value(
                "joint",
                why,
                "give the motor a `damping`, or name another joint",
            ));
        }
        if none {
            let fix = "name a joint with a motor, or leave out the term";
            return Err(Error::value("joint", "there is no motor", fix));
        }
        Ok(())
    }

    fn check_times(&self, term: &DesignLoss) -> Result<()> {
        let end = self.settings.duration;
        for (field, time) in [("at", term.at), ("from", term.from), ("to", term.to)] {
            if let Some(time) = time {
                in_range(field, time, 0.0, end, "give seconds within the run")?;
            }
        }
        if term.at.is_some() && (term.from.is_some() || term.to.is_some()) {
            let fix = "give `at`, or `from` and `to`";
            return Err(Error::value("at", "is given with a span", fix));
        }
        if let (Some(from), Some(to)) = (term.from, term.to)
            && to < from
        {
            let why = format!("the span ends at {to} s, before it begins at {from} s");
            return Err(Error::value("to", why, "give a later time"));
        }
        Ok(())
    }
}

/// Checks the numbers of a term by themselves.
fn check_numbers(term: &DesignLoss) -> Result<()> {
    finite("weight", &[term.weight], "give a finite weight")?;
    finite("point", &term.point, "give finite metres")?;
    finite("axes", &term.axes, "give finite weights")?;
    finite(
        "target",
        &term.target.unwrap_or_default(),
        "give finite numbers",
    )?;
    let axis = term.axis.unwrap_or([0.0, 0.0, 1.0]);
    finite("axis", &axis, "give a finite direction")?;
    if axis == [0.0; 3] {
        let fix = "give a direction, e.g. [0, 0, 1]";
        return Err(Error::value("axis", "has no direction", fix));
    }
    Ok(())
}
