//! Checks of single values: numbers are finite and of a sane size, quaternions have norm 1.

pub(super) use crate::error::in_range;
use crate::error::{Error, Result, finite};
use crate::math::{Rot, rotation_from_wxyz};
use crate::shape::table::Quat;
pub(super) use crate::shape::table::vector;

/// Largest deviation of a quaternion's norm from 1 that is taken for rounding.
const NORM_TOLERANCE: f64 = 1e-6;

/// Returns the rotation of a quaternion that may be left out.
pub(super) fn rotation_or_none(field: &str, q: Option<Quat>) -> Result<Rot> {
    q.map_or(Ok(Rot::identity()), |q| rotation(field, q))
}

/// A rotation from a quaternion whose norm is 1 up to rounding.
pub(super) fn rotation(field: &str, q: Quat) -> Result<Rot> {
    finite(field, &*q, "give four finite numbers, scalar first")?;
    let norm = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    if norm == 0.0 {
        let fix = "use [1, 0, 0, 0] for no rotation";
        return Err(Error::value(field, "norm is 0: no orientation", fix));
    }
    if (norm - 1.0).abs() > NORM_TOLERANCE {
        return Err(Error::value(
            field,
            format!(
                "norm is {norm}, not 1 (deviations up to {NORM_TOLERANCE:e} are taken for \
                 rounding, this one is a mistake)"
            ),
            format!(
                "normalise it: [{}, {}, {}, {}]",
                q[0] / norm,
                q[1] / norm,
                q[2] / norm,
                q[3] / norm
            ),
        ));
    }
    Ok(rotation_from_wxyz(q.0))
}
