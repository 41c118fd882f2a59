//! The frames that are shown: those that are there already, or that are simulated when they are wanted.

use super::live::Live;
use super::tape::Tape;
use crate::replay::{Figures, Replay, Visuals};
use drystone::error::Result;
use drystone::recording::Frame;
use drystone::scene::Scene;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The frames of one run, in memory, and what they are about.
pub struct Film {
    /// The scene that was or is simulated.
    pub scene: Scene,
    /// These are drawn in the place of the shapes of bodies.
    pub visuals: Visuals,
    /// Relaxation of the steps.
    pub rho: f64,
    pub(super) frames: Vec<Frame>,
    pub(super) figures: Vec<Option<Figures>>,
    /// How many frames the deepest penetration is over.
    pub(super) studied: usize,
    pub(super) deepest: f64,
    pub(super) live: Option<Live>,
    pub(super) tape: Option<Tape>,
    /// The recording lacks this at its end; nothing where it is whole.
    pub missing: Option<String>,
    /// The time step was changed by hand.
    pub(super) changed_step: bool,
    /// Whether the frames carry hashes that name damage.
    pub sealed: bool,
}

impl Film {
    /// The recording at `path`.
    ///
    /// # Errors
    /// As those of [`Replay::open`], and a damaged frame.
    pub fn of_recording(path: impl AsRef<Path>) -> Result<Self> {
        let (Replay { header, scene }, mut frames) = Replay::open(path)?;
        let read = frames.by_ref().collect::<Result<Vec<_>>>()?;
        Ok(Self {
            missing: frames.missing(scene.settings.steps),
            sealed: frames.sealed(),
            rho: header.rho,
            ..Self::of_frames(scene, read)
        })
    }

    /// Frames of a finished run of `scene`; at least one.
    pub fn of_frames(scene: Scene, frames: Vec<Frame>) -> Self {
        Self {
            figures: vec![None; frames.len()],
            rho: scene.settings.relaxation,
            visuals: Visuals::load(&scene),
            scene,
            frames,
            studied: 0,
            deepest: 0.0,
            live: None,
            tape: None,
            missing: None,
            changed_step: false,
            sealed: true,
        }
    }

    /// Shows other frames of the same scene; at least one.
    pub fn replace(&mut self, frames: Vec<Frame>) {
        self.figures = vec![None; frames.len()];
        self.frames = frames;
        (self.studied, self.deepest) = (0, 0.0);
        (self.live, self.tape) = (None, None);
    }

    /// A run of `scene` that is simulated as far as it is watched.
    pub fn live(scene: Scene) -> Self {
        let first = Frame::start(scene.time(0), &scene.initial);
        Self {
            live: Some(Live::new(&scene)),
            ..Self::of_frames(scene, vec![first])
        }
    }

    /// Returns the film with a recording at `path`, which has every frame that is simulated and not forgotten.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn recorded_at(self, path: impl Into<PathBuf>) -> Result<Self> {
        let tape = Tape::open(path.into(), &self.scene, &self.frames)?;
        Ok(Self {
            tape: Some(tape),
            ..self
        })
    }

    /// Number of steps that were not solved.
    pub fn unsolved_steps(&self) -> usize {
        let statuses = self.frames.iter().filter_map(|frame| frame.status.as_ref());
        statuses.filter(|status| !status.solved).count()
    }

    /// Whether more frames can be had by [`Film::grow`].
    pub fn is_live(&self) -> bool {
        let index = self.frames.len() - 1;
        self.live.as_ref().is_some_and(|live| live.goes_on(index))
    }

    /// Simulates one more step, if there is one.
    ///
    /// # Errors
    /// Those of the simulator (misuse; an unsolved step is a frame that says so) and of the
    /// recorder.
    pub fn grow(&mut self) -> Result<()> {
        let index = self.frames.len() - 1;
        let Some(live) = self.live.as_mut().filter(|live| live.goes_on(index)) else {
            return Ok(());
        };
        let frame = live.advance(&self.scene, index, self.rho)?;
        if let Some(tape) = &mut self.tape {
            tape.append(std::slice::from_ref(&frame))?;
        }
        self.frames.push(frame);
        self.figures.push(None);
        Ok(())
    }

    /// Simulates up to `time` (s), if that is not done, as far as there is `patience` for it.
    ///
    /// # Errors
    /// As those of [`Film::grow`].
    pub fn simulate(&mut self, time: f64, patience: Duration) -> Result<()> {
        let started = Instant::now();
        while self.is_live() && self.span()[1] < time && started.elapsed() < patience {
            self.grow()?;
        }
        Ok(())
    }

    /// The frames so far.
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// Index of the frame that is on at `time` (s): the last one that is not later.
    pub fn index_at(&self, time: f64) -> usize {
        let later = self.frames.partition_point(|frame| frame.time <= time);
        later.max(1) - 1
    }

    /// Times of the first and of the last frame so far, s.
    pub fn span(&self) -> [f64; 2] {
        [0, self.frames.len() - 1].map(|k| self.frames[k].time)
    }

    /// Time of the end of the whole run, simulated or not, s.
    pub fn end(&self) -> f64 {
        let [_, there] = self.span();
        match self.is_live() {
            true => there.max(self.scene.time(self.scene.settings.steps)),
            false => there,
        }
    }

    /// Figures of frame `index`.
    pub fn figures(&mut self, index: usize) -> Figures {
        let (scene, frame) = (&self.scene, &self.frames[index]);
        *self.figures[index].get_or_insert_with(|| Figures::of(scene, frame))
    }

    /// Finds figures that are not known yet, for as long as there is `patience`.
    pub fn study(&mut self, patience: Duration) {
        let started = Instant::now();
        while self.studied < self.frames.len() && started.elapsed() < patience {
            let penetration = self.figures(self.studied).penetration;
            self.deepest = self.deepest.max(penetration);
            self.studied += 1;
        }
    }

    /// Deepest penetration of the frames studied so far, m; `None` before the first.
    pub fn worst_penetration(&self) -> Option<f64> {
        (self.studied > 0).then_some(self.deepest)
    }

    /// Index of the frame that deserves a look most: an unsolved step, else the deepest
    /// penetration, else the most iterations.
    pub fn worst(&mut self) -> usize {
        let key = |film: &mut Self, k: usize| {
            let status = film.frames[k].status.as_ref();
            let unsolved = status.is_some_and(|status| !status.solved);
            let iterations = status.map_or(0, |status| status.iterations);
            (unsolved, film.figures(k).penetration, iterations)
        };
        let keys: Vec<_> = (0..self.frames.len()).map(|k| key(self, k)).collect();
        let order = |a: &usize, b: &usize| {
            let (a, b) = (&keys[*a], &keys[*b]);
            let depth = a.1.total_cmp(&b.1);
            a.0.cmp(&b.0).then(depth).then(a.2.cmp(&b.2))
        };
        (0..keys.len()).max_by(order).unwrap_or(0)
    }
}
