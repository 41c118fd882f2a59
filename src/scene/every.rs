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
        let error = rest.numbered(error);
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
    /// The paths of the mistakes for which it was taken out.
    fields: Vec<String>,
    /// Whether a robot or other files were taken out, in which there are names that this file does not say.
    lost_others: bool,
}

impl<'a> Rest<'a> {
    fn new(source: &'a Source) -> Self {
        Self {
            source,
            text: source.text().to_string(),
            names: Vec::new(),
            fields: Vec::new(),
            lost_others: false,
        }
    }

    /// Returns whether a mistake may be one only because of what was taken out: it quotes the name of that or of a copy of it, alone or in a
    /// path, or it is a mistake of a table whose part was taken out.
    fn follows(&self, error: &Error) -> bool {
        let quoted = error.why.split('"').skip(1).step_by(2);
        let mut words = quoted.flat_map(|path| path.split(['.', '[', ']']));
        let numbers = |c: char| c == '_' || c.is_ascii_digit();
        let is_lost = |word: &str| {
            let plain = word.trim_end_matches(numbers);
            self.names.iter().any(|name| name == word || name == plain)
        };
        let has_lost_part = |field: &String| is_below(&error.field, field);
        words.any(is_lost)
            || self.fields.iter().any(has_lost_part)
            || self.lost_others && error.why.starts_with("no ")
    }

    /// Blanks the table of a mistake with those below it, so that lines keep their numbers. Returns whether there was one.
    fn take_out(&mut self, error: &Error) -> bool {
        let Some(start) = self.start_of_line(error) else {
            return false;
        };
        let range = self.table(start);
        let taken = &self.text[range.clone()];
        if taken.trim().is_empty() {
            return false;
        }
        let names: Vec<String> = taken.lines().filter_map(name_of).collect();
        self.lost_others |= taken.starts_with("[[robot]]") || taken.contains("include");
        self.names.extend(names);
        self.fields.push(error.field.clone());
        let blank: String = taken.chars().filter(|c| *c == '\n').collect();
        // Bytes of lines before stay where they are, and lines after keep their numbers.
        let blank = format!("{}{blank}", " ".repeat(taken.len() - blank.len()));
        self.text.replace_range(range, &blank);
        true
    }

    /// Returns a mistake in what is left with the number that its entry of a list of tables has in the whole file.
    fn numbered(&self, error: Error) -> Error {
        let Some(start) = self.start_of_line(&error) else {
            return error;
        };
        let whole = self.source.text();
        let lists = headers(whole).into_iter().filter(|(at, list)| {
            let is_before = *at <= start && whole[*at..].starts_with("[[");
            is_before && error.field.starts_with(&format!("{list}["))
        });
        let Some((_, list)) = lists.clone().next_back() else {
            return error;
        };
        let entry = lists.filter(|(_, other)| *other == list).count() - 1;
        let rest = error.field.split_once(']').map_or("", |(_, rest)| rest);
        let field = format!("{list}[{entry}]{rest}");
        Error { field, ..error }
    }

    /// Returns the byte at which the line of a mistake starts, if it is in this file.
    fn start_of_line(&self, error: &Error) -> Option<usize> {
        let place = error.place.as_ref()?;
        let is_here = place.file == self.source.file();
        is_here.then(|| self.source.offset(place.line, 1))
    }

    /// Returns the bytes of the table at byte `offset`: from its header to the next one that is not below it.
    fn table(&self, offset: usize) -> Range<usize> {
        let headers = headers(&self.text);
        let at = self.text.len();
        let own = headers.iter().rposition(|(start, _)| *start <= offset);
        let Some(own) = own else {
            return 0..headers.first().map_or(at, |(start, _)| *start);
        };
        let (start, name) = headers[own];
        let end = headers[own + 1..]
            .iter()
            .find(|(_, other)| !is_below(name, other));
        start..end.map_or(at, |(end, _)| *end)
    }
}

/// Returns the byte and the path of every header of a table in `text`.
fn headers(text: &str) -> Vec<(usize, &str)> {
    let path = |at: usize| {
        let path = text[at..].split([']', '\n']).next().unwrap_or("");
        // A list of tables has two brackets.
        let path = path.trim_start_matches('[');
        (at, path.trim_matches([' ', '\t']))
    };
    let starts = limits::headers(text.as_bytes());
    starts.into_iter().map(path).collect()
}

/// Returns whether a path, its parts divided by dots, lies below another.
fn is_below(outer: &str, path: &str) -> bool {
    let rest = path.strip_prefix(outer);
    !outer.is_empty() && rest.is_some_and(|rest| rest.starts_with('.'))
}

/// Returns the name that a line gives to a table or a list of tables: `[shape.NAME.box]`, `[material.NAME]`, `[[design.NAME]]`,
/// `name = "NAME"`, `group = "NAME"`.
fn name_of(line: &str) -> Option<String> {
    if let Some(header) = line.strip_prefix('[') {
        let path = header.trim_end().trim_matches(['[', ']']);
        let name = path.split('.').nth(1)?;
        return Some(name.trim_matches('"').to_string());
    }
    let (key, value) = line.split_once('=')?;
    ["name", "group"]
        .contains(&key.trim())
        .then(|| value.trim().trim_matches('"').to_string())
}
