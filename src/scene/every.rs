//! All mistakes of a file at once: tables with a mistake are taken out, and the rest is read again.

use super::limits;
use super::source::Source;
use crate::error::{Error, Result};
use std::ops::Range;
use std::time::{Duration, Instant};

/// So many mistakes are told.
const MOST: usize = 20;
/// The file is read again at most this often.
const READINGS: usize = 60;
/// The file is not read again after this time, which large meshes take.
const PATIENCE: Duration = Duration::from_millis(500);
/// Larger files are not read again, bytes.
const LARGEST: usize = 1 << 20;

/// Returns `first`, the mistake of a file, with the mistakes in its other tables, in the order of their lines: one of each table. `read` reads
/// a text.
pub(super) fn mistakes<T>(
    source: &Source,
    first: Error,
    read: impl Fn(&Source) -> Result<T>,
) -> Error {
    let mut rest = Rest::new(source);
    let mut found = vec![first];
    let is_too_large = source.text().len() > LARGEST || limits::check_text(source).is_err();
    if is_too_large || !rest.take_out(&found[0]) {
        return found.swap_remove(0);
    }
    let started = Instant::now();
    for _ in 0..READINGS {
        let Err(error) = read(&Source::new(source.file(), rest.text.as_str())) else {
            break;
        };
        // What is missing because it was taken out is no mistake.
        let follows = rest.follows(&error);
        if !rest.take_out(&error) {
            break;
        }
        if !follows {
            found.push(error);
        }
        if found.len() == MOST || started.elapsed() > PATIENCE {
            break;
        }
    }
    found.sort_by_key(|error| error.place.as_ref().map_or(0, |place| place.line));
    let mut found = found.into_iter();
    let first = found.next().expect("there is a first mistake");
    Error {
        others: found.collect(),
        ..first
    }
}

/// What is left of a file.
struct Rest<'a> {
    source: &'a Source,
    text: String,
    /// Names and groups of what was taken out.
    names: Vec<String>,
    /// Whether a robot or other files were taken out, in which there are names that this file does not say.
    lost_others: bool,
}

impl<'a> Rest<'a> {
    fn new(source: &'a Source) -> Self {
        Self {
            source,
            text: source.text().to_string(),
            names: Vec::new(),
            lost_others: false,
        }
    }

    /// Returns whether a mistake may be one only because of what was taken out: it quotes the name of that, or of a copy of it.
    fn follows(&self, error: &Error) -> bool {
        let mut quoted = error.why.split('"').skip(1).step_by(2);
        let numbers = |c: char| c == '_' || c.is_ascii_digit();
        let is_lost = |word: &str| {
            let plain = word.trim_end_matches(numbers);
            self.names.iter().any(|name| name == word || name == plain)
        };
        quoted.any(is_lost) || self.lost_others && error.why.starts_with("no ")
    }

    /// Blanks the table of a mistake with those below it, so that lines keep their numbers. Returns whether there was one.
    fn take_out(&mut self, error: &Error) -> bool {
        let here = error
            .place
            .as_ref()
            .filter(|place| place.file == self.source.file());
        let Some(place) = here else { return false };
        let range = self.table(self.source.offset(place.line, 1));
        let taken = &self.text[range.clone()];
        if taken.trim().is_empty() {
            return false;
        }
        let names: Vec<String> = taken.lines().filter_map(name_of).collect();
        self.lost_others |= taken.starts_with("[[robot]]") || taken.contains("include");
        self.names.extend(names);
        let blank: String = taken.chars().filter(|c| *c == '\n').collect();
        // Bytes of lines before stay where they are, and lines after keep their numbers.
        let blank = format!("{}{blank}", " ".repeat(taken.len() - blank.len()));
        self.text.replace_range(range, &blank);
        true
    }

    /// Returns the bytes of the table at byte `offset`: from its header to the next one that is not below it.
    fn table(&self, offset: usize) -> Range<usize> {
        let starts = limits::headers(self.text.as_bytes()).into_iter();
        let name = |at: usize| self.text[at..].lines().next().unwrap_or("");
        let name = |at: usize| {
            name(at)
                .split(']')
                .next()
                .unwrap_or("")
                .trim_matches(['[', ' ', '\t'])
        };
        let headers: Vec<(usize, &str)> = starts.map(|at| (at, name(at))).collect();
        let at = self.text.len();
        let own = headers.iter().rposition(|(start, _)| *start <= offset);
        let Some(own) = own else {
            return 0..headers.first().map_or(at, |(start, _)| *start);
        };
        let (start, name) = headers[own];
        let below = |other: &str| {
            other
                .strip_prefix(name)
                .is_some_and(|rest| rest.starts_with('.'))
        };
        let end = headers[own + 1..].iter().find(|(_, other)| !below(other));
        start..end.map_or(at, |(end, _)| *end)
    }
}

/// Returns the name that a line gives to a table: `[shape.NAME.box]`, `[material.NAME]`, `name = "NAME"`, `group = "NAME"`.
fn name_of(line: &str) -> Option<String> {
    let header = line.strip_prefix('[').filter(|rest| !rest.starts_with('['));
    if let Some(header) = header {
        let name = header.trim_end().trim_end_matches(']').split('.').nth(1)?;
        return Some(name.trim_matches('"').to_string());
    }
    let (key, value) = line.split_once('=')?;
    ["name", "group"]
        .contains(&key.trim())
        .then(|| value.trim().trim_matches('"').to_string())
}
