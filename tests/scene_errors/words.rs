//! Keys and values of records as keys and values of a scene.

use super::generate;
use serde_json::Value;
use std::fmt::Write as _;

/// Keys of records and ours.
const KEYS: [(&str, &str); 16] = [
    ("dt", "time_step"),
    ("timestep", "time_step"),
    ("rho", "relaxation"),
    ("quaternion", "quat_wxyz"),
    ("orientation", "quat_wxyz"),
    ("static", "fixed"),
    ("com", "centre_of_mass"),
    ("center_of_mass", "centre_of_mass"),
    ("linear_velocity", "velocity"),
    ("omega", "angular_velocity"),
    ("A", "normals"),
    ("b", "offsets"),
    ("children", "of"),
    ("minkowski_sum", "minkowski"),
    ("half_space", "halfspace"),
    ("mu", "friction"),
];

/// Keys whose values are words, never numbers.
const WORDS: [&str; 7] = [
    "name", "shape", "type", "material", "of", "parts", "between",
];

/// Our word for a key of the records.
pub fn our_key(key: &str) -> &str {
    let found = KEYS.iter().find(|(theirs, _)| *theirs == key);
    found.map_or(key, |(_, ours)| ours)
}

/// `key = value` on a line of its own.
pub fn line(out: &mut String, key: &str, given: &Value) {
    let key = match key.split_once('.') {
        Some(_) => key.to_string(),
        None => quoted(key),
    };
    let given = value(&key, given);
    writeln!(out, "{key} = {given}").expect("a string");
}

/// A value in TOML; texts that stand for numbers or for sizes become what they stand for.
pub fn value(key: &str, given: &Value) -> String {
    match given {
        Value::String(word) if WORDS.contains(&key) => text(word),
        Value::String(word) => match word.trim_start_matches(['+', '-']) {
            "NaN" | "nan" => "nan".to_string(),
            "inf" | "Inf" | "Infinity" | "infinity" if word.starts_with('-') => "-inf".into(),
            "inf" | "Inf" | "Infinity" | "infinity" => "inf".to_string(),
            _ => match generate::sizes(word) {
                Some(sizes) => generate::list(&sizes),
                None => text(word),
            },
        },
        Value::Number(number) if number.is_u64() && number.as_i64().is_none() => {
            format!("{:e}", number.as_f64().expect("it is finite"))
        }
        Value::Array(list) => {
            let entries = list.iter().map(|entry| value(key, entry));
            format!("[{}]", entries.collect::<Vec<_>>().join(", "))
        }
        Value::Object(table) => {
            let entries = table
                .iter()
                .map(|(key, inner)| format!("{} = {}", quoted(our_key(key)), value(key, inner)));
            format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
        }
        // There is no null in TOML; text is as little of a number or a list.
        Value::Null => "\"\"".to_string(),
        Value::Bool(_) | Value::Number(_) => given.to_string(),
    }
}

/// Text in the quotes and escapes that JSON and TOML share.
pub fn text(word: &str) -> String {
    Value::from(word).to_string()
}

/// A key, in quotes when it needs them.
pub fn quoted(key: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    match !key.is_empty() && key.chars().all(bare) {
        true => key.to_string(),
        false => text(key),
    }
}
