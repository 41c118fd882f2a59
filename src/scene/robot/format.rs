//! The formats of robots, and a robot as a scene of its own.

use super::config::RobotConfig;
use super::mjcf;
use super::paths::Paths;
use super::xml::{Document, Element};
use crate::error::Result;
use crate::scene::config::Config;
use crate::scene::source::Source;
use crate::shape::table::Exactly;
use std::path::Path;

/// Returns whether a text is one of a robot: XML begins with a bracket that no scene begins with.
pub(in crate::scene) fn is_robot(source: &Source) -> bool {
    let text = source.text().trim_start_matches('\u{feff}').trim_start();
    text.starts_with('<')
}

/// Returns the scene of a robot alone, with the time step and the gravity of its file if that has them.
///
/// # Errors
/// The file of a model is damaged.
pub(in crate::scene) fn alone(source: &Source) -> Result<Config> {
    let path = Path::new(source.file());
    let file = path.file_name().unwrap_or_default();
    let mut out = Config {
        robot: vec![RobotConfig {
            file: file.to_string_lossy().into_owned(),
            ..RobotConfig::default()
        }],
        ..Config::default()
    };
    let document = Document::parse(source)?;
    if let Ok(Format::Mjcf) = Format::of(document.root()) {
        let option = mjcf::option(source, &Paths::new(path, Vec::new()))?;
        out.simulation.time_step = option.time_step;
        out.simulation.gravity = Exactly(option.gravity);
    }
    Ok(out)
}

/// The formats of robots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Urdf,
    Mjcf,
}

impl Format {
    /// Returns the format of a file with a root.
    pub(super) fn of(root: Element<'_>) -> Result<Self> {
        match root.tag() {
            "robot" => Ok(Self::Urdf),
            "mujoco" => Ok(Self::Mjcf),
            other => {
                let why = format!("<{other}> is not the root of a robot");
                let fix = "give a URDF file, which begins with <robot>, or an MJCF file, which begins with <mujoco>";
                Err(root.error("", why, fix))
            }
        }
    }
}
