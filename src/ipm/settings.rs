//! The constants of a solve.

/// The constants of a solve; the defaults are those of docs/formulation.md, section 4.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// The largest number of factorisations.
    pub max_iterations: usize,
    /// The least and the largest fraction of the longest step that is taken; the largest one applies where the
    /// affine direction leaves nearly nothing of the complementarity.
    pub boundary_fraction: [f64; 2],
    /// Whether the second-order corrector may be used.
    pub corrector: bool,
    /// A corrected step may raise the mean complementarity by this factor: where the second order
    /// of a large step is wrong, it throws the iterate off the central path, next to a boundary (decision D18).
    pub growth: f64,
    /// The largest rotation of a body per iteration, rad.
    pub rotation_limit: f64,
    /// The largest admissible equality residual at the solution.
    pub residual: f64,
    /// The largest admissible |s o z - rho e| / rho at the solution.
    pub centrality: f64,
    /// Steps that come out shorter than this go along the central path instead, around its folds; 0 turns
    /// that off.
    pub continuation: f64,
    /// The relaxation of the first stage of a solve that goes through this one, a part of it, ... instead of aiming at rho at once; 0 turns
    /// that off.
    pub first_stage: f64,
    /// The relaxation of a stage as a part of that of the stage before it.
    pub stage_factor: f64,
    /// Whether a step that makes both the residual and the centrality worse is halved, as SL does.
    pub line_search: bool,
    /// Whether a line search takes a step that makes the residual worse where the centrality gets better, as SL does.
    pub centrality_excuses: bool,
    /// Whether the equality rows depend on the relaxation of the stage: they are evaluated anew where it changes.
    pub rows_of_stage: bool,
    /// A solve ends after so many steps in a row that are shorter than a fiftieth (decision D40).
    pub stalls: f64,
    /// The largest number of further iterations after convergence (decision D20).
    pub polish: usize,
    /// No further iteration is made once both tolerances are met with this factor to spare.
    pub fine: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl Settings {
    /// These are the settings of docs/formulation.md, section 4.
    pub const DEFAULT: Self = Self {
        max_iterations: 30,
        boundary_fraction: [0.95, 0.998],
        corrector: true,
        growth: 2.0,
        rotation_limit: f64::INFINITY,
        residual: 1e-8,
        centrality: 1e-4,
        continuation: 0.0,
        first_stage: 0.0,
        stage_factor: 0.1,
        line_search: false,
        centrality_excuses: true,
        rows_of_stage: false,
        stalls: 5.0,
        polish: 1,
        fine: 0.03,
    };

    /// This fraction of the longest step keeps away from the boundary, however well the affine direction fits.
    pub const CAREFUL: [f64; 2] = [0.95; 2];

    /// These settings suit convex problems, which converge from anywhere and need no limit of growth
    /// (decision D41).
    pub const CONVEX: Self = Self {
        growth: f64::INFINITY,
        ..Self::DEFAULT
    };

    /// Returns the settings, with `precise` such that the solution is exact to rounding.
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
