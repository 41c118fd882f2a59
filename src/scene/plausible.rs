//! Values that are allowed, and are mostly those of other units: millimetres written as metres, grams as kilograms.

use super::config::Config;
use crate::error::Error;
use crate::world::{Body, Model, Motion, State};

/// Half-sizes of moving bodies beyond these are worth a word, m.
const SIZES: [f64; 2] = [1e-4, 10.0];
/// Masses beyond this are worth a word, kg.
const MASS: f64 = 1e5;
/// Densities beyond these are worth a word, kg/m^3: foams have 1 and more, osmium has 22,590.
const DENSITIES: [f64; 2] = [1.0, 30_000.0];
/// Speeds beyond this are worth a word, m/s.
const SPEED: f64 = 100.0;

/// One warning for every kind of value that looks like one of other units; each names the worst body.
pub(super) fn warnings(config: &Config, model: &Model, initial: &State) -> Vec<Error> {
    let found = [
        sizes(model),
        masses(model),
        densities(config),
        speeds(model, initial),
        nothing_fixed(model),
    ];
    found.into_iter().flatten().collect()
}

/// A value of a body by name, and by what factor it is off.
struct Odd {
    name: String,
    value: f64,
    factor: f64,
}

/// Returns the worst value out of bounds, with the words that others are, too.
fn worst(
    values: impl Iterator<Item = (String, f64)>,
    [low, high]: [f64; 2],
) -> Option<(Odd, String)> {
    let odd = values.map(|(name, value)| Odd {
        name,
        value,
        factor: (value / high).max(low / value),
    });
    let odd: Vec<Odd> = odd.filter(|odd| odd.factor > 1.0).collect();
    let others = match odd.len() {
        0 | 1 => String::new(),
        count => format!("; so are those of {} other bodies", count - 1),
    };
    let worst = odd.into_iter().max_by(|a, b| a.factor.total_cmp(&b.factor));
    worst.map(|worst| (worst, others))
}

fn moving(model: &Model) -> impl Iterator<Item = &Body> {
    model.bodies.iter().filter(|body| body.is_moving())
}

fn sizes(model: &Model) -> Option<Error> {
    let sized = moving(model).filter(|body| !body.parts.is_empty());
    let (odd, others) = worst(sized.map(|body| (body.name.clone(), body.extent())), SIZES)?;
    let (size, [low, high]) = (odd.value, SIZES);
    let why =
        format!("reaches {size:.3e} m from its centre; {low:e} m to {high} m are usual{others}");
    let fix = "lengths are metres: write 50 mm as 0.05";
    Some(Error::value(format!("body.{}.shape", odd.name), why, fix))
}

fn masses(model: &Model) -> Option<Error> {
    let all = moving(model).map(|body| (body.name.clone(), body.mass));
    let (odd, others) = worst(all, [0.0, MASS])?;
    let why = format!(
        "has {:.3e} kg; up to {MASS:e} kg are usual{others}",
        odd.value
    );
    let fix = "lengths are metres, masses kilograms, densities kg/m^3";
    Some(Error::value(format!("body.{}.mass", odd.name), why, fix))
}

fn densities(config: &Config) -> Option<Error> {
    let given = config.body.iter();
    let given = given.filter_map(|body| Some((body.name.clone(), body.density?)));
    let (odd, others) = worst(given, DENSITIES)?;
    let [low, high] = DENSITIES;
    let why = format!("is {} kg/m^3; {low} to {high} are usual{others}", odd.value);
    let fix = "densities are kg/m^3: write 1 g/cm^3 as 1000";
    Some(Error::value(format!("body.{}.density", odd.name), why, fix))
}

fn speeds(model: &Model, initial: &State) -> Option<Error> {
    let bodies = model.bodies.iter().zip(&initial.bodies);
    let all = bodies.map(|(body, at)| (body.name.clone(), at.velocity.norm()));
    let (odd, others) = worst(all, [0.0, SPEED])?;
    let why = format!(
        "is {:.3e} m/s; up to {SPEED} m/s are usual{others}",
        odd.value
    );
    let fix = "velocities are m/s; in a step a body should not cross many times its own size";
    Some(Error::value(
        format!("body.{}.velocity", odd.name),
        why,
        fix,
    ))
}

fn nothing_fixed(model: &Model) -> Option<Error> {
    let holds = |body: &Body| !matches!(body.motion, Motion::Free);
    let held =
        model.bodies.iter().any(holds) || model.joints.iter().any(|joint| joint.parent.is_none());
    let falls = model.gravity.norm() > 0.0 && !model.bodies.is_empty() && !held;
    falls.then(|| {
        let why = "nothing is fixed, and gravity is on: everything falls for ever";
        let fix = "add a body with fixed = true, or gravity = [0, 0, 0] under [simulation]";
        Error::value("body", why, fix)
    })
}
