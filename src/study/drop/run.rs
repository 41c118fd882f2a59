//! One drop: its scene, and what is found when it is carried out.

use super::Dropped;
use crate::error::{Error, Result};
use crate::math::Vec3;
use crate::scene::Scene;
use crate::shape::penetration;
use crate::step::{Rung, Simulator, Step};
use crate::study::Method;
use crate::world::{BodyState, Input, Model, State};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// Simulated time, s.
const SECONDS: f64 = 1.5;
/// Iterations of a first attempt, at most; one that fails counts with so many.
const FIRST_ATTEMPT: usize = 30;
/// Part of the run, at its end, that counts for the gap at rest.
const RESTING_PART: f64 = 0.2;
/// The body rests when |v| + |w| L is below this part of the unit of velocity.
const RESTING_SPEED: f64 = 0.01;

/// A drop.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Run {
    /// How it is solved.
    pub method: Method,
    /// What is dropped.
    pub dropped: Dropped,
    /// Steps per second.
    pub hertz: u32,
    /// Relaxation.
    pub rho: f64,
    /// Number of its start.
    pub start: u32,
}

/// What was found in a drop.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Name of the run.
    pub name: String,
    /// How it was solved.
    pub method: String,
    /// What was dropped.
    pub body: String,
    /// Steps per second.
    pub hertz: u32,
    /// Relaxation.
    pub rho: f64,
    /// Number of its start.
    pub start: u32,
    /// Steps tried.
    pub steps: usize,
    /// Mean iterations of a first attempt; one that failed counts with 30.
    pub iterations: f64,
    /// Most iterations of a first attempt.
    pub most_iterations: usize,
    /// Mean iterations of a step, the safeguard ladder included.
    pub iterations_with_ladder: f64,
    /// Most iterations of a step, the safeguard ladder included.
    pub most_iterations_with_ladder: usize,
    /// Steps whose first attempt failed.
    pub base_failures: usize,
    /// Steps solved in two halves.
    pub r5: usize,
    /// Steps accepted at a larger relaxation only.
    pub r6: usize,
    /// Steps not solved, those of R6 included.
    pub unsolved: usize,
    /// Steps by the rung of the ladder that solved them, `R1 2 R5 1`.
    pub rungs: String,
    /// Deepest overlap with the floor at the end of any step, m, from the shapes alone.
    pub worst_penetration: f64,
    /// Largest distance from the floor, open or overlapping, while the body rests in the last fifth
    /// of the run, m, from the shapes alone; absent when it does not rest.
    pub gap_at_rest: Option<f64>,
    /// A step had no solution at all, and the run ended there.
    pub stopped: bool,
}

impl Row {
    /// Whether some step was not solved by its first attempt: what is published as a failure.
    pub fn failed(&self) -> bool {
        self.base_failures > 0
    }
}

impl Run {
    /// E.g. `single level, box, 10 Hz, rho 1e-3, start 17`.
    pub fn name(&self) -> String {
        format!(
            "{}, {}, {} Hz, rho {:e}, start {}",
            self.method.name(),
            self.dropped.name(),
            self.hertz,
            self.rho,
            self.start
        )
    }

    /// Its scene as text.
    pub fn scene(&self) -> String {
        let dropped = self.dropped;
        let at = dropped.start(self.start);
        let hertz = f64::from(self.hertz);
        let duration = (SECONDS * hertz).floor() / hertz;
        format!(
            "# {name}\n[simulation]\ntime_step = {step:?}\nduration = {duration:?}\n\
             relaxation = {rho:e}\n{settings}{method}\n\
             [material.default]\nfriction = {friction}\n\n\
             [shape.ground.halfspace]\nnormal = [0, 0, 1]\n\n{shape}\n\
             [[body]]\nname = \"floor\"\nshape = \"ground\"\nfixed = true\n\n\
             [[body]]\nname = \"body\"\nshape = \"body\"\n{mass}position = {:?}\nquat_wxyz = {:?}\n\
             velocity = {:?}\nangular_velocity = {:?}\n",
            at.position,
            at.quat_wxyz,
            at.velocity,
            at.angular_velocity,
            name = self.name(),
            step = hertz.recip(),
            rho = self.rho,
            settings = dropped.settings(),
            method = self.method.settings(),
            friction = dropped.friction(),
            shape = dropped.shape(),
            mass = dropped.mass(),
        )
    }

    /// Carries it out. Steps whose first attempt failed are saved in `failures` as scenes of one
    /// step.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn carry_out(&self, failures: Option<&Path>) -> Result<Row> {
        let scene = Scene::parse(&self.scene(), &self.name())?;
        let mut simulator = Simulator::new(scene.model.clone());
        let mut watch = Watch::new(&scene);
        let mut input = Input::hold(&scene.model, &scene.initial);
        let (mut state, mut step) = (scene.initial.clone(), Step::default());
        let mut stopped = false;
        for index in 0..scene.settings.steps {
            scene.input_at(index, &state, &mut input);
            simulator.step_into(&state, &input, self.rho, &mut step)?;
            watch.see(&step);
            if let Some(folder) = failures.filter(|_| step.status.rung != Rung::Base) {
                self.save(folder, &scene, index, &state, &step)?;
            }
            stopped = !step.status.advanced;
            if stopped {
                break;
            }
            state.clone_from(&step.state);
        }
        Ok(watch.row(self, stopped))
    }

    /// File name of step `index` of this run.
    fn file_name(&self, index: usize) -> String {
        let words = format!("{} step {index}", self.name());
        let letter = |c: char| c.is_ascii_alphanumeric() || "-.".contains(c);
        let words: Vec<&str> = words.split(|c| !letter(c)).collect();
        let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
        format!("{}.toml", words.join("_"))
    }

    fn save(
        &self,
        folder: &Path,
        scene: &Scene,
        index: usize,
        state: &State,
        step: &Step,
    ) -> Result<()> {
        let path = folder.join(self.file_name(index));
        let status = &step.status;
        let text = format!(
            "# Step {index} of the drop \"{}\":\n# its first attempt failed; rung {}, {} iterations.\n\
             # Run it with: drystone run FILE --explain\n\n{}",
            self.name(),
            status.rung.name(),
            status.iterations,
            scene.one_step(index, state)
        );
        let written = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, text));
        written.map_err(|e| {
            let why = format!("cannot write: {e}");
            Error::file(path.display().to_string(), why, "check the folder")
        })
    }
}

/// Collects the figures of a run.
struct Watch<'a> {
    model: &'a Model,
    resting_from: usize,
    steps: usize,
    iterations: [usize; 2],
    most: [usize; 2],
    rungs: BTreeMap<Rung, usize>,
    unsolved: usize,
    deepest: f64,
    gap_at_rest: Option<f64>,
}

impl<'a> Watch<'a> {
    fn new(scene: &'a Scene) -> Self {
        let steps = scene.settings.steps as f64;
        Self {
            model: &scene.model,
            resting_from: (steps * (1.0 - RESTING_PART)) as usize,
            steps: 0,
            iterations: [0; 2],
            most: [0; 2],
            rungs: BTreeMap::new(),
            unsolved: 0,
            deepest: 0.0,
            gap_at_rest: None,
        }
    }

    fn see(&mut self, step: &Step) {
        let status = &step.status;
        let first = match status.rung {
            Rung::Base => status.iterations,
            _ => FIRST_ATTEMPT,
        };
        for (k, count) in [first, status.iterations].into_iter().enumerate() {
            self.iterations[k] += count;
            self.most[k] = self.most[k].max(count);
        }
        if status.rung != Rung::Base {
            *self.rungs.entry(status.rung).or_default() += 1;
        }
        self.unsolved += usize::from(!status.solved);
        let gap = self.gap(&step.state);
        self.deepest = self.deepest.max(-gap);
        if self.steps >= self.resting_from && self.rests(&step.state.bodies[1]) {
            self.gap_at_rest = Some(self.gap_at_rest.unwrap_or(0.0).max(gap.abs()));
        }
        self.steps += 1;
    }

    /// Distance of the body from the floor, m; negative when they overlap.
    fn gap(&self, state: &State) -> f64 {
        let [floor, body] = [0, 1].map(|i| &self.model.bodies[i]);
        let [below, at] = [0, 1].map(|i| (state.bodies[i].position, state.bodies[i].rotation));
        let ground = &floor.parts[0].placed;
        let depths = body.parts.iter();
        let depths = depths.map(|part| penetration(ground, &below, &part.placed, &at, &Vec3::z()));
        -depths.fold(f64::NEG_INFINITY, f64::max)
    }

    fn rests(&self, body: &BodyState) -> bool {
        let units = &self.model.units;
        let speed = body.velocity.norm() + body.angular_velocity.norm() * units.length;
        speed < RESTING_SPEED * units.velocity
    }

    fn row(self, run: &Run, stopped: bool) -> Row {
        let mean = |sum: usize| sum as f64 / self.steps as f64;
        let count = |rung: Rung| self.rungs.get(&rung).copied().unwrap_or(0);
        let rungs = self.rungs.iter();
        let rungs: Vec<String> = rungs
            .map(|(rung, n)| format!("{} {n}", rung.name()))
            .collect();
        Row {
            name: run.name(),
            method: run.method.name().into(),
            body: run.dropped.name().into(),
            hertz: run.hertz,
            rho: run.rho,
            start: run.start,
            steps: self.steps,
            iterations: mean(self.iterations[0]),
            most_iterations: self.most[0],
            iterations_with_ladder: mean(self.iterations[1]),
            most_iterations_with_ladder: self.most[1],
            base_failures: self.rungs.values().sum(),
            r5: count(Rung::R5),
            r6: count(Rung::R6),
            unsolved: self.unsolved,
            rungs: rungs.join(" "),
            worst_penetration: self.deepest,
            gap_at_rest: self.gap_at_rest,
            stopped,
        }
    }
}
