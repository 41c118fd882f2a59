//! From text to [`Config`], with the parser's and serde's messages turned into ours.

use super::MINIMAL_SCENE;
use super::config::Config;
use super::limits;
use super::source::Source;
use super::suggest::remedy;
use crate::error::{Error, Result};

/// Parses a scene text after checking its limits.
pub(super) fn parse(source: &Source) -> Result<Config> {
    let text = source.text();
    limits::check_size(text.len() as u64).map_err(|e| source.at(e, 0))?;
    let blank = |line: &str| line.trim().is_empty() || line.trim_start().starts_with('#');
    if text.lines().all(blank) {
        let fix = format!("start from this scene:\n\n{MINIMAL_SCENE}");
        return Err(source.at(
            Error::file("file", "empty input: the file says nothing", fix),
            0,
        ));
    }
    limits::check_text(source)?;
    toml::from_str(text).map_err(|e| translate(source, &e))
}

fn translate(source: &Source, error: &toml::de::Error) -> Error {
    let message = error.message();
    let offset = error.span().map_or(0, |span| span.start);
    let path = source.path_at(offset);
    let at =
        |field: &str, why: String, fix: String| source.at(Error::file(field, why, fix), offset);
    if path.is_empty() && offset >= source.text().trim_end().len() {
        return at(
            "end of file",
            format!("unexpected end of input: {message}"),
            "the file is incomplete: finish the line above or restore the file".into(),
        );
    }
    if let Some((name, known)) = unknown_name(message) {
        let what = if message.starts_with("unknown variant") {
            format!("\"{name}\" is not one of the choices")
        } else {
            format!("unknown key \"{name}\"")
        };
        let fix = remedy(&name, known.iter().map(String::as_str));
        return at(&with_leaf(&path, &name), what, fix);
    }
    if let Some(name) = message
        .strip_prefix("missing field `")
        .and_then(|rest| rest.strip_suffix('`'))
    {
        let fix = format!("add `{name} = ...`");
        return at(
            &with_leaf(&path, name),
            format!("missing key \"{name}\""),
            fix,
        );
    }
    if let Some((found, expected)) = message
        .strip_prefix("invalid type: ")
        .and_then(|rest| rest.split_once(", expected "))
    {
        let expected = plain_type(expected);
        let why = format!("expected {expected}, found {}", plain_found(found));
        return at(&path, why, type_remedy(expected, found));
    }
    if message.starts_with("wanted exactly 1 element") {
        let fix = "give one kind, e.g. [shape.ball.sphere]; shapes need different names";
        return at(&path, "a shape has exactly one kind".into(), fix.into());
    }
    if let Some(length) = message.strip_prefix("invalid length ") {
        let why = format!("wrong number of entries: {length}");
        return at(&path, why, "give as many entries as expected".into());
    }
    let fix = "see the scene format in README.md";
    at(&path, message.to_string(), fix.into())
}

/// `path.name`, unless the path already ends in the name.
fn with_leaf(path: &str, name: &str) -> String {
    if path == name || path.ends_with(&format!(".{name}")) {
        return path.to_string();
    }
    if path.is_empty() {
        return name.to_string();
    }
    format!("{path}.{name}")
}

/// The unknown name of a message and the names it could have been.
fn unknown_name(message: &str) -> Option<(String, Vec<String>)> {
    if let Some(rest) = message.strip_prefix("unexpected keys in table: ") {
        let (names, known) = rest.split_once(", available keys: ")?;
        let list = |s: &str| s.split(", ").map(str::to_string).collect::<Vec<_>>();
        return Some((list(names).first()?.clone(), list(known)));
    }
    let rest = message
        .strip_prefix("unknown field ")
        .or_else(|| message.strip_prefix("unknown variant "))?;
    let mut quoted = rest.split('`').skip(1).step_by(2).map(str::to_string);
    let name = quoted.next()?;
    Some((name, quoted.collect()))
}

fn plain_type(expected: &str) -> &str {
    match expected {
        "f64" => "a number",
        "u64" => "a whole number >= 0",
        "a string" => "text in quotes",
        "a boolean" => "true or false",
        other => other.strip_prefix("struct ").map_or(other, |_| "a table"),
    }
}

fn plain_found(found: &str) -> String {
    match found.split_once(' ') {
        Some(("string", text)) => format!("the text {text}"),
        _ => match found {
            "map" => "a table".to_string(),
            "sequence" => "a list".to_string(),
            other => format!("the {other}"),
        },
    }
}

fn type_remedy(expected: &str, found: &str) -> String {
    let text = found.strip_prefix("string ").map(|t| t.trim_matches('"'));
    match (expected, text) {
        ("a number" | "a whole number >= 0", Some(text)) => match text.parse::<f64>() {
            Ok(_) => format!("write {text} without quotes"),
            Err(_) => "write a number without quotes, e.g. 2.0".to_string(),
        },
        ("a number", None) => "write a number, e.g. 2.0".to_string(),
        _ => format!("write {expected}"),
    }
}
