//! The variables of a design: numbers of a scene, and their bounds.

use drystone::error::Result;
use drystone::math::Dice;
use drystone::scene::{Design, Scene};
use std::collections::BTreeMap;

/// The rate of a variable without one, as a share of the way between its bounds.
const RATE: f64 = 0.02;

/// One variable of a design.
#[derive(Debug, Clone, PartialEq)]
pub struct Variable {
    /// The name: that of the file, or the path of the number.
    pub name: String,
    /// The value with which the optimisation starts.
    pub start: f64,
    /// The lower and the upper bound.
    pub bounds: [f64; 2],
    /// The change in one iteration, about.
    pub rate: f64,
    /// The entry of the file that the variable comes from.
    pub entry: usize,
    /// The paths of the numbers that move with it, their values at the start, and by how much they move.
    moves: Vec<(String, f64, f64)>,
}

impl Variable {
    /// Returns the variables of a design in the order of the file.
    ///
    /// # Errors
    /// A path is not one of the scene.
    pub fn all(design: &Design, scene: &Scene) -> Result<Vec<Self>> {
        let mut out = Vec::new();
        for (entry, given) in design.variable.iter().enumerate() {
            let mut add = |name: String, start: f64, moves: Vec<(String, f64, f64)>| {
                let bounds = match (given.within, given.low, given.high) {
                    (None, Some(low), Some(high)) => [low, high],
                    (within, ..) => [-1.0, 1.0].map(|sign| start + sign * within.unwrap_or(0.0)),
                };
                let rate = given.rate.unwrap_or(RATE * (bounds[1] - bounds[0]));
                out.push(Self {
                    name,
                    start,
                    bounds,
                    rate,
                    entry,
                    moves,
                });
            };
            match &given.numbers {
                Some(path) => {
                    for (path, value) in scene.numbers(path)? {
                        let name = match &given.name {
                            Some(name) => format!("{name}{}", &path[common(&path, given)..]),
                            None => path.clone(),
                        };
                        add(name, value, vec![(path, value, 1.0)]);
                    }
                }
                None => {
                    let mut moves = Vec::new();
                    for (path, factor) in &given.moves {
                        let value = scene.numbers(path)?[0].1;
                        moves.push((path.clone(), value, *factor));
                    }
                    let name = given.name.clone().unwrap_or_else(|| moves[0].0.clone());
                    add(name, 0.0, moves);
                }
            }
        }
        Ok(out)
    }

    /// Returns the value within the bounds that is nearest to `value`.
    pub fn bounded(&self, value: f64) -> f64 {
        value.clamp(self.bounds[0], self.bounds[1])
    }

    /// Returns the distance between the bounds.
    pub fn range(&self) -> f64 {
        self.bounds[1] - self.bounds[0]
    }

    /// Returns a random value between the bounds.
    pub fn random(&self, dice: &mut Dice) -> f64 {
        dice.within(self.bounds[0], self.bounds[1])
    }
}

/// Returns the length of the path that an entry gives.
fn common(path: &str, given: &drystone::scene::DesignVariable) -> usize {
    let own = given.numbers.as_ref().map_or(0, String::len);
    own.min(path.len())
}

/// Returns the scene in which the variables have values `x`; several variables may move one number.
///
/// # Errors
/// The scene cannot have these numbers.
pub fn scene_with(scene: &Scene, variables: &[Variable], x: &[f64]) -> Result<Scene> {
    let mut numbers: BTreeMap<&str, f64> = BTreeMap::new();
    for (variable, x) in variables.iter().zip(x) {
        for (path, start, factor) in &variable.moves {
            *numbers.entry(path).or_insert(*start) += factor * (x - variable.start);
        }
    }
    scene.with_numbers(numbers)
}
