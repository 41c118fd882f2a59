//! The numbers of a scene by their paths: read, and replaced in a scene that is built anew.
//!
//! A path follows the file that [`Scene::resolved`] writes: `shape.tip.polytope.vertices[2][0]`, `body.cube.position`,
//! `joint.elbow.motor.keyframes[1].position`. Entries of a list that have a `name` are found by it.

use super::Scene;
use super::config::Config;
use crate::error::{Error, Result, remedy};
use serde::Deserialize;
use toml::{Table, Value};

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
            match find(&mut tree, &path) {
                Some(value) => collect(value, path, &mut found),
                None => return Err(unknown(&tree, &path)),
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
        for (path, number) in numbers {
            match find(&mut tree, path) {
                Some(Value::Float(own)) => *own = number,
                _ => return Err(unknown(&tree, path)),
            }
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
    let names = all.iter().map(|(path, _)| path.as_str());
    Error::value(
        path,
        "no such number in the scene with all of its defaults",
        remedy(path, names),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCENE: &str = r#"
[shape.ball.sphere]
radius = 0.1

[[body]]
name = "left.ball"
shape = "ball"
position = [1, 2, 3]

[[body]]
name = "left"
shape = "ball"
position = [0, 0, 1]
"#;

    fn scene() -> Scene {
        Scene::parse(SCENE, "balls.toml").expect("a scene")
    }

    #[test]
    fn numbers_are_found_by_names_with_dots() {
        let found = scene().numbers("body.left.ball.position").expect("three");
        let paths: Vec<_> = found.iter().map(|(path, _)| path.as_str()).collect();
        assert_eq!(paths[2], "body.left.ball.position[2]");
        assert_eq!(found[2].1, 3.0);
        let found = scene().numbers("body.left.position[*]").expect("three");
        assert_eq!(found.len(), 3);
        assert!(scene().numbers("body.left.name[*]").is_err());
    }

    #[test]
    fn a_scene_with_another_number_is_that_of_the_changed_text() {
        let changed = scene().with_numbers([("shape.ball.sphere.radius", 0.2)]);
        let changed = changed.expect("a scene");
        let text = SCENE.replace("radius = 0.1", "radius = 0.2");
        let length = format!("[simulation]\nlength = {}\n", scene().model.units.length);
        let read = Scene::parse(&(length + &text), "balls.toml").expect("a scene");
        assert_eq!(changed.model.fingerprint(), read.model.fingerprint());
        assert_eq!(changed.initial, read.initial);
    }

    #[test]
    fn what_is_not_there_is_told_with_the_nearest_name() {
        let error = scene().numbers("shape.ball.sphere.radios");
        let error = error.expect_err("no such number");
        assert!(error.fix.contains("shape.ball.sphere.radius"), "{error}");
        let error = scene().with_numbers([("body.left", 1.0)]);
        assert!(error.is_err());
        let error = scene().with_numbers([("shape.ball.sphere.radius", -1.0)]);
        let error = error.expect_err("a negative radius");
        assert!(error.field.contains("shape.ball"), "{error}");
    }
}
