//! A table of text, for the terminal and for a page.

use std::fmt;

/// Heading, names of the columns, rows; the first column is aligned to the left.
#[derive(Debug, Clone, Default)]
pub(super) struct Table {
    pub title: String,
    pub columns: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl Table {
    pub fn new(title: impl Into<String>, columns: &[&str]) -> Self {
        Self {
            title: title.into(),
            columns: columns.iter().map(|name| (*name).to_string()).collect(),
            rows: Vec::new(),
        }
    }

    /// As Markdown.
    pub fn markdown(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let ruler: Vec<String> = (0..self.columns.len())
            .map(|i| if i == 0 { "---" } else { "---:" }.to_string())
            .collect();
        let rows: String = self.rows.iter().map(|row| line(row)).collect();
        format!(
            "**{}**\n\n{}{}{rows}",
            self.title,
            line(&self.columns),
            line(&ruler)
        )
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.title)?;
        let all = || std::iter::once(&self.columns).chain(&self.rows);
        let width = |i: usize| all().map(|row| row[i].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        for row in all() {
            let mut line = String::new();
            for (i, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                line += &match i {
                    0 => format!("  {cell:<width$}"),
                    _ => format!("  {cell:>width$}"),
                };
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}
