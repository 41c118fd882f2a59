//! Notes of the reader about the file of a robot: nothing is dropped or changed in silence.

use super::xml::{Document, Unread};
use crate::error::Error;
use crate::scene::source::Source;

/// The most kinds of elements that one note lists.
const LISTED: usize = 12;

/// Notes on a file, with their places in its text.
#[derive(Debug, Default)]
pub(super) struct Notes {
    said: Vec<(usize, String)>,
}

impl Notes {
    /// Adds a note about a place.
    pub(super) fn say(&mut self, place: usize, words: impl Into<String>) {
        self.said.push((place, words.into()));
    }

    /// Returns the notes as warnings.
    pub(super) fn warnings(self, source: &Source, field: &str) -> Vec<Error> {
        let said = self.said.into_iter();
        said.map(|(place, words)| source.at(Error::value(field, words, ""), place))
            .collect()
    }
}

/// Returns an error that lists what was not read, or nothing if everything was.
pub(super) fn unread(document: &Document<'_>, source: &Source, field: &str) -> Option<Error> {
    let all = document.unread();
    let first = all.first()?;
    let line = |place: usize| source.line(place);
    let name = |unread: &Unread| {
        format!(
            "{} {} (line {})",
            unread.count,
            unread.what,
            line(unread.first)
        )
    };
    let mut words: Vec<String> = all.iter().take(LISTED).map(name).collect();
    if all.len() > LISTED {
        let more: usize = all[LISTED..].iter().map(|unread| unread.count).sum();
        words.push(format!("{more} of {} other kinds", all.len() - LISTED));
    }
    let why = format!("not understood and left out: {}", words.join(", "));
    Some(source.at(Error::file(field, why, ""), first.first))
}
