//! Writing without panics: a closed stdout ends the command quietly, a closed stderr is ignored.

use super::Stop;
use drystone::Error;
use drystone::scene::Scene;
use std::io::{ErrorKind, Write};
use std::path::Path;

/// A block of text with a line end, to stdout.
pub fn line(text: &str) -> Result<(), Stop> {
    let mut out = std::io::stdout().lock();
    let written = out
        .write_all(text.as_bytes())
        .and_then(|()| out.write_all(b"\n"))
        .and_then(|()| out.flush());
    written.map_err(|e| match e.kind() {
        ErrorKind::BrokenPipe => Stop::Closed,
        _ => Error::file("stdout", format!("cannot write: {e}"), "make room for it").into(),
    })
}

/// A line to stderr.
pub fn note(text: &str) {
    let mut err = std::io::stderr().lock();
    // nothing is left to tell anybody when this fails
    let _ = writeln!(err, "{text}");
}

/// Warnings of a scene to stderr.
pub fn warnings(scene: &Scene) {
    for warning in &scene.warnings {
        note(&format!("warning: {warning}"));
    }
}

/// Says of the recording `name` that it is of a format without hashes.
pub fn note_unsealed(name: &str) {
    note(&format!(
        "note: {name} is of an earlier format, without hashes: frames that were changed or removed stay \
         unseen"
    ));
}

/// Says what the recording `name` lacks at its end, after so many whole frames.
pub fn note_missing(name: &str, missing: Option<&str>, frames: usize) {
    if let Some(missing) = missing {
        note(&format!("note: {name}: {missing}: {frames} whole frames"));
    }
}

/// An error to stderr; one with a place begins with it, so that editors can jump there.
pub fn mistake(error: &Error) {
    match error.place {
        Some(_) => note(&error.to_string()),
        None => note(&format!("error: {error}")),
    }
}

/// Refuses a file where `--out` wants a folder.
pub fn refuse_file(out: &Path) -> Result<(), Error> {
    if !out.is_file() {
        return Ok(());
    }
    let why = format!("--out {} is a file, not a folder", out.display());
    let fix = "give a folder; it is made when there is none";
    Err(Error::usage(why, fix))
}

/// Writes a file of text.
pub fn write(path: &Path, text: &str) -> Result<(), Error> {
    std::fs::write(path, text).map_err(|e| {
        let why = format!("cannot write: {e}");
        Error::file(path.display().to_string(), why, "check the folder")
    })
}

/// Makes a folder where there is none.
pub fn make_folder(folder: &Path) -> Result<(), Error> {
    std::fs::create_dir_all(folder).map_err(|e| {
        let why = format!("cannot make the folder: {e}");
        Error::file(folder.display().to_string(), why, "name another folder")
    })
}
