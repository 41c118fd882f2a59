//! One run: a task from one start at one step length.

use super::{Task, is_wedged, task};
use crate::{Counts, trial};
use drystone::error::Result;
use drystone::math::Vec3;
use drystone::scene::{Overrides, Scene};
use drystone::step::Contact;
use drystone::world::BodyState;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// A task from one start at one step length.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Run {
    /// The task: the peg and the hole.
    pub task: Task,
    /// s.
    pub time_step: f64,
    /// Number of its start.
    pub start: u32,
}

/// The figures of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Name of the run.
    pub name: String,
    /// Kind of task: section and mouth.
    pub family: String,
    /// Width of the hole less that of the peg, m.
    pub clearance: f64,
    /// Coefficient of friction.
    pub friction: f64,
    /// s.
    pub time_step: f64,
    /// Whether the peg is in at the end.
    pub entered: bool,
    /// How deep its tip is (side: how far past the point that it must reach), m.
    pub depth: f64,
    /// Whether two contacts at the end hold each other.
    pub wedged: bool,
    /// Deepest overlap, m, from the shapes alone.
    pub penetration: f64,
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
    /// E.g. `square-sharp-0.1mm-friction-0.5, 0.01 s, start 3`.
    pub fn name(&self) -> String {
        format!(
            "{}, {:?} s, start {}",
            self.task.name(),
            self.time_step,
            self.start
        )
    }

    /// Carries it out; the scene and the first unsolved step are written into `folder`.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn carry_out(&self, folder: Option<&Path>) -> Result<Row> {
        let text = self.task.scene(self.start);
        let file = format!("{}-start-{}.toml", self.task.name(), self.start);
        let overrides = Overrides {
            time_step: Some(self.time_step),
            ..Overrides::default()
        };
        let scene = Scene::parse_with(&text, &file, &overrides)?;
        let peg = scene.model.bodies.len() - 1;
        let mut rungs = Counts::default();
        let (mut steps, mut penetration): (usize, f64) = (0, 0.0);
        let (mut before, mut first_unsolved) = (scene.initial.clone(), None);
        let mut contacts: Vec<Contact> = Vec::new();
        let trial = trial::run(&scene, |step, _| {
            if !step.status.solved && first_unsolved.is_none() {
                first_unsolved = Some((steps, before.clone()));
            }
            if step.status.needed_ladder {
                rungs.add(step.status.rung.name());
            }
            steps += 1;
            penetration = penetration.max(trial::deepest_overlap(&scene.model, &step.state));
            contacts.clone_from(&step.contacts);
            before.clone_from(&step.state);
        })?;
        let (entered, depth) = self.task.verdict(self.start, &before.bodies[peg]);
        let path = folder.map(|folder| folder.join("scenes").join(&file));
        if let Some(path) = &path {
            trial::save(path, &text)?;
        }
        let shown = path.map_or(file, |path| path.display().to_string());
        let row = Row {
            name: self.name(),
            family: self.task.family_name(),
            clearance: self.task.clearance,
            friction: self.task.friction,
            time_step: self.time_step,
            entered,
            depth,
            wedged: is_wedged(&contacts, self.task.friction),
            penetration,
            iterations: trial.mean_iterations(),
            steps: trial.steps,
            rungs,
            unsolved: trial.unsolved,
            unsolved_at: first_unsolved
                .as_ref()
                .map(|(index, _)| self.time_step * *index as f64),
            command: format!("drystone run {shown} --time-step {:?}", self.time_step),
        };
        if let (Some(folder), Some((index, start))) = (folder, first_unsolved) {
            let path = folder.join("failures").join(self.failure_name());
            trial::save(&path, &scene.one_step(index, &start))?;
        }
        Ok(row)
    }

    /// The file name of its first unsolved step.
    fn failure_name(&self) -> String {
        let (task, start, time_step) = (self.task.name(), self.start, self.time_step);
        format!("{task}_start_{start}_{time_step:?}s.toml")
    }
}

impl Task {
    /// Whether the peg is in, and how deep (m).
    fn verdict(&self, start: u32, peg: &BodyState) -> (bool, f64) {
        match self.family {
            super::Family::Side => {
                let depth = super::side::depth(start, &peg.position, &peg.rotation);
                (
                    depth.is_some_and(|d| d >= 0.0),
                    depth.unwrap_or(f64::NEG_INFINITY),
                )
            }
            _ => {
                let tip = peg.position - peg.rotation * Vec3::z() * (0.5 * task::LENGTH);
                (-tip.z >= task::IN, -tip.z)
            }
        }
    }
}
