//! `motor = { ... }` of a joint, and its commands over time.
//!
//! Commands follow the rules of the keyframes of a driven body: they hold before the first and after the last one, and change
//! linearly or smoothly in between. The velocity of a position motor is the rate of its position from the left, unless the keyframes give it.

use super::SineConfig;
use crate::error::{Error, Result, finite};
use crate::scene::motion::Interpolation;
use crate::scene::track::{Timed, place};
use crate::scene::value::in_range;
use crate::world::{Motor, MotorCommand};
use serde::{Deserialize, Serialize};

/// `motor = { ... }`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MotorConfig {
    #[serde(rename = "type")]
    pub kind: MotorKind,
    /// N m/rad or N/m.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stiffness: Option<f64>,
    /// N m s/rad or N s/m.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub damping: Option<f64>,
    /// N m or N; none when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<f64>,
    #[serde(default)]
    pub interpolation: Interpolation,
    /// Holds the start (position) or stays at zero (velocity, effort) when empty.
    #[serde(default)]
    pub keyframes: Vec<MotorKeyframe>,
    /// Added to what the keyframes command.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sine: Option<SineConfig>,
}

/// `type` of a motor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum MotorKind {
    Position,
    Velocity,
    Effort,
}

/// One command.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MotorKeyframe {
    /// s.
    pub time: f64,
    /// rad or m.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<f64>,
    /// rad/s or m/s.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub velocity: Option<f64>,
    /// N m or N.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effort: Option<f64>,
}

impl From<Motor> for MotorConfig {
    fn from(motor: Motor) -> Self {
        let (kind, stiffness, damping, limit) = match motor {
            Motor::Effort { limit } => (MotorKind::Effort, None, None, limit),
            Motor::Velocity { damping, limit } => (MotorKind::Velocity, None, Some(damping), limit),
            Motor::Position {
                stiffness,
                damping,
                limit,
            } => (MotorKind::Position, Some(stiffness), Some(damping), limit),
        };
        Self {
            kind,
            stiffness,
            damping: damping.filter(|x| x.is_finite()),
            limit: limit.is_finite().then_some(limit),
            interpolation: Interpolation::default(),
            keyframes: Vec::new(),
            sine: None,
        }
    }
}

impl MotorConfig {
    /// Makes a motor without keyframes hold a position, if it commands one.
    pub(super) fn hold(&mut self, position: f64) {
        if self.kind == MotorKind::Position && self.keyframes.is_empty() {
            self.keyframes.push(MotorKeyframe {
                position: Some(position),
                ..MotorKeyframe::default()
            });
        }
    }

    /// Returns the motor; fields of errors are relative to its table.
    pub(super) fn motor(&self) -> Result<Motor> {
        let limit = self.limit.unwrap_or(f64::INFINITY);
        let unused = |field: &str, value: Option<f64>, name: &str| match value {
            None => Ok(()),
            Some(_) => {
                let why = format!("a motor of type \"{name}\" has no {field}");
                Err(Error::value(field, why, "remove it, or change the type"))
            }
        };
        let missing = |field: &str, why: &str, fix: &str| Err(Error::value(field, why, fix));
        match self.kind {
            MotorKind::Effort => {
                unused("stiffness", self.stiffness, "effort")?;
                unused("damping", self.damping, "effort")?;
                Ok(Motor::Effort { limit })
            }
            MotorKind::Velocity => {
                unused("stiffness", self.stiffness, "velocity")?;
                if self.damping.is_none() && self.limit.is_none() {
                    let why = "a velocity motor needs a gain or a limit";
                    let fix = "add `damping` in N m s/rad or N s/m, or `limit` in N m or N";
                    return missing("damping", why, fix);
                }
                let damping = self.damping.unwrap_or(f64::INFINITY);
                Ok(Motor::Velocity { damping, limit })
            }
            MotorKind::Position => {
                let Some(stiffness) = self.stiffness.filter(|k| *k != 0.0) else {
                    let why = "a position motor needs a gain";
                    let fix = "add `stiffness` in N m/rad or N/m";
                    return missing("stiffness", why, fix);
                };
                let damping = self.damping.unwrap_or(0.0);
                Ok(Motor::Position {
                    stiffness,
                    damping,
                    limit,
                })
            }
        }
    }
}

/// Commands of one motor, checked.
#[derive(Debug, Clone)]
pub(in crate::scene) struct MotorTrack {
    knots: Vec<Knot>,
    smooth: bool,
    sine: Option<(MotorKind, SineConfig)>,
}

/// A command and the way to the next one.
#[derive(Debug, Clone)]
struct Knot {
    time: f64,
    /// To the next knot, s; zero for the last.
    duration: f64,
    position: f64,
    /// The rate of the position when absent.
    velocity: Option<f64>,
    effort: f64,
    /// By how much position, velocity and effort change to the next knot.
    change: [f64; 3],
}

impl Timed for Knot {
    fn time(&self) -> f64 {
        self.time
    }

    fn duration(&self) -> f64 {
        self.duration
    }
}

impl MotorTrack {
    /// Checks the keyframes of a motor whose joint starts at `position`; fields of errors are relative to the table of the motor.
    pub(super) fn new(config: &MotorConfig, position: f64) -> Result<Self> {
        let mut knots: Vec<Knot> = Vec::with_capacity(config.keyframes.len());
        let is_given = |frame: &MotorKeyframe| frame.velocity.is_some();
        let with_velocity = config.keyframes.first().is_some_and(is_given);
        for (i, frame) in config.keyframes.iter().enumerate() {
            let outer = format!("keyframes[{i}]");
            check_keys(config.kind, frame, with_velocity).map_err(|e| e.within(&outer))?;
            let knot = Knot::new(frame).map_err(|e| e.within(&outer))?;
            if let Some(last) = knots.last_mut() {
                last.lead_to(&knot).map_err(|e| e.within(&outer))?;
            }
            knots.push(knot);
        }
        if knots.is_empty() {
            knots.push(Knot::hold(position));
        }
        if let Some(sine) = &config.sine {
            sine.check().map_err(|e| e.within("sine"))?;
        }
        Ok(Self {
            sine: config.sine.map(|sine| (config.kind, sine)),
            knots,
            smooth: config.interpolation == Interpolation::Smooth,
        })
    }

    /// Returns the command at `time`.
    pub(in crate::scene) fn command(&self, time: f64) -> MotorCommand {
        let (knot, u, rate) = place(&self.knots, self.smooth, time);
        let [position, velocity, effort] = knot.change;
        let mut command = MotorCommand {
            position: knot.position + position * u,
            velocity: match knot.velocity {
                Some(start) => start + velocity * u,
                None => position * rate,
            },
            effort: knot.effort + effort * u,
        };
        if let Some((kind, sine)) = &self.sine {
            sine.add(*kind, time, &mut command);
        }
        command
    }

    /// Returns the position that it holds before its first keyframe.
    pub(super) fn first_position(&self) -> f64 {
        self.knots[0].position
    }
}

/// Checks that a keyframe has what a motor of its type follows, and nothing else.
fn check_keys(kind: MotorKind, frame: &MotorKeyframe, with_velocity: bool) -> Result<()> {
    let (name, used) = match kind {
        MotorKind::Position => ("position", [true, with_velocity, false]),
        MotorKind::Velocity => ("velocity", [false, true, false]),
        MotorKind::Effort => ("effort", [false, false, true]),
    };
    let keys = [
        ("position", frame.position),
        ("velocity", frame.velocity),
        ("effort", frame.effort),
    ];
    for ((key, value), used) in keys.into_iter().zip(used) {
        if let Some(value) = value {
            finite(key, &[value], "give a finite number")?;
        }
        if value.is_some() && !used {
            let why = match (kind, key) {
                (MotorKind::Position, "velocity") => {
                    "the keyframe before it gives no velocity".to_string()
                }
                _ => format!("a motor of type \"{name}\" does not follow it"),
            };
            return Err(Error::value(key, why, "remove it"));
        }
        if value.is_none() && used {
            let why = format!("missing key \"{key}\"");
            return Err(Error::value(key, why, format!("add `{key} = ...`")));
        }
    }
    Ok(())
}

impl Knot {
    fn hold(position: f64) -> Self {
        Self {
            time: 0.0,
            duration: 0.0,
            position,
            velocity: None,
            effort: 0.0,
            change: [0.0; 3],
        }
    }

    fn new(frame: &MotorKeyframe) -> Result<Self> {
        let time = frame.time;
        in_range("time", time, 0.0, f64::INFINITY, "give seconds >= 0")?;
        Ok(Self {
            time,
            velocity: frame.velocity,
            effort: frame.effort.unwrap_or(0.0),
            ..Self::hold(frame.position.unwrap_or(0.0))
        })
    }

    fn lead_to(&mut self, next: &Self) -> Result<()> {
        if next.time <= self.time {
            let why = format!("{} s does not come after {} s", next.time, self.time);
            let fix = "sort the keyframes; their times must differ";
            return Err(Error::value("time", why, fix));
        }
        self.duration = next.time - self.time;
        let velocity = |knot: &Self| knot.velocity.unwrap_or(0.0);
        self.change = [
            next.position - self.position,
            velocity(next) - velocity(self),
            next.effort - self.effort,
        ];
        Ok(())
    }
}
