//! Limits checked on the raw text, before it is parsed: size, nesting, list lengths, number of
//! values and of bodies. A hostile file is refused in time and memory proportional to its size.

use super::source::Source;
use crate::error::{Error, Result};
use crate::shape::MAX_FACES;

/// Largest scene file, bytes.
pub const MAX_FILE_BYTES: u64 = 64 << 20;
/// Deepest nesting of brackets and braces.
pub const MAX_NESTING: usize = 32;
/// Longest list.
pub const MAX_LIST: usize = 100_000;
/// Largest number of values (entries of lists and of tables) in a file.
pub const MAX_VALUES: usize = 1_000_000;
/// Largest number of lines.
const MAX_LINES: usize = 1_000_000;
/// Largest number of bodies.
pub const MAX_BODIES: usize = 10_000;

/// Refuses a file of `bytes` bytes when that is too large.
pub(super) fn check_size(bytes: u64) -> Result<()> {
    if bytes <= MAX_FILE_BYTES {
        return Ok(());
    }
    let mib = MAX_FILE_BYTES >> 20;
    Err(Error::file(
        "file",
        format!("the file has {bytes} bytes; larger than the limit of {mib} MiB for a scene"),
        "put large meshes into OBJ or STL files (polytope.mesh) and split the scene",
    ))
}

/// Scans the text once, without parsing it.
pub(super) fn check_text(source: &Source) -> Result<()> {
    let mut scan = Scan {
        source,
        lists: Vec::new(),
        values: 0,
        lines: 0,
        bodies: 0,
    };
    let bytes = source.text().as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        at = match bytes[at] {
            b'#' => end_of_line(bytes, at),
            quote @ (b'"' | b'\'') => end_of_string(bytes, at, quote),
            _ => {
                scan.byte(bytes, at)?;
                at + 1
            }
        };
    }
    Ok(())
}

/// Returns whether nothing but blanks stands before a byte in its line.
fn starts_line(bytes: &[u8], at: usize) -> bool {
    let mut before = bytes[..at].iter().rev();
    before
        .find(|b| !matches!(b, b' ' | b'\t'))
        .is_none_or(|&b| b == b'\n')
}

/// Returns the bytes at which the headers of tables begin, as far as brackets are closed.
pub(super) fn headers(bytes: &[u8]) -> Vec<usize> {
    let (mut out, mut depth, mut at) = (Vec::new(), 0_usize, 0);
    while at < bytes.len() {
        at = match bytes[at] {
            b'#' => end_of_line(bytes, at),
            quote @ (b'"' | b'\'') => end_of_string(bytes, at, quote),
            byte => {
                if byte == b'[' && depth == 0 && starts_line(bytes, at) {
                    out.push(at);
                }
                depth = match byte {
                    b'[' | b'{' => depth + 1,
                    b']' | b'}' => depth.saturating_sub(1),
                    _ => depth,
                };
                at + 1
            }
        };
    }
    out
}

struct Scan<'a> {
    source: &'a Source,
    /// Start and number of separators of every open bracket or brace.
    lists: Vec<(usize, usize)>,
    values: usize,
    lines: usize,
    bodies: usize,
}

impl Scan<'_> {
    fn byte(&mut self, bytes: &[u8], at: usize) -> Result<()> {
        match bytes[at] {
            b'[' | b'{' => self.open(bytes, at),
            b']' | b'}' => {
                self.lists.pop();
                Ok(())
            }
            b',' => self.separator(at),
            b'=' => self.value(at),
            b'\n' => self.line(at),
            _ => Ok(()),
        }
    }

    fn line(&mut self, at: usize) -> Result<()> {
        self.lines += 1;
        if self.lines <= MAX_LINES {
            return Ok(());
        }
        let why = format!("more lines than the limit of {MAX_LINES}");
        let error = Error::file("file", why, "put large meshes into OBJ or STL files");
        Err(self.source.at(error, at))
    }

    fn open(&mut self, bytes: &[u8], at: usize) -> Result<()> {
        if self.lists.len() == MAX_NESTING {
            let why = format!("nesting deeper than the limit of {MAX_NESTING} brackets");
            let error = Error::file("nesting", why, "flatten the lists");
            return Err(self.source.at(error, at));
        }
        if self.lists.is_empty() && starts_line(bytes, at) && bytes[at..].starts_with(b"[[") {
            self.value(at)?;
            self.body(bytes, at)?;
        }
        self.lists.push((at, 0));
        Ok(())
    }

    fn body(&mut self, bytes: &[u8], at: usize) -> Result<()> {
        let header = bytes[at + 2..].trim_ascii_start();
        if !header.starts_with(b"body") {
            return Ok(());
        }
        self.bodies += 1;
        if self.bodies <= MAX_BODIES {
            return Ok(());
        }
        let why = format!("more bodies than the limit of {MAX_BODIES}");
        let error = Error::file("body", why, "simulate a part of the scene");
        Err(self.source.at(error, at))
    }

    fn separator(&mut self, at: usize) -> Result<()> {
        if let Some((start, count)) = self.lists.last_mut() {
            *count += 1;
            if *count > MAX_LIST {
                let why = format!("list longer than the limit of {MAX_LIST} entries");
                let fix = format!(
                    "a polytope has at most {MAX_FACES} faces: decimate the mesh or split it; a \
                     scene has at most {MAX_BODIES} bodies"
                );
                let start = *start;
                let error = Error::file(self.source.field_before(start), why, fix);
                return Err(self.source.at(error, start));
            }
        }
        self.value(at)
    }

    fn value(&mut self, at: usize) -> Result<()> {
        self.values += 1;
        if self.values <= MAX_VALUES {
            return Ok(());
        }
        let why = format!("more values than the limit of {MAX_VALUES} for a scene");
        let fix = "put large meshes into OBJ or STL files (polytope.mesh)";
        let field = self.source.field_before(at);
        Err(self.source.at(Error::file(field, why, fix), at))
    }
}

fn end_of_line(bytes: &[u8], at: usize) -> usize {
    let rest = &bytes[at..];
    rest.iter()
        .position(|&b| b == b'\n')
        .map_or(bytes.len(), |n| at + n)
}

/// First byte after the string that starts at `at`; a string that does not end stops at the end
/// of its line (the parser will say what is wrong with it).
fn end_of_string(bytes: &[u8], at: usize, quote: u8) -> usize {
    let triple = [quote; 3];
    let (open, multiline) = if bytes[at..].starts_with(&triple) {
        (3, true)
    } else {
        (1, false)
    };
    let mut i = at + open;
    while i < bytes.len() {
        match bytes[i] {
            b'\\' if quote == b'"' => i += 2,
            b'\n' if !multiline => return i,
            _ if multiline && bytes[i..].starts_with(&triple) => return i + 3,
            b if !multiline && b == quote => return i + 1,
            _ => i += 1,
        }
    }
    bytes.len()
}
