//! The soft-minimum contact model beside its paper (SM): five campaigns and a report.
//!
//! 1. [`Surfaces`]: soft signed distances against closed formulas, and how far surfaces come out.
//! 2. [`Profiles`]: forces of a ball that passes another one, and their differences.
//! 3. [`Pushes`]: plans of a fingertip that pushes a T, replayed open loop (SM Fig. 7).
//! 4. [`Scaling`]: the time of a step by points and by contacts, which is not judged.
//! 5. [`Lessons`]: a finger that learns to push a box it does not touch.
//!
//! Steps are implicit but for the replays of pushes with the published integrators.

mod contour;
mod learning;
mod pictures;
mod profiles;
mod pushing;
mod pushing_scene;
mod pushing_table;
mod report;
mod scaling;
mod surfaces;
mod tables;

pub use contour::Contour;
pub use learning::{Lesson, LessonRow, Lessons};
pub use profiles::{Path, Profile, ProfileRow, Profiles};
pub use pushing::{Push, PushRow, Pushes};
pub use pushing_scene::{Law, Points};
pub use pushing_table::PushCell;
pub use report::{SoftMinimumReport, SoftMinimumRows};
pub use scaling::{Load, Scaling, ScalingRow, Size};
pub use surfaces::{Body, Field, SurfaceRow, SurfaceRun, Surfaces};

use drystone::world::ContactModel;

/// The models that are compared.
const MODELS: [ContactModel; 3] = [
    ContactModel::SoftMinimum,
    ContactModel::SoftMinimumAsPublished,
    ContactModel::SingleLevel,
];

/// Returns numbers as the text of one cell of a row.
fn written(numbers: impl IntoIterator<Item = f64>) -> String {
    let numbers = numbers.into_iter().map(|number| format!("{number:.9e}"));
    numbers.collect::<Vec<_>>().join(" ")
}

/// Returns the numbers of a cell that [`written`] wrote.
fn read(cell: &str) -> Vec<f64> {
    let words = cell.split_whitespace();
    words.filter_map(|word| word.parse().ok()).collect()
}
