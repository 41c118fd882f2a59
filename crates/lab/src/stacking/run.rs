//! One run: a structure at one step length, judged by statics.

use super::{Expectation, Structure};
use crate::{Counts, trial};
use drystone::error::Result;
use drystone::math::Vec3;
use drystone::scene::{Overrides, Scene};
use drystone::step::Step;
use drystone::world::{Model, State};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Of longer runs every tenth state is looked at for overlaps.
const LONG: usize = 1000;

/// A structure at one step length.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Run {
    /// The structure that is built.
    pub structure: Structure,
    /// s.
    pub time_step: f64,
    /// Simulated time, s.
    pub seconds: f64,
}

/// The figures of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Name of the run.
    pub name: String,
    /// Name of the structure.
    pub structure: String,
    /// s.
    pub time_step: f64,
    /// Simulated time, s.
    pub seconds: f64,
    /// Whether it must stand.
    pub stands: bool,
    /// How far points of what must stand may be from their start, m; of what must fall, by how much a body has to
    /// come down, m.
    pub limit: f64,
    /// The body that this is about: the one that moved most, or the one that has to fall.
    pub body: String,
    /// How far its farthest point was from its start at most, or by how much it came down, m.
    pub moved: f64,
    /// When it passed the limit, s; nothing when it did not.
    pub passed_at: Option<f64>,
    /// Deepest overlap, m, from the shapes alone.
    pub penetration: f64,
    /// Mean over the steps of the sum over the bodies of |m v|, kg m/s.
    pub drift: f64,
    /// Mean Newton iterations of a step.
    pub iterations: f64,
    /// Steps tried.
    pub steps: usize,
    /// Steps by the rung that solved them, where it was not the first attempt.
    pub rungs: Counts,
    /// Steps not solved at the relaxation asked for.
    pub unsolved: usize,
    /// When the first of these was, s.
    pub unsolved_at: Option<f64>,
    /// The command that shows it.
    pub command: String,
}

impl Run {
    /// E.g. `tower-boxes-10, 0.02 s`.
    pub fn name(&self) -> String {
        format!("{}, {:?} s", self.structure.name(), self.time_step)
    }

    /// Carries it out; the scene and the first unsolved step are written into `folder`.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn carry_out(&self, folder: Option<&Path>) -> Result<Row> {
        let text = self.structure.scene();
        let file = format!("{}.toml", self.structure.name());
        let path = folder.map(|folder| folder.join("scenes").join(&file));
        if let Some(path) = &path {
            trial::save(path, &text)?;
        }
        let overrides = Overrides {
            time_step: Some(self.time_step),
            duration: Some(self.seconds),
            ..Overrides::default()
        };
        let scene = Scene::parse_with(&text, &file, &overrides)?;
        let shown = path.map_or(file, |path| path.display().to_string());
        let command = format!(
            "drystone run {shown} --time-step {:?} --seconds {:?}",
            self.time_step, self.seconds
        );
        let mut watch = Watch::new(self, &scene, command);
        let (mut before, mut first_unsolved) = (scene.initial.clone(), None);
        let trial = trial::run(&scene, |step, _| {
            if !step.status.solved && first_unsolved.is_none() {
                first_unsolved = Some((watch.row.steps, before.clone()));
            }
            watch.see(step);
            before.clone_from(&step.state);
        })?;
        if let (Some(folder), Some((index, start))) = (folder, first_unsolved) {
            let name = format!("{}_{:?}s.toml", self.structure.name(), self.time_step);
            let path = folder.join("failures").join(name);
            trial::save(&path, &scene.one_step(index, &start))?;
        }
        Ok(watch.row(trial))
    }
}

/// Collects the figures of a run.
struct Watch<'a> {
    model: &'a Model,
    start: &'a State,
    /// Steps of the whole run.
    of: usize,
    /// The body that has to fall.
    falling: Option<usize>,
    row: Row,
}

impl<'a> Watch<'a> {
    fn new(run: &Run, scene: &'a Scene, command: String) -> Self {
        let (stands, limit, falling) = match run.structure.expects() {
            Expectation::Stands { .. } => {
                let allowed = run.structure.allowed(run.time_step, run.seconds);
                (true, allowed, None)
            }
            Expectation::Falls { body, by } => (false, by, scene.model.body_index(body)),
        };
        let body = falling.map_or("", |i| &scene.model.bodies[i].name);
        Self {
            model: &scene.model,
            start: &scene.initial,
            of: scene.settings.steps,
            falling,
            row: Row {
                name: run.name(),
                structure: run.structure.name(),
                time_step: run.time_step,
                seconds: run.seconds,
                stands,
                limit,
                body: body.into(),
                moved: 0.0,
                passed_at: None,
                penetration: 0.0,
                drift: 0.0,
                iterations: 0.0,
                steps: 0,
                rungs: Counts::default(),
                unsolved: 0,
                unsolved_at: None,
                command,
            },
        }
    }

    fn see(&mut self, step: &Step) {
        self.row.steps += 1;
        let time = self.row.steps as f64 * self.row.time_step;
        if step.status.needed_ladder {
            self.row.rungs.add(step.status.rung.name());
        }
        if !step.status.solved {
            self.row.unsolved_at.get_or_insert(time);
        }
        for (i, (body, at)) in self.model.bodies.iter().zip(&step.state.bodies).enumerate() {
            if body.is_moving() {
                self.row.drift += (body.mass * at.velocity).norm();
                let moved = match self.falling {
                    None => self.farthest(i, &step.state),
                    Some(k) if k == i => self.start.bodies[i].position.z - at.position.z,
                    Some(_) => continue,
                };
                if moved > self.row.moved {
                    self.row.moved = moved;
                    self.row.body.clone_from(&body.name);
                }
            }
        }
        if self.row.moved > self.row.limit {
            self.row.passed_at.get_or_insert(time);
        }
        if self.of <= LONG || self.row.steps.is_multiple_of(10) {
            let depth = trial::deepest_overlap(self.model, &step.state);
            self.row.penetration = self.row.penetration.max(depth);
        }
    }

    /// A bound on how far any point of a body is from its start, m.
    fn farthest(&self, body: usize, state: &State) -> f64 {
        let (at, start) = (&state.bodies[body], &self.start.bodies[body]);
        let parts = self.model.bodies[body].parts.iter();
        let radius = parts.map(|part| part.placed.offset.norm() + part.bounding_radius);
        let turn = start.rotation.rotation_to(&at.rotation);
        let tilt: Vec3 = turn.scaled_axis();
        (at.position - start.position).norm() + tilt.norm() * radius.fold(0.0, f64::max)
    }

    fn row(self, trial: trial::Trial) -> Row {
        let mut row = self.row;
        row.drift /= row.steps.max(1) as f64;
        row.iterations = trial.mean_iterations();
        row.unsolved = trial.unsolved;
        row
    }
}
