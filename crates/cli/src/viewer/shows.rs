//! The marks that a window shows besides the bodies, and the keys that change them.

use super::Shot;
use super::help::Command;

/// The marks that are shown besides the bodies.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shows {
    pub contacts: bool,
    pub joints: bool,
    pub trails: bool,
    pub ghosts: bool,
    pub clear: bool,
    pub collisions: bool,
    pub motors: bool,
    pub panel: bool,
    pub help: bool,
}

impl Shows {
    pub(super) fn new(shot: Shot) -> Self {
        Self {
            contacts: shot.contacts,
            joints: shot.joints,
            trails: shot.trails,
            ghosts: false,
            clear: shot.clear,
            collisions: shot.collisions,
            motors: shot.motors,
            panel: shot.panel,
            help: false,
        }
    }

    /// Shows what a command is about, or hides it; returns whether the command is about any of it.
    pub(super) fn toggle(&mut self, command: Command) -> bool {
        let shown = match command {
            Command::Contacts => &mut self.contacts,
            Command::Joints => &mut self.joints,
            Command::Trails => &mut self.trails,
            Command::Ghosts => &mut self.ghosts,
            Command::SeeThrough => &mut self.clear,
            Command::Collisions => &mut self.collisions,
            Command::Motors => &mut self.motors,
            Command::Panel => &mut self.panel,
            Command::Help => &mut self.help,
            _ => return false,
        };
        *shown = !*shown;
        true
    }
}
