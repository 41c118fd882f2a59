//! The chains that a planner moves: links with position motors, from a base that stands still to a round tip.

use super::chain_limits::{JointLimit, set_limits};
use super::{Body, Forest, Joint, JointAxis, JointKind, Link, Model, Motion, Motor};
use crate::error::{Error, Result};
use crate::math::Vec3;

/// A serial chain of links from the world, or a fixed body, to its tip. A position motor moves every coordinate of its joints.
#[derive(Debug, Clone, PartialEq)]
pub struct PlanChain {
    /// Indices of the links, from the base outwards; never empty.
    pub links: Vec<usize>,
    /// The motors, from the base outwards; never empty.
    pub motors: Vec<PlanMotor>,
    /// The centre of the ball at the end of the last link, in the centre-of-mass frame of that link, m.
    pub tip: Vec3,
    /// The radius of that ball, m.
    pub tip_radius: f64,
}

/// A position motor of a [`PlanChain`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlanMotor {
    /// The index of its joint.
    pub joint: usize,
    /// The coordinate of the joint that it moves.
    pub coordinate: usize,
    /// The place of that coordinate among [`State::joint_positions`](super::State::joint_positions).
    pub place: usize,
    /// The index in [`Input::motors`](super::Input::motors).
    pub motor: usize,
    /// The least and the greatest command, rad or m; finite.
    pub limits: [f64; 2],
    /// A bound of how far any point of the chain moves per unit of the coordinate, joints that follow it included, m/rad; 1 (m/m) of
    /// a slide that none follows.
    pub lever: f64,
}

impl PlanChain {
    /// Returns the chains of a model, in the order of their first joints, and why other mechanisms with position motors are none.
    ///
    /// # Errors
    /// A limit is of no motor of a chain, not admissible, or missing; the fields of all errors are relative to the task.
    pub(super) fn all(model: &Model, limits: &[JointLimit]) -> Result<(Vec<Self>, Vec<Error>)> {
        let mut mechanisms: Vec<usize> = Vec::new();
        for joint in model
            .joints
            .iter()
            .filter(|joint| has_position_motor(joint))
        {
            let own = model.forest.mechanism[joint.child];
            if !mechanisms.contains(&own) {
                mechanisms.push(own);
            }
        }
        let (mut chains, mut refused) = (Vec::new(), Vec::new());
        for mechanism in mechanisms {
            match Self::of(model, mechanism) {
                Ok(chain) => chains.push(chain),
                Err(error) => refused.push(error.within("object")),
            }
        }
        set_limits(model, limits, &mut chains)?;
        for chain in &mut chains {
            chain.set_levers(model);
        }
        Ok((chains, refused))
    }

    /// Returns the chain that a mechanism is, with the limits of its joints and levers of 1.
    fn of(model: &Model, mechanism: usize) -> Result<Self> {
        let forest = &model.forest;
        check_shape(model, mechanism)?;
        let mut out = Self {
            links: Vec::new(),
            motors: Vec::new(),
            tip: Vec3::zeros(),
            tip_radius: 0.0,
        };
        for link in links_of(forest, mechanism) {
            out.links.push(link.body);
            out.add_motors(model, link.joint)?;
            let joint = &model.joints[link.joint];
            let base = joint.frames[link.side].point;
            let ends = round_ends(&model.bodies[link.body]);
            let farthest = ends.max_by(|a, b| {
                let distance = |end: &(Vec3, f64)| (end.0 - base).norm();
                distance(a).total_cmp(&distance(b))
            });
            (out.tip, out.tip_radius) = farthest.unwrap_or((Vec3::zeros(), 0.0));
        }
        let last = &model.bodies[out.links[out.links.len() - 1]].name;
        if out.tip_radius == 0.0 {
            let why = format!("the last link \"{last}\" of a chain with motors has no round end");
            let fix = "give it a part that is a sphere, a capsule or a tapered capsule";
            return Err(Error::value("", why, fix));
        }
        Ok(out)
    }

    /// Adds the motors of a joint; every coordinate has one, unless it follows another.
    fn add_motors(&mut self, model: &Model, index: usize) -> Result<()> {
        let joint = &model.joints[index];
        if let Some(coupling) = joint.coupling {
            let leader = &model.joints[coupling.leader];
            let mechanism = |joint: &Joint| model.forest.mechanism[joint.child];
            if mechanism(leader) == mechanism(joint) {
                return Ok(());
            }
            let why = format!(
                "joint \"{}\" is in a chain with motors and follows \"{}\", which is not",
                joint.name, leader.name
            );
            let fix = "let it follow a joint of its chain, or give it a motor of its own";
            return Err(Error::value("", why, fix));
        }
        let all = joint.axes.iter().all(is_positioned) && joint.kind != JointKind::Spherical;
        if !all {
            let why = format!(
                "joint \"{}\" is in a chain with motors and moves without one",
                joint.name
            );
            let fix = "give every coordinate of the chain a motor of type \"position\", or a mimic";
            return Err(Error::value("", why, fix));
        }
        let motors = joint.axes.iter().enumerate();
        self.motors
            .extend(motors.map(|(coordinate, axis)| PlanMotor {
                joint: index,
                coordinate,
                place: joint.first + coordinate,
                motor: joint.first_motor + coordinate,
                limits: axis.limits,
                lever: 1.0,
            }));
        Ok(())
    }

    /// Sets how far the motors move the chain at most, from the tip inwards: by their own joints, and by those that follow these.
    fn set_levers(&mut self, model: &Model) {
        let mechanism = model.forest.mechanism[self.links[0]];
        let links: Vec<&Link> = links_of(&model.forest, mechanism).collect();
        let anchor = |link: &Link, side: usize| model.joints[link.joint].frames[side].point;
        self.motors.iter_mut().for_each(|motor| motor.lever = 0.0);
        let mut beyond = 0.0_f64;
        for (k, link) in links.iter().enumerate().rev() {
            let base = anchor(link, link.side);
            let own = base.norm() + model.bodies[link.body].extent();
            let next = links.get(k + 1).map_or(0.0, |next| {
                (anchor(next, 1 - next.side) - base).norm() + beyond
            });
            beyond = own.max(next);
            let joint = &model.joints[link.joint];
            let mut slide = 0.0;
            for (coordinate, kind) in joint.kind.coordinates().iter().enumerate() {
                let (leader, place, polynomial) = match joint.coupling {
                    Some(coupling) => (coupling.leader, 0, coupling.polynomial),
                    None => (link.joint, coordinate, [0.0, 1.0, 0.0, 0.0, 0.0]),
                };
                let mut motors = self.motors.iter_mut();
                let found = motors.find(|m| (m.joint, m.coordinate) == (leader, place));
                let Some(motor) = found else { continue };
                let [value, rate] = bounds(&polynomial, motor.limits);
                if kind.is_angle() {
                    motor.lever += rate * (beyond + joint.kind.pitch().abs());
                } else {
                    motor.lever += rate;
                    slide += value;
                }
            }
            beyond += slide;
        }
    }
}

/// Returns bounds of the magnitude of a polynomial and of its derivative between limits.
fn bounds(polynomial: &[f64; 5], limits: [f64; 2]) -> [f64; 2] {
    let most = limits[0].abs().max(limits[1].abs());
    let terms = polynomial.iter().zip(0..);
    terms.fold([0.0; 2], |[value, rate], (c, k)| {
        let lower = f64::from(k) * most.powi((k - 1).max(0));
        [value + c.abs() * most.powi(k), rate + c.abs() * lower]
    })
}

fn has_position_motor(joint: &Joint) -> bool {
    joint.axes.iter().any(is_positioned)
}

fn is_positioned(axis: &JointAxis) -> bool {
    matches!(axis.motor, Some(Motor::Position { .. }))
}

/// Returns the links of a mechanism from the root outwards.
fn links_of(forest: &Forest, mechanism: usize) -> impl Iterator<Item = &Link> {
    let links = forest.links.iter();
    links.filter(move |link| forest.mechanism[link.body] == mechanism)
}

/// Checks that a mechanism is a serial chain on a base that stands still.
fn check_shape(model: &Model, mechanism: usize) -> Result<()> {
    let refuse = |why: String, fix: &str| Err(Error::value("", why, fix));
    let loops = model.forest.loops.iter().map(|&j| &model.joints[j]);
    let mut loops = loops.filter(|joint| model.forest.mechanism[joint.child] == mechanism);
    if let Some(joint) = loops.next() {
        let why = format!(
            "joint \"{}\" closes a loop of a mechanism with motors",
            joint.name
        );
        return refuse(why, "a planner moves serial chains: leave that joint out");
    }
    let mut last = None;
    for link in links_of(&model.forest, mechanism) {
        let inner = model.joints[link.joint].bodies()[1 - link.side];
        let name = |body: usize| &model.bodies[body].name;
        if matches!(model.bodies[link.body].motion, Motion::Driven(drive) if drive.stiffness.max() > 0.0)
        {
            let why = format!(
                "\"{}\" is driven and in a chain with motors",
                name(link.body)
            );
            return refuse(why, "make it free: one of the two commands it");
        }
        match (last, inner) {
            (None, Some(base)) if model.bodies[base].motion != Motion::Fixed => {
                let why = format!("the base \"{}\" of a chain with motors moves", name(base));
                return refuse(why, "fix it, or join it to the world");
            }
            (Some(before), Some(inner)) if inner != before => {
                let why = format!("a mechanism with motors branches at \"{}\"", name(inner));
                return refuse(why, "a planner moves serial chains: fix the body there");
            }
            (Some(_), None) => {
                let why = format!(
                    "\"{}\" joins a chain with motors to the world again",
                    name(link.body)
                );
                return refuse(why, "leave that joint out");
            }
            _ => last = Some(link.body),
        }
    }
    Ok(())
}

/// Returns the centres (centre-of-mass frame, m) and radii of the balls at the round ends of a body.
fn round_ends(body: &Body) -> impl Iterator<Item = (Vec3, f64)> {
    body.parts.iter().flat_map(|part| {
        let placed = &part.placed;
        let ends = placed.shape.round_ends().into_iter();
        ends.map(|(centre, radius)| (placed.offset + placed.rotation * centre, radius))
    })
}
