//! Weighted moments of the patches around a point, about one of them.

use super::{Plane, Soft};
use crate::math::{Mat3, Vec3};

/// Sums of weights times products of f, N and q = P - origin.
pub(super) struct Moments {
    origin: Vec3,
    weight: f64,
    f: f64,
    n: Vec3,
    q: Vec3,
    fq: Vec3,
    nq: Mat3,
    qq: Mat3,
    fqq: Mat3,
}

impl Moments {
    /// Returns the moments of nothing about an origin; one near the patches keeps rounding small.
    pub fn about(origin: &Vec3) -> Self {
        Self {
            origin: *origin,
            weight: 0.0,
            f: 0.0,
            n: Vec3::zeros(),
            q: Vec3::zeros(),
            fq: Vec3::zeros(),
            nq: Mat3::zeros(),
            qq: Mat3::zeros(),
            fqq: Mat3::zeros(),
        }
    }

    /// Adds a plane at the distance `f`.
    #[inline]
    pub fn add(&mut self, weight: f64, plane: &Plane, f: f64) {
        let q = plane.point - self.origin;
        let wq = q * weight;
        self.weight += weight;
        self.f += weight * f;
        self.n += plane.normal * weight;
        self.q += wq;
        self.fq += wq * f;
        self.nq += plane.normal * wq.transpose();
        let square = (q * q.transpose()) * weight;
        self.qq += square;
        self.fqq += square * f;
    }

    /// Returns the soft distance at a temperature of the weights, m^2.
    pub fn soft(&self, epsilon: f64) -> Soft {
        let (rate, one) = (2.0 / epsilon, 1.0 / self.weight);
        let (f, n, q) = (self.f * one, self.n * one, self.q * one);
        let fq = self.fq * one - q * f;
        let nq = self.nq * one - n * q.transpose();
        let qq = self.qq * one - q * q.transpose();
        // E[df dq dq] = E[f dq dq] - f E[dq dq], with E[f dq dq] from the moments about the origin
        let cross = q * fq.transpose();
        let about_mean = self.fqq * one - (cross + cross.transpose()) - q * q.transpose() * f;
        let third = about_mean - qq * f;
        Soft {
            value: f,
            gradient: n + fq * rate,
            hessian: (nq + nq.transpose()) * rate + third * (rate * rate),
        }
    }
}
