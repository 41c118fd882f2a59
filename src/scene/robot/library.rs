//! Robots for the builder of a model.

use super::config::{Base, RobotConfig};
use crate::error::{Error, Result};
use crate::math::{Rot, Vec3, wxyz};
use crate::scene::Scene;
use crate::scene::config::Config;
use crate::scene::joint::MotorConfig;
use crate::shape::table::Exactly;
use crate::world::{ModelBuilder, Motor};
use std::path::{Path, PathBuf};

/// A robot from a URDF file, to be added to a model.
///
/// ```no_run
/// use drystone::scene::Robot;
/// use drystone::world::Motor;
/// use drystone::{Model, Vec3};
///
/// let arm = Robot::load("panda.urdf")?
///     .named("left")
///     .at(Vec3::new(0.0, 0.3, 0.0), Default::default())
///     .motor("panda_joint*", Motor::position(400.0, 40.0, f64::INFINITY));
/// let (model, start) = arm.add_to(Model::builder())?.build_with_start()?;
/// # Ok::<(), drystone::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Robot {
    config: RobotConfig,
    folder: PathBuf,
    notes: Vec<Error>,
}

impl Robot {
    /// Reads a robot and checks it; docs/robots.md says what becomes of its elements.
    ///
    /// # Errors
    /// The file, or one that it names, cannot be used; the error has the place.
    pub fn load(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let file = path.file_name().unwrap_or_default();
        let config = RobotConfig {
            file: file.to_string_lossy().into_owned(),
            ..RobotConfig::default()
        };
        let folder = path.parent().unwrap_or(Path::new("")).to_path_buf();
        let notes = Vec::new();
        let mut robot = Self {
            config,
            folder,
            notes,
        };
        robot.notes = robot.scene()?.warnings;
        Ok(robot)
    }

    /// Returns what the reader said about the file, with places: what is not understood, and what was decided.
    pub fn notes(&self) -> &[Error] {
        &self.notes
    }

    /// Gives the robot a name; its bodies, joints and frames are called `name/...`.
    #[must_use]
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self.config.name = Some(name.into());
        self
    }

    /// Places the root link (m).
    #[must_use]
    pub fn at(mut self, position: Vec3, rotation: Rot) -> Self {
        self.config.position = Exactly(position.into());
        self.config.quat_wxyz = Some(Exactly(wxyz(&rotation)));
        self
    }

    /// Lets the root link move freely; otherwise it is part of the world.
    #[must_use]
    pub fn floating(mut self) -> Self {
        self.config.base = Some(Base::Floating);
        self
    }

    /// Mends masses and inertias that no body can have.
    #[must_use]
    pub fn repaired(mut self) -> Self {
        self.config.repair = true;
        self
    }

    /// Sets where a joint starts, rad or m.
    #[must_use]
    pub fn starting(mut self, joint: impl Into<String>, position: f64) -> Self {
        self.config.joint_positions.insert(joint.into(), position);
        self
    }

    /// Gives joints a motor; `*` in the name stands for any letters. Without a limit the effort of the file is the limit.
    #[must_use]
    pub fn motor(mut self, joints: impl Into<String>, motor: Motor) -> Self {
        let motor = MotorConfig::from(motor);
        self.config.motors.insert(joints.into(), motor);
        self
    }

    /// Adds bodies, joints, frames and pairs without contact to a builder.
    ///
    /// # Errors
    /// The file cannot be used; a joint that is named does not exist; a position is outside of the limits.
    pub fn add_to(&self, builder: ModelBuilder) -> Result<ModelBuilder> {
        self.scene()?.add_to(builder)
    }

    /// Returns the scene of the robot alone.
    fn scene(&self) -> Result<Scene> {
        let config = Config {
            robot: vec![self.config.clone()],
            ..Config::default()
        };
        Scene::of_config(config, &self.folder)
    }
}
