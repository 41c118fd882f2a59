//! Errors of the library as the exceptions of `drystone.errors`.

use drystone::error::{Error, ErrorKind};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Returns the exception for an error: the class by its kind, with its fields as attributes.
pub fn exception(error: Error) -> PyErr {
    Python::attach(|py| match make(py, &error) {
        Ok(exception) => PyErr::from_value(exception),
        Err(failure) => failure,
    })
}

fn make<'py>(py: Python<'py>, error: &Error) -> PyResult<Bound<'py, PyAny>> {
    let class = match (error.kind, &error.place) {
        (_, Some(_)) => "SceneError",
        (ErrorKind::File, None) => "FileError",
        (ErrorKind::Value | ErrorKind::Usage, None) => "Error",
    };
    let kind = match error.kind {
        ErrorKind::Value => "value",
        ErrorKind::File => "file",
        ErrorKind::Usage => "usage",
    };
    let fields = PyDict::new(py);
    fields.set_item("kind", kind)?;
    fields.set_item("field", &error.field)?;
    fields.set_item("why", &error.why)?;
    fields.set_item("fix", &error.fix)?;
    fields.set_item("text", error.to_string())?;
    if let Some(place) = &error.place {
        fields.set_item("file", &place.file)?;
        fields.set_item("line", place.line)?;
        fields.set_item("column", place.column)?;
    }
    if !error.others.is_empty() {
        let others: PyResult<Vec<_>> = error.others.iter().map(|other| make(py, other)).collect();
        fields.set_item("others", others?)?;
    }
    raise(py, class, &fields)
}

/// Returns an exception of a class of `drystone.errors`.
pub fn raise<'py>(
    py: Python<'py>,
    class: &str,
    fields: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    py.import("drystone.errors")?
        .getattr(class)?
        .call((), Some(fields))
}

/// Returns the exception for an argument that cannot be used.
pub fn argument(name: &str, why: impl Into<String>, fix: impl Into<String>) -> PyErr {
    exception(Error::value(name, why, fix))
}

/// Returns the exception for objects of different models.
pub fn mismatch(py: Python<'_>, name: &str) -> PyErr {
    let fields = PyDict::new(py);
    let why = "belongs to another model";
    let fix = "use objects that were made with the same Model (or an equal one)";
    let filled = [
        ("kind", "value"),
        ("field", name),
        ("why", why),
        ("fix", fix),
    ]
    .into_iter()
    .try_for_each(|(key, value)| fields.set_item(key, value))
    .and_then(|()| fields.set_item("text", format!("{name}: {why}\n  remedy: {fix}")))
    .and_then(|()| raise(py, "ModelMismatch", &fields));
    match filled {
        Ok(exception) => PyErr::from_value(exception),
        Err(failure) => failure,
    }
}
