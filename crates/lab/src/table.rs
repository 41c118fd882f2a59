//! A table of text: aligned for a terminal, or Markdown.

use std::fmt;

/// Rows of equal length under a heading.
#[derive(Debug, Clone)]
pub struct Table {
    /// Title of the table, with units.
    pub title: String,
    /// Headings of the columns; the first is that of the names of the rows.
    pub columns: Vec<String>,
    /// Cells, row by row; the first is the name of the row.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// As Markdown, heading and all.
    pub fn markdown(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let rule = format!("|{}\n", " --- |".repeat(self.columns.len()));
        let rows: String = self.rows.iter().map(|row| line(row)).collect();
        format!("**{}**\n\n{}{rule}{rows}", self.title, line(&self.columns))
    }

    fn widths(&self) -> Vec<usize> {
        let lines = || self.rows.iter().chain([&self.columns]);
        let width = |k: usize| lines().map(|line| line[k].chars().count()).max();
        (0..self.columns.len())
            .map(|k| width(k).unwrap_or(0))
            .collect()
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.title)?;
        let widths = self.widths();
        for line in [&self.columns].into_iter().chain(&self.rows) {
            write!(f, "  {:<1$}", line[0], widths[0])?;
            for (cell, width) in line.iter().zip(&widths).skip(1) {
                write!(f, "  {cell:>width$}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_aligned_and_has_a_markdown_form() {
        let words = |line: &str| line.split(' ').map(String::from).collect::<Vec<_>>();
        let table = Table {
            title: "failures".into(),
            columns: words("Hz 1e-3 1e-10"),
            rows: vec![words("10 1 2"), words("100 12345678 4")],
        };
        let text = table.to_string();
        assert_eq!(
            text,
            "failures\n  Hz       1e-3  1e-10\n  10          1      2\n  100  12345678      4\n"
        );
        let page = table.markdown();
        assert!(page.contains("| Hz | 1e-3 | 1e-10 |\n| --- | --- | --- |\n| 10 | 1 | 2 |\n"));
    }
}
