//! Hard contact between bodies that need not be convex: several contact points of one pair, each with the conditions of
//! Signorini and Coulomb (SL eqs. 9 to 13) at a point of a cloud.
//!
//! A query q of one body is in the soft signed distance phi of the other (SM eqs. 8 and 9). At the predicted poses a few
//! queries are chosen that cover where the bodies are near. At each of them, at the end of the step,
//!
//! ```text
//! s_q = phi_q,  s_q gamma_q = rho w_q        n = grad phi / |grad phi|       friction along the slip at q
//! w_q = (W_q + f / k) / (1 + f),  W = softmax(-phi^ / e)                     phi^: at the predicted poses; k points, f = 0.2
//! ```
//!
//! The shares w have sum 1, so that a body that rests on many points hovers as high as on one. Queries that overlap where the step
//! ends are added to the chosen ones, and the step is solved again.
//!
//! DIFFERENCE from SL: the distance is that of a cloud instead of the scaling of convex parts. DIFFERENCE from SM: no springs.
//! Not here: clouds and their fields (`shape`), the law (`coulomb`), the step.

mod added;
mod block;
mod choice;
mod point;
mod report;

use super::setup::PairSetup;
use super::terms::{Geometry, PredictedContact, Prediction};
use crate::math::{Kinematics, Vec3};
use crate::world::FrictionPoint;
use point::HardPoint;

/// One pair of bodies that touch at points of their clouds.
#[derive(Debug, Clone)]
pub struct CloudPoints {
    setup: PairSetup,
    /// The chosen points, then those that were added.
    points: Vec<HardPoint>,
    /// The queries of the points that were added: body and index of each.
    added: Vec<f64>,
    /// The bodies at the predicted poses.
    at_prediction: [Kinematics; 2],
    /// Wrench impulse on both bodies about their centres, world, in m_ab V.
    wrench: [(Vec3, Vec3); 2],
    /// The slip row that was asked for; all are alike here, since a query is a point of its body.
    slip_row: FrictionPoint,
    /// The contact at the predicted pose.
    predicted: PredictedContact,
}

impl Default for CloudPoints {
    fn default() -> Self {
        Self {
            setup: PairSetup::default(),
            points: Vec::new(),
            added: Vec::new(),
            at_prediction: [Kinematics::world(); 2],
            wrench: [(Vec3::zeros(), Vec3::zeros()); 2],
            slip_row: FrictionPoint::default(),
            predicted: PredictedContact {
                gap: f64::INFINITY,
                normal: Vec3::z(),
            },
        }
    }
}

impl CloudPoints {
    /// Chooses the points at the predicted poses.
    fn look(
        &mut self,
        setup: &PairSetup,
        sides: [Geometry; 2],
        bodies: [&Kinematics; 2],
    ) -> Prediction {
        self.setup = *setup;
        self.added.clear();
        self.at_prediction = bodies.map(|body| *body);
        let chosen = choice::choose(setup, sides, bodies).into_iter();
        let points = chosen.map(|chosen| HardPoint::new(chosen, sides, bodies));
        self.points.clear();
        self.points.extend(points);
        self.share();
        let near = |a: &&HardPoint, b: &&HardPoint| a.predicted_gap().total_cmp(&b.predicted_gap());
        if let Some(nearest) = self.points.iter().min_by(near) {
            self.predicted = PredictedContact {
                gap: nearest.predicted_gap(),
                normal: nearest.normal(),
            };
        } else {
            self.predicted.gap = f64::INFINITY;
        }
        Prediction {
            gap: self.predicted.gap,
            doubt: 0.0,
            converged: true,
        }
    }

    /// Evaluates all points where the bodies are, and the sum of what they push.
    fn evaluate_at(&mut self, sides: [Geometry; 2], bodies: [&Kinematics; 2]) {
        self.wrench = [(Vec3::zeros(), Vec3::zeros()); 2];
        for point in &mut self.points {
            point.evaluate(sides, bodies);
            for (side, sum) in self.wrench.iter_mut().enumerate() {
                let (force, torque) = point.wrench_on(side);
                sum.0 += force;
                sum.1 += torque;
            }
        }
    }
}
