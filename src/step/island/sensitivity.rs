//! The island linearised at its solution.

use super::Island;
use crate::ipm::Problem;
use crate::linalg::inverse_norm_1;
use crate::step::slot::sides;

/// How well the island is solved, and how sensitive it is.
#[derive(Debug, Clone, Copy)]
pub struct Linearization {
    /// The largest equality residual.
    pub residual: f64,
    /// The largest |s o z - rho e| / rho.
    pub centrality: f64,
    /// The estimated condition number (1-norm) of the body system.
    pub condition: f64,
}

impl Island<'_> {
    /// Evaluates, condenses and factorises; `None` when the system is singular.
    pub fn linearize(&mut self, rho: f64) -> Option<Linearization> {
        self.evaluate(rho);
        let (residual, centrality) = (self.residual(), self.centrality(rho));
        self.assemble(rho);
        let lu = &mut self.system.lu;
        let norm = lu.norm_1();
        if !lu.factor() {
            return None;
        }
        let lu = &*lu;
        let inverse = inverse_norm_1(
            lu.dimension(),
            |b| lu.solve::<1>(b),
            |b| lu.solve_transposed(b),
        );
        for &k in self.touching {
            let slot = &mut self.slots[k];
            let sides = sides(self.model, &slot.candidate);
            slot.block.prepare_rates(sides);
        }
        Some(Linearization {
            residual,
            centrality,
            condition: norm * inverse,
        })
    }
}
