//! How the numbers of a joint's coordinate follow its parameters and the length of the step: the derivatives of what
//! `Workspace::place_joints` sets up.

use crate::dynamics::{AxisChange, JointBlock};
use crate::math::lanes::Lanes;
use crate::world::{JointAxis, JointParameter, Motor};

/// What the numbers of a coordinate are differentiated by.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum AxisQuantity {
    /// The length of the step, s.
    TimeStep,
    /// A parameter of the joint.
    Parameter(JointParameter),
}

/// Gains of a motor: of position and velocity; infinite ones count as none.
fn gains(motor: Option<Motor>) -> [f64; 2] {
    match motor {
        Some(Motor::Position {
            stiffness, damping, ..
        }) => [stiffness, damping],
        Some(Motor::Velocity { damping, .. }) if damping.is_finite() => [0.0, damping],
        _ => [0.0, 0.0],
    }
}

/// Returns the change of the numbers of coordinate `k` of a joint per SI unit of a quantity, for steps of `h` s.
pub fn axis_change(
    joint: &JointBlock,
    k: usize,
    axis: &JointAxis,
    h: f64,
    quantity: AxisQuantity,
) -> AxisChange<1> {
    let mut out = AxisChange::NONE;
    match quantity {
        AxisQuantity::TimeStep => by_time(joint, k, axis, h, &mut out),
        AxisQuantity::Parameter(which) => by_parameter(joint, k, axis, (h, which), &mut out),
    }
    out
}

fn by_time(joint: &JointBlock, k: usize, axis: &JointAxis, h: f64, out: &mut AxisChange<1>) {
    let own = &joint.setup.axes[k];
    let units = &own.units;
    let per_rate = units.rate / units.impulse;
    let (mut constant, mut slope) = (0.0, axis.damping * per_rate);
    out.rate = Lanes([-joint.rate(k) / h]);
    if let Some(spring) = axis.spring {
        let stretch = own.start - spring.rest / units.value;
        constant -= spring.stiffness * units.value / units.impulse * stretch;
        if !spring.symplectic {
            slope += 2.0 * h * spring.stiffness * per_rate;
        }
    }
    out.actuators[0][0] = Lanes([axis.friction / units.impulse]);
    let [stiffness, damping] = gains(axis.motor);
    let time = units.value / units.rate;
    let [position, velocity] = own.command;
    match (axis.motor, own.actuators[1]) {
        (Some(Motor::Effort { .. }), _) => constant += joint.effort(k) / h,
        (Some(_), None) => {
            constant += per_rate * ((position - own.start) * stiffness * time + velocity * damping);
            slope += (2.0 * h * stiffness + damping) * per_rate;
        }
        (Some(motor), Some(actuator)) => {
            let gain = h * stiffness + damping;
            let relative = if gain > 0.0 { stiffness / gain } else { 0.0 };
            let target = -actuator.target * relative;
            let compliance = -actuator.compliance * (1.0 / h + relative);
            out.actuators[1] =
                [motor.limit() / units.impulse, target, compliance].map(|x| Lanes([x]));
        }
        (None, _) => {}
    }
    (out.constant, out.slope) = (Lanes([constant]), Lanes([slope]));
}

fn by_parameter(
    joint: &JointBlock,
    k: usize,
    axis: &JointAxis,
    (h, which): (f64, JointParameter),
    out: &mut AxisChange<1>,
) {
    let own = &joint.setup.axes[k];
    let units = &own.units;
    let per_rate = units.rate / units.impulse;
    let one = |x: f64| Lanes([x]);
    let [stiffness, damping] = gains(axis.motor);
    let gain = h * stiffness + damping;
    let time = units.value / units.rate;
    let [position, velocity] = own.command;
    // By one of the gains: how the gain of the rate grows, and what is aimed at.
    let mut by_gain = |growth: f64, aim: f64| match own.actuators[1] {
        None => {
            out.slope = one(h * growth * per_rate);
            out.constant = one(h * per_rate * aim);
        }
        Some(actuator) => {
            let target = (aim - actuator.target * growth) / gain;
            let compliance = -actuator.compliance * growth / gain;
            out.actuators[1] = [Lanes::ZERO, one(target), one(compliance)];
        }
    };
    match which {
        JointParameter::Anchor(_) | JointParameter::ChildAnchor(_) => {}
        JointParameter::Lower(_) => out.limits[0] = one(1.0 / units.value),
        JointParameter::Upper(_) => out.limits[1] = one(1.0 / units.value),
        JointParameter::Stiffness(_) => {
            if let Some(spring) = axis.spring {
                let stretch = own.start - spring.rest / units.value;
                out.constant = one(-h * units.value / units.impulse * stretch);
                let implicit = if spring.symplectic { 0.0 } else { h * h };
                out.slope = one(implicit * per_rate);
            }
        }
        JointParameter::Rest(_) => {
            let stiffness = axis.spring.map_or(0.0, |spring| spring.stiffness);
            out.constant = one(h * stiffness / units.impulse);
        }
        JointParameter::Damping(_) => out.slope = one(h * per_rate),
        JointParameter::Friction(_) => out.actuators[0][0] = one(h / units.impulse),
        JointParameter::Armature(_) => {
            out.slope = one(per_rate);
            out.constant = one(joint.start_rate(k) * per_rate);
        }
        JointParameter::MotorStiffness(_) => by_gain(h, (position - own.start) * time),
        JointParameter::MotorDamping(_) => by_gain(1.0, velocity),
        JointParameter::MotorLimit(_) => out.actuators[1][0] = one(h / units.impulse),
    }
}
