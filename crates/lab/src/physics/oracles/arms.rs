//! Links that hang on each other by hinges with motors.
//!
//! The links move in the x-z plane; angles count from the downward vertical towards +x, that of the second link from
//! the first. Joint velocities at a node are the mean of those of the states before and after it, as those of a state
//! belong to the interval before. No relaxation enters.

use super::bodies::{cuboid, free, weighing};
use super::{Record, Run};
use drystone::error::Result;
use drystone::math::{Rot, Vec3};
use drystone::shape::Shape;
use drystone::world::{BodyState, JointAxis, JointKind, JointSpec, Model, ModelBuilder, Motor};

/// The relaxation means nothing here.
const RHO: f64 = 1e-6;

/// The axis about which angles count.
pub fn axis() -> Vec3 {
    -Vec3::y()
}

/// A link: its mass (kg), length, distance of its centre from its hinge (m), moment of inertia about its centre (kg m^2).
pub struct Link {
    pub mass: f64,
    pub length: f64,
    pub centre: f64,
    pub inertia: f64,
}

/// Links that hang on each other.
pub struct Arm {
    pub run: Run,
    pub links: Vec<Link>,
    pub gravity: f64,
    /// The torques of the motors, N m: half of them act in the first step, as it starts half a step early.
    pub torques: Vec<f64>,
}

fn builder(links: &[Link], gravity: f64) -> Result<ModelBuilder> {
    let mut builder = Model::builder().gravity(Vec3::z() * -gravity);
    let mut down = 0.0;
    for (k, link) in links.iter().enumerate() {
        let shape: Shape = cuboid(0.02, 0.02, 0.5 * link.length)?;
        let body = free(&format!("link{k}"), &shape, link.mass, 0.0);
        let moments = [link.inertia, link.inertia, 0.5 * link.inertia];
        let centre = Vec3::z() * -link.centre;
        let body = weighing(body, link.mass, centre, moments);
        let motor = JointAxis::default().motor(Motor::effort(f64::INFINITY));
        let mut hinge = JointSpec::new(format!("hinge{k}"), JointKind::Revolute, &*body.name)
            .axis(axis())
            .along(motor);
        if let Some(above) = k.checked_sub(1) {
            let anchor = Vec3::z() * -links[above].length;
            hinge = hinge.parent(format!("link{above}")).anchor(anchor);
        }
        builder = builder.body(body.at(Vec3::z() * -down)).joint(hinge);
        down += link.length;
    }
    Ok(builder)
}

impl Arm {
    /// An arm that hangs straight down, with its hinge at the origin.
    pub fn new(record: &Record, links: Vec<Link>, gravity: f64, h: f64) -> Result<Self> {
        let run = record.run(builder(&links, gravity)?, h, RHO)?;
        Ok(Self {
            run,
            torques: vec![0.0; links.len()],
            links,
            gravity,
        })
    }

    /// The arm of a record with two links.
    pub fn double(record: &Record, gravity: f64, h: f64) -> Result<Self> {
        let [m1, m2, l1, l2] = record.get(["m1", "m2", "l1", "l2"])?;
        let [c1, c2, i1, i2] = record.get(["com1", "com2", "inertia1_com", "inertia2_com"])?;
        let link = |mass, length, centre, inertia| Link {
            mass,
            length,
            centre,
            inertia,
        };
        let links = vec![link(m1, l1, c1, i1), link(m2, l2, c2, i2)];
        Self::new(record, links, gravity, h)
    }

    /// Puts the links where the angles say, with these rates; velocities are those at the node.
    pub fn put(&mut self, angles: &[f64], rates: &[f64]) {
        let (mut angle, mut rate) = (0.0, 0.0);
        let (mut hinge, mut velocity) = (Vec3::zeros(), Vec3::zeros());
        for (k, link) in self.links.iter().enumerate() {
            angle += angles[k];
            rate += rates[k];
            let turn = Rot::from_scaled_axis(axis() * angle);
            let spin = axis() * rate;
            let [centre, end] = [link.centre, link.length].map(|l| turn * Vec3::z() * -l);
            self.run.place(k, hinge, turn);
            self.run.push(k, velocity + spin.cross(&centre), spin);
            velocity += spin.cross(&end);
            hinge += end;
        }
    }

    pub fn angles(&self) -> Vec<f64> {
        self.run.state.joint_positions(&self.run.model)
    }

    pub fn rates(&self) -> Vec<f64> {
        self.run.state.joint_velocities(&self.run.model)
    }

    /// The largest distance between the two sides of a joint, m.
    pub fn gap(&self) -> f64 {
        let joints = self.run.model.joints.iter();
        joints.fold(0.0, |worst, joint| {
            let [length, _] = joint.gap(&self.run.state);
            length.max(worst)
        })
    }

    /// Kinetic energy with the mean of the velocities before and after, and the potential over the height of the pivot, J.
    pub fn energy(&self, before: &[BodyState]) -> f64 {
        let bodies = self.run.model.bodies.iter().zip(&self.run.state.bodies);
        let all = bodies.zip(before).map(|((body, at), before)| {
            let v = (at.velocity + before.velocity) * 0.5;
            let w = (at.angular_velocity + before.angular_velocity) * 0.5;
            let kinetic = body.mass * v.norm_squared() + w.dot(&(body.inertia * w));
            0.5 * kinetic + body.mass * self.gravity * before.position.z
        });
        all.sum()
    }

    /// Where the last link ends, (x, z).
    pub fn end(&self) -> [f64; 2] {
        let k = self.links.len() - 1;
        let body = &self.run.state.bodies[k];
        let handle = Vec3::z() * (self.links[k].centre - self.links[k].length);
        let end = body.position + body.rotation * handle;
        [end.x, end.z]
    }

    /// One step.
    pub fn advance(&mut self) -> Result<()> {
        let share = self.run.share(0.0, f64::INFINITY);
        for (motor, torque) in self.run.input.motors.iter_mut().zip(&self.torques) {
            motor.effort = share * torque;
        }
        self.run.advance()
    }

    /// Goes to every time, in steps that divide it, and calls `visit` there with the mean of the rates before and after.
    pub fn visit(
        &mut self,
        times: &[f64],
        mut visit: impl FnMut(&Self, f64, &[f64]),
    ) -> Result<()> {
        let h = self.run.h;
        for time in times {
            while self.run.time < time - 0.5 * h {
                self.advance()?;
            }
            let before = (self.rates(), self.run.state.bodies.clone());
            let node = self.run.state.clone();
            let simulated = self.run.time;
            self.advance()?;
            let after = self.rates();
            let mean: Vec<f64> = after
                .iter()
                .zip(&before.0)
                .map(|(a, b)| 0.5 * (a + b))
                .collect();
            let energy = self.energy(&before.1);
            self.run.state = node;
            self.run.time = simulated;
            visit(self, energy, &mean);
        }
        Ok(())
    }
}
