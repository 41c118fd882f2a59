//! Runs, and their files.

use crate::array;
use crate::contacts::{self, Row};
use crate::error::exception;
use crate::interrupt::{self, Watch};
use crate::layout;
use crate::model::Model;
use drystone::error::Result;
use drystone::recording::{Frame, FrameContact, Header, Recorder};
use drystone::scene::Scene;
use drystone::step::Simulator;
use drystone_cli::replay::Replay;
use numpy::{PyArray1, PyArrayDyn};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::IntoPyDict;
use std::path::PathBuf;

/// The states of a run from its start on, with the contacts of every step.
#[pyclass(frozen, module = "drystone._drystone")]
pub struct Recording {
    pub model: Py<Model>,
    pub frames: Vec<Frame>,
    rho: f64,
}

impl Recording {
    /// Returns frame `k`, counted from the end where it is negative.
    pub fn frame(&self, k: isize) -> PyResult<&Frame> {
        let count = self.frames.len();
        let k = if k < 0 { k + count as isize } else { k };
        let found = usize::try_from(k).ok().and_then(|k| self.frames.get(k));
        found.ok_or_else(|| PyIndexError::new_err(format!("there are {count} frames")))
    }
}

/// Simulates a scene from a state; ends early where a step has no solution.
fn frames(scene: &Scene, first: drystone::State, watch: &Watch) -> Result<Vec<Frame>> {
    let mut simulator = Simulator::new(scene.model.clone());
    let mut out = vec![Frame::start(scene.time(0), &first)];
    let mut run = scene.run_from(0, first);
    while let Some(now) = run.advance(&mut simulator)? {
        out.push(Frame::after(now.index as u64 + 1, now.time, now.step));
        watch.add(1);
        if watch.is_stopped() {
            break;
        }
    }
    Ok(out)
}

fn row(contact: &FrameContact) -> Row {
    let mut numbers = [0.0; 22];
    let patch = contact.patch.unwrap_or_default();
    let all = contact
        .point
        .iter()
        .chain(&contact.normal)
        .chain([&contact.gap]);
    let normal_impulse = contact.normal_impulse();
    let all = all.chain(&contact.impulse).chain([
        &normal_impulse,
        &contact.torsional_impulse,
        &contact.patch_radius,
    ]);
    let all = all.chain(patch.iter().flatten());
    numbers
        .iter_mut()
        .zip(all)
        .for_each(|(to, from)| *to = *from);
    Row {
        parts: [contact.first, contact.second],
        numbers,
        sticking: contact.sticking,
    }
}

#[pymethods]
impl Model {
    /// Run the scene: its keyframes, wrenches and motors act.
    ///
    /// Parameters
    /// ----------
    /// x : array_like [nx], optional
    ///     The state at the start; by default that of the scene.
    /// steps : int, optional
    ///     By default as many as the scene has.
    /// rho : float, optional
    ///     By default the relaxation of the scene.
    /// progress : callable, optional
    ///     It is called with the number of steps done and their total.
    ///
    /// Returns
    /// -------
    /// Recording
    ///     It ends early where a step has no solution.
    #[pyo3(signature = (x=None, *, steps=None, rho=None, progress=None))]
    fn run(
        slf: &Bound<'_, Self>,
        x: Option<&Bound<'_, PyAny>>,
        steps: Option<usize>,
        rho: Option<f64>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Recording> {
        let own = slf.get();
        let first = match x {
            Some(x) => own.state("x", x)?,
            None => own.scene.initial.clone(),
        };
        let mut scene = (*own.scene).clone();
        scene.settings.steps = steps.unwrap_or(scene.settings.steps);
        scene.settings.relaxation = own.rho_or(rho);
        let work = |watch: &Watch| frames(&scene, first, watch);
        let made = interrupt::long(slf.py(), scene.settings.steps, progress, work)?;
        Ok(Recording {
            model: slf.clone().unbind(),
            frames: made.map_err(exception)?,
            rho: scene.settings.relaxation,
        })
    }
}

#[pymethods]
impl Recording {
    /// Read a recording (`drystone run SCENE --record FILE`, or `save`).
    #[staticmethod]
    fn load(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let read = py.detach(|| {
            let (replay, frames) = Replay::open(&path)?;
            Ok((replay, frames.collect::<Result<Vec<_>>>()?))
        });
        let (replay, frames) = read.map_err(exception)?;
        Ok(Self {
            rho: replay.header.rho,
            model: Py::new(py, Model::of(replay.scene))?,
            frames,
        })
    }

    /// The model.
    #[getter]
    fn model(&self, py: Python<'_>) -> Py<Model> {
        self.model.clone_ref(py)
    }

    /// The states, float64 [frames, nx].
    #[getter(X)]
    fn states<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
        let bodies = &self.model.get().bodies;
        let mut out = Vec::new();
        for frame in &self.frames {
            layout::write(bodies, &frame.state(), &mut out);
        }
        array::shaped(py, out, &[self.frames.len(), layout::nx(bodies)])
    }

    /// The times of the frames, float64 [frames], s.
    #[getter]
    fn time<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_iter(py, self.frames.iter().map(|frame| frame.time))
    }

    /// Whether the step that led to each frame was solved, bool [frames]; True of the first one.
    #[getter]
    fn ok<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let solved = |frame: &Frame| frame.status.as_ref().is_none_or(|status| status.solved);
        PyArray1::from_iter(py, self.frames.iter().map(solved))
    }

    /// The number of Newton iterations that led to each frame, int64 [frames].
    #[getter]
    fn iterations<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let count = |frame: &Frame| {
            frame
                .status
                .as_ref()
                .map_or(0, |status| status.iterations as i64)
        };
        PyArray1::from_iter(py, self.frames.iter().map(count))
    }

    /// A hash of all bits of the last state, as the command line prints it.
    #[getter]
    fn hash(&self) -> PyResult<u64> {
        Ok(self.frame(-1)?.state().hash())
    }

    /// Return the contacts of the step that led to frame `k`, a structured array with the fields of `CONTACT_DTYPE` but
    /// "slip_velocity", which recordings do not have.
    fn contacts<'py>(&self, py: Python<'py>, k: isize) -> PyResult<Bound<'py, PyAny>> {
        let all = contacts::array(py, self.frame(k)?.contacts.iter().map(row))?;
        contacts::without_slip(&all)
    }

    /// Write the recording: the command line draws, exports and checks it.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let model = self.model.get();
        let header = Header::new(&model.bodies, self.rho, model.scene.portable());
        let written = py.detach(|| {
            let mut recorder = Recorder::open(path, &header)?;
            self.frames
                .iter()
                .try_for_each(|frame| recorder.append(frame))
        });
        written.map_err(exception)
    }

    /// Return a page that plays the run, one file that needs no network; see `drystone.to_html`.
    #[pyo3(signature = (path=None, *, title="drystone"))]
    fn to_html<'py>(
        slf: &Bound<'py, Self>,
        path: Option<PathBuf>,
        title: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let keywords = [("title", title)].into_py_dict(slf.py())?;
        let show = slf.py().import("drystone.show")?;
        show.call_method("to_html", (slf, path), Some(&keywords))
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let show = slf.py().import("drystone.show")?;
        show.call_method1("notebook", (slf,))
    }

    fn __len__(&self) -> usize {
        self.frames.len()
    }

    fn __repr__(&self) -> String {
        let unsolved = |frame: &&Frame| frame.status.as_ref().is_some_and(|status| !status.solved);
        let unsolved = self.frames.iter().filter(unsolved).count();
        let end = self.frames.last().map_or(0.0, |frame| frame.time);
        format!(
            "Recording({} frames, {end} s, {unsolved} steps not solved)",
            self.frames.len()
        )
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let (py, own) = (slf.py(), slf.get());
        let function = py
            .import("drystone._drystone")?
            .getattr("unpack_recording")?;
        let frames = serde_json::to_string(&own.frames).expect("numbers, text and lists only");
        let arguments = (own.model.clone_ref(py), frames, own.rho);
        Ok((function, arguments.into_pyobject(py)?.into_any()))
    }
}

/// Makes a recording from its pickle.
#[pyfunction]
pub fn unpack_recording(model: Py<Model>, frames: &str, rho: f64) -> PyResult<Recording> {
    let frames = serde_json::from_str(frames).map_err(|e| {
        let why = format!("is damaged: {e}");
        crate::error::argument("the pickled recording", why, "pickle it again")
    })?;
    Ok(Recording { model, frames, rho })
}
