//! Numbers of Python, copied in and moved out.

use crate::error::argument;
use numpy::{PyArray1, PyArray2, PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::intern;
use pyo3::prelude::*;

/// Numbers with a shape, row by row.
pub struct Numbers {
    pub values: Vec<f64>,
    pub shape: Vec<usize>,
}

/// Rows of equal length with any number of leading axes.
pub struct Rows {
    pub values: Vec<f64>,
    /// The shape of the leading axes.
    pub lead: Vec<usize>,
    pub width: usize,
}

/// Reads real numbers from an array or anything that numpy makes one of; they must be finite.
pub fn numbers(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Numbers> {
    let out = raw(name, value)?;
    match out.values.iter().position(|x| !x.is_finite()) {
        None => Ok(out),
        Some(k) => {
            let why = format!("number {k} of {} is {}", out.values.len(), out.values[k]);
            Err(argument(name, why, "give finite numbers"))
        }
    }
}

fn raw(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Numbers> {
    if let Ok(array) = value.cast::<PyArrayDyn<f64>>()
        && array.is_c_contiguous()
    {
        let shape = array.shape().to_vec();
        let values = array.try_readonly()?.as_slice()?.to_vec();
        return Ok(Numbers { values, shape });
    }
    let py = value.py();
    let numpy = py.import(intern!(py, "numpy"))?;
    let array = match value.hasattr("__array__")? || !value.hasattr("__dlpack__")? {
        true => numpy.call_method1("asarray", (value,))?,
        false => numpy.call_method1("from_dlpack", (value,))?,
    };
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    if !["f", "i", "u", "b"].contains(&kind.as_str()) {
        let dtype = array.getattr("dtype")?.str()?;
        let why = format!("has dtype {dtype}");
        return Err(argument(
            name,
            why,
            "give real numbers: float64 without a copy, float32 and integers converted",
        ));
    }
    let shape: Vec<usize> = array.getattr("shape")?.extract()?;
    let array = numpy.call_method1("ascontiguousarray", (array, numpy.getattr("float64")?))?;
    let array = array.cast_into::<PyArrayDyn<f64>>()?;
    let values = array.try_readonly()?.as_slice()?.to_vec();
    Ok(Numbers { values, shape })
}

/// Reads rows of `width` numbers.
pub fn rows(name: &str, value: &Bound<'_, PyAny>, width: usize, of: &str) -> PyResult<Rows> {
    let Numbers { values, mut shape } = numbers(name, value)?;
    match shape.pop() {
        Some(last) if last == width => Ok(Rows {
            values,
            lead: shape,
            width,
        }),
        last => {
            shape.extend(last);
            let why = format!("has shape {}, expected (..., {width})", tuple(&shape));
            Err(argument(name, why, format!("give {of}")))
        }
    }
}

/// Reads one row of `width` numbers.
pub fn row(name: &str, value: &Bound<'_, PyAny>, width: usize, of: &str) -> PyResult<Vec<f64>> {
    let read = rows(name, value, width, of)?;
    match read.lead.is_empty() {
        true => Ok(read.values),
        false => {
            let mut shape = read.lead;
            shape.push(width);
            let why = format!("has shape {}, expected ({width},)", tuple(&shape));
            Err(argument(name, why, format!("give {of}, one row")))
        }
    }
}

/// Reads a matrix of rows of `width` numbers.
pub fn matrix(name: &str, value: &Bound<'_, PyAny>, width: usize, of: &str) -> PyResult<Rows> {
    let read = rows(name, value, width, of)?;
    match read.lead.len() {
        1 => Ok(read),
        _ => {
            let mut shape = read.lead;
            shape.push(width);
            let why = format!("has shape {}, expected (n, {width})", tuple(&shape));
            Err(argument(name, why, format!("give {of} in every row")))
        }
    }
}

fn tuple(shape: &[usize]) -> String {
    let numbers: Vec<String> = shape.iter().map(usize::to_string).collect();
    match numbers.len() {
        1 => format!("({},)", numbers[0]),
        _ => format!("({})", numbers.join(", ")),
    }
}

impl Rows {
    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.lead.iter().product()
    }

    /// Returns row `k`.
    pub fn row(&self, k: usize) -> &[f64] {
        &self.values[k * self.width..(k + 1) * self.width]
    }

    /// Returns the rows in order.
    pub fn iter(&self) -> impl Iterator<Item = &[f64]> {
        (0..self.len()).map(|k| self.row(k))
    }
}

/// Returns a vector as an array.
pub fn vector(py: Python<'_>, values: Vec<f64>) -> Bound<'_, PyArray1<f64>> {
    PyArray1::from_vec(py, values)
}

/// Returns numbers, row by row, as an array of a shape.
pub fn shaped<'py, T: numpy::Element>(
    py: Python<'py>,
    values: Vec<T>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    PyArray1::from_vec(py, values).reshape(shape)
}

/// Returns a matrix as an array in the order of C.
pub fn dense<'py>(
    py: Python<'py>,
    matrix: &nalgebra::DMatrix<f64>,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let shape = [matrix.nrows(), matrix.ncols()];
    PyArray1::from_vec(py, by_rows(matrix)).reshape(shape)
}

/// Returns the numbers of a matrix, row by row.
pub fn by_rows(matrix: &nalgebra::DMatrix<f64>) -> Vec<f64> {
    matrix.transpose().as_slice().to_vec()
}
