//! One drop: its scene, and how it is carried out.

use super::row::Watch;
use super::{Dropped, Row};
use crate::Method;
use drystone::error::{Error, Result};
use drystone::scene::Scene;
use drystone::step::{Simulator, Step};
use drystone::world::State;
use std::path::Path;

/// Simulated time, s.
const SECONDS: f64 = 1.5;

/// A drop.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Run {
    /// How it is solved.
    pub method: Method,
    /// The body that is dropped.
    pub dropped: Dropped,
    /// Steps per second.
    pub hertz: u32,
    /// Relaxation.
    pub rho: f64,
    /// Number of its start.
    pub start: u32,
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

    /// Returns the scene of the drop as text.
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
        let mut run = scene.run();
        while let Some(now) = run.advance(&mut simulator)? {
            watch.see(now.step);
            if let Some(folder) = failures.filter(|_| now.step.status.needed_ladder) {
                self.save(folder, &scene, now.index, now.before, now.step)?;
            }
        }
        Ok(watch.row(self, run.is_stopped()))
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
