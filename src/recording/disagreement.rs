//! Whether the gap that the solver reports of a pair is the true one, within what the relaxation explains.
//!
//! Let n.d be the distance of the reference points along a unit normal n, and H(n) = h_a(n) + h_b(-n).
//! The exact scaling at which both parts touch is alpha* = max over n of n.d / H(n), and the true gap is
//! g = max over n of H(n) (n.d / H(n) - 1). With the radii of the balls about the reference points inside
//! and around the parts, i = i_a + i_b <= H(n) <= r = r_a + r_b (a half-space does not scale: it has neither),
//! and so g lies between i (alpha* - 1) and r (alpha* - 1).
//!
//! The solver's alpha has a duality gap of at most nu rho_c: alpha - nu rho_c <= alpha* <= alpha. Here nu is
//! the degree of the cones of both parts and rho_c = rho min(1, L / H) with the H of the predicted pose,
//! which is between i and r, too. The solver reports the gap s = H (alpha - 1), to first order. For its own
//! normal n, which is feasible in the dual problem, the separation of the supporting planes is at least
//! H(n) (alpha - 1 - nu rho_c). Together, for s >= 0,
//!
//! ```text
//! H(n) (s / r - nu rho min(1, L / i))  <=  separation along n  <=  g  <=  r s / i
//! ```
//!
//! Both sides are proven, not fitted: a gap outside of them is not a matter of relaxation. The difference
//! that they allow grows with |s| (first order in alpha - 1) and with the degree times rho.

use super::judge::placed;
use crate::math::Vec3;
use crate::shape::gap_certificate;
use crate::step::{Contact, PartId};
use crate::world::{ContactModel, Model, State};
use serde::Serialize;

/// Products are met to 1e-4 of rho, and H is that of the predicted pose: what nu rho may be exceeded by.
const SLACK: f64 = 1.1;
/// Tolerance of the bounds in units of length: what residuals of 1e-8 may leave in a gap.
const EXACT: f64 = 1e-6;
/// The softest that a soft collision problem is, whatever the relaxation of the step.
const SOFT: f64 = 1e-4;

/// A pair whose true gap is not what the solver reported, beyond what the relaxation explains.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Disagreement {
    /// Index of the step, the first is 0.
    pub step: usize,
    /// Body of the first part.
    pub first: String,
    /// Body of the second part.
    pub second: String,
    /// The gap that the solver reports, m; absent when the pair was left out of the step.
    pub solver_gap: Option<f64>,
    /// The gap of the shapes, m; negative when they overlap.
    pub true_gap: f64,
    /// The least and the largest true gap that the solver's gap admits, m.
    pub admitted: [f64; 2],
}

impl Disagreement {
    /// How far the true gap is outside of what is admitted, m.
    pub fn excess(&self) -> f64 {
        let [low, high] = self.admitted;
        (low - self.true_gap).max(self.true_gap - high).max(0.0)
    }

    /// The disagreement as a sentence.
    pub fn describe(&self) -> String {
        let solver = match self.solver_gap {
            Some(gap) => format!("the solver reports a gap of {gap:.3e} m"),
            None => "the solver left the pair out".to_string(),
        };
        let shapes = match self.true_gap {
            gap if gap < 0.0 => format!("the shapes overlap by {:.3e} m", -gap),
            gap => format!("the shapes are {gap:.3e} m apart"),
        };
        let [low, high] = self.admitted;
        format!(
            "step {}: {} and {}: {solver}, {shapes}; relaxation and spacing explain gaps from {low:.1e} to {high:.1e} m only",
            self.step, self.first, self.second
        )
    }
}

/// The least and the largest true gap (m) that the solver's gap of a contact admits at the end of a
/// step of relaxation `rho`; see the head of this file.
pub(super) fn admitted(model: &Model, state: &State, contact: &Contact, rho: f64) -> [f64; 2] {
    let ids = [contact.first, contact.second];
    let parts = ids.map(|id| &model.bodies[id.body].parts[id.part]);
    let finite = |radius: f64| if radius.is_finite() { radius } else { 0.0 };
    let outer: f64 = parts.iter().map(|part| finite(part.bounding_radius)).sum();
    let inner: f64 = parts.iter().map(|part| part.inscribed_radius).sum();
    let degree: f64 = parts.iter().map(|part| degree(&part.rows)).sum();
    let unit = model.units.length;
    let rho = match model.contact_model {
        ContactModel::BilevelSoft | ContactModel::BilevelAsPublished => rho.max(SOFT),
        ContactModel::SingleLevel | ContactModel::Bilevel => rho,
        // The gap is that of the points, which are inside of other curved shapes.
        model if model.uses_hulls() && parts.iter().any(|part| !part.placed.shape.is_hull()) => {
            return [f64::NEG_INFINITY, f64::INFINITY];
        }
        ContactModel::SeparatingPlane | ContactModel::SeparatingPlaneAsPublished => 0.0,
        // Their distance is that of clouds.
        ContactModel::SoftMinimum | ContactModel::SoftMinimumAsPublished => {
            return [f64::NEG_INFINITY, f64::INFINITY];
        }
    };
    let relaxed = SLACK * degree * rho * (unit / inner).min(1.0);
    let length = support_length(model, state, ids, &contact.normal).min(outer);
    let tolerance = EXACT * unit.max(outer);
    let gap = contact.gap;
    let least = if gap >= 0.0 { gap / outer } else { gap / inner };
    let most = if gap >= 0.0 {
        outer / inner
    } else {
        inner / outer
    };
    [
        length * (least - relaxed) - tolerance,
        most * gap + tolerance,
    ]
}

/// Relaxed degree of the cones of a part: what the duality gap of the relaxed collision problem is proportional to.
fn degree(rows: &crate::shape::Rows) -> f64 {
    (rows.orthant + rows.socs.len()) as f64 * rows.relaxation
}

/// Sum of the support distances of two parts from their reference points along a normal, m; infinite
/// where a half-space has none. A half-space adds nothing.
fn support_length(model: &Model, state: &State, pair: [PartId; 2], normal: &Vec3) -> f64 {
    let of = |k: usize, n: Vec3| {
        let (part, (_, turn)) = placed(model, state, pair[k]);
        let inner = part.rotation.inverse() * (turn.inverse() * n);
        let support = part.shape.support(&inner);
        support.map_or(0.0, |y| inner.dot(&(y - part.shape.reference_point())))
    };
    of(0, *normal) + of(1, -normal)
}

/// Separation along the normal of a contact, m: a bound of the true gap from below.
pub(super) fn separation(model: &Model, state: &State, contact: &Contact) -> f64 {
    let [(a, from), (b, to)] = [contact.first, contact.second].map(|id| placed(model, state, id));
    gap_certificate(a, &from, b, &to, &contact.normal)
}
