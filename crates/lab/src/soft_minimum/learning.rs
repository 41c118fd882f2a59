//! A finger learns to push a box from which it is 0.3 L away, by gradient descent from commands that ask it to stay.
//!
//! Where the force at a distance has no derivative, there is nothing to learn from.

use super::{read, written};
use crate::Campaign;
use drystone::error::Result;
use drystone::math::Vec3;
use drystone::shape::Shape;
use drystone::step::{Checkpoints, Simulator, Wrt};
use drystone::world::{
    Body, BodySpec, ContactModel, Drive, Input, Model, Plane, SoftMinimumSettings, State,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Half-size of the box, the unit of length, m.
const LENGTH: f64 = 0.05;
/// Radius of the finger, m.
const FINGER: f64 = 0.015;
/// The distance between finger and box at the start, m.
const GAP: f64 = 0.3 * LENGTH;
/// The distance between the patches of the clouds, m. At large relaxations all of them push, and finer ones make steps slow.
const SPACING: f64 = 0.0115;
/// How far the box is to go, m.
const TARGET: f64 = 0.03;
/// How near is near enough, m.
const NEAR: f64 = 0.01 * LENGTH;
/// The length of a step, s.
const TIME_STEP: f64 = 0.01;
/// Steps of a rollout.
const STEPS: usize = 50;
/// Commands, at equal times; between them the finger is told to move at constant speed.
const KNOTS: usize = 5;
/// Steps of the descent, at most.
const DESCENTS: usize = 60;
/// The first change of the commands, m.
const FIRST: f64 = 0.01;
/// How often a change is halved.
const HALVINGS: usize = 12;
/// The relaxation at which the commands are tried in the end.
const HARD: f64 = 1e-6;
/// The relaxations of a descent in stages.
const STAGES: [f64; 5] = [1e-2, 1e-3, 1e-4, 1e-5, HARD];

/// The study of learning.
#[derive(Debug, Clone, Copy, Default)]
pub struct Lessons {
    /// The runs at the largest relaxation only, and no springs.
    pub quick: bool,
}

/// One descent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lesson {
    /// The contact model.
    pub model: ContactModel,
    /// The relaxation of steps and gradients.
    pub rho: f64,
    /// It goes on at smaller and smaller relaxations.
    pub staged: bool,
}

/// The outcome of a descent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LessonRow {
    /// Name of the descent.
    pub name: String,
    /// Name of the contact model.
    pub model: String,
    /// The relaxation of the first steps and gradients.
    pub rho: f64,
    /// Whether it goes on at smaller and smaller relaxations.
    pub staged: bool,
    /// The size of the first gradient: of the place of the box at the end by the commands, m/m.
    pub first_gradient: f64,
    /// Steps of the descent.
    pub descents: usize,
    /// Whether the box ends within a hundredth of its half-size of the target.
    pub arrived: bool,
    /// The distance of the box from the target at the end, m.
    pub error: f64,
    /// The distance of the box from the target under these commands in `single_level` steps at 1e-6, m.
    pub hard_error: f64,
    /// The distance after every step of the descent, m.
    pub errors: String,
}

impl Campaign for Lessons {
    type Run = Lesson;
    type Row = LessonRow;

    fn runs(&self) -> Vec<Lesson> {
        let mut out = Vec::new();
        for (rho, staged) in [(1e-2, false), (1e-3, false), (HARD, false), (1e-2, true)] {
            out.extend(super::MODELS.map(|model| Lesson { model, rho, staged }));
        }
        let slow = ContactModel::SoftMinimumAsPublished;
        out.retain(|run| !self.quick || run.rho == 1e-2 && !run.staged && run.model != slow);
        out
    }

    fn name(&self, run: &Lesson) -> String {
        let to = if run.staged { " to 1e-6" } else { "" };
        format!("{}, rho {:e}{to}", run.model.name(), run.rho)
    }

    fn row_name<'a>(&self, row: &'a LessonRow) -> &'a str {
        &row.name
    }

    fn carry_out(&self, run: &Lesson) -> Result<LessonRow> {
        let mut pupil = Pupil::new(run.model)?;
        let mut row = LessonRow {
            name: self.name(run),
            model: run.model.name().into(),
            rho: run.rho,
            staged: run.staged,
            first_gradient: 0.0,
            descents: 0,
            arrived: false,
            error: 0.0,
            hard_error: 0.0,
            errors: String::new(),
        };
        let mut commands = [0.0; KNOTS];
        for rho in STAGES {
            if rho == run.rho || run.staged {
                commands = pupil.learn(commands, rho, &mut row);
            }
        }
        let judge = Pupil::new(ContactModel::SingleLevel)?.end(&commands, HARD);
        row.hard_error = judge.map_or(f64::INFINITY, |end| (end - TARGET).abs());
        Ok(row)
    }
}

/// A finger beside a box in thin oil.
struct Pupil {
    simulator: Simulator,
    model: Arc<Model>,
    start: State,
    /// The tangent of the place of the box, and the coordinate of the command of the finger.
    place: usize,
    command: usize,
}

type Commands = [f64; KNOTS];

impl Pupil {
    fn new(model: ContactModel) -> Result<Self> {
        let oil = Drive {
            stiffness: Vec3::zeros(),
            damping: 5.0,
            rotational_stiffness: Vec3::zeros(),
            rotational_damping: 0.05,
        };
        let spring = Drive {
            stiffness: Vec3::repeat(1000.0),
            damping: 20.0,
            rotational_stiffness: Vec3::repeat(1.0),
            rotational_damping: 0.01,
        };
        let flat = |body: BodySpec| body.mass(0.5).plane(Plane::Xy);
        let brick = Body::driven("box", oil).shape(Shape::cuboid([LENGTH; 3]));
        let finger = Body::driven("finger", spring).shape(Shape::sphere(FINGER));
        let (model, start) = Model::builder()
            .contact_model(model)
            .soft_minimum(SoftMinimumSettings {
                spacing: Some(SPACING),
                ..SoftMinimumSettings::default()
            })
            .time_step(TIME_STEP)
            .length(LENGTH)
            .body(flat(brick))
            .body(flat(finger.at([-LENGTH - FINGER - GAP, 0.0, 0.0])))
            .build_with_start()?;
        let model = Arc::new(model);
        Ok(Self {
            simulator: Simulator::new(Arc::clone(&model)),
            place: model.tangent("box.position.x")?,
            command: model.input("finger.command.position.x")?,
            model,
            start,
        })
    }

    /// Returns the inputs of all steps under commands, which are changes of the place of the finger, m.
    fn inputs(&self, commands: &Commands) -> Vec<Input> {
        let hold = Input::hold(&self.model, &self.start);
        let input = |k: usize| {
            let mut input = hold.clone();
            let shares = shares(k);
            let change: f64 = shares.iter().zip(commands).map(|(s, c)| s * c).sum();
            input.commands[1].position.x += change;
            input
        };
        (0..STEPS).map(input).collect()
    }

    /// Returns where the box ends, m.
    fn end(&mut self, commands: &Commands, rho: f64) -> Result<f64> {
        let inputs = self.inputs(commands);
        let rollout = self
            .simulator
            .rollout(&self.start, &inputs, rho, Checkpoints::Steps)?;
        Ok(rollout.end.bodies[0].position.x)
    }

    /// Returns where the box ends, m, and its derivative by the commands.
    fn slope(&mut self, commands: &Commands, rho: f64) -> Result<(f64, Commands)> {
        let inputs = self.inputs(commands);
        let rollout = self
            .simulator
            .rollout(&self.start, &inputs, rho, Checkpoints::Steps)?;
        let mut cotangents = vec![Vec::new(); STEPS];
        let mut last = vec![0.0; 2 * self.model.nv()];
        last[self.place] = 1.0;
        cotangents[STEPS - 1] = last;
        let wrt = Wrt {
            inputs: true,
            ..Wrt::default()
        };
        let back = self
            .simulator
            .rollout_pullback(&rollout, rho, &wrt, &cotangents)?;
        let mut slope = [0.0; KNOTS];
        for (k, input) in back.inputs.iter().enumerate() {
            for (slope, share) in slope.iter_mut().zip(shares(k)) {
                *slope += share * input[self.command];
            }
        }
        Ok((rollout.end.bodies[0].position.x, slope))
    }

    /// Descends on the squared distance of the box from the target until it arrives or finds no way down.
    fn learn(&mut self, mut commands: Commands, rho: f64, row: &mut LessonRow) -> Commands {
        let mut length = FIRST;
        let mut errors = read(&row.errors);
        for _ in 0..DESCENTS {
            // a rollout with a step that is not solved teaches nothing
            let Ok((end, slope)) = self.slope(&commands, rho) else {
                row.arrived = false;
                break;
            };
            let size = slope.iter().map(|s| s * s).sum::<f64>().sqrt();
            if errors.is_empty() {
                row.first_gradient = size;
            }
            row.error = (end - TARGET).abs();
            errors.push(row.error);
            row.arrived = row.error <= NEAR;
            if row.arrived || size == 0.0 {
                break;
            }
            let sign = (TARGET - end).signum();
            let tried = (0..HALVINGS).find_map(|_| {
                let next = std::array::from_fn(|k| commands[k] + sign * length * slope[k] / size);
                let better = self
                    .end(&next, rho)
                    .is_ok_and(|at| (at - TARGET).abs() < row.error);
                length *= if better { 2.0 } else { 0.5 };
                better.then_some(next)
            });
            let Some(next) = tried else { break };
            commands = next;
            row.descents += 1;
        }
        row.errors = written(errors);
        commands
    }
}

/// Returns the shares of the commands in that of a step.
fn shares(step: usize) -> Commands {
    let place = (step + 1) as f64 * KNOTS as f64 / STEPS as f64;
    std::array::from_fn(|k| (1.0 - (place - (k + 1) as f64).abs()).max(0.0))
}
