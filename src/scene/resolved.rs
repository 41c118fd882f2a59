//! A scene written back as text.

use super::Scene;
use super::config::{BodyConfig, Config, Start};
use super::joint;
use super::motion::Keyframe;
use super::track::Track;
use crate::shape::table::{Exactly, IDENTITY};
use crate::world::State;
use std::path::{Component, Path, PathBuf};
use toml::Table;

impl Scene {
    /// The whole scene as TOML with every default filled in; parses back to the same scene when
    /// read from the same folder (mesh files).
    pub fn resolved(&self) -> String {
        text_of(&self.config)
    }

    /// Returns the scene as [`Self::resolved`] for a file anywhere on this machine: mesh files by absolute path.
    pub fn portable(&self) -> String {
        text_of(&self.with_absolute_meshes())
    }

    /// Returns the scene as [`Self::resolved`] for a file in a folder: mesh files by their path from there, where there is one.
    pub fn resolved_from(&self, folder: &Path) -> String {
        let mut config = self.with_absolute_meshes();
        for mesh in config.meshes_mut() {
            if let Some(path) = path_from(folder, Path::new(mesh)) {
                *mesh = path;
            }
        }
        text_of(&config)
    }

    fn with_absolute_meshes(&self) -> Config {
        let mut config = self.config.clone();
        for mesh in config.meshes_mut() {
            let path = self.folder.join(&*mesh);
            *mesh = std::path::absolute(&path)
                .unwrap_or(path)
                .display()
                .to_string();
        }
        config
    }

    /// A scene file that starts at `state` before step `step` and lasts one step: the state bit
    /// for bit, the clock such that the same wrenches and commands act. A driven body without
    /// keyframes holds the pose that it holds in this scene, wherever it is at `state`.
    pub fn one_step(&self, step: usize, state: &State) -> String {
        let mut config = self.with_absolute_meshes();
        config.simulation.start = Start::Node;
        config.simulation.start_step = self.settings.start_step + step as u64;
        config.simulation.duration = config.simulation.time_step;
        for (body, track) in &self.tracks {
            hold_as_before(&mut config.body[*body], track);
        }
        joint::start_at(&mut config, &self.motors, &self.model, state);
        for (entry, at) in config.body.iter_mut().zip(&state.bodies) {
            entry.position = None;
            entry.quat_wxyz = None;
            entry.velocity = None;
            entry.angular_velocity = None;
            entry.state = Some(Exactly(at.numbers()));
        }
        text_of(&config)
    }
}

/// Returns the path from a folder to a file, if both exist and share a root.
fn path_from(folder: &Path, file: &Path) -> Option<String> {
    let here = match folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => folder,
    };
    let (here, file) = (here.canonicalize().ok()?, file.canonicalize().ok()?);
    let shared = here.components().zip(file.components());
    let shared = shared.take_while(|(a, b)| a == b).count();
    let up = here.components().skip(shared).map(|_| Component::ParentDir);
    let path: PathBuf = up.chain(file.components().skip(shared)).collect();
    (shared > 0).then(|| path.display().to_string())
}

/// Writes the pose that a driven body without keyframes holds as its only keyframe.
fn hold_as_before(entry: &mut BodyConfig, track: &Track) {
    let Some(driven) = entry.driven.as_mut().filter(|d| d.keyframes.is_empty()) else {
        return;
    };
    let of_state = |state: Exactly<f64, 13>| Exactly([state[3], state[4], state[5], state[6]]);
    // The numbers as given, not those of the track: normalising twice can change the last bit.
    let quat = entry.quat_wxyz.or(entry.state.map(of_state));
    driven.keyframes.push(Keyframe {
        time: 0.0,
        position: Exactly(track.pose(0.0).0.into()),
        quat_wxyz: Some(quat.unwrap_or(IDENTITY)),
        rpy: None,
        rpy_deg: None,
    });
}

/// Returns a configuration as TOML.
pub(super) fn text_of(config: &Config) -> String {
    // by way of a table, for which alone the printer is compiled
    let table = Table::try_from(config);
    let text = table.and_then(|table| toml::to_string(&table));
    text.expect("a configuration that was parsed can be written")
}
