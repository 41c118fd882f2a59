//! Torsional friction: it resists the spin of two faces that lie on each other.

use crate::error::{Error, Result};

use super::build::non_negative;

/// Torsional friction resists the spin of a part about the normal of a contact.
///
/// Friction acts on a contact patch: its torque about the normal is at most friction times normal force times the
/// radius of the patch, less while the patch slides too (docs/formulation.md, section 3).
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum TorsionalFriction {
    /// The patch is where the two parts touch at the predicted pose: a face, an edge, next to nothing for a corner.
    #[default]
    Patch,
    /// The largest torque over the normal force is given, m; 0 lets the part spin freely.
    Metres(f64),
}

impl TorsionalFriction {
    /// Returns the given metres, if they are given.
    pub fn metres(self) -> Option<f64> {
        match self {
            Self::Patch => None,
            Self::Metres(metres) => Some(metres),
        }
    }

    /// Returns what holds between two parts: what is given where one of them gives it, the geometric mean
    /// where both do.
    #[must_use]
    pub fn between(self, other: Self) -> Self {
        match (self, other) {
            (Self::Patch, given) | (given, Self::Patch) => given,
            (Self::Metres(a), Self::Metres(b)) => Self::Metres((a * b).sqrt()),
        }
    }

    /// Returns the derivative of what holds between two parts, m, with respect to the metres of the first.
    pub fn rate_between(self, other: Self) -> f64 {
        match (self, other) {
            (Self::Metres(a), Self::Metres(b)) => 0.5 * (b / a).sqrt(),
            (Self::Metres(_), Self::Patch) => 1.0,
            (Self::Patch, _) => 0.0,
        }
    }

    /// Checks the metres beside the friction coefficient of the same part.
    ///
    /// # Errors
    /// The metres are negative or no number, or they are given beside a friction of 0.
    pub(crate) fn check(self, friction: f64) -> Result<()> {
        let Some(metres) = self.metres() else {
            return Ok(());
        };
        let fix = "use 0 for none, or leave it out for the patch in which the parts touch";
        non_negative("torsional_friction", metres, fix)?;
        if metres > 0.0 && friction == 0.0 {
            let why =
                format!("{metres} m, but friction is 0, of which torsional friction is a part");
            let fix = "give the part friction, or leave torsional_friction out";
            return Err(Error::value("torsional_friction", why, fix));
        }
        Ok(())
    }
}

impl From<f64> for TorsionalFriction {
    fn from(metres: f64) -> Self {
        Self::Metres(metres)
    }
}
