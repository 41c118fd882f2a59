//! Equality rows and cones as one problem of the interior point method, nothing eliminated: the
//! unknowns are one vector, the Newton system is one dense matrix of all rows and all unknowns.
//!
//! ```text
//! dr/dx dx = -r                                          equality rows
//! W^-1 ds + W dz = rho_b l^-1 - l                        AFFINE,   l = W z = W^-1 s
//!                  factor l^-1                           UNIT
//!                  -l^-1 o (W^-1 ds o W dz)              CORRECTOR, with ds, dz of AFFINE
//! ```

use super::cone::{Cone, Point, depth as depth_of, divide, inverse, inverse_step, jordan, scaling};
use super::dense::Dense;
use super::dual::{Scalar, differentiate};
use drystone::ipm::{Problem, Span};
use nalgebra::{DMatrix, DVector, Matrix4};

/// Equality rows and cones.
pub trait System {
    /// Appends the values of all equality rows at `x`.
    fn rows<T: Scalar>(&self, x: &[T], out: &mut Vec<T>);
    fn cones(&self) -> &[Cone];
    /// Takes other rows from `x` on, where it needs them at this complementarity and relaxation; whether it did.
    fn revise(&self, _x: &[f64], _complementarity: f64, _rho: f64) -> bool {
        false
    }
}

/// The larger, and NaN when either is.
fn worse(a: f64, b: f64) -> f64 {
    if a >= b || a.is_nan() { a } else { b }
}

/// A system at an iterate.
pub struct Kkt<'a, S> {
    system: &'a S,
    /// The unknowns.
    pub x: Vec<f64>,
    residual: Vec<f64>,
    dense: Option<Dense>,
    /// Whether the determinant was negative at the start: the sign of the order of rows and unknowns.
    at_start: Option<bool>,
    parts: [DVector<f64>; 3],
    direction: DVector<f64>,
    rho: f64,
    /// The solve was left for another one.
    pub is_left: bool,
}

impl<'a, S: System> Kkt<'a, S> {
    pub fn new(system: &'a S, x: Vec<f64>) -> Self {
        let zero = DVector::zeros(x.len());
        Self {
            system,
            residual: Vec::new(),
            dense: None,
            at_start: None,
            parts: [0, 1, 2].map(|_| zero.clone()),
            direction: zero,
            rho: f64::NAN,
            is_left: false,
            x,
        }
    }

    fn mean(&self, sum: impl Fn(&Cone) -> f64) -> f64 {
        let cones = self.system.cones();
        cones.iter().map(sum).sum::<f64>() / cones.len().max(1) as f64
    }

    /// A right side: the equality rows, then what `of` says of every cone.
    fn right_side(
        &self,
        equalities: f64,
        of: impl Fn(&Cone, &Matrix4<f64>, &Matrix4<f64>) -> Point,
    ) -> DVector<f64> {
        let mut out = DVector::zeros(self.x.len());
        let mut row = self.residual.len();
        for (out, r) in out.iter_mut().zip(&self.residual) {
            *out = equalities * r;
        }
        for cone in self.system.cones() {
            let [w, back] = scaling(&cone.slack(&self.x), &cone.dual(&self.x));
            let right = of(cone, &w, &back);
            out.rows_mut(row, cone.dim)
                .copy_from(&right.rows(0, cone.dim));
            row += cone.dim;
        }
        out
    }

    /// All rows, all unknowns.
    fn matrix(&self) -> DMatrix<f64> {
        let n = self.x.len();
        let mut a = DMatrix::zeros(n, n);
        let rows = |x: &[_], out: &mut Vec<_>| self.system.rows(x, out);
        differentiate(&self.x, rows, |i, j, slope| a[(i, j)] = slope);
        let mut row = self.residual.len();
        for cone in self.system.cones() {
            let [w, back] = scaling(&cone.slack(&self.x), &cone.dual(&self.x));
            let size = (cone.dim, cone.dim);
            a.view_mut((row, cone.s), size)
                .copy_from(&back.view((0, 0), size));
            a.view_mut((row, cone.z), size)
                .copy_from(&w.view((0, 0), size));
            row += cone.dim;
        }
        assert_eq!(row, n, "as many rows as unknowns");
        a
    }

    /// Solves for a right side; whether that was possible.
    fn find(&mut self, part: usize, right: DVector<f64>) -> bool {
        let dense = self.dense.as_ref().expect("predict comes first");
        match dense.solve(&right) {
            Some(x) if x.iter().all(|x| x.is_finite()) => self.parts[part] = x,
            _ => return false,
        }
        true
    }
}

impl<S: System> Problem for Kkt<'_, S> {
    fn evaluate(&mut self, rho: f64) {
        self.rho = rho;
        self.residual.clear();
        self.system.rows(&self.x, &mut self.residual);
    }

    fn residual(&self) -> f64 {
        self.residual.iter().fold(0.0, |m, r| worse(m, r.abs()))
    }

    fn centrality(&self, rho: f64) -> f64 {
        let cones = self.system.cones().iter();
        cones.fold(0.0, |m, cone| worse(m, cone.centrality(&self.x, rho)))
    }

    fn complementarity(&self) -> f64 {
        self.mean(|cone| cone.complementarity(&self.x))
    }

    fn predict(&mut self, rho: f64, _corrector: bool) -> bool {
        let dense = Dense::new(&self.matrix());
        self.at_start.get_or_insert(dense.is_negative());
        self.dense = Some(dense);
        let affine = self.right_side(-1.0, |cone, w, _| {
            let centre = inverse(&cone.slack(&self.x)) * (rho * cone.factor);
            w * (centre - cone.dual(&self.x))
        });
        let unit = self.right_side(0.0, |cone, w, _| {
            inverse(&(w * cone.dual(&self.x))) * cone.factor
        });
        self.find(0, affine) && self.find(1, unit)
    }

    fn is_past_fold(&self) -> bool {
        self.dense.as_ref().map(Dense::is_negative) != self.at_start
    }

    fn complementarity_after(&self, step: f64) -> f64 {
        let moved = self.x.iter().zip(self.direction.iter());
        let moved: Vec<f64> = moved.map(|(x, d)| x + step * d).collect();
        self.mean(|cone| cone.complementarity(&moved))
    }

    fn correct(&mut self, excess: f64, corrector: bool) -> [f64; 2] {
        let affine = self.parts[0].as_slice();
        let second = self.right_side(0.0, |cone, w, back| {
            let both = jordan(&(back * cone.slack(affine)), &(w * cone.dual(affine)));
            -divide(&(w * cone.dual(&self.x)), &both)
        });
        assert!(self.find(2, second), "the matrix has served the predictor");
        let plain = self.combine(excess, false);
        [self.combine(excess, corrector), plain]
    }

    fn combine(&mut self, excess: f64, corrector: bool) -> f64 {
        let [affine, unit, second] = &self.parts;
        self.direction = affine + unit * excess;
        if corrector {
            self.direction += second;
        }
        let (x, d) = (&self.x, self.direction.as_slice());
        let inverse = self.system.cones().iter().fold(0.0, |m: f64, cone| {
            m.max(inverse_step(&cone.slack(x), &cone.slack(d)))
                .max(inverse_step(&cone.dual(x), &cone.dual(d)))
        });
        1.0 / inverse
    }

    fn feasible_span(&mut self, from: f64, change: f64, step: f64) -> Span<f64> {
        let [affine, unit, _] = &self.parts;
        let cones = self.system.cones();
        // The depth in the shallowest cone is a concave function of the part.
        let depth = |part: f64| {
            let end = affine + unit * (from + part * change);
            let end = DVector::from_column_slice(&self.x) + end * step;
            let both = |cone: &Cone| {
                depth_of(&cone.slack(end.as_slice())).min(depth_of(&cone.dual(end.as_slice())))
            };
            cones.iter().map(both).fold(f64::INFINITY, f64::min)
        };
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..200 {
            let [left, right] = [(2.0 * low + high) / 3.0, (low + 2.0 * high) / 3.0];
            match depth(left) < depth(right) {
                true => low = left,
                false => high = right,
            }
        }
        if depth(low) < 0.0 {
            return Span {
                low: 1.0,
                high: 0.0,
            };
        }
        let deepest = low;
        high = 1.0;
        for _ in 0..100 {
            let middle = 0.5 * (low + high);
            match depth(middle) < 0.0 {
                true => high = middle,
                false => low = middle,
            }
        }
        Span { low: deepest, high }
    }

    fn revise(&mut self, among: bool) -> bool {
        let c = self.complementarity();
        if !among || !self.system.revise(&self.x, c, self.rho) {
            return false;
        }
        self.evaluate(self.rho);
        // Another system by far is left.
        self.is_left = self.residual() > 10.0 * c.sqrt();
        self.is_left
    }

    fn advance(&mut self, step: f64, rho: f64) {
        for (x, d) in self.x.iter_mut().zip(self.direction.iter()) {
            *x += step * d;
        }
        self.evaluate(rho);
    }
}
