//! Bodies that turn in space: their angular momentum stays, and one about an axis of inertia keeps its rate.

use super::case::{Finding, worse};
use super::text::{TIME_STEP, body, head};
use crate::trial;
use drystone::Vec3;
use drystone::error::Result;
use drystone::scene::Scene;
use drystone::world::BodyState;

/// The title of the table.
pub(super) const TITLE: &str = "Free bodies that turn: angular momentum relative to that at the start, and the rate about an axis \
                                of inertia from attitudes, rad/s (as published 5.77 after 1 s)";

/// The error that is allowed, relative.
const ALLOWED: f64 = 1e-12;
/// Half-lengths of the bodies, m.
const BODIES: [(&str, [f64; 3]); 3] = [
    ("plate", [0.1, 0.1, 0.01]),
    ("brick", [0.1, 0.05, 0.03]),
    ("rod", [0.3, 0.02, 0.02]),
];

/// A body that turns freely.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spin {
    /// The name of the body.
    pub body: &'static str,
    /// The half-lengths of the body, m.
    pub half: [f64; 3],
    /// The angular velocity at the start, rad/s.
    pub spin: [f64; 3],
    /// Time, s.
    pub seconds: f64,
}

impl Spin {
    /// Returns all cases.
    pub(super) fn all(quick: bool) -> Vec<Self> {
        let seconds = if quick { 1.0 } else { 10.0 };
        let spins = [[0.0, 0.0, 10.0], [0.0, 0.05, 10.0], [3.0, -5.0, 8.0]];
        let of = |(body, half)| {
            spins.map(|spin| Self {
                body,
                half,
                spin,
                seconds,
            })
        };
        BODIES.into_iter().flat_map(of).collect()
    }

    fn is_steady(&self) -> bool {
        self.spin[0] == 0.0 && self.spin[1] == 0.0
    }

    /// Returns the name, e.g. `plate, spin [0.0, 0.0, 10.0], rate`.
    pub(super) fn name(&self) -> String {
        let what = if self.is_steady() { "rate" } else { "momentum" };
        let [x, y, z] = self.spin;
        format!(
            "{what} of a {}, spin ({x}, {y}, {z}), {} s",
            self.body, self.seconds
        )
    }

    /// Returns the moments of inertia of 1 kg, kg m^2.
    fn inertia(&self) -> Vec3 {
        let [a, b, c] = self.half.map(|half| half * half / 3.0);
        Vec3::new(b + c, c + a, a + b)
    }

    fn momentum(&self, body: &BodyState) -> Vec3 {
        body.rotation * self.inertia().component_mul(&body.angular_velocity)
    }

    /// Returns the largest change of the momentum, or the rate that is farthest from that at the start.
    pub(super) fn find(&self) -> Result<Finding> {
        let mut text = head(self.seconds, 1e-3, 1.0);
        text += &format!("[shape.stone.box]\nhalf_extents = {:?}\n", self.half);
        let more = format!("mass = 1\nangular_velocity = {:?}\n", self.spin);
        body(&mut text, "stone", "stone", [0.0; 3], &more);
        let scene = Scene::parse(&text, &self.name())?;
        let start = scene.initial.bodies[0];
        let at_start = self.momentum(&start);
        let (mut before, mut worst) = (start, 0.0_f64);
        let (mut rate, mut turned) = (self.spin[2], 0.0);
        let trial = trial::run(&scene, |step, _| {
            let now = step.state.bodies[0];
            let change = (self.momentum(&now) - at_start).norm() / at_start.norm();
            turned = before.rotation.angle_to(&now.rotation) / TIME_STEP;
            if (turned - self.spin[2]).abs() > (rate - self.spin[2]).abs() || turned.is_nan() {
                rate = turned;
            }
            worst = worse(worst, change);
            before = now;
        })?;
        Ok(match self.is_steady() {
            true => Finding::relative(self.spin[2], rate, ALLOWED, trial),
            false => Finding::absolute(1.0, 1.0 + worst, ALLOWED, trial),
        })
    }
}
