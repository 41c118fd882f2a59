//! Numbers of the states that are asked for by name.

use super::fold::Fold;
use super::line;
use crate::replay::{columns, joint_columns};
use drystone::error::{Error, Result};
use drystone::recording::{Frame, FrameMotor};
use drystone::scene::Scene;
use drystone::world::{Input, Model, Motion};
use drystone_plot::Panel;

/// The numbers of a body: name, unit.
const OF_BODY: [(&str, &str); 13] = [
    ("position.x", "m"),
    ("position.y", "m"),
    ("position.z", "m"),
    ("quat_wxyz.w", "1"),
    ("quat_wxyz.x", "1"),
    ("quat_wxyz.y", "1"),
    ("quat_wxyz.z", "1"),
    ("velocity.x", "m/s"),
    ("velocity.y", "m/s"),
    ("velocity.z", "m/s"),
    ("angular_velocity.x", "rad/s"),
    ("angular_velocity.y", "rad/s"),
    ("angular_velocity.z", "rad/s"),
];

/// Where a number is.
#[derive(Debug, Clone, Copy)]
enum Place {
    /// The index of a body, and of its number.
    Body(usize, usize),
    /// The index of a joint coordinate.
    Position(usize),
    /// The index of a joint coordinate.
    Velocity(usize),
    /// The index of a joint, and of its coordinate: what the motor exerts.
    Motor(usize, usize),
    /// The index of a driven body, and of the world axis: the force of its spring and damper.
    Drive(usize, usize),
}

/// A number over time.
#[derive(Debug, Clone)]
struct Track {
    name: String,
    unit: String,
    place: Place,
    fold: Fold,
}

/// Collects the numbers that are asked for.
#[derive(Debug, Clone, Default)]
pub(super) struct Chosen(Vec<Track>);

impl Chosen {
    /// Returns the empty tracks of `names`: `BODY.position.x`, ..., `BODY.effort.x`, `JOINT.position`, `JOINT.velocity`, `JOINT.effort`.
    ///
    /// # Errors
    /// There is no such number.
    pub(super) fn new(model: &Model, names: &[String]) -> Result<Self> {
        let known = all(model);
        let find = |name: &String| {
            let found = known.iter().find(|track| track.name == *name);
            found.cloned().ok_or_else(|| {
                let why = format!("there is no number \"{name}\" in a state");
                let bodies: Vec<&str> = model.bodies.iter().take(8).map(|b| b.name.as_str()).collect();
                let fix = format!(
                    "BODY.position.x, BODY.quat_wxyz.w, BODY.velocity.x, BODY.angular_velocity.x, BODY.effort.x (driven \
                     bodies), JOINT.position, JOINT.velocity or JOINT.effort (motors); bodies are {}",
                    bodies.join(", ")
                );
                Error::usage(why, fix)
            })
        };
        Ok(Self(names.iter().map(find).collect::<Result<_>>()?))
    }

    /// Returns whether nothing is asked for.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn add(&mut self, index: usize, frame: &Frame, scene: &Scene) {
        if self.is_empty() {
            return;
        }
        let (state, model) = (frame.state(), &scene.model);
        let mut input = Input::default();
        if self
            .0
            .iter()
            .any(|track| matches!(track.place, Place::Drive(..)))
        {
            let step = (frame.step as usize).saturating_sub(1);
            scene.input_at(step, &state, &mut input);
        }
        let (positions, velocities) = (state.joint_positions(model), state.joint_velocities(model));
        for track in &mut self.0 {
            let number = match track.place {
                Place::Body(body, k) => frame.bodies[body][k],
                Place::Position(k) => positions[k],
                Place::Velocity(k) => velocities[k],
                // no step led to the start
                Place::Motor(..) | Place::Drive(..) if frame.status.is_none() => continue,
                Place::Motor(joint, coordinate) => motor_effort(frame, joint, coordinate, model),
                Place::Drive(body, axis) => match model.bodies[body].motion {
                    Motion::Driven(drive) => {
                        drive.force(&input.commands[body], &state.bodies[body])[axis]
                    }
                    _ => 0.0,
                },
            };
            track.fold.add(index, frame.time, number);
        }
    }

    /// Returns one panel for every unit, in the order of the names.
    pub(super) fn panels(&self) -> Vec<Panel> {
        let mut units: Vec<&str> = Vec::new();
        for track in &self.0 {
            if !units.contains(&track.unit.as_str()) {
                units.push(&track.unit);
            }
        }
        let panel = |unit: &&str| Panel {
            heading: String::new(),
            axis: (*unit).to_string(),
            logarithmic: false,
            series: (self.0.iter())
                .filter(|track| track.unit == **unit)
                .map(|track| line(&track.name, &track.fold))
                .collect(),
        };
        units.iter().map(panel).collect()
    }
}

/// Returns the mean effort of a motor over the step that led to a frame, N or N m.
fn motor_effort(frame: &Frame, joint: usize, coordinate: usize, model: &Model) -> f64 {
    let own = |motor: &&FrameMotor| (motor.joint, motor.coordinate) == (joint, coordinate);
    let motor = frame.motors.iter().find(own);
    motor.map_or(0.0, |motor| motor.impulse / model.time_step)
}

/// Returns the tracks of all numbers.
fn all(model: &Model) -> Vec<Track> {
    let track = |name: String, unit: &str, place| Track {
        name,
        unit: unit.to_string(),
        place,
        fold: Fold::new(),
    };
    let mut out = Vec::new();
    for (i, body) in model.bodies.iter().enumerate() {
        let numbers = OF_BODY.iter().enumerate();
        out.extend(numbers.map(|(k, (own, unit))| {
            track(format!("{}.{own}", body.name), unit, Place::Body(i, k))
        }));
        if matches!(body.motion, Motion::Driven(_)) {
            let axes = ["x", "y", "z"].into_iter().enumerate();
            out.extend(axes.map(|(k, axis)| {
                let name = format!("{}.effort.{axis}", body.name);
                track(name, "N", Place::Drive(i, k))
            }));
        }
    }
    for (j, joint) in model.joints.iter().enumerate() {
        let all = columns(joint).into_iter().zip(&joint.axes).enumerate();
        let with_motor = all.filter(|(_, (_, axis))| axis.motor.is_some());
        out.extend(with_motor.map(|(k, (column, _))| {
            let unit = if column.is_angle { "N m" } else { "N" };
            track(format!("{}.effort", column.name), unit, Place::Motor(j, k))
        }));
    }
    for (k, column) in joint_columns(model).into_iter().enumerate() {
        let unit = column.unit();
        out.push(track(
            format!("{}.position", column.name),
            unit,
            Place::Position(k),
        ));
        let rate = format!("{unit}/s");
        out.push(track(
            format!("{}.velocity", column.name),
            &rate,
            Place::Velocity(k),
        ));
    }
    out
}
