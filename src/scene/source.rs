//! The text of a scene file, and the way from a field to its place in it and back.

use crate::error::{Error, Place};
use std::ops::Range;
use std::path::Path;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Text and name of a file.
#[derive(Debug, Clone)]
pub(crate) struct Source {
    file: String,
    text: String,
}

impl Source {
    pub(super) fn new(file: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            file: file.into(),
            text: text.into(),
        }
    }

    pub(super) fn file(&self) -> &str {
        &self.file
    }

    /// Returns the folder of the file.
    pub(super) fn folder(&self) -> &Path {
        Path::new(&self.file).parent().unwrap_or(Path::new(""))
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the line of a byte, counted from 1.
    pub(super) fn line(&self, offset: usize) -> usize {
        let before = &self.text.as_bytes()[..offset.min(self.text.len())];
        before.iter().filter(|byte| **byte == b'\n').count() + 1
    }

    /// Returns the byte at a line and a column, both counted from 1.
    pub(super) fn offset(&self, line: usize, column: usize) -> usize {
        let lines = self.text.split_inclusive('\n');
        let before: usize = lines.take(line.saturating_sub(1)).map(str::len).sum();
        let here = self.text[before..].chars().take(column.saturating_sub(1));
        before + here.map(char::len_utf8).sum::<usize>()
    }

    /// Gives `error` the place of byte `offset`.
    pub(super) fn at(&self, mut error: Error, offset: usize) -> Error {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let start = self.text[..offset].rfind('\n').map_or(0, |n| n + 1);
        let rest = &self.text[start..];
        let line = rest.split(['\n', '\r']).next().unwrap_or("");
        error.place = Some(Box::new(Place {
            file: self.file.clone(),
            line: self.text[..start].matches('\n').count() + 1,
            column: self.text[start..offset].chars().count() + 1,
            text: line.to_string(),
        }));
        error
    }

    /// Gives `error` the place of its field, or of the closest enclosing table; the top of the
    /// file when nothing matches. An error that already has a place keeps it.
    pub(super) fn locate(&self, error: Error) -> Error {
        if error.place.is_some() {
            return error;
        }
        let field = error.field.split(", ").next().unwrap_or("").to_string();
        let offset = self.find(&field).map_or(0, |(_, span)| span.start);
        self.at(error, offset)
    }

    /// Returns how many characters of a field name nothing in this file.
    pub(super) fn unmatched(&self, field: &str) -> usize {
        let field = field.split(", ").next().unwrap_or("");
        self.find(field).map_or(field.len(), |(rest, _)| rest)
    }

    fn find(&self, field: &str) -> Option<(usize, Range<usize>)> {
        let root = DeTable::parse(&self.text).ok()?;
        find_in_table(root.get_ref(), field)
    }

    /// Path of the deepest key or value at byte `offset`, e.g. `body.lid.mass`; empty when the text
    /// does not parse.
    pub(super) fn path_at(&self, offset: usize) -> String {
        let mut path = String::new();
        if let Ok(root) = DeTable::parse(&self.text) {
            path_in_table(root.get_ref(), offset, &mut path);
        }
        path
    }

    /// Field name from the raw text up to the end of the line of `offset`.
    pub(super) fn field_at(&self, offset: usize) -> String {
        let rest = self.text.get(offset..).unwrap_or("");
        self.field_before(offset + rest.find('\n').unwrap_or(rest.len()))
    }

    /// Field name from the raw text before `offset`: the last table header and the last key. For
    /// text that is not worth parsing.
    pub(super) fn field_before(&self, offset: usize) -> String {
        let before = &self.text.as_bytes()[..offset.min(self.text.len())];
        let mut header = String::new();
        let mut key = String::new();
        let tail = before.rsplit(|&b| b == b'\n');
        for line in tail.take(100_000) {
            let Ok(line) = std::str::from_utf8(&line[..line.len().min(200)]) else {
                continue;
            };
            let line = line.trim();
            if key.is_empty()
                && let Some((name, _)) = line.split_once('=')
            {
                key = name.trim().to_string();
            }
            if line.starts_with('[') && line.ends_with(']') && !line.contains(',') {
                header = line.trim_matches(['[', ']']).trim().to_string();
                break;
            }
        }
        [header, key]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(".")
    }
}

/// Span of the value that `field` names, or of the deepest table on the way to it, with the length of the rest of the way.
fn find_in_table(table: &DeTable<'_>, field: &str) -> Option<(usize, Range<usize>)> {
    let field = field.strip_prefix('.').unwrap_or(field);
    let matching = table.iter().filter_map(|(key, value)| {
        let rest = field.strip_prefix(key.get_ref().as_ref())?;
        let ends = rest.is_empty() || rest.starts_with(['.', '[']);
        ends.then_some((rest.len(), rest, value))
    });
    let (_, rest, value) = matching.min_by_key(|(left, ..)| *left)?;
    Some(find_in_value(value, rest).unwrap_or_else(|| (rest.len(), value.span())))
}

fn find_in_value(value: &Spanned<DeValue<'_>>, field: &str) -> Option<(usize, Range<usize>)> {
    match value.get_ref() {
        _ if field.is_empty() => None,
        DeValue::Table(table) => find_in_table(table, field),
        DeValue::Array(list) => {
            let (item, rest) = element(list.iter(), field)?;
            Some(find_in_value(item, rest).unwrap_or_else(|| (rest.len(), item.span())))
        }
        _ => None,
    }
}

/// The element that `[3]...` or `.NAME...` names, and what follows.
fn element<'a, 'i: 'a>(
    mut list: impl Iterator<Item = &'a Spanned<DeValue<'i>>>,
    field: &'a str,
) -> Option<(&'a Spanned<DeValue<'i>>, &'a str)> {
    if let Some(index) = field.strip_prefix('[') {
        let (number, rest) = index.split_once(']')?;
        return Some((list.nth(number.parse().ok()?)?, rest));
    }
    let field = field.strip_prefix('.')?;
    let matching = list.filter_map(|item| {
        let rest = field.strip_prefix(name_of(item)?)?;
        let rest = after_copy(rest);
        let ends = rest.is_empty() || rest.starts_with(['.', '[']);
        ends.then_some((item, rest))
    });
    matching.min_by_key(|(_, rest)| rest.len())
}

/// What follows the numbers of a copy of a repeated body: `_3`, `_3_1`.
fn after_copy(rest: &str) -> &str {
    let numbers = |c: char| c == '_' || c.is_ascii_digit();
    match rest.starts_with('_') {
        true => rest.trim_start_matches(numbers),
        false => rest,
    }
}

fn name_of<'a>(item: &'a Spanned<DeValue<'_>>) -> Option<&'a str> {
    item.get_ref().as_table()?.get("name")?.get_ref().as_str()
}

fn path_in_table(table: &DeTable<'_>, offset: usize, path: &mut String) -> bool {
    for (key, value) in table {
        let length = path.len();
        if !path.is_empty() {
            path.push('.');
        }
        path.push_str(key.get_ref());
        let here = holds(&key.span(), offset) || holds(&value.span(), offset);
        if path_in_value(value, offset, path) || here {
            return true;
        }
        path.truncate(length);
    }
    false
}

fn path_in_value(value: &Spanned<DeValue<'_>>, offset: usize, path: &mut String) -> bool {
    match value.get_ref() {
        DeValue::Table(table) => path_in_table(table, offset, path),
        DeValue::Array(list) => {
            for (i, item) in list.iter().enumerate() {
                let length = path.len();
                match name_of(item) {
                    Some(name) => path.push_str(&format!(".{name}")),
                    None => path.push_str(&format!("[{i}]")),
                }
                if path_in_value(item, offset, path) || holds(&item.span(), offset) {
                    return true;
                }
                path.truncate(length);
            }
            false
        }
        _ => false,
    }
}

fn holds(span: &Range<usize>, offset: usize) -> bool {
    span.contains(&offset)
}
