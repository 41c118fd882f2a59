//! Names and order of the directions in which a state and an input can change.
//!
//! A state changes along `2 nv` tangents, nv = 6 times the number of bodies that are not fixed:
//! first, body after body in model order, translation (3, world, m) and rotation vector (3, body
//! frame, rad); then, body after body, velocity (3, world, m/s) and angular velocity (3, body
//! frame, rad/s). An input changes along `nu` coordinates, body after body, then motor after motor, see [`InputKind`].

use super::{Body, Model, Motion, Motor};
use crate::error::{Error, Result, remedy};

const AXES: [&str; 3] = ["x", "y", "z"];

/// One direction in which a state can change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coordinate {
    /// `BODY.position.x`, `BODY.rotation.x`, `BODY.velocity.x`, `BODY.angular_velocity.x`.
    pub name: String,
    /// `m`, `rad`, `m/s` or `rad/s`.
    pub unit: &'static str,
}

/// The kind of an input coordinate, in the order in which a body has them: wrenches of moving bodies,
/// command poses of driven and prescribed ones, command velocities of driven ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InputKind {
    /// The external force, world, N.
    Force,
    /// The external torque about the centre of mass, world, N m.
    Torque,
    /// The commanded position of the centre of mass, world, m.
    CommandPosition,
    /// Rotation vector that turns the commanded pose, in its own frame, rad.
    CommandRotation,
    /// The commanded velocity, world, m/s.
    CommandVelocity,
    /// The commanded angular velocity, world, rad/s.
    CommandAngularVelocity,
    /// The commanded position of a motor, rad or m.
    MotorPosition,
    /// The commanded velocity of a motor, rad/s or m/s.
    MotorVelocity,
    /// The commanded effort of a motor, N m or N.
    MotorEffort,
}

impl InputKind {
    const OF_BODIES: [InputKind; 6] = [
        InputKind::Force,
        InputKind::Torque,
        InputKind::CommandPosition,
        InputKind::CommandRotation,
        InputKind::CommandVelocity,
        InputKind::CommandAngularVelocity,
    ];

    fn acts_on(self, body: &Body) -> bool {
        match self {
            InputKind::Force | InputKind::Torque => body.is_moving(),
            InputKind::CommandPosition | InputKind::CommandRotation => {
                matches!(body.motion, Motion::Driven(_) | Motion::Prescribed)
            }
            InputKind::CommandVelocity | InputKind::CommandAngularVelocity => {
                matches!(body.motion, Motion::Driven(_))
            }
            InputKind::MotorPosition | InputKind::MotorVelocity | InputKind::MotorEffort => false,
        }
    }

    /// Returns the kinds of commands that a motor follows.
    pub(crate) fn of_motor(motor: &Motor) -> &'static [InputKind] {
        match motor {
            Motor::Position { .. } => &[InputKind::MotorPosition, InputKind::MotorVelocity],
            Motor::Velocity { .. } => &[InputKind::MotorVelocity],
            Motor::Effort { .. } => &[InputKind::MotorEffort],
        }
    }

    /// Returns the place of a motor's command among position, velocity and effort.
    pub(crate) fn of_command(self) -> usize {
        match self {
            InputKind::MotorVelocity => 1,
            InputKind::MotorEffort => 2,
            _ => 0,
        }
    }

    fn motor_name_and_unit(self, is_angle: bool) -> (&'static str, &'static str) {
        match (self, is_angle) {
            (InputKind::MotorVelocity, true) => ("motor.velocity", "rad/s"),
            (InputKind::MotorVelocity, false) => ("motor.velocity", "m/s"),
            (InputKind::MotorEffort, true) => ("motor.effort", "N m"),
            (InputKind::MotorEffort, false) => ("motor.effort", "N"),
            (_, true) => ("motor.position", "rad"),
            (_, false) => ("motor.position", "m"),
        }
    }

    fn name_and_unit(self) -> (&'static str, &'static str) {
        match self {
            InputKind::Force => ("force", "N"),
            InputKind::Torque => ("torque", "N m"),
            InputKind::CommandPosition => ("command.position", "m"),
            InputKind::CommandRotation => ("command.rotation", "rad"),
            InputKind::CommandVelocity => ("command.velocity", "m/s"),
            InputKind::CommandAngularVelocity => ("command.angular_velocity", "rad/s"),
            motor => motor.motor_name_and_unit(true),
        }
    }
}

/// One direction in which an input can change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputCoordinate {
    /// The index of the body; of a motor, the child of its joint.
    pub body: usize,
    /// The kind of quantity that changes.
    pub kind: InputKind,
    /// The axis: 0, 1, 2 for x, y, z; of a motor, its index in [`Input::motors`](super::Input::motors).
    pub axis: usize,
    /// E.g. `box.force.x`, `finger.command.position.z`.
    pub name: String,
    /// `N`, `N m`, `m`, `rad`, `m/s` or `rad/s`.
    pub unit: &'static str,
}

impl Body {
    /// Returns the number of its input coordinates: 6 of a free, 18 of a driven, 6 of a prescribed body.
    pub fn input_count(&self) -> usize {
        3 * InputKind::OF_BODIES
            .iter()
            .filter(|k| k.acts_on(self))
            .count()
    }
}

impl Model {
    /// Indices of the bodies that are not fixed, in model order: those with tangents.
    pub fn tangent_bodies(&self) -> Vec<usize> {
        self.unfixed().map(|(i, _)| i).collect()
    }

    /// Returns the number of velocities: 6 times the number of bodies that are not fixed. A state has 2 nv
    /// tangents.
    pub fn nv(&self) -> usize {
        6 * self.unfixed().count()
    }

    /// Returns the 2 nv tangents of a state, in order.
    pub fn tangents(&self) -> Vec<Coordinate> {
        let poses = [("position", "m"), ("rotation", "rad")];
        let rates = [("velocity", "m/s"), ("angular_velocity", "rad/s")];
        let mut out = Vec::with_capacity(2 * self.nv());
        for half in [poses, rates] {
            for (_, body) in self.unfixed() {
                for (kind, unit) in half {
                    out.extend(AXES.map(|axis| Coordinate {
                        name: format!("{}.{kind}.{axis}", body.name),
                        unit,
                    }));
                }
            }
        }
        out
    }

    /// Returns the coordinates of an input, in order.
    pub fn inputs(&self) -> Vec<InputCoordinate> {
        let mut out = Vec::with_capacity(self.nu());
        for (i, body) in self.bodies.iter().enumerate() {
            for kind in InputKind::OF_BODIES.into_iter().filter(|k| k.acts_on(body)) {
                let (name, unit) = kind.name_and_unit();
                out.extend([0, 1, 2].map(|axis| InputCoordinate {
                    body: i,
                    kind,
                    axis,
                    name: format!("{}.{name}.{}", body.name, AXES[axis]),
                    unit,
                }));
            }
        }
        for joint in &self.joints {
            for (motor, (k, own)) in joint.motors().enumerate() {
                let label = match joint.coordinate_count() {
                    1 => joint.name.clone(),
                    _ => format!("{}.{k}", joint.name),
                };
                for &kind in InputKind::of_motor(own) {
                    let is_angle = joint.kind.coordinates()[k].is_angle();
                    let (name, unit) = kind.motor_name_and_unit(is_angle);
                    out.push(InputCoordinate {
                        body: joint.child,
                        kind,
                        axis: joint.first_motor + motor,
                        name: format!("{label}.{name}"),
                        unit,
                    });
                }
            }
        }
        out
    }

    /// Returns the number of coordinates of an input: 6 for a free, 18 for a driven, 6 for a prescribed body, 2 for a position
    /// motor, 1 for another one.
    pub fn nu(&self) -> usize {
        let bodies: usize = self.bodies.iter().map(Body::input_count).sum();
        let motors = self.joints.iter().flat_map(|joint| joint.motors());
        bodies
            + motors
                .map(|(_, motor)| InputKind::of_motor(motor).len())
                .sum::<usize>()
    }

    /// Returns the index of the tangent called `name` among the 2 nv, e.g. `box.velocity.x`.
    ///
    /// # Errors
    /// There is none; with the nearest names.
    pub fn tangent(&self, name: &str) -> Result<usize> {
        let names: Vec<String> = self.tangents().into_iter().map(|t| t.name).collect();
        position("tangent", name, &names)
    }

    /// Returns the index of the input coordinate called `name`, e.g. `finger.command.position.x`.
    ///
    /// # Errors
    /// There is none; with the nearest names.
    pub fn input(&self, name: &str) -> Result<usize> {
        let names: Vec<String> = self.inputs().into_iter().map(|i| i.name).collect();
        position("input", name, &names)
    }

    /// Returns the bodies with tangents and their indices.
    pub(super) fn unfixed(&self) -> impl Iterator<Item = (usize, &Body)> {
        let all = self.bodies.iter().enumerate();
        all.filter(|(_, body)| body.motion != Motion::Fixed)
    }
}

fn position(what: &str, name: &str, names: &[String]) -> Result<usize> {
    let found = names.iter().position(|known| known == name);
    found.ok_or_else(|| {
        let fix = remedy(name, names.iter().map(String::as_str));
        Error::value(name, format!("no such {what}"), fix)
    })
}
