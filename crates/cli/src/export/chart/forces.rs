//! The normal and the friction forces of contacts, step by step.

use super::fold::Fold;
use super::{broad, label, line};
use drystone::math::Vec3;
use drystone::recording::{Frame, FrameContact};
use drystone::world::Model;
use drystone_plot::Panel;
use std::collections::BTreeMap;

/// Pairs of bodies with a line of their own in the chart.
const NAMED: usize = 5;
/// Most pairs that are followed; of more, none is named.
const FOLLOWED: usize = 256;
/// Longest name of a body in a legend, letters.
const LETTERS: usize = 20;
const AXIS: &str = "force (impulse / h), N";

/// Collects contact forces: impulses of a step divided by its length, N.
#[derive(Debug, Clone)]
pub(super) struct Forces {
    time_step: f64,
    /// Sum of the normal forces of all contacts.
    normal: Fold,
    /// Normal force of the contact with the largest one.
    largest: Fold,
    /// Sum of the sizes of the friction forces of all contacts.
    friction: Fold,
    /// No force at all: what a pair had before its first contact.
    none: Fold,
    /// Normal forces by bodies.
    pairs: BTreeMap<[usize; 2], Pair>,
    /// Largest normal force of a contact, N.
    pub(super) peak: f64,
}

#[derive(Debug, Clone)]
struct Pair {
    /// Normal force between the bodies in the current frame, N.
    force: f64,
    /// Sum of the normal force over all frames, N.
    sum: f64,
    line: Fold,
}

impl Forces {
    pub(super) fn new(time_step: f64) -> Self {
        Self {
            time_step,
            normal: Fold::new(),
            largest: Fold::new(),
            friction: Fold::new(),
            none: Fold::new(),
            pairs: BTreeMap::new(),
            peak: 0.0,
        }
    }

    pub(super) fn add(&mut self, index: usize, frame: &Frame) {
        let (mut sum, mut largest, mut friction) = (0.0, 0.0f64, 0.0);
        for contact in &frame.contacts {
            let normal = contact.normal_impulse() / self.time_step;
            sum += normal;
            largest = largest.max(normal);
            friction += tangential(contact).norm() / self.time_step;
            self.follow([contact.first[0], contact.second[0]], normal);
        }
        self.normal.add(index, frame.time, sum);
        self.largest.add(index, frame.time, largest);
        self.friction.add(index, frame.time, friction);
        self.none.add(index, frame.time, 0.0);
        self.peak = self.peak.max(largest);
        for pair in self.pairs.values_mut() {
            let force = std::mem::take(&mut pair.force);
            pair.sum += force;
            pair.line.add(index, frame.time, force);
        }
    }

    fn follow(&mut self, bodies: [usize; 2], force: f64) {
        if !self.pairs.contains_key(&bodies) && self.pairs.len() > FOLLOWED {
            return;
        }
        let pair = self.pairs.entry(bodies).or_insert_with(|| Pair {
            force: 0.0,
            sum: 0.0,
            line: self.none.clone(),
        });
        pair.force += force;
    }

    /// All contacts together, and the pairs that carry most.
    pub(super) fn panels(&self, model: &Model) -> Vec<Panel> {
        let all = Panel {
            heading: match self.pairs.keys().next() {
                Some(&bodies) if self.pairs.len() == 1 => {
                    format!("the only pair, {}", name(model, bodies))
                }
                _ => "all contacts".into(),
            },
            axis: AXIS.into(),
            logarithmic: false,
            series: vec![
                broad("normal, sum", &self.normal),
                line("normal, largest contact", &self.largest),
                line("friction, sum of sizes", &self.friction),
            ],
        };
        match self.pairs.len() {
            0 | 1 => vec![all],
            2..=FOLLOWED => vec![all, self.most_loaded(model)],
            _ => {
                let heading = format!("all contacts, of more than {FOLLOWED} pairs of bodies");
                vec![Panel { heading, ..all }]
            }
        }
    }

    fn most_loaded(&self, model: &Model) -> Panel {
        let mut pairs: Vec<_> = self.pairs.iter().collect();
        // the sort is stable: equal pairs stay in the order of their bodies
        pairs.sort_by(|a, b| b.1.sum.total_cmp(&a.1.sum));
        let of = pairs.len();
        pairs.truncate(NAMED);
        let series = pairs.iter();
        Panel {
            heading: match of {
                0..=NAMED => "normal force by pair of bodies".into(),
                _ => format!("normal force of the {NAMED} pairs, of {of}, that carry most"),
            },
            axis: AXIS.into(),
            logarithmic: false,
            series: series
                .map(|(bodies, pair)| line(&name(model, **bodies), &pair.line))
                .collect(),
        }
    }
}

fn name(model: &Model, bodies: [usize; 2]) -> String {
    let [first, second] = bodies.map(|i| label(&model.bodies[i].name, LETTERS));
    format!("{first} - {second}")
}

/// The part of an impulse that friction has, N s.
fn tangential(contact: &FrameContact) -> Vec3 {
    let normal = Vec3::from(contact.normal);
    Vec3::from(contact.impulse) - normal * contact.normal_impulse()
}
