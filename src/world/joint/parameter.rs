//! The numbers that describe the joints of a model, one by one.

use super::{Joint, JointAxis, JointKind, Motor};
use crate::joint::JointFrames;
use crate::world::{Model, Parameter, ParameterKind};

/// Which number of a joint a [`ParameterKind::Joint`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum JointParameter {
    /// A component of the anchor on the parent, in its centre-of-mass frame (in the world without a parent), m.
    Anchor(usize),
    /// A component of the anchor on the child, in its centre-of-mass frame, m.
    ChildAnchor(usize),
    /// The lower limit of a coordinate, rad or m.
    Lower(usize),
    /// The upper limit of a coordinate, rad or m.
    Upper(usize),
    /// The stiffness of the spring of a coordinate, N m/rad or N/m.
    Stiffness(usize),
    /// The value at which the spring of a coordinate is relaxed, rad or m.
    Rest(usize),
    /// The damping of a coordinate, N m s/rad or N s/m.
    Damping(usize),
    /// The Coulomb friction of a coordinate, N m or N.
    Friction(usize),
    /// The armature of a coordinate, kg m^2 or kg.
    Armature(usize),
    /// The gain of the position of a motor, N m/rad or N/m.
    MotorStiffness(usize),
    /// The gain of the velocity of a motor, N m s/rad or N s/m.
    MotorDamping(usize),
    /// The largest effort of a motor, N m or N.
    MotorLimit(usize),
}

impl JointParameter {
    /// Returns the kinds of numbers of coordinate `k`.
    fn of_coordinate(k: usize) -> [Self; 10] {
        [
            Self::Lower(k),
            Self::Upper(k),
            Self::Stiffness(k),
            Self::Rest(k),
            Self::Damping(k),
            Self::Friction(k),
            Self::Armature(k),
            Self::MotorStiffness(k),
            Self::MotorDamping(k),
            Self::MotorLimit(k),
        ]
    }

    fn name(self) -> &'static str {
        match self {
            Self::Anchor(_) => "anchor",
            Self::ChildAnchor(_) => "child_anchor",
            Self::Lower(_) => "lower",
            Self::Upper(_) => "upper",
            Self::Stiffness(_) => "spring.stiffness",
            Self::Rest(_) => "spring.rest",
            Self::Damping(_) => "damping",
            Self::Friction(_) => "friction",
            Self::Armature(_) => "armature",
            Self::MotorStiffness(_) => "motor.stiffness",
            Self::MotorDamping(_) => "motor.damping",
            Self::MotorLimit(_) => "motor.limit",
        }
    }

    fn unit(self, is_angle: bool) -> &'static str {
        match (self, is_angle) {
            (Self::Anchor(_) | Self::ChildAnchor(_), _) => "m",
            (Self::Lower(_) | Self::Upper(_) | Self::Rest(_), true) => "rad",
            (Self::Lower(_) | Self::Upper(_) | Self::Rest(_), false) => "m",
            (Self::Stiffness(_) | Self::MotorStiffness(_), true) => "N m/rad",
            (Self::Stiffness(_) | Self::MotorStiffness(_), false) => "N/m",
            (Self::Damping(_) | Self::MotorDamping(_), true) => "N m s/rad",
            (Self::Damping(_) | Self::MotorDamping(_), false) => "N s/m",
            (Self::Friction(_) | Self::MotorLimit(_), true) => "N m",
            (Self::Friction(_) | Self::MotorLimit(_), false) => "N",
            (Self::Armature(_), true) => "kg m^2",
            (Self::Armature(_), false) => "kg",
        }
    }
}

impl Joint {
    /// Returns the value of a parameter that a step depends on smoothly; none where the joint has no such number, or its rows are
    /// left out of the step.
    pub(crate) fn parameter(&self, which: JointParameter) -> Option<f64> {
        let axis = |k: usize| self.axes.get(k);
        let positive = |x: f64| (x > 0.0 && x.is_finite()).then_some(x);
        let motor = |k: usize| axis(k).and_then(|axis| axis.motor);
        let shifts = matches!(
            which,
            JointParameter::Anchor(_) | JointParameter::ChildAnchor(_)
        );
        if self.leads && shifts && self.kind == JointKind::Prismatic {
            // The joint that follows has no derivative by them.
            return None;
        }
        match which {
            JointParameter::Anchor(i) => self.frames[1].point.get(i).copied(),
            JointParameter::ChildAnchor(i) => self.frames[0].point.get(i).copied(),
            JointParameter::Lower(k) => Some(axis(k)?.limits[0]).filter(|x| x.is_finite()),
            JointParameter::Upper(k) => Some(axis(k)?.limits[1]).filter(|x| x.is_finite()),
            JointParameter::Stiffness(k) => Some(axis(k)?.spring?.stiffness),
            JointParameter::Rest(k) => Some(axis(k)?.spring?.rest),
            JointParameter::Damping(k) => Some(axis(k)?.damping),
            JointParameter::Friction(k) => positive(axis(k)?.friction),
            JointParameter::Armature(k) => Some(axis(k)?.armature),
            JointParameter::MotorStiffness(k) => match motor(k)? {
                Motor::Position { stiffness, .. } => Some(stiffness),
                _ => None,
            },
            JointParameter::MotorDamping(k) => match motor(k)? {
                Motor::Position { damping, .. } => Some(damping),
                Motor::Velocity { damping, .. } => positive(damping),
                Motor::Effort { .. } => None,
            },
            JointParameter::MotorLimit(k) => match motor(k)? {
                Motor::Effort { .. } => None,
                other => positive(other.limit()),
            },
        }
    }

    /// Sets a parameter that the joint has.
    pub(crate) fn set_parameter(&mut self, which: JointParameter, value: f64) {
        let mut axis = |k: usize, set: &dyn Fn(&mut JointAxis)| {
            if let Some(axis) = self.axes.get_mut(k) {
                set(axis);
            }
        };
        match which {
            JointParameter::Anchor(i) => self.set_anchor(1, i, value),
            JointParameter::ChildAnchor(i) => self.set_anchor(0, i, value),
            JointParameter::Lower(k) => axis(k, &|axis| axis.limits[0] = value),
            JointParameter::Upper(k) => axis(k, &|axis| axis.limits[1] = value),
            JointParameter::Stiffness(k) => axis(k, &|axis| {
                axis.spring.iter_mut().for_each(|s| s.stiffness = value);
            }),
            JointParameter::Rest(k) => axis(k, &|axis| {
                axis.spring.iter_mut().for_each(|s| s.rest = value);
            }),
            JointParameter::Damping(k) => axis(k, &|axis| axis.damping = value),
            JointParameter::Friction(k) => axis(k, &|axis| axis.friction = value),
            JointParameter::Armature(k) => axis(k, &|axis| axis.armature = value),
            JointParameter::MotorStiffness(k)
            | JointParameter::MotorDamping(k)
            | JointParameter::MotorLimit(k) => axis(k, &|axis| {
                axis.motor.iter_mut().for_each(|m| m.set(which, value));
            }),
        }
    }
}

impl Joint {
    fn set_anchor(&mut self, side: usize, axis: usize, value: f64) {
        self.frames[side].point[axis] = value;
        self.metric_frames = JointFrames::new(&self.frames, 1.0);
    }
}

impl Motor {
    fn set(&mut self, which: JointParameter, value: f64) {
        match (self, which) {
            (Self::Position { stiffness, .. }, JointParameter::MotorStiffness(_)) => {
                *stiffness = value;
            }
            (
                Self::Position { damping, .. } | Self::Velocity { damping, .. },
                JointParameter::MotorDamping(_),
            ) => *damping = value,
            (
                Self::Position { limit, .. } | Self::Velocity { limit, .. },
                JointParameter::MotorLimit(_),
            ) => *limit = value,
            _ => {}
        }
    }
}

impl Model {
    /// Returns the parameters of all joints.
    pub(in crate::world) fn joint_parameters(&self) -> Vec<Parameter> {
        let mut out = Vec::new();
        for (j, joint) in self.joints.iter().enumerate() {
            let mut add = |name: String, which: JointParameter, is_angle: bool| {
                if let Some(value) = joint.parameter(which) {
                    out.push(Parameter {
                        name: format!("{}.{name}", joint.name),
                        unit: which.unit(is_angle),
                        value,
                        kind: ParameterKind::Joint(j, which),
                    });
                }
            };
            for i in 0..3 {
                for which in [JointParameter::Anchor(i), JointParameter::ChildAnchor(i)] {
                    add(format!("{}[{i}]", which.name()), which, false);
                }
            }
            for (k, coordinate) in joint.kind.coordinates().iter().enumerate() {
                for which in JointParameter::of_coordinate(k) {
                    let name = match joint.coordinate_count() {
                        1 => which.name().to_string(),
                        _ => format!("{k}.{}", which.name()),
                    };
                    add(name, which, coordinate.is_angle());
                }
            }
        }
        out
    }
}
