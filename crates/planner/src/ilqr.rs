//! Smooths a plan: iterative linear-quadratic regulation on the gradients of the smoothed steps,
//! judged by true steps.
//!
//! ```text
//! minimise   sum_k |u_k - u_k-1|^2 / 2  +  W |object - goal|^2 / 2       (u in metres, see Space; u_-1: where the bodies are)
//! z = (dx, du_k-1),   dz+ = [A 0; 0 0] dz + [B; I] du        A, B at the planner's relaxation
//! ```

use super::provider::{Derivatives, Linearization, Provider};
use super::rollout::arrives;
use super::search::SMOOTHING;
use super::shortcut::{Judge, Path};
use super::{Goal, Space};
use drystone::error::Result;
use drystone::world::BodyState;
use nalgebra::{DMatrix, DVector};

/// Weight of the goal against the motion of commands.
const GOAL_WEIGHT: f64 = 10.0;
/// Regularisation of the second derivative with respect to a command.
const DAMPING: f64 = 0.1;
/// Shares of the improvement that are tried.
const SHARES: [f64; 4] = [1.0, 0.5, 0.25, 0.1];

/// How a command changes, in metres: a constant, and a feedback of the change of (configuration, command
/// before).
struct Gain {
    constant: DVector<f64>,
    feedback: DMatrix<f64>,
}

/// At most `rounds` improvements of a plan that reaches its goal; the result reaches it, too, and
/// `holds`, if the plan did.
///
/// # Errors
/// When a step cannot be asked for.
pub fn smooth(
    provider: &mut impl Provider,
    goal: &Goal,
    path: Path,
    rounds: usize,
    holds: Judge,
) -> Result<Path> {
    let mut path = path;
    for _ in 0..rounds {
        let Some(gains) = backward(provider, goal, &path)? else {
            break;
        };
        let before = cost(provider, goal, &path);
        let mut better = None;
        for share in SHARES {
            if let Some(tried) = forward(provider, goal, &path, &gains, share)?
                && cost(provider, goal, &tried) < before
                && holds(&tried, 0)?
            {
                better = Some(tried);
                break;
            }
        }
        let Some(better) = better else { break };
        let gained = 1.0 - cost(provider, goal, &better) / before;
        path = better;
        if gained < 1e-3 {
            break;
        }
    }
    Ok(path)
}

/// Returns the cost that is minimised, m^2.
fn cost(provider: &impl Provider, goal: &Goal, (commands, states): &Path) -> f64 {
    let space = provider.space();
    let mut last = space.stay(&states[0]);
    let mut sum = 0.0;
    for command in commands {
        sum += 0.5 * space.in_metres(&(command - &last)).norm_squared();
        last.clone_from(command);
    }
    let end = &states[states.len() - 1].bodies[space.spec.object];
    sum + 0.5 * GOAL_WEIGHT * space.object_change(end, &goal.pose).norm_squared()
}

/// The cost left from a step on, as a function of the changes (dx, du before): slope and curvature.
struct Value {
    slope: DVector<f64>,
    curve: DMatrix<f64>,
}

impl Value {
    /// Returns the value at the end of a path.
    fn at_end(space: &Space, goal: &Goal, end: &BodyState) -> Self {
        let (nv, count) = (space.model.nv(), space.actuators.len());
        let rows = space.object_rows(&DMatrix::identity(nv, nv), end);
        let way = space.object_change(end, &goal.pose);
        let mut slope = DVector::zeros(nv + count);
        let mut curve = DMatrix::zeros(nv + count, nv + count);
        slope
            .rows_mut(0, nv)
            .copy_from(&(rows.transpose() * -way * GOAL_WEIGHT));
        curve
            .view_mut((0, 0), (nv, nv))
            .copy_from(&(rows.transpose() * &rows * GOAL_WEIGHT));
        Self { slope, curve }
    }

    /// Goes back over a step whose command differs from the one before by `moved` (m); returns its gain, or nothing
    /// where the curvature is not positive.
    fn step_back(&mut self, linear: &Linearization, moved: &DVector<f64>) -> Option<Gain> {
        let (nv, count) = (linear.a.nrows(), moved.len());
        let mut a = DMatrix::zeros(nv + count, nv + count);
        a.view_mut((0, 0), (nv, nv)).copy_from(&linear.a);
        let mut b = DMatrix::zeros(nv + count, count);
        b.rows_mut(0, nv).copy_from(&linear.b);
        b.view_mut((nv, 0), (count, count)).fill_with_identity();
        // Of |u - u before|^2 / 2.
        let ahead = &self.curve * &b;
        let mut q_u = moved + b.transpose() * &self.slope;
        let q_uu = DMatrix::identity(count, count) * (1.0 + DAMPING) + b.transpose() * &ahead;
        let mut q_ux = ahead.transpose() * &a;
        for i in 0..count {
            q_ux[(i, nv + i)] -= 1.0;
        }
        let mut q_x = a.transpose() * &self.slope;
        let mut q_xx = a.transpose() * &self.curve * &a;
        for i in 0..count {
            q_x[nv + i] -= moved[i];
            q_xx[(nv + i, nv + i)] += 1.0;
        }
        let factor = q_uu.cholesky()?;
        let feedback = -factor.solve(&q_ux);
        factor.solve_mut(&mut q_u);
        let constant = -q_u;
        self.slope = q_x + q_ux.transpose() * &constant;
        let curve = q_xx + q_ux.transpose() * &feedback;
        self.curve = (&curve + curve.transpose()) * 0.5;
        Some(Gain { constant, feedback })
    }
}

/// Gains from the end to the start; nothing where a step has no derivative.
fn backward(
    provider: &mut impl Provider,
    goal: &Goal,
    (commands, states): &Path,
) -> Result<Option<Vec<Gain>>> {
    let object = provider.space().spec.object;
    let end = &states[states.len() - 1].bodies[object];
    let mut value = Value::at_end(provider.space(), goal, end);
    let mut gains = Vec::with_capacity(commands.len());
    for k in (0..commands.len()).rev() {
        let both = Derivatives::AAndB;
        let mut linear = provider.linearize(&states[k], &commands[k], SMOOTHING, both)?;
        if !linear.valid {
            return Ok(None);
        }
        let space = provider.space();
        linear.b = space.per_metre(&linear.b);
        let before = match k {
            0 => space.stay(&states[0]),
            _ => commands[k - 1].clone(),
        };
        let moved = space.in_metres(&(&commands[k] - before));
        let Some(gain) = value.step_back(&linear, &moved) else {
            return Ok(None);
        };
        gains.push(gain);
    }
    gains.reverse();
    Ok(Some(gains))
}

/// True steps under the commands changed by `share` of the constants, and the feedback.
fn forward(
    provider: &mut impl Provider,
    goal: &Goal,
    (commands, states): &Path,
    gains: &[Gain],
    share: f64,
) -> Result<Option<Path>> {
    let nv = provider.space().model.nv();
    let (mut state, mut path) = (states[0].clone(), Vec::with_capacity(commands.len()));
    let mut changed = DVector::zeros(nv + provider.space().actuators.len());
    for (k, gain) in gains.iter().enumerate() {
        let change = &gain.constant * share + &gain.feedback * &changed;
        let change = provider.space().from_metres(&change);
        let command = provider.space().clamp(&(&commands[k] + change));
        let step = provider.step(&state, &command)?;
        if !step.status.solved {
            return Ok(None);
        }
        state = step.state;
        let space = provider.space();
        let off = states[k + 1].difference(&space.model, &state);
        changed.rows_mut(0, nv).copy_from_slice(&off[..nv]);
        let by = space.in_metres(&(&command - &commands[k]));
        changed.rows_mut(nv, by.len()).copy_from(&by);
        path.push(command);
    }
    let states = arrives(provider, goal, &states[0], &path)?;
    Ok(states.map(|states| (path, states)))
}
