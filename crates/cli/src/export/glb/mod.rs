//! An animated scene as binary glTF, written while the frames are read.
//!
//! glTF wants the positions of one body at all times in one piece and the frames come body by body,
//! so frames are gathered into blocks and every body's share of a block is written to its own place
//! in the file.

mod document;
mod layout;
mod meshes;

use super::{Draft, Survey};
use crate::replay::{Replay, Visuals};
use document::{Document, xyzw};
use drystone::error::{Error, Result};
use drystone::recording::Frame;
use layout::single;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

/// Bytes gathered before they are written.
const BLOCK: usize = 2 << 20;
/// Largest file: lengths in a GLB are 32 bit numbers.
const LARGEST: u64 = u32::MAX as u64;

/// A binary glTF file while it is written. In it are
///
/// - one node that turns Z up to glTF's Y up, below it one per body at its centre of mass, called
///   like the body, with a mesh made from its visuals, or else from its shape (m);
/// - one animation "run" that moves the bodies that are not fixed, linear between frames. Its time
///   (s) begins at 0 with the first frame of the recording.
///
/// glTF knows 32 bit numbers only: poses agree with the recording to 1e-7 of the distance from the
/// origin. [`Csv`](super::Csv) keeps every bit.
#[derive(Debug)]
pub struct Glb {
    draft: Draft,
    /// Times, then positions and rotations of every moving body.
    streams: Vec<Stream>,
    /// Indices of the moving bodies, and the quaternions written last, w x y z.
    moving: Vec<(usize, [f64; 4])>,
    survey: Survey,
    /// Seconds since the first frame of the frame written last.
    time: Option<f64>,
    written: usize,
}

/// One list of numbers of the file.
#[derive(Debug)]
struct Stream {
    /// Where the bytes go, from the beginning of the file.
    offset: u64,
    bytes: Vec<u8>,
}

impl Glb {
    /// Begins the file at `path`: everything but the animation of the frames that `survey` keeps.
    ///
    /// # Errors
    /// The file would be larger than 4 GiB; the folder does not take it.
    pub fn create(
        path: &Path,
        replay: &Replay,
        survey: &Survey,
        visuals: &Visuals,
    ) -> Result<Self> {
        let document = Document::new(replay, survey, visuals)?;
        let head = head(&document, survey)?;
        let mut draft = Draft::create(path)?;
        let written = draft
            .write_all(&head)
            .and_then(|()| draft.write_all(&document.layout.fixed));
        written.map_err(|e| draft.failed(&e))?;
        let stream = |at: &u64| Stream {
            offset: head.len() as u64 + at,
            bytes: Vec::new(),
        };
        Ok(Self {
            draft,
            streams: document.layout.streams.iter().map(stream).collect(),
            moving: document.moving.iter().map(|&i| (i, [0.0; 4])).collect(),
            survey: survey.clone(),
            time: None,
            written: 0,
        })
    }

    /// Appends a frame; frames that are not kept are left out by the caller.
    ///
    /// # Errors
    /// A time that is not after the last one; numbers beyond 32 bit; no space left.
    pub fn append(&mut self, frame: &Frame) -> Result<()> {
        self.written += 1;
        if self.streams.is_empty() {
            return Ok(());
        }
        let time = frame.time - self.survey.first.time;
        self.check(time)?;
        self.time = Some(time);
        let mut streams = self.streams.iter_mut();
        let mut put = |numbers: &[f32]| {
            let bytes = numbers.iter().flat_map(|x| x.to_le_bytes());
            streams.next().expect("one per list").bytes.extend(bytes);
        };
        put(&[time as f32]);
        for (body, last) in &mut self.moving {
            let [x, y, z, w, i, j, k, ..] = frame.bodies[*body];
            put(&single([x, y, z])?);
            // q and -q are one rotation, and a viewer goes straight from number to number
            let far = w * last[0] + i * last[1] + j * last[2] + k * last[3] < 0.0;
            *last = [w, i, j, k].map(|q| if far { -q } else { q });
            put(&xyzw(*last));
        }
        let gathered: usize = self.streams.iter().map(|stream| stream.bytes.len()).sum();
        if gathered >= BLOCK {
            self.flush()?;
        }
        Ok(())
    }

    /// Ends the file and moves it to its place; its length, bytes.
    ///
    /// # Errors
    /// Frames are missing; no space left.
    pub fn finish(mut self) -> Result<u64> {
        let (found, want) = (self.written, self.survey.kept());
        if found != want {
            let why = format!("{found} frames of {want}");
            return Err(Error::value(
                "glb",
                why,
                "append every frame that is kept, once",
            ));
        }
        self.flush()?;
        self.draft.finish()
    }

    fn flush(&mut self) -> Result<()> {
        for stream in &mut self.streams {
            let written = stream.flush(&mut self.draft);
            written.map_err(|e| self.draft.failed(&e))?;
        }
        Ok(())
    }

    /// Times must grow, in the numbers of glTF, too.
    fn check(&self, time: f64) -> Result<()> {
        let Some(last) = self.time else {
            return Ok(());
        };
        let refuse = |why: String, fix: &str| Err(Error::file("glb", why, fix));
        if time <= last {
            let why = format!("a frame {time} s after the first follows one {last} s after it");
            return refuse(why, "record the run again; frames must be in order");
        }
        if time as f32 <= last as f32 {
            let why = format!("{last} s and {time} s are the same in the 32 bit numbers of glTF");
            return refuse(why, "keep fewer frames (--every N)");
        }
        Ok(())
    }
}

impl Stream {
    fn flush(&mut self, file: &mut Draft) -> io::Result<()> {
        file.seek(SeekFrom::Start(self.offset))?;
        file.write_all(&self.bytes)?;
        self.offset += self.bytes.len() as u64;
        self.bytes.clear();
        Ok(())
    }
}

/// Everything before the buffer: the header of the file, the JSON chunk, the header of the other.
fn head(document: &Document, survey: &Survey) -> Result<Vec<u8>> {
    let mut json = document
        .layout
        .root
        .to_vec()
        .expect("numbers, text and lists only");
    json.resize(json.len().next_multiple_of(4), b' ');
    let length = 12 + 8 + json.len() as u64 + 8 + document.layout.length;
    if length > LARGEST {
        let every = survey.every.get() as u64 * length.div_ceil(LARGEST);
        let why = format!(
            "{} frames would need {:.1} GiB; a GLB file ends at 4 GiB",
            survey.kept(),
            length as f64 / f64::from(1 << 30)
        );
        let fix = format!("keep fewer frames (--every {every})");
        return Err(Error::file("glb", why, fix));
    }
    let number = |n: u64| (n as u32).to_le_bytes();
    let mut out = b"glTF".to_vec();
    out.extend(number(2));
    out.extend(number(length));
    out.extend(number(json.len() as u64));
    out.extend(b"JSON");
    out.extend(json);
    out.extend(number(document.layout.length));
    out.extend(b"BIN\0");
    Ok(out)
}
