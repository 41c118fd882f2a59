//! Rows of a table: one per step, with a column for every number.

use super::{Explained, Quantity};
use csv::Writer;
use std::io::{self, Write};

/// A table of what explains the steps. Numbers are written in the shortest form that reads back as the same bits; those of steps without an
/// explanation are empty.
#[derive(Debug)]
pub struct EffortRows<W: Write> {
    writer: Writer<W>,
    /// Number of columns of numbers.
    numbers: usize,
}

impl<W: Write> EffortRows<W> {
    /// Begins the table with the names of its columns: `step`, `time_s`, `halved`, then `BODY.force.x_N`, ..., `BODY.torque.x_N_m`, ...,
    /// `JOINT.effort_N_m` or `JOINT.effort_N`.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn new(out: W, quantities: &[Quantity]) -> io::Result<Self> {
        let mut rows = csv::WriterBuilder::new();
        let mut writer = rows.has_headers(false).from_writer(out);
        let named = |own: &Quantity| {
            let unit = own.unit.replace(' ', "_");
            own.names()
                .into_iter()
                .map(move |name| format!("{name}_{unit}"))
        };
        let names: Vec<String> = quantities.iter().flat_map(named).collect();
        let known = ["step", "time_s", "halved"].map(String::from);
        writer.write_record(known.iter().chain(&names))?;
        Ok(Self {
            writer,
            numbers: names.len(),
        })
    }

    /// Appends the row of a step.
    ///
    /// # Errors
    /// Those of the file below.
    pub fn append(&mut self, explained: &Explained) -> io::Result<()> {
        let numbers: Vec<Option<f64>> = match &explained.numbers {
            Ok(numbers) => numbers.iter().flatten().copied().map(Some).collect(),
            Err(_) => vec![None; self.numbers],
        };
        let row = (explained.step, explained.time, explained.halved, numbers);
        Ok(self.writer.serialize(row)?)
    }

    /// Ends the table; returns what it was written to.
    ///
    /// # Errors
    /// Those of the file below.
    pub fn finish(mut self) -> io::Result<W> {
        self.writer.flush()?;
        self.writer.into_inner().map_err(|e| e.into_error())
    }
}
