//! The thread on which pictures are drawn without a display.
//!
//! kiss3d keeps its means per thread, and panics when the last of its windows is closed and another
//! one opened, or when a thread that has them ends. So there is one thread, which stays until the
//! process ends, with one window that stays, and everything is drawn there.

use super::guard;
use super::stage::Stage;
use drystone::error::{Error, Result};
use kiss3d::prelude::{CanvasSetup, OrbitCamera3d, Window};
use std::collections::HashMap;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, OnceLock};

/// The bodies, the camera and the window of a picture.
pub struct Set {
    pub camera: OrbitCamera3d,
    pub stage: Stage,
    // dropped last: the others are drawn with its means
    pub window: Window,
}

/// The sets that are in use, by number.
pub type Sets = HashMap<u64, Set>;

type Job = Box<dyn FnOnce(&mut Sets) + Send>;

static DARKROOM: OnceLock<Result<Mutex<Sender<Job>>>> = OnceLock::new();

/// Opens the darkroom, if it is not open.
///
/// # Errors
/// No graphics driver.
pub fn open() -> Result<()> {
    DARKROOM
        .get_or_init(begin)
        .as_ref()
        .map(|_| ())
        .map_err(Error::clone)
}

/// Runs `job` in the darkroom and returns its answer.
///
/// # Errors
/// No graphics driver; a driver that fails.
pub fn there<T: Send + 'static>(job: impl FnOnce(&mut Sets) -> T + Send + 'static) -> Result<T> {
    let jobs = DARKROOM.get_or_init(begin).as_ref().map_err(Error::clone)?;
    let (answer, answers) = channel();
    let job: Job = Box::new(move |sets| {
        // nobody waits for it when the caller is gone
        let _ = answer.send(job(sets));
    });
    let sent = jobs.lock().ok().and_then(|jobs| jobs.send(job).ok());
    sent.and_then(|()| answers.recv().ok()).ok_or_else(|| {
        let why = "the graphics driver failed while a picture was drawn";
        Error::usage(why, "try a smaller --size, or another driver")
    })
}

fn begin() -> Result<Mutex<Sender<Job>>> {
    let (ready, opened) = channel();
    let (jobs, wanted) = channel::<Job>();
    let work = move || {
        let setup = CanvasSetup::default();
        let first = Window::new_headless_with_setup(16, 16, setup);
        let (first, error) = match guard::open("an off-screen picture", first) {
            Ok(window) => (Some(window), None),
            Err(error) => (None, Some(error)),
        };
        // somebody waits: see below
        let _ = ready.send(error);
        let mut sets = Sets::new();
        while let (Some(_), Ok(job)) = (&first, wanted.recv()) {
            job(&mut sets);
        }
    };
    let thread = std::thread::Builder::new().name("darkroom".into());
    let started = thread.spawn(work).map_err(|e| {
        let why = format!("cannot start a thread: {e}");
        Error::usage(why, "end other programs")
    });
    started?;
    match opened.recv() {
        Ok(None) => Ok(Mutex::new(jobs)),
        Ok(Some(error)) => Err(error),
        Err(_) => Err(Error::usage(
            "the graphics driver failed",
            "try another one",
        )),
    }
}
