//! A scene ready to run: reads it, builds the model and its initial state, gives every step its
//! input.

use super::assemble::{add_bodies, add_frames, build_apart, initial};
use super::budget;
use super::config::Config;
use super::design::Design;
use super::include::Files;
use super::joint::{self, MotorTrack};
use super::robot::Robots;
use super::shapes::Shapes;
use super::source::Source;
use super::step_change::StepChange;
use super::track::Track;
use super::wrench::TimedWrench;
use super::{
    Overrides, Settings, Visual, comfort, defaults, every, motion, overlap, plan, plausible, robot,
    syntax, text, visual, warnings,
};
use crate::error::{Error, Result};
use crate::math::{Fnv, Vec3};
use crate::shape::mesh::MeshReport;
use crate::world::{Command, Input, Model, PlanTask, State, Wrench};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A scene, checked and built.
#[derive(Debug, Clone)]
pub struct Scene {
    /// The model of the scene.
    pub model: Arc<Model>,
    /// Where it starts; velocities are half a step early unless the file says `start = "node"`.
    pub initial: State,
    /// How to simulate it.
    pub settings: Settings,
    /// The planning task, if the file has one; it has been checked for the model and its start.
    pub plan: Option<PlanTask>,
    /// The optimisation of its numbers, if the file has one; it has been checked.
    pub design: Option<Design>,
    /// The reports say what became of the meshes, by the names of their shapes.
    pub meshes: BTreeMap<String, MeshReport>,
    /// These are drawn in the place of the shapes of bodies, in the order of the bodies.
    pub visuals: Vec<Visual>,
    /// These are the colours (red, green, blue, 0 to 1) of bodies that have one of their own, in the order of the bodies.
    pub colours: Vec<Option<[f64; 3]>>,
    /// Warnings about what is allowed but deserves a word.
    pub warnings: Vec<Error>,
    pub(super) config: Config,
    pub(super) folder: PathBuf,
    wrenches: Vec<TimedWrench>,
    pub(super) tracks: Vec<(usize, Track)>,
    /// Commands of all motors, in the order of [`Input::motors`].
    pub(super) motors: Vec<MotorTrack>,
}

impl Scene {
    /// Reads and builds the scene file at `path`.
    pub fn load(path: impl AsRef<Path>) -> Result<Self> {
        Self::load_with(path, &Overrides::default())
    }

    /// Reads and builds the scene file at `path` with some values replaced.
    pub fn load_with(path: impl AsRef<Path>, overrides: &Overrides) -> Result<Self> {
        let fix = "name a scene file, e.g. scenarios/box_drop.toml";
        Self::of(&text::load(path.as_ref(), fix)?, overrides)
    }

    /// Reads a scene from any stream; `name` is for messages, and its folder for mesh files.
    pub fn read_with(stream: impl Read, name: &str, overrides: &Overrides) -> Result<Self> {
        Self::of(&text::read(stream, name)?, overrides)
    }

    /// Builds a scene from its text; `file_name` is for messages, and its folder for mesh files.
    pub fn parse(text: &str, file_name: &str) -> Result<Self> {
        Self::parse_with(text, file_name, &Overrides::default())
    }

    /// Builds a scene from its text as [`Self::parse`] does, with some values replaced.
    pub fn parse_with(text: &str, file_name: &str, overrides: &Overrides) -> Result<Self> {
        Self::of(&Source::new(file_name, text), overrides)
    }

    /// Builds the scene of a text; an error has the mistakes of all its tables.
    fn of(source: &Source, overrides: &Overrides) -> Result<Self> {
        overrides.check()?;
        let read = |source: &Source| Self::of_text(source, overrides);
        read(source).map_err(|error| match robot::is_robot(source) {
            true => error,
            false => every::mistakes(source, error, read),
        })
    }

    /// Builds the scene of a text: that of a robot alone, if the text is one of a robot.
    fn of_text(source: &Source, overrides: &Overrides) -> Result<Self> {
        let is_robot = robot::is_robot(source);
        let (mut config, files) = match is_robot {
            true => (robot::alone(source)?, Files::one(source)),
            false => {
                let mut config = syntax::parse(source)?;
                let files = Files::gather(source, &mut config)?;
                (config, files)
            }
        };
        let change = StepChange::of(&config, overrides);
        overrides.apply(&mut config);
        change.move_clock(&mut config)?;
        comfort::settle_scene(&mut config).map_err(|e| files.locate(e))?;
        let text = is_robot.then_some(source);
        let folder = source.folder();
        let scene = Self::expand(config, folder, &change, text);
        let mut scene = scene.map_err(|e| files.locate(e))?;
        for warning in &mut scene.warnings {
            *warning = files.locate(warning.clone());
        }
        Ok(scene)
    }

    /// Builds the scene of a configuration whose files are relative to `folder`.
    pub(super) fn of_config(config: Config, folder: &Path) -> Result<Self> {
        let change = StepChange::of(&config, &Overrides::default());
        Self::expand(config, folder, &change, None)
    }

    /// Replaces robots by their bodies and builds the scene; `text` is that of the only robot, if it has been read.
    fn expand(
        mut config: Config,
        folder: &Path,
        change: &StepChange,
        text: Option<&Source>,
    ) -> Result<Self> {
        let robots = robot::expand(&mut config, folder, text)?;
        comfort::settle_masks(&mut config)?;
        let scene = Self::build(config, folder, change, &robots);
        let scene = scene.and_then(Self::checked_design);
        let mut scene = scene.map_err(|e| robots.locate(e))?;
        for warning in &mut scene.warnings {
            *warning = robots.locate(warning.clone());
        }
        scene.warnings.extend(robots.notes);
        Ok(scene)
    }

    fn build(
        mut config: Config,
        folder: &Path,
        change: &StepChange,
        robots: &Robots,
    ) -> Result<Self> {
        budget::check_entries(&config)?;
        defaults::fill(&mut config);
        let builder = defaults::builder(&config)?;
        let settings = Settings::of(&config);
        let time = settings.start_step as f64 * config.simulation.time_step;
        let shapes = Shapes::build(&config.shape, folder, config.simulation.contact_model)?;
        let (builder, starts) = add_bodies(builder, &config, &shapes, time)?;
        let builder = joint::add_joints(builder, &mut config, &starts)?;
        let builder = add_frames(builder, &config)?;
        let (mut model, apart) = build_apart(builder, &mut config, &starts, robots)?;
        motion::damp(&mut config, &mut model);
        warnings::check_masses(&model)?;
        let mut wrenches = Vec::with_capacity(config.wrench.len());
        for (i, wrench) in config.wrench.iter().enumerate() {
            let outer = format!("wrench[{i}]");
            wrenches.push(TimedWrench::new(wrench, &model).map_err(|e| e.within(&outer))?);
        }
        let mut initial = initial(&config, &model, &starts);
        change.move_velocities(&mut config, &model, &mut initial, &wrenches);
        warnings::check_centres(&model, &initial)?;
        let overlaps = overlap::resolve(&model, &config, &mut initial)?;
        joint::check_start(&config, &model, &initial)?;
        config.simulation.length = Some(model.units.length);
        let plan = config.plan.as_ref();
        let plan = plan.map(|plan| plan::task(plan, &model, &initial));
        let plan = plan.transpose().map_err(|e| e.within("plan"))?;
        let tracks = starts.into_iter().zip(&model.bodies).enumerate();
        let tracks = tracks
            .filter_map(|(i, (start, body))| Some((i, start.track(body)?)))
            .collect();
        Ok(Self {
            design: config.design.clone(),
            warnings: {
                let mut all = warnings::collect(&config, &model);
                all.extend(plausible::warnings(&config, &model, &initial));
                all.extend(warnings::of_meshes(&shapes.meshes));
                all.extend(overlaps.into_iter().chain(apart));
                all.extend(joint::warnings(&model, &initial));
                all
            },
            visuals: visual::visuals(&config, &shapes, &model, folder)?,
            colours: visual::colours(&config)?,
            meshes: shapes.meshes,
            tracks,
            motors: joint::motor_tracks(&config, &model, &initial)?,
            model: Arc::new(model),
            initial,
            settings,
            folder: folder.to_path_buf(),
            config,
            wrenches,
            plan,
        })
    }

    /// Time at node `step` of the run, s.
    pub fn time(&self, step: usize) -> f64 {
        (self.settings.start_step as f64 + step as f64) * self.model.time_step
    }

    /// FNV-1a (64 bit) of the wrenches and commands of every step; equal ones have equal fingerprints.
    pub fn input_fingerprint(&self) -> u64 {
        let mut hash = Fnv::new();
        let written = write!(hash, "{:?} {:?}", self.wrenches, self.tracks);
        written.expect("a hash takes whatever is written");
        if !self.motors.is_empty() {
            let written = write!(hash, " {:?}", self.motors);
            written.expect("a hash takes whatever is written");
        }
        hash.value()
    }

    /// Input of step `step` (from 0), which starts at `state`. Forces act by the share of their
    /// span from half a step before the node of the step to half a step after, torques by that in the step itself;
    /// commands are those at the end of the step. Allocates only when
    /// `input` has the wrong size.
    pub fn input_at(&self, step: usize, state: &State, input: &mut Input) {
        let zero = Wrench {
            force: Vec3::zeros(),
            torque: Vec3::zeros(),
        };
        input.wrenches.clear();
        input.wrenches.resize(state.bodies.len(), zero);
        input.commands.clear();
        input
            .commands
            .extend(state.bodies.iter().map(Command::hold));
        let (time, h) = (self.time(step), self.model.time_step);
        for wrench in &self.wrenches {
            wrench.add(time, h, state, input);
        }
        let end = self.time(step + 1);
        for (body, track) in &self.tracks {
            input.commands[*body] = track.command(&self.model.bodies[*body], end);
        }
        input.motors.clear();
        let motors = self.motors.iter();
        input.motors.extend(motors.map(|motor| motor.command(end)));
    }
}
