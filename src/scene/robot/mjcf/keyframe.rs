//! `<keyframe>`: positions of joints, poses and controls at the start.

use super::actuator::{Actuated, command};
use super::reader::{Place, Reader};
use crate::error::{Error, Result, remedy};
use crate::math::{Rot, Vec3, rotation_from_wxyz};
use crate::scene::robot::description::{Pose, Root};
use crate::scene::robot::xml::Element;

impl Reader<'_, '_> {
    /// Puts the robot into the keyframe of a name, and gives every motor its command.
    ///
    /// # Errors
    /// There is no such keyframe, or it has a wrong number of values.
    pub(super) fn start(&mut self, name: Option<&str>, actuated: &[Actuated]) -> Result<()> {
        let keys = self.model.sections("keyframe");
        let Some(name) = name else {
            keys.iter().for_each(|key| key.pass());
            self.commands(&vec![0.0; actuated.len()], actuated);
            return Ok(());
        };
        let is_named = |key: &&Element<'_>| key.text("name") == Some(name);
        let Some(key) = keys.iter().find(is_named).copied() else {
            let fix = remedy(name, keys.iter().filter_map(|key| key.text("name")));
            let why = format!("no keyframe \"{name}\"");
            return Err(Error::value("keyframe", why, fix));
        };
        keys.iter().for_each(|key| key.pass());
        let given = |element: Element<'_>, list: &str, count: usize| match element.list(list)? {
            None => Ok(None),
            Some(values) if values.len() == count => Ok(Some(values)),
            Some(values) => {
                let why = format!("{} numbers where the model has {count}", values.len());
                Err(element.error(list, why, "give one for every coordinate"))
            }
        };
        let sizes = self.positions.iter().map(|(_, p)| match p.coordinate {
            Place::Free => 7,
            Place::Ball => 4,
            Place::Coordinate { .. } => 1,
        });
        if let Some(values) = given(key, "qpos", sizes.sum())? {
            self.place(key, &values)?;
        }
        if key
            .list("qvel")?
            .is_some_and(|list| list.iter().any(|v| *v != 0.0))
        {
            let words = format!("keyframe {name}: its velocities are left out, it starts at rest");
            self.notes.say(key.offset(), words);
        }
        let controls = given(key, "ctrl", actuated.len())?;
        let controls = controls.unwrap_or_else(|| vec![0.0; actuated.len()]);
        self.commands(&controls, actuated);
        let points = given(key, "mpos", 3 * self.held.len())?;
        let turns = given(key, "mquat", 4 * self.held.len())?;
        for (i, link) in self.held.clone().into_iter().enumerate() {
            let Root::Held((mut point, mut turn)) = self.out.links[link].root else {
                continue;
            };
            if let Some(all) = &points {
                point = Vec3::from_column_slice(&all[3 * i..3 * i + 3]);
            }
            if let Some(all) = &turns {
                turn = unit(key, "mquat", &all[4 * i..4 * i + 4])?;
            }
            self.out.links[link].root = Root::Held((point, turn));
        }
        Ok(())
    }

    /// Puts all joints where a keyframe has them.
    fn place(&mut self, key: Element<'_>, values: &[f64]) -> Result<()> {
        let mut rest = values;
        for (_, position) in &self.positions {
            let joint = &mut self.out.joints[position.joint];
            match position.coordinate {
                Place::Free => {
                    let (own, others) = rest.split_at(7);
                    let pose: Pose = (
                        Vec3::from_column_slice(&own[..3]),
                        unit(key, "qpos", &own[3..])?,
                    );
                    (joint.zero, rest) = (pose, others);
                }
                Place::Ball => {
                    let (own, others) = rest.split_at(4);
                    let turn = unit(key, "qpos", own)?;
                    // The rotation is that of the child in its own frame; a joint has it in that of the joint.
                    let axes = joint.axes();
                    joint.rotation = axes.inverse() * turn * axes;
                    rest = others;
                }
                Place::Coordinate {
                    index,
                    reference,
                    sign,
                } => {
                    joint.coordinates[index].start = sign * (rest[0] - reference);
                    rest = &rest[1..];
                }
            }
        }
        Ok(())
    }

    /// Gives every motor the command that its control stands for.
    fn commands(&mut self, controls: &[f64], actuated: &[Actuated]) {
        for (control, own) in controls.iter().zip(actuated) {
            let Some([joint, index]) = own.place else {
                continue;
            };
            let control = own
                .range
                .map_or(*control, |[low, high]| control.clamp(low, high));
            let along = &mut self.out.joints[joint].coordinates[index];
            if let Some(motor) = &mut along.motor {
                let value = own.factor * control + own.offset;
                motor.keyframes = vec![command(motor.kind, value)];
            }
        }
    }
}

/// Returns the rotation of four numbers, scalar first.
fn unit(key: Element<'_>, name: &str, q: &[f64]) -> Result<Rot> {
    let norm = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    match norm > 1e-12 && norm.is_finite() {
        true => Ok(rotation_from_wxyz([0, 1, 2, 3].map(|k| q[k] / norm))),
        false => {
            let why = "a quaternion of length 0 has no direction";
            Err(key.error(name, why, "e.g. 1 0 0 0"))
        }
    }
}
