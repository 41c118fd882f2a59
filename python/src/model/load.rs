//! Models from files and from text.

use super::Model;
use crate::error::exception;
use drystone::scene::{Overrides, Scene};
use pyo3::prelude::*;
use std::path::PathBuf;

/// Returns the values that replace those of a file.
fn overrides(
    [seconds, time_step, rho]: [Option<f64>; 3],
    contact_model: Option<&str>,
    [floating, strict, repair]: [bool; 3],
) -> PyResult<Overrides> {
    Ok(Overrides {
        duration: seconds,
        time_step,
        relaxation: rho,
        contact_model: contact_model
            .map(str::parse)
            .transpose()
            .map_err(exception)?,
        floating,
        strict,
        repair,
    })
}

#[pymethods]
impl Model {
    /// Read a scene (`.toml`) or a robot (`.urdf`, or MJCF as `.xml`).
    ///
    /// Parameters
    /// ----------
    /// path : str or path
    /// seconds, time_step, rho : float, optional
    ///     They replace the duration (s), the length of a step (s) and the relaxation of the file.
    /// contact_model : str, optional
    ///     It replaces the contact model of the file, e.g. "single_level".
    /// floating : bool
    ///     The bases of robots move freely.
    /// strict : bool
    ///     Anything in the file of a robot that is not understood is an error instead of a warning.
    /// repair : bool
    ///     Masses and inertias of robots that no body can have are mended.
    ///
    /// Returns
    /// -------
    /// Model
    ///
    /// Raises
    /// ------
    /// SceneError
    ///     The file has a mistake: file, line, column, field, reason and remedy are attributes.
    /// FileError
    ///     The file cannot be read.
    #[staticmethod]
    #[pyo3(signature = (path, *, seconds=None, time_step=None, rho=None, contact_model=None, floating=false, strict=false, repair=false))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    fn load(
        py: Python<'_>,
        path: PathBuf,
        seconds: Option<f64>,
        time_step: Option<f64>,
        rho: Option<f64>,
        contact_model: Option<&str>,
        floating: bool,
        strict: bool,
        repair: bool,
    ) -> PyResult<Self> {
        let changes = overrides(
            [seconds, time_step, rho],
            contact_model,
            [floating, strict, repair],
        )?;
        let scene = py.detach(|| Scene::load_with(&path, &changes));
        scene.map(Self::of).map_err(exception)
    }

    /// Read a scene or a robot from its text.
    ///
    /// Parameters
    /// ----------
    /// text : str
    /// name : str
    ///     The name in messages; mesh files are relative to its folder.
    ///
    /// Other parameters are those of `load`.
    #[staticmethod]
    #[pyo3(signature = (text, *, name="scene.toml", seconds=None, time_step=None, rho=None, contact_model=None, floating=false, strict=false, repair=false))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    fn parse(
        py: Python<'_>,
        text: &str,
        name: &str,
        seconds: Option<f64>,
        time_step: Option<f64>,
        rho: Option<f64>,
        contact_model: Option<&str>,
        floating: bool,
        strict: bool,
        repair: bool,
    ) -> PyResult<Self> {
        let changes = overrides(
            [seconds, time_step, rho],
            contact_model,
            [floating, strict, repair],
        )?;
        let scene = py.detach(|| Scene::parse_with(text, name, &changes));
        scene.map(Self::of).map_err(exception)
    }
}
