//! Writing without panics: a closed stdout ends the command quietly, a closed stderr is ignored.

use super::Stop;
use std::io::Write;

/// A block of text with a line end, to stdout.
pub fn line(text: &str) -> Result<(), Stop> {
    let mut out = std::io::stdout().lock();
    let written = out
        .write_all(text.as_bytes())
        .and_then(|()| out.write_all(b"\n"))
        .and_then(|()| out.flush());
    written.map_err(|_| Stop::Closed)
}

/// A line to stderr.
pub fn note(text: &str) {
    let mut err = std::io::stderr().lock();
    // nothing is left to tell anybody when this fails
    let _ = writeln!(err, "{text}");
}
