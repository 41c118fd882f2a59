//! A table of words: aligned for a terminal, or Markdown.

use std::fmt;

/// Head and rows of equal length.
#[derive(Debug, Clone)]
pub struct Table {
    title: String,
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// No rows yet.
    pub fn new(title: impl Into<String>, head: &[&str]) -> Self {
        Self {
            title: title.into(),
            head: head.iter().map(|word| word.to_string()).collect(),
            rows: Vec::new(),
        }
    }

    /// A further row.
    pub fn push<const N: usize>(&mut self, row: [String; N]) {
        debug_assert_eq!(N, self.head.len());
        self.rows.push(row.into());
    }

    /// As Markdown, with its title as a heading.
    pub fn markdown(&self) -> String {
        let line = |cells: &[String]| {
            let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let rule = vec!["---".to_string(); self.head.len()];
        let rows: String = self.rows.iter().map(|row| line(row)).collect();
        format!(
            "## {}\n\n{}{}{rows}\n",
            self.title,
            line(&self.head),
            line(&rule)
        )
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = || std::iter::once(&self.head).chain(&self.rows);
        let width = |i: usize| all().map(|row| row[i].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..self.head.len()).map(width).collect();
        writeln!(f, "{}", self.title)?;
        for row in all() {
            for (i, (cell, width)) in row.iter().zip(&widths).enumerate() {
                let gap = if i == 0 { "  " } else { "   " };
                // Words to the left, figures to the right.
                if row[i].starts_with(|c: char| c.is_ascii_digit() || c == '-') {
                    write!(f, "{gap}{cell:>width$}")?;
                } else {
                    write!(f, "{gap}{cell:<width$}")?;
                }
            }
            writeln!(f)?;
        }
        writeln!(f)
    }
}

/// A figure in four digits.
pub fn figure(value: f64) -> String {
    format!("{value:.2e}")
}

/// Yes or no.
pub fn word(yes: bool) -> String {
    if yes { "yes" } else { "no" }.into()
}
