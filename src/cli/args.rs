//! The arguments of every command.

use clap::{ArgGroup, Args as Group, Parser, Subcommand, ValueEnum};
use drystone::Error;
use drystone::study::Perturbation;
use drystone::world::ContactModel;
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
    /// Check scenes without simulating them
    #[command(after_help = EXITS)]
    Check(CheckArgs),
    /// Print the derivative of one step of a scene: A, B and parameter columns
    #[command(after_help = EXITS)]
    Gradient(GradientArgs),
    /// Draw charts of a recording: energy, momentum, penetration, iterations, contact forces
    #[command(after_help = EXITS)]
    Plot(PlotArgs),
    /// Write a recording for other programs: animated glTF, CSV
    #[command(after_help = EXITS)]
    Export(ExportArgs),
    /// Find commands of actuated bodies that push an object to the goals of a scene's [plan]
    #[command(after_help = EXITS)]
    Plan(PlanArgs),
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
    /// A shaken bin for very many steps and random scenes: unsolved steps, memory, hashes
    #[command(after_help = EXITS)]
    Soak(StudyArgs),
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
    #[arg(long, value_name = "T")]
    pub threads: Option<NonZeroUsize>,
}

#[derive(Group)]
pub struct RunArgs {
    /// Scene file (TOML); - reads it from stdin
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
    /// Contact model instead of the scene's: single_level, bilevel, bilevel_soft or bilevel_as_published
    #[arg(long, value_name = "M")]
    pub contact_model: Option<ContactModel>,
    /// Threads: of a run, for groups of bodies that do not touch each other (1 by default); of a
    /// batch, for its members (all cores by default). The results do not depend on it
    #[arg(long, value_name = "T")]
    pub threads: Option<NonZeroUsize>,
    /// Write every step to this file (lines of JSON, readable however the run ends)
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
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

#[derive(Group)]
pub struct ViewArgs {
    /// Recording (drystone run SCENE --record FILE), or a scene (.toml)
    pub what: PathBuf,
    #[command(flatten)]
    pub pictures: Pictures,
}

/// Pictures to take (feature viewer); none opens a window instead.
#[derive(Group, Clone)]
#[group(multiple = true)]
pub struct Pictures {
    /// Save one picture; needs no display and no GPU
    #[arg(long, value_name = "FILE.png")]
    pub screenshot: Option<PathBuf>,
    /// Time of the screenshot, s; the end by default
    #[arg(
        long,
        value_name = "T",
        requires = "screenshot",
        allow_negative_numbers = true
    )]
    pub at: Option<f64>,
    /// Save an animation
    #[arg(long, value_name = "FILE.gif")]
    pub gif: Option<PathBuf>,
    /// Save the pictures of an animation as DIR/frame_00000.png, ...
    #[arg(long, value_name = "DIR")]
    pub frames: Option<PathBuf>,
    /// Pictures per second of an animation, 25 by default; a GIF counts in hundredths of a second
    #[arg(long, value_name = "F", value_parser = positive)]
    pub fps: Option<f64>,
    /// Simulated seconds per second of an animation or a window, 1 by default
    #[arg(long, value_name = "X", value_parser = positive)]
    pub speed: Option<f64>,
    /// Width and height, pixels; 960x600 by default, of a window 1280x800
    #[arg(long, value_name = "WxH", value_parser = size)]
    pub size: Option<[u32; 2]>,
    /// Where the eye is, m; by default in front (-y), to the right and above, far enough to see all
    #[arg(long, value_name = "X,Y,Z", value_parser = triple, allow_hyphen_values = true)]
    pub eye: Option<[f64; 3]>,
    /// The point in the middle, m
    #[arg(long, value_name = "X,Y,Z", value_parser = triple, allow_hyphen_values = true)]
    pub target: Option<[f64; 3]>,
    /// What is drawn besides the bodies; contacts by default, in a window also the panel
    #[arg(long, value_name = "WHAT,..", value_delimiter = ',')]
    pub show: Vec<Show>,
}

/// What can be drawn besides the bodies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Show {
    /// Contact points, normal and friction forces
    Contacts,
    /// Paths of the centres of mass
    Trails,
    /// Time, iterations, penetration, energy
    Panel,
    /// Bodies that one sees through
    Clear,
    /// Only the bodies
    Nothing,
}

impl Pictures {
    /// Whether any is wanted.
    pub fn wanted(&self) -> bool {
        self.screenshot.is_some() || self.animated()
    }

    /// Whether an animation is wanted.
    pub fn animated(&self) -> bool {
        self.gif.is_some() || self.frames.is_some()
    }

    /// Refuses what would mean nothing; `window` says that one is opened unless pictures are wanted.
    pub fn check(&self, window: bool) -> Result<(), Error> {
        let given = [
            (self.fps.is_some(), "--fps", self.animated()),
            (self.speed.is_some(), "--speed", self.animated() || window),
            (self.size.is_some(), "--size", self.wanted() || window),
            (self.eye.is_some(), "--eye", self.wanted() || window),
            (self.target.is_some(), "--target", self.wanted() || window),
            (!self.show.is_empty(), "--show", self.wanted() || window),
        ];
        if let Some((_, name, _)) = given.iter().find(|(given, _, meant)| *given && !meant) {
            let why = format!("{name} means nothing without a picture that it is about");
            let fix = "add --screenshot, --gif or --frames (or, of a run, --view)";
            return Err(Error::usage(why, fix));
        }
        if self.show.len() > 1 && self.show.contains(&Show::Nothing) {
            let why = "--show nothing and something";
            return Err(Error::usage(why, "leave one of them out"));
        }
        Ok(())
    }
}

#[derive(Group)]
pub struct GradientArgs {
    /// Scene file (TOML); - reads it from stdin
    pub scene: String,
    /// Relaxations of the derivative, >= 1e-9, e.g. 1e-6,3e-3; the scene's by default
    #[arg(
        long,
        value_name = "R,..",
        value_delimiter = ',',
        allow_negative_numbers = true
    )]
    pub rho: Vec<f64>,
    /// Which step, counted from 0; those before are simulated
    #[arg(long, value_name = "K", default_value_t = 0)]
    pub at_step: usize,
    /// Parameters by name, or all, or none
    #[arg(long, value_name = "NAME,..", value_delimiter = ',')]
    pub parameters: Vec<String>,
    /// Compare with central differences of the step at the same rho (16 to 22 steps per column)
    #[arg(long)]
    pub check: bool,
    /// Largest relative error that --check accepts, of A, of B and of the parameters
    #[arg(long, value_name = "E", default_value_t = 1e-4, value_parser = positive)]
    pub tolerance: f64,
    /// Print one JSON object instead of the tables
    #[arg(long)]
    pub json: bool,
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
pub struct PlotArgs {
    /// Recording (drystone run SCENE --record FILE)
    pub recording: PathBuf,
    /// Folder for energy.svg, momentum.svg, penetration.svg, iterations.svg and impulses.svg; it is
    /// made when there is none
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Print one JSON object with the files and the key figures
    #[arg(long)]
    pub json: bool,
}

#[derive(Group)]
pub struct CheckArgs {
    /// Scene files (TOML); - reads one from stdin
    #[arg(required = true, value_name = "SCENE")]
    pub scenes: Vec<String>,
    /// Print the scene with every default filled in
    #[arg(long)]
    pub print_config: bool,
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

fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() && number > 0.0 => Ok(number),
        Ok(number) => Err(format!("must be a finite number > 0, got {number}")),
        Err(_) => Err("must be a number, e.g. 0.01".to_string()),
    }
}

fn count(text: &str) -> Result<usize, String> {
    match text.parse::<usize>() {
        Ok(number) if number > 0 => Ok(number),
        _ => Err("must be a whole number > 0, e.g. 100".to_string()),
    }
}

fn size(text: &str) -> Result<[u32; 2], String> {
    let sides = text.split_once('x').map(|(w, h)| [w.parse(), h.parse()]);
    match sides {
        Some([Ok(width), Ok(height)]) => Ok([width, height]),
        _ => Err("must be WIDTHxHEIGHT in pixels, e.g. 960x600".to_string()),
    }
}

fn triple(text: &str) -> Result<[f64; 3], String> {
    let numbers: Result<Vec<f64>, _> = text.split(',').map(|x| x.trim().parse()).collect();
    match numbers.as_deref() {
        Ok(&[x, y, z]) if [x, y, z].iter().all(|x| x.is_finite()) => Ok([x, y, z]),
        _ => Err("must be three numbers, e.g. 0.5,-2,1".to_string()),
    }
}
