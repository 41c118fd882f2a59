//! The nesting of the elements of an XML text, looked at before it is parsed: the parser calls itself on the way in.

/// Returns the byte of the first element that is nested deeper than a limit, if one is; comments, character data and
/// instructions have no depth.
pub(crate) fn deeper_than(text: &str, limit: usize) -> Option<usize> {
    let (mut at, mut depth) = (0, 0_usize);
    while let Some(start) = text[at..].find('<').map(|n| at + n) {
        let (length, change) = tag(&text[start..]);
        depth = depth.saturating_add_signed(change);
        if depth > limit {
            return Some(start);
        }
        at = start + length;
    }
    None
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
    use super::{deeper_than, tag};

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
        for open in ["<a>", "<a b='/>'>"] {
            let start = open.len() * 100;
            assert_eq!(deeper_than(&open.repeat(200), 100), Some(start), "{open}");
        }
        for flat in ["<a></a>", "<a/>", "<!-- <a> -->", "<![CDATA[<a>]]>"] {
            assert_eq!(deeper_than(&flat.repeat(200), 100), None, "{flat}");
        }
        assert_eq!(deeper_than("no element", 0), None);
    }
}
