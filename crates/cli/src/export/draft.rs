//! A file that appears whole or not at all.

use drystone::error::{Error, Result};
use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file while it is written: under another name beside its place (`FILE.PID.part`), which is
/// removed when the draft is dropped and moved to its place by [`Draft::finish`].
#[derive(Debug)]
pub struct Draft {
    file: File,
    target: PathBuf,
    /// Absent for what is not a file on a disk (`/dev/null`), which is written at once.
    part: Option<PathBuf>,
}

impl Draft {
    /// Begins the file that will be at `path`, replacing what is there.
    ///
    /// # Errors
    /// The folder does not take it; `path` is a folder.
    pub fn create(path: &Path) -> Result<Self> {
        // a link stays, the file that it leads to is replaced
        let target = path.canonicalize().unwrap_or(path.to_path_buf());
        let device = fs::metadata(&target).is_ok_and(|found| !found.is_file());
        let part = (!device).then(|| beside(&target));
        let opened = match &part {
            Some(part) => File::options().write(true).create_new(true).open(part),
            None => File::options().write(true).open(&target),
        };
        let file = opened.map_err(|e| failed(path, &e))?;
        Ok(Self { file, target, part })
    }

    /// Moves the file to its place; its length, bytes.
    ///
    /// # Errors
    /// Something that cannot be replaced is there by now.
    pub fn finish(mut self) -> Result<u64> {
        let length = self.file.metadata().map_or(0, |found| found.len());
        if let Some(part) = &self.part {
            fs::rename(part, &self.target).map_err(|e| failed(&self.target, &e))?;
            self.part = None;
        }
        Ok(length)
    }

    /// Returns the error that is reported when writing fails.
    pub fn failed(&self, error: &io::Error) -> Error {
        failed(&self.target, error)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if let Some(part) = &self.part {
            // a leftover does no harm
            let _ = fs::remove_file(part);
        }
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Seek for Draft {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

fn beside(target: &Path) -> PathBuf {
    let mut name = target.as_os_str().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    name.into()
}

fn failed(path: &Path, error: &io::Error) -> Error {
    let why = format!("cannot write: {error}");
    let fix = "check the folder and the space left on the disk";
    Error::file(path.display().to_string(), why, fix)
}
