//! `[[repeat]]`: rows, rings and grids of bodies.

use crate::error::{Error, Result, remedy};
use crate::math::{Rot, Vec3, wxyz};
use crate::scene::config::{BodyConfig, Config};
use crate::scene::limits::MAX_BODIES;
use crate::scene::value::rotation;
use crate::shape::table::{Exactly, IDENTITY, Quat, Triple, vector};
use nalgebra::Unit;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// `[[repeat]]`: copies of a body, every one moved from the one before.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RepeatConfig {
    /// The body; of one that was repeated before, all copies.
    pub body: String,
    /// The number of copies, the first of which stands where the body is.
    pub count: usize,
    /// The way from one copy to the next, world, m.
    #[serde(default)]
    pub offset: Triple,
    /// The turn from one copy to the next about the axis through the centre, degrees.
    #[serde(default)]
    pub rotation_deg: f64,
    #[serde(default = "upwards")]
    pub axis: Triple,
    /// World, m.
    #[serde(default)]
    pub centre: Triple,
}

fn upwards() -> Triple {
    Exactly([0.0, 0.0, 1.0])
}

/// A motion of the world: a turn about a point, then a translation.
struct Motion {
    turn: Rot,
    centre: Vec3,
    offset: Vec3,
}

impl Motion {
    fn point(&self, x: Triple) -> Triple {
        let x = Vec3::from(x.0);
        Exactly((self.turn * (x - self.centre) + self.centre + self.offset).into())
    }

    fn direction(&self, v: Triple) -> Triple {
        Exactly((self.turn * Vec3::from(v.0)).into())
    }

    /// Moves a body as it is written; a body that stays keeps its numbers.
    fn body(&self, body: &mut BodyConfig) -> Result<()> {
        if self.turn == Rot::identity() && self.offset == Vec3::zeros() {
            return Ok(());
        }
        // A body that starts at its first command goes on doing so.
        let follows = |given: bool| !given && has_keyframes(body);
        let (by_position, by_turn) = (
            follows(body.position.is_some()),
            follows(body.quat_wxyz.is_some()),
        );
        if !by_position {
            body.position = Some(self.point(body.position.unwrap_or_default()));
        }
        if self.turn != Rot::identity() {
            self.refuse_axes(body)?;
            if !by_turn {
                let quat = body.quat_wxyz.unwrap_or(IDENTITY);
                body.quat_wxyz = Some(self.quat("quat_wxyz", quat)?);
            }
            body.velocity = body.velocity.map(|v| self.direction(v));
            body.angular_velocity = body.angular_velocity.map(|w| self.direction(w));
        }
        let driven = body
            .driven
            .iter_mut()
            .flat_map(|driven| &mut driven.keyframes);
        let prescribed = body.prescribed.iter_mut().flat_map(|p| &mut p.keyframes);
        for keyframe in driven.chain(prescribed) {
            keyframe.position = self.point(keyframe.position);
            if self.turn != Rot::identity() {
                let quat = keyframe.quat_wxyz.unwrap_or(IDENTITY);
                keyframe.quat_wxyz = Some(self.quat("keyframes.quat_wxyz", quat)?);
            }
        }
        Ok(())
    }

    fn quat(&self, field: &str, quat: Quat) -> Result<Quat> {
        Ok(Exactly(wxyz(&(self.turn * rotation(field, quat)?))))
    }

    /// Refuses to turn a stiffness that is given along the axes of the world.
    fn refuse_axes(&self, body: &BodyConfig) -> Result<()> {
        let Some(driven) = &body.driven else {
            return Ok(());
        };
        let given = [
            ("driven.stiffness", driven.stiffness),
            ("driven.rotational_stiffness", driven.rotational_stiffness),
        ];
        match given.iter().find(|(_, stiffness)| !stiffness.is_equal()) {
            None => Ok(()),
            Some((field, _)) => {
                let why = "differs along the axes of the world, with which copies do not turn";
                Err(Error::value(
                    *field,
                    why,
                    "give one number, or write the copies yourself",
                ))
            }
        }
    }
}

fn has_keyframes(body: &BodyConfig) -> bool {
    let driven = body
        .driven
        .as_ref()
        .is_some_and(|driven| !driven.keyframes.is_empty());
    driven || body.prescribed.is_some()
}

/// Replaces bodies by their copies, which are called `NAME_0`, `NAME_1`, ...
///
/// # Errors
/// No such body, too many copies, numbers that cannot be used.
pub(super) fn settle(config: &mut Config) -> Result<()> {
    let mut copies: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (k, entry) in std::mem::take(&mut config.repeat).iter().enumerate() {
        let members = copies.get(&entry.body).cloned();
        let members = members.unwrap_or_else(|| vec![entry.body.clone()]);
        let made = repeat(config, entry, &members);
        let made = made.map_err(|e| e.within(&format!("repeat[{k}]")))?;
        copies.insert(entry.body.clone(), made);
    }
    Ok(())
}

/// Replaces `members` by their copies and returns the names of those.
fn repeat(config: &mut Config, entry: &RepeatConfig, members: &[String]) -> Result<Vec<String>> {
    if entry.count == 0 || entry.count.saturating_mul(members.len()) > MAX_BODIES {
        let why = format!("{} copies; 1 to {MAX_BODIES} are possible", entry.count);
        return Err(Error::value("count", why, "give a number of copies"));
    }
    let motions = motions(entry)?;
    let mut made = Vec::new();
    let given = std::mem::take(&mut config.body);
    let known: Vec<String> = given.iter().map(|body| body.name.clone()).collect();
    for body in given {
        if !members.contains(&body.name) {
            config.body.push(body);
            continue;
        }
        if body.state.is_some() {
            let why = format!(
                "\"{}\" starts with the numbers of a state, which copies cannot share",
                body.name
            );
            return Err(Error::value(
                "body",
                why,
                "give position and quat_wxyz instead",
            ));
        }
        for (i, motion) in motions.iter().enumerate() {
            let mut copy = BodyConfig {
                name: format!("{}_{i}", body.name),
                ..body.clone()
            };
            motion
                .body(&mut copy)
                .map_err(|e| e.within(&format!("body.{}", body.name)))?;
            made.push(copy.name.clone());
            config.body.push(copy);
        }
    }
    match made.is_empty() {
        false => Ok(made),
        true => {
            let fix = remedy(&entry.body, known.iter().map(String::as_str));
            Err(Error::value(
                "body",
                format!("no body \"{}\"", entry.body),
                fix,
            ))
        }
    }
}

/// Returns the motions of all copies, the first of which stays.
fn motions(entry: &RepeatConfig) -> Result<Vec<Motion>> {
    let offset = vector("offset", entry.offset, "give finite metres")?;
    let centre = vector("centre", entry.centre, "give finite metres")?;
    let axis = vector("axis", entry.axis, "give a direction, e.g. [0, 0, 1]")?;
    let axis = Unit::try_new(axis, 1e-9);
    let axis = axis
        .ok_or_else(|| Error::value("axis", "has length 0", "give a direction, e.g. [0, 0, 1]"))?;
    if !entry.rotation_deg.is_finite() {
        return Err(Error::value(
            "rotation_deg",
            "is not finite",
            "give degrees",
        ));
    }
    let motion = |i: usize| Motion {
        turn: match entry.rotation_deg == 0.0 || i == 0 {
            true => Rot::identity(),
            false => Rot::from_axis_angle(&axis, (entry.rotation_deg * i as f64).to_radians()),
        },
        centre,
        offset: offset * i as f64,
    };
    Ok((0..entry.count).map(motion).collect())
}
