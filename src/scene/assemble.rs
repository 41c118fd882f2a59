//! Bodies, joints, frames and exclusions of a scene, added to the builder of its model.

use super::Scene;
use super::body::{self, Start};
use super::budget::Budget;
use super::config::{Config, NoContactConfig, Start as StartOf};
use super::robot::Robots;
use super::shapes::Shapes;
use super::{friction, joint, motion, overlap, value};
use crate::error::{Error, Result, remedy};
use crate::math::Vec3;
use crate::shape::table::Exactly;
use crate::world::{Model, ModelBuilder, State};
use std::collections::BTreeSet;

impl Scene {
    /// Adds the bodies, joints, frames and pairs without contact of the scene to a builder.
    pub(super) fn add_to(&self, builder: ModelBuilder) -> Result<ModelBuilder> {
        let mut config = self.config.clone();
        let shapes = Shapes::build(&config.shape, &self.folder, config.simulation.contact_model)?;
        let (builder, starts) = add_bodies(builder, &config, &shapes, 0.0)?;
        let builder = joint::add_joints(builder, &mut config, &starts)?;
        add_exclusions(add_frames(builder, &config)?, &config)
    }
}

/// Adds the bodies and the friction between their materials; returns where they start, too.
pub(super) fn add_bodies(
    mut builder: ModelBuilder,
    config: &Config,
    shapes: &Shapes,
    time: f64,
) -> Result<(ModelBuilder, Vec<Start>)> {
    let mut starts = Vec::with_capacity(config.body.len());
    let mut materials = BTreeSet::new();
    let mut budget = Budget::default();
    for (i, entry) in config.body.iter().enumerate() {
        check_name(config, i)?;
        let outer = format!("body.{}", entry.name);
        let mut spec = body::spec(entry, config, shapes).map_err(|e| e.within(&outer))?;
        let own = spec.parts.iter().filter_map(|part| part.material.clone());
        materials.extend(own);
        budget.spend(&spec.parts).map_err(|e| e.within(&outer))?;
        let start = body::start(entry, &spec, time).map_err(|e| e.within(&outer))?;
        start.place(&mut spec);
        starts.push(start);
        let quasi = motion::is_quasi_dynamic(entry, config, &spec);
        let spec = match quasi.map_err(|e| e.within(&outer))? {
            true => spec.quasi_dynamic(),
            false => spec,
        };
        builder = builder.body(spec);
    }
    Ok((friction::add_pairs(builder, config, &materials)?, starts))
}

/// Adds the named frames.
pub(super) fn add_frames(mut builder: ModelBuilder, config: &Config) -> Result<ModelBuilder> {
    for frame in &config.frame {
        let within = |e: Error| e.within(&format!("frame.{}", frame.name));
        let point = value::vector("position", frame.position, "give finite metres");
        let turn = value::rotation_or_none("quat_wxyz", frame.quat_wxyz);
        let at = (point.map_err(within)?, turn.map_err(within)?);
        builder = builder.frame(&frame.name, &frame.body, at);
    }
    Ok(builder)
}

/// Builds the model, in which bodies of a robot that overlap at the start do not touch each other; returns a word about them, too.
pub(super) fn build_apart(
    builder: ModelBuilder,
    config: &mut Config,
    starts: &[Start],
    robots: &Robots,
) -> Result<(Model, Option<Error>)> {
    if robots.is_empty() {
        return Ok((add_exclusions(builder, config)?.build()?, None));
    }
    let model = add_exclusions(builder.clone(), config)?.build()?;
    let start = initial(config, &model, starts);
    let overlapping = overlap::pairs(&model, &start, |a, b| robots.are_one(a, b));
    if overlapping.is_empty() {
        return Ok((model, None));
    }
    let name = |body: usize| model.bodies[body].name.clone();
    let mut words = Vec::new();
    let first = overlapping
        .first()
        .map_or(String::new(), |pair| name(pair[0]));
    for [a, b] in overlapping {
        words.push(format!("{} and {}", name(a), name(b)));
        let between = Exactly([name(a), name(b)]);
        config.no_contact.push(NoContactConfig { between });
    }
    let words = words.join(", ");
    let why = format!("links that overlap at the start never touch each other: {words}");
    let note = Error::value(format!("body.{first}"), why, "");
    Ok((add_exclusions(builder, config)?.build()?, Some(note)))
}

/// Excludes contact between the bodies of every `[[no_contact]]`.
pub(super) fn add_exclusions(mut builder: ModelBuilder, config: &Config) -> Result<ModelBuilder> {
    let names: BTreeSet<&str> = config.body.iter().map(|b| b.name.as_str()).collect();
    for (i, pair) in config.no_contact.iter().enumerate() {
        check_pair(i, &pair.between, &names)?;
        builder = builder.no_contact(&pair.between[0], &pair.between[1]);
    }
    Ok(builder)
}

fn check_name(config: &Config, index: usize) -> Result<()> {
    let name = &config.body[index].name;
    let field = format!("body[{index}].name");
    if name.is_empty() {
        return Err(Error::value(
            field,
            "the name is empty",
            "give the body a name",
        ));
    }
    match config.body[..index].iter().position(|b| b.name == *name) {
        None => Ok(()),
        Some(first) => Err(Error::value(
            field,
            format!("name \"{name}\" is already used by body[{first}]"),
            "rename one",
        )),
    }
}

fn check_pair(index: usize, between: &[String; 2], names: &BTreeSet<&str>) -> Result<()> {
    for (k, name) in between.iter().enumerate() {
        if !names.contains(name.as_str()) {
            return Err(Error::value(
                format!("no_contact[{index}].between[{k}]"),
                format!("no body \"{name}\""),
                remedy(name, names.iter().copied()),
            ));
        }
    }
    Ok(())
}

/// Returns the state in which the bodies start.
pub(super) fn initial(config: &Config, model: &Model, starts: &[Start]) -> State {
    let bodies = model.bodies.iter().zip(starts);
    let mut state = State {
        bodies: bodies.map(|(body, start)| start.state(body)).collect(),
        turns: joint::turns(config, model),
    };
    if config.simulation.start == StartOf::Node {
        return state;
    }
    let as_given = state.clone();
    // Wrenches that act from the start act on half of the first step.
    let none = vec![Vec3::zeros(); model.bodies.len()];
    model.start_half_step_early(&mut state, &none);
    for (i, start) in starts.iter().enumerate() {
        if start.exact.is_some() {
            state.bodies[i] = as_given.bodies[i];
        }
    }
    state
}
