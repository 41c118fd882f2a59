//! Weighted moments of the patches around a point, about one of them.

use super::Soft;
use super::cloud::Plane;
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
    /// Entries of the upper triangle, row by row.
    qq: [f64; 6],
    fqq: [f64; 6],
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
            qq: [0.0; 6],
            fqq: [0.0; 6],
        }
    }

    /// Adds a plane with the value `f`.
    #[inline(always)]
    pub fn add(&mut self, weight: f64, plane: &Plane, f: f64) {
        let q = plane.point - self.origin;
        let wq = q * weight;
        self.weight += weight;
        self.f += weight * f;
        self.n += plane.normal * weight;
        self.q += wq;
        self.fq += wq * f;
        self.nq += plane.normal * wq.transpose();
        let squares = [
            wq.x * q.x,
            wq.x * q.y,
            wq.x * q.z,
            wq.y * q.y,
            wq.y * q.z,
            wq.z * q.z,
        ];
        for (k, square) in squares.into_iter().enumerate() {
            self.qq[k] += square;
            self.fqq[k] += square * f;
        }
    }

    /// Returns the soft distance at a temperature of the weights, m^2.
    pub fn soft(&self, epsilon: f64) -> Soft {
        let (rate, one) = (2.0 / epsilon, 1.0 / self.weight);
        let (f, n, q) = (self.f * one, self.n * one, self.q * one);
        let fq = self.fq * one - q * f;
        let nq = self.nq * one - n * q.transpose();
        let qq = symmetric(&self.qq) * one - q * q.transpose();
        // E[df dq dq] = E[f dq dq] - f E[dq dq], with E[f dq dq] from the moments about the origin
        let cross = q * fq.transpose();
        let about_mean =
            symmetric(&self.fqq) * one - (cross + cross.transpose()) - q * q.transpose() * f;
        let third = about_mean - qq * f;
        Soft {
            value: f,
            gradient: n + fq * rate,
            hessian: (nq + nq.transpose()) * rate + third * (rate * rate),
        }
    }
}

/// Returns a symmetric matrix from its upper triangle.
fn symmetric([a, b, c, d, e, f]: &[f64; 6]) -> Mat3 {
    Mat3::new(*a, *b, *c, *b, *d, *e, *c, *e, *f)
}
