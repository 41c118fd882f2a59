//! A scene file writes a primitive as the table `[shape.NAME.KEY]`; what all such tables share is here.

mod exactly;

pub(crate) use exactly::{Exactly, IDENTITY, Quat, Triple};

use super::Placed;
use crate::error::{Error, Result, finite};
use crate::math::Vec3;
use std::path::Path;

/// Largest magnitude of a coordinate, velocity, force or torque (SI units).
const MAX_MAGNITUDE: f64 = 1e12;

/// `InScene` is implemented by the `Table` of every primitive: the primitive as written.
pub(crate) trait InScene {
    /// Builds the shape in the frame of the numbers of the table; mesh files are relative to `folder`.
    ///
    /// # Errors
    /// The error names the key of a value that the shape does not accept.
    fn build(&self, folder: &Path) -> Result<Placed>;

    /// Returns the lengths that should not differ too much from those of other shapes, with their keys.
    fn sizes(&self) -> Vec<(String, f64)>;

    /// Returns the mesh file if the shape is one from a mesh file.
    fn mesh_mut(&mut self) -> Option<&mut String> {
        None
    }
}

/// Returns a length with its key.
pub(super) fn one(key: &str, size: f64) -> (String, f64) {
    (key.to_string(), size)
}

/// Returns the lengths of a list with their keys.
pub(super) fn each<const N: usize>(key: &str, sizes: &Exactly<f64, N>) -> Vec<(String, f64)> {
    let each = sizes.iter().enumerate();
    each.map(|(i, size)| (format!("{key}[{i}]"), *size))
        .collect()
}

/// Returns a vector if its numbers are finite and of at most [`MAX_MAGNITUDE`].
pub(crate) fn vector(field: &str, v: Triple, fix: &str) -> Result<Vec3> {
    finite(field, &*v, fix)?;
    match v.iter().position(|x| x.abs() > MAX_MAGNITUDE) {
        None => Ok(Vec3::from(v.0)),
        Some(i) => Err(Error::value(
            format!("{field}[{i}]"),
            format!(
                "{} is beyond the limit of {MAX_MAGNITUDE:e} in SI units",
                v[i]
            ),
            fix,
        )),
    }
}
