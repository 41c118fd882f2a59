//! What a scene may cost: numbers of entries, of parts and of coefficients of conic rows. Checked
//! before anything large is built.

use super::config::Config;
use super::limits::MAX_BODIES;
use crate::error::{Error, Result};
use crate::shape::Shape;
use crate::world::PartSpec;

/// Largest number of parts of all bodies together.
const MAX_TOTAL_PARTS: usize = 20_000;
/// Largest number of coefficients in the conic rows of one shape, and of all parts together.
const MAX_SHAPE_NUMBERS: usize = 1_000_000;
const MAX_TOTAL_NUMBERS: usize = 20_000_000;

/// Refuses files with too many entries.
pub(super) fn check_entries(config: &Config) -> Result<()> {
    let entries = [
        ("body", config.body.len()),
        ("joint", config.joint.len()),
        ("shape", config.shape.len()),
        ("material", config.material.len()),
        ("friction", config.friction.len()),
        ("wrench", config.wrench.len()),
        ("no_contact", config.no_contact.len()),
        ("frame", config.frame.len()),
    ];
    match entries.iter().find(|(_, count)| *count > MAX_BODIES) {
        None => Ok(()),
        Some((field, count)) => Err(Error::value(
            *field,
            format!("{count} entries; more than the limit of {MAX_BODIES}"),
            "simulate a part of the scene",
        )),
    }
}

/// Refuses a shape whose rows would be too large.
pub(super) fn check_shape(shape: &Shape) -> Result<()> {
    let numbers = numbers(shape);
    if numbers <= MAX_SHAPE_NUMBERS {
        return Ok(());
    }
    Err(Error::value(
        "",
        format!("{numbers} coefficients in its rows; more than the limit of {MAX_SHAPE_NUMBERS}"),
        "use members with fewer faces, or fewer members",
    ))
}

/// Adds up what the parts of all bodies cost.
#[derive(Default)]
pub(super) struct Budget {
    parts: usize,
    numbers: usize,
}

impl Budget {
    /// Counts the parts of one more body.
    pub(super) fn spend(&mut self, parts: &[PartSpec]) -> Result<()> {
        self.parts += parts.len();
        let each = parts.iter().map(|part| numbers(&part.placed.shape));
        self.numbers += each.sum::<usize>();
        let fix = "use simpler shapes or simulate a part of the scene";
        if self.parts > MAX_TOTAL_PARTS {
            let why = format!("more than {MAX_TOTAL_PARTS} parts in the bodies up to this one");
            return Err(Error::value("shape", why, fix));
        }
        if self.numbers > MAX_TOTAL_NUMBERS {
            let why = format!(
                "more than {MAX_TOTAL_NUMBERS} coefficients in the rows of the bodies up to this one"
            );
            return Err(Error::value("shape", why, fix));
        }
        Ok(())
    }
}

/// Number of coefficients in the rows of a shape.
fn numbers(shape: &Shape) -> usize {
    let (rows, aux) = shape.row_size();
    rows.saturating_mul(4 + aux)
}
