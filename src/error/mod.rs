//! The one error of the crate: what is wrong, where, which limit, what to do.
//!
//! An [`Error`] is misuse (a bad scene, a bad argument). A step that does not converge is not an
//! error but data: see `Status`. A bug is an assert.

mod suggest;

pub(crate) use suggest::remedy;

use std::fmt;

/// Which kind of mistake an [`Error`] reports; the command line turns it into an exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// A value that a call or a shape cannot accept.
    Value,
    /// A scene or recording file that cannot be used.
    File,
    /// Wrong use of the command line.
    Usage,
}

/// A place in a text file, for messages with a caret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// File name as the user gave it.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1.
    pub column: usize,
    /// The text of that line.
    pub text: String,
}

/// This many characters of a line are shown before and after its caret.
const SHOWN: usize = 60;

impl Place {
    /// Returns the position, the line (long ones by the part around the caret) and the caret.
    fn show(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let before = self.column.saturating_sub(1);
        let skipped = before.saturating_sub(SHOWN);
        let part = self.text.chars().skip(skipped).take(2 * SHOWN);
        let shown: String = part.map(|c| if c.is_control() { ' ' } else { c }).collect();
        let indent = " ".repeat(before - skipped);
        writeln!(f, "{}:{}:{}:", self.file, self.line, self.column)?;
        writeln!(f, "    {shown}")?;
        writeln!(f, "    {indent}^")
    }
}

/// A mistake: what is wrong, where, why, and the remedy.
#[derive(Debug, Clone)]
pub struct Error {
    /// The kind of mistake.
    pub kind: ErrorKind,
    /// The path of the field, e.g. `shape.ball.radius`; empty for a whole file.
    pub field: String,
    /// The reason, with the value and the limit.
    pub why: String,
    /// The remedy.
    pub fix: String,
    /// The position in the file, when it is known.
    pub place: Option<Box<Place>>,
    /// Further mistakes of the same file.
    pub others: Vec<Error>,
}

/// The result type with the [`Error`] of the crate.
pub type Result<T> = std::result::Result<T, Error>;

impl Error {
    /// Returns a value that cannot be accepted.
    pub fn value(field: impl Into<String>, why: impl Into<String>, fix: impl Into<String>) -> Self {
        Self {
            kind: ErrorKind::Value,
            field: field.into(),
            why: why.into(),
            fix: fix.into(),
            place: None,
            others: Vec::new(),
        }
    }

    /// Returns a file that cannot be used.
    pub fn file(field: impl Into<String>, why: impl Into<String>, fix: impl Into<String>) -> Self {
        Self {
            kind: ErrorKind::File,
            ..Self::value(field, why, fix)
        }
    }

    /// Returns the error of a wrong use of the command line.
    pub fn usage(why: impl Into<String>, fix: impl Into<String>) -> Self {
        Self {
            kind: ErrorKind::Usage,
            ..Self::value("", why, fix)
        }
    }

    /// Returns the error as seen from an enclosing object: `radius` within `shape.ball` becomes
    /// `shape.ball.radius`.
    #[must_use]
    pub fn within(mut self, outer: &str) -> Self {
        self.field = match self.field.as_str() {
            "" => outer.to_string(),
            inner if inner.starts_with('[') => format!("{outer}{inner}"),
            inner => format!("{outer}.{inner}"),
        };
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            place.show(f)?;
        }
        if self.field.is_empty() {
            write!(f, "{}", self.why)?;
        } else {
            write!(f, "{}: {}", self.field, self.why)?;
        }
        if !self.fix.is_empty() {
            write!(f, "\n  remedy: {}", self.fix)?;
        }
        for other in &self.others {
            write!(f, "\n\n{other}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}

/// Checks that `value` is finite and strictly positive.
pub(crate) fn positive(field: &str, value: f64, fix: &str) -> Result<f64> {
    if value.is_finite() && value > 0.0 {
        Ok(value)
    } else {
        Err(Error::value(
            field,
            format!("must be a finite number > 0, got {value}"),
            fix,
        ))
    }
}

/// Checks that every component is finite; the field of the error names the component.
pub(crate) fn finite(field: &str, values: &[f64], fix: &str) -> Result<()> {
    match values.iter().position(|v| !v.is_finite()) {
        None => Ok(()),
        Some(i) => Err(Error::value(
            format!("{field}[{i}]"),
            format!("not a finite number: {}", values[i]),
            fix,
        )),
    }
}

/// Checks that a number is finite and in [`low`, `high`].
pub(crate) fn in_range(field: &str, x: f64, low: f64, high: f64, fix: &str) -> Result<f64> {
    if x.is_finite() && (low..=high).contains(&x) {
        return Ok(x);
    }
    let low = if low == 0.0 || low.abs() >= 1e-3 {
        low.to_string()
    } else {
        format!("{low:e}")
    };
    let top = if high < f64::MAX {
        format!(" and <= {high:e}")
    } else {
        String::new()
    };
    let why = format!("must be finite, >= {low}{top}, got {x}");
    Err(Error::value(field, why, fix))
}
