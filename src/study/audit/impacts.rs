//! Random impacts, each compared with runs of 50 and 60 times finer steps.
//!
//! Two bodies of any kinds meet in empty space at 0.1 to 50 half-sizes a step. Along the normal n of the
//! first touch in the fine run, the *side* of a run is the sign of n.(x_stone - x_target) one step after the step of
//! that touch: a body that was thrown past another, or went through it, is then on the other side, and what it does
//! later, when errors of first order have grown, does not matter. An impact is ambiguous where the two fine
//! runs, whose phases differ, are on different sides, where one of the three is nearer than a tenth of the
//! distance at touch, or with unsolved fine steps; it is then listed and decides nothing.
//! A run that never touches because the bodies graze each other between two nodes, no deeper than [`GRAZE`] of the
//! smaller inscribed radius if nothing held them, is counted on its own: nodes of time do not see it.
//!
//! Kinetic energy never rises: a step may add what the balance of the audit explains ([`energy`]) and
//! [`TOLERANCE`] of what there was at the start, and no step ends above the start by more than [`TOLERANCE`].

use super::energy;
use super::impact_scene::{Impact, STONE, TARGET};
use super::laws::Audited;
use crate::error::Result;
use crate::math::{Rot, Vec3};
use crate::scene::{Overrides, Scene};
use crate::step::{Contact, Simulator, Step};
use crate::study::Campaign;
use crate::study::trial::{deepest_overlap, save};
use crate::world::{Input, Model, State};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// Impacts: reduced, and all.
const IMPACTS: [u64; 2] = [528, 10_000];
/// How much finer the steps of the two fine runs are.
const FINER: [usize; 2] = [50, 60];
/// Relaxation of the fine runs.
const FINE_RHO: f64 = 1e-8;
/// An impulse below this part of the momentum of the approach is no touch.
const TOUCH: f64 = 0.02;
/// A side is doubtful below this part of the distance at touch.
const DOUBT: f64 = 0.1;
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

/// What an impact came to.
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
    /// Distance along the first normal a step after the touch over that at touch, of the run.
    pub side: f64,
    /// The same of the run with steps 50 times finer.
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
    /// The same over its bound.
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
    let mut fine = Vec::new();
    for finer in FINER {
        let overrides = Overrides {
            time_step: Some(impact.time_step / finer as f64),
            relaxation: Some(FINE_RHO),
            ..Overrides::default()
        };
        let scene = Scene::parse_with(&impact.text, &row.name, &overrides)?;
        fine.push(touch(&scene, finer)?);
    }
    if let [Some(fine), Some(finer)] = fine[..] {
        let way = ways.get(fine.look).or(ways.last()).copied();
        row.touched = true;
        row.side = fine.normal.dot(&way.unwrap_or_default()) / fine.distance;
        row.fine_side = fine.side;
        let doubtful = |side: f64| side.abs() < DOUBT || !side.is_finite();
        row.ambiguous = fine.unsolved
            || finer.unsolved
            || [row.side, fine.side, finer.side].into_iter().any(doubtful)
            || fine.side.signum() != finer.side.signum();
        row.wrong_side = row.side.signum() != fine.side.signum();
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
            "# {}: {}; energy {:.3}, side {:.2} (fine run {:.2}), {:.3} half-sizes a step\n{}",
            row.name,
            found.join(", "),
            row.energy,
            row.side,
            row.fine_side,
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
    let mut ways = vec![between(&scene.initial)];
    let rho = row.rho;
    each_step(scene, |before, input, step| {
        row.steps += 1;
        ways.push(between(&step.state));
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
    /// From the target to the stone.
    normal: Vec3,
    /// Of the centres along the normal at touch, m.
    distance: f64,
    /// The coarse step, counted from 1, after which sides are compared.
    look: usize,
    /// Distance there over that at touch.
    side: f64,
    unsolved: bool,
}

/// Simulates a run of `finer` steps per step; none when the bodies do not touch.
fn touch(scene: &Scene, finer: usize) -> Result<Option<Touch>> {
    let counts = least_impulse(scene);
    let mut found: Option<Touch> = None;
    let mut unsolved = false;
    let mut ways = vec![between(&scene.initial)];
    each_step(scene, |_, _, step| {
        unsolved |= !step.status.solved;
        ways.push(between(&step.state));
        if let Some(contact) = strongest(step).filter(|c| c.normal_impulse > counts)
            && found.is_none()
        {
            found = Some(Touch {
                normal: contact.normal,
                distance: contact.normal.dot(&between(&step.state)),
                look: (ways.len() - 1).div_ceil(finer) + 1,
                side: f64::NAN,
                unsolved: false,
            });
        }
    })?;
    Ok(found.map(|touch| {
        let way = ways.get(touch.look * finer).or(ways.last()).copied();
        Touch {
            side: touch.normal.dot(&way.unwrap_or_default()) / touch.distance,
            unsolved,
            ..touch
        }
    }))
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

/// From the target to the stone, m.
fn between(state: &State) -> Vec3 {
    state.bodies[STONE].position - state.bodies[TARGET].position
}

/// Simulates a scene to its end, or to a step without a solution.
fn each_step(scene: &Scene, mut see: impl FnMut(&State, &Input, &Step)) -> Result<()> {
    let mut simulator = Simulator::new(scene.model.clone());
    let mut state = scene.initial.clone();
    let mut input = Input::hold(&scene.model, &state);
    let mut step = Step::default();
    for index in 0..scene.settings.steps {
        scene.input_at(index, &state, &mut input);
        simulator.step_into(&state, &input, scene.settings.relaxation, &mut step)?;
        see(&state, &input, &step);
        if !step.status.advanced {
            break;
        }
        state.clone_from(&step.state);
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
