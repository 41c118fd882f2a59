//! One chain thrown on the floor.

use crate::Dice;
use drystone::error::Result;
use drystone::shape::Shape;
use drystone::world::{Body, JointKind, JointSpec};
use drystone::{Input, Model, Simulator, State, Vec3};
use serde::{Deserialize, Serialize};

/// Simulated time, s.
const SECONDS: f64 = 2.0;
/// The relaxation.
const RHO: f64 = 1e-6;

/// A chain, a rate and a start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// Number of links.
    pub links: usize,
    /// Steps per second.
    pub hertz: u32,
    /// Number of its start.
    pub start: u64,
}

/// The figures of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Name of the run.
    pub name: String,
    /// Number of links.
    pub links: usize,
    /// Steps per second.
    pub hertz: u32,
    /// Steps.
    pub steps: usize,
    /// Steps whose first attempt failed.
    pub base_failures: usize,
    /// Steps not solved at the relaxation asked for.
    pub unsolved: usize,
    /// Sum of the iterations of all steps.
    pub iterations: usize,
    /// Largest gap of a joint, units of length.
    pub gap: f64,
    /// Largest gain of energy in a step that nothing explains, J.
    pub gain: f64,
}

impl Run {
    /// E.g. `10 links, 100 Hz, start 3`.
    pub fn name(&self) -> String {
        format!(
            "{} links, {} Hz, start {}",
            self.links, self.hertz, self.start
        )
    }

    /// Returns the chain, and the state in which it starts.
    fn chain(&self) -> Result<(Model, State)> {
        let mut dice = Dice::new(self.start, self.links as u64);
        let mut any = || dice.within(-1.0, 1.0);
        let mut builder = Model::builder()
            .time_step(1.0 / f64::from(self.hertz))
            .body(Body::fixed("floor").shape(Shape::half_space(Vec3::z(), 0.0)));
        for i in 0..self.links {
            let shape = match i % 2 {
                0 => Shape::capsule(0.04, 0.2),
                _ => Shape::cuboid([0.14, 0.04, 0.03]),
            };
            let height = 0.5 + 0.1 * any();
            let mut body =
                Body::free(format!("link{i}"))
                    .shape(shape)
                    .at([0.3 * i as f64, 0.0, height]);
            body.start.velocity = Vec3::new(any(), any(), any()) * 2.0;
            body.start.angular_velocity = Vec3::new(any(), any(), any()) * 2.0;
            builder = builder.body(body);
        }
        for i in 1..self.links {
            let spec = |kind| {
                JointSpec::new(format!("joint{i}"), kind, format!("link{i}"))
                    .parent(format!("link{}", i - 1))
                    .anchor(Vec3::new(0.15, 0.0, 0.0))
            };
            let axis = Vec3::new(0.0, any(), any());
            builder = builder.joint(match (self.start as usize + i) % 3 {
                0 => spec(JointKind::Revolute).axis(axis),
                1 => spec(JointKind::Spherical),
                _ => spec(JointKind::Universal).axes(Vec3::y(), Vec3::z()),
            });
        }
        builder.build_with_start()
    }

    /// Carries the run out.
    pub(super) fn carry_out(&self) -> Result<Row> {
        let (model, mut state) = self.chain()?;
        let input = Input::hold(&model, &state);
        let mut simulator = Simulator::new(model.clone());
        let mut row = Row {
            name: self.name(),
            links: self.links,
            hertz: self.hertz,
            steps: (SECONDS * f64::from(self.hertz)) as usize,
            base_failures: 0,
            unsolved: 0,
            iterations: 0,
            gap: 0.0,
            gain: 0.0,
        };
        for _ in 0..row.steps {
            let step = simulator.step(&state, &input, RHO)?;
            row.base_failures += usize::from(step.status.needed_ladder);
            row.unsolved += usize::from(!step.status.solved);
            row.iterations += step.status.iterations;
            row.gain = row.gain.max(step.status.energy.unexplained());
            state = step.state;
            for joint in &model.joints {
                let [length, angle] = joint.gap(&state);
                row.gap = row.gap.max(length / model.units.length).max(angle);
            }
        }
        Ok(row)
    }
}
