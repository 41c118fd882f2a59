//! Checked joints from what a builder was given.

use super::coupling::build_couplings;
use super::{Joint, JointAxis, JointKind, JointSpec, Motor};
use crate::error::{Error, Result, finite, remedy};
use crate::joint::{Frame, Geometry, JointFrames, Row};
use crate::math::{Pose, Rot, Vec3};
use crate::world::{Body, BodyState};
use std::f64::consts::FRAC_PI_2;

/// A row whose derivative by the freedoms of the bodies is this close to those of the rows before it says nothing new.
const DEPENDENT: f64 = 1e-6;

/// Builds all joints. Bodies are built, and start with their shape frames at `starts`.
pub(in crate::world) fn build_joints(
    specs: Vec<JointSpec>,
    bodies: &[Body],
    starts: &[BodyState],
) -> Result<Vec<Joint>> {
    let mut joints: Vec<Joint> = Vec::with_capacity(specs.len());
    let (mut first, mut first_motor) = (0, 0);
    let couplings = specs.iter().map(|spec| spec.mimic.clone()).collect();
    for (i, spec) in specs.into_iter().enumerate() {
        if let Some(other) = joints.iter().position(|joint| joint.name == spec.name) {
            let why = format!("name \"{}\" is already used by joint[{other}]", spec.name);
            return Err(Error::value(format!("joint[{i}].name"), why, "rename one"));
        }
        let outer = format!("joint.{}", spec.name);
        let mut joint = build_joint(spec, bodies, starts).map_err(|e| e.within(&outer))?;
        (joint.first, joint.first_motor) = (first, first_motor);
        first += joint.coordinate_count();
        first_motor += joint.motors().count();
        joints.push(joint);
    }
    build_couplings(couplings, &mut joints)?;
    Ok(joints)
}

fn build_joint(spec: JointSpec, bodies: &[Body], starts: &[BodyState]) -> Result<Joint> {
    let (child, parent) = sides(&spec, bodies)?;
    if let Some(why) = spec.problem {
        let fix = "give axes of finite length that differ in direction, e.g. [0, 0, 1]";
        return Err(Error::value("axis", why, fix));
    }
    finite("anchor", spec.anchor.as_slice(), "e.g. [0, 0, 0.5]")?;
    check_axes(&spec)?;
    let at = |body: usize| (starts[body].position, starts[body].rotation);
    let world = (Vec3::zeros(), Rot::identity());
    let (position, rotation) = parent.map_or(world, at);
    let place = (position + rotation * spec.anchor, rotation * spec.rotation);
    let (point, turn) = spec.child_frame.unwrap_or_else(|| {
        let (position, rotation) = at(child);
        let back = rotation.inverse();
        (back * (place.0 - position), back * place.1)
    });
    finite("child_anchor", point.as_slice(), "e.g. [0, 0, 0.5]")?;
    let centre = |body: usize| bodies[body].centre_of_mass;
    let frames = [
        Frame {
            point: point - centre(child),
            rotation: turn,
        },
        Frame {
            point: spec.anchor - parent.map_or(Vec3::zeros(), centre),
            rotation: spec.rotation,
        },
    ];
    let mass = match parent.filter(|&i| bodies[i].is_moving()) {
        Some(parent) => (bodies[child].mass * bodies[parent].mass).sqrt(),
        None => bodies[child].mass,
    };
    let mut axes = spec.axes;
    axes.resize(spec.kind.coordinates().len(), JointAxis::default());
    let mut joint = Joint {
        name: spec.name,
        kind: spec.kind,
        child,
        parent,
        metric_frames: JointFrames::new(&frames, 1.0),
        frames,
        axes,
        coupling: None,
        leads: false,
        rows: Vec::new(),
        mass,
        first: 0,
        first_motor: 0,
    };
    let pose = parent.map_or(Pose::WORLD, |i| Pose {
        x: bodies[i].centre_from_shape(&position, &rotation),
        r: *rotation.to_rotation_matrix().matrix(),
    });
    joint.rows = independent_rows(&joint, bodies, &pose);
    Ok(joint)
}

/// Returns child and parent.
fn sides(spec: &JointSpec, bodies: &[Body]) -> Result<(usize, Option<usize>)> {
    let find = |field: &str, name: &str| {
        bodies
            .iter()
            .position(|body| body.name == name)
            .ok_or_else(|| {
                let fix = remedy(name, bodies.iter().map(|body| body.name.as_str()));
                Error::value(field, format!("no body \"{name}\""), fix)
            })
    };
    let child = find("child", &spec.child)?;
    let parent = match &spec.parent {
        Some(name) => Some(find("parent", name)?),
        None => None,
    };
    if parent == Some(child) {
        let why = format!("joins \"{}\" to itself", spec.child);
        return Err(Error::value("parent", why, "name two different bodies"));
    }
    if !bodies[child].is_moving() {
        let why = format!("\"{}\" does not move by itself", spec.child);
        let fix = "make it the parent of the joint, or the body free";
        return Err(Error::value("child", why, fix));
    }
    Ok((child, parent))
}

fn check_axes(spec: &JointSpec) -> Result<()> {
    let count = spec.kind.coordinates().len();
    if spec.axes.len() > count {
        let why = format!(
            "a {} joint has {count} coordinates, and {} are described",
            spec.kind.name(),
            spec.axes.len()
        );
        return Err(Error::value("axes", why, "leave out the others"));
    }
    let pitch = spec.kind.pitch();
    finite("pitch", &[pitch], "give the advance per turn in metres")?;
    for axis in &spec.axes {
        check_axis(axis)?;
    }
    check_quarter_turn(spec)
}

/// Refuses limits of the second coordinate of a gimbal that it does not come to.
fn check_quarter_turn(spec: &JointSpec) -> Result<()> {
    let second = spec.axes.get(1).filter(|_| spec.kind == JointKind::Gimbal);
    let mut limits = second.iter().flat_map(|axis| axis.limits);
    let Some(limit) = limits.find(|limit| limit.is_finite() && limit.abs() > FRAC_PI_2) else {
        return Ok(());
    };
    let why = format!(
        "the second coordinate of a gimbal stays below a quarter turn (1.5708 rad), so it does not come to {limit} rad"
    );
    let fix = "keep its limits within a quarter turn, or connect the bodies by revolute joints and bodies between them";
    Err(Error::value("limits", why, fix))
}

impl JointAxis {
    /// Checks all numbers; fields of errors are as in scenes.
    pub(crate) fn check(&self) -> Result<()> {
        check_axis(self)
    }
}

fn check_axis(axis: &JointAxis) -> Result<()> {
    let [lower, upper] = axis.limits;
    if lower.is_nan() || upper.is_nan() || lower > upper {
        let why = match lower > upper {
            true => format!("the lower limit {lower} is above the upper limit {upper}"),
            false => format!("must be two numbers, got {lower} and {upper}"),
        };
        return Err(Error::value(
            "limits",
            why,
            "give [lower, upper] in rad or m",
        ));
    }
    let spring = axis.spring.map_or([0.0, 0.0], |s| [s.stiffness, s.rest]);
    let gains = axis.motor.as_ref().map_or(Ok([0.0, 0.0]), check_motor)?;
    let numbers = [
        ("spring.stiffness", spring[0]),
        ("damping", axis.damping),
        ("friction", axis.friction),
        ("armature", axis.armature),
        ("motor.stiffness", gains[0]),
        ("motor.damping", gains[1]),
    ];
    for (field, value) in numbers {
        if !value.is_finite() || value < 0.0 {
            let why = format!("must be a finite number >= 0, got {value}");
            return Err(Error::value(field, why, "use 0 for none"));
        }
    }
    finite("spring.rest", &[spring[1]], "e.g. 0.0")?;
    Ok(())
}

/// Returns stiffness and damping of a motor, 0 where it has none, after a look at its limit.
fn check_motor(motor: &Motor) -> Result<[f64; 2]> {
    let limit = motor.limit();
    if limit.is_nan() || limit <= 0.0 {
        let why = format!("must be a number > 0 in N m or N, got {limit}");
        let fix = "give a positive limit, or leave it out for a motor without one";
        return Err(Error::value("motor.limit", why, fix));
    }
    match *motor {
        Motor::Effort { .. } => Ok([0.0, 0.0]),
        Motor::Position {
            stiffness, damping, ..
        } => Ok([stiffness, damping]),
        Motor::Velocity { damping, .. } if damping != f64::INFINITY => Ok([0.0, damping]),
        Motor::Velocity { limit, .. } if limit.is_infinite() => {
            let why = "neither gain nor limit is finite";
            Err(Error::value(
                "motor.damping",
                why,
                "give a finite damping, or a limit",
            ))
        }
        Motor::Velocity { .. } => Ok([0.0, 0.0]),
    }
}

/// Returns the rows that the freedoms of the bodies leave independent, where the joint holds: all, unless bodies are
/// restricted to a plane.
fn independent_rows(joint: &Joint, bodies: &[Body], parent: &Pose) -> Vec<Row> {
    // The child where the frames coincide.
    let [own, other] = joint.frames.map(|frame| frame.axes());
    let r = parent.r * other * own.transpose();
    let child = Pose {
        x: parent.point_in_world(&joint.frames[1].point) - r * joint.frames[0].point,
        r,
    };
    let at = Geometry::new(&joint.metric_frames, [&child, parent]);
    let freedoms = joint.bodies().map(|body| {
        let body = body.map(|i| &bodies[i]).filter(|body| body.is_moving());
        body.map_or(&[] as &[usize], Body::freedoms)
    });
    let mut basis: Vec<Vec<f64>> = Vec::new();
    let rows = joint.kind.rows().iter().filter(|row| {
        let gradient = row.gradient(&at, joint.kind.pitch());
        let sides = gradient.iter().zip(freedoms);
        let mut own: Vec<f64> = sides
            .flat_map(|(side, freedoms)| freedoms.iter().map(|&k| side[k]))
            .collect();
        for known in &basis {
            let along: f64 = known.iter().zip(&own).map(|(a, b)| a * b).sum();
            own.iter_mut().zip(known).for_each(|(x, k)| *x -= along * k);
        }
        let norm = own.iter().map(|x| x * x).sum::<f64>().sqrt();
        let is_new = norm > DEPENDENT;
        if is_new {
            basis.push(own.iter().map(|x| x / norm).collect());
        }
        is_new
    });
    rows.copied().collect()
}
