//! How deeply the elements of an XML text are nested, before it is parsed: the parser calls itself on the way in.

use crate::error::{Error, Result};
use crate::scene::source::Source;

/// The deepest nesting of elements.
const MAX_DEPTH: usize = 100;

/// Refuses a text whose elements are nested too deeply.
pub(super) fn check(source: &Source) -> Result<()> {
    let text = source.text();
    let (mut at, mut depth) = (0, 0_usize);
    while let Some(start) = text[at..].find('<').map(|n| at + n) {
        let rest = &text[start..];
        let (length, change) = tag(rest);
        depth = depth.saturating_add_signed(change);
        if depth > MAX_DEPTH {
            let why = format!("elements are nested deeper than the limit of {MAX_DEPTH}");
            let error = Error::file("file", why, "check that every element is closed");
            return Err(source.at(error, start));
        }
        at = start + length;
    }
    Ok(())
}

/// Returns the length of the tag, comment or instruction at the start of a text, and by how much it changes the depth.
fn tag(text: &str) -> (usize, isize) {
    for (open, close) in [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")] {
        if let Some(rest) = text.strip_prefix(open) {
            let inside = rest.find(close).map(|n| n + close.len());
            return (open.len() + inside.unwrap_or(rest.len()), 0);
        }
    }
    let mut quote = None;
    let bytes = text.as_bytes();
    for (i, &byte) in bytes.iter().enumerate() {
        match (quote, byte) {
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            (None, b'>') => {
                let change = match (bytes[1], bytes[i - 1]) {
                    (b'/', _) => -1,
                    (b'!', _) | (_, b'/') => 0,
                    _ => 1,
                };
                return (i + 1, change);
            }
            _ => {}
        }
    }
    (text.len(), 0)
}

#[cfg(test)]
mod tests {
    use super::{check, tag};
    use crate::scene::source::Source;

    #[test]
    fn tags_end_outside_of_quotes() {
        for (text, expected) in [
            ("<a>x", (3, 1)),
            ("</a>x", (4, -1)),
            ("<a b=\"/>\">x", (10, 1)),
            ("<a b='\"'/>x", (10, 0)),
            ("<!-- <a> -->x", (12, 0)),
            ("<![CDATA[<a>]]>x", (15, 0)),
            ("<?xml a='>'?>x", (13, 0)),
            ("<a b=\"", (6, 0)),
            ("<>", (2, 1)),
        ] {
            assert_eq!(tag(text), expected, "{text}");
        }
    }

    #[test]
    fn nesting_is_counted_whatever_attributes_say() {
        let deep = |open: &str| Source::new("x", open.repeat(200));
        assert!(check(&deep("<a>")).is_err());
        assert!(check(&deep("<a b='/>'>")).is_err());
        assert!(check(&deep("<a></a>")).is_ok());
        assert!(check(&deep("<a/>")).is_ok());
    }
}
