//! Soft-minimum contact (SM, "soft signed distance and soft-minimum contact"): a contact model without cones, for bodies
//! of any shape.
//!
//! A body is a cloud of oriented patches. Where a point of one body (a query) is in the soft signed distance phi of the
//! other, the pair has one potential over all its queries q, of area A_q:
//!
//! ```text
//! D = -e2 ln sum_q (A_q / A) exp(-phi_q / e2)        W_q = A_q exp(-phi_q / e2) / sum      (A: a sixth of the area)
//! N = h k e3 ln(1 + exp(-D / e3))                    the normal impulse at rest
//! F_q = W_q N d(u_n / v_d) (grad phi_q - mu u_t / sqrt(v_s^2 + |u_t|^2))    at q, and -F_q at q on the other body
//! ```
//!
//! DIFFERENCE from SM eqs. 20 to 23 (forces of springs of their own, averaged with weights that know no area): N is the
//! derivative of a potential, so that a contact stores and returns energy and its tangent is symmetric and positive where
//! faces are flat, and does not depend on how finely a cloud is sampled (decision D63). The published law, with its
//! sign and its lever arms mended, is [`Law::Published`].
//! Not here: clouds and their fields (`shape`), the step.

mod block;
mod clusters;
mod group;
mod law;
mod motion;
mod query;
mod report;
mod springs;
mod tangent;

use super::carried::slope_of;
use super::near_queries::{Reach, Search};
use super::setup::PairSetup;
use super::terms::{Geometry, PredictedContact, Prediction};
use crate::math::{Kinematics, Vec3};
use group::GroupTangent;
use law::Constants;
pub use law::{Law, SoftSetup};
use query::ActiveQuery;
use tangent::Tangent;

/// The reach of the nearest query alone, however far it is.
const NEAREST: Reach = Reach {
    beyond: 0.0,
    farthest: f64::INFINITY,
};

/// One pair of bodies under the soft-minimum model.
#[derive(Debug, Clone)]
pub struct SoftMinimum {
    law: Law,
    setup: PairSetup,
    /// The searches for near queries in this step.
    search: Search,
    /// The queries with weight at the current iterate.
    queries: Vec<ActiveQuery>,
    /// The kinematics of the bodies at the current iterate.
    bodies: [Kinematics; 2],
    /// Wrench impulse on both bodies about their centres, world, in m_ab V.
    wrench: [(Vec3, Vec3); 2],
    /// The soft distance D, units of length; infinite without queries.
    distance: f64,
    /// The temperature of the weights, units of length.
    e2: f64,
    /// The spacing of the finer cloud, units of length.
    spacing: f64,
    tangent: Tangent,
    /// The groups of queries that are reported as contacts, with their derivatives, once they were asked for.
    groups: Vec<(Vec<usize>, GroupTangent)>,
    /// The contact at the predicted pose.
    predicted: PredictedContact,
}

impl SoftMinimum {
    /// Returns a pair with one of the two laws.
    pub fn new(law: Law) -> Self {
        Self {
            law,
            setup: PairSetup::default(),
            search: Search::repeated(),
            queries: Vec::new(),
            bodies: [Kinematics::world(); 2],
            wrench: [(Vec3::zeros(), Vec3::zeros()); 2],
            distance: f64::INFINITY,
            e2: 0.0,
            spacing: 0.0,
            groups: Vec::new(),
            tangent: Tangent::default(),
            predicted: PredictedContact {
                gap: f64::INFINITY,
                normal: Vec3::z(),
            },
        }
    }

    /// Finds the smallest distance and the normal there at the predicted poses.
    fn look(
        &mut self,
        setup: &PairSetup,
        sides: [Geometry; 2],
        bodies: [&Kinematics; 2],
    ) -> Prediction {
        self.setup = *setup;
        self.bodies = bodies.map(|body| *body);
        self.search.clear();
        self.collect(sides, bodies, NEAREST);
        let nearest = self
            .queries
            .iter()
            .min_by(|x, y| x.field.value.total_cmp(&y.field.value));
        self.predicted = nearest.map_or(
            PredictedContact {
                gap: f64::INFINITY,
                normal: Vec3::z(),
            },
            |query| {
                let sign = if query.carried.own == 0 { 1.0 } else { -1.0 };
                PredictedContact {
                    gap: query.field.value,
                    normal: query.field.gradient / slope_of(&query.field.gradient) * sign,
                }
            },
        );
        Prediction {
            gap: self.predicted.gap,
            doubt: 0.0,
            converged: true,
        }
    }

    /// Finds the forces of all queries where the bodies are, and their sum.
    fn evaluate_at(&mut self, sides: [Geometry; 2], bodies: [&Kinematics; 2], rho: f64) {
        let constants = Constants::at(&self.setup, self.law, rho);
        self.bodies = bodies.map(|body| *body);
        self.e2 = constants.e2;
        let spacings = sides.map(|side| side.soft().spacing()).into_iter();
        self.spacing = spacings.filter(|&h| h > 0.0).fold(f64::INFINITY, f64::min);
        self.collect(sides, bodies, constants.reach());
        self.weigh(sides, &constants);
        self.push(sides, bodies, &constants);
        self.wrench = [(Vec3::zeros(), Vec3::zeros()); 2];
        for query in &self.queries {
            let force = query.force.value * query.weight;
            let own = query.carried.own;
            for (side, sign, arm) in [
                (own, 1.0, query.carried.arms[0]),
                (1 - own, -1.0, query.carried.arms[1]),
            ] {
                self.wrench[side].0 += force * sign;
                self.wrench[side].1 += arm.cross(&force) * sign;
            }
        }
    }
}
