//! The text of a file or a stream, within the limits of scenes.

use super::aliases;
use super::limits;
use super::source::Source;
use crate::error::{Error, Result};
use std::io::Read;
use std::path::Path;

/// Reads the file at `path`; `fix` is the remedy where there is none.
pub(super) fn load(path: &Path, fix: &str) -> Result<Source> {
    let name = path.display().to_string();
    let unreadable = |e: std::io::Error| Error::file(&name, format!("cannot read: {e}"), fix);
    let file = std::fs::File::open(path).map_err(unreadable)?;
    if let Some(fix) = aliases::foreign(&name) {
        return Err(Error::file(&name, "is no scene and no robot", fix));
    }
    let about = file.metadata().map_err(unreadable)?;
    if about.is_dir() {
        return Err(Error::file(&name, "is a folder, not a file", fix));
    }
    limits::check_size(about.len()).map_err(|e| e.within(&name))?;
    read(file, &name)
}

/// Reads a stream; `name` is for messages.
pub(super) fn read(stream: impl Read, name: &str) -> Result<Source> {
    let mut bytes = Vec::new();
    let mut stream = stream.take(limits::MAX_FILE_BYTES + 1);
    stream
        .read_to_end(&mut bytes)
        .map_err(|e| Error::file(name, format!("cannot read: {e}"), "check the file"))?;
    limits::check_size(bytes.len() as u64).map_err(|e| e.within(name))?;
    let text = String::from_utf8(bytes).map_err(|e| {
        let at = e.utf8_error().valid_up_to();
        let why = format!("byte {at} is not UTF-8 text");
        let valid = String::from_utf8_lossy(&e.as_bytes()[..at]).into_owned();
        let error = Error::file("file", why, "save it as UTF-8 text");
        Source::new(name, valid).at(error, at)
    })?;
    Ok(Source::new(name, text))
}
