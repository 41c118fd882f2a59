//! Contact and friction rows of one pair and its prediction (docs/formulation.md, section 3
//! "Contact and friction" and section 4, steps 2 and 3).

use super::body::{Body, Moved};
use super::collision::{Alone, Guess, Places, Pose};
use super::cone::Cone;
use super::dual::Scalar;
use super::kkt::System;
use super::vector::*;
use drystone::math::Vec3;
use drystone::shape::{Rows, Shape};
use drystone::step::Contact;
use drystone::world::{FrictionLaw, FrictionPoint, Model, Part, TorsionalFriction};
use std::cell::Cell;

/// Complementarity of the prediction.
const PREDICTION: f64 = 1e-2;

/// Directions of the pyramid over slip and spin; the last two where spin is resisted.
const DIRECTIONS: [[f64; 3]; 6] = [
    [1.0, 0.0, 0.0],
    [-1.0, 0.0, 0.0],
    [0.0, 1.0, 0.0],
    [0.0, -1.0, 0.0],
    [0.0, 0.0, 1.0],
    [0.0, 0.0, -1.0],
];

/// Two parts, (body, part) of each; the first body moves.
pub type Parts = [(usize, usize); 2];

/// Places of the unknowns of the law: the first slack and the first dual of each group of rows.
#[derive(Debug, Clone, Copy, Default)]
struct LawPlaces {
    gap: (usize, usize),
    friction: (usize, usize),
}

/// One pair during one step.
pub struct Pair<'a> {
    pub parts: Parts,
    rows: [&'a Rows; 2],
    places: Places,
    law_places: LawPlaces,
    /// Impulse unit m_ab.
    pub mass: f64,
    mu: f64,
    /// Radius of the patch; `None` where nothing resists spin.
    radius: Option<f64>,
    law: FrictionLaw,
    pub is_lagged: Cell<bool>,
    /// Outward normal of a half-space in its body's frame.
    plane: Option<Vec3>,
    /// H and the seed of the tangents.
    length: f64,
    seed: usize,
    lagged_arms: [V3<f64>; 2],
    carry: Carry,
    /// Where the first body is pushed at the prediction.
    pub normal: Vec3,
    /// Speed of the bodies relative to each other at the predicted contact point.
    pub speed: f64,
    /// The slip as the carrying body sees it, and the spin about the normal, at the prediction.
    slip: V3<f64>,
    spin: f64,
    /// The prediction: start, sum of the inscribed radii, poses, solution.
    guess: Guess,
    inscribed: f64,
    poses: [Pose<f64>; 2],
    found: Vec<f64>,
    pub converged: bool,
}

/// The frame of the body that carries the other.
struct Carry {
    h: f64,
    /// Its turn over the step.
    turn: f64,
    /// From the second centre to the first, at the start and at the prediction.
    start: V3<f64>,
    predicted: V3<f64>,
}

impl Carry {
    /// How the centres move against each other in the frame half way through its turn, tangential part, beyond
    /// what the turn itself does at the arms; `end` leads from the second to the first at the end.
    fn slip<T: Scalar>(&self, n: V3<T>, end: V3<T>, is_lagged: bool) -> V3<T> {
        let turned = |v: V3<T>, angle: f64| {
            add(
                scale(v, T::of(angle.cos())),
                scale(cross(n, v), T::of(angle.sin())),
            )
        };
        let start = self.start.map(T::of);
        let moved = sub(
            turned(end, -0.5 * self.turn),
            turned(start, 0.5 * self.turn),
        );
        let arms = if is_lagged {
            self.predicted.map(T::of)
        } else {
            end
        };
        let swept = scale(cross(n, arms), T::of(self.turn));
        scale(add(moved, swept), T::of(1.0 / self.h))
    }
}

/// Force and torque impulse on a body about its centre, world.
pub type Wrench<T> = (V3<T>, V3<T>);

impl<'a> Pair<'a> {
    /// Solves the collision problem at the predicted poses.
    pub fn predict(model: &'a Model, bodies: &[Body], parts: Parts) -> Self {
        let length = model.units.length;
        let [a, b] = parts.map(|(body, part)| &model.bodies[body].parts[part]);
        let moved = parts.map(|(body, _)| bodies[body].predicted());
        let plane = match &b.placed.shape {
            Shape::HalfSpace(shape) => Some(b.placed.rotation * shape.normal),
            _ => None,
        };
        let radii = [a, b].map(|part| part.bounding_radius / length);
        let centre = |s: usize, part: &drystone::world::Part| {
            let placed = part.placed.offset / length;
            values(add(
                moved[s].pose.x,
                apply(&moved[s].pose.r, constant(&placed)),
            ))
        };
        let guess = Guess {
            centres: [centre(0, a), centre(1, b)],
            radii,
        };
        let rows = [&*a.rows, &*b.rows];
        let alone = Alone::new(rows, [moved[0].pose, moved[1].pose]);
        let inscribed = (a.inscribed_radius + b.inscribed_radius) / length;
        let (found, converged) = alone.solve(&guess, PREDICTION * (1.0 / inscribed).min(1.0));

        let push = alone.places.push(0, rows[0], &moved[0].pose.r, &found);
        let largest = if plane.is_some() {
            radii[0]
        } else {
            radii[0] + radii[1]
        };
        let n = plane.map_or(values(push), |n| {
            values(apply(&moved[1].pose.r, constant(&n)))
        });
        let p = alone.places.p(&found);
        let lagged_arms = [0, 1].map(|s| sub(p, moved[s].pose.x));
        let [v_a, v_b] = [0, 1].map(|s| add(moved[s].v, cross(moved[s].omega, lagged_arms[s])));
        let [m_a, m_b] = parts.map(|(body, _)| &bodies[body]);
        let share = match m_b.is_moving() {
            true => m_a.mass / (m_a.mass + m_b.mass),
            false => 0.0,
        };
        let spin = add(
            scale(moved[0].omega, share),
            scale(moved[1].omega, 1.0 - share),
        );
        let carry = Carry {
            h: m_a.h,
            turn: m_a.h * n.normalize().dot(&values(spin)),
            start: constant(&(m_a.x - m_b.x)),
            predicted: sub(moved[0].pose.x, moved[1].pose.x),
        };
        let normal = n.normalize();
        let centres = carry.slip(constant(&normal), carry.predicted, true);
        let turns = [0, 1].map(|s| cross(moved[s].omega, lagged_arms[s]));
        Self {
            slip: add(centres, sub(turns[0], turns[1])),
            spin: normal.dot(&values(sub(moved[0].omega, moved[1].omega))),
            parts,
            rows,
            places: alone.places.clone(),
            law_places: LawPlaces::default(),
            mass: match m_b.is_moving() {
                true => (m_a.mass * m_b.mass).sqrt(),
                false => m_a.mass,
            },
            mu: (a.friction * b.friction).sqrt(),
            radius: None,
            law: model.friction_law,
            is_lagged: Cell::new(model.friction_point == FrictionPoint::Lagged),
            plane,
            length: (1.0 / values(push).norm()).min(largest),
            seed: n.iamin(),
            lagged_arms,
            carry,
            normal,
            speed: values(sub(v_a, v_b)).norm(),
            guess,
            inscribed,
            poses: alone.poses,
            found,
            converged,
        }
    }

    /// Sets the radius of the patch: a given largest torque over the friction, or that of the contact.
    pub fn set_radius(&mut self, model: &Model, contacts: &[Contact]) {
        let own = self
            .parts
            .map(|(body, part)| &model.bodies[body].parts[part]);
        let [a, b] = own.map(|part| part.torsional_friction);
        let is_ball = |part: &Part| matches!(part.placed.shape, Shape::Sphere(_));
        let length = model.units.length;
        let given = match (a, b) {
            (TorsionalFriction::Metres(a), TorsionalFriction::Metres(b)) => Some((a * b).sqrt()),
            (TorsionalFriction::Metres(given), _) | (_, TorsionalFriction::Metres(given)) => {
                Some(given)
            }
            _ => None,
        };
        self.radius = match given {
            _ if self.mu == 0.0 => None,
            Some(metres) => (metres > 0.0).then(|| metres / (self.mu * length)),
            None => {
                let parts = self.parts;
                let found = contacts.iter().find(|contact| {
                    let [first, second] =
                        [contact.first, contact.second].map(|id| (id.body, id.part));
                    parts == [first, second] || parts == [second, first]
                });
                let round = own.into_iter().any(is_ball);
                (!round).then(|| found.map_or(0.0, |contact| contact.patch_radius / length))
            }
        };
    }

    /// Solves the collision problem of the prediction again, at complementarity `c0`.
    pub fn predict_again(&mut self, c0: f64) {
        let alone = Alone::new(self.rows, self.poses);
        let c0 = c0 * (1.0 / self.inscribed).min(1.0);
        self.found = alone.solve(&self.guess, c0).0;
    }

    /// H (alpha - 1) at the prediction.
    pub fn gap(&self) -> f64 {
        self.length * (self.found[self.places.alpha] - 1.0)
    }

    /// What the relaxation may have added to it.
    pub fn doubt(&self) -> f64 {
        let alone = Alone::new(self.rows, self.poses);
        let products = alone
            .cones()
            .iter()
            .map(|cone| cone.slack(&self.found).dot(&cone.dual(&self.found)));
        self.length * products.sum::<f64>()
    }

    fn has_pyramid(&self) -> bool {
        self.mu > 0.0 && self.law == FrictionLaw::Pyramid
    }

    fn directions(&self) -> usize {
        if self.radius.is_some() { 6 } else { 4 }
    }

    fn has_cone(&self) -> bool {
        self.mu > 0.0 && self.law == FrictionLaw::Cone
    }

    /// Appends the start of its unknowns, at complementarity `c0` and with a normal impulse of at least `load`
    /// where it touches, and its cones.
    pub fn start(&mut self, (c0, load): (f64, f64), x: &mut Vec<f64>, cones: &mut Vec<Cone>) {
        let gap = self.gap();
        self.places = Places::new(self.rows, x.len());
        x.extend_from_slice(&self.found);
        cones.extend(self.places.cones(self.rows, (1.0 / self.length).min(1.0)));
        let mut add = |slacks: &[f64], duals: &[f64], dim: usize| {
            let places = (x.len(), x.len() + slacks.len());
            x.extend_from_slice(slacks);
            x.extend_from_slice(duals);
            cones.extend((0..slacks.len()).step_by(dim).map(|k| Cone {
                s: places.0 + k,
                z: places.1 + k,
                dim,
                factor: 1.0,
            }));
            places
        };
        let mut slack = (gap + (gap * gap + 4.0 * c0).sqrt()) / 2.0;
        let mut gamma = c0 / slack;
        if gap <= 0.05 && gamma < load {
            (slack, gamma) = (c0 / load, load);
        }
        self.law_places.gap = add(&[slack], &[gamma], 1);
        let bound = self.mu * gamma;
        if self.has_pyramid() {
            // Half of the pyramid is used up, evenly; s_i = psi, as the rows want without slip.
            let n = self.directions();
            let beta = bound / (2.0 * n as f64);
            let psi = c0 / beta;
            let mut slacks = vec![psi; n];
            slacks.push(bound / 2.0);
            let mut duals = vec![beta; n];
            duals.push(psi);
            self.law_places.friction = add(&slacks, &duals, 1);
        }
        if self.has_cone() {
            let n = if self.radius.is_some() { 4 } else { 3 };
            let (mut slacks, mut duals) = (vec![0.0; n], vec![0.0; n]);
            // Friction against what it would leave of the slip, on its rows: (psi, u) o bound (1, -u / psi) = c0 e.
            let u = self.predicted_slip();
            let speed = u.iter().map(|u| u * u).sum::<f64>().sqrt();
            let left = (speed - bound).max(0.0);
            let q = c0 / bound;
            let psi = (q + (q * q + 4.0 * left * left).sqrt()) / 2.0;
            (slacks[0], duals[0]) = (psi, bound);
            for k in 1..n {
                slacks[k] = u[k - 1] * left / speed.max(1e-12);
                duals[k] = -bound * slacks[k] / psi;
            }
            self.law_places.friction = add(&slacks, &duals, n);
        }
    }

    /// The slip along both tangents and the spin times the radius at the prediction; without resistance to spin the former alone.
    fn predicted_slip(&self) -> Vec<f64> {
        let mut seed = Vec3::zeros();
        seed[self.seed] = 1.0;
        let t1 = seed.cross(&self.normal).normalize();
        let t2 = self.normal.cross(&t1);
        let slip = values(self.slip);
        let spin = self.radius.map(|radius| radius * self.spin);
        [t1.dot(&slip), t2.dot(&slip)]
            .into_iter()
            .chain(spin)
            .collect()
    }

    /// Appends all rows; the wrenches on the first and on the second body.
    pub fn rows<T: Scalar>(
        &self,
        bodies: [&Moved<T>; 2],
        x: &[T],
        out: &mut Vec<T>,
    ) -> [Wrench<T>; 2] {
        let poses = bodies.map(|body| &body.pose);
        let push = self.places.rows(self.rows, poses, x, out);
        let [n, t1, t2] = self.axes(poses, push[0]);
        let arms = poses.map(|pose| sub(self.places.p(x), pose.x));
        let slip = self.slip(bodies, n, arms);
        let u = [dot(t1, slip), dot(t2, slip)];
        let spin = dot(n, sub(bodies[0].omega, bodies[1].omega));
        let (gamma, beta, tau) = self.law_rows(u, spin, x, out);

        let tangential = add(scale(t1, beta[0]), scale(t2, beta[1]));
        let impulse = add(scale(n, gamma), tangential);
        [0, 1].map(|s| {
            let unit = T::of(if s == 0 { self.mass } else { -self.mass });
            let torque = add(cross(arms[s], impulse), scale(n, tau));
            (scale(impulse, unit), scale(torque, unit))
        })
    }

    /// Normal and tangents.
    fn axes<T: Scalar>(&self, poses: [&Pose<T>; 2], push: V3<T>) -> [V3<T>; 3] {
        let n = match &self.plane {
            Some(n) => apply(&poses[1].r, constant(n)),
            None => unit(push),
        };
        let mut seed = [T::of(0.0); 3];
        seed[self.seed] = T::of(1.0);
        let t1 = unit(cross(seed, n));
        [n, t1, cross(n, t1)]
    }

    /// Slip at the arms of the row.
    fn slip<T: Scalar>(&self, bodies: [&Moved<T>; 2], n: V3<T>, arms: [V3<T>; 2]) -> V3<T> {
        let is_lagged = self.is_lagged.get();
        let velocity = [0, 1].map(|s| {
            let arm = match is_lagged {
                true => {
                    let lag = self.lagged_arms[s].map(T::of);
                    let along = sub(scale(n, dot(n, arms[s])), scale(n, dot(n, lag)));
                    add(lag, along)
                }
                false => arms[s],
            };
            cross(bodies[s].omega, arm)
        });
        let centres = sub(bodies[0].pose.x, bodies[1].pose.x);
        add(
            sub(velocity[0], velocity[1]),
            self.carry.slip(n, centres, is_lagged),
        )
    }

    /// Returns the work of friction at the contact point in the slip of that point, mass x V^2, and the normal impulse, mass x V.
    pub fn friction(&self, bodies: [&Moved<f64>; 2], x: &[f64]) -> (f64, f64) {
        let poses = bodies.map(|body| &body.pose);
        let wrench = self.rows(bodies, x, &mut Vec::new())[0].0;
        let push = self.places.push(0, self.rows[0], &poses[0].r, x);
        let [n, t1, t2] = self.axes(poses, push).map(values);
        let arms = poses.map(|pose| sub(self.places.p(x), pose.x));
        let row = values(self.slip(bodies, constant(&n), arms));
        let beyond = |s: usize| {
            let lag = values(sub(arms[s], self.lagged_arms[s]));
            values(bodies[s].omega).cross(&(lag - n * n.dot(&lag)))
        };
        let slip = row + beyond(0) - beyond(1);
        let along = |t: Vec3| t.dot(&values(wrench)) * t.dot(&slip);
        (along(t1) + along(t2), n.dot(&values(wrench)).abs())
    }

    /// Rows of gap and friction; (gamma, beta, tau).
    fn law_rows<T: Scalar>(&self, u: [T; 2], spin: T, x: &[T], out: &mut Vec<T>) -> (T, [T; 2], T) {
        let (s, z) = self.law_places.gap;
        let gamma = x[z];
        out.push(x[s] - T::of(self.length) * (x[self.places.alpha] - T::of(1.0)));
        let bound = T::of(self.mu) * gamma;
        let mut along = [T::of(0.0); 3];
        let radius = T::of(self.radius.unwrap_or(0.0));
        let rates = [u[0], u[1], radius * spin];
        let (s, z) = self.law_places.friction;
        if self.has_pyramid() {
            let n = self.directions();
            let psi = x[z + n];
            let mut used = T::of(0.0);
            for (i, d) in DIRECTIONS[..n].iter().enumerate() {
                let d = d.map(T::of);
                out.push(x[s + i] - (psi + dot(d, rates)));
                used = used + x[z + i];
                along = add(along, scale(d, x[z + i]));
            }
            out.push(x[s + n] - (bound - used));
        }
        if self.has_cone() {
            out.push(x[z] - bound);
            let n = if self.radius.is_some() { 3 } else { 2 };
            for k in 0..n {
                out.push(x[s + 1 + k] - rates[k]);
                along[k] = x[z + 1 + k];
            }
        }
        (gamma, [along[0], along[1]], radius * along[2])
    }
}
