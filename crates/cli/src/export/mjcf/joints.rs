//! Joints in the words of MuJoCo: hinges, slides and balls in nested bodies, equalities for what closes loops, actuators for
//! motors.
//!
//! The first joint of a MuJoCo body is the outermost one, and axes are those of the body where it starts. A body that a joint
//! holds as its parent moves the other way round: its coordinates come in reverse, along opposite axes.

use super::{body_name, quaternion, triple};
use crate::replay::columns;
use drystone::error::{Error, Result};
use drystone::math::{Rot, Vec3};
use drystone::world::{
    Forest, Joint, JointAxis, JointCoordinate, JointKind, Link, Model, Motor, State,
};
use std::f64::consts::TAU;
use std::fmt::Write;

const FAIL: &str = "writing to a string";
/// The number that is written for an open end of a range (rad or m), because MuJoCo wants both ends.
const OPEN: f64 = 1e10;

/// A joint element of MuJoCo.
struct Element {
    name: String,
    kind: &'static str,
    /// World.
    axis: Vec3,
    /// The limits, spring, damper, friction and armature along the axis, as XML attributes.
    attributes: String,
}

/// Writes the joint elements of a link in the frame of a body that it holds, itself or by rods.
pub(super) fn write_link(out: &mut String, model: &Model, start: &State, link: &Link, body: usize) {
    let joint = &model.joints[link.joint];
    let own = joint.frames[link.side].point;
    let at = |body: usize| &start.bodies[body];
    let back = at(body).rotation.inverse();
    let point = triple(&match link.body == body {
        true => own,
        false => {
            let world = at(link.body).position + at(link.body).rotation * own;
            back * (world - at(body).position)
        }
    });
    if joint.kind == JointKind::Spherical {
        let name = &joint.name;
        writeln!(
            out,
            "      <joint name=\"{name}\" type=\"ball\" pos=\"{point}\"/>"
        )
        .expect(FAIL);
    }
    let mut elements = elements(joint, start);
    let sign = if link.side == 1 { -1.0 } else { 1.0 };
    if link.side == 1 {
        elements.reverse();
    }
    for element in elements {
        let axis = triple(&(back * element.axis * sign));
        writeln!(
            out,
            "      <joint name=\"{}\" type=\"{}\" pos=\"{point}\" axis=\"{axis}\"{}/>",
            element.name, element.kind, element.attributes
        )
        .expect(FAIL);
    }
}

/// The joint elements of a child, from the outermost.
fn elements(joint: &Joint, start: &State) -> Vec<Element> {
    let turn = |body: Option<usize>| body.map_or(Rot::identity(), |i| start.bodies[i].rotation);
    let [child, parent] = joint.bodies().map(turn);
    let [child, parent] = [
        child * joint.frames[0].rotation,
        parent * joint.frames[1].rotation,
    ];
    let mut out = Vec::new();
    if matches!(joint.kind, JointKind::Screw { .. }) {
        out.push(Element {
            name: format!("{}.advance", joint.name),
            kind: "slide",
            axis: parent * Vec3::z(),
            attributes: String::new(),
        });
    }
    let columns = columns(joint).into_iter().zip(joint.kind.coordinates());
    let values = joint.axes.iter().zip(joint.positions(start));
    for ((column, coordinate), (axis, position)) in columns.zip(values) {
        let (kind, along) = match coordinate {
            JointCoordinate::Slide(k) => ("slide", parent * Vec3::ith(*k, 1.0)),
            JointCoordinate::Turn => ("hinge", parent * Vec3::z()),
            JointCoordinate::FirstTurn => ("hinge", parent * Vec3::x()),
            JointCoordinate::SecondTurn => ("hinge", child * Vec3::y()),
            JointCoordinate::Gimbal(0) => ("hinge", parent * Vec3::x()),
            JointCoordinate::Gimbal(1) => {
                let ring = (child * Vec3::z()).cross(&(parent * Vec3::x()));
                ("hinge", ring.normalize())
            }
            JointCoordinate::Gimbal(_) => ("hinge", child * Vec3::z()),
        };
        out.push(Element {
            name: column.name,
            kind,
            axis: along,
            attributes: attributes(axis, position),
        });
    }
    out
}

/// Returns the limits, spring, damper, friction and armature of a coordinate as XML attributes; its `position` (rad or m) is that
/// at the start.
fn attributes(axis: &JointAxis, position: f64) -> String {
    let mut out = String::new();
    let [lower, upper] = axis.limits;
    if lower.is_finite() || upper.is_finite() {
        let [lower, upper] = [lower.max(-OPEN), upper.min(OPEN)];
        write!(out, " range=\"{lower} {upper}\"").expect(FAIL);
    }
    let spring = axis.spring.unwrap_or(drystone::world::Spring {
        stiffness: 0.0,
        rest: 0.0,
        symplectic: false,
    });
    for (name, value) in [
        ("ref", position),
        ("stiffness", spring.stiffness),
        ("springref", spring.rest),
        ("damping", axis.damping),
        ("frictionloss", axis.friction),
        ("armature", axis.armature),
    ] {
        if value != 0.0 {
            write!(out, " {name}=\"{value}\"").expect(FAIL);
        }
    }
    out
}

/// Writes equalities: what closes loops, and the pitch of screws.
///
/// # Errors
/// MuJoCo has no equality like a joint that closes a loop.
pub(super) fn write_equalities(
    out: &mut String,
    model: &Model,
    start: &State,
    forest: &Forest,
) -> Result<()> {
    for joint in &model.joints {
        write_coupling(out, model, start, joint);
    }
    for link in &forest.links {
        let joint = &model.joints[link.joint];
        if let JointKind::Screw { pitch } = joint.kind {
            let (name, ratio) = (&joint.name, pitch / TAU);
            writeln!(
                out,
                "    <joint joint1=\"{name}.advance\" joint2=\"{name}\" polycoef=\"0 {ratio} 0 0 0\"/>"
            )
            .expect(FAIL);
        }
    }
    for &index in &forest.loops {
        write_loop(out, model, &model.joints[index])?;
    }
    Ok(())
}

fn write_loop(out: &mut String, model: &Model, joint: &Joint) -> Result<()> {
    let child = body_name(&model.bodies[joint.child]);
    let mut bodies = format!("body1=\"{child}\"");
    if let Some(parent) = joint.parent {
        let parent = body_name(&model.bodies[parent]);
        write!(bodies, " body2=\"{parent}\"").expect(FAIL);
    }
    let frame = &joint.frames[0];
    let mut connect = |name: &str, point: Vec3| {
        let anchor = triple(&point);
        writeln!(
            out,
            "    <connect name=\"{name}\" {bodies} anchor=\"{anchor}\"/>"
        )
        .expect(FAIL);
    };
    match joint.kind {
        JointKind::Spherical => connect(&joint.name, frame.point),
        JointKind::Revolute => {
            // Two points of the axis stay together.
            let along = frame.rotation * Vec3::z() * model.units.length;
            connect(&joint.name, frame.point);
            connect(&format!("{}.axis", joint.name), frame.point + along);
        }
        JointKind::Fixed => {
            writeln!(out, "    <weld name=\"{}\" {bodies}/>", joint.name).expect(FAIL);
        }
        _ => {
            let why = format!(
                "closes a loop, and MuJoCo has no equality like a {} joint",
                joint.kind.name()
            );
            let fix = "close the loop with a fixed, revolute or spherical joint: the last joints of the file close loops";
            return Err(Error::value(format!("joint.{}.type", joint.name), why, fix));
        }
    }
    Ok(())
}

/// Writes the equality of a joint that follows another one: MuJoCo's polynomial is one of the ways from where both start.
fn write_coupling(out: &mut String, model: &Model, start: &State, joint: &Joint) {
    let Some(coupling) = joint.coupling else {
        return;
    };
    let leader = &model.joints[coupling.leader];
    let [own, other] = [joint, leader].map(|joint| joint.positions(start)[0]);
    let mut shifted = coupling.polynomial;
    // Horner's scheme, once per power, moves the origin.
    for first in 0..shifted.len() {
        for k in (first..shifted.len() - 1).rev() {
            shifted[k] += other * shifted[k + 1];
        }
    }
    shifted[0] -= own;
    let [a, b, c, d, e] = shifted;
    let (name, leader) = (&joint.name, &leader.name);
    writeln!(
        out,
        "    <joint joint1=\"{name}\" joint2=\"{leader}\" polycoef=\"{a} {b} {c} {d} {e}\"/>"
    )
    .expect(FAIL);
}

/// Writes an actuator per motor.
///
/// # Errors
/// A motor that MuJoCo does not have.
pub(super) fn write_motors(out: &mut String, model: &Model) -> Result<()> {
    for joint in &model.joints {
        let columns = columns(joint);
        for (k, motor) in joint.motors() {
            let name = &columns[k].name;
            let kind = match *motor {
                Motor::Position {
                    stiffness, damping, ..
                } => {
                    format!("position name=\"{name}.motor\" kp=\"{stiffness}\" kv=\"{damping}\"")
                }
                Motor::Velocity { damping, .. } if damping.is_finite() => {
                    format!("velocity name=\"{name}.motor\" kv=\"{damping}\"")
                }
                Motor::Effort { .. } => format!("motor name=\"{name}.motor\""),
                _ => {
                    let why = "MuJoCo has no velocity motor without a gain";
                    let fix = "give the motor a damping";
                    return Err(Error::value(format!("joint.{name}.motor"), why, fix));
                }
            };
            let limit = motor.limit();
            let range = match limit.is_finite() {
                true => format!(" forcerange=\"-{limit} {limit}\""),
                false => String::new(),
            };
            writeln!(out, "    <{kind} joint=\"{name}\"{range}/>").expect(FAIL);
        }
    }
    Ok(())
}

/// Returns the place of a body as seen from the one that it is nested in.
pub(super) fn place(start: &State, index: usize, outer: Option<usize>) -> (String, String) {
    let at = &start.bodies[index];
    let (position, rotation) = match outer.map(|outer| &start.bodies[outer]) {
        None => (at.position, at.rotation),
        Some(outer) => {
            let back = outer.rotation.inverse();
            (back * (at.position - outer.position), back * at.rotation)
        }
    };
    (triple(&position), quaternion(&rotation))
}

/// The links whose bodies are nested in `outer`, or in the world.
pub(super) fn links_from<'a>(
    model: &Model,
    forest: &'a Forest,
    outer: Option<usize>,
) -> impl Iterator<Item = &'a Link> {
    let links = forest.links.iter();
    links.filter(move |link| model.joints[link.joint].bodies()[1 - link.side] == outer)
}
