//! Rows of the collision problem of a pair, and that problem alone at fixed poses: the prediction
//! (docs/formulation.md, section 3 "Collision" and section 4, step 2).

use super::cone::Cone;
use super::dual::Scalar;
use super::kkt::{Kkt, System};
use super::vector::*;
use drystone::ipm::{Settings, solve};
use drystone::math::Vec3;
use drystone::shape::Rows;

/// Slacks and duals of a start lie this deep in their cones.
const INSIDE: f64 = 0.3;

/// Position and rotation of a body.
#[derive(Debug, Clone, Copy)]
pub struct Pose<T> {
    pub x: V3<T>,
    pub r: M3<T>,
}

/// Places of the collision unknowns of a pair among all unknowns: p, alpha, then eps, s, lambda of
/// the first and of the second side.
#[derive(Debug, Clone)]
pub struct Places {
    pub p: usize,
    pub alpha: usize,
    pub eps: [usize; 2],
    pub s: [usize; 2],
    pub lambda: [usize; 2],
    pub end: usize,
}

impl Places {
    pub fn new(rows: [&Rows; 2], first: usize) -> Self {
        let [a, b] = rows;
        let second = first + 4 + a.aux + 2 * a.len();
        let eps = [first + 4, second];
        let s = [eps[0] + a.aux, eps[1] + b.aux];
        let lambda = [s[0] + a.len(), s[1] + b.len()];
        Self {
            p: first,
            alpha: first + 3,
            eps,
            s,
            lambda,
            end: lambda[1] + b.len(),
        }
    }

    pub fn p<T: Scalar>(&self, x: &[T]) -> V3<T> {
        [x[self.p], x[self.p + 1], x[self.p + 2]]
    }

    /// The cones of both sides, whose relaxation is `factor` rho times that of their part: min(1, 6 over the
    /// number of its rows and cones).
    pub fn cones(&self, rows: [&Rows; 2], factor: f64) -> Vec<Cone> {
        let mut out = Vec::new();
        for (side, rows) in rows.into_iter().enumerate() {
            let mut row = 0;
            let part = (6.0 / (rows.orthant + rows.socs.len()) as f64).min(1.0);
            for dim in std::iter::repeat_n(1, rows.orthant).chain(rows.socs.iter().copied()) {
                out.push(Cone {
                    s: self.s[side] + row,
                    z: self.lambda[side] + row,
                    dim,
                    factor: factor * part,
                });
                row += dim;
            }
        }
        out
    }

    /// R Gy^T lambda of one side.
    pub fn push<T: Scalar>(&self, side: usize, rows: &Rows, r: &M3<T>, x: &[T]) -> V3<T> {
        apply(r, [0, 1, 2].map(|k| self.column(side, rows, k, x)))
    }

    /// One entry of G^T lambda.
    fn column<T: Scalar>(&self, side: usize, rows: &Rows, column: usize, x: &[T]) -> T {
        let lambda = &x[self.lambda[side]..];
        let terms = (0..rows.len()).map(|i| lambda[i] * T::of(rows.row(i)[column]));
        terms.fold(T::of(0.0), |sum, term| sum + term)
    }

    /// E_p, E_a, and per side E_eps and S_col. Returns the push of both sides.
    pub fn rows<T: Scalar>(
        &self,
        rows: [&Rows; 2],
        poses: [&Pose<T>; 2],
        x: &[T],
        out: &mut Vec<T>,
    ) -> [V3<T>; 2] {
        let push = [0, 1].map(|s| self.push(s, rows[s], &poses[s].r, x));
        let share = [0, 1].map(|s| self.column(s, rows[s], 3, x));
        out.extend(add(push[0], push[1]).map(|sum| -sum));
        out.push(T::of(1.0) - (share[0] + share[1]));
        for s in 0..2 {
            for k in 0..rows[s].aux {
                out.push(-self.column(s, rows[s], 4 + k, x));
            }
            let y = apply_transposed(&poses[s].r, sub(self.p(x), poses[s].x));
            for i in 0..rows[s].len() {
                let slack = self.slack(s, rows[s], i, y, x);
                out.push(x[self.s[s] + i] - slack);
            }
        }
        push
    }

    /// h0 + Gy y + ga alpha + Ge eps.
    fn slack<T: Scalar>(&self, side: usize, rows: &Rows, i: usize, y: V3<T>, x: &[T]) -> T {
        let g = rows.row(i);
        let gy = [g[0], g[1], g[2]].map(T::of);
        let mut sum = T::of(rows.h0[i]) + dot(gy, y) + T::of(g[3]) * x[self.alpha];
        for k in 0..rows.aux {
            sum = sum + T::of(g[4 + k]) * x[self.eps[side] + k];
        }
        sum
    }
}

/// The collision problem of one pair at fixed poses.
pub struct Alone<'a> {
    pub rows: [&'a Rows; 2],
    pub poses: [Pose<f64>; 2],
    pub places: Places,
    cones: Vec<Cone>,
}

/// Where it starts.
pub struct Guess {
    /// Reference points of the parts, world.
    pub centres: [Vec3; 2],
    /// Bounding radii; infinite for a half-space.
    pub radii: [f64; 2],
}

impl System for Alone<'_> {
    fn rows<T: Scalar>(&self, x: &[T], out: &mut Vec<T>) {
        let poses = [0, 1].map(|s| Pose {
            x: self.poses[s].x.map(T::of),
            r: self.poses[s].r.map(|row| row.map(T::of)),
        });
        self.places.rows(self.rows, [&poses[0], &poses[1]], x, out);
    }

    fn cones(&self) -> &[Cone] {
        &self.cones
    }
}

impl<'a> Alone<'a> {
    pub fn new(rows: [&'a Rows; 2], poses: [Pose<f64>; 2]) -> Self {
        let places = Places::new(rows, 0);
        Self {
            cones: places.cones(rows, 1.0),
            rows,
            poses,
            places,
        }
    }

    /// The unknowns at complementarity `rho`, and whether the solve converged.
    pub fn solve(&self, guess: &Guess, rho: f64) -> (Vec<f64>, bool) {
        let mut kkt = Kkt::new(self, self.start(guess));
        let settings = Settings {
            max_iterations: 60,
            ..Settings::CONVEX
        };
        let outcome = solve(&mut kkt, rho, &settings, None);
        (kkt.x, outcome.converged)
    }

    /// eps = 0, s moved along e into the cone, lambda = 0.3 s^-1.
    fn start(&self, guess: &Guess) -> Vec<f64> {
        let places = &self.places;
        let mut x = vec![0.0; places.end];
        let [a, b] = guess.radii;
        let [at_a, at_b] = guess.centres;
        let (p, alpha) = if b.is_infinite() {
            (at_a, 1.0)
        } else {
            let p = (at_a * b + at_b * a) / (a + b);
            (p, (2.0 * (at_b - at_a).norm() / (a + b)).max(1.0))
        };
        x[places.p..places.p + 3].copy_from_slice(p.as_slice());
        x[places.alpha] = alpha;
        for s in 0..2 {
            let y = apply_transposed(&self.poses[s].r, sub([p.x, p.y, p.z], self.poses[s].x));
            for i in 0..self.rows[s].len() {
                x[places.s[s] + i] = places.slack(s, self.rows[s], i, y, &x);
            }
        }
        for cone in &self.cones {
            let slack = cone.slack(&x);
            let side = slack.fixed_rows::<3>(1).norm();
            x[cone.s] = slack[0].max(side + INSIDE);
            let dual = super::cone::inverse(&cone.slack(&x)) * INSIDE;
            x[cone.z..cone.z + cone.dim].copy_from_slice(&dual.as_slice()[..cone.dim]);
        }
        x
    }
}
