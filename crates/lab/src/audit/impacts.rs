//! Random impacts, each compared with runs of 50 and 60 times finer steps.
//!
//! Two bodies of any kinds meet in empty space at 0.1 to 50 half-sizes a step. One step after the step of the first
//! touch in the fine run, the direction from the one centre to the other tells the *side* that a run ends on: a body
//! that was thrown past another, or went through it, is then seen in another direction, and what it does
//! later, when errors of first order have grown, does not matter. A run is on another side when its direction is
//! more than 60 degrees from those of both fine runs. Of a half-space, whose centre could be anywhere in its plane,
//! the direction is that of its normal: a body is above it or below it. An impact is ambiguous where the two fine
//! runs, whose phases differ, are more than 30 degrees from each other, or with unsolved fine steps, or where one of
//! four more fine runs ([`FURTHER`]) ends on the side of the run that differs; it is then listed and decides nothing.
//!
//! DIFFERENCE from the sign of n.(x_stone - x_target), n the first normal: contact without restitution leaves next to no
//! velocity along n, so that after tens of half-sizes the sign told bodies apart whose directions differed by 6 degrees.
//! A run that never touches because the bodies graze each other between two nodes, no deeper than [`GRAZE`] of the
//! smaller inscribed radius if nothing held them, is counted on its own: nodes of time do not see it.
//!
//! Kinetic energy never rises: a step may add what the balance of the audit explains ([`energy`]) and
//! [`TOLERANCE`] of what there was at the start, and no step ends above the start by more than [`TOLERANCE`].

use super::energy;
use super::impact_scene::{Impact, STONE, TARGET};
use super::laws::Audited;
use crate::Campaign;
use crate::trial::{deepest_overlap, save};
use drystone::error::Result;
use drystone::math::{Rot, Vec3};
use drystone::scene::{Overrides, Scene};
use drystone::step::{Contact, Simulator, Step};
use drystone::world::{Input, Model, State};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// Impacts: reduced, and all.
const IMPACTS: [u64; 2] = [528, 10_000];
/// How much finer the steps of the two fine runs are.
const FINER: [usize; 2] = [50, 60];
/// How much finer they are in the runs that a finding is compared with, which are of other phases.
const FURTHER: [usize; 4] = [53, 57, 64, 71];
/// Relaxation of the fine runs.
const FINE_RHO: f64 = 1e-8;
/// An impulse below this part of the momentum of the approach is no touch.
const TOUCH: f64 = 0.02;
/// Cosine of the angle from the fine runs beyond which a run is on another side.
const ASIDE: f64 = 0.5;
/// Cosine of the angle between the fine runs beyond which they decide nothing.
const DOUBT: f64 = 0.866;
/// A free flight that overlaps by less than this part of the smaller inscribed radius grazes.
pub(super) const GRAZE: f64 = 0.1;
/// Looks at a free flight per step.
const LOOKS: usize = 20;
/// A step may gain so much of the kinetic energy at the start for its first order.
pub(super) const TOLERANCE: f64 = 0.01;
/// An overlap beyond this part of the smaller inscribed radius, and what the relaxation explains, is one.
pub(super) const DEEP: f64 = 0.02;

/// The impacts.
#[derive(Debug, Clone, Default)]
pub struct Impacts {
    /// A small part of them.
    pub quick: bool,
    /// Where scenes of findings are saved.
    pub failures: Option<PathBuf>,
}

/// The outcome of an impact.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ImpactRow {
    /// E.g. `impact 17`.
    pub name: String,
    /// Kind of the body that is met.
    pub target: String,
    /// Kind of the one that comes.
    pub stone: String,
    /// Whether both move.
    pub both_move: bool,
    /// Half-sizes per step.
    pub speed: f64,
    /// Relaxation.
    pub rho: f64,
    /// Steps of the run.
    pub steps: usize,
    /// Steps that were not solved.
    pub unsolved: usize,
    /// Steps that were halved.
    pub halved: usize,
    /// Whether both fine runs touch.
    pub touched: bool,
    /// Whether the sides decide nothing.
    pub ambiguous: bool,
    /// Cosine of the angle between the directions from target to stone, a step after the touch, of the run and of
    /// the nearer one of the fine runs.
    pub side: f64,
    /// Cosine of that angle between the two fine runs.
    pub fine_side: f64,
    /// Whether the run is on another side than the fine ones then.
    pub wrong_side: bool,
    /// Whether the run never touches.
    pub missed: bool,
    /// Deepest overlap of a free flight of a run that ends on another side without a touch, smaller inscribed radii.
    pub free_depth: f64,
    /// Largest kinetic energy after a step over that at the start.
    pub energy: f64,
    /// Largest gain of energy in a step over what its bound allows.
    pub gain_of_bound: f64,
    /// Deepest overlap after a step, units of length.
    pub penetration: f64,
    /// Largest overlap after a step over what its bound allows.
    pub depth_of_bound: f64,
}

impl ImpactRow {
    /// Classes of finding of the row, in the words of the report.
    pub fn findings(&self) -> Vec<&'static str> {
        let decided = self.wrong_side && !self.ambiguous;
        let of = [
            (self.unsolved > 0, "unsolved"),
            (decided && self.missed && self.free_depth >= GRAZE, "missed"),
            (decided && !self.missed, "side"),
            (
                self.gain_of_bound > 1.0 || self.energy > 1.0 + TOLERANCE,
                "energy",
            ),
            (self.depth_of_bound > 1.0, "overlap"),
        ];
        of.into_iter().filter(|f| f.0).map(|f| f.1).collect()
    }
}

impl Campaign for Impacts {
    type Run = u64;
    type Row = ImpactRow;

    fn runs(&self) -> Vec<u64> {
        (0..IMPACTS[usize::from(!self.quick)]).collect()
    }

    fn name(&self, index: &u64) -> String {
        format!("impact {index}")
    }

    fn row_name<'a>(&self, row: &'a ImpactRow) -> &'a str {
        &row.name
    }

    fn carry_out(&self, &index: &u64) -> Result<ImpactRow> {
        examine_impact(index, self.failures.as_deref())
    }
}

/// Simulates impact `index` and its fine runs; the scene of a finding is saved in `failures`.
///
/// # Errors
/// When the scene cannot be saved.
pub fn examine_impact(index: u64, failures: Option<&Path>) -> Result<ImpactRow> {
    let impact = Impact::new(index)?;
    let name = format!("impact {index}");
    let scene = Scene::parse(&impact.text, &name)?;
    let mut row = ImpactRow {
        target: impact.kinds[TARGET].into(),
        stone: impact.kinds[STONE].into(),
        both_move: impact.both_move,
        speed: impact.speed,
        rho: impact.rho,
        name,
        ..ImpactRow::default()
    };
    let ways = follow(&scene, &mut row)?;
    let fine = [impact.fine(FINER[0])?, impact.fine(FINER[1])?];
    if let [Some(fine), Some(finer)] = fine {
        let way_at = |look: usize| ways.get(look).or(ways.last()).copied().unwrap_or_default();
        let cosines = [fine, finer].map(|of| cosine(&of.way, &way_at(fine.look)));
        row.touched = true;
        row.side = cosines[0].max(cosines[1]);
        row.fine_side = cosine(&fine.way, &finer.way);
        row.ambiguous = fine.unsolved || finer.unsolved || row.fine_side < DOUBT;
        row.wrong_side = row.side < ASIDE;
        if row.wrong_side && !row.ambiguous && !row.missed {
            for finer in FURTHER {
                let further = impact.fine(finer)?;
                row.ambiguous |=
                    further.is_some_and(|of| cosine(&of.way, &way_at(of.look)) >= ASIDE);
            }
        }
        if row.wrong_side && row.missed {
            row.free_depth = free_depth(&scene);
        }
    }
    let found = row.findings();
    if let Some(folder) = failures
        && !found.is_empty()
    {
        let file = format!("{}.toml", row.name.replace(' ', "_"));
        let text = format!(
            "# {}: {}; energy {:.3}, {:.0} degrees from the fine runs (they from each other {:.0}), {:.3} half-sizes a step\n{}",
            row.name,
            found.join(", "),
            row.energy,
            row.side.acos().to_degrees(),
            row.fine_side.acos().to_degrees(),
            row.speed,
            impact.text
        );
        save(&folder.join(file), &text)?;
    }
    Ok(row)
}

/// Simulates the scene at its own step and fills in the row; returns where the stone is as seen from the
/// target, at the start and after every step.
fn follow(scene: &Scene, row: &mut ImpactRow) -> Result<Vec<Vec3>> {
    let model = &scene.model;
    let first = kinetic_energy(model, &scene.initial);
    let counts = least_impulse(scene);
    row.missed = true;
    let parts = model.bodies.iter().flat_map(|body| &body.parts);
    let degree: usize = parts
        .map(|part| part.rows.orthant + part.rows.socs.len())
        .sum();
    let deep = DEEP * smallest_radius(model) + degree as f64 * row.rho * model.units.length;
    let mut ways = vec![between(scene, &scene.initial)];
    let rho = row.rho;
    each_step(scene, |before, input, step| {
        row.steps += 1;
        ways.push(between(scene, &step.state));
        row.unsolved += usize::from(!step.status.solved);
        row.halved += usize::from(step.status.halved);
        row.missed &= strongest(step).is_none_or(|contact| contact.normal_impulse <= counts);
        let energy = kinetic_energy(model, &step.state);
        row.energy = row.energy.max(energy / first);
        let gain = energy::balance(&Audited {
            model,
            before,
            input,
            step,
            rho,
        });
        let allowed = gain.bound + TOLERANCE * first;
        row.gain_of_bound = row.gain_of_bound.max(gain.figure / allowed);
        let depth = deepest_overlap(model, &step.state);
        row.penetration = row.penetration.max(depth / model.units.length);
        row.depth_of_bound = row.depth_of_bound.max(depth / deep);
    })?;
    Ok(ways)
}

/// The first touch of a fine run.
#[derive(Debug, Clone, Copy)]
struct Touch {
    /// The coarse step, counted from 1, after which sides are compared.
    look: usize,
    /// Vector from the target to the stone after the step `look`, m.
    way: Vec3,
    unsolved: bool,
}

impl Impact {
    /// Simulates the impact with `finer` steps per step; none when the bodies do not touch.
    fn fine(&self, finer: usize) -> Result<Option<Touch>> {
        let overrides = Overrides {
            time_step: Some(self.time_step / finer as f64),
            relaxation: Some(FINE_RHO),
            ..Overrides::default()
        };
        let scene = Scene::parse_with(&self.text, "impact", &overrides)?;
        touch(&scene, finer)
    }
}

/// Simulates a run of `finer` steps per step; none when the bodies do not touch.
fn touch(scene: &Scene, finer: usize) -> Result<Option<Touch>> {
    let counts = least_impulse(scene);
    let mut look = None;
    let mut unsolved = false;
    let mut ways = vec![between(scene, &scene.initial)];
    each_step(scene, |_, _, step| {
        unsolved |= !step.status.solved;
        ways.push(between(scene, &step.state));
        if look.is_none() && strongest(step).is_some_and(|c| c.normal_impulse > counts) {
            look = Some((ways.len() - 1).div_ceil(finer) + 1);
        }
    })?;
    Ok(look.map(|look| Touch {
        look,
        way: ways
            .get(look * finer)
            .or(ways.last())
            .copied()
            .unwrap_or_default(),
        unsolved,
    }))
}

/// Cosine of the angle between two vectors; 0 where one is zero.
fn cosine(a: &Vec3, b: &Vec3) -> f64 {
    let norms = a.norm() * b.norm();
    if norms > 0.0 { a.dot(b) / norms } else { 0.0 }
}

/// The least normal impulse that is a touch, N s.
fn least_impulse(scene: &Scene) -> f64 {
    let moving = scene.model.bodies.iter().filter(|body| body.is_moving());
    let lightest = moving.map(|body| body.mass).fold(f64::INFINITY, f64::min);
    let [a, b] = [TARGET, STONE].map(|k| scene.initial.bodies[k].velocity);
    TOUCH * lightest * (b - a).norm()
}

/// The contact with the largest normal impulse.
fn strongest(step: &Step) -> Option<&Contact> {
    let contacts = step.contacts.iter();
    contacts.max_by(|a, b| a.normal_impulse.total_cmp(&b.normal_impulse))
}

/// The deepest overlap if nothing held the bodies, smaller inscribed radii.
fn free_depth(scene: &Scene) -> f64 {
    let (model, first) = (&scene.model, &scene.initial);
    let mut state = first.clone();
    let mut deepest = 0.0_f64;
    for look in 0..=scene.settings.steps * LOOKS {
        let time = model.time_step * look as f64 / LOOKS as f64;
        for (at, from) in state.bodies.iter_mut().zip(&first.bodies) {
            at.position = from.position + from.velocity * time;
            at.rotation = from.rotation * Rot::new(from.angular_velocity * time);
        }
        deepest = deepest.max(deepest_overlap(model, &state));
    }
    deepest / smallest_radius(model)
}

/// Smallest inscribed radius of all parts but planes, m.
fn smallest_radius(model: &Model) -> f64 {
    let parts = model.bodies.iter().flat_map(|body| &body.parts);
    let radii = parts.map(|part| part.inscribed_radius).filter(|&r| r > 0.0);
    radii.fold(f64::INFINITY, f64::min)
}

/// Returns the vector from the target to the stone, m; the one from the nearest point of a half-space.
fn between(scene: &Scene, state: &State) -> Vec3 {
    let [target, stone] = [TARGET, STONE].map(|k| &state.bodies[k]);
    let way = stone.position - target.position;
    let part = &scene.model.bodies[TARGET].parts[0].placed;
    let normal = part.shape.plane_normal();
    let normal = normal.map(|n| target.rotation * (part.rotation * n));
    normal.map_or(way, |n| n * n.dot(&way))
}

/// Simulates a scene to its end, or to a step without a solution.
fn each_step(scene: &Scene, mut see: impl FnMut(&State, &Input, &Step)) -> Result<()> {
    let mut simulator = Simulator::new(scene.model.clone());
    let mut run = scene.run();
    while let Some(now) = run.advance(&mut simulator)? {
        see(now.before, now.input, now.step);
    }
    Ok(())
}

/// Kinetic energy of the velocities of a state, J.
fn kinetic_energy(model: &Model, state: &State) -> f64 {
    let bodies = model.bodies.iter().zip(&state.bodies);
    let moving = bodies.filter(|(body, _)| body.is_moving());
    let energy = moving.map(|(body, at)| {
        let w = &at.angular_velocity;
        0.5 * (body.mass * at.velocity.norm_squared() + w.dot(&(body.inertia * w)))
    });
    energy.sum()
}
