//! The main loop (docs/formulation.md, section 4, step 4).

/// Most halvings of a step.
const BACKTRACKS: usize = 25;

/// Steps shorter than this count as stalled.
const STALL: f64 = 0.02;
/// So many stalled steps in a row lead nowhere: of 600 steps of heaps of 20 bodies 25 instead of 24
/// first attempts fail, and all attempts take 10 % fewer iterations; drops at 10 Hz take 40 % fewer.
const STALLS: usize = 5;

/// What the main loop needs of a problem.
pub trait Problem {
    /// Residuals and scalings at the current iterate of a solve for relaxation `rho`.
    fn evaluate(&mut self, rho: f64);
    /// Largest equality residual.
    fn residual(&self) -> f64;
    /// Largest |s o z - rho_b e| / rho_b over all cone blocks.
    fn centrality(&self, rho: f64) -> f64;
    /// Mean of s.z / (block factor).
    fn complementarity(&self) -> f64;
    /// Factorises and finds the directions AFFINE and UNIT; false when singular.
    fn predict(&mut self, rho: f64) -> bool;
    /// The longest step along the direction AFFINE.
    fn longest_affine(&mut self) -> f64 {
        self.combine(0.0, false)
    }
    /// Mean complementarity after a step along the direction AFFINE, after [`Self::longest_affine`].
    fn complementarity_after_affine(&self, step: f64) -> f64 {
        self.complementarity_after(step)
    }
    /// Mean complementarity after a step along the combined direction.
    fn complementarity_after(&self, step: f64) -> f64;
    /// Finds the direction CORRECTOR.
    fn correct(&mut self);
    /// Forms AFFINE + `excess` UNIT (+ CORRECTOR); returns the longest step to the boundary.
    fn combine(&mut self, excess: f64, corrector: bool) -> f64;
    /// The longest step along AFFINE + `excess` UNIT; leaves the direction AFFINE + `excess` UNIT +
    /// CORRECTOR combined.
    fn longest_plain(&mut self, excess: f64) -> f64 {
        let longest = self.combine(excess, false);
        self.combine(excess, true);
        longest
    }
    /// Largest rotation of a body along the combined direction, rad; 0 without bodies.
    fn turn(&self) -> f64 {
        0.0
    }
    /// Moves by `step` times the combined direction.
    fn advance(&mut self, step: f64);
    /// Name of what bounds the combined direction, for traces.
    fn limit(&self) -> String {
        String::new()
    }
    /// Name of the worst row, for traces.
    fn blocking(&self, rho: f64) -> String {
        let _ = rho;
        String::new()
    }
}

/// How a solve goes about it; the defaults are docs/formulation.md, section 4.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// Largest number of factorisations.
    pub max_iterations: usize,
    /// Fraction of the longest step that is taken.
    pub boundary_fraction: f64,
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
        boundary_fraction: 0.95,
        corrector: true,
        growth: 2.0,
        turn_limit: f64::INFINITY,
        residual: 1e-8,
        centrality: 1e-4,
        staged: false,
        line_search: false,
        polish: 1,
        fine: 0.03,
    };

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

/// How a solve ended.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outcome {
    /// Converged within the settings.
    pub converged: bool,
    /// Factorisations made.
    pub iterations: usize,
    /// Last equality residual.
    pub residual: f64,
    /// Last centrality.
    pub centrality: f64,
}

/// One row of the explanation of a solve.
#[derive(Debug, Clone, PartialEq)]
pub struct TraceRow {
    /// Iteration, from 0.
    pub iteration: usize,
    /// Largest equality residual.
    pub residual: f64,
    /// Mean complementarity.
    pub complementarity: f64,
    /// |s o z - rho e| / rho.
    pub centrality: f64,
    /// Centring parameter of the step that led away from here.
    pub sigma: f64,
    /// Step length taken.
    pub step_length: f64,
    /// Whether the corrector was used.
    pub corrected: bool,
    /// What bounds the step.
    pub limit: String,
    /// The worst row.
    pub blocking: String,
}

/// Receives one row per iteration.
pub type Trace<'a> = Option<&'a mut dyn FnMut(TraceRow)>;

/// Solves `problem` at relaxation `rho` from where it stands.
pub fn solve<P: Problem>(
    problem: &mut P,
    rho: f64,
    settings: &Settings,
    mut trace: Trace,
) -> Outcome {
    let mut stage = if settings.staged { rho.max(1e-3) } else { rho };
    let mut polished = 0;
    let mut stalled = 0;
    problem.evaluate(stage);
    for iteration in 0..=settings.max_iterations + settings.polish {
        let residual = problem.residual();
        let mut centrality = problem.centrality(stage);
        if stage > rho && residual <= 0.1 * stage && centrality <= 0.5 {
            stage = rho.max(0.1 * stage);
            centrality = problem.centrality(stage);
        }
        let converged =
            stage == rho && residual <= settings.residual && centrality <= settings.centrality;
        let outcome = Outcome {
            converged,
            iterations: iteration,
            residual,
            centrality,
        };
        let broken = !(residual.is_finite() && centrality.is_finite());
        let fine = residual <= settings.fine * settings.residual
            && centrality <= settings.fine * settings.centrality;
        let last = settings.max_iterations + polished;
        let done = converged && (fine || polished == settings.polish);
        if broken || iteration == last || done {
            return outcome;
        }
        polished += usize::from(converged);
        let c = problem.complementarity();
        if !problem.predict(stage) {
            return outcome;
        }
        // So near the solution the second order adds nothing.
        let corrector = settings.corrector && !converged;
        let (sigma, step, corrected) = search(problem, stage, c, settings, corrector);
        if let Some(trace) = trace.as_mut() {
            trace(TraceRow {
                iteration,
                residual,
                complementarity: c,
                centrality,
                sigma,
                step_length: step,
                corrected,
                limit: problem.limit(),
                blocking: problem.blocking(stage),
            });
        }
        // Steps of nearly nothing, or not a number: this start leads nowhere.
        stalled = if step < STALL { stalled + 1 } else { 0 };
        if step.is_nan() || step < 1e-10 || stalled == STALLS {
            return outcome;
        }
        problem.advance(step);
        problem.evaluate(stage);
        if settings.line_search {
            backtrack(problem, stage, (residual, centrality), step);
        }
    }
    unreachable!("the loop returns at its last iteration")
}

/// Goes back half way, and again, while residual and centrality are both worse than they were
/// `before` the `step`.
fn backtrack<P: Problem>(problem: &mut P, rho: f64, before: (f64, f64), mut step: f64) {
    for _ in 0..BACKTRACKS {
        if problem.residual() <= before.0 || problem.centrality(rho) <= before.1 {
            return;
        }
        step *= 0.5;
        problem.advance(-step);
        problem.evaluate(rho);
    }
}

/// Predictor, centring, corrector: (sigma, step length, whether corrected). Leaves the direction
/// to be taken combined in the problem.
fn search<P: Problem>(
    problem: &mut P,
    rho: f64,
    c: f64,
    settings: &Settings,
    corrector: bool,
) -> (f64, f64, bool) {
    let longest_affine = problem.longest_affine().min(1.0);
    let c_affine = problem.complementarity_after_affine(longest_affine);
    let ratio = (c_affine - rho).abs() / (c - rho).max(1e-3 * rho);
    let sigma = ratio.clamp(0.0, 1.0).powi(3);
    let excess = sigma * (c - rho).max(0.0);

    let within = |longest: f64| (settings.boundary_fraction * longest).min(1.0);
    let mut longest = f64::NAN;
    let mut corrected = false;
    if corrector {
        problem.correct();
        longest = problem.combine(excess, true);
        let after = problem.complementarity_after(within(longest));
        corrected = after <= settings.growth * c.max(rho + excess);
        if corrected && longest < 1.0 {
            let plain = problem.longest_plain(excess);
            corrected = longest >= plain.clamp(0.3, 1.0);
        }
    }
    if !corrected {
        longest = problem.combine(excess, false);
    }
    let mut step = within(longest);
    let turn = problem.turn();
    if turn * step > settings.turn_limit {
        step = settings.turn_limit / turn;
    }
    (sigma, step, corrected)
}
