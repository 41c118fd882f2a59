//! The machines that are designed.

use drystone::error::Result;
use drystone::scene::Scene;

/// A scene of `scenarios/designs`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Machine {
    /// A chain on a carriage touches a mark behind a post (SDRS Fig. 10).
    Chain,
    /// A spider of nine links walks up a slope (SDRS Fig. 11).
    Spider,
    /// A biped of seven links keeps upright (SDRS Figs. 12 and 13).
    Biped,
    /// A jaw of ten blocks lifts a cross (SDRS Figs. 14 and 15).
    Jaw,
    /// Two fingers lift four objects (SDRS Figs. 16 to 18).
    Gripper,
    /// Three fingers lift three objects (SDRS Fig. 19).
    Hand,
}

impl Machine {
    /// All machines, in the order of the paper.
    pub const ALL: [Self; 6] = [
        Self::Chain,
        Self::Spider,
        Self::Biped,
        Self::Jaw,
        Self::Gripper,
        Self::Hand,
    ];

    /// Returns the name of the machine.
    pub fn name(self) -> &'static str {
        match self {
            Self::Chain => "chain",
            Self::Spider => "spider",
            Self::Biped => "biped",
            Self::Jaw => "jaw",
            Self::Gripper => "gripper",
            Self::Hand => "hand",
        }
    }

    /// Returns the scene with its design.
    ///
    /// # Errors
    /// The file is not a scene.
    pub fn scene(self) -> Result<Scene> {
        let text = match self {
            Self::Chain => include_str!("../../../../scenarios/designs/chain.toml"),
            Self::Spider => include_str!("../../../../scenarios/designs/spider.toml"),
            Self::Biped => include_str!("../../../../scenarios/designs/biped.toml"),
            Self::Jaw => include_str!("../../../../scenarios/designs/jaw.toml"),
            Self::Gripper => include_str!("../../../../scenarios/designs/gripper.toml"),
            Self::Hand => include_str!("../../../../scenarios/designs/hand.toml"),
        };
        Scene::parse(text, &format!("{}.toml", self.name()))
    }

    /// Returns what the figure of the machine is, with its unit.
    pub fn unit(self) -> &'static str {
        match self {
            Self::Chain => "miss, links",
            Self::Spider => "way in 550 steps, m",
            Self::Biped => "time upright in 800 steps, s",
            Self::Jaw | Self::Gripper | Self::Hand => "objects lifted",
        }
    }

    /// Returns the number of objects that are to be lifted.
    pub fn objects(self) -> usize {
        match self {
            Self::Chain | Self::Spider | Self::Biped => 0,
            Self::Jaw => 1,
            Self::Gripper => 4,
            Self::Hand => 3,
        }
    }

    /// Returns the published figure.
    pub fn published(self) -> &'static str {
        match self {
            Self::Chain => "loss 98.5 % below control alone, miss 0.2 links",
            Self::Spider => "8.78 % farther than control alone",
            Self::Biped => "upright after 400 steps; control alone falls",
            Self::Jaw => "lifted; control alone fails",
            Self::Gripper => "4 of 4; as given 0",
            Self::Hand => "3 of 3",
        }
    }

    /// Returns the time for which a design is judged, s, if it is not that of its scene: the spider for the published horizon of 550 steps, the
    /// biped for twice the time for which it is designed.
    pub fn seconds(self) -> Option<f64> {
        match self {
            Self::Spider => Some(5.5),
            Self::Biped => Some(4.0),
            _ => None,
        }
    }

    /// Returns whether the reduced study has the machine.
    pub fn is_quick(self) -> bool {
        self.quick_iterations() > 0
    }

    /// Returns the number of iterations of the reduced study.
    pub fn quick_iterations(self) -> usize {
        match self {
            Self::Chain => 20,
            Self::Spider => 6,
            _ => 0,
        }
    }
}
