//! One dense linear system: equilibrated, LU with partial pivoting, refined with residuals in twice
//! the working precision.

use nalgebra::{DMatrix, DVector, Dyn, LU};

/// A factorised system.
pub struct Dense {
    /// (column, value) of every row.
    rows: Vec<Vec<(usize, f64)>>,
    row_scale: DVector<f64>,
    column_scale: DVector<f64>,
    lu: LU<f64, Dyn, Dyn>,
}

impl Dense {
    /// Factorises a square matrix.
    pub fn new(a: &DMatrix<f64>) -> Self {
        let n = a.nrows();
        assert_eq!(n, a.ncols(), "as many rows as unknowns");
        let rows = (0..n).map(|i| {
            let row = (0..n).map(|j| (j, a[(i, j)]));
            row.filter(|entry| entry.1 != 0.0).collect()
        });
        let rows = rows.collect();
        let mut scaled = a.clone();
        let mut row_scale = DVector::repeat(n, 1.0);
        let mut column_scale = DVector::repeat(n, 1.0);
        for _ in 0..4 {
            for i in 0..n {
                let factor = 1.0 / scaled.row(i).amax().sqrt();
                row_scale[i] *= factor;
                scaled.row_mut(i).scale_mut(factor);
            }
            for j in 0..n {
                let factor = 1.0 / scaled.column(j).amax().sqrt();
                column_scale[j] *= factor;
                scaled.column_mut(j).scale_mut(factor);
            }
        }
        Self {
            rows,
            row_scale,
            column_scale,
            lu: LU::new(scaled),
        }
    }

    /// Whether the determinant is negative.
    pub fn is_negative(&self) -> bool {
        self.lu.determinant() < 0.0
    }

    fn plain_solve(&self, b: &DVector<f64>) -> Option<DVector<f64>> {
        let y = self.lu.solve(&b.component_mul(&self.row_scale))?;
        Some(y.component_mul(&self.column_scale))
    }

    /// The solution, refined while that brings it closer; `None` for a singular matrix.
    pub fn solve(&self, b: &DVector<f64>) -> Option<DVector<f64>> {
        let mut x = self.plain_solve(b)?;
        let size = |x: &DVector<f64>| x.component_div(&self.column_scale).norm();
        let mut least = f64::INFINITY;
        for _ in 0..10 {
            let correction = self.plain_solve(&self.residual(b, &x))?;
            let now = size(&correction);
            if now.is_nan() || now > 0.5 * least {
                break;
            }
            least = now;
            x += correction;
            if now <= 1e-17 * size(&x) {
                break;
            }
        }
        Some(x)
    }

    /// b - A x.
    fn residual(&self, b: &DVector<f64>, x: &DVector<f64>) -> DVector<f64> {
        DVector::from_fn(b.len(), |i, _| {
            let (mut sum, mut rest) = (b[i], 0.0);
            for &(j, a) in &self.rows[i] {
                let product = -a * x[j];
                let lost = (-a).mul_add(x[j], -product);
                let new = sum + product;
                let back = new - sum;
                rest += (sum - (new - back)) + (product - back) + lost;
                sum = new;
            }
            sum + rest
        })
    }
}

#[test]
fn a_badly_conditioned_system_is_solved_to_rounding() {
    // Hilbert's matrix of order 8 has condition 1.5e10; times 360360 its entries are whole numbers.
    let n = 8;
    let a = DMatrix::from_fn(n, n, |i, j| 360360.0 / (i + j + 1) as f64);
    let x = DVector::from_fn(n, |i, _| 1.0 - 0.25 * i as f64);
    let found = Dense::new(&a).solve(&(&a * &x)).expect("not singular");
    assert!((found - x).amax() < 1e-13);
}
