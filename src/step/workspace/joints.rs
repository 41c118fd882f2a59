//! What a joint brings into a step: frames, coordinates, springs, motors in the units of the solver.

use super::{Begin, Interval, Workspace};
use crate::dynamics::{
    Actuator, AxisSetup, AxisUnits, BodyBlock, CouplingSetup, JointBlock, JointSetup, LOOP, Sides,
    Slopes,
};
use crate::joint::{BothSides, Coordinate, Geometry, JointFrames};
use crate::math::{Pose, Real, Vector, mul};
use crate::step::active::Active;
use crate::step::slot::Worlds;
use crate::world::{Joint, JointAxis, Model, Motor, MotorCommand};

impl<R: Worlds> Workspace<R> {
    /// Puts the joints of the `active` bodies where the bodies start. Bodies are at their prediction.
    pub(super) fn place_joints(
        &mut self,
        model: &Model,
        begin: &[Begin],
        interval: Interval,
        active: Active,
    ) {
        self.joints
            .resize_with(model.joints.len(), JointBlock::default);
        for (j, joint) in model.joints.iter().enumerate() {
            if !active.has(joint.child) {
                continue;
            }
            let places = &self.partition.body_places;
            let bodies = model.sides(j).map(|i| i.map(|i| &self.bodies[places[i]]));
            let block = &mut self.joints[self.partition.joint_places[j]];
            block.reset(|setup| {
                set_up(setup, model, joint, bodies, begin, interval);
                setup.regularization = match model.forest.owner[j] {
                    Some(_) => 0.0,
                    None => LOOP,
                };
            });
        }
    }

    /// Returns the joints in the order of the model.
    pub fn joints(&self) -> impl Iterator<Item = &JointBlock<R>> {
        let places = self.partition.joint_places.iter();
        places.map(|&place| &self.joints[place])
    }
}

fn set_up<R: Worlds>(
    setup: &mut JointSetup<R>,
    model: &Model,
    joint: &Joint,
    sides: Sides<Option<&BodyBlock<R>>>,
    begin: &[Begin],
    interval: Interval,
) {
    let length = model.units.length;
    setup.frames = in_units(joint, length);
    setup.pitch = joint.kind.pitch() / length;
    setup.rows.clone_from(&joint.rows);
    setup.mass = joint.mass;
    setup.h = interval.seconds / model.units.time;
    let bodies = [sides[0], sides[1]];
    let starts = bodies.map(|body| body.map_or(world(), start_pose));
    setup.start = Geometry::new(&setup.frames, [&starts[0], &starts[1]]);
    setup.twists = bodies.map(|body| body.map_or([R::ZERO; 6], start_twist));
    setup.axes.clear();
    let mut motor = joint.first_motor;
    for (k, axis) in joint.axes.iter().enumerate() {
        let (mut own, rate) = axis_setup(setup, model, joint, k, begin);
        let acts = Acts {
            axis,
            units: own.units,
            seconds: interval.seconds,
        };
        acts.add_passive(rate, &mut own);
        if axis.motor.is_some() {
            let command = |lane: usize| begin[lane].1.motors[motor];
            acts.add_motor(command, begin.len(), &mut own);
            motor += 1;
        }
        setup.axes.push(own);
    }
    setup.coupling = coupling_setup(model, joint, [sides[2], sides[3]], begin);
}

/// Returns coordinate `k` of a joint with its limits alone, and its rate at the start.
fn axis_setup<R: Worlds>(
    setup: &JointSetup<R>,
    model: &Model,
    joint: &Joint,
    k: usize,
    begin: &[Begin],
) -> (AxisSetup<R>, R) {
    let coordinate = joint.kind.coordinates()[k];
    let units = units(model, joint, coordinate);
    let mut turned = R::ZERO;
    for (lane, (state, _)) in begin.iter().enumerate() {
        turned.set_lane(lane, joint.turned(k, state));
    }
    let along = coordinate.wrench(&setup.start).on_bodies(&setup.start);
    let terms = along.iter().flatten().zip(setup.twists.iter().flatten());
    let rate = terms.fold(R::ZERO, |sum, (g, v)| sum + *g * *v);
    let own = AxisSetup {
        coordinate,
        units,
        start: coordinate.value_near(&setup.start, turned),
        limits: joint.axes[k].limits.map(|limit| limit / units.value),
        constant: R::ZERO,
        constant_slopes: Slopes::default(),
        slope: R::ZERO,
        actuators: [None; 2],
        target_slopes: Slopes::default(),
        command: [R::ZERO; 2],
        effort: R::ZERO,
        motor_slope: R::ZERO,
    };
    (own, rate)
}

/// Returns the leader of a coupled joint, whose bodies are `sides`.
fn coupling_setup<R: Worlds>(
    model: &Model,
    joint: &Joint,
    sides: BothSides<Option<&BodyBlock<R>>>,
    begin: &[Begin],
) -> Option<CouplingSetup<R>> {
    let coupling = joint.coupling?;
    let leader = &model.joints[coupling.leader];
    let frames = in_units(leader, model.units.length);
    let [child, parent] = sides.map(|body| body.map_or(world(), start_pose));
    let start = Geometry::new(&frames, [&child, &parent]);
    let coordinate = leader.kind.coordinates()[0];
    let both = [joint.kind.coordinates()[0], coordinate];
    let [own, other] = both.map(|coordinate| units(model, joint, coordinate).value);
    let mut turned = R::ZERO;
    for (lane, (state, _)) in begin.iter().enumerate() {
        turned.set_lane(lane, leader.turned(0, state));
    }
    let coefficient = |k: usize| coupling.polynomial[k] * other.powi(k as i32) / own;
    Some(CouplingSetup {
        frames,
        start,
        coordinate,
        value: coordinate.value_near(&start, turned),
        polynomial: std::array::from_fn(coefficient),
    })
}

/// The limits, spring, damper, friction and motor along a coordinate during a step.
struct Acts<'a> {
    axis: &'a JointAxis,
    units: AxisUnits,
    seconds: f64,
}

impl Acts<'_> {
    /// Adds spring, damper, armature and friction; `rate` is that of the state.
    fn add_passive<R: Real>(&self, rate: R, own: &mut AxisSetup<R>) {
        let (axis, units, h) = (self.axis, &self.units, self.seconds);
        let per_rate = units.rate / units.impulse;
        if let Some(spring) = axis.spring {
            let stiffness = h * spring.stiffness * units.value / units.impulse;
            let stretch = own.start - R::of(spring.rest / units.value);
            own.constant -= stretch * stiffness;
            own.constant_slopes.start -= stiffness;
            if !spring.symplectic {
                own.slope += R::of(h * spring.stiffness * h * per_rate);
            }
        }
        own.slope += R::of((h * axis.damping + axis.armature) * per_rate);
        own.constant += rate * (axis.armature * per_rate);
        own.constant_slopes.rate += axis.armature * per_rate;
        own.actuators[0] = (axis.friction > 0.0).then(|| Actuator {
            bound: h * axis.friction / units.impulse,
            target: R::ZERO,
            compliance: 0.0,
        });
    }

    /// Adds the motor.
    fn add_motor<R: Real>(
        &self,
        command: impl Fn(usize) -> MotorCommand,
        worlds: usize,
        own: &mut AxisSetup<R>,
    ) {
        let (units, h) = (&self.units, self.seconds);
        let by_lane = |of: &dyn Fn(MotorCommand) -> f64| {
            let mut out = R::ZERO;
            (0..worlds).for_each(|lane| out.set_lane(lane, of(command(lane))));
            out
        };
        let (limit, stiffness, damping) = match self.axis.motor {
            None => return,
            Some(Motor::Effort { limit }) => {
                let effort = by_lane(&|command| command.effort.clamp(-limit, limit));
                let free = command(0).effort.abs() < limit;
                own.effort = effort * (h / units.impulse);
                own.constant += own.effort;
                own.constant_slopes.command[2] = if free { h / units.impulse } else { 0.0 };
                return;
            }
            Some(Motor::Position {
                stiffness,
                damping,
                limit,
            }) => (limit, stiffness, damping),
            Some(Motor::Velocity { damping, limit }) => (limit, 0.0, damping),
        };
        // The effort is gain (target - rate): with k (command - end) + d (command rate - rate), and
        // end = start + h rate.
        let gain = h * stiffness + damping;
        let position = by_lane(&|command| command.position / units.value);
        let velocity = by_lane(&|command| command.velocity / units.rate);
        own.command = [position, velocity];
        let time = units.value / units.rate;
        let [by_position, by_velocity] = match gain.is_infinite() {
            true => [0.0, 1.0],
            false => [stiffness * time / gain, damping / gain],
        };
        let target = (position - own.start) * by_position + velocity * by_velocity;
        let slopes = Slopes {
            start: -by_position,
            rate: 0.0,
            command: [by_position / units.value, by_velocity / units.rate, 0.0],
        };
        let compliance = units.impulse / (h * gain * units.rate);
        if limit.is_infinite() {
            own.add_linear_motor(target, &slopes, 1.0 / compliance);
            return;
        }
        own.target_slopes = slopes;
        own.actuators[1] = Some(Actuator {
            bound: h * limit / units.impulse,
            target,
            compliance,
        });
    }
}

fn units(model: &Model, joint: &Joint, coordinate: Coordinate) -> AxisUnits {
    let units = &model.units;
    let value = match coordinate.is_angle() {
        true => 1.0,
        false => units.length,
    };
    let impulse = joint.mass * units.velocity;
    AxisUnits {
        value,
        rate: value / units.time,
        impulse: match coordinate.is_angle() {
            true => impulse * units.length,
            false => impulse,
        },
    }
}

/// Returns the frames of a joint in units of `length`.
fn in_units(joint: &Joint, length: f64) -> JointFrames {
    JointFrames {
        points: joint.metric_frames.points.map(|point| point / length),
        ..joint.metric_frames
    }
}

fn world<R: Real>() -> Pose<R> {
    crate::math::Kinematics::world().pose
}

fn start_pose<R: Real>(body: &BodyBlock<R>) -> Pose<R> {
    Pose {
        x: body.setup.x,
        r: body.setup.q.matrix(),
    }
}

/// Returns velocity and angular velocity (world) of a body at the start.
fn start_twist<R: Real>(body: &BodyBlock<R>) -> [R; 6] {
    let v = body.setup.v;
    let w: Vector<R> = mul(&body.setup.q.matrix(), &body.setup.w);
    [v.x, v.y, v.z, w.x, w.y, w.z]
}
