//! What the answer to a record of `bad_inputs.json` must say, read off the record itself. The
//! wording is free; outcome, place, field, reason and remedy must be recognisable.

use super::words::our_key;
use drystone::scene::Scene;
use drystone::{Error, Result};
use serde_json::Value;

/// Parts of a field that only say where in a file something stands.
const ROOMS: [&str; 6] = [
    "bodies",
    "shapes",
    "contacts",
    "materials",
    "solver",
    "simulation",
];

/// What is missing in `result`, the answer to `record`; nothing when all is well.
pub fn complaints(record: &Value, result: &Result<Scene>) -> Vec<String> {
    match (record["outcome"].as_str(), result) {
        (Some("error"), Err(error)) => about(record, error),
        (Some("warning"), Ok(scene)) => {
            let all = scene.warnings.iter().map(|warning| about(record, warning));
            let best = all.min_by_key(Vec::len);
            best.unwrap_or_else(|| vec!["no warning".to_string()])
        }
        (Some("accept"), Ok(_)) => Vec::new(),
        (wanted, Ok(_)) => vec![format!("wanted {wanted:?}, got a scene")],
        (wanted, Err(error)) => vec![format!("wanted {wanted:?}, got:\n{error}")],
    }
}

fn about(record: &Value, error: &Error) -> Vec<String> {
    let message = &record["message"];
    let part = |key: &str| message[key].as_str().unwrap_or("");
    let (field, why, fix) = (part("field"), part("why"), part("fix"));
    let said = format!("{}: {}", error.field, error.why);
    let whole = format!("{said}\n{}", error.fix);
    let mut out = Vec::new();
    if error.fix.trim().is_empty() {
        out.push("no remedy".to_string());
    }
    if record["given"].is_string() {
        if field.starts_with("line") && error.place.is_none() {
            out.push("no place".to_string());
        }
        if field.contains("end of file") && !said.contains("end of") {
            out.push("no word of the end of the file".to_string());
        }
        if why.contains("nesting") && !said.contains("nesting") {
            out.push("no word of the nesting".to_string());
        }
    } else {
        if error.place.is_none() {
            out.push("no place".to_string());
        }
        let bodies = &record["given"]["bodies"];
        let fields = field.split(", ").flat_map(|one| words_of(one, bodies));
        for choices in fields {
            if !choices.iter().any(|word| names(error, word)) {
                out.push(format!("none of {choices:?}, from {field}"));
            }
        }
        let numbers_said = numbers(&whole);
        for (number, tolerance) in needed_numbers(why, &record["given"]) {
            let close = |x: &f64| (x - number).abs() <= tolerance * number.abs();
            if !numbers_said.iter().any(close) {
                out.push(format!("no {number}, from {why}"));
            }
        }
    }
    if let Some(name) = fix
        .split('"')
        .nth(1)
        .filter(|_| fix.contains("did you mean"))
        && !error.fix.contains(our_key(name))
    {
        out.push(format!("no hint at \"{name}\""));
    }
    if !out.is_empty() {
        out.push(format!("the message was:\n{error}"));
    }
    out
}

/// The words for one field such as `bodies[block].position[1]`: for each part what may stand for
/// it. The names in brackets and the last key count, with its indices.
fn words_of(field: &str, bodies: &Value) -> Vec<Vec<String>> {
    let field = field.split(" (").next().unwrap_or(field);
    let parts: Vec<&str> = field.split('.').collect();
    let mut out = Vec::new();
    for (i, part) in parts.iter().enumerate() {
        let (key, brackets) = part.split_once('[').unwrap_or((part, ""));
        let brackets = brackets.trim_end_matches(']');
        if ROOMS.contains(&key) {
            match brackets.parse::<usize>() {
                _ if brackets.is_empty() => {}
                Ok(index) => {
                    let mut choices = vec![format!("body[{index}]"), format!("body{index}")];
                    choices.extend(bodies[index]["name"].as_str().map(str::to_string));
                    out.push(choices);
                }
                Err(_) => out.push(vec![brackets.trim_matches('"').to_string()]),
            }
        } else if i + 1 == parts.len() {
            let key = our_key(key.trim());
            match brackets.is_empty() {
                // The kind of a shape is a key in scenes.
                true if key == "type" => out.push(vec!["shape".to_string()]),
                true => out.push(vec![key.to_string()]),
                false => out.push(vec![format!("{key}[{brackets}]")]),
            }
        }
    }
    out
}

/// Whether the field has `word`, or the reason has it in quotes or in a cycle; prose does not
/// count: it has an "a" anyway.
fn names(error: &Error, word: &str) -> bool {
    let cycle = error.why.split_once("cycle ").map_or("", |(_, rest)| rest);
    has_word(&error.field, word)
        || has_word(cycle, word)
        || error.why.contains(&format!("\"{word}\""))
}

/// `word` between characters that are neither letters nor digits.
fn has_word(text: &str, word: &str) -> bool {
    let inside = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        !inside(before) && !inside(after)
    })
}

/// The numbers of a reason that a message must repeat, each with its relative tolerance: those
/// given in the record and those called its value, not limits and examples.
fn needed_numbers(why: &str, given: &Value) -> Vec<(f64, f64)> {
    let why = why.split("e.g.").next().unwrap_or("");
    let mut known = Vec::new();
    collect(given, &mut known);
    let mut out: Vec<(f64, f64)> = numbers(why)
        .into_iter()
        .filter(|number| known.contains(number))
        .map(|number| (number, 1e-6))
        .collect();
    for (call, tolerance) in [("got ", 1e-6), ("norm is ", 0.01), ("ratio ", 0.5)] {
        let rest = why.split_once(call).map_or("", |(_, rest)| rest);
        let number = numbers(rest).into_iter().next();
        let starts = rest.starts_with(|c: char| c.is_ascii_digit() || c == '-');
        out.extend(number.filter(|_| starts).map(|number| (number, tolerance)));
    }
    out
}

fn collect(given: &Value, out: &mut Vec<f64>) {
    match given {
        Value::Number(number) => out.extend(number.as_f64()),
        Value::Array(list) => list.iter().for_each(|entry| collect(entry, out)),
        Value::Object(table) => table.values().for_each(|entry| collect(entry, out)),
        _ => {}
    }
}

/// All numbers in a text, those inside of words excepted.
fn numbers(text: &str) -> Vec<f64> {
    let bytes = text.as_bytes();
    let digit = |i: usize| bytes.get(i).is_some_and(u8::is_ascii_digit);
    let mut out = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let word_before =
            at > 0 && (bytes[at - 1].is_ascii_alphanumeric() || bytes[at - 1] == b'_');
        let sign = usize::from(bytes[at] == b'-' && !word_before);
        if !digit(at + sign) || (sign == 0 && word_before) {
            at += 1;
            continue;
        }
        let mut end = at + sign;
        while digit(end) || (bytes.get(end) == Some(&b'.') && digit(end + 1)) {
            end += 1;
        }
        if matches!(bytes.get(end), Some(b'e' | b'E')) {
            let signed = matches!(bytes.get(end + 1), Some(b'-' | b'+'));
            let first = end + 1 + usize::from(signed);
            if digit(first) {
                end = first;
                while digit(end) {
                    end += 1;
                }
            }
        }
        out.extend(text[at..end].parse::<f64>());
        at = end;
    }
    out
}
