//! The running hash of a recording: every frame ends with the FNV-1a hash of the header and all frames
//! up to it, so that a line that was changed, removed or put elsewhere is found where it is.
//!
//! Hashed are the bytes of the lines without their hashes and ends. What is missing at the end of a
//! file is what a killed run did not write; no hash tells the two apart.

use crate::math::Fnv;

/// The text between the last value of a frame and its hash.
const KEY: &str = ",\"hash\":\"";
/// The text after the hash.
const END: &str = "\"}";
/// Digits of a hash.
const DIGITS: usize = 16;

/// The hash of all lines so far.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Seal(Fnv);

impl Seal {
    /// Takes in a line that has no hash of its own: the header.
    pub(super) fn take_in(&mut self, line: &[u8]) {
        self.0.add(line);
    }

    /// Adds the hash to a frame, a JSON object without a line end.
    pub(super) fn close(&mut self, line: &mut Vec<u8>) {
        line.pop();
        self.0.add(line);
        line.extend(format!("{KEY}{:0DIGITS$x}{END}", self.0.value()).bytes());
    }

    /// Whether a frame has the hash that it was written with; what is wrong if not.
    pub(super) fn check(&mut self, line: &str) -> Option<String> {
        let split = line
            .strip_suffix(END)
            .and_then(|line| line.rsplit_once(KEY));
        let Some((content, found)) = split else {
            return Some("the frame has no hash at its end".into());
        };
        self.0.add(content.as_bytes());
        let hash = format!("{:0DIGITS$x}", self.0.value());
        (found != hash).then(|| {
            format!(
                "the hash is {found}, that of the lines up to here {hash}: this line or the header \
                 was changed, or lines before it were removed"
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sealed() -> Vec<String> {
        let mut seal = Seal::default();
        seal.take_in(b"{\"header\":1}");
        let lines = (0..4).map(|i| {
            let mut line = format!("{{\"frame\":{i}}}").into_bytes();
            seal.close(&mut line);
            String::from_utf8(line).expect("text")
        });
        lines.collect()
    }

    /// Index of the first line that is refused.
    fn refused(header: &str, lines: &[String]) -> Option<usize> {
        let mut seal = Seal::default();
        seal.take_in(header.as_bytes());
        lines.iter().position(|line| seal.check(line).is_some())
    }

    #[test]
    fn what_was_changed_or_removed_is_found_where_it_is() {
        let (header, lines) = ("{\"header\":1}", sealed());
        assert_eq!(refused(header, &lines), None);
        assert_eq!(refused("{\"header\":2}", &lines), Some(0));
        let mut changed = lines.clone();
        changed[2] = changed[2].replace("\"frame\":2", "\"frame\":3");
        assert_eq!(refused(header, &changed), Some(2));
        let mut removed = lines.clone();
        removed.remove(1);
        assert_eq!(refused(header, &removed), Some(1));
        let mut swapped = lines;
        swapped.swap(2, 3);
        assert_eq!(refused(header, &swapped), Some(2));
    }
}
