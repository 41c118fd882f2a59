//! A chart of what explains the steps: sizes of forces and torques, efforts of joints.

use super::{Explained, Quantity};
use crate::export::chart::{Fold, label, line};
use drystone_plot::{Content, Panel, Plot};

/// Lines of a panel.
const NAMED: usize = 8;
/// Longest name in a legend, and in the heading, letters.
const LETTERS: [usize; 2] = [28, 48];

/// The heading of every panel, whether it shows vectors, and its unit.
const PANELS: [(&str, bool, &str); 4] = [
    ("forces, sizes", true, "N"),
    ("torques about the centres of mass, sizes", true, "N m"),
    ("efforts of joints", false, "N m"),
    ("efforts of joints", false, "N"),
];

/// Collects the quantities over time, in memory that does not grow with the number of steps.
#[derive(Debug)]
pub struct EffortChart {
    quantities: Vec<Quantity>,
    folds: Vec<Fold>,
    steps: usize,
}

impl EffortChart {
    /// Returns the empty chart of some quantities.
    pub fn new(quantities: &[Quantity]) -> Self {
        Self {
            quantities: quantities.to_vec(),
            folds: vec![Fold::new(); quantities.len()],
            steps: 0,
        }
    }

    /// Adds a step; one without an explanation leaves a gap.
    pub fn add(&mut self, explained: &Explained) {
        self.steps += 1;
        let Ok(numbers) = &explained.numbers else {
            return;
        };
        for ((own, fold), numbers) in self.quantities.iter().zip(&mut self.folds).zip(numbers) {
            let number = match own.is_vector() {
                true => size(numbers),
                false => numbers[0],
            };
            fold.add(self.steps, explained.time, number);
        }
    }

    /// Returns the chart of a recording called `name`.
    pub fn plot(&self, name: &str) -> Plot {
        let panels = PANELS.iter().filter_map(|&(heading, is_vector, unit)| {
            let all = self.quantities.iter().zip(&self.folds);
            let own = all.filter(|(own, _)| own.is_vector() == is_vector && own.unit == unit);
            let (own, mut heading) = (own.collect::<Vec<_>>(), heading.to_string());
            if own.len() > NAMED {
                heading += &format!(" (the first {NAMED} of {})", own.len());
            }
            let series = own.iter().take(NAMED);
            let series = series.map(|(own, fold)| line(&label(&own.name, LETTERS[0]), fold));
            (!own.is_empty()).then(|| Panel {
                heading,
                axis: unit.into(),
                logarithmic: false,
                series: series.collect(),
            })
        });
        Plot {
            stem: "inverse".into(),
            title: format!("{}: what explains the motion", label(name, LETTERS[1])),
            content: Content::Panels {
                panels: panels.collect(),
                axis: "time, s".into(),
            },
        }
    }
}

/// Returns the length of a vector.
fn size(numbers: &[f64]) -> f64 {
    numbers.iter().map(|x| x * x).sum::<f64>().sqrt()
}
