//! Reads a recording back, frame by frame or whole, however the run ended.

use super::seal::Seal;
use super::{FORMAT_VERSION, Frame, Header, OLDEST_FORMAT};
use crate::error::{Error, Place, Result};
use crate::math::Vec3;
use serde::Deserialize;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

/// Longest line that is read, bytes: a frame of 10,000 bodies with 10 contacts each has 40 MB.
const MAX_LINE: u64 = 1 << 28;

/// Largest difference from 1 of the norm of a quaternion.
const UNIT: f64 = 1e-6;

/// A recording in memory.
#[derive(Debug, Clone, PartialEq)]
pub struct Recording {
    /// The header: what was simulated.
    pub header: Header,
    /// The frames, in order.
    pub frames: Vec<Frame>,
    /// The last line was cut off (a killed run) and is not among the frames.
    pub truncated: bool,
}

impl Recording {
    /// Reads the whole recording at `path`.
    ///
    /// # Errors
    /// As those of [`Recording::open`] and [`Frames`].
    pub fn read(path: impl AsRef<Path>) -> Result<Self> {
        let (header, mut frames) = Self::open(path)?;
        let read = frames.by_ref().collect::<Result<_>>()?;
        Ok(Self {
            header,
            frames: read,
            truncated: frames.truncated(),
        })
    }

    /// Reads the header of the recording at `path`; the frames are read as they are asked for.
    ///
    /// # Errors
    /// With the line: not a recording, another format version.
    pub fn open(path: impl AsRef<Path>) -> Result<(Header, Frames)> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let file = File::open(path).map_err(|e| unreadable(&name, &e))?;
        Self::from_reader(BufReader::new(file), &name)
    }

    /// Reads the header of a recording from any stream; `name` is for messages.
    ///
    /// # Errors
    /// As those of [`Recording::open`].
    pub fn from_reader<R: BufRead>(mut reader: R, name: &str) -> Result<(Header, Frames<R>)> {
        let mut line = Line {
            name: name.into(),
            number: 0,
            text: String::new(),
        };
        line.advance(&mut reader)?;
        let header = header(&line)?;
        let mut seal = Seal::default();
        seal.take_in(line.text.as_bytes());
        let checked = Checked {
            parts: vec![usize::MAX; header.bodies.len()],
            motors: usize::MAX,
            seal: (header.format > OLDEST_FORMAT).then_some(seal),
            line,
            last: None,
            truncated: false,
        };
        let frames = Frames {
            reader,
            checked,
            done: false,
        };
        Ok((header, frames))
    }
}

/// The frames of a recording, one at a time. An error (a damaged line that is not the last, a frame
/// of another number of bodies, a contact of a body that is not there, a wrong hash) ends them.
#[derive(Debug)]
pub struct Frames<R: BufRead = BufReader<File>> {
    reader: R,
    checked: Checked,
    done: bool,
}

impl<R: BufRead> Frames<R> {
    /// The last line was cut off (a killed run); known after the last frame.
    pub fn truncated(&self) -> bool {
        self.checked.truncated
    }

    /// Returns what the recording of a run of `steps` steps lacks at its end; known after the last frame. A run that was killed or
    /// stopped by hand ends early, as does a file that lost its last lines.
    pub fn missing(&self, steps: usize) -> Option<String> {
        let done = self.checked.last.map_or(0, |(step, _)| step);
        match self.checked.truncated {
            true => Some("the last line is cut off".into()),
            false if done < steps as u64 => Some(format!(
                "it ends after {done} of {steps} steps (a run that was stopped, or lines that are gone)"
            )),
            false => None,
        }
    }

    /// The same frames; contacts of parts beyond those of the scene are damage, too.
    pub fn with_parts(mut self, parts: Vec<usize>) -> Self {
        self.checked.parts = parts;
        self
    }

    /// Takes commands of motors that the scene does not have for damage, too.
    pub fn with_motors(mut self, motors: usize) -> Self {
        self.checked.motors = motors;
        self
    }

    /// The recording has hashes that name damage (all formats but the oldest).
    pub fn sealed(&self) -> bool {
        self.checked.seal.is_some()
    }
}

/// Frames of any stream, each checked against those before it and against the scene. The type of the stream is left out, so that
/// this is compiled in the library, once.
#[derive(Debug)]
struct Checked {
    /// How many parts every body has.
    parts: Vec<usize>,
    /// How many motors there are.
    motors: usize,
    /// The hash of all lines so far; absent in a recording without hashes.
    seal: Option<Seal>,
    line: Line,
    /// Step and time (s) of the last frame.
    last: Option<(u64, f64)>,
    truncated: bool,
}

impl Checked {
    /// Reads the next frame; `None` after the last one.
    fn read(&mut self, reader: &mut dyn BufRead) -> Result<Option<Frame>> {
        let Some(whole) = self.line.advance(reader)? else {
            return Ok(None);
        };
        match serde_json::from_str::<Frame>(&self.line.text) {
            Ok(frame) => match self.fault(&frame).or_else(|| self.break_of_seal()) {
                None => {
                    self.last = Some((frame.step, frame.time));
                    Ok(Some(frame))
                }
                Some(why) => Err(self.line.damaged(1, &why)),
            },
            Err(_) if !whole => {
                self.truncated = true;
                Ok(None)
            }
            Err(e) => Err(self.line.damaged(e.column(), &e.to_string())),
        }
    }

    fn break_of_seal(&mut self) -> Option<String> {
        self.seal.as_mut()?.check(&self.line.text)
    }

    fn fault(&self, frame: &Frame) -> Option<String> {
        let (found, want) = (frame.bodies.len(), self.parts.len());
        if found != want {
            return Some(format!("frame of {found} bodies in a recording of {want}"));
        }
        for (i, numbers) in frame.bodies.iter().enumerate() {
            let norm = numbers[3..7].iter().map(|q| q * q).sum::<f64>().sqrt();
            if (norm - 1.0).abs() > UNIT {
                return Some(format!("quaternion of body {i} has norm {norm}, not 1"));
            }
        }
        if self.last.is_some_and(|(_, last)| frame.time <= last) {
            let why = format!(
                "time {} s is not after that of the frame before",
                frame.time
            );
            return Some(why);
        }
        for contact in &frame.contacts {
            let norm = Vec3::from(contact.normal).norm();
            if (norm - 1.0).abs() > UNIT {
                return Some(format!("a contact normal has length {norm}, not 1"));
            }
        }
        if let Some(why) = frame.by_hand.fault(self.parts.len(), self.motors) {
            return Some(format!("{why}, by hand"));
        }
        let mut touched = frame.contacts.iter().flat_map(|c| [c.first, c.second]);
        let there = |[body, part]: [usize; 2]| self.parts.get(body).is_some_and(|&n| part < n);
        let [body, part] = touched.find(|&id| !there(id))?;
        let why = "that the scene of the recording does not have";
        Some(format!("contact of body {body}, part {part}, {why}"))
    }
}

impl<R: BufRead> Iterator for Frames<R> {
    type Item = Result<Frame>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let read = self.checked.read(&mut self.reader);
        self.done = !matches!(read, Ok(Some(_)));
        read.transpose()
    }
}

/// A line of a file.
#[derive(Debug)]
struct Line {
    name: String,
    number: usize,
    text: String,
}

impl Line {
    /// Reads the next line; whether it has an end, `None` after the last.
    fn advance(&mut self, reader: &mut dyn BufRead) -> Result<Option<bool>> {
        let mut bytes = Vec::new();
        let mut limited = reader.take(MAX_LINE);
        let read = limited.read_until(b'\n', &mut bytes);
        read.map_err(|e| unreadable(&self.name, &e))?;
        self.number += 1;
        self.text = String::from_utf8_lossy(&bytes).trim_end().to_string();
        if bytes.len() as u64 == MAX_LINE {
            let why = format!("the line is longer than {MAX_LINE} bytes");
            return Err(self.damaged(1, &why));
        }
        Ok((!bytes.is_empty()).then(|| bytes.ends_with(b"\n")))
    }

    fn damaged(&self, column: usize, why: &str) -> Error {
        let fix = "record the run again; only a last line that is cut off can be skipped";
        let mut error = Error::file("recording", why, fix);
        error.place = Some(Box::new(Place {
            file: self.name.clone(),
            line: self.number,
            column: column.max(1),
            text: self.text.clone(),
        }));
        error
    }
}

/// The fields that a header has in every format.
#[derive(Deserialize)]
struct Kind {
    recording: String,
    format: u32,
}

fn header(line: &Line) -> Result<Header> {
    if line.text.is_empty() {
        let why = "the file is empty: a run writes its header at once";
        let fix = "record the run again (drystone run SCENE --record FILE)";
        return Err(Error::file(&line.name, why, fix));
    }
    let no_header = |e: serde_json::Error| line.damaged(e.column(), &format!("not a header: {e}"));
    let kind: Kind = serde_json::from_str(&line.text).map_err(no_header)?;
    if kind.recording != "drystone" {
        let why = format!("a recording of \"{}\", not of drystone", kind.recording);
        return Err(line.damaged(1, &why));
    }
    if !(OLDEST_FORMAT..=FORMAT_VERSION).contains(&kind.format) {
        let found = kind.format;
        let why = format!(
            "format {found}; this version of drystone reads formats {OLDEST_FORMAT} to {FORMAT_VERSION}"
        );
        let fix = "read it with the version that wrote it, or record the run again with this one";
        return Err(Error {
            fix: fix.into(),
            ..line.damaged(1, &why)
        });
    }
    serde_json::from_str(&line.text).map_err(no_header)
}

fn unreadable(name: &str, error: &std::io::Error) -> Error {
    let fix = "name a recording (drystone run SCENE --record FILE)";
    Error::file(name, format!("cannot read: {error}"), fix)
}
