//! `<actuator>`: motors along the coordinates of joints.

use super::defaults::Item;
use super::reader::{Place, Reader};
use crate::error::{Result, remedy};
use crate::math::Vec3;
use crate::scene::joint::{MotorConfig, MotorKeyframe, MotorKind};
use crate::scene::motion::Interpolation;
use crate::scene::robot::description::{Inertial, compose};

/// A motor, and where the reader put it.
#[derive(Debug)]
pub(super) struct Actuated {
    /// Joint and coordinate; nothing of an actuator that is left out.
    pub(super) place: Option<[usize; 2]>,
    /// The control that it starts with is multiplied by this.
    pub(super) factor: f64,
    /// Added to that.
    pub(super) offset: f64,
    /// The range that cuts off controls.
    pub(super) range: Option<[f64; 2]>,
}

/// A transmission: the joint that an actuator drives.
#[derive(Debug, Clone, Copy)]
struct Driven {
    /// Joint and coordinate.
    place: [usize; 2],
    /// The value in the file is `reference` plus `sign` times the coordinate.
    reference: f64,
    sign: f64,
}

/// The force of an actuator: gain u + offset + stiffness x + damping v, with signs as in the file.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Law {
    gain: f64,
    offset: f64,
    stiffness: f64,
    damping: f64,
}

impl<'a> Reader<'a, '_> {
    /// Reads all actuators; returns what becomes of their controls.
    pub(super) fn actuators(&mut self) -> Result<Vec<Actuated>> {
        let mut out = Vec::new();
        for element in self.model.sections("actuator") {
            if element.tag() == "plugin" {
                continue;
            }
            let item = self.defaults.item(element, 0)?;
            item.ignore(&["name", "group", "user"]);
            let actuated = self.actuator(&item)?;
            out.push(actuated);
        }
        Ok(out)
    }

    /// Gives a joint the motor of an actuator, or says why not.
    fn actuator(&mut self, item: &Item<'a>) -> Result<Actuated> {
        let mut out = Actuated {
            place: None,
            factor: 0.0,
            offset: 0.0,
            range: self.range(item, "ctrlrange", "ctrllimited")?,
        };
        let driven = match self.driven(item)? {
            Ok(driven) => driven,
            Err(why) => return Ok(self.left_out(item, why, out)),
        };
        let gear = item.overlay("gear", [1.0, 0.0, 0.0, 0.0, 0.0, 0.0])?[0];
        if gear == 0.0 {
            return Ok(self.left_out(item, "its gear is 0".to_string(), out));
        }
        let law = match self.law(item, &driven, gear)? {
            Ok(law) => law,
            Err(why) => return Ok(self.left_out(item, why, out)),
        };
        let [joint, coordinate] = driven.place;
        if self.out.joints[joint].coordinates[coordinate]
            .motor
            .is_some()
        {
            let why = format!("{} has a motor already", self.out.joints[joint].name);
            return Ok(self.left_out(item, why, out));
        }
        let Some((mut motor, factor, offset)) = motor(&law, gear * driven.sign) else {
            let why = "its force is not that of a motor, a position or a velocity";
            return Ok(self.left_out(item, why.to_string(), out));
        };
        let own = self.range(item, "forcerange", "forcelimited")?;
        let own = own.map(|range| self.largest(item, "actuator", range) * gear.abs());
        let along = &mut self.out.joints[joint].coordinates[coordinate];
        let limits = [own, along.effort].into_iter().flatten();
        motor.limit = limits.reduce(f64::min);
        along.motor = Some(motor);
        out.place = Some(driven.place);
        (out.factor, out.offset) = (factor, offset);
        if let Some(filter) = item.text("dyntype").filter(|kind| *kind != "none") {
            let words = format!("the {filter} between control and force is left out");
            self.notes.say(item.offset(), words);
        }
        Ok(out)
    }

    fn left_out(&mut self, item: &Item<'a>, why: String, out: Actuated) -> Actuated {
        let name = item.element.text("name").unwrap_or_default();
        let tag = item.element.tag();
        self.notes.say(
            item.offset(),
            format!("the {tag} {name} is left out: {why}"),
        );
        out
    }

    /// Returns joint and coordinate that an actuator drives, or why there is none.
    fn driven(&self, item: &Item<'a>) -> Result<std::result::Result<Driven, String>> {
        let Some(name) = item.text("joint") else {
            let others = ["tendon", "site", "body", "jointinparent", "cranksite"];
            let found = others.into_iter().find(|key| item.text(key).is_some());
            let what = found.unwrap_or("nothing");
            return Ok(Err(format!("it drives a {what}, not a joint")));
        };
        let known = self.positions.iter().find(|(other, _)| other == name);
        let Some((_, position)) = known else {
            let fix = remedy(name, self.positions.iter().map(|(name, _)| name.as_str()));
            return Err(item.error("joint", format!("no joint \"{name}\""), fix));
        };
        Ok(match position.coordinate {
            Place::Coordinate {
                index,
                reference,
                sign,
            } => Ok(Driven {
                place: [position.joint, index],
                reference,
                sign,
            }),
            Place::Ball | Place::Free => Err(format!("{name} has no coordinates")),
        })
    }

    /// Returns the force of an actuator as a function of the value of the joint in the file less its reference, or why it is not read.
    fn law(
        &self,
        item: &Item<'a>,
        driven: &Driven,
        gear: f64,
    ) -> Result<std::result::Result<Law, String>> {
        let number = |name: &str, other: f64| Ok(item.number(name)?.unwrap_or(other));
        let gain = item.list("gainprm")?.and_then(|list| list.first().copied());
        let mut law = Law {
            gain: gain.unwrap_or(1.0),
            offset: 0.0,
            stiffness: 0.0,
            damping: 0.0,
        };
        match item.element.tag() {
            "motor" => law.gain = 1.0,
            "position" => {
                let kp = number("kp", law.gain)?;
                let ratio = item.number("dampratio")?;
                let kv = match ratio {
                    Some(ratio) => {
                        2.0 * ratio * (kp * self.moved_mass(driven.place)).max(0.0).sqrt()
                            / gear.abs()
                    }
                    None => number("kv", 0.0)?,
                };
                (law.gain, law.stiffness, law.damping) = (kp, -kp, -kv);
                let time = item.number("timeconst")?.unwrap_or(0.0);
                if time != 0.0 {
                    return Ok(Err("its timeconst filters the control".to_string()));
                }
            }
            "velocity" => {
                let kv = number("kv", law.gain)?;
                (law.gain, law.damping) = (kv, -kv);
            }
            "general" => {
                let words = [("gaintype", "fixed"), ("biastype", "none")];
                let [gain, bias] = words.map(|(key, other)| item.text(key).unwrap_or(other));
                let dynamics = item.text("dyntype").unwrap_or("none");
                item.text("dynprm");
                if gain != "fixed" || !["none", "affine"].contains(&bias) {
                    return Ok(Err(format!("gain {gain} with bias {bias}")));
                }
                if !["none", "filter", "filterexact"].contains(&dynamics) {
                    return Ok(Err(format!("dynamics {dynamics}")));
                }
                let bias_numbers = item.list("biasprm")?.unwrap_or_default();
                if bias == "affine" {
                    let number = |k: usize| bias_numbers.get(k).copied().unwrap_or(0.0);
                    (law.offset, law.stiffness, law.damping) = (number(0), number(1), number(2));
                }
            }
            other => return Ok(Err(format!("a {other} is not read"))),
        }
        // The length of the actuator is the gear times the value of the joint in the file.
        law.offset += law.stiffness * gear * driven.reference;
        Ok(Ok(law))
    }

    /// Returns the mass or inertia that moves along a coordinate where all joints are at their references, kg or kg m^2.
    fn moved_mass(&self, [joint, index]: [usize; 2]) -> f64 {
        let own = &self.out.joints[joint];
        let mut below = vec![false; self.out.links.len()];
        below[own.child] = true;
        // A child has a larger index than its parent.
        for other in &self.out.joints {
            below[other.child] |= below[other.parent];
        }
        let links = self.out.links.iter().zip(&self.poses).zip(below);
        let placed = links
            .filter(|(_, below)| *below)
            .filter_map(|((link, pose), _)| {
                let own: Inertial = link.inertial?;
                Some(own.placed(pose))
            });
        let Some(all) = placed.reduce(|sum, own| sum.plus(&own)) else {
            return own.coordinates[index].armature;
        };
        let axes = compose(&self.poses[own.child], &(own.anchor, own.axes()));
        let (axis, turns) = axis_of(own, index);
        let axis = axes.1 * axis;
        let arm = axis.cross(&(all.centre - axes.0));
        let turned = axis.dot(&(all.inertia * axis)) + all.mass * arm.norm_squared();
        let moved = if turns { turned } else { all.mass };
        moved + own.coordinates[index].armature
    }
}

/// Returns the direction of a coordinate in the frame of its joint, and whether it is a turn.
fn axis_of(joint: &crate::scene::robot::description::Joint, index: usize) -> (Vec3, bool) {
    use crate::scene::robot::description::Connection;
    use crate::world::JointCoordinate::{FirstTurn, Gimbal, SecondTurn, Slide, Turn};
    let Connection::Joint(kind) = joint.kind else {
        return (Vec3::z(), true);
    };
    match kind.with_pitch(0.0).coordinates().get(index) {
        Some(Slide(k)) => (Vec3::ith(*k, 1.0), false),
        Some(FirstTurn | Gimbal(0)) => (Vec3::x(), true),
        Some(SecondTurn | Gimbal(1)) => (Vec3::y(), true),
        Some(Turn | Gimbal(_)) | None => (Vec3::z(), true),
    }
}

/// Returns the motor of a force, and the map from the control to its command: factor u + offset.
fn motor(law: &Law, gear: f64) -> Option<(MotorConfig, f64, f64)> {
    let [k, d] = [-law.stiffness, -law.damping].map(|gain| gain * gear * gear);
    let mut out = MotorConfig {
        kind: MotorKind::Effort,
        stiffness: None,
        damping: None,
        limit: None,
        interpolation: Interpolation::default(),
        keyframes: Vec::new(),
        sine: None,
    };
    if k > 0.0 && d >= 0.0 {
        (out.kind, out.stiffness) = (MotorKind::Position, Some(k));
        out.damping = (d > 0.0).then_some(d);
        let back = gear / k;
        return Some((out, law.gain * back, law.offset * back));
    }
    if k == 0.0 && d > 0.0 {
        (out.kind, out.damping) = (MotorKind::Velocity, Some(d));
        let back = gear / d;
        return Some((out, law.gain * back, law.offset * back));
    }
    (k == 0.0 && d == 0.0).then_some((out, law.gain * gear, law.offset * gear))
}

/// Returns the command of a motor that holds.
pub(super) fn command(kind: MotorKind, value: f64) -> MotorKeyframe {
    let mut out = MotorKeyframe::default();
    let target = match kind {
        MotorKind::Position => &mut out.position,
        MotorKind::Velocity => &mut out.velocity,
        MotorKind::Effort => &mut out.effort,
    };
    *target = Some(value);
    out
}
