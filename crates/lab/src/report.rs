//! The report of every study: text for a person, Markdown and pictures for a page, JSON for a script.

use drystone_plot::Plot;
use serde::Serialize;
use std::fmt::Display;

/// Figures of a study; `Display` is the table on the terminal.
pub trait Report: Serialize + Display {
    /// Returns the line that must hold.
    fn pass_line(&self) -> String;
    /// Returns why the pass line does not hold; empty when it does.
    fn missed(&self) -> &[String];
    /// Tables for a page.
    fn markdown(&self) -> String;
    /// Pictures for a page; none unless it says so.
    fn plots(&self) -> Vec<Plot> {
        Vec::new()
    }
}
