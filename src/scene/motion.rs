//! How a body of a scene moves: fixed, free, driven or prescribed.

use super::config::{BodyConfig, Config};
use super::track::Track;
use super::value::in_range;
use crate::error::{Error, Result};
use crate::math::Vec3;
use crate::shape::table::{Exactly, Quat, Triple};
use crate::world::{BodySpec, Drive, Model, Motion};
use serde::{Deserialize, Serialize};

/// How keyframes are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Interpolation {
    /// At constant speed from one to the next.
    #[default]
    Linear,
    /// Starting and stopping gently at every keyframe.
    Smooth,
}

/// One commanded pose of the shape frame.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Keyframe {
    /// s.
    pub time: f64,
    pub position: Triple,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quat_wxyz: Option<Quat>,
    /// rad.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rpy: Option<Triple>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rpy_deg: Option<Triple>,
}

/// `driven = { ... }`: an implicit spring and damper towards the keyframes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Driven {
    /// N/m.
    pub stiffness: Stiffness,
    /// N s/m; critical by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub damping: Option<f64>,
    /// N m/rad.
    #[serde(default)]
    pub rotational_stiffness: Stiffness,
    /// N m s/rad.
    #[serde(default)]
    pub rotational_damping: f64,
    #[serde(default)]
    pub interpolation: Interpolation,
    /// Holds the initial pose when empty.
    #[serde(default)]
    pub keyframes: Vec<Keyframe>,
}

/// A stiffness along (about) all axes, or one number per world axis.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(untagged, expecting = "expected a number or three")]
pub(crate) enum Stiffness {
    All(f64),
    PerAxis(Triple),
}

impl Default for Stiffness {
    fn default() -> Self {
        Self::All(0.0)
    }
}

impl Stiffness {
    /// Returns whether it is the same along all axes.
    pub(super) fn is_equal(self) -> bool {
        let [x, y, z] = self.per_axis();
        x == y && y == z
    }

    fn per_axis(self) -> [f64; 3] {
        match self {
            Self::All(k) => [k; 3],
            Self::PerAxis(Exactly(k)) => k,
        }
    }
}

/// `prescribed = { ... }`: the pose at the end of every step is the keyframes'.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Prescribed {
    #[serde(default)]
    pub interpolation: Interpolation,
    pub keyframes: Vec<Keyframe>,
}

/// The motion of a body; its fields are relative to the body's table.
pub(super) fn motion(body: &BodyConfig) -> Result<Motion> {
    let kinds = [
        ("fixed", body.fixed),
        ("driven", body.driven.is_some()),
        ("prescribed", body.prescribed.is_some()),
    ];
    let given: Vec<&str> = kinds.iter().filter(|k| k.1).map(|k| k.0).collect();
    if let [first, second, ..] = given.as_slice() {
        return Err(Error::value(
            *second,
            format!("a body cannot be both {first} and {second}"),
            "keep one of the two",
        ));
    }
    let Some(driven) = &body.driven else {
        return Ok(match (body.fixed, &body.prescribed) {
            (true, _) => Motion::Fixed,
            (false, Some(_)) => Motion::Prescribed,
            (false, None) => Motion::Free,
        });
    };
    let gain = |field: &str, value: f64| {
        in_range(field, value, 0.0, 1e15, "use 0 for none").map_err(|e| e.within("driven"))
    };
    if driven.damping.is_none() && driven.stiffness.per_axis() == [0.0; 3] {
        let why = "is missing, and without a stiffness no damping is critical";
        return Err(Error::value("driven.damping", why, "give it in N s/m"));
    }
    let stiffness = |field: &str, value: Stiffness| -> Result<Vec3> {
        for k in value.per_axis() {
            gain(field, k)?;
        }
        Ok(Vec3::from(value.per_axis()))
    };
    Ok(Motion::Driven(Drive {
        stiffness: stiffness("stiffness", driven.stiffness)?,
        damping: gain("damping", driven.damping.unwrap_or(0.0))?,
        rotational_stiffness: stiffness("rotational_stiffness", driven.rotational_stiffness)?,
        rotational_damping: gain("rotational_damping", driven.rotational_damping)?,
    }))
}

/// Gives driven bodies without a damping the critical one of their mass on their stiffest axis.
pub(super) fn damp(config: &mut Config, model: &mut Model) {
    for (entry, body) in config.body.iter_mut().zip(&mut model.bodies) {
        if let (Some(driven), Motion::Driven(drive)) = (&mut entry.driven, &mut body.motion) {
            let critical = 2.0 * (drive.stiffness.max() * body.mass).sqrt();
            drive.damping = *driven.damping.get_or_insert(critical);
        }
    }
}

/// Whether a body starts every step at rest; its fields are relative to the body's table.
pub(super) fn is_quasi_dynamic(
    body: &BodyConfig,
    config: &Config,
    spec: &BodySpec,
) -> Result<bool> {
    let moving = matches!(spec.motion, Motion::Free | Motion::Driven(_));
    if body.quasi_dynamic && !moving {
        let why = "a fixed or prescribed body has no velocity of its own";
        return Err(Error::value("quasi_dynamic", why, "remove it"));
    }
    let given = moving && (body.quasi_dynamic || config.simulation.quasi_dynamic);
    let velocities = [
        ("velocity", body.velocity),
        ("angular_velocity", body.angular_velocity),
    ];
    let some = |v: &Option<Triple>| v.is_some_and(|v| v.0 != [0.0; 3]);
    match velocities.iter().find(|(_, v)| given && some(v)) {
        None => Ok(given),
        Some((field, _)) => Err(Error::value(
            *field,
            "a quasi-dynamic body starts every step at rest",
            "remove it, or the quasi_dynamic",
        )),
    }
}

/// The keyframes of a body, if it has any.
pub(super) fn track(body: &BodyConfig) -> Result<Option<Track>> {
    if let Some(prescribed) = &body.prescribed {
        let track = Track::new(&prescribed.keyframes, prescribed.interpolation);
        return track.map(Some).map_err(|e| e.within("prescribed"));
    }
    match &body.driven {
        Some(driven) if !driven.keyframes.is_empty() => {
            let track = Track::new(&driven.keyframes, driven.interpolation);
            track.map(Some).map_err(|e| e.within("driven"))
        }
        _ => Ok(None),
    }
}
