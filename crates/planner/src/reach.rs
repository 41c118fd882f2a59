//! What one step from a node can reach: the Mahalanobis metric of a planner.
//!
//! ```text
//! mu = object after the true step,   B = d object / d command, smoothed   (all in metres: commands times their levers)
//! Sigma = B B^T + gamma I,   d(target)^2 = (target - mu)^T Sigma^-1 (target - mu)
//! ```

use super::Space;
use drystone::world::BodyState;
use nalgebra::{DMatrix, DVector};

/// Reach of a command that moves nothing, against one that moves the object along.
const REGULARISER: f64 = 3e-3;
/// Damping of the least squares that choose a command.
const DAMPING: f64 = 1e-2;

/// The reach of a node; made once, asked often.
#[derive(Debug, Clone)]
pub struct Reach {
    /// The object after the true step.
    pub centre: BodyState,
    /// Object coordinates by commands in metres ([`Space::in_metres`]), m/m.
    pub b: DMatrix<f64>,
    /// Sigma^-1.
    inverse: DMatrix<f64>,
}

impl Reach {
    /// Around `centre`, the object after the true step, with `b` as of [`Space::object_rows`], per unit of the commands.
    pub fn new(space: &Space, centre: BodyState, b: &DMatrix<f64>) -> Self {
        let b = space.per_metre(b);
        let size = b.nrows();
        let sigma = &b * b.transpose() + DMatrix::identity(size, size) * REGULARISER;
        let inverse = sigma
            .cholesky()
            .map_or(DMatrix::identity(size, size), |factor| factor.inverse());
        Self { centre, b, inverse }
    }

    /// Square of the distance to a pose of the object.
    pub fn distance(&self, space: &Space, target: &BodyState) -> f64 {
        let way = space.object_change(&self.centre, target);
        way.dot(&(&self.inverse * &way))
    }

    /// The change of the command that leads nearest to `target`, by damped least squares, at most
    /// `most` (m) for every manipulator. One that touches the object is not pulled away from it: `away` says, one per manipulator,
    /// how its distance grows with its numbers ([`Grasps::away`](super::Grasps::away)).
    pub fn command(
        &self,
        space: &Space,
        target: &BodyState,
        away: &[Option<DVector<f64>>],
        most: f64,
    ) -> DVector<f64> {
        let way = space.object_change(&self.centre, target);
        let mut b = self.b.clone();
        let mut change = least_squares(&b, &way);
        let all = &space.manipulators;
        for _ in 0..all.len() {
            let pulled = all.iter().zip(away).find_map(|(own, away)| {
                let levers = DVector::from_column_slice(&own.levers);
                let away = away.as_ref()?.component_div(&levers);
                let numbers = own.commands.clone();
                let along: f64 = numbers.zip(away.iter()).map(|(k, n)| change[k] * n).sum();
                (along > 1e-12).then_some((own, away))
            });
            let Some((own, away)) = pulled else { break };
            // What is left to it is to slide.
            let columns = b.columns_range(own.commands.clone()).into_owned();
            let slid = &columns - (&columns * &away) * away.transpose() / away.norm_squared();
            b.columns_range_mut(own.commands.clone()).copy_from(&slid);
            change = least_squares(&b, &way);
        }
        let longest = all.iter().map(|own| {
            let numbers = own.commands.clone();
            numbers.map(|k| change[k] * change[k]).sum::<f64>().sqrt()
        });
        let longest = longest.fold(0.0, f64::max);
        let change = space.from_metres(&change);
        if longest > most {
            change * (most / longest)
        } else {
            change
        }
    }
}

fn least_squares(b: &DMatrix<f64>, way: &DVector<f64>) -> DVector<f64> {
    let size = b.nrows();
    let damped = b * b.transpose() + DMatrix::identity(size, size) * (DAMPING * DAMPING);
    let solved = damped.cholesky().map(|factor| factor.solve(way));
    b.transpose() * solved.unwrap_or_else(|| DVector::zeros(size))
}
