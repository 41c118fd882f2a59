//! Start positions and motors of the joints of a robot.

use super::config::RobotConfig;
use super::description::{Coordinate, Description, Joint};
use super::notes::Notes;
use crate::error::{Error, Result, finite, remedy};
use crate::scene::joint::MotorConfig;
use std::collections::BTreeMap;

/// The least range between limits, rad or m: less leaves the solver no way through the middle.
const LEAST_RANGE: f64 = 1e-6;

/// Sets the positions at the start: those asked for, else zero, or the middle of limits that exclude zero.
pub(super) fn set_positions(
    robot: &mut Description,
    config: &RobotConfig,
    notes: &mut Notes,
) -> Result<()> {
    lead(robot, notes);
    for (name, position) in &config.joint_positions {
        let field = format!("joint_positions.{name}");
        finite(&field, &[*position], "give rad or m")?;
        let found = robot.joints.iter_mut().find(|joint| joint.name == *name);
        let Some(joint) = found else {
            let names = robot.joints.iter().filter(|joint| is_free(joint));
            let fix = remedy(name, names.map(|joint| joint.name.as_str()));
            return Err(Error::value(field, format!("no joint \"{name}\""), fix));
        };
        set_position(joint, *position).map_err(|e| e.within(&field))?;
    }
    for joint in &mut robot.joints {
        if config.joint_positions.contains_key(&joint.name) || !is_free(joint) {
            continue;
        }
        let along = &mut joint.coordinates[0];
        if let Some([lower, upper]) = along
            .limits
            .filter(|[l, u]| along.start < *l || along.start > *u)
        {
            let wanted = along.start;
            along.start = 0.5 * (lower + upper);
            let words = format!(
                "{}: {wanted} is outside of its limits [{lower}, {upper}], so it starts at {}",
                joint.name, along.start
            );
            notes.say(joint.place, words);
        }
    }
    follow(robot);
    Ok(())
}

/// Returns whether a joint has one coordinate and follows no other.
fn is_free(joint: &Joint) -> bool {
    joint.coordinates.len() == 1 && joint.mimic.is_none()
}

fn set_position(joint: &mut Joint, position: f64) -> Result<()> {
    if let Some((leader, _)) = &joint.mimic {
        let why = format!("the joint follows {leader}");
        return Err(Error::value(
            "",
            why,
            format!("give the position of {leader}"),
        ));
    }
    let [along] = joint.coordinates.as_mut_slice() else {
        let why = format!("the joint has {} coordinates", joint.coordinates.len());
        let fix = "give positions of joints that turn or slide";
        return Err(Error::value("", why, fix));
    };
    if let Some([lower, upper]) = along.limits
        && !(lower..=upper).contains(&position)
    {
        let why = format!("{position} is outside of the limits [{lower}, {upper}]");
        return Err(Error::value("", why, "choose a position between them"));
    }
    along.start = position;
    Ok(())
}

/// Lets every joint that follows another one follow a joint that moves by itself, whose limits are then those of both.
fn lead(robot: &mut Description, notes: &mut Notes) {
    let names = robot.joints.iter().enumerate();
    let index: BTreeMap<String, usize> = names.map(|(i, j)| (j.name.clone(), i)).collect();
    for i in 0..robot.joints.len() {
        let Some((mut leader, mut map)) = robot.joints[i].mimic.clone() else {
            continue;
        };
        // A chain of joints that follow each other is one map from its first joint; the readers refuse those of a degree that is too high.
        while let Some((next, inner)) = robot.joints[index[&leader]].mimic.clone() {
            map = after(&map, &inner);
            leader = next;
        }
        let first = index[&leader];
        let joint = &mut robot.joints[i];
        joint.mimic = Some((leader, map));
        let [offset, slope, bent @ ..] = map;
        let along = joint.coordinates.first_mut();
        let Some(along) = along.filter(|_| slope != 0.0 && bent == [0.0; 3]) else {
            continue;
        };
        let Some(own) = along.limits.take() else {
            continue;
        };
        let (place, name) = (joint.place, joint.name.clone());
        let leading = &mut robot.joints[first];
        if !narrow(
            &mut leading.coordinates[0],
            own.map(|x| (x - offset) / slope),
        ) {
            let leader = &leading.name;
            let words = format!(
                "{name}: its limits leave {leader}, which it follows, no way, and are left out"
            );
            notes.say(place, words);
        }
    }
}

/// Narrows the limits of a coordinate to what others leave of them; returns false, and leaves them, where that is nothing.
fn narrow(along: &mut Coordinate, [a, b]: [f64; 2]) -> bool {
    let [lower, upper] = along.limits.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]);
    let both = [lower.max(a.min(b)), upper.min(a.max(b))];
    let is_wide = both[1] - both[0] > LEAST_RANGE;
    if is_wide {
        along.limits = Some(both);
    }
    is_wide
}

/// Puts joints that follow others where these are.
fn follow(robot: &mut Description) {
    let starts = robot.joints.iter().filter(|joint| is_free(joint));
    let starts: BTreeMap<String, f64> = starts
        .map(|joint| (joint.name.clone(), joint.coordinates[0].start))
        .collect();
    for joint in &mut robot.joints {
        if let (Some((leader, map)), Some(along)) = (&joint.mimic, joint.coordinates.first_mut()) {
            along.start = value(map, starts.get(leader).copied().unwrap_or(0.0));
        }
    }
}

/// Returns the value of a polynomial, whose coefficients begin with the constant.
fn value(coefficients: &[f64; 5], x: f64) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, c| sum * x + c)
}

/// Returns the coefficients of a polynomial of another one, up to the fourth power.
fn after(outer: &[f64; 5], inner: &[f64; 5]) -> [f64; 5] {
    let mut out = [0.0; 5];
    for c in outer.iter().rev() {
        let mut next = [0.0; 5];
        for (i, a) in out.iter().enumerate() {
            for (j, b) in inner.iter().enumerate().take(5 - i) {
                next[i + j] += a * b;
            }
        }
        next[0] += c;
        out = next;
    }
    out
}

/// Gives joints the motors of a scene: a name comes before a pattern, a longer pattern before a shorter one.
pub(super) fn set_motors(
    robot: &mut Description,
    config: &RobotConfig,
    notes: &mut Notes,
) -> Result<()> {
    for key in config.motors.keys() {
        let mut found = robot
            .joints
            .iter()
            .filter(|joint| matches(key, &joint.name));
        if !found.any(|joint| takes_motor(joint, key)) {
            let names = robot.joints.iter().filter(|joint| takes_motor(joint, "*"));
            let fix = remedy(key, names.map(|joint| joint.name.as_str()));
            let why =
                format!("no joint that turns or slides, and has a motor, is called \"{key}\"");
            return Err(Error::value(format!("motors.{key}"), why, fix));
        }
    }
    let mut without = Vec::new();
    for joint in &mut robot.joints {
        let keys = config.motors.keys().filter(|key| matches(key, &joint.name));
        let exact = config.motors.get_key_value(&joint.name).map(|(key, _)| key);
        let Some(key) = exact.or(keys.max_by_key(|key| key.len())) else {
            continue;
        };
        match takes_motor(joint, key) {
            true => set_motor(joint, &config.motors[key]),
            false if joint.coordinates.len() == 1 => without.push(joint.name.clone()),
            false => {}
        }
    }
    if let (false, Some(first)) = (without.is_empty(), robot.links.first()) {
        let words = format!(
            "no motor for joints with effort 0 and for joints that follow others, unless they are named: {}",
            without.join(", ")
        );
        notes.say(first.place, words);
    }
    Ok(())
}

/// Returns whether a joint gets the motor of a key. An effort of zero says that no motor is there, and a joint that follows needs none;
/// only its own name gives such a joint one.
fn takes_motor(joint: &Joint, key: &str) -> bool {
    let [along] = joint.coordinates.as_slice() else {
        return false;
    };
    key == joint.name || (joint.mimic.is_none() && along.effort != Some(0.0))
}

/// Gives a joint a motor, whose limit is the effort of the file if it has none.
fn set_motor(joint: &mut Joint, motor: &MotorConfig) {
    for along in &mut joint.coordinates {
        let mut motor = motor.clone();
        let effort = along.effort.filter(|effort| *effort > 0.0);
        motor.limit = motor.limit.or(effort);
        along.motor = Some(motor);
    }
}

/// Returns whether a name fits a pattern, in which `*` stands for any letters.
fn matches(pattern: &str, name: &str) -> bool {
    let pieces: Vec<&str> = pattern.split('*').collect();
    let [first, middle @ .., last] = pieces.as_slice() else {
        return pattern == name;
    };
    let Some(mut rest) = name.strip_prefix(first) else {
        return false;
    };
    for piece in middle {
        let Some(at) = rest.find(piece) else {
            return false;
        };
        rest = &rest[at + piece.len()..];
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn stars_stand_for_any_letters() {
        for (pattern, name, fits) in [
            ("*", "anything", true),
            ("arm_*", "arm_3", true),
            ("arm_*", "leg_3", false),
            ("*_knee", "left_knee", true),
            ("l*_*e", "left_knee", true),
            ("a*a", "a", false),
            ("hip", "hip", true),
            ("hip", "hips", false),
        ] {
            assert_eq!(matches(pattern, name), fits, "{pattern} {name}");
        }
    }
}
