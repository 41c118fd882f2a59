//! Planks that lean out over an edge, the k-th from the top by L / 2k - e: do they stand, and what does every edge carry?
//!
//! The centre of the upper k planks is e (k + 1) / 2 inside the edge below them, so that this edge carries
//! k W (1 - e (k + 1) / 2 L), and the other end of the lower plank the rest (statics alone). Planks creep, and with them their centre:
//! statics of where they are has it from their poses.

use super::case::{Finding, worse};
use super::rest::Rest;
use super::text::{TIME_STEP, body};
use crate::trial::{self, GRAVITY};
use drystone::error::Result;
use drystone::scene::Scene;
use drystone::step::Step;
use drystone::world::State;
use drystone_plot::short;

/// The title of the table.
pub(super) const TITLE: &str = "Planks of 1 kg and 1 m over an edge, 1 mm inside the limit: the force at the right edge that is farthest from \
                                statics where the planks are at the end, and from k W (1 - e (k + 1) / 2 L), N (relative error), and how far a plank came, mm (less than the 1 mm)";

/// The length of a plank, m, and half its height.
const LENGTH: f64 = 1.0;
const HALF: f64 = 0.05;
/// How far every overhang is below the limit, m.
const INSIDE: f64 = 1e-3;
/// A force may be so far from statics where the planks are, relative.
const STATICS: f64 = 1e-8;
/// A force may be so far from statics where the planks started, relative.
const FORCE: f64 = 1e-4;

/// The slip speed of the prototype, m/s; that of the model by default is three times as large here.
const SLIP_SPEED: f64 = 1e-3;

/// What is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pile {
    /// The forces at the right edges, beside statics where the planks are.
    Statics,
    /// The forces at the right edges, beside statics where the planks started.
    Forces,
    /// How far the planks came.
    Drift,
}

/// A pile of planks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Planks {
    /// The number of planks.
    pub count: usize,
    /// The support, m.
    pub support: f64,
    /// The weight of the barrier, in weights of a plank.
    pub weight: f64,
    /// The slip speed, m/s.
    pub slip_speed: f64,
    /// Time, s.
    pub seconds: f64,
    /// What is measured.
    pub measured: Pile,
}

impl Planks {
    /// Returns all cases.
    pub(super) fn all(quick: bool) -> Vec<Self> {
        let joule = |support: f64| 1.0 / (support * support * GRAVITY);
        let stiff = |count, slip_speed, seconds| (count, [2e-4, joule(2e-4), slip_speed, seconds]);
        let usual = 1e-3 * GRAVITY.sqrt();
        let piles = match quick {
            true => vec![stiff(5, SLIP_SPEED, 1.0)],
            false => vec![
                stiff(5, SLIP_SPEED, 60.0),
                stiff(20, SLIP_SPEED, 1.5),
                stiff(20, SLIP_SPEED, 60.0),
                stiff(20, 0.1 * SLIP_SPEED, 60.0),
                stiff(20, usual, 60.0),
                (20, [2e-5, 30.0, SLIP_SPEED, 60.0]),
            ],
        };
        let of = |(count, [support, weight, slip_speed, seconds]): (usize, [f64; 4])| {
            [Pile::Statics, Pile::Forces, Pile::Drift].map(|measured| Self {
                count,
                support,
                weight,
                slip_speed,
                seconds,
                measured,
            })
        };
        piles.into_iter().flat_map(of).collect()
    }

    /// Returns the name, e.g. `20 planks, support 0.2 mm, 60 s, forces`.
    pub(super) fn name(&self) -> String {
        let measured = match self.measured {
            Pile::Statics => "statics",
            Pile::Forces => "forces",
            Pile::Drift => "drift",
        };
        format!(
            "{} planks, support {} mm, weight {}, v_s {} mm/s, {} s, {measured}",
            self.count,
            1e3 * self.support,
            short(self.weight),
            short(1e3 * self.slip_speed),
            self.seconds
        )
    }

    /// Returns the scene: planks start as far from each other as they rest.
    fn scene(&self) -> String {
        let mut text = format!(
            "[simulation]\ntime_step = {TIME_STEP:?}\nduration = {:?}\nrelaxation = {:?}\nlength = {LENGTH:?}\n\
             contact_model = \"separating_plane\"\n[separating_plane]\nbarrier_weight = {:?}\nslip_speed = {:?}\n\
             [material.default]\nfriction = 0.5\n\
             [shape.plank.box]\nhalf_extents = [0.5, 0.1, {HALF:?}]\n",
            self.seconds,
            self.support,
            self.weight,
            self.slip_speed / GRAVITY.sqrt()
        );
        let table = [-0.5 * LENGTH, 0.0, -HALF];
        body(&mut text, "table", "plank", table, "fixed = true\n");
        let (mut x, mut z) = (-0.5 * LENGTH, -HALF);
        for k in (1..=self.count).rev() {
            let rest = Rest {
                points: [4, 4],
                load: k as f64 / self.weight,
                support: self.support,
            };
            x += 0.5 * LENGTH / k as f64 - INSIDE;
            z += 2.0 * HALF + rest.gap();
            body(
                &mut text,
                &format!("plank{k}"),
                "plank",
                [x, 0.0, z],
                "mass = 1\n",
            );
        }
        text
    }

    /// Returns the edge whose force is farthest from statics, or how far the plank came that moved most.
    pub(super) fn find(&self) -> Result<Finding> {
        let scene = Scene::parse(&self.scene(), &self.name())?;
        let (mut last, mut expected, mut farthest) = (Vec::new(), Vec::new(), 0.0_f64);
        let trial = trial::run(&scene, |step, _| {
            farthest = worse(farthest, moved(&scene.initial, &step.state));
            last = self.edges(step);
            expected = self.statics(&step.state);
        })?;
        Ok(match self.measured {
            Pile::Drift => Finding::absolute(0.0, 1e3 * farthest, 1e3 * INSIDE, trial),
            Pile::Statics | Pile::Forces => {
                let all = (1..=self.count).map(|k| {
                    let (expected, allowed) = match self.measured {
                        Pile::Statics => (expected.get(k - 1).copied().unwrap_or(0.0), STATICS),
                        _ => (self.force(k), FORCE),
                    };
                    // no contact, no force
                    let measured = last.get(k - 1).copied().unwrap_or(0.0);
                    Finding::relative(expected, measured, allowed, trial)
                });
                let worst = all.max_by(|a, b| a.error.total_cmp(&b.error));
                worst.expect("there are planks")
            }
        })
    }

    /// Returns what statics has at the right edge under k planks, N.
    fn force(&self, k: usize) -> f64 {
        let count = k as f64;
        count * GRAVITY * (1.0 - INSIDE * (count + 1.0) / (2.0 * LENGTH))
    }

    /// Returns what statics has at the right edges under 1, 2, ... planks where the planks are, N.
    fn statics(&self, state: &State) -> Vec<f64> {
        let place = |k: usize| state.bodies[k].position.x;
        let of = |k: usize| {
            // bodies are the table, then planks from below
            let lower = self.count - k;
            let moment: f64 = (lower + 1..=self.count)
                .map(|upper| place(upper) - (place(lower) - 0.5 * LENGTH))
                .sum();
            GRAVITY * moment / LENGTH
        };
        (1..=self.count).map(of).collect()
    }

    /// Returns the forces at the right edges under 1, 2, ... planks, from force and centre of pressure of every contact.
    fn edges(&self, step: &Step) -> Vec<f64> {
        let mut out = vec![0.0; self.count];
        for contact in &step.contacts {
            let [low, high] = {
                let [a, b] = [contact.first.body, contact.second.body];
                [a.min(b), a.max(b)]
            };
            // bodies are the table, then planks from below
            let left = step.state.bodies[low].position.x - 0.5 * LENGTH;
            let force = contact.impulse.z.abs() / TIME_STEP;
            out[self.count - high] += force * (contact.point.x - left) / LENGTH;
        }
        out
    }
}

/// Returns how far an end of a plank came from its place at the start at most, m.
fn moved(start: &State, now: &State) -> f64 {
    let bodies = start.bodies.iter().zip(&now.bodies);
    let own = bodies.map(|(from, to)| {
        let turn = from.rotation.angle_to(&to.rotation);
        (to.position - from.position).norm() + 0.5 * LENGTH * turn
    });
    own.fold(0.0, worse)
}
