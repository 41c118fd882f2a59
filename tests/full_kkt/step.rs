//! The first attempt at a step, the plain way: predict, group into islands, solve each as one dense
//! system (docs/formulation.md, section 4).

use super::body::Body;
use super::cone::Cone;
use super::dual::Scalar;
use super::kkt::{Kkt, System};
use super::loads::loads;
use super::pair::{Pair, Parts, Wrench};
use super::vector::add;
use drystone::ipm::{Settings, TraceRow, solve};
use drystone::math::Vec3;
use drystone::step::Contact;
use drystone::world::{Input, Model, State};

/// Bodies that are faster than this at a predicted contact point collide: the start is then at this
/// complementarity.
const COLLIDING: f64 = 1.0;
const COLLISION: f64 = 0.1;
/// Masses in contact that differ by this factor start with the staged solve.
const HEAVY: f64 = 1000.0;
/// Friction is watched from this complementarity on, or from a little above rho.
const WATCHED: f64 = 1e-3;
/// An impact counts as this time.
const IMPACT: f64 = 0.05;

/// How the first attempt ended.
pub struct Attempt {
    pub converged: bool,
    /// A solve was left where friction drove, for one from the start with the slip at the contact points.
    pub is_left: bool,
    /// The largest over islands.
    pub iterations: usize,
    /// Velocity and angular velocity (body frame) of every body at the end, units of the model.
    pub ends: Vec<(Vec3, Vec3)>,
    /// Pairs that were rows.
    pub pairs: Vec<Parts>,
    /// Iterations, island after island.
    pub trace: Vec<TraceRow>,
}

/// A connected group of moving bodies and their pairs.
struct Island<'a> {
    bodies: &'a [Body],
    members: Vec<usize>,
    pairs: Vec<Pair<'a>>,
    cones: Vec<Cone>,
}

impl Island<'_> {
    /// Appends the rows of the pairs; contact impulses on all bodies.
    fn pushed<T: Scalar>(&self, x: &[T], out: &mut Vec<T>) -> Vec<Wrench<T>> {
        let mut wrenches = vec![([T::of(0.0); 3], [T::of(0.0); 3]); self.bodies.len()];
        for pair in &self.pairs {
            let touching = pair.parts.map(|(body, _)| body);
            let [a, b] = touching.map(|body| self.bodies[body].moved(x));
            let pushed = pair.rows([&a, &b], x, out);
            for (body, (force, torque)) in touching.into_iter().zip(pushed) {
                let sum = &mut wrenches[body];
                *sum = (add(sum.0, force), add(sum.1, torque));
            }
        }
        wrenches
    }
}

impl System for Island<'_> {
    fn rows<T: Scalar>(&self, x: &[T], out: &mut Vec<T>) {
        let wrenches = self.pushed(x, out);
        for &i in &self.members {
            let body = &self.bodies[i];
            body.rows(&body.moved(x), &wrenches[i], out);
        }
    }

    fn cones(&self) -> &[Cone] {
        &self.cones
    }

    /// Takes the slip at the contact points where friction drives bodies (decision D88).
    fn revise(&self, x: &[f64], complementarity: f64, rho: f64) -> bool {
        let lagged = self.pairs.iter().any(|pair| pair.is_lagged.get());
        if !lagged || complementarity >= WATCHED.max(1.01 * rho) {
            return false;
        }
        let h = self.bodies[self.members[0]].h;
        let energy = self.members.iter().map(|&i| {
            let body = &self.bodies[i];
            body.energy(&body.moved(x))
        });
        let energy: f64 = energy.sum();
        let drives = self.pairs.iter().any(|pair| {
            let ids = pair.parts.map(|(body, _)| body);
            let [a, b] = ids.map(|body| self.bodies[body].moved(x));
            let (work, pressed) = pair.friction([&a, &b], x);
            let moving = ids.iter().filter(|body| self.members.contains(body));
            let mass: f64 = moving.map(|&body| self.bodies[body].mass).sum();
            let time = h.max(IMPACT.min(pressed / mass));
            work > 1e-2 * time * energy + (1e-4 * time + complementarity) * pair.mass
        });
        if drives {
            self.pairs.iter().for_each(|pair| pair.is_lagged.set(false));
        }
        drives
    }
}

/// Every pair of parts of different bodies, one of which moves: the first.
fn all_pairs(model: &Model) -> Vec<Parts> {
    let parts = model.bodies.iter().enumerate();
    let parts = parts.flat_map(|(i, body)| (0..body.parts.len()).map(move |k| (i, k)));
    let parts: Vec<(usize, usize)> = parts.collect();
    let mut out = Vec::new();
    for &a in &parts {
        for &b in parts.iter().filter(|b| b.0 > a.0) {
            if model.may_touch(a.0, b.0) {
                let first_moves = model.bodies[a.0].is_moving();
                out.push(if first_moves { [a, b] } else { [b, a] });
            }
        }
    }
    out
}

/// Predictions of the pairs that come near: 0.3 L (2 L from rho = 3e-3 on), or what the relaxation
/// leaves in doubt, and what external forces close.
fn near_pairs<'a>(model: &'a Model, bodies: &[Body], rho: f64) -> Vec<Pair<'a>> {
    let margin = if rho >= 3e-3 { 2.0 } else { 0.3 };
    let predict = |parts| Pair::predict(model, bodies, parts);
    let pairs = all_pairs(model).into_iter().map(predict);
    let near = |pair: &Pair| {
        let [a, b] = pair.parts.map(|(body, _)| bodies[body].closing());
        pair.gap() <= pair.doubt().max(margin) + a.max(b) || !pair.converged
    };
    pairs.filter(near).collect()
}

/// The group of every moving body, named by one of its bodies.
fn groups(bodies: &[Body], pairs: &[Pair]) -> Vec<usize> {
    let mut group: Vec<usize> = (0..bodies.len()).collect();
    for pair in pairs {
        let [a, b] = pair.parts.map(|(body, _)| body);
        if bodies[b].is_moving() {
            let (old, new) = (group[a], group[b]);
            group
                .iter_mut()
                .filter(|g| **g == old)
                .for_each(|g| *g = new);
        }
    }
    group
}

/// The first attempt at a step. The radii of patches, numbers of the step, are those of the `contacts`: tests of the
/// patch judge them.
pub fn first_attempt(
    model: &Model,
    state: &State,
    input: &Input,
    rho: f64,
    contacts: &[Contact],
) -> Attempt {
    let body = |index| Body::new(model, state, input, index);
    let mut bodies: Vec<Body> = (0..model.bodies.len()).map(body).collect();
    let mut pairs = near_pairs(model, &bodies, rho);
    pairs
        .iter_mut()
        .for_each(|pair| pair.set_radius(model, contacts));
    let group = groups(&bodies, &pairs);
    let mut out = Attempt {
        converged: true,
        is_left: false,
        iterations: 0,
        ends: vec![(Vec3::zeros(), Vec3::zeros()); bodies.len()],
        pairs: pairs.iter().map(|pair| pair.parts).collect(),
        trace: Vec::new(),
    };
    for seed in 0..bodies.len() {
        let members: Vec<usize> = (0..bodies.len())
            .filter(|&i| bodies[i].is_moving() && group[i] == group[seed])
            .collect();
        if members.first() != Some(&seed) {
            continue;
        }
        let mut x = Vec::new();
        for &i in &members {
            bodies[i].start(&mut x);
        }
        let (mut own, others) = pairs
            .into_iter()
            .partition::<Vec<_>, _>(|pair| members.contains(&pair.parts[0].0));
        pairs = others;
        let mut cones = Vec::new();
        // The impulse of a body at rest, shared by its pairs, is the slack of each.
        let share = own.len() as f64 / members.len() as f64;
        let impulse = bodies[members[0]].h / share.max(1.0);
        let mut c0 = (impulse * impulse).max(rho).min(1e-2);
        let mut loads = loads(model, &bodies, &members, &own);
        if !is_heavy(&bodies, &own) && own.iter().any(|pair| pair.speed > COLLIDING) {
            c0 = COLLISION;
            own.iter_mut().for_each(|pair| pair.predict_again(c0));
            loads.fill(0.0);
        }
        for (pair, load) in own.iter_mut().zip(loads) {
            pair.start((c0, load), &mut x, &mut cones);
        }
        let island = Island {
            bodies: &bodies,
            members,
            pairs: own,
            cones,
        };
        solve_island(&island, x, rho, &mut out);
    }
    out
}

fn is_heavy(bodies: &[Body], pairs: &[Pair]) -> bool {
    pairs.iter().any(|pair| {
        let [a, b] = pair.parts.map(|(body, _)| &bodies[body]);
        b.is_moving() && a.mass.max(b.mass) >= HEAVY * a.mass.min(b.mass)
    })
}

fn solve_island(island: &Island, x: Vec<f64>, rho: f64, out: &mut Attempt) {
    let settings = match is_heavy(island.bodies, &island.pairs) {
        false if island.members.len() == 1 => Settings::default(),
        false => Settings {
            max_iterations: 60,
            continuation: 0.5,
            ..Settings::default()
        },
        true => Settings {
            max_iterations: 60,
            first_stage: 1e-3,
            boundary_fraction: Settings::CAREFUL,
            ..Settings::default()
        },
    };
    let mut kkt = Kkt::new(island, x);
    let mut note = |row| out.trace.push(row);
    let outcome = solve(&mut kkt, rho, &settings, Some(&mut note));
    out.converged &= outcome.converged || kkt.is_left;
    out.is_left |= kkt.is_left;
    out.iterations = out.iterations.max(outcome.iterations);
    let wrenches = island.pushed(&kkt.x, &mut Vec::new());
    for &i in &island.members {
        let body = &island.bodies[i];
        out.ends[i] = body.end(&body.moved(&kkt.x), &wrenches[i]);
    }
}
