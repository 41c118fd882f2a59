//! The recording of a run that is watched: it always has the frames that are left of the run.

use drystone::error::Result;
use drystone::recording::{Frame, Header, Recorder};
use drystone::scene::Scene;
use std::path::PathBuf;

/// A recording that can begin anew.
pub(super) struct Tape {
    path: PathBuf,
    header: Header,
    recorder: Recorder,
}

impl Tape {
    /// Opens a recording of `scene` that has `frames`.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(super) fn open(path: PathBuf, scene: &Scene, frames: &[Frame]) -> Result<Self> {
        let header = Header::new(&scene.model, scene.settings.relaxation, scene.portable());
        let recorder = Recorder::open(&path, &header)?;
        let mut tape = Self {
            path,
            header,
            recorder,
        };
        tape.append(frames)?;
        Ok(tape)
    }

    /// Returns the recording, emptied for a run of another scene that has `frames`.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(super) fn change(self, scene: &Scene, frames: &[Frame]) -> Result<Self> {
        Self::open(self.path, scene, frames)
    }

    /// Writes the frames that are left of a run of which the last ones were forgotten.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(super) fn rewrite(&mut self, frames: &[Frame]) -> Result<()> {
        self.recorder = Recorder::open(&self.path, &self.header)?;
        self.append(frames)
    }

    /// Writes further frames.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub(super) fn append(&mut self, frames: &[Frame]) -> Result<()> {
        frames
            .iter()
            .try_for_each(|frame| self.recorder.append(frame))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Film, Spring};
    use crate::replay::repeat;
    use drystone::math::Vec3;
    use drystone::recording::Recording;
    use drystone::scene::{MINIMAL_SCENE, Scene};

    /// A ball that was pulled, a part of the run that was forgotten, and a reset: the recording is what is left, and repeats it.
    #[test]
    fn the_recording_is_what_is_left_and_gives_the_same_bits() {
        let path = std::env::temp_dir().join(format!("drystone_tape_{}", std::process::id()));
        let scene = Scene::parse(MINIMAL_SCENE, "minimal").expect("valid");
        let film = Film::live(scene);
        let mut film = film.recorded_at(&path).expect("a file");
        let grow = |film: &mut Film, steps| {
            for _ in 0..steps {
                film.grow().expect("valid");
            }
        };
        grow(&mut film, 20);
        let state = film.frames()[12].state();
        let point = state.bodies[1].position + Vec3::new(0.0, 0.0, 0.1);
        let spring = Spring::new(&film.scene.model, &state, 1, point);
        film.pull(12, spring).expect("a file");
        film.aim(point + Vec3::new(0.3, 0.1, 0.2));
        grow(&mut film, 5);
        film.release();
        grow(&mut film, 3);
        let read = Recording::read(&path).expect("whole");
        assert_eq!(read.frames, film.frames());
        assert_eq!(film.by_hand(), ["bodies pulled by hand"]);
        let repeated = repeat(&path, |_| ()).expect("valid");
        assert_eq!((repeated.steps, repeated.by_hand), (20, 5));
        assert_eq!(repeated.difference, None);
        film.reset().expect("a file");
        assert!(film.by_hand().is_empty());
        grow(&mut film, 4);
        assert_eq!(repeat(&path, |_| ()).expect("valid").steps, 4);
        std::fs::remove_file(&path).expect("it was written");
    }
}
