//! The conic rows of a shape: slack s = h0 + Gy y + ga alpha + Ge eps in K (docs/formulation.md, section 2).
//!
//! K is the non-negative orthant for the first `orthant` rows, then second-order cones. Every row
//! is a length in metres: Gy and Ge are dimensionless, h0 and ga are in metres.

use crate::math::{Rot, Vec3};

/// Number of rows and cones of a part up to which every row has the whole relaxation: those of a box.
const FULL_DEGREE: f64 = 6.0;

/// Constant matrices and cones of one convex part.
#[derive(Debug, Clone, PartialEq)]
pub struct Rows {
    /// Number of auxiliary variables eps.
    pub aux: usize,
    /// Number of orthant rows; they come first.
    pub orthant: usize,
    /// Dimensions of the second-order cones, in order, after the orthant rows.
    pub socs: Vec<usize>,
    /// First auxiliary of every three that are the components of a vector in the frame of y: they
    /// turn with y.
    pub vectors: Vec<usize>,
    /// Row-major coefficients, `len()` x (4 + `aux`): columns y (3), alpha, eps.
    pub g: Vec<f64>,
    /// Constant terms, one per row.
    pub h0: Vec<f64>,
    /// The relaxation of every row and cone of the part, divided by the one asked for: see
    /// [`Rows::relaxation_of`].
    pub relaxation: f64,
}

impl Rows {
    /// Returns the planes of the part, (outward unit normal, offset), where all rows are planes: of a polytope or a half-space.
    pub fn planes(&self) -> Option<Vec<(Vec3, f64)>> {
        if self.aux > 0 || !self.socs.is_empty() {
            return None;
        }
        // s = h0 + g y + ga alpha >= 0 at alpha = 1
        let plane = |(g, h0): (&[f64], &f64)| {
            let slope = Vec3::new(g[0], g[1], g[2]);
            (-slope.normalize(), (h0 + g[3]) / slope.norm())
        };
        Some(self.g.chunks_exact(4).zip(&self.h0).map(plane).collect())
    }

    /// No rows yet, `aux` auxiliary variables.
    pub fn new(aux: usize) -> Self {
        Self {
            aux,
            orthant: 0,
            socs: Vec::new(),
            vectors: Vec::new(),
            g: Vec::new(),
            h0: Vec::new(),
            relaxation: 1.0,
        }
    }

    /// The relaxation of the rows of a part with `degree` rows and cones, divided by the one asked for:
    /// min(1, 6 / degree). Rows that do not touch take a share of about rho each of the one that all
    /// shares add up to; with it a part takes no more than a box does, however many faces it has.
    /// DIFFERENCE from SL (rho in every row): see decision D1 in docs/decisions.md.
    pub fn relaxation_of(degree: usize) -> f64 {
        (FULL_DEGREE / degree as f64).min(1.0)
    }

    /// Number of complementarity products: rows and cones.
    pub(crate) fn degree(&self) -> usize {
        self.orthant + self.socs.len()
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.h0.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.h0.is_empty()
    }

    /// Number of columns: y, alpha and the auxiliaries.
    pub fn width(&self) -> usize {
        4 + self.aux
    }

    /// Coefficients of one row.
    pub fn row(&self, i: usize) -> &[f64] {
        &self.g[i * self.width()..(i + 1) * self.width()]
    }

    /// Adds an orthant row h0 + gy.y + ga alpha + sum of (index, coefficient) of eps >= 0.
    /// Orthant rows must be added before second-order cones.
    pub fn push_orthant(&mut self, h0: f64, gy: Vec3, ga: f64, ge: &[(usize, f64)]) {
        debug_assert!(self.socs.is_empty(), "orthant rows come first");
        self.push_row(h0, gy, ga, ge);
        self.orthant += 1;
        self.relaxation = Self::relaxation_of(self.degree());
    }

    /// Adds a second-order cone from its rows (the first is the scalar part).
    pub fn push_soc(&mut self, rows: &[ConeRow<'_>]) {
        for row in rows {
            self.push_row(row.h0, row.gy, row.ga, row.ge);
        }
        self.socs.push(rows.len());
        self.relaxation = Self::relaxation_of(self.degree());
    }

    fn push_row(&mut self, h0: f64, gy: Vec3, ga: f64, ge: &[(usize, f64)]) {
        let start = self.g.len();
        self.g.resize(start + self.width(), 0.0);
        self.g[start..start + 3].copy_from_slice(gy.as_slice());
        self.g[start + 3] = ga;
        for &(i, value) in ge {
            self.g[start + 4 + i] += value;
        }
        self.h0.push(h0);
    }

    /// First columns of every three that turn with the frame: of y, of the vector auxiliaries.
    pub fn turning_columns(&self) -> impl Iterator<Item = usize> + '_ {
        std::iter::once(0).chain(self.vectors.iter().map(|first| 4 + first))
    }

    /// The rows as functions of the point y' with y = R^T (y' - t): a part placed in its body.
    /// Vector auxiliaries are then in the frame of y'.
    #[must_use]
    pub fn placed(&self, rotation: &Rot, offset: &Vec3) -> Self {
        let mut out = self.clone();
        let width = self.width();
        for i in 0..self.len() {
            let row = &mut out.g[i * width..(i + 1) * width];
            for first in self.turning_columns() {
                let turned = rotation * Vec3::from_column_slice(&row[first..first + 3]);
                row[first..first + 3].copy_from_slice(turned.as_slice());
            }
            out.h0[i] -= Vec3::from_column_slice(&row[..3]).dot(offset);
        }
        out
    }

    /// The rows of the Minkowski sum of two placed children (SL eq. 25): the first at y - e, the
    /// second at e, where e is three new auxiliaries.
    #[must_use]
    pub fn minkowski(first: &Self, second: &Self) -> Self {
        let aux = first.aux + second.aux + 3;
        let e = 4 + first.aux + second.aux;
        let width = 4 + aux;
        let mut out = Self::new(aux);
        let mut copy = |from: &Self, i: usize, is_first: bool| {
            let row = from.row(i);
            let mut full = vec![0.0; width];
            full[3] = row[3];
            let eps = if is_first { 4 } else { 4 + first.aux };
            full[eps..eps + from.aux].copy_from_slice(&row[4..]);
            for k in 0..3 {
                if is_first {
                    full[k] = row[k];
                    full[e + k] = -row[k];
                } else {
                    full[e + k] = row[k];
                }
            }
            out.g.extend_from_slice(&full);
            out.h0.push(from.h0[i]);
        };
        (0..first.orthant).for_each(|i| copy(first, i, true));
        (0..second.orthant).for_each(|i| copy(second, i, false));
        (first.orthant..first.len()).for_each(|i| copy(first, i, true));
        (second.orthant..second.len()).for_each(|i| copy(second, i, false));
        out.orthant = first.orthant + second.orthant;
        let inner = second.vectors.iter().map(|v| first.aux + v);
        out.vectors = first.vectors.iter().copied().chain(inner).collect();
        out.vectors.push(first.aux + second.aux);
        out.socs = first.socs.iter().chain(&second.socs).copied().collect();
        out.relaxation = Self::relaxation_of(out.degree());
        out
    }

    /// Returns the rows with lengths counted in units of `length` metres.
    #[must_use]
    pub fn in_units_of(&self, length: f64) -> Self {
        let mut out = self.clone();
        let width = self.width();
        for i in 0..self.len() {
            out.h0[i] /= length;
            out.g[i * width + 3] /= length;
        }
        out
    }
}

/// One row of a second-order cone, for [`Rows::push_soc`].
pub struct ConeRow<'a> {
    /// Constant term, m.
    pub h0: f64,
    /// Coefficients of y.
    pub gy: Vec3,
    /// Coefficient of alpha, m.
    pub ga: f64,
    /// (index, coefficient) of the auxiliaries.
    pub ge: &'a [(usize, f64)],
}

impl ConeRow<'_> {
    /// A row alpha * `ga`.
    pub fn alpha(ga: f64) -> Self {
        Self {
            h0: 0.0,
            gy: Vec3::zeros(),
            ga,
            ge: &[],
        }
    }

    /// A row gy . y.
    pub fn point(gy: Vec3) -> Self {
        Self {
            h0: 0.0,
            gy,
            ga: 0.0,
            ge: &[],
        }
    }
}
