//! How far a solved step is from the laws of rigid contact, contact by contact: Signorini, Coulomb,
//! maximum dissipation (the residuals of ContactBench, arXiv 2304.06372, in this crate's terms).
//!
//! Nothing of the solver but impulses, contact points and normals is believed: gaps come from support
//! functions, slip from the poses at both ends of the step, friction from the model.
//!
//! What the relaxation allows, in units of the model (L, V, impulses m V; m of the pair), with
//! s gamma = rho, f o b = rho e, s = H (alpha - 1), H the length of the pair:
//!
//! * **depth**: the relaxed alpha exceeds the exact one by at most nu rho_c (the duality gap; nu rows
//!   and cones of both parts), rho_c = rho min(1, 1/H), and s > 0: the depth is nu rho at most.
//! * **complementarity** |gap| gamma: s gamma = rho above, -nu rho gamma below: rho (1 + nu gamma).
//! * **cone** |b| - mu gamma: never positive, b is inside its cone; 1e-8 is what the rows leave.
//! * **dissipation** |mu gamma u + |u| b|: mu gamma u = -psi b makes it (psi - |u|) |b|, and with
//!   mu gamma psi - |b| |u| = rho that is rho |u| / (psi + |u|), rho/2 at most, *at the point whose
//!   slip the row takes*. The lagged row takes another one (docs/formulation.md, section 3): at the
//!   true point there is a further part mu gamma |w| |p - p^|, which rho does not bound.

use drystone::math::Vec3;
use drystone::recording::true_gap;
use drystone::step::Contact;
use drystone::world::{BodyState, Model, State};

/// Part of the unit of length beyond which a pair is apart.
const NEAR: f64 = 0.05;
/// The residual that the solver may leave in a row.
const RESIDUAL: f64 = 1e-8;
/// The length of a pair is that of the predicted pose, products are met to 1e-4, gaps are first
/// order: what a bound may be exceeded by.
const SLACK: f64 = 1.1;
/// m/s^2, for weights.
const STANDARD_GRAVITY: f64 = 9.81;

/// Names of the residuals and their units.
pub const LAWS: [&str; 4] = [
    "penetration, m",
    "gap x impulse / (L m V)",
    "outside the cone / (m g h)",
    "against dissipation / (m V^2)",
];

/// Place of dissipation in [`LAWS`].
pub const DISSIPATION: usize = 3;

/// The residuals of one contact and what the relaxation allows, in the order of [`LAWS`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Residuals {
    /// Measured.
    pub values: [f64; 4],
    /// Largest that the relaxation `rho` explains.
    pub bounds: [f64; 4],
}

/// The residuals of a contact; `before` and `after` are the states around the step. None for
/// pairs that are apart.
pub fn residuals(
    model: &Model,
    before: &State,
    after: &State,
    contact: &Contact,
    rho: f64,
) -> Option<Residuals> {
    let (units, h) = (&model.units, model.time_step);
    let gap = true_gap(
        model,
        after,
        [contact.first, contact.second],
        &contact.normal,
    );
    if gap > NEAR * units.length {
        return None;
    }
    let parts = [contact.first, contact.second].map(|id| &model.bodies[id.body].parts[id.part]);
    let rows: usize = parts
        .map(|part| part.rows.orthant + part.rows.socs.len())
        .iter()
        .sum();
    let nu = rows as f64;
    let mass = pair_mass(model, contact);
    let unit = mass * units.velocity;
    let gamma = contact.impulse.dot(&contact.normal);
    let beta = contact.impulse - contact.normal * gamma;
    let mu = model.friction(parts[0], parts[1]);
    // Sliding and spinning on the patch share one bound.
    let (slip, spin) = slip(before, after, contact, h);
    let radius = contact.patch_radius;
    let twist = match radius > 0.0 {
        true => contact.torsional_impulse / radius,
        false => 0.0,
    };
    let slip = slip.push(radius * spin);
    let beta = beta.push(twist);
    let dissipation = slip * (mu * gamma) + beta * slip.norm();
    let weight = mass * STANDARD_GRAVITY * h;
    let exact = RESIDUAL * unit;
    Some(Residuals {
        values: [
            (-gap).max(0.0),
            gap.abs() * gamma / (units.length * unit),
            (beta.norm() - mu * gamma).max(0.0) / weight,
            dissipation.norm() / (unit * units.velocity),
        ],
        bounds: [
            SLACK * nu * rho * units.length,
            SLACK * rho * (1.0 + nu * gamma / unit),
            exact / weight,
            0.5 * SLACK * rho + RESIDUAL * (mu * gamma / unit + slip.norm() / units.velocity),
        ],
    })
}

/// Geometric mean of both masses; the moving one's against a fixed body.
fn pair_mass(model: &Model, contact: &Contact) -> f64 {
    let bodies = [contact.first, contact.second].map(|id| &model.bodies[id.body]);
    match bodies.map(|body| body.is_moving()) {
        [true, true] => (bodies[0].mass * bodies[1].mass).sqrt(),
        [true, false] => bodies[0].mass,
        _ => bodies[1].mass,
    }
}

/// Tangential velocity of the second body relative to the first at the contact point, and its spin about the normal, from the
/// motion over the step: (x+ - x)/h and the rotation vector of its turn over h.
fn slip(before: &State, after: &State, contact: &Contact, h: f64) -> (Vec3, f64) {
    let velocity = |i: usize| {
        let (from, to): (&BodyState, &BodyState) = (&before.bodies[i], &after.bodies[i]);
        let turn = from.rotation.inverse() * to.rotation;
        let spin = from.rotation * turn.scaled_axis() / h;
        let arm = contact.point - to.position;
        ((to.position - from.position) / h + spin.cross(&arm), spin)
    };
    let [(v_a, w_a), (v_b, w_b)] = [contact.first, contact.second].map(|id| velocity(id.body));
    let (relative, n) = (v_b - v_a, contact.normal);
    (relative - n * relative.dot(&n), n.dot(&(w_b - w_a)))
}
