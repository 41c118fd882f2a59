//! Initial states of a scene that differ by chance, each by its own number.

use super::Dice;
use drystone::error::{Error, Result};
use drystone::math::{Rot, Vec3};
use drystone::world::{Body, BodyState, Model, State};
use std::str::FromStr;

/// How far the initial state of every moving body is changed: each of the three components of each
/// quantity by a number uniform within plus or minus the bound, world axes. A planar body stays in
/// its plane. As text: `position=0.01,rotation=5,velocity=0.1,angular_velocity=0.5`.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Perturbation {
    /// Position of the centre of mass, m.
    pub position: f64,
    /// Rotation about the centre of mass (rotation vector), degrees.
    pub rotation: f64,
    /// Velocity, m/s.
    pub velocity: f64,
    /// Angular velocity, rad/s.
    pub angular_velocity: f64,
}

const NAMES: [&str; 4] = ["position", "rotation", "velocity", "angular_velocity"];

impl Perturbation {
    /// The initial state of member `index` of `seed`: `first` itself for member 0, else `first` with
    /// changes that depend on seed, index and bounds alone.
    pub fn member(&self, model: &Model, first: &State, seed: u64, index: usize) -> State {
        let mut out = first.clone();
        if index == 0 {
            return out;
        }
        let mut dice = Dice::new(seed, index as u64);
        for (body, at) in model.bodies.iter().zip(&mut out.bodies) {
            if body.is_moving() {
                self.change(body, at, &mut dice);
            }
        }
        out
    }

    fn change(&self, body: &Body, at: &mut BodyState, dice: &mut Dice) {
        let mut draw = |bound: f64, first_freedom: usize| {
            let free = |k: usize| body.freedoms().contains(&(first_freedom + k));
            // Drawn also where it is not used: what one freedom gets does not depend on the others.
            let drawn = [0, 1, 2].map(|k| (free(k), dice.within(-1.0, 1.0)));
            Vec3::from(drawn.map(|(free, x)| if free { bound * x } else { 0.0 }))
        };
        at.position += draw(self.position, 0);
        let turn = draw(self.rotation.to_radians(), 3);
        at.velocity += draw(self.velocity, 0);
        let spin = draw(self.angular_velocity, 3);
        let spin = at.angular_velocity_world() + spin;
        at.rotation = Rot::from_scaled_axis(turn) * at.rotation;
        at.angular_velocity = at.rotation.inverse_transform_vector(&spin);
    }
}

impl FromStr for Perturbation {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let mut out = Self::default();
        let mut named = Vec::new();
        for item in text.split(',') {
            let (name, value) = item.split_once('=').unwrap_or((item, ""));
            let (name, value) = (name.trim(), value.trim());
            let bound = match name {
                "position" => &mut out.position,
                "rotation" => &mut out.rotation,
                "velocity" => &mut out.velocity,
                "angular_velocity" => &mut out.angular_velocity,
                _ => {
                    let why = format!("\"{name}\" cannot be perturbed");
                    let fix = format!("name some of {}", NAMES.join(", "));
                    return Err(Error::usage(why, fix));
                }
            };
            if named.contains(&name) {
                return Err(Error::usage(
                    format!("{name} is given twice"),
                    "give it once",
                ));
            }
            named.push(name);
            *bound = match value.parse::<f64>() {
                Ok(number) if number.is_finite() && number >= 0.0 => number,
                _ => {
                    let why = format!("{name} must be a finite number >= 0, got \"{value}\"");
                    return Err(Error::usage(why, format!("e.g. {name}=0.01")));
                }
            };
        }
        Ok(out)
    }
}
