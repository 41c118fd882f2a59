//! A scene written back as text.

use super::Scene;
use super::config::{Config, Start};
use crate::world::State;

impl Scene {
    /// The whole scene as TOML with every default filled in; parses back to the same scene when
    /// read from the same folder (mesh files).
    pub fn resolved(&self) -> String {
        text_of(&self.config)
    }

    /// The same for a file anywhere on this machine: mesh files by absolute path.
    pub fn portable(&self) -> String {
        text_of(&self.with_absolute_meshes())
    }

    fn with_absolute_meshes(&self) -> Config {
        let mut config = self.config.clone();
        for mesh in config
            .shape
            .values_mut()
            .filter_map(|shape| shape.mesh_mut())
        {
            let path = self.folder.join(&*mesh);
            *mesh = std::path::absolute(&path)
                .unwrap_or(path)
                .display()
                .to_string();
        }
        config
    }

    /// A scene file that starts at `state` before step `step` and lasts one step: the state bit
    /// for bit, the clock such that the same wrenches and commands act.
    pub fn one_step(&self, step: usize, state: &State) -> String {
        let mut config = self.with_absolute_meshes();
        config.simulation.start = Start::Node;
        config.simulation.start_step = self.settings.start_step + step as u64;
        config.simulation.duration = config.simulation.time_step;
        for (entry, at) in config.body.iter_mut().zip(&state.bodies) {
            entry.position = None;
            entry.quat_wxyz = None;
            entry.velocity = None;
            entry.angular_velocity = None;
            entry.state = Some(at.numbers());
        }
        text_of(&config)
    }
}

fn text_of(config: &Config) -> String {
    toml::to_string(config).expect("a configuration that was parsed can be written")
}
