//! All comparisons with the reference, one row each.

use super::{Comparison, Kind, Record};
use crate::Campaign;
use drystone::error::{Error, Result};
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;

/// The records, each examined once.
#[derive(Debug)]
pub struct Oracles {
    records: Vec<(&'static Kind, Record)>,
    examined: Vec<OnceLock<[Examined; 2]>>,
}

/// The comparisons of a record: as chosen, and at the defaults.
#[derive(Debug)]
struct Examined {
    comparisons: Vec<Comparison>,
    /// Step length and relaxation.
    settings: [String; 2],
}

impl Examined {
    fn of(kind: &Kind, record: &Record) -> Self {
        Self {
            comparisons: kind.examine(record),
            settings: record.settings(),
        }
    }

    fn find(&self, what: &str) -> Option<&Comparison> {
        self.comparisons.iter().find(|c| c.what == what)
    }
}

/// One comparison with one record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OracleRow {
    /// Record and expected value.
    pub name: String,
    /// Kind of record.
    pub kind: String,
    /// Name of the record.
    pub record: String,
    /// Name of the expected value.
    pub what: String,
    /// Expected, as text.
    pub expected: String,
    /// Obtained, as text.
    pub obtained: String,
    /// Largest absolute difference.
    pub error: f64,
    /// Largest `error` that is allowed.
    pub tolerance: f64,
    /// Whether the error is within the tolerance.
    pub ok: bool,
    /// Length of the steps, s: one number, or the smallest and the largest.
    pub time_step: String,
    /// Their relaxation, likewise.
    pub rho: String,
    /// The error at the step length and relaxation of [`DEFAULTS`](super::DEFAULTS), for which no
    /// tolerance is given; infinite where the run does not come to its end.
    pub default_error: f64,
    /// Length of the steps there, s.
    pub default_time_step: String,
}

impl OracleRow {
    /// Share of its tolerance that the error takes; 0 for the right word, infinite for a wrong one.
    pub fn share(&self) -> f64 {
        if self.error == 0.0 {
            0.0
        } else {
            self.error / self.tolerance
        }
    }
}

impl Oracles {
    /// The records that come with the crate.
    ///
    /// # Errors
    /// None with the data of this crate.
    pub fn embedded() -> Result<Self> {
        Ok(Self::new(Record::embedded()?))
    }

    /// Other records; those without a run are left out.
    pub fn new(records: Vec<Record>) -> Self {
        let known = records.into_iter();
        let records: Vec<_> = known.filter_map(|r| Some((Kind::of(&r)?, r))).collect();
        Self {
            examined: records.iter().map(|_| OnceLock::new()).collect(),
            records,
        }
    }
}

impl Campaign for Oracles {
    /// Index of the record and name of the comparison.
    type Run = (usize, String);
    type Row = OracleRow;

    fn runs(&self) -> Vec<(usize, String)> {
        // The first comparison of every record, then the second: threads do not wait for each other.
        let names: Vec<Vec<String>> = self.records.iter().map(|(k, r)| k.names(r)).collect();
        let most = names.iter().map(Vec::len).max().unwrap_or(0);
        let mut runs = Vec::new();
        for place in 0..most {
            let of = names.iter().enumerate();
            runs.extend(of.filter_map(|(i, names)| Some((i, names.get(place)?.clone()))));
        }
        runs
    }

    fn name(&self, (i, what): &(usize, String)) -> String {
        format!("{}: {what}", self.records[*i].1.id)
    }

    fn row_name<'a>(&self, row: &'a OracleRow) -> &'a str {
        &row.name
    }

    fn carry_out(&self, run: &(usize, String)) -> Result<OracleRow> {
        let (i, what) = run;
        let (kind, record) = &self.records[*i];
        let [chosen, default] = self.examined[*i].get_or_init(|| {
            [record.clone(), record.at_defaults()].map(|record| Examined::of(kind, &record))
        });
        let found = chosen.find(what);
        let at_default = default.find(what).map(|found| found.error);
        let missing = || Error::value(&record.id, format!("no {what}"), "ask for what there is");
        let found = found.ok_or_else(missing)?.clone();
        Ok(OracleRow {
            name: self.name(run),
            kind: record.kind.clone(),
            record: record.id.clone(),
            what: found.what,
            expected: found.expected,
            obtained: found.obtained,
            error: found.error,
            tolerance: found.tolerance,
            ok: found.ok,
            time_step: chosen.settings[0].clone(),
            rho: chosen.settings[1].clone(),
            default_error: at_default.unwrap_or(f64::INFINITY),
            default_time_step: default.settings[0].clone(),
        })
    }
}
