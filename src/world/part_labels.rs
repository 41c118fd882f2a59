//! The names of the parts of all bodies, for parameters.

use super::{Body, Model, Part};
use std::collections::{HashMap, HashSet};

impl Model {
    /// Returns `BODY.PART` of every part of every body; `BODY.PART[k]` where that is not unique.
    pub(super) fn part_labels(&self) -> Vec<Vec<String>> {
        let plain = |body: &Body, part: &Part| format!("{}.{}", body.name, part.name);
        let mut uses: HashMap<String, usize> = HashMap::new();
        for body in &self.bodies {
            for part in &body.parts {
                *uses.entry(plain(body, part)).or_default() += 1;
            }
        }
        let mut taken = HashSet::new();
        let mut label = |body: &Body, index: usize, part: &Part| {
            let plain = plain(body, part);
            let mut label = plain.clone();
            let mut number = index;
            while uses.get(&label).is_some_and(|&n| n > 1) || taken.contains(&label) {
                label = format!("{plain}[{number}]");
                number += 1;
            }
            taken.insert(label.clone());
            label
        };
        let of_body = |body: &Body| {
            let parts = body.parts.iter().enumerate();
            parts.map(|(i, part)| label(body, i, part)).collect()
        };
        self.bodies.iter().map(of_body).collect()
    }
}
