//! A matrix with named rows and columns as text, six columns at a time.

use nalgebra::DMatrix;
use serde::Serialize;
use std::fmt::Write;

/// Columns side by side: those of one pose, one velocity or one wrench.
const GROUP: usize = 6;

/// A row or column.
#[derive(Serialize)]
pub struct Named {
    /// Name.
    pub name: String,
    /// Unit.
    pub unit: &'static str,
    /// Present value of a parameter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
}

/// The matrix in groups of six columns; rows and groups of zeros are left out.
pub fn by_groups(matrix: &DMatrix<f64>, rows: &[Named], columns: &[Named]) -> String {
    let mut out = String::new();
    let labels: Vec<String> = rows.iter().map(label).collect();
    let width = labels.iter().map(|l| l.chars().count()).max().unwrap_or(0);
    let mut zeros = 0;
    for (g, group) in columns.chunks(GROUP).enumerate() {
        let values = matrix.columns(GROUP * g, group.len());
        let shown: Vec<usize> = (0..rows.len())
            .filter(|&i| values.row(i).iter().any(|v| *v != 0.0))
            .collect();
        zeros += usize::from(shown.is_empty());
        if shown.is_empty() {
            continue;
        }
        writeln!(out, "{:width$}  {}", "", header(group)).expect("writing to a string");
        for i in shown {
            write!(out, "{:<width$} ", labels[i]).expect("writing to a string");
            for value in values.row(i).iter() {
                out += &number(*value);
            }
            out.push('\n');
        }
    }
    if zeros > 0 {
        let what = if zeros == 1 { "group" } else { "groups" };
        writeln!(out, "(zero: {zeros} {what} of six columns)").expect("writing to a string");
    }
    out
}

/// Names of a group: each name but its last component stands over the columns it has in common.
fn header(group: &[Named]) -> String {
    let mut out = String::new();
    for (k, column) in group.iter().enumerate() {
        let (stem, _) = split(&column.name);
        let first = k == 0 || split(&group[k - 1].name).0 != stem;
        if first {
            let alike = group[k..].iter().take_while(|c| split(&c.name).0 == stem);
            let width = 12 * alike.count();
            let text = format!("{stem}.xyz [{}]", column.unit);
            write!(out, "{text:<width$}").expect("writing to a string");
        }
    }
    out.trim_end().to_string()
}

/// `box.position` and `x` of `box.position.x`.
fn split(name: &str) -> (&str, &str) {
    name.rsplit_once('.').unwrap_or(("", name))
}

fn label(row: &Named) -> String {
    match row.value {
        Some(value) => format!("{} = {value} {}", row.name, row.unit),
        None => format!("{} [{}]", row.name, row.unit),
    }
}

/// Twelve characters, five digits.
fn number(value: f64) -> String {
    match value.abs() {
        0.0 => format!("{:>12}", "0"),
        size if (1e-3..1e5).contains(&size) => {
            let digits = (4 - size.log10().floor() as i32).clamp(0, 7) as usize;
            format!("{value:>12.digits$}")
        }
        _ => format!("{value:>12.4e}"),
    }
}
