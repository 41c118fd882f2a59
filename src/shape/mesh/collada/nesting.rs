//! How deep the elements of a text are nested, found without recursion before it is parsed.

/// Returns the deepest nesting of elements; comments, character data and instructions have none.
pub(super) fn depth(text: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        rest = &rest[at..];
        let end = match rest.as_bytes().get(1) {
            Some(b'!') if rest.starts_with("<!--") => rest.find("-->"),
            Some(b'!') if rest.starts_with("<![CDATA[") => rest.find("]]>"),
            Some(b'!' | b'?') => Some(0),
            Some(b'/') => {
                depth = depth.saturating_sub(1);
                Some(0)
            }
            _ => {
                let end = tag_end(rest);
                let is_empty = end.is_some_and(|end| rest[..end].ends_with('/'));
                deepest = deepest.max(depth + 1);
                depth += usize::from(!is_empty);
                end
            }
        };
        let Some(end) = end else { break };
        rest = &rest[end.max(1)..];
    }
    deepest
}

/// Where the `>` of a tag is, outside of quotes.
fn tag_end(tag: &str) -> Option<usize> {
    let mut quote = None;
    for (i, byte) in tag.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return Some(i),
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::depth;

    #[test]
    fn elements_are_counted_and_nothing_else() {
        assert_eq!(depth("no element"), 0);
        assert_eq!(depth("<a><b/><b c='/>'><d/></b></a>"), 3);
        assert_eq!(
            depth("<?xml?><!-- <a><a><a> --><a><![CDATA[<a><a>]]></a>"),
            1
        );
        assert_eq!(depth(&"<a>".repeat(1000)), 1000);
        assert_eq!(depth("<a b=\">"), 1);
    }
}
