//! `drystone export`: a recording for other programs.

use super::args::ExportArgs;
use super::progress::Progress;
use super::{Exit, Stop, clash, output};
use crate::export::{Csv, Draft, Glb, Survey};
use crate::replay::{Replay, Visuals};
use drystone::Error;
use drystone::recording::{Frame, Recording};
use indicatif::HumanBytes;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

/// Reads the recording once to see what is in it, and once more to write that.
pub fn export(args: &ExportArgs) -> Result<Exit, Stop> {
    let written = [args.glb.as_ref(), args.csv.as_ref()];
    clash::refuse((&args.recording, "the recording"), &written)?;
    if args.glb.as_deref() == Some(Path::new("-")) {
        let why = "a GLB cannot go to stdout: its parts are not written in order";
        return Err(Error::usage(why, "name a file").into());
    }
    let (replay, frames) = Replay::open(&args.recording)?;
    if !frames.sealed() && !args.quiet {
        output::note_unsealed(&args.recording.display().to_string());
    }
    let lines = lines(&args.recording);
    let mut progress = Progress::new(2 * lines, "frames read", !args.quiet);
    let mut seen = |done: usize| progress.set(done.min(2 * lines), String::new);
    let survey = Survey::of(&replay, frames, args.every, |read| seen(read.min(lines)))?;

    let mut files = Files::create(args, &replay, &survey)?;
    let (_, frames) = Recording::open(&args.recording)?;
    let mut read = 0;
    // no more than the survey saw: a run may be writing on
    for frame in frames.take(survey.frames) {
        let frame = frame?;
        if survey.keeps(read) {
            files.append(&frame)?;
        }
        read += 1;
        seen(lines + read);
    }
    if read < survey.frames {
        let why = "the file became shorter while it was read";
        let name = args.recording.display().to_string();
        return Err(Error::file(name, why, "export it again").into());
    }
    progress.finish();
    let sizes = files.finish()?;
    if args.quiet {
        return Ok(Exit::Done);
    }
    let (frames, kept) = (survey.frames, survey.kept());
    output::note_missing(
        &args.recording.display().to_string(),
        survey.missing.as_deref(),
        frames,
    );
    for (path, size) in [&args.glb, &args.csv].into_iter().zip(sizes) {
        if let (Some(path), Some(size)) = (path, size) {
            let (path, size) = (path.display(), HumanBytes(size));
            output::note(&format!("wrote {path}: {kept} of {frames} frames, {size}"));
        }
    }
    Ok(Exit::Done)
}

/// Number of lines of a file, for the progress bar; 0 when it cannot be read.
fn lines(path: &Path) -> usize {
    let Ok(file) = File::open(path) else {
        return 0;
    };
    let mut reader = BufReader::with_capacity(1 << 16, file);
    let mut lines = 0;
    while let Ok(bytes @ [_, ..]) = reader.fill_buf() {
        lines += bytes.iter().filter(|&&byte| byte == b'\n').count();
        let length = bytes.len();
        reader.consume(length);
    }
    lines
}

/// The files asked for.
struct Files {
    glb: Option<Glb>,
    csv: Option<Csv<Out>>,
}

impl Files {
    fn create(args: &ExportArgs, replay: &Replay, survey: &Survey) -> Result<Self, Stop> {
        let glb = args.glb.as_deref().map(|path| {
            let visuals = Visuals::load(&replay.scene);
            if !args.quiet {
                for note in &visuals.notes {
                    output::note(&format!("note: {note}"));
                }
            }
            Glb::create(path, replay, survey, &visuals)
        });
        let csv = args.csv.as_deref();
        let csv = csv.map(|path| Csv::new(Out::create(path)?, replay).map_err(failed));
        Ok(Self {
            glb: glb.transpose()?,
            csv: csv.transpose()?,
        })
    }

    fn append(&mut self, frame: &Frame) -> Result<(), Stop> {
        if let Some(glb) = &mut self.glb {
            glb.append(frame)?;
        }
        let written = self.csv.as_mut().map_or(Ok(()), |csv| csv.append(frame));
        match written.map_err(failed) {
            // nobody reads the rows any more, but the other file is still wanted
            Err(Stop::Closed) if self.glb.is_some() => self.csv = None,
            other => other?,
        }
        Ok(())
    }

    /// Ends the files; sizes of the GLB and the CSV, bytes.
    fn finish(self) -> Result<[Option<u64>; 2], Stop> {
        let csv = self.csv.map(|csv| csv.finish().map_err(failed)?.finish());
        let glb = self.glb.map(|glb| glb.finish());
        Ok([glb.transpose()?, csv.transpose()?.flatten()])
    }
}

/// Where rows go.
enum Out {
    Stdout(io::Stdout),
    File(Draft),
}

impl Out {
    fn create(path: &Path) -> Result<Self, Stop> {
        match path.as_os_str() == "-" {
            true => Ok(Self::Stdout(io::stdout())),
            false => Ok(Self::File(Draft::create(path)?)),
        }
    }

    /// Size, bytes; that of stdout is not known.
    fn finish(self) -> Result<Option<u64>, Stop> {
        match self {
            Self::Stdout(_) => Ok(None),
            Self::File(draft) => Ok(Some(draft.finish()?)),
        }
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(stdout) => stdout.write(bytes),
            Self::File(draft) => draft.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(stdout) => stdout.flush(),
            Self::File(draft) => draft.flush(),
        }
    }
}

fn failed(error: io::Error) -> Stop {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Stop::Closed,
        _ => Error::file("csv", format!("cannot write: {error}"), "make room for it").into(),
    }
}
