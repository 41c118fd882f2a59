//! Several joints of one body as one joint with several coordinates.
//!
//! The joints of a body apply in their order: the first one is fixed in the parent, each turns the axes of those behind it. Joints that are no
//! kind of joint together are a [chain](super::chain).

use super::joint::{Kind, Simple};
use super::reader::{Place, Position, Reader};
use crate::error::Result;
use crate::math::Vec3;
use crate::scene::joint::KindConfig;
use crate::scene::robot::description::{Connection, Coordinate, Joint, Pose};
use crate::scene::robot::xml::Element;
use std::f64::consts::FRAC_PI_2;

/// Cosines and distances (m) below this one are zero.
const ZERO: f64 = 1e-6;

/// The joint that joints of a body become together.
#[derive(Debug, PartialEq)]
pub(super) struct Combined {
    kind: Connection,
    /// The joints of the file by coordinate.
    order: Vec<usize>,
    anchor: Vec3,
    axis: Vec3,
    second_axis: Option<Vec3>,
    /// Whether the last coordinate counts in the direction opposite to that of the file.
    is_mirrored: bool,
}

impl Reader<'_, '_> {
    /// Connects a link by its joints: by the one that they become together, or one after the other.
    pub(super) fn connect_by(
        &mut self,
        body: Element<'_>,
        joints: &[Simple],
        ends: [usize; 2],
        zero: Pose,
    ) -> Result<()> {
        match combine(joints) {
            Ok(combined) => self.join(body, joints, &combined, ends, zero),
            Err(why) => {
                let names: Vec<&str> = joints.iter().map(|joint| joint.name.as_str()).collect();
                let why = format!("the joints {} of one body: {why}", names.join(", "));
                let fix = "put a body with a mass between, so that each has one of these joints";
                self.chain(body, joints, ends, zero, body.error("", why, fix))
            }
        }
    }

    /// Connects a link by the joint that its joints become together.
    pub(super) fn join(
        &mut self,
        body: Element<'_>,
        joints: &[Simple],
        combined: &Combined,
        ends: [usize; 2],
        zero: Pose,
    ) -> Result<()> {
        let named = |k: usize| joints[k].name.as_str();
        if combined.kind == Connection::Free && ends[0] != 0 {
            let name = &joints[0].name;
            let why = format!("the free joint {name} is on a body inside of another one");
            return Err(body.error("", why, "move the body to <worldbody>"));
        }
        let names: Vec<&str> = combined.order.iter().map(|k| named(*k)).collect();
        let name = match names.is_empty() {
            true => joints[0].name.clone(),
            false => names.join("+"),
        };
        if combined.is_mirrored {
            let last = named(joints.len() - 1);
            let words = format!(
                "{name}: the axes are left-handed, so the coordinate of {last} counts in the other direction"
            );
            self.notes.say(body.offset(), words);
        }
        let mut coordinates = combined.coordinates(joints);
        if combined.leave_out_limits(&mut coordinates) {
            let second = named(1);
            let words = format!(
                "{name}: the second of three hinges stays below a quarter turn here, so the range of {second} beyond it is left out"
            );
            self.notes.say(body.offset(), words);
        }
        self.remember(joints, combined);
        let joint = Joint {
            anchor: combined.anchor,
            axis: combined.axis,
            second_axis: combined.second_axis,
            coordinates,
            ..Joint::new(name, combined.kind, ends)
        };
        self.push_joint(body, joint, zero);
        Ok(())
    }

    /// Remembers what the joints of the file are in the next joint of the description.
    fn remember(&mut self, joints: &[Simple], combined: &Combined) {
        for (i, joint) in joints.iter().enumerate() {
            let is_mirrored = combined.is_mirrored && i + 1 == joints.len();
            let coordinate = match joint.kind {
                Kind::Free => Place::Free,
                Kind::Ball => Place::Ball,
                Kind::Hinge | Kind::Slide => Place::Coordinate {
                    index: combined.order.iter().position(|k| *k == i).unwrap_or(0),
                    reference: joint.reference,
                    sign: if is_mirrored { -1.0 } else { 1.0 },
                },
            };
            let position = Position {
                joint: self.out.joints.len(),
                coordinate,
            };
            self.positions.push((joint.name.clone(), position));
        }
    }
}

impl Combined {
    /// Takes limits away from the second coordinate of a gimbal that it does not come to; returns whether there were any.
    fn leave_out_limits(&self, coordinates: &mut [Coordinate]) -> bool {
        if self.kind != Connection::Joint(KindConfig::Gimbal) {
            return false;
        }
        let limits = coordinates[1].limits.iter_mut().flatten();
        let beyond = limits.filter(|limit| limit.is_finite() && limit.abs() > FRAC_PI_2);
        let count = beyond.map(|limit| *limit = limit.signum() * f64::INFINITY);
        count.count() > 0
    }

    /// Returns what acts along the coordinates.
    fn coordinates(&self, joints: &[Simple]) -> Vec<Coordinate> {
        let coordinates = self.order.iter().map(|k| joints[*k].along.clone());
        let mut coordinates: Vec<Coordinate> = coordinates.collect();
        if let Some(last) = coordinates.last_mut().filter(|_| self.is_mirrored) {
            last.limits = last.limits.map(|[lower, upper]| [-upper, -lower]);
            last.start = -last.start;
            if let Some(spring) = &mut last.spring {
                spring.rest = -spring.rest;
            }
        }
        coordinates
    }
}

/// Returns what joints of a body become together, or why they become nothing.
pub(super) fn combine(joints: &[Simple]) -> std::result::Result<Combined, String> {
    use Kind::{Ball, Free, Hinge, Slide};
    let kinds: Vec<Kind> = joints.iter().map(|joint| joint.kind).collect();
    let one = |kind| Combined {
        kind,
        order: vec![0],
        anchor: joints[0].anchor,
        axis: joints[0].axis,
        second_axis: None,
        is_mirrored: false,
    };
    match kinds.as_slice() {
        [Hinge] => Ok(one(Connection::Joint(KindConfig::Revolute))),
        [Slide] => Ok(one(Connection::Joint(KindConfig::Prismatic))),
        [Ball] => Ok(Combined {
            order: Vec::new(),
            ..one(Connection::Joint(KindConfig::Spherical))
        }),
        [Free] => Ok(Combined {
            order: Vec::new(),
            ..one(Connection::Free)
        }),
        [Slide, Hinge] => cylindrical(joints, [0, 1]),
        [Hinge, Slide] => cylindrical(joints, [1, 0]),
        [Slide, Slide] => gantry(joints),
        [Slide, Slide, Hinge] => planar(joints),
        [Hinge, Hinge] => universal(joints),
        [Hinge, Hinge, Hinge] => gimbal(joints),
        _ => Err("such a combination is no kind of joint".to_string()),
    }
}

fn cylindrical(joints: &[Simple], order: [usize; 2]) -> std::result::Result<Combined, String> {
    let [slide, hinge] = order.map(|k| &joints[k]);
    if (slide.axis - hinge.axis).norm() > ZERO {
        return Err("a slide and a hinge have the same axis in a cylindrical joint".to_string());
    }
    Ok(Combined {
        kind: Connection::Joint(KindConfig::Cylindrical),
        order: order.to_vec(),
        anchor: hinge.anchor,
        axis: hinge.axis,
        second_axis: None,
        is_mirrored: false,
    })
}

/// Refuses axes that are not at right angles to each other.
fn check_right_angles(joints: &[Simple]) -> std::result::Result<(), String> {
    for (i, a) in joints.iter().enumerate() {
        for b in &joints[i + 1..] {
            let cosine = a.axis.dot(&b.axis);
            if cosine.abs() > ZERO {
                return Err(format!(
                    "the axes of {} and {} are not at a right angle: cosine {cosine:.3e}",
                    a.name, b.name
                ));
            }
        }
    }
    Ok(())
}

/// Returns an axis as far as it is normal to another one.
fn normal_to(axis: &Vec3, other: &Vec3) -> Vec3 {
    (axis - other * other.dot(axis)).normalize()
}

fn gantry(joints: &[Simple]) -> std::result::Result<Combined, String> {
    check_right_angles(joints)?;
    let first = joints[0].axis;
    Ok(Combined {
        kind: Connection::Joint(KindConfig::Gantry),
        order: vec![0, 1],
        anchor: joints[1].anchor,
        axis: first,
        second_axis: Some(normal_to(&joints[1].axis, &first)),
        is_mirrored: false,
    })
}

fn planar(joints: &[Simple]) -> std::result::Result<Combined, String> {
    check_right_angles(joints)?;
    let turn = joints[2].axis;
    // The turn is about the third axis of the frame, x cross y: the slides are taken in the order that makes it so.
    let order = match joints[0].axis.cross(&joints[1].axis).dot(&turn) > 0.0 {
        true => [0, 1, 2],
        false => [1, 0, 2],
    };
    let first = normal_to(&joints[order[0]].axis, &turn);
    Ok(Combined {
        kind: Connection::Joint(KindConfig::Planar),
        order: order.to_vec(),
        anchor: joints[2].anchor,
        axis: first,
        second_axis: Some(turn.cross(&first)),
        is_mirrored: false,
    })
}

fn universal(joints: &[Simple]) -> std::result::Result<Combined, String> {
    check_right_angles(joints)?;
    let first = joints[0].axis;
    Ok(Combined {
        kind: Connection::Joint(KindConfig::Universal),
        order: vec![0, 1],
        anchor: crossing(&joints[0], &joints[1])?,
        axis: first,
        second_axis: Some(normal_to(&joints[1].axis, &first)),
        is_mirrored: false,
    })
}

/// Returns the point in which two axes at a right angle cross.
fn crossing(a: &Simple, b: &Simple) -> std::result::Result<Vec3, String> {
    let between = b.anchor - a.anchor;
    let distance = between.dot(&a.axis.cross(&b.axis)).abs();
    if distance > ZERO {
        return Err(format!(
            "the axes of {} and {} do not cross: they are {distance:.3e} m apart",
            a.name, b.name
        ));
    }
    Ok(b.anchor - b.axis * b.axis.dot(&between))
}

fn gimbal(joints: &[Simple]) -> std::result::Result<Combined, String> {
    check_right_angles(joints)?;
    let anchor = crossing(&joints[0], &joints[1])?;
    let last = &joints[2];
    let between = anchor - last.anchor;
    let distance = (between - last.axis * last.axis.dot(&between)).norm();
    if distance > ZERO {
        let name = &last.name;
        return Err(format!(
            "the axis of {name} does not pass through the point in which the others cross: it is {distance:.3e} m away"
        ));
    }
    let first = joints[0].axis;
    let second = normal_to(&joints[1].axis, &first);
    Ok(Combined {
        kind: Connection::Joint(KindConfig::Gimbal),
        order: vec![0, 1, 2],
        anchor,
        axis: first,
        second_axis: Some(second),
        is_mirrored: first.cross(&second).dot(&last.axis) < 0.0,
    })
}
