//! The arguments of `drystone run`.

use super::number::{positive, threads};
use super::{Pictures, Robots};
use clap::Args as Group;
use drystone::world::ContactModel;
use drystone_lab::Perturbation;
use std::num::NonZeroUsize;
use std::path::PathBuf;

#[derive(Group)]
pub struct RunArgs {
    /// Scene file (TOML) or robot (URDF or MJCF); - reads a scene from stdin
    pub scene: String,
    /// Simulated time instead of the scene's, s
    #[arg(long, value_name = "S", value_parser = positive, allow_negative_numbers = true)]
    pub seconds: Option<f64>,
    /// Time step instead of the scene's, s
    #[arg(long, value_name = "H", value_parser = positive, allow_negative_numbers = true)]
    pub time_step: Option<f64>,
    /// Relaxation instead of the scene's: 1e-6 is stiff, 1e-2 smooth
    #[arg(long, value_name = "R", value_parser = positive, allow_negative_numbers = true)]
    pub rho: Option<f64>,
    /// Contact model instead of the scene's: single_level, bilevel, bilevel_soft, bilevel_as_published, soft_minimum, soft_minimum_as_published, separating_plane or separating_plane_as_published
    #[arg(long, value_name = "M")]
    pub contact_model: Option<ContactModel>,
    /// Threads: of a run, for groups of bodies that do not touch each other (1 by default); of a
    /// batch, for its members (all cores by default). The results do not depend on it
    #[arg(long, value_name = "T", value_parser = threads)]
    pub threads: Option<NonZeroUsize>,
    /// Write every step to this file (lines of JSON, readable however the run ends)
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Write proofs to this file that no two parts crossed in continuous time (lines of JSON, to be checked by check_certificate.py)
    #[arg(long, value_name = "FILE", conflicts_with = "view")]
    pub certify: Option<PathBuf>,
    /// Save the state at the end of the run, or at --save-at, to go on from with --from: JSON when
    /// the name ends in .json, else bytes
    #[arg(long, value_name = "FILE", conflicts_with_all = ["batch", "view"])]
    pub save: Option<PathBuf>,
    /// Save the state at this time of the scene instead of at the end (nearest step), s
    #[arg(long, value_name = "T", requires = "save", value_parser = positive, allow_negative_numbers = true)]
    pub save_at: Option<f64>,
    /// Go on from a state that --save wrote, with the same bits as a run without interruption
    #[arg(long, value_name = "FILE", conflicts_with_all = ["batch", "view"])]
    pub from: Option<PathBuf>,
    /// Save the first unsolved step in this folder as a scene that reproduces it
    #[arg(long, value_name = "DIR")]
    pub on_failure: Option<PathBuf>,
    /// Print a row per iteration and per step
    #[arg(long)]
    pub explain: bool,
    /// Open a window and simulate as far as it is watched (feature viewer)
    #[arg(long, conflicts_with_all = ["explain", "json", "on_failure", "screenshot", "gif", "frames"])]
    pub view: bool,
    #[command(flatten)]
    pub pictures: Pictures,
    #[command(flatten)]
    pub many: Many,
    #[command(flatten)]
    pub robots: Robots,
    /// Print one JSON object instead of the table
    #[arg(long)]
    pub json: bool,
    /// No progress, no warnings
    #[arg(long)]
    pub quiet: bool,
}

/// Many runs of one scene.
#[derive(Group)]
#[group(multiple = true)]
pub struct Many {
    /// Simulate N members: the scene itself (member 0) and copies that start otherwise
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub batch: Option<u32>,
    /// How far the copies start from the scene, e.g. position=0.01,rotation=5,velocity=0.1,angular_velocity=0.5:
    /// m, degrees, m/s, rad/s, uniform within plus or minus that along every axis, all moving bodies
    #[arg(long, value_name = "WHAT=X,..", requires = "batch")]
    pub perturb: Option<Perturbation>,
    /// Seed of the copies instead of the scene's
    #[arg(long, value_name = "S", requires = "batch")]
    pub seed: Option<u64>,
    /// Simulate member K alone, as an ordinary run with all its options
    #[arg(long, value_name = "K", requires = "batch")]
    pub only: Option<u32>,
}
