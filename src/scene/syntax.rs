//! From text to [`Config`]: limits, syntax, keys and types.

use super::config::Config;
use super::source::Source;
use super::{MINIMAL_SCENE, limits, messages, tree};
use crate::error::{Error, Result};
use toml::de::DeTable;

/// Parses a scene text after checking its limits.
pub(super) fn parse(source: &Source) -> Result<Config> {
    let text = source.text();
    limits::check_size(text.len() as u64).map_err(|e| source.at(e, 0))?;
    let blank = |line: &str| line.trim().is_empty() || line.trim_start().starts_with('#');
    if text.lines().all(blank) {
        let fix = format!("start from this scene:\n\n{MINIMAL_SCENE}");
        let why = "empty input: the file says nothing";
        return Err(source.at(Error::file("file", why, fix), 0));
    }
    limits::check_text(source)?;
    let root = DeTable::parse(text);
    let root = root.map_err(|e| translate(source, e.message(), e.span().map(|span| span.start)))?;
    tree::read(root).map_err(|fault| translate(source, &fault.message, fault.offset))
}

fn translate(source: &Source, message: &str, offset: Option<usize>) -> Error {
    let offset = offset.unwrap_or(0);
    let mut path = source.path_at(offset);
    if path.is_empty() && offset >= source.text().trim_end().len() {
        let error = Error::file(
            "end of file",
            format!("unexpected end of input: {message}"),
            "the file is incomplete: finish the line above or restore the file",
        );
        return source.at(error, offset);
    }
    if path.is_empty() {
        path = source.field_at(offset);
    }
    source.at(messages::explain(message, &path), offset)
}
