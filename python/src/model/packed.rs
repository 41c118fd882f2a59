//! Models as pickles: the text of the scene and the content of its files.

use super::Model;
use crate::error::{exception, mismatch};
use drystone::Error;
use drystone::scene::Scene;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::path::PathBuf;

/// The folder of the files of an unpickled model; it goes with the last model that needs it.
pub struct Files(PathBuf);

impl Drop for Files {
    fn drop(&mut self) {
        // a folder that is left behind harms nobody
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Returns what makes the model again: a function and its arguments.
pub fn reduce<'py>(slf: &Bound<'py, Model>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let py = slf.py();
    let model = slf.get();
    let packed = model.scene.packed();
    let files = PyDict::new(py);
    for (name, bytes) in &packed.files {
        files.set_item(name, PyBytes::new(py, bytes))?;
    }
    let function = py.import("drystone._drystone")?.getattr("unpack")?;
    let (chosen, changed) = (model.chosen.clone(), model.changed.clone());
    let arguments = (
        packed.text,
        files,
        chosen,
        changed,
        model.bodies.fingerprint(),
    );
    Ok((function, arguments.into_pyobject(py)?.into_any()))
}

/// Makes a model from its pickle.
#[pyfunction]
pub fn unpack(
    py: Python<'_>,
    text: &str,
    files: &Bound<'_, PyDict>,
    chosen: Option<Vec<String>>,
    changed: Vec<(String, f64)>,
    fingerprint: u64,
) -> PyResult<Model> {
    let (scene, kept) = match files.is_empty() {
        true => (Scene::parse(text, "pickled.toml").map_err(exception)?, None),
        false => {
            let tempfile = py.import("tempfile")?;
            let folder: PathBuf = tempfile
                .call_method1("mkdtemp", ("", "drystone-"))?
                .extract()?;
            let kept = Files(folder.clone());
            for (name, bytes) in files {
                let (name, bytes): (String, Vec<u8>) = (name.extract()?, bytes.extract()?);
                let path = folder.join(&name);
                std::fs::write(&path, bytes).map_err(|e| {
                    let why = format!("cannot write {name}: {e}");
                    exception(Error::file(
                        "pickle",
                        why,
                        "free some space for temporary files",
                    ))
                })?;
            }
            let name = folder.join("pickled.toml").display().to_string();
            (Scene::parse(text, &name).map_err(exception)?, Some(kept))
        }
    };
    let mut model = Model::of(scene);
    if let Some(names) = chosen {
        model = model.controlled(names)?;
    }
    if !changed.is_empty() {
        let (names, values): (Vec<_>, Vec<_>) = changed.into_iter().unzip();
        model = model.changed(&names, &values)?;
    }
    model.files = kept.map(std::sync::Arc::new);
    match model.bodies.fingerprint() == fingerprint {
        true => Ok(model),
        false => Err(mismatch(py, "the pickled model")),
    }
}
