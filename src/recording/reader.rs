//! Reads a recording back, however the run ended.

use super::{FORMAT_VERSION, Frame, Header};
use crate::error::{Error, Place, Result};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// A recording in memory.
#[derive(Debug, Clone, PartialEq)]
pub struct Recording {
    /// What was simulated.
    pub header: Header,
    /// The frames, in order.
    pub frames: Vec<Frame>,
    /// The last line was cut off (a killed run) and is not among the frames.
    pub truncated: bool,
}

impl Recording {
    /// Reads the recording at `path`.
    ///
    /// # Errors
    /// With the line: not a recording, another format version, a damaged line that is not the last,
    /// a frame of another number of bodies.
    pub fn read(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let unreadable =
            |e: std::io::Error| Error::file(&name, format!("cannot read: {e}"), "name a recording");
        let mut lines = BufReader::new(File::open(path).map_err(unreadable)?);
        let mut next = || -> Result<Option<(String, bool)>> {
            let mut bytes = Vec::new();
            lines.read_until(b'\n', &mut bytes).map_err(unreadable)?;
            let whole = bytes.ends_with(b"\n");
            let text = String::from_utf8_lossy(&bytes).trim_end().to_string();
            Ok((!bytes.is_empty()).then_some((text, whole)))
        };
        let (first, _) = next()?.unwrap_or_default();
        let header = header(&name, &first)?;
        let mut out = Self {
            header,
            frames: Vec::new(),
            truncated: false,
        };
        let mut number = 1;
        while let Some((line, whole)) = next()? {
            number += 1;
            match serde_json::from_str::<Frame>(&line) {
                Ok(frame) if frame.bodies.len() == out.header.bodies.len() => {
                    out.frames.push(frame);
                }
                Ok(frame) => {
                    let (found, want) = (frame.bodies.len(), out.header.bodies.len());
                    let why = format!("frame of {found} bodies in a recording of {want}");
                    return Err(damaged(&name, number, &line, 1, &why));
                }
                Err(_) if !whole => out.truncated = true,
                Err(e) => return Err(damaged(&name, number, &line, e.column(), &e.to_string())),
            }
        }
        Ok(out)
    }
}

fn header(name: &str, line: &str) -> Result<Header> {
    let header: Header = serde_json::from_str(line)
        .map_err(|e| damaged(name, 1, line, e.column(), &format!("no header: {e}")))?;
    if header.format != FORMAT_VERSION {
        let (found, known) = (header.format, FORMAT_VERSION);
        let why = format!("format {found}; this version of drystone reads format {known}");
        return Err(damaged(name, 1, line, 1, &why));
    }
    Ok(header)
}

fn damaged(name: &str, number: usize, line: &str, column: usize, why: &str) -> Error {
    let fix = "record the run again; only a last line that is cut off can be skipped";
    let mut error = Error::file("recording", why, fix);
    error.place = Some(Box::new(Place {
        file: name.to_string(),
        line: number,
        column: column.max(1),
        text: line.to_string(),
    }));
    error
}
