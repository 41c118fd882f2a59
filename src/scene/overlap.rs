//! Parts that overlap at the start: the start stage or the first step pushes them apart.

use super::config::{Config, Start};
use crate::error::{Error, Result};
use crate::math::{Rot, Vec3};
use crate::shape::{Shape, penetration};
use crate::step::start_stage;
use crate::world::{ContactModel, Model, Part, State};
use std::collections::BTreeSet;

/// Overlaps deeper than this (units of length) are worth a word.
const DEPTH: f64 = 1e-4;
/// Hulls that are nearer to each other than this part of the support touch.
const TOUCH: f64 = 0.01;
/// Parts whose reference points are nearer than this (units of length) coincide.
const CENTRES: f64 = 1e-6;
/// Most overlaps that are named.
const NAMED: usize = 5;
/// Most pairs of near parts that are looked at, a tenth of a millisecond each.
const EXAMINED: usize = 20_000;

struct Placement<'a> {
    body: usize,
    part: &'a Part,
    pose: (Vec3, Rot),
    centre: Vec3,
}

/// Returns words about parts that overlap at the start, once hulls of the separating-plane model are moved apart.
///
/// # Errors
/// Those of a step.
pub(super) fn resolve(model: &Model, config: &Config, state: &mut State) -> Result<Vec<Error>> {
    let mut out = Vec::new();
    if !starts_as_written(config) {
        out.extend(part_hulls(model, config.simulation.relaxation, state)?);
    }
    out.extend(warnings(model, state));
    Ok(out)
}

/// Returns whether hulls that touch stay where they are: a run that is continued has its state to the bit, and a design the derivative of
/// its start by what it changes.
fn starts_as_written(config: &Config) -> bool {
    let model = config.simulation.contact_model;
    let continues = config.simulation.start == Start::Node;
    model != ContactModel::SeparatingPlane || continues || config.design.is_some()
}

/// Moves hulls apart where some touch ([`start_stage`]); returns a word about it.
///
/// # Errors
/// Those of a step.
fn part_hulls(model: &Model, rho: f64, state: &mut State) -> Result<Option<Error>> {
    let near = TOUCH * rho * model.units.length;
    let mut touching = false;
    near_pairs(model, state, |a, b| {
        touching = depth(a, b) > -near;
        !touching
    });
    if !touching {
        return Ok(None);
    }
    let Some(apart) = start_stage(model, state, rho)? else {
        return Ok(None);
    };
    let travels = state.travels(model, &apart).enumerate();
    let most = travels.max_by(|a, b| a.1.total_cmp(&b.1));
    // Points that stand for a curved surface may be apart where the surface touches.
    let Some((body, travel)) = most.filter(|(_, travel)| *travel > near) else {
        return Ok(None);
    };
    *state = apart;
    Ok(Some(Error::value(
        format!("body.{}.position", model.bodies[body].name),
        format!(
            "is moved by {travel:.3e} m, farthest of all bodies: hulls touch or overlap at the start, and keep up \
             to 2 rho L = {:.1e} m apart",
            2.0 * rho * model.units.length
        ),
        "begin with gaps of 1.5 rho L between hulls that rest on each other, or with a smaller rho",
    )))
}

/// One warning per overlapping pair of parts, the first few.
fn warnings(model: &Model, state: &State) -> Vec<Error> {
    let mut out = Vec::new();
    let mut examined = 0;
    near_pairs(model, state, |a, b| {
        out.extend(warning(model, a, b));
        examined += 1;
        out.len() < NAMED && examined < EXAMINED
    });
    out
}

/// Returns the bodies that overlap, of those pairs that count.
pub(super) fn pairs(
    model: &Model,
    state: &State,
    counts: impl Fn(usize, usize) -> bool,
) -> BTreeSet<[usize; 2]> {
    let mut out = BTreeSet::new();
    let length = model.units.length;
    near_pairs(model, state, |a, b| {
        let pair = [a.body.min(b.body), a.body.max(b.body)];
        if counts(pair[0], pair[1]) && !out.contains(&pair) {
            // From centre to centre there is no direction in which parts that coincide could be told apart.
            let coincide = (a.centre - b.centre).norm() <= CENTRES * length;
            if coincide || depth(a, b) > DEPTH * length {
                out.insert(pair);
            }
        }
        true
    });
    out
}

/// Calls `visit` with near parts of bodies that may touch each other, until it returns false.
fn near_pairs(
    model: &Model,
    state: &State,
    mut visit: impl FnMut(&Placement<'_>, &Placement<'_>) -> bool,
) {
    let mut bounded = Vec::new();
    let mut planes = Vec::new();
    for (i, (body, at)) in model.bodies.iter().zip(&state.bodies).enumerate() {
        for part in body.parts.iter().filter(|part| part.solid.is_none()) {
            let placement = Placement {
                body: i,
                part,
                pose: (at.position, at.rotation),
                centre: at.position + at.rotation * part.placed.offset,
            };
            match part.placed.shape {
                Shape::HalfSpace(_) => planes.push(placement),
                _ => bounded.push(placement),
            }
        }
    }
    let low = |p: &Placement| p.centre.x - p.part.bounding_radius;
    bounded.sort_by(|a, b| low(a).total_cmp(&low(b)).then(a.body.cmp(&b.body)));
    for (k, a) in bounded.iter().enumerate() {
        let reach = a.centre.x + a.part.bounding_radius;
        let others = bounded[k + 1..].iter().take_while(|b| low(b) <= reach);
        for b in others.chain(&planes).filter(|b| near(model, a, b)) {
            if !visit(a, b) {
                return;
            }
        }
    }
}

fn near(model: &Model, a: &Placement, b: &Placement) -> bool {
    let apart = (a.centre - b.centre).norm() > a.part.bounding_radius + b.part.bounding_radius;
    !apart && model.may_touch(a.body, b.body)
}

/// Returns by how much two parts overlap, m.
fn depth(a: &Placement, b: &Placement) -> f64 {
    let guess = b.centre - a.centre;
    penetration(&a.part.placed, &a.pose, &b.part.placed, &b.pose, &guess)
}

fn warning(model: &Model, a: &Placement, b: &Placement) -> Option<Error> {
    let depth = depth(a, b);
    let speed = depth / model.time_step;
    (depth > DEPTH * model.units.length).then(|| {
        let name = |p: &Placement| &model.bodies[p.body].name;
        let moving = if model.bodies[a.body].is_moving() {
            a
        } else {
            b
        };
        Error::value(
            format!("body.{}.position", name(moving)),
            format!(
                "overlaps {} by {depth:.3e} m at the start; the first step pushes them apart at \
                 about {speed:.1e} m/s",
                name(if moving.body == a.body { b } else { a })
            ),
            "move them apart, or disable the pair with [[no_contact]]",
        )
    })
}
