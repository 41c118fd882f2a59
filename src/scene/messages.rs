//! What the parser and serde say about a mistake, in the words of scenes.

use super::aliases;
use super::config::SimulationConfig;
use crate::error::{Error, remedy};

/// The error for `message` about the key or value at `path`.
pub(super) fn explain(message: &str, path: &str) -> Error {
    let rest_of = |start: &str| message.strip_prefix(start);
    if let Some((name, known)) = rest_of("unknown field ").and_then(quoted) {
        let fix = misplaced(path, &name)
            .or_else(|| aliases::meant(&name, &known))
            .unwrap_or_else(|| remedy(&name, known.iter().map(String::as_str)));
        // The path of an unknown table of the file leads on to the name that the table has.
        let is_of_file = known.iter().any(|key| key == "simulation");
        let at = match is_of_file {
            true => name.clone(),
            false => with_leaf(path, &name),
        };
        return Error::file(at, format!("unknown key \"{name}\""), fix);
    }
    if let Some((name, known)) = rest_of("unknown variant ").and_then(quoted) {
        let fix = remedy(&name, known.iter().map(String::as_str));
        return Error::file(path, format!("\"{name}\" is not one of the choices"), fix);
    }
    if let Some(name) = rest_of("missing field ") {
        let name = name.trim_matches('`');
        let why = format!("missing key \"{name}\"");
        return Error::file(with_leaf(path, name), why, format!("add `{name} = ...`"));
    }
    let mismatch = rest_of("invalid type: ").or_else(|| rest_of("invalid value: "));
    if let Some((found, expected)) = mismatch.and_then(|rest| rest.split_once(", expected ")) {
        let why = format!(
            "expected {}, found {}",
            plain_type(expected),
            plain_found(found)
        );
        return Error::file(path, why, type_remedy(path, plain_type(expected), found));
    }
    if let Some((count, expected)) =
        rest_of("invalid length ").and_then(|rest| rest.split_once(", expected "))
    {
        let why = format!("expected {expected}, found {count}");
        return Error::file(path, why, "give as many entries as that");
    }
    let (why, fix) = match message {
        "not exactly one choice" => (
            "a shape has exactly one kind",
            "give one kind, e.g. [shape.ball.sphere]; shapes need different names",
        ),
        "duplicate key" => ("the key is there already", "remove one of the two"),
        "floating-point number overflowed" => {
            ("the number is too large", "numbers go up to 1.8e308")
        }
        "integer number overflowed" => (
            "the whole number is too large",
            "whole numbers go up to 9.2e18; where a fraction may stand, write an exponent, e.g. 1e20",
        ),
        m if m.starts_with("expected three principal moments") => (m, "e.g. [0.1, 0.1, 0.2]"),
        m if m.starts_with("key with no value") => (m, "write key = value"),
        m => (m, "see the scene format in docs/scenes.md"),
    };
    Error::file(path, why, fix)
}

/// `path.name`, unless the path already ends in the name.
fn with_leaf(path: &str, name: &str) -> String {
    if path.is_empty() || path == name || path.ends_with(&format!(".{name}")) {
        return if path.is_empty() { name } else { path }.to_string();
    }
    format!("{path}.{name}")
}

/// The remedy for a key of `[simulation]` at the top of the file.
fn misplaced(path: &str, name: &str) -> Option<String> {
    let known = toml::Table::try_from(SimulationConfig::default()).ok()?;
    let belongs = known.contains_key(name) || ["length", "planar"].contains(&name);
    (path == name && belongs).then(|| format!("put it under [simulation]: {name} = ..."))
}

/// The words between backticks: the first, and the others.
fn quoted(text: &str) -> Option<(String, Vec<String>)> {
    let mut words = text.split('`').skip(1).step_by(2).map(str::to_string);
    Some((words.next()?, words.collect()))
}

fn plain_type(expected: &str) -> &str {
    match expected {
        "f64" => "a number",
        "u64" => "a whole number >= 0",
        "a string" => "text in quotes",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        other => other.strip_prefix("struct ").map_or(other, |_| "a table"),
    }
}

fn plain_found(found: &str) -> String {
    match found.split_once(' ') {
        Some(("string", text)) => format!("the text {text}"),
        _ => match found {
            "map" => "a table".to_string(),
            "sequence" => "a list".to_string(),
            "unit variant" => "its name alone".to_string(),
            other => format!("the {other}"),
        },
    }
}

fn type_remedy(path: &str, expected: &str, found: &str) -> String {
    let text = found.strip_prefix("string ").map(|t| t.trim_matches('"'));
    match (expected, text) {
        ("a number" | "a whole number >= 0", Some(text)) => match text.parse::<f64>() {
            Ok(_) => format!("write {text} without quotes"),
            Err(_) => "write a number without quotes, e.g. 2.0".to_string(),
        },
        ("a number", None) => "write a number, e.g. 2.0".to_string(),
        ("a list", None) if found == "map" => format!("write [[{path}]] with two brackets"),
        ("a table", None) if found == "sequence" => {
            let path = path.trim_end_matches("[0]");
            format!("write [{path}] with one bracket, or {path} = {{ ... }}")
        }
        _ if found == "unit variant" => "write a table, e.g. [shape.ball.sphere]".to_string(),
        _ => format!("write {expected}"),
    }
}
