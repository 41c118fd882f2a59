//! Charts: heat maps over a grid, histograms, lines, panels over one axis; as SVG.
//!
//! Equal plots give equal bytes. The only room that knows plotters.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod axis;
mod canvas;
mod chart;
mod frame;
mod heat;
mod number;
mod panels;

pub use number::short;

/// A picture.
#[derive(Debug, Clone)]
pub struct Plot {
    /// Name of the file, without its ending.
    pub stem: String,
    /// Heading.
    pub title: String,
    /// The content of the picture.
    pub content: Content,
}

/// The content of a picture.
#[derive(Debug, Clone)]
pub enum Content {
    /// Panels side by side under one scale.
    HeatMaps {
        /// The panels.
        panels: Vec<HeatMap>,
        /// Name of the values, with their unit.
        what: String,
        /// Colours by the logarithm of the values.
        logarithmic: bool,
    },
    /// Shares of several samples over one axis.
    Histogram {
        /// Name and values of every sample.
        series: Vec<(String, Vec<f64>)>,
        /// Name of the values, with their unit.
        what: String,
        /// Bins of equal ratio instead of equal width.
        logarithmic: bool,
    },
    /// Lines through points.
    Lines {
        /// Name and points of every line.
        series: Vec<(String, Vec<(f64, f64)>)>,
        /// Names of the axes, with their units.
        axes: [String; 2],
        /// Which axes are logarithmic.
        logarithmic: [bool; 2],
    },
    /// Panels one above the other over one axis.
    Panels {
        /// The panels from top to bottom.
        panels: Vec<Panel>,
        /// Name of the common axis, with its unit.
        axis: String,
    },
}

/// One panel: series over the common axis.
#[derive(Debug, Clone)]
pub struct Panel {
    /// A line above the panel; may be empty.
    pub heading: String,
    /// Name of the numbers, with their unit.
    pub axis: String,
    /// Powers of ten are evenly spaced; other axes hold 0.
    pub logarithmic: bool,
    /// Later ones lie on earlier ones.
    pub series: Vec<Series>,
}

/// Numbers over the common axis.
#[derive(Debug, Clone)]
pub struct Series {
    /// Name in the legend; one without a name is not there.
    pub name: String,
    /// Place on the common axis and number.
    pub points: Vec<(f64, f64)>,
    /// How they are drawn.
    pub style: Style,
}

/// How a series is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// A line through the points; one point alone is a dot.
    Line,
    /// The same, broad: seen where another line covers it.
    Broad,
    /// A dot per point.
    Dots,
    /// A red cross per point: something went wrong there.
    Crosses,
}

/// One panel: a grid of numbers.
#[derive(Debug, Clone)]
pub struct HeatMap {
    /// Heading of the panel.
    pub title: String,
    /// Names of the axes of columns and of rows.
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
            Content::Panels { panels, axis } => panels::draw(&self.title, panels, axis),
        }
    }
}
