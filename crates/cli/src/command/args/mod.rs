//! The arguments of every command.

mod design;
mod number;
pub mod pictures;
mod robot;
mod run;

pub use design::DesignArgs;
pub use pictures::{Pictures, ViewArgs};
pub use robot::Robots;
pub use run::RunArgs;

use clap::{ArgGroup, Args as Group, Parser, Subcommand};
use drystone::world::ContactModel;
use number::{count, positive, threads};
use std::num::NonZeroUsize;
use std::path::PathBuf;

const EXITS: &str = "Exit codes: 0 done; 1 a check missed its pass line; 2 wrong usage; \
                     3 bad scene or recording; 4 a step could not be solved.";

/// Rigid-body contact for bodies made of convex stones.
#[derive(Parser)]
#[command(version, after_help = EXITS)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// Simulate a scene and print what happened
    #[command(after_help = EXITS)]
    Run(Box<RunArgs>),
    /// Look at a recording or a scene: a window, or pictures without a display
    #[command(after_help = EXITS)]
    View(ViewArgs),
    /// Simulate a recording anew, with what was done by hand, and compare every bit
    #[command(after_help = EXITS)]
    Verify(VerifyArgs),
    /// Check scenes without simulating them
    #[command(after_help = EXITS)]
    Check(CheckArgs),
    /// Write a robot (URDF or MJCF) as the scene that it is understood to be
    #[command(after_help = EXITS)]
    Convert(ConvertArgs),
    /// Print the derivative of one step of a scene: A, B and parameter columns
    #[command(after_help = EXITS)]
    Gradient(GradientArgs),
    /// Find the wrenches and the efforts of joints that explain a recording
    #[command(after_help = EXITS)]
    Inverse(InverseArgs),
    /// Draw charts of a recording: energy, momentum, penetration, iterations, contact forces
    #[command(after_help = EXITS)]
    Plot(PlotArgs),
    /// Write a recording for other programs: animated glTF, CSV
    #[command(after_help = EXITS)]
    Export(ExportArgs),
    /// Find commands of actuated bodies that push an object to the goals of a scene's [plan]
    #[command(after_help = EXITS)]
    Plan(PlanArgs),
    /// Change the numbers that a scene's [design] names - shapes, attachments, controls - until its loss is small
    #[command(after_help = EXITS)]
    Design(DesignArgs),
    /// Look at many cases and judge them by a pass line
    #[command(subcommand)]
    Study(Study),
}

#[derive(Subcommand)]
pub enum Study {
    /// Random drops in the plane, as published, and in space: iterations, failures, penetration
    #[command(after_help = EXITS)]
    Drop(StudyArgs),
    /// Towers that should stand still, in the plane, as published, and in space: momentum, shift
    #[command(after_help = EXITS)]
    Stack(StudyArgs),
    /// Heaps of stones in a bin and loads of unequal masses: first attempts, iterations, what blocks
    #[command(after_help = EXITS)]
    Heaps(StudyArgs),
    /// Towers, bridges, arches, overhangs, houses of cards: what must stand stands, what must fall falls
    #[command(after_help = EXITS)]
    Stacking(StudyArgs),
    /// Pegs that a compliant hand pushes into holes: which go in, which wedge, overlap
    #[command(after_help = EXITS)]
    Insertion(StudyArgs),
    /// The published peg: falls into a hole with 0.4 % clearance
    #[command(after_help = EXITS)]
    Peg(StudyArgs),
    /// Time of a step of bodies that fall on the floor, on one thread
    #[command(after_help = EXITS)]
    Speed(StudyArgs),
    /// Derivatives of a step against central differences of it, for every pair of primitives
    #[command(after_help = EXITS)]
    Gradients(StudyArgs),
    /// Independent answers, sticking and sliding, laws of contact step by step, finer steps
    #[command(after_help = EXITS)]
    Physics(StudyArgs),
    /// Plans through contact: five tasks, many seeds, every plan replayed in the dynamic simulator
    #[command(after_help = EXITS)]
    Planning(StudyArgs),
    /// Chains of joined bodies thrown on the floor: first attempts failed, gaps of the joints, energy
    #[command(after_help = EXITS)]
    Joints(StudyArgs),
    /// A shaken bin for very many steps and random scenes: unsolved steps, memory, hashes
    #[command(after_help = EXITS)]
    Soak(StudyArgs),
    /// Random scenes, each step judged from outside by the laws of flight, momentum, contact and energy
    #[command(after_help = EXITS)]
    Audit(StudyArgs),
    /// Impacts of all pairs of shapes against runs of finer steps: side of contact, energy, overlap
    #[command(after_help = EXITS)]
    Impacts(StudyArgs),
    /// Soft-minimum contact beside its paper: distances, forces, a pushed T, times, learning
    #[command(name = "soft_minimum", after_help = EXITS)]
    SoftMinimum(StudyArgs),
    /// The separating-plane model: checks beside formulas, statics and single_level; bodies thrown at each other
    #[command(name = "separating_plane", after_help = EXITS)]
    SeparatingPlane(StudyArgs),
    /// Machines designed with their controls and by controls alone, each judged by what it does
    #[command(after_help = EXITS)]
    Codesign(StudyArgs),
    /// Damaged scenes, recordings and checkpoints: no panic, no hang, bounded memory
    #[command(after_help = EXITS)]
    Fuzz(StudyArgs),
}

#[derive(Group, Clone)]
pub struct StudyArgs {
    /// A small part of the runs, always the same
    #[arg(long)]
    pub quick: bool,
    /// All runs (the default)
    #[arg(long, conflicts_with = "quick")]
    pub full: bool,
    /// Print one JSON object instead of the tables
    #[arg(long)]
    pub json: bool,
    /// Write a row per run (CSV), a page and pictures into this folder; a study that was killed
    /// goes on from there
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Threads; all cores by default. The results do not depend on it
    #[arg(long, value_name = "T", value_parser = threads)]
    pub threads: Option<NonZeroUsize>,
}

#[derive(Group)]
pub struct GradientArgs {
    /// Scene file (TOML) or robot (URDF or MJCF); - reads a scene from stdin
    pub scene: String,
    /// Relaxations of the derivative, >= 1e-9, e.g. 1e-6,3e-3; the scene's by default
    #[arg(
        long,
        value_name = "R,..",
        value_delimiter = ',',
        allow_negative_numbers = true
    )]
    pub rho: Vec<f64>,
    /// Contact model instead of the scene's, as of drystone run
    #[arg(long, value_name = "M")]
    pub contact_model: Option<ContactModel>,
    /// Which step, counted from 0; those before are simulated
    #[arg(long, value_name = "K", default_value_t = 0)]
    pub at_step: usize,
    /// Parameters by name, or all, or none
    #[arg(long, value_name = "NAME,..", value_delimiter = ',')]
    pub parameters: Vec<String>,
    /// Compare with central differences of the step at the same rho (16 to 22 steps per column)
    #[arg(long)]
    pub check: bool,
    /// Largest relative error of a column that --check accepts
    #[arg(long, value_name = "E", default_value_t = 1e-4, value_parser = positive)]
    pub tolerance: f64,
    /// Print one JSON object instead of the tables
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub robots: Robots,
}

#[derive(Group)]
pub struct PlanArgs {
    /// Scene file (TOML) with a [plan]; - reads it from stdin
    pub scene: String,
    /// Plans per goal, each from a seed of its own, counted from the scene's
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = count)]
    pub seeds: usize,
    /// Time for the search of one plan, s
    #[arg(long, value_name = "S", default_value_t = 30.0, value_parser = positive, allow_negative_numbers = true)]
    pub time_limit: f64,
    /// Nodes for the search of one plan
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = count)]
    pub nodes: usize,
    /// Leave plans as they are found: nothing is left out of them and nothing smoothed
    #[arg(long)]
    pub no_polish: bool,
    /// Write the first plan that arrives, or else the best, to this file; SCENE.plan.json in the
    /// current folder by default
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write the steps of that plan to this file (lines of JSON, as drystone run --record)
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Write the scene for MuJoCo to this file (benches/peers/replay_plan.py replays the plan there)
    #[arg(long, value_name = "FILE.xml")]
    pub mjcf: Option<PathBuf>,
    /// Print one JSON object instead of the table
    #[arg(long)]
    pub json: bool,
    /// No progress, no warnings
    #[arg(long)]
    pub quiet: bool,
}

#[derive(Group)]
pub struct InverseArgs {
    /// Recording (drystone run SCENE --record FILE)
    pub recording: PathBuf,
    /// Write a row per step to this file: force (N) and torque (N m, about the centre of mass) on every
    /// body without joints, world axes, and the effort (N m or N) of every joint
    #[arg(long, value_name = "FILE.csv")]
    pub csv: Option<PathBuf>,
    /// Draw the same over time in this file
    #[arg(long, value_name = "FILE.svg")]
    pub chart: Option<PathBuf>,
    /// Print one JSON object instead of the table
    #[arg(long)]
    pub json: bool,
}

#[derive(Group)]
pub struct PlotArgs {
    /// Recording (drystone run SCENE --record FILE)
    pub recording: PathBuf,
    /// Folder for energy.svg, momentum.svg, penetration.svg, iterations.svg and impulses.svg; it is
    /// made when there is none
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Also draw states.svg with these numbers: BODY.position.x, BODY.quat_wxyz.w, BODY.velocity.x,
    /// BODY.angular_velocity.x (of the centre of mass), BODY.effort.x of driven bodies, JOINT.position, JOINT.velocity,
    /// JOINT.effort of motors
    #[arg(long, value_name = "NAME,..", value_delimiter = ',')]
    pub what: Vec<String>,
    /// Print one JSON object with the files and the key figures
    #[arg(long)]
    pub json: bool,
}

#[derive(Group)]
pub struct VerifyArgs {
    /// Recording (drystone run SCENE --record FILE, drystone view SCENE --record FILE)
    pub recording: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// No progress
    #[arg(long)]
    pub quiet: bool,
}

#[derive(Group)]
pub struct CheckArgs {
    /// Scene files (TOML) or robots (URDF or MJCF); - reads a scene from stdin
    #[arg(required = true, value_name = "SCENE")]
    pub scenes: Vec<String>,
    /// Print the scene with every default filled in
    #[arg(long)]
    pub print_config: bool,
    #[command(flatten)]
    pub robots: Robots,
}

#[derive(Group)]
pub struct ConvertArgs {
    /// A robot (.urdf, .xml), or a scene (.toml)
    pub scene: String,
    /// Write to this file instead of stdout: a scene, whose meshes are named relative to it, or a model for MuJoCo (.xml)
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub robots: Robots,
}

#[derive(Group)]
#[command(group(ArgGroup::new("formats").required(true).multiple(true).args(["glb", "csv"])))]
pub struct ExportArgs {
    /// Recording (drystone run SCENE --record FILE)
    pub recording: PathBuf,
    /// Write an animated scene to this file: binary glTF, for Blender and viewers on the web
    #[arg(long, value_name = "FILE")]
    pub glb: Option<PathBuf>,
    /// Write one row per body and frame to this file; - writes them to stdout
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Keep every Nth frame, and the last
    #[arg(long, value_name = "N", default_value = "1")]
    pub every: NonZeroUsize,
    /// No progress, no notes
    #[arg(long)]
    pub quiet: bool,
}
