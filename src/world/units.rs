//! The units in which a step is solved (docs/formulation.md, section 3): rho then means the same at 1 cm and
//! 10 m, 1 g and 1 t.

/// The standard gravity defines the unit of time, m/s^2, also in scenes without gravity.
pub(crate) const STANDARD_GRAVITY: f64 = 9.81;

/// Length L, time T = sqrt(L / 9.81) and velocity V = L / T of a model; constants.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Units {
    /// The unit of length, m.
    pub length: f64,
    /// The unit of time, s.
    pub time: f64,
    /// The unit of velocity, m/s.
    pub velocity: f64,
}

impl Units {
    /// Least and largest unit of length, m: between them the squares of time and velocity keep all digits.
    pub const LENGTHS: [f64; 2] = [1e-12, 1e12];

    /// Returns the units for a characteristic half-size of the moving bodies, m.
    pub fn from_length(length: f64) -> Self {
        let time = (length / STANDARD_GRAVITY).sqrt();
        Self {
            length,
            time,
            velocity: length / time,
        }
    }

    /// Units with a unit of velocity that is larger by `factor`, and the same unit of length.
    pub(crate) fn faster(self, factor: f64) -> Self {
        Self {
            length: self.length,
            time: self.time / factor,
            velocity: self.velocity * factor,
        }
    }
}
