//! Contacts as structured arrays.

use drystone::step::Contact;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyTuple};

/// The fields: name, type, shape.
const FIELDS: [(&str, &str, &[usize]); 12] = [
    ("first", "<i4", &[2]),
    ("second", "<i4", &[2]),
    ("point", "<f8", &[3]),
    ("normal", "<f8", &[3]),
    ("gap", "<f8", &[]),
    ("impulse", "<f8", &[3]),
    ("normal_impulse", "<f8", &[]),
    ("torsional_impulse", "<f8", &[]),
    ("patch_radius", "<f8", &[]),
    ("patch", "<f8", &[2, 3]),
    ("slip_velocity", "<f8", &[3]),
    ("sticking", "|b1", &[]),
];

/// Returns the type of a contact.
pub fn dtype(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let fields = FIELDS.iter().map(|(name, kind, shape)| {
        let shape = PyTuple::new(py, shape.iter())?;
        Ok((name, kind, shape).into_pyobject(py)?.into_any())
    });
    let fields: PyResult<Vec<_>> = fields.collect();
    py.import("numpy")?
        .call_method1("dtype", (PyList::new(py, fields?)?,))
}

/// A contact as its fields.
pub struct Row {
    pub parts: [[usize; 2]; 2],
    pub numbers: [f64; 22],
    pub sticking: bool,
}

impl Row {
    pub fn of(contact: &Contact) -> Self {
        let c = contact;
        let mut numbers = [0.0; 22];
        let all = c.point.iter().chain(c.normal.iter()).chain([&c.gap]);
        let all = all.chain(c.impulse.iter());
        let all = all.chain([&c.normal_impulse, &c.torsional_impulse, &c.patch_radius]);
        let all = all.chain(c.patch[0].iter()).chain(c.patch[1].iter());
        let all = all.chain(c.slip_velocity.iter());
        numbers
            .iter_mut()
            .zip(all)
            .for_each(|(to, from)| *to = *from);
        Self {
            parts: [c.first, c.second].map(|id| [id.body, id.part]),
            numbers,
            sticking: c.sticking,
        }
    }
}

/// Returns contacts as an array.
pub fn array<'py>(py: Python<'py>, rows: impl Iterator<Item = Row>) -> PyResult<Bound<'py, PyAny>> {
    let mut bytes = Vec::new();
    for row in rows {
        for index in row.parts.iter().flatten() {
            bytes.extend((*index as i32).to_le_bytes());
        }
        for number in row.numbers {
            bytes.extend(number.to_le_bytes());
        }
        bytes.push(u8::from(row.sticking));
    }
    let numpy = py.import("numpy")?;
    if bytes.is_empty() {
        return numpy.call_method1("empty", (0, dtype(py)?));
    }
    let view = numpy.call_method1("frombuffer", (PyBytes::new(py, &bytes), dtype(py)?))?;
    view.call_method0("copy")
}

/// Returns contacts without the field of the slip velocity.
pub fn without_slip<'py>(all: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let names = FIELDS
        .iter()
        .map(|(name, ..)| *name)
        .filter(|name| *name != "slip_velocity");
    let some = all.get_item(names.collect::<Vec<_>>())?;
    let tools = all.py().import("numpy.lib.recfunctions")?;
    tools.call_method1("repack_fields", (some,))
}
