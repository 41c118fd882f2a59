//! Orthant rows of a part without auxiliaries, four at a time: passes of their own, so that nothing of
//! it is in the way of a part with few rows.

use super::Side;
use super::row::{Row, Sums, add_row, dot4};
use crate::ipm::{DirectionPart, in_fours};
use crate::math::{Four, Matrix, Real, alone, array, vectorized_lanes};
use crate::shape::Rows;

/// Four rows of one world, or a row of four worlds.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct RowsOfFour {
    /// The columns y and alpha, body frame.
    plain: Row<Four>,
    h0: Four,
    /// The row in the port frame, divided by the slack.
    turned: Row<Four>,
}

impl<R: Real> Side<R> {
    /// Lays the first rows out in fours.
    pub(super) fn reset_fours(&mut self, rows: &Rows) {
        self.in_fours = if rows.aux == 0 {
            in_fours(rows.orthant)
        } else {
            0
        };
        let (packs, _) = R::split(self.cone.residuals(), self.in_fours);
        self.fours.resize(packs.len(), RowsOfFour::default());
        for (k, four) in self.fours.iter_mut().enumerate() {
            // Without auxiliaries a row has four coefficients.
            four.plain = array(|i| R::of_rows(k, |row| rows.g[4 * row + i]));
            four.h0 = R::of_rows(k, |row| rows.h0[row]);
        }
    }

    /// Evaluates the residuals of these rows; returns their push and share, and the largest residual.
    pub(super) fn evaluate_fours(&mut self, point: &Row<R>) -> (Row<R>, R) {
        vectorized_lanes::<R, _>(
            #[inline(always)]
            || {
                let n = self.in_fours;
                let point: Row<Four> = array(|k| point[k].spread());
                let mut sums = [[Four::ZERO; 4]; 4];
                let mut worst = Four::ZERO;
                let [s, z, residuals] = self.cone.residuals_mut();
                let (s, z) = (R::split(s, n).0, R::split(z, n).0);
                let (residuals, _) = R::split_mut(residuals, n);
                let rows = residuals.iter_mut().zip(&self.fours);
                for (k, ((r, row), (s, z))) in rows.zip(s.iter().zip(z)).enumerate() {
                    let (s, z): (Four, Four) = ((*s).into(), (*z).into());
                    let off = s - (row.h0 + dot4(&point, &row.plain));
                    worst = worst.up(off.abs());
                    for (sum, g) in sums[k % R::PARTIALS].iter_mut().zip(&row.plain) {
                        *sum += z * *g;
                    }
                    *r = off.into();
                }
                (joined(&sums), R::highest(worst))
            },
        )
    }

    /// Rotates these rows and their residuals into the port frame, divides them by the slack and squares them,
    /// in two passes, because the sums of one pass fill the registers.
    pub(super) fn square_fours(&mut self, into_port: &Matrix<R>) -> Sums<R> {
        vectorized_lanes::<R, _>(
            #[inline(always)]
            || {
                let n = self.in_fours;
                let into_port: [Row<Four>; 3] =
                    array(|i| array(|j| into_port[(i, j % 3)].spread()));
                let mut sums = [Sums::<Four>::default(); 4];
                let (residuals, _) = R::split(self.cone.residuals(), n);
                let own = self.fours.iter_mut().zip(residuals);
                for (k, ((row, r), at)) in own.zip(self.cone.rows_in_fours(n)).enumerate() {
                    let inverse = at.inverse();
                    let [x, y, z, a] = row.plain;
                    let along = |into_port: &Row<Four>| {
                        into_port[0] * x + into_port[1] * y + into_port[2] * z
                    };
                    let turned = [
                        along(&into_port[0]),
                        along(&into_port[1]),
                        along(&into_port[2]),
                        a,
                    ];
                    row.turned = array(|i| turned[i] * inverse);
                    let r = (*r).into() * inverse;
                    sums[k % R::PARTIALS].add_residual(&row.turned, at.product(), r);
                }
                let rows = self.fours.iter().zip(self.cone.rows_in_fours(n));
                for (k, (row, at)) in rows.enumerate() {
                    sums[k % R::PARTIALS].add(&row.turned, at.product());
                }
                let first = joined(&array(|k| sums[k].first));
                let second = joined(&array(|k| [1, 2, 3].map(|i| sums[k].second[i])));
                Sums {
                    first,
                    second: [first[1], second[0], second[1], second[2]],
                    third: joined(&array(|k| sums[k].third)),
                    last: R::join(&array(|k| sums[k].last)),
                    residual: joined(&array(|k| sums[k].residual)),
                    unit: joined(&array(|k| sums[k].unit)),
                }
            },
        )
    }

    /// Measures the affine direction; returns the constants of the corrector from the orthant rows, the first `n` in fours.
    pub(super) fn corrector_constants_fours(&mut self, n: usize) -> Row<R> {
        vectorized_lanes::<R, _>(
            #[inline(always)]
            || {
                let mut sums = [[Four::ZERO; 4]; 4];
                let mut rest = [R::ZERO; 4];
                let fours = &self.fours;
                self.cone.measure_affine_with(
                    n,
                    #[inline(always)]
                    |k: usize, change: Four| {
                        for (sum, g) in sums[k % R::PARTIALS].iter_mut().zip(&fours[k].turned) {
                            *sum -= change * *g;
                        }
                    },
                    #[inline(always)]
                    |k: usize, change: R| rest[k - n] = change,
                );
                let mut sum = joined(&sums);
                for (row, change) in self.rows[n..self.cone.orthant()].iter().zip(rest) {
                    add_row(&mut sum, row, -change);
                }
                sum
            },
        )
    }

    /// Recovers the slacks of these rows along AFFINE for (dz, dalpha), port frame, without the residuals.
    pub(super) fn affine_slacks_fours(&mut self, first: &Row<R>) {
        vectorized_lanes::<R, _>(
            #[inline(always)]
            || {
                let first: Row<Four> = array(|k| first[k].spread());
                let n = self.in_fours;
                let (rows, parts, residuals) = self.cone.affine_fours_mut(n);
                let own = self.fours.iter().zip(residuals);
                for ((part, (row, r)), at) in parts.iter_mut().zip(own).zip(rows) {
                    *part = (dot4(&alone(row).turned, &first) - (*r).into() * at.inverse()).into();
                }
            },
        )
    }

    /// Recovers the slacks of these rows for (dz, dalpha), port frame.
    pub(super) fn recover_fours(&mut self, part: DirectionPart, first: &Row<R>) {
        vectorized_lanes::<R, _>(
            #[inline(always)]
            || {
                let first: Row<Four> = array(|k| first[k].spread());
                let (slacks, _) = R::split_mut(self.cone.part_mut(part), self.in_fours);
                for (slack, row) in slacks.iter_mut().zip(&self.fours) {
                    *slack = dot4(&alone(row).turned, &first).into();
                }
            },
        )
    }
}

impl Side {
    /// Returns a row in the port frame; orthant rows are divided by their slack.
    pub(super) fn turned(&self, row: usize) -> Row {
        match self.fours.get(row / 4) {
            Some(four) => array(|k| four.turned[k].0[row % 4]),
            None => self.rows[row],
        }
    }
}

#[inline(always)]
fn joined<R: Real, const N: usize>(sums: &[[Four; N]; 4]) -> [R; N] {
    array(|i| R::join(&[sums[0][i], sums[1][i], sums[2][i], sums[3][i]]))
}
