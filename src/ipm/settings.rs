//! The constants of a solve.

/// How a solve goes about it; the defaults are docs/formulation.md, section 4.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// Largest number of factorisations.
    pub max_iterations: usize,
    /// Fraction of the longest step that is taken: at least, and at most, where the affine direction
    /// leaves nearly nothing of the complementarity.
    pub boundary_fraction: [f64; 2],
    /// Whether the second-order corrector may be used.
    pub corrector: bool,
    /// A corrected step may raise the mean complementarity by this factor: where the second order
    /// of a large step is wrong, it throws the iterate off the central path, next to a boundary
    /// (361 steps of drops whose first attempt failed: with 2, 75 of them need no ladder).
    pub growth: f64,
    /// Largest rotation of a body per iteration, rad.
    pub turn_limit: f64,
    /// Equality residuals at the solution.
    pub residual: f64,
    /// |s o z - rho e| / rho at the solution.
    pub centrality: f64,
    /// Steps shorter than this follow the central path instead, around its folds; 0: never.
    pub follow: f64,
    /// Go through 1e-3, 1e-4, ... instead of aiming at rho at once.
    pub staged: bool,
    /// Halve a step that makes both the residual and the centrality worse, as SL does.
    pub line_search: bool,
    /// Further iterations once converged, at most.
    pub polish: usize,
    /// None is made once both tolerances are met with this factor to spare.
    pub fine: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl Settings {
    /// docs/formulation.md, section 4.
    pub const DEFAULT: Self = Self {
        max_iterations: 30,
        boundary_fraction: [0.95, 0.998],
        corrector: true,
        growth: 2.0,
        turn_limit: f64::INFINITY,
        residual: 1e-8,
        centrality: 1e-4,
        follow: 0.0,
        staged: false,
        line_search: false,
        polish: 1,
        fine: 0.03,
    };

    /// Fraction of the longest step that keeps away from the boundary, however well the affine direction fits.
    pub const CAREFUL: [f64; 2] = [0.95; 2];

    /// For convex problems: they come back from anywhere, and now and then have to go there (with
    /// a limit, one of 880 collision problems of the oracles does not converge).
    pub const CONVEX: Self = Self {
        growth: f64::INFINITY,
        ..Self::DEFAULT
    };

    /// With `precise`, down to rounding.
    #[must_use]
    pub fn precise(self, precise: bool) -> Self {
        match precise {
            true => Self {
                polish: 3,
                fine: 0.0,
                ..self
            },
            false => self,
        }
    }
}
