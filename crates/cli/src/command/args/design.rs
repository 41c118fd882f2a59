//! The arguments of `drystone design`.

use super::number::count;
use clap::Args as Group;
use drystone::world::ContactModel;
use std::path::PathBuf;

#[derive(Group)]
pub struct DesignArgs {
    /// Scene file (TOML) with a [design]; - reads it from stdin
    pub scene: String,
    /// Optimisations: the first from the numbers of the file, the others from random ones within the bounds
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = count)]
    pub starts: usize,
    /// Contact model of all steps; the scene's by default
    #[arg(long, value_name = "MODEL")]
    pub contact_model: Option<ContactModel>,
    /// Relaxation of the scene, >= 1e-9; that of the file by default
    #[arg(long, value_name = "R", allow_negative_numbers = true)]
    pub rho: Option<f64>,
    /// Write the designed scene to this file; SCENE.designed.toml in the current folder by default
    #[arg(long, value_name = "FILE.toml")]
    pub out: Option<PathBuf>,
    /// Write a row per iteration to this file: loss, and norm of the gradient
    #[arg(long, value_name = "FILE.csv")]
    pub csv: Option<PathBuf>,
    /// Draw the loss over the iterations in this file
    #[arg(long, value_name = "FILE.svg")]
    pub chart: Option<PathBuf>,
    /// Print one JSON object instead of the tables
    #[arg(long)]
    pub json: bool,
    /// No progress, no warnings
    #[arg(long)]
    pub quiet: bool,
}
