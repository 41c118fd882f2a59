//! The numbers of a scene by their paths: read, and replaced in a scene that is built anew.
//!
//! A path follows the file that [`Scene::resolved`] writes: `shape.tip.polytope.vertices[2][0]`, `body.cube.position`,
//! `joint.elbow.motor.keyframes[1].position`. Entries of a list that have a `name` are found by it.
//!
//! Whatever has a `quat_wxyz` has a `turn` besides: a rotation vector (rad, along the axes in which the quaternion is given) by which
//! the quaternion is turned further. Its three numbers are 0 in the scene as it stands.

use super::Scene;
use super::config::Config;
use crate::Vec3;
use crate::error::{Error, Result, remedy};
use crate::math::{Rot, rotation_from_wxyz};
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::{Table, Value};

const TURN: &str = ".turn";

impl Scene {
    /// Returns the numbers at or below a path, each with its own path, in the order of the file. `[*]` in a path stands for every entry of a
    /// list.
    ///
    /// # Errors
    /// There is nothing at the path, or no number; the field of the error is the path.
    pub fn numbers(&self, path: &str) -> Result<Vec<(String, f64)>> {
        let mut tree = self.tree();
        let mut found = Vec::new();
        for path in spelled_out(&mut tree, path) {
            if let Some(value) = find(&mut tree, &path) {
                collect(value, path, &mut found);
                continue;
            }
            match turn_of(&path) {
                Some((place, axis)) if quaternion(&mut tree, place).is_some() => {
                    let axes = axis.map_or(0..3, |axis| axis..axis + 1);
                    found.extend(axes.map(|axis| (format!("{place}{TURN}[{axis}]"), 0.0)));
                }
                _ => return Err(unknown(&tree, &path)),
            }
        }
        if found.is_empty() {
            let fix = "name a length, a position, a keyframe: what is written with a decimal point";
            return Err(Error::value(path, "there is no number", fix));
        }
        Ok(found)
    }

    /// Returns the scene with the numbers at some paths replaced and without its `[design]`, checked and built as one that was read.
    ///
    /// # Errors
    /// There is no number at a path; a number that the scene cannot have, with the field of the file.
    pub fn with_numbers<'a>(
        &self,
        numbers: impl IntoIterator<Item = (&'a str, f64)>,
    ) -> Result<Self> {
        let mut tree = self.tree();
        let mut turns: BTreeMap<&str, Vec3> = BTreeMap::new();
        for (path, number) in numbers {
            match (find(&mut tree, path), turn_of(path)) {
                (Some(Value::Float(own)), _) => *own = number,
                (None, Some((place, Some(axis)))) => turns.entry(place).or_default()[axis] = number,
                _ => return Err(unknown(&tree, path)),
            }
        }
        for (place, turn) in turns {
            let Some(own) = quaternion(&mut tree, place) else {
                return Err(unknown(&tree, &format!("{place}{TURN}")));
            };
            *own = turned(own, &turn);
        }
        let config = Config::deserialize(tree);
        let config = config.map_err(|error| {
            let fix = "give numbers that a scene file may have";
            Error::value("numbers", error.to_string(), fix)
        })?;
        Self::of_config(config, &self.folder)
    }

    /// Returns the configuration, without `[design]`, as a tree of values.
    fn tree(&self) -> Value {
        let mut config = self.config.clone();
        config.design = None;
        let tree = Table::try_from(&config);
        Value::Table(tree.expect("a configuration that was parsed can be written"))
    }
}

/// Returns the paths that one with `[*]` stands for.
fn spelled_out(tree: &mut Value, path: &str) -> Vec<String> {
    let Some((list, rest)) = path.split_once("[*]") else {
        return vec![path.to_string()];
    };
    let count = find(tree, list).and_then(|list| Some(list.as_array()?.len()));
    match count {
        Some(count) => {
            let entry = |i: usize| spelled_out(tree, &format!("{list}[{i}]{rest}"));
            (0..count).flat_map(entry).collect()
        }
        None => vec![list.to_string()],
    }
}

/// Returns what a path of a turn turns, and the axis that it ends with.
fn turn_of(path: &str) -> Option<(&str, Option<usize>)> {
    let (place, rest) = path.rsplit_once(TURN)?;
    match rest {
        "" => Some((place, None)),
        "[0]" => Some((place, Some(0))),
        "[1]" => Some((place, Some(1))),
        "[2]" => Some((place, Some(2))),
        _ => None,
    }
}

/// Returns the quaternion at a place.
fn quaternion<'a>(tree: &'a mut Value, place: &str) -> Option<&'a mut Value> {
    find(tree, &format!("{place}.quat_wxyz"))
}

/// Returns a quaternion turned by a rotation vector.
fn turned(value: &Value, turn: &Vec3) -> Value {
    let numbers = value.as_array().into_iter().flatten();
    let numbers: Vec<f64> = numbers.filter_map(Value::as_float).collect();
    let own: [f64; 4] = numbers.try_into().expect("a quaternion has four numbers");
    let turned = Rot::from_scaled_axis(*turn) * rotation_from_wxyz(own);
    Value::from(vec![turned.w, turned.i, turned.j, turned.k])
}

/// Returns the value at a path below `value`.
fn find<'a>(value: &'a mut Value, path: &str) -> Option<&'a mut Value> {
    if path.is_empty() {
        return Some(value);
    }
    match value {
        Value::Table(table) => {
            let keys = table.iter_mut();
            let below = keys.filter_map(|(key, value)| Some((value, after(path, key)?)));
            longest(below)
        }
        Value::Array(list) => match path.strip_prefix('[') {
            Some(rest) => {
                let (index, rest) = rest.split_once(']')?;
                let entry = list.get_mut(index.parse::<usize>().ok()?)?;
                find(entry, rest.strip_prefix('.').unwrap_or(rest))
            }
            None => {
                let named = list.iter_mut().filter_map(|entry| {
                    let rest = after(path, entry.get("name")?.as_str()?)?;
                    Some((entry, rest))
                });
                longest(named)
            }
        },
        _ => None,
    }
}

/// Returns what is found under the longest of several names: a name may have dots in it.
fn longest<'a, 'p>(below: impl Iterator<Item = (&'a mut Value, &'p str)>) -> Option<&'a mut Value> {
    let (value, rest) = below.min_by_key(|(_, rest)| rest.len())?;
    find(value, rest)
}

/// Returns the rest of a path that begins with a name.
fn after<'p>(path: &'p str, name: &str) -> Option<&'p str> {
    let rest = path.strip_prefix(name)?;
    match rest.chars().next() {
        None | Some('[') => Some(rest),
        Some('.') => Some(&rest[1..]),
        Some(_) => None,
    }
}

/// Adds all numbers at or below a value.
fn collect(value: &Value, path: String, out: &mut Vec<(String, f64)>) {
    match value {
        Value::Float(number) => out.push((path, *number)),
        Value::Array(list) => {
            for (i, entry) in list.iter().enumerate() {
                let path = match entry.get("name").and_then(Value::as_str) {
                    Some(name) => join(&path, name),
                    None => format!("{path}[{i}]"),
                };
                collect(entry, path, out);
            }
        }
        Value::Table(table) => {
            for (key, entry) in table {
                collect(entry, join(&path, key), out);
            }
        }
        _ => {}
    }
}

fn join(path: &str, key: &str) -> String {
    match path {
        "" => key.to_string(),
        _ => format!("{path}.{key}"),
    }
}

fn unknown(tree: &Value, path: &str) -> Error {
    let mut all = Vec::new();
    collect(tree, String::new(), &mut all);
    let places = all
        .iter()
        .filter_map(|(path, _)| path.strip_suffix(".quat_wxyz[0]"));
    let turns: Vec<String> = places.map(|place| format!("{place}{TURN}")).collect();
    let names = all.iter().map(|(path, _)| path).chain(&turns);
    Error::value(
        path,
        "no such number in the scene with all of its defaults",
        remedy(path, names.map(String::as_str)),
    )
}
