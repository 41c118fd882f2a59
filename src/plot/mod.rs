//! Charts: heat maps over a grid, histograms, lines; as SVG.
//!
//! Equal plots give equal bytes. The only room that knows plotters.

mod axis;
mod canvas;
mod chart;
mod heat;
mod number;

pub use number::short;

/// A picture.
#[derive(Debug, Clone)]
pub struct Plot {
    /// Name of the file, without its ending.
    pub stem: String,
    /// Heading.
    pub title: String,
    /// What is drawn.
    pub content: Content,
}

/// What a picture shows.
#[derive(Debug, Clone)]
pub enum Content {
    /// Panels side by side under one scale.
    HeatMaps {
        /// The panels.
        panels: Vec<HeatMap>,
        /// What the values are, with their unit.
        what: String,
        /// Colours by the logarithm of the values.
        logarithmic: bool,
    },
    /// Shares of several samples over one axis.
    Histogram {
        /// Name and values of every sample.
        series: Vec<(String, Vec<f64>)>,
        /// What the values are, with their unit.
        what: String,
        /// Bins of equal ratio instead of equal width.
        logarithmic: bool,
    },
    /// Lines through points.
    Lines {
        /// Name and points of every line.
        series: Vec<(String, Vec<(f64, f64)>)>,
        /// What the axes are, with their units.
        axes: [String; 2],
        /// Which axes are logarithmic.
        logarithmic: [bool; 2],
    },
}

/// One panel: a grid of numbers.
#[derive(Debug, Clone)]
pub struct HeatMap {
    /// Heading of the panel.
    pub title: String,
    /// What the columns and the rows are.
    pub axes: [String; 2],
    /// Names of the columns.
    pub columns: Vec<String>,
    /// Names of the rows.
    pub rows: Vec<String>,
    /// Row by row.
    pub values: Vec<Vec<f64>>,
}

impl Plot {
    /// The picture as the text of an SVG file.
    pub fn svg(&self) -> String {
        match &self.content {
            Content::HeatMaps {
                panels,
                what,
                logarithmic,
            } => heat::draw(&self.title, what, panels, *logarithmic),
            Content::Histogram {
                series,
                what,
                logarithmic,
            } => chart::histogram(&self.title, what, series, *logarithmic),
            Content::Lines {
                series,
                axes,
                logarithmic,
            } => chart::lines(&self.title, axes, series, *logarithmic),
        }
    }
}
