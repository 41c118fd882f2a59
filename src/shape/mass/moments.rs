//! Zeroth, first and second moments of volume.

use super::MassProperties;
use crate::math::{Mat3, Vec3};

/// The integrals of 1, y and y y^T over a body.
#[derive(Debug, Clone, Copy)]
pub(in crate::shape) struct Moments {
    pub volume: f64,
    pub first: Vec3,
    pub second: Mat3,
}

impl Default for Moments {
    fn default() -> Self {
        Self {
            volume: 0.0,
            first: Vec3::zeros(),
            second: Mat3::zeros(),
        }
    }
}

impl Moments {
    /// Returns the moments of points that share a volume equally.
    pub fn of_points(points: impl ExactSizeIterator<Item = Vec3>, volume: f64) -> Self {
        let share = volume / points.len() as f64;
        let mut out = Self {
            volume,
            ..Self::default()
        };
        for point in points {
            out.first += point * share;
            out.second += point * point.transpose() * share;
        }
        out
    }

    pub fn add(&mut self, other: &Self) {
        self.volume += other.volume;
        self.first += other.first;
        self.second += other.second;
    }

    /// Adds the signed tetrahedron (0, a, b, c), positive when a, b, c turn counter-clockwise
    /// seen from outside.
    pub fn add_tetrahedron(&mut self, a: &Vec3, b: &Vec3, c: &Vec3) {
        let volume = a.dot(&b.cross(c)) / 6.0;
        let sum = a + b + c;
        self.volume += volume;
        self.first += sum * (volume / 4.0);
        let squares =
            a * a.transpose() + b * b.transpose() + c * c.transpose() + sum * sum.transpose();
        self.second += squares * (volume / 20.0);
    }

    /// Returns the moments of the body moved by `shift`.
    #[must_use]
    pub fn moved(&self, shift: &Vec3) -> Self {
        let mixed = shift * self.first.transpose();
        Self {
            volume: self.volume,
            first: self.first + shift * self.volume,
            second: self.second
                + mixed
                + mixed.transpose()
                + shift * shift.transpose() * self.volume,
        }
    }

    /// Linear combination, for extrapolation.
    #[must_use]
    pub fn combined(&self, weight: f64, other: &Self, other_weight: f64) -> Self {
        Self {
            volume: self.volume * weight + other.volume * other_weight,
            first: self.first * weight + other.first * other_weight,
            second: self.second * weight + other.second * other_weight,
        }
    }

    pub fn properties(&self, error: f64) -> MassProperties {
        let centre = self.first / self.volume;
        let s = self.second - centre * centre.transpose() * self.volume;
        let s = (s + s.transpose()) * 0.5;
        MassProperties {
            volume: self.volume,
            centre,
            inertia: Mat3::identity() * s.trace() - s,
            error,
        }
    }
}
