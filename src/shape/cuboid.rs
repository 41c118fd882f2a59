//! Box with half-extents along its axes: six rows alpha h -+ y.

use super::{Column, Parameter, RowDerivative, Rows};
use crate::error::{Result, positive};
use crate::math::Vec3;

/// Box, called `box` in scenes; centred at the origin of its frame.
#[derive(Debug, Clone, PartialEq)]
pub struct Cuboid {
    /// Half-extents along x, y, z, m.
    pub half_extents: Vec3,
}

impl Cuboid {
    /// A box from its half-extents (m).
    pub fn new(half_extents: Vec3) -> Result<Self> {
        for i in 0..3 {
            positive(
                &format!("half_extents[{i}]"),
                half_extents[i],
                "give half of the side length in metres",
            )?;
        }
        Ok(Self { half_extents })
    }

    /// alpha b - A y with A = [I; -I] (SL eq. 44).
    pub fn rows(&self) -> Rows {
        let mut rows = Rows::new(0);
        for sign in [-1.0, 1.0] {
            for i in 0..3 {
                let mut gy = Vec3::zeros();
                gy[i] = sign;
                rows.push_orthant(0.0, gy, self.half_extents[i], &[]);
            }
        }
        rows
    }
}

impl Cuboid {
    pub(super) fn parameters(&self) -> Vec<Parameter> {
        (0..3)
            .map(|i| Parameter::metres(format!("half_extents[{i}]"), self.half_extents[i]))
            .collect()
    }

    pub(super) fn parameter_rows(&self, i: usize) -> Vec<RowDerivative> {
        [i, 3 + i]
            .map(|row| RowDerivative::new(row, Column::Alpha, 1.0))
            .to_vec()
    }

    pub(super) fn with_parameter(&self, i: usize, value: f64) -> Result<Self> {
        let mut half_extents = self.half_extents;
        half_extents[i] = value;
        Self::new(half_extents)
    }
}
