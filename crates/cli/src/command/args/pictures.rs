//! The arguments of `drystone view`, and of pictures in general.

use super::Robots;
use super::number::{positive, size, triple};
use clap::{Args as Group, ValueEnum};
use drystone::Error;
use drystone::world::ContactModel;
use std::path::PathBuf;

#[derive(Group)]
pub struct ViewArgs {
    /// Recording (drystone run SCENE --record FILE), a scene (.toml) or a robot (.urdf, .xml)
    pub what: PathBuf,
    /// Write every step of a scene to this file, with what is done by hand in the window (drystone verify repeats it)
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Contact model instead of the scene's, as of drystone run
    #[arg(long, value_name = "M")]
    pub contact_model: Option<ContactModel>,
    #[command(flatten)]
    pub pictures: Pictures,
    #[command(flatten)]
    pub robots: Robots,
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
    /// The body that stays in the middle of the pictures
    #[arg(long, value_name = "BODY", conflicts_with = "target")]
    pub follow: Option<String>,
    /// How the eye moves: orbit goes once around the middle, from the start to the end
    #[arg(long, value_name = "HOW", default_value = "fixed")]
    pub camera: CameraMove,
    /// Marks to draw besides the bodies; contacts and joints by default, in a window also the panel and the motors
    #[arg(long, value_name = "WHAT,..", value_delimiter = ',')]
    pub show: Vec<Show>,
}

/// How the eye moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CameraMove {
    /// It stays where it is, or beside the body that it follows
    Fixed,
    /// It goes around what is in the middle
    Orbit,
}

/// A `Show` is a thing that is drawn besides the bodies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Show {
    /// Contact points, normal and friction forces
    Contacts,
    /// Axes and limits of joints
    Joints,
    /// Paths of the centres of mass
    Trails,
    /// Time, iterations, penetration, energy
    Panel,
    /// Sliders of the motors of joints
    Motors,
    /// Collision shapes in the place of visuals
    Collisions,
    /// Bodies that one sees through
    Clear,
    /// Names of bodies
    Names,
    /// Axes of the world in a corner
    Triad,
    /// The meaning of the colours
    Legend,
    /// Values of contact forces, and their scale
    Forces,
    /// Efforts that motors of joints exert
    Efforts,
    /// All contacts, the most loaded first
    List,
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
            (self.follow.is_some(), "--follow", self.wanted() || window),
            (
                self.camera != CameraMove::Fixed,
                "--camera",
                self.wanted() || window,
            ),
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
