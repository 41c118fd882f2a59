//! The comparisons with a record.

use super::record::{Record, number};
use drystone::error::Result;
use serde_json::Value;

/// One comparison.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// Name of the expected value.
    pub what: String,
    /// Expected, as text: the first number of a list, or a word.
    pub expected: String,
    /// Obtained, likewise.
    pub obtained: String,
    /// Largest absolute difference of all numbers; for words 0 (the same) or 1.
    pub error: f64,
    /// Largest `error` that is allowed.
    pub tolerance: f64,
    /// Whether the error is within the tolerance.
    pub ok: bool,
}

/// Collects the comparisons of a record.
#[derive(Debug)]
pub struct Ledger<'a> {
    record: &'a Record,
    h: f64,
    /// So far.
    pub comparisons: Vec<Comparison>,
}

impl<'a> Ledger<'a> {
    /// Nothing compared yet.
    pub fn new(record: &'a Record) -> Self {
        Self {
            record,
            h: f64::NAN,
            comparisons: Vec::new(),
        }
    }

    /// Step length (s) of the comparisons that follow: tolerances stated at another one scale.
    pub fn at_step(&mut self, h: f64) {
        self.h = h;
    }

    /// Numbers, in the order of the reference, against its tolerance.
    pub fn near(&mut self, name: &str, obtained: &[f64]) -> Result<()> {
        let entry = self.record.entry(name)?;
        let get = |key: &str| number(&format!("{}.{name}.{key}", self.record.id), &entry[key]);
        let mut tolerance = get("tol_abs")?;
        if let Some(at) = entry["at_dt"].as_f64() {
            tolerance *= (self.h / at).powf(get("order")?);
        }
        self.within(name, obtained, tolerance)
    }

    /// A number that follows from the parameters alone: to ten digits.
    pub fn derived(&mut self, name: &str, obtained: f64) -> Result<()> {
        let size = self.record.expected_number(name)?.abs().max(1e-2);
        self.within(name, &[obtained], 1e-10 * size)
    }

    fn within(&mut self, name: &str, obtained: &[f64], tolerance: f64) -> Result<()> {
        let expected = self.record.expected_numbers(name)?;
        let alike = expected.len() == obtained.len();
        self.record
            .ensure(alike, &format!("{name}: not as many numbers as obtained"))?;
        let errors = expected.iter().zip(obtained).map(|(e, o)| (e - o).abs());
        // Not f64::max alone: it would drop a NaN.
        let error = errors.fold(0.0, |m: f64, e| if e > m || e.is_nan() { e } else { m });
        let text = [short(&expected), short(obtained)];
        self.note(name, text, error, tolerance);
        Ok(())
    }

    /// A number that should exceed the reference's bound.
    pub fn above(&mut self, name: &str, obtained: f64) -> Result<()> {
        let bound = self.record.expected_number(name)?;
        let text = [format!("> {bound}"), short(&[obtained])];
        let missing = if obtained > bound { 0.0 } else { 1.0 };
        self.note(name, text, missing, 0.0);
        Ok(())
    }

    /// A yes, a no or a word.
    pub fn same(&mut self, name: &str, obtained: impl Into<Value>) -> Result<()> {
        let (expected, obtained) = (self.record.expected(name)?, obtained.into());
        let different = f64::from(u8::from(*expected != obtained));
        let text = [expected, &obtained].map(plain);
        self.note(name, text, different, 0.0);
        Ok(())
    }

    /// Answers that are part of a list, all of them.
    pub fn answers(&mut self, name: &str, expected: &[bool], obtained: &[bool]) {
        let different = f64::from(u8::from(expected != obtained));
        let text = [expected, obtained].map(|list| {
            let words = list.iter().map(|&b| if b { "yes" } else { "no" });
            words.collect::<Vec<_>>().join(" ")
        });
        self.note(name, text, different, 0.0);
    }

    /// A bound that the reference does not have: a law of this formulation.
    pub fn at_most(&mut self, name: &str, obtained: f64, bound: f64) {
        let text = [format!("<= {bound:.3e}"), format!("{obtained:.3e}")];
        self.note(name, text, obtained, bound);
    }

    fn note(&mut self, name: &str, [expected, obtained]: [String; 2], error: f64, tolerance: f64) {
        self.comparisons.push(Comparison {
            what: name.into(),
            expected,
            obtained,
            error,
            tolerance,
            ok: error <= tolerance,
        });
    }
}

fn plain(value: &Value) -> String {
    value.as_str().map_or(value.to_string(), str::to_string)
}

fn short(numbers: &[f64]) -> String {
    match numbers {
        [one] => format!("{one:.9}"),
        [first, ..] => format!("[{first:.7}, ... {}]", numbers.len()),
        [] => "[]".into(),
    }
}
