//! `drystone view` and pictures in a build without the feature `viewer`.

use super::args::{Pictures, ViewArgs};
use super::{Exit, Stop};
use drystone::Error;
use drystone::recording::Frame;
use drystone::scene::Scene;
use std::path::Path;

/// Cannot look at anything.
pub fn view(_: &ViewArgs) -> Result<Exit, Stop> {
    Err(missing().into())
}

/// Cannot open a window.
pub fn watch(_: &str, _: Scene, _: Option<&Path>, _: &Pictures) -> Result<Exit, Stop> {
    Err(missing().into())
}

/// No pictures are wanted, or that is a mistake.
pub fn prepare(pictures: &Pictures) -> Result<Option<Nothing>, Stop> {
    if pictures.wanted() {
        return Err(missing().into());
    }
    Ok(None)
}

/// Pictures that cannot be.
pub enum Nothing {}

impl Nothing {
    /// Never happens.
    pub fn take(self, _: Scene, _: Vec<Frame>) -> Result<(), Stop> {
        match self {}
    }
}

fn missing() -> Error {
    let why = "this drystone was built without the feature viewer";
    let fix = "build it with pictures: cargo run --release --features viewer -- view ...";
    Error::usage(why, fix)
}
