//! These arguments say what is done with the robots of a scene.

use clap::Args as Group;
use drystone::scene::Overrides;

#[derive(Group, Clone, Copy)]
#[command(next_help_heading = "Robots (URDF)")]
pub struct Robots {
    /// Let the bases of robots move freely instead of fixing them to the world
    #[arg(long)]
    pub floating: bool,
    /// Refuse a robot file with anything in it that is not understood
    #[arg(long)]
    pub strict: bool,
    /// Mend masses and inertias of robots that no body can have, and say how
    #[arg(long)]
    pub repair: bool,
}

impl Robots {
    /// Returns what is replaced in a scene.
    pub fn overrides(self) -> Overrides {
        Overrides {
            floating: self.floating,
            strict: self.strict,
            repair: self.repair,
            ..Overrides::default()
        }
    }
}
