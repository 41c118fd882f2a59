//! Writes a recording, one whole line at a time.

use super::seal::Seal;
use super::{Frame, Header};
use crate::error::{Error, Result};
use serde::Serialize;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// An open recording.
#[derive(Debug)]
pub struct Recorder {
    path: PathBuf,
    file: File,
    line: Vec<u8>,
    seal: Seal,
}

impl Recorder {
    /// Creates the file at `path` (replacing what was there) and writes the header.
    pub fn open(path: impl Into<PathBuf>, header: &Header) -> Result<Self> {
        let path = path.into();
        let file = File::create(&path).map_err(|e| failed(&path, &e))?;
        let mut recorder = Self {
            path,
            file,
            line: Vec::new(),
            seal: Seal::default(),
        };
        recorder.compose(header);
        recorder.seal.take_in(&recorder.line);
        recorder.write()?;
        Ok(recorder)
    }

    /// Appends a frame; it is with the operating system when this returns.
    pub fn append(&mut self, frame: &Frame) -> Result<()> {
        self.compose(frame);
        self.seal.close(&mut self.line);
        self.write()
    }

    fn compose(&mut self, line: &impl Serialize) {
        self.line.clear();
        serde_json::to_writer(&mut self.line, line).expect("numbers, text and lists only");
    }

    fn write(&mut self) -> Result<()> {
        self.line.push(b'\n');
        let written = self.file.write_all(&self.line);
        written.map_err(|e| failed(&self.path, &e))
    }
}

fn failed(path: &Path, error: &std::io::Error) -> Error {
    Error::file(
        path.display().to_string(),
        format!("cannot write the recording: {error}"),
        "check the folder and the space left on the disk",
    )
}
