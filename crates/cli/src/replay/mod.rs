//! A recording made whole again: the model that was simulated, what its bodies look like, and
//! figures of every frame.
//!
//! Not here: windows, other file formats, the command line.

mod extent;
mod figures;
mod joints;
mod look;
mod repeat;
mod shading;
mod visuals;

pub use extent::Extent;
pub use figures::Figures;
pub use joints::{JointColumn, columns, describe_joints, joint_columns};
pub use look::{Look, looks};
pub use repeat::{Difference, Repeated, repeat};
pub use visuals::{Painted, Visuals};

use drystone::error::{Error, Result};
use drystone::recording::{Frames, Header, Recording};
use drystone::scene::Scene;
use drystone::world::Input;
use std::path::Path;

/// The header and the scene that the frames of a recording are about.
#[derive(Debug, Clone)]
pub struct Replay {
    /// First line of the recording.
    pub header: Header,
    /// The scene, with its model.
    pub scene: Scene,
}

impl Replay {
    /// Opens the recording at `path`; the frames are read as they are asked for, and there is at
    /// least one.
    ///
    /// # Errors
    /// As those of [`Recording::open`]; a scene that cannot be built (a mesh file that is gone, a
    /// header that was edited); no frame, or a damaged first one; a scene instead of a recording.
    pub fn open(path: impl AsRef<Path>) -> Result<(Self, Frames)> {
        let path = path.as_ref();
        let name = path.display().to_string();
        if std::fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
            let why = "is no file on a disk: a recording is read twice";
            return Err(Error::file(name, why, "save it as a file first"));
        }
        let (header, mut first) = Recording::open(path).map_err(|e| slip(path, e))?;
        let scene = Scene::parse(&header.scene, &format!("scene of {name}"))?;
        let names = scene.model.bodies.iter().map(|body| &body.name);
        if !names.eq(&header.bodies) {
            let why = "the bodies of its scene are not those of its header";
            let fix = "record the run again; a header must not be edited";
            return Err(Error::file(name, why, fix));
        }
        if first.next().transpose()?.is_none() {
            let why = "a recording without a frame: its run was stopped at its beginning";
            return Err(Error::file(name, why, "record the run again"));
        }
        let bodies = scene.model.bodies.iter();
        let (_, frames) = Recording::open(path)?;
        let frames = frames.with_parts(bodies.map(|body| body.parts.len()).collect());
        let motors = Input::hold(&scene.model, &scene.initial).motors.len();
        let frames = frames.with_motors(motors);
        Ok((Self { header, scene }, frames))
    }
}

/// What is wrong with the file at `path`, of which `error` says that it is no recording: scenes are
/// taken for recordings easily.
fn slip(path: &Path, error: Error) -> Error {
    let toml = path.extension().is_some_and(|ending| ending == "toml");
    if !toml || error.place.is_none() {
        return error;
    }
    let name = path.display();
    let fix = format!("run it first (drystone run {name} --record FILE), then name FILE");
    Error::file(name.to_string(), "this is a scene, not a recording", fix)
}
