//! The compiled part of the Python package `drystone`.
//!
//! | file | what is in it |
//! | --- | --- |
//! | `array` | numbers in and out of numpy arrays |
//! | `error` | errors as exceptions |
//! | `layout` | states as rows of numbers, and their tangents |
//! | `control` | controls as rows of numbers, and inputs made of them |
//! | `interrupt` | long work that Ctrl-C ends |
//! | `lock` | short work beside other threads |
//! | `model` | `Model` |
//! | `input`, `step`, `contacts`, `simulator`, `linearization` | one step and its derivative |
//! | `inverse` | what explains a motion |
//! | `batch` | many steps at once |
//! | `recording`, `pictures`, `plan` | runs, pictures, plans |
//! | `bench` | times to compare with |
//!
//! Every function copies its arrays before it releases the interpreter.

mod array;
mod batch;
mod bench;
mod contacts;
mod control;
mod error;
mod input;
mod interrupt;
mod inverse;
mod layout;
mod linearization;
mod lock;
mod model;
mod pictures;
mod plan;
mod recording;
mod simulator;
mod step;

use pyo3::prelude::*;

/// Runs the command line with its arguments and returns its exit code.
#[pyfunction]
#[pyo3(name = "main")]
fn command(py: Python<'_>, args: Vec<String>) -> u8 {
    py.detach(|| drystone_cli::command::run(args))
}

#[pymodule]
fn _drystone(m: &Bound<'_, PyModule>) -> PyResult<()> {
    lock::detect(m.py())?;
    m.add("__version__", env!("CARGO_PKG_VERSION"))?;
    m.add("CONTACT_DTYPE", contacts::dtype(m.py())?)?;
    m.add("CONTACT_ROWS", drystone::step::CONTACT_ROWS.to_vec())?;
    m.add_function(wrap_pyfunction!(command, m)?)?;
    m.add_function(wrap_pyfunction!(bench::seconds_of_steps, m)?)?;
    m.add_function(wrap_pyfunction!(pictures::pictures, m)?)?;
    m.add_function(wrap_pyfunction!(model::packed::unpack, m)?)?;
    m.add_function(wrap_pyfunction!(recording::unpack_recording, m)?)?;
    m.add_class::<input::Input>()?;
    m.add_class::<model::Model>()?;
    m.add_class::<step::Step>()?;
    m.add_class::<linearization::Linearization>()?;
    m.add_class::<inverse::Inverse>()?;
    m.add_class::<simulator::Simulator>()?;
    m.add_class::<batch::steps::Steps>()?;
    m.add_class::<batch::Batch>()?;
    m.add_class::<recording::Recording>()
}
