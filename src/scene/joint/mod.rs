//! `[[joint]]`: joints between the bodies of a scene, and the motors along their coordinates.
//!
//! The anchor and the axis of a joint are in the shape frame of its parent, in world axes without a parent. The frame on the
//! child is the one that coincides with it where the bodies start, unless the file gives it.
//!
//! Not here: the mathematics of joints, which is that of [`crate::joint`].

mod check;
mod config;
mod motor;
mod sine;
mod spec;

pub(super) use check::{check_start, warnings};
pub(super) use config::{CoordinateConfig, JointConfig, KindConfig, MimicConfig, SpringConfig};
pub(super) use motor::{MotorConfig, MotorKeyframe, MotorKind, MotorTrack};
pub(super) use sine::SineConfig;

use super::body::Start;
use super::config::Config;
use crate::error::{Error, Result};
use crate::math::{Rot, Vec3};
use crate::world::{Model, ModelBuilder, State};
use std::collections::BTreeMap;

/// Pose of a shape frame at the start; nothing where the file gives the numbers of a state instead.
type StartPose = Option<(Vec3, Rot)>;

/// Adds the joints; fills in where they are on their children.
pub(super) fn add_joints(
    mut builder: ModelBuilder,
    config: &mut Config,
    starts: &[Start],
) -> Result<ModelBuilder> {
    let names = config.body.iter().map(|body| body.name.as_str());
    let poses: BTreeMap<&str, StartPose> = names.zip(starts.iter().map(Start::pose)).collect();
    let pose = |name: &str| poses.get(name).copied();
    for (i, entry) in config.joint.iter_mut().enumerate() {
        if entry.name.is_empty() {
            let fix = "give the joint a name";
            return Err(Error::value(
                format!("joint[{i}].name"),
                "the name is empty",
                fix,
            ));
        }
        let outer = format!("joint.{}", entry.name);
        let spec = spec::spec(entry, &pose).map_err(|e| e.within(&outer))?;
        builder = builder.joint(spec);
    }
    Ok(builder)
}

/// Returns the turns of all coordinates at the start; none without joints.
pub(super) fn turns(config: &Config, model: &Model) -> Vec<i32> {
    let mut out = vec![0; model.joint_coordinate_count()];
    for (entry, joint) in config.joint.iter().zip(&model.joints) {
        for (k, one) in entry.coordinates().iter().enumerate() {
            out[joint.first + k] = one.turns.unwrap_or(0);
        }
    }
    out
}

/// Returns the commands of all motors, in the order of the model.
pub(super) fn motor_tracks(
    config: &Config,
    model: &Model,
    start: &State,
) -> Result<Vec<MotorTrack>> {
    let mut out = Vec::new();
    for (entry, joint) in config.joint.iter().zip(&model.joints) {
        let positions = joint.positions(start);
        for (k, one) in entry.coordinates().iter().enumerate() {
            let Some(motor) = &one.motor else { continue };
            let track = MotorTrack::new(motor, positions[k]);
            let outer = spec::field_of(entry, k, "motor");
            out.push(track.map_err(|e| e.within(&outer))?);
        }
    }
    Ok(out)
}

/// Makes the joints of a saved scene start at `state`: with its turns, and with motors that hold what they held.
pub(super) fn start_at(config: &mut Config, tracks: &[MotorTrack], model: &Model, state: &State) {
    let mut tracks = tracks.iter();
    for (entry, joint) in config.joint.iter_mut().zip(&model.joints) {
        entry.write_tables();
        for (k, one) in entry.coordinate.iter_mut().enumerate() {
            one.turns = state.turns.get(joint.first + k).copied();
            let Some(motor) = &mut one.motor else {
                continue;
            };
            let Some(track) = tracks.next() else { continue };
            motor.hold(track.first_position());
        }
    }
}
