//! Joints at the start: their frames coincide, and their coordinates are within their limits.

use crate::error::{Error, Result};
use crate::scene::config::Config;
use crate::world::{Joint, Model, State};

/// Largest gap of a joint at the start: units of length, rad.
const GAP: f64 = 1e-6;

/// Coordinates that start beyond their limits by at most this (rad or m) start at them.
const ROUNDING: f64 = 1e-9;

/// Refuses a start at which a joint does not hold.
pub(in crate::scene) fn check_start(config: &Config, model: &Model, start: &State) -> Result<()> {
    let is_saved = |body: Option<usize>| body.is_some_and(|i| config.body[i].state.is_some());
    for joint in &model.joints {
        // What a run saved is within the tolerance of its steps.
        if joint.bodies().into_iter().any(is_saved) {
            continue;
        }
        let [distance, angle] = gap(joint, start);
        let limit = GAP * model.units.length;
        if distance > limit || angle > GAP {
            let why = format!(
                "the joint does not close: its frames on \"{}\" and on {} are {distance:.3e} m and \
                 {angle:.3e} rad apart at the start; the limits are {limit:.1e} m and {GAP:.0e} rad",
                model.bodies[joint.child].name,
                match joint.parent {
                    Some(parent) => format!("\"{}\"", model.bodies[parent].name),
                    None => "the world".to_string(),
                }
            );
            let key = match distance > limit {
                true => "child_anchor",
                false => "child_quat_wxyz",
            };
            let fix = "move the bodies or the frame; without child_anchor and child_quat_wxyz the \
                       frames coincide at the start";
            return Err(Error::value(
                format!("joint.{}.{key}", joint.name),
                why,
                fix,
            ));
        }
        check_coupling(joint, model, start)?;
    }
    Ok(())
}

/// Refuses a start at which a joint does not follow its leader.
fn check_coupling(joint: &Joint, model: &Model, start: &State) -> Result<()> {
    let Some(coupling) = joint.coupling else {
        return Ok(());
    };
    let leader = &model.joints[coupling.leader];
    let [own, other] = [joint, leader].map(|joint| joint.positions(start)[0]);
    let [goal, ..] = coupling.follow(other);
    if (own - goal).abs() <= GAP {
        return Ok(());
    }
    let why = format!(
        "at the start the joint is at {own:.6}, and \"{}\" at {other:.6} asks for {goal:.6}",
        leader.name
    );
    let fix = "change the first coefficient, or where the bodies start";
    let field = format!("joint.{}.mimic.coefficients", joint.name);
    Err(Error::value(field, why, fix))
}

/// Returns by how much the frames are apart along what the joint does not leave free, m and rad.
fn gap(joint: &Joint, start: &State) -> [f64; 2] {
    let [distance, angle] = joint.gap(start);
    let at = joint.geometry(start).relative;
    let is_flipped = match joint.kind.name() {
        "spherical" | "universal" | "gimbal" => false,
        "fixed" | "prismatic" | "gantry" => at.trace() < 1.0,
        _ => at[(2, 2)] < 0.0,
    };
    // The rows are sines, which are small near half a turn, too.
    let angle = angle.min(1.0).asin();
    match is_flipped {
        true => [distance, std::f64::consts::PI - angle],
        false => [distance, angle],
    }
}

/// Returns warnings about coordinates that start beyond their limits, and about loops in which nothing can move.
pub(in crate::scene) fn warnings(model: &Model, start: &State) -> Vec<Error> {
    let joints = model.joints.iter();
    let beyond = joints.flat_map(|joint| beyond_limits(joint, start));
    let locked = start.locked_loops(model).into_iter();
    beyond
        .chain(locked.map(|j| locks(&model.joints[j])))
        .collect()
}

fn locks(joint: &Joint) -> Error {
    let why = "the joint closes a loop in which nothing can move; motors, springs and limits in it do nothing";
    let fix = "leave the joint out, give it more freedom, or turn its axis";
    Error::value(format!("joint.{}", joint.name), why, fix)
}

fn beyond_limits(joint: &Joint, start: &State) -> Vec<Error> {
    let coordinates = joint.positions(start).into_iter().zip(&joint.axes);
    coordinates
        .filter(|(position, axis)| {
            let [lower, upper] = axis.limits;
            !(lower - ROUNDING..=upper + ROUNDING).contains(position)
        })
        .map(|(position, axis)| {
            let [lower, upper] = axis.limits;
            let why = format!(
                "the joint starts at {position:.3e}, beyond its limits [{lower}, {upper}]; the first \
                 steps push it back"
            );
            let fix = "move the child, the frame or the limits; coordinates are 0 where the frames \
                       coincide";
            Error::value(format!("joint.{}", joint.name), why, fix)
        })
        .collect()
}
