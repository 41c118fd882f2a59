//! The limits of the commands of motors: those of their joints, narrowed by a task.

use super::Model;
use super::chain::{PlanChain, PlanMotor};
use crate::error::{Error, Result, finite, remedy};

/// Bounds of the commands of one coordinate of a joint, as a task states them.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct JointLimit {
    pub joint: String,
    pub coordinate: usize,
    pub low: f64,
    pub high: f64,
}

/// Narrows the limits of motors by those of the task; all are finite then.
pub(super) fn set_limits(
    model: &Model,
    limits: &[JointLimit],
    chains: &mut [PlanChain],
) -> Result<()> {
    let mut motors: Vec<&mut PlanMotor> = chains.iter_mut().flat_map(|c| &mut c.motors).collect();
    for (k, limit) in limits.iter().enumerate() {
        let field = |name: &str| format!("joint_limits[{k}].{name}");
        for (name, value) in [("low", limit.low), ("high", limit.high)] {
            finite(&field(name), &[value], "give finite radians or metres")?;
        }
        if limit.low > limit.high {
            let why = format!("{} is above high = {}", limit.low, limit.high);
            return Err(Error::value(field("low"), why, "swap the two"));
        }
        let named = |motor: &PlanMotor| model.joints[motor.joint].name == limit.joint;
        let Some(motor) = motors
            .iter_mut()
            .find(|motor| named(motor) && motor.coordinate == limit.coordinate)
        else {
            return Err(unknown(model, &motors, limit, &field));
        };
        let [lower, upper] = motor.limits;
        if limit.low < lower || limit.high > upper {
            let why = format!(
                "reaches from {} to {}, beyond the limits {lower} and {upper} of the joint",
                limit.low, limit.high
            );
            return Err(Error::value(field("low"), why, "stay within those"));
        }
        motor.limits = [limit.low, limit.high];
    }
    let open = motors
        .iter()
        .find(|motor| motor.limits.iter().any(|x| x.is_infinite()));
    let Some(open) = open else { return Ok(()) };
    let name = &model.joints[open.joint].name;
    let why =
        format!("joint \"{name}\" has no limits, so that its motor could be commanded anywhere");
    let fix = format!("give it `limits`, or add {{ joint = \"{name}\", low = -3, high = 3 }}");
    Err(Error::value("joint_limits", why, fix))
}

/// Returns the error about a limit of a motor that is not there.
fn unknown(
    model: &Model,
    motors: &[&mut PlanMotor],
    limit: &JointLimit,
    field: &dyn Fn(&str) -> String,
) -> Error {
    let names = motors.iter().map(|m| model.joints[m.joint].name.as_str());
    if names.clone().any(|name| name == limit.joint) {
        let why = format!("joint \"{}\" has no such coordinate", limit.joint);
        return Error::value(field("coordinate"), why, "count from 0");
    }
    let why = format!(
        "no joint \"{}\" with a position motor in a chain",
        limit.joint
    );
    Error::value(field("joint"), why, remedy(&limit.joint, names))
}
