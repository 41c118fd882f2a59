//! Friction between two materials that is not the mean of theirs.

use super::build::non_negative;
use super::{Body, Model, Part};
use crate::error::{Error, Result, remedy};

/// The coefficient of friction between parts of two materials, in the place of the mean of their own coefficients.
#[derive(Debug, Clone, PartialEq)]
pub struct FrictionPair {
    /// The names of the materials ([`PartSpec::material`](super::PartSpec::material)), which may be equal.
    pub between: [String; 2],
    /// The coefficient of friction.
    pub coefficient: f64,
}

impl FrictionPair {
    /// Returns whether it holds between two materials, in any order.
    fn holds(&self, a: &str, b: &str) -> bool {
        let [first, second] = self.between.each_ref().map(String::as_str);
        [first, second] == [a, b] || [second, first] == [a, b]
    }
}

impl Model {
    /// Returns the index in [`Self::friction_pairs`] of the pair that holds between two parts.
    pub fn friction_pair(&self, a: &Part, b: &Part) -> Option<usize> {
        let (Some(a), Some(b)) = (&a.material, &b.material) else {
            return None;
        };
        self.friction_pairs.iter().position(|pair| pair.holds(a, b))
    }

    /// Returns the coefficient of friction between two parts: that of the pair of their materials where the model has one, else the
    /// geometric mean of theirs (0 if either is 0).
    pub fn friction(&self, a: &Part, b: &Part) -> f64 {
        match self.friction_pair(a, b) {
            Some(pair) => self.friction_pairs[pair].coefficient,
            None => (a.friction * b.friction).sqrt(),
        }
    }
}

/// Checks the pairs of materials that have a coefficient of their own.
pub(super) fn check_pairs(pairs: &[FrictionPair], bodies: &[Body]) -> Result<()> {
    let parts = bodies.iter().flat_map(|body| &body.parts);
    let mut known: Vec<&str> = parts.filter_map(|part| part.material.as_deref()).collect();
    known.sort_unstable();
    known.dedup();
    for (i, pair) in pairs.iter().enumerate() {
        let field = format!("friction[{i}]");
        let checked = non_negative("coefficient", pair.coefficient, "use 0 for frictionless");
        checked.map_err(|e| e.within(&field))?;
        let [a, b] = &pair.between;
        if let Some(name) = [a, b]
            .into_iter()
            .find(|name| !known.contains(&name.as_str()))
        {
            let why = format!("no part has the material \"{name}\"");
            let fix = remedy(name, known.iter().copied());
            return Err(Error::value(format!("{field}.between"), why, fix));
        }
        if let Some(first) = pairs[..i].iter().position(|other| other.holds(a, b)) {
            let why = format!("friction[{first}] is between \"{a}\" and \"{b}\", too");
            return Err(Error::value(
                format!("{field}.between"),
                why,
                "remove one of the two",
            ));
        }
    }
    Ok(())
}
