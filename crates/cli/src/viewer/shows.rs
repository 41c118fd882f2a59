//! The marks that a window shows besides the bodies, and the keys that change them.

use super::Shot;
use super::help::Command;

/// The marks that are shown besides the bodies.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shows {
    /// The things that pictures can show, too.
    pub shot: Shot,
    pub ghosts: bool,
    pub help: bool,
}

impl Shows {
    pub(super) fn new(shot: Shot) -> Self {
        Self {
            shot,
            ghosts: false,
            help: false,
        }
    }

    /// Shows what a command is about, or hides it; returns whether the command is about any of it.
    pub(super) fn toggle(&mut self, command: Command) -> bool {
        let shot = &mut self.shot;
        let shown = match command {
            Command::Contacts => &mut shot.contacts,
            Command::Joints => &mut shot.joints,
            Command::Trails => &mut shot.trails,
            Command::Ghosts => &mut self.ghosts,
            Command::SeeThrough => &mut shot.clear,
            Command::Collisions => &mut shot.collisions,
            Command::Motors => &mut shot.motors,
            Command::Panel => &mut shot.panel,
            Command::Names => &mut shot.names,
            Command::Triad => &mut shot.triad,
            Command::Legend => &mut shot.legend,
            Command::Forces => &mut shot.forces,
            Command::Efforts => &mut shot.efforts,
            Command::List => &mut shot.list,
            Command::Help => &mut self.help,
            _ => return false,
        };
        *shown = !*shown;
        true
    }
}
