//! What a record only describes: long lists, deep brackets, huge and cut-off files.

use super::translate::Subject;
use super::words::our_key;
use drystone::scene::MAX_FILE_BYTES;
use std::fmt::Write as _;

/// Generated text stops here: beyond the limit for a file.
const ENOUGH: usize = MAX_FILE_BYTES as usize + 1000;

/// The whole numbers of a description such as `<1000000 x 3>`; `None` for other texts.
pub fn sizes(word: &str) -> Option<Vec<usize>> {
    let inner = word.strip_prefix('<')?.strip_suffix('>')?;
    let parts = inner.split(['x', '*']).map(|part| amount(part.trim()));
    parts.collect::<Option<Vec<usize>>>()
}

/// The number that a text starts with: 1000, 1_000, 1e3 or 10^3.
fn amount(text: &str) -> Option<usize> {
    let word = text.split_whitespace().next()?.replace(['_', ','], "");
    let number = match word.split_once('^') {
        Some((base, power)) => {
            let base: f64 = base.parse().ok()?;
            base.powi(power.parse().ok()?)
        }
        None => word.parse::<f64>().ok()?,
    };
    Some(number as usize)
}

/// A list of numbers or of rows; rows of three are points spread over the unit sphere.
pub fn list(sizes: &[usize]) -> String {
    let count = sizes[0];
    let mut out = String::from("[");
    for i in 0..count {
        if out.len() > ENOUGH {
            break;
        }
        match sizes.get(1) {
            None => out.push('1'),
            Some(3) => {
                let z = 1.0 - (2 * i + 1) as f64 / count as f64;
                let (sin, cos) = (i as f64 * 2.399_963).sin_cos();
                let r = (1.0 - z * z).sqrt();
                write!(out, "[{:.5},{:.5},{z:.5}]", r * cos, r * sin).expect("a string");
            }
            Some(width) => out += &format!("[{}]", vec!["1"; *width].join(",")),
        }
        out.push(',');
    }
    out.push(']');
    out
}

/// So many bodies.
pub fn bodies(count: usize) -> String {
    let mut out = String::from("[shape.block.box]\nhalf_extents = [0.1, 0.1, 0.1]\n");
    for i in 0..count {
        if out.len() > ENOUGH / 2 {
            break;
        }
        writeln!(
            out,
            "[[body]]\nname = \"b{i}\"\nshape = \"block\"\nposition = [{i}, 0, 0]"
        )
        .expect("a string");
    }
    out
}

/// A record whose `given` is the text of a whole file, or the description of one.
pub fn whole_file(given: &str) -> Subject {
    if let Some(levels) = levels(given) {
        let open = if given.starts_with('{') { "{a=" } else { "[" };
        return Subject::Text(format!("x = {}", open.repeat(levels)));
    }
    let Some(described) = given.strip_prefix('<').and_then(|g| g.strip_suffix('>')) else {
        return Subject::Text(from_json_text(given));
    };
    let lower = described.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    if let Some(bytes) = bytes(&lower) {
        return match bytes > MAX_FILE_BYTES {
            true => Subject::Huge(bytes),
            false => Subject::Text("# filler\n".repeat(bytes as usize / 9)),
        };
    }
    match amount(&lower) {
        Some(count) if has(&["bodies"]) => Subject::Text(bodies(count)),
        Some(levels) if has(&["level", "bracket", "nest"]) => {
            Subject::Text(format!("x = {}", "[".repeat(levels)))
        }
        _ if has(&["folder", "directory"]) => Subject::Folder,
        _ if has(&["missing", "exist", "no such"]) => Subject::Missing,
        _ if has(&["empty"]) => Subject::Text(String::new()),
        _ => Subject::Bytes(vec![0x78, 0x20, 0x3d, 0x20, 0x00, 0xff, 0xfe, 0x80, 0x0a]),
    }
}

/// The number in `... (100000 levels)`.
fn levels(given: &str) -> Option<usize> {
    let (before, _) = given.split_once(" levels")?;
    amount(before.rsplit(['(', ' ']).next()?)
}

/// The size in `2 GB`.
fn bytes(lower: &str) -> Option<u64> {
    let number = amount(lower)? as u64;
    let unit = lower.split_whitespace().nth(1)?;
    let powers = [("g", 30), ("m", 20), ("k", 10)];
    let power = powers.iter().find(|(letter, _)| {
        let rest = unit.strip_prefix(letter);
        rest.is_some_and(|rest| ["b", "ib", "igabyte", "igabytes"].contains(&rest))
    });
    Some(number << power?.1)
}

/// JSON text, perhaps cut off or otherwise broken, as the TOML text with the same fault: keys lose
/// their quotes, the outermost braces go, and its entries stand on lines of their own.
fn from_json_text(given: &str) -> String {
    if !given.trim_start().starts_with('{') {
        return given.to_string();
    }
    let mut out = String::new();
    let mut depth = 0;
    let mut rest = given;
    while let Some(c) = rest.chars().next() {
        let length = if c == '"' { string(rest) } else { c.len_utf8() };
        let (token, after) = rest.split_at(length);
        rest = after;
        let colon = rest.trim_start().strip_prefix(':');
        match (c, colon) {
            ('"', Some(value)) => {
                out += &key(token.trim_matches('"'), depth == 1);
                out += " = ";
                rest = value.trim_start();
            }
            ('{', _) if depth == 0 => depth = 1,
            ('}', _) if depth == 1 => depth = 0,
            (',', _) if depth == 1 => out.push('\n'),
            ('\n' | '\r', _) => out.push(' '),
            _ => {
                depth += i32::from(c == '{' || c == '[') - i32::from(c == '}' || c == ']');
                out += token;
            }
        }
    }
    let lines = out.lines().map(str::trim_start);
    lines.collect::<Vec<_>>().join("\n")
}

/// Length of the string that `text` starts with; to the end when it is not closed.
fn string(text: &str) -> usize {
    let mut escaped = false;
    for (i, c) in text.char_indices().skip(1) {
        match c {
            '"' if !escaped => return i + 1,
            _ => escaped = c == '\\' && !escaped,
        }
    }
    text.len()
}

fn key(word: &str, top: bool) -> String {
    match (our_key(word), top) {
        ("bodies", true) => "body".to_string(),
        ("shapes", true) => "shape".to_string(),
        ("contacts", true) => "material.default".to_string(),
        (ours @ ("time_step" | "relaxation" | "gravity" | "duration"), true) => {
            format!("simulation.{ours}")
        }
        (ours, _) => ours.to_string(),
    }
}
