//! Whether a mesh is its own convex hull.

use super::Examination;
use crate::error::{Error, Result};

/// A mesh is convex enough when its hull has at most this many times its volume.
const CONVEX: f64 = 1.02;

/// Refuses a mesh that is not its own convex hull; `field` is the key of its file.
///
/// # Errors
/// The mesh is open, inside out or not convex.
pub(in crate::shape) fn check_convex(facts: &Examination, field: &str, fix: &str) -> Result<()> {
    let bad = |why: String, fix: String| Err(Error::value(field, why, fix));
    let (volume, hull) = (facts.volume, facts.hull_volume);
    if !facts.closed {
        let why = format!(
            "the mesh has {} open edges: it encloses no volume",
            facts.open_edges
        );
        return bad(why, format!("close the mesh, or {fix}"));
    }
    if volume <= 0.0 {
        let why = format!("the mesh is inside out: its signed volume is {volume:.4e} m^3");
        return bad(why, format!("turn its triangles round, or {fix}"));
    }
    if hull > CONVEX * volume {
        let why = format!(
            "the mesh is not convex: it has a volume of {volume:.4e} m^3, its convex hull {hull:.4e} m^3"
        );
        return bad(why, fix.into());
    }
    Ok(())
}
