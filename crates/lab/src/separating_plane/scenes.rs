//! Scenes beside `single_level`: where bodies come to rest, how far they slide, and a puck that stops by the friction of its rim alone.

use super::case::Finding;
use super::rest::Rest;
use super::text::{LENGTH, body, prism};
use crate::trial::{self, GRAVITY, Trial};
use drystone::error::Result;
use drystone::scene::{Overrides, Scene};
use drystone::world::{ContactModel, State};
use std::f64::consts::TAU;

/// The title of the table.
pub(super) const TITLE: &str = "Scenes beside single_level: heights and places of rest, mm (difference; 2 s a layer and the creep are allowed), \
                                ways, mm (relative), and when a puck of 32 facets stops, ms (w I / mu m g r, relative)";

/// The support under the separating plane, and the relaxation under `single_level`.
const RELAXATIONS: [f64; 2] = [1e-3, 1e-6];
/// The error of a way that is allowed, relative.
const WAY: f64 = 0.01;
/// The error of the time in which the puck stops, relative.
const STOP: f64 = 0.01;
/// The facets of the puck, its radius and half its height, m, and its spin, rad/s.
const FACETS: usize = 32;
const PUCK: [f64; 2] = [0.1, 0.02];
const SPIN: f64 = 10.0;
/// The coefficient of friction of puck and block.
const FRICTION: f64 = 0.5;
/// The speed of the block that is thrown, m/s.
const SPEED: f64 = 2.0;

/// A scene beside `single_level`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Beside {
    /// A scene whose last body comes to rest so many layers above the ground: its height.
    Height(&'static str, usize),
    /// A scene whose last body keeps its place but for the creep, m/s: its place.
    Place(&'static str, usize, f64),
    /// A scene whose body of an index slides or rolls: its way.
    Way(&'static str, usize),
    /// A block that is thrown along a half-space, or along a box: its way.
    Throw(bool),
    /// A puck that spins on a half-space, or on a box: the time in which it stops.
    Stop(bool),
}

/// The scenes that are named.
const SCENES: [(&str, &str); 13] = [
    ("stack2", include_str!("../../../../scenarios/stack2.toml")),
    ("stack4", include_str!("../../../../scenarios/stack4.toml")),
    (
        "stack10",
        include_str!("../../../../scenarios/stack10.toml"),
    ),
    (
        "incline_stick",
        include_str!("../../../../scenarios/incline_stick.toml"),
    ),
    (
        "incline_slide",
        include_str!("../../../../scenarios/incline_slide.toml"),
    ),
    ("push", include_str!("../../../../scenarios/push.toml")),
    (
        "sphere_drop",
        include_str!("../../../../scenarios/sphere_drop.toml"),
    ),
    (
        "box_drop",
        include_str!("../../../../scenarios/box_drop.toml"),
    ),
    (
        "bundle_drop",
        include_str!("../../../../scenarios/bundle_drop.toml"),
    ),
    (
        "capsule_drop",
        include_str!("../../../../scenarios/capsule_drop.toml"),
    ),
    (
        "cone_drop",
        include_str!("../../../../scenarios/cone_drop.toml"),
    ),
    (
        "padded_drop",
        include_str!("../../../../scenarios/padded_drop.toml"),
    ),
    (
        "polytope_drop",
        include_str!("../../../../scenarios/polytope_drop.toml"),
    ),
];

impl Beside {
    /// Returns all cases.
    pub(super) fn all(quick: bool) -> Vec<Self> {
        let mut out = vec![
            Self::Place("stack4", 4, 0.0),
            Self::Height("box_drop", 1),
            Self::Way("incline_slide", 1),
            Self::Way("push", 1),
            Self::Throw(true),
            Self::Throw(false),
            Self::Stop(true),
            Self::Stop(false),
        ];
        if !quick {
            // 20 degrees and a friction of 0.5 on a half-space, with v_s = 1e-3 sqrt(g L)
            let ratio = 20f64.to_radians().tan() / 0.5;
            let creep = 1e-3 * (GRAVITY * 0.1).sqrt() * ratio / (1.0 - ratio * ratio).sqrt();
            out.extend([
                Self::Place("stack2", 2, 0.0),
                Self::Place("stack10", 10, 0.0),
                Self::Place("incline_stick", 1, creep),
                Self::Way("sphere_drop", 1),
            ]);
            let drops = [
                "bundle_drop",
                "capsule_drop",
                "cone_drop",
                "padded_drop",
                "polytope_drop",
            ];
            out.extend(drops.map(|name| Self::Height(name, 1)));
        }
        out
    }

    /// Returns the name, e.g. `stack4, place`.
    pub(super) fn name(&self) -> String {
        let floor = |half_space: bool| if half_space { "half-space" } else { "box" };
        match self {
            Self::Height(name, _) => format!("{name}, height"),
            Self::Place(name, ..) => format!("{name}, place"),
            Self::Way(name, _) => format!("{name}, way"),
            Self::Throw(half_space) => format!("block thrown on a {}, way", floor(*half_space)),
            Self::Stop(half_space) => format!("puck on a {}, stop", floor(*half_space)),
        }
    }

    /// Returns the scene as text.
    fn scene(&self) -> String {
        match *self {
            Self::Height(name, _) | Self::Place(name, ..) | Self::Way(name, _) => {
                let found = SCENES.iter().find(|(other, _)| *other == name);
                found.map_or(String::new(), |(_, text)| (*text).into())
            }
            Self::Throw(half_space) => {
                let block = "box]\nhalf_extents = [0.1, 0.1, 0.05]\n";
                on_floor(
                    half_space,
                    block,
                    0.05,
                    &format!("velocity = [{SPEED:?}, 0, 0]\n"),
                )
            }
            Self::Stop(half_space) => {
                let rest = Rest {
                    points: [FACETS, if half_space { 0 } else { 4 }],
                    load: 1.0,
                    support: RELAXATIONS[0],
                };
                let shape = prism(FACETS, PUCK[0], PUCK[1]);
                let z = PUCK[1] + rest.gap() * LENGTH;
                on_floor(
                    half_space,
                    &shape,
                    z,
                    &format!("angular_velocity = [0, 0, {SPIN:?}]\n"),
                )
            }
        }
    }

    /// Runs the scene under the separating plane, or under `single_level`; `see` gets every state.
    fn run(&self, model: ContactModel, mut see: impl FnMut(&State)) -> Result<(Scene, Trial)> {
        let is_own = model == ContactModel::SeparatingPlane;
        let overrides = Overrides {
            contact_model: Some(model),
            relaxation: Some(RELAXATIONS[usize::from(!is_own)]),
            time_step: matches!(self, Self::Stop(_)).then_some(1e-3),
            ..Overrides::default()
        };
        let scene = Scene::parse_with(&self.scene(), &self.name(), &overrides)?;
        let trial = trial::run(&scene, |step, _| see(&step.state))?;
        Ok((scene, trial))
    }

    /// Returns the figure under the separating plane beside that under `single_level`, or beside the formula.
    pub(super) fn find(&self) -> Result<Finding> {
        if let Self::Stop(_) = self {
            return self.stop();
        }
        let mut ends = [State::default(), State::default()];
        let (own, other) = (ContactModel::SeparatingPlane, ContactModel::SingleLevel);
        let (scene, mut trial) = self.run(own, |state| ends[0].clone_from(state))?;
        let (_, second) = self.run(other, |state| ends[1].clone_from(state))?;
        trial.unsolved += second.unsolved;
        let last = scene.model.bodies.len() - 1;
        let place = |k: usize, body: usize| ends[k].bodies[body].position;
        let way =
            |k: usize, body: usize| (place(k, body) - scene.initial.bodies[body].position).norm();
        let room = 2.0 * RELAXATIONS[0] * scene.model.units.length;
        Ok(match *self {
            Self::Height(_, layers) => {
                let [measured, expected] = [0, 1].map(|k| 1e3 * place(k, last).z);
                Finding::absolute(expected, measured, 1e3 * room * layers as f64, trial)
            }
            Self::Place(_, layers, creep) => {
                let apart = (place(0, last) - place(1, last)).norm();
                let seconds = scene.time(scene.settings.steps);
                let allowed = room * layers as f64 + creep * seconds;
                Finding::absolute(0.0, 1e3 * apart, 1e3 * allowed, trial)
            }
            Self::Way(_, body) => {
                let [measured, expected] = [0, 1].map(|k| 1e3 * way(k, body));
                Finding::relative(expected, measured, WAY, trial)
            }
            Self::Throw(_) | Self::Stop(_) => {
                let [measured, expected] = [0, 1].map(|k| 1e3 * way(k, last));
                Finding::relative(expected, measured, WAY, trial)
            }
        })
    }

    /// Returns when the puck stops: its rate, from attitudes, falls from 9 to 1 rad/s on a straight line.
    fn stop(&self) -> Result<Finding> {
        let (mut before, mut rates) = (None, Vec::new());
        let (scene, trial) = self.run(ContactModel::SeparatingPlane, |state| {
            let now = state.bodies[1].rotation;
            let from = before.replace(now).unwrap_or(now);
            rates.push(from.angle_to(&now));
        })?;
        let h = scene.model.time_step;
        let rates: Vec<f64> = rates.iter().map(|turn| turn / h).collect();
        let [high, low] = [0.9 * SPIN, 0.1 * SPIN];
        let crossing = |level: f64| {
            // the first rate is that of no step
            let k = (2..rates.len()).find(|&k| rates[k] < level);
            k.map_or(f64::NAN, |k| {
                h * (k as f64 - (level - rates[k]) / (rates[k - 1] - rates[k]))
            })
        };
        let measured = (crossing(low) - crossing(high)) / 0.8;
        // the moment of inertia of a regular polygon over m r^2
        let inertia = (2.0 + (TAU / FACETS as f64).cos()) / 6.0;
        let expected = SPIN * inertia * PUCK[0] / (FRICTION * GRAVITY);
        Ok(Finding::relative(
            1e3 * expected,
            1e3 * measured,
            STOP,
            trial,
        ))
    }
}

/// Returns a scene of a body of 1 kg on a floor.
fn on_floor(half_space: bool, shape: &str, z: f64, more: &str) -> String {
    let (floor, below) = match half_space {
        true => ("halfspace]\nnormal = [0, 0, 1]", 0.0),
        false => ("box]\nhalf_extents = [2, 2, 0.1]", -0.1),
    };
    let mut text = format!(
        "[simulation]\ntime_step = 0.01\nduration = 1.0\nlength = {LENGTH:?}\n\
         [material.default]\nfriction = {FRICTION:?}\n[shape.floor.{floor}\n[shape.stone.{shape}"
    );
    body(
        &mut text,
        "floor",
        "floor",
        [0.0, 0.0, below],
        "fixed = true\n",
    );
    body(
        &mut text,
        "stone",
        "stone",
        [0.0, 0.0, z],
        &format!("mass = 1\n{more}"),
    );
    text
}
