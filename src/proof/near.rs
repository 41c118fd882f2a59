//! Boxes about the bodies in a step, which tell pairs of bodies that are far from each other whatever points they turn about.

use super::legs::Legs;
use crate::math::Vec3;

/// A pivot is a point of the body and moves straight, the body is within two reaches of it, and the ends of its way are within one reach of
/// the centre of mass: the body is within three reaches of the places of that centre, and a little for rounding.
const REACHES: f64 = 3.1;

/// Boxes about the bodies in a step.
#[derive(Debug)]
pub(super) struct Boxes {
    /// The radius of a sphere about the centre of mass that holds all parts of a body, m; infinite with a half-space.
    reaches: Vec<f64>,
    /// The least and the largest coordinates of every body.
    ends: Vec<[Vec3; 2]>,
}

impl Boxes {
    pub fn new(reaches: Vec<f64>) -> Self {
        let ends = Vec::with_capacity(reaches.len());
        Self { reaches, ends }
    }

    /// Sets the boxes of a step whose motions are about the centres of mass.
    pub fn set(&mut self, legs: &Legs) {
        self.ends.clear();
        for (body, reach) in self.reaches.iter().enumerate() {
            let places = legs.of(body).iter();
            let places = places.flat_map(|leg| leg.times.map(|time| leg.place(time)));
            let around = Vec3::repeat(REACHES * reach);
            let nothing = [Vec3::repeat(f64::INFINITY), Vec3::repeat(f64::NEG_INFINITY)];
            let [low, high] = places.fold(nothing, |[low, high], at| [low.inf(&at), high.sup(&at)]);
            self.ends.push([low - around, high + around]);
        }
    }

    /// Returns whether the boxes of two bodies are apart.
    pub fn are_apart(&self, [a, b]: [usize; 2]) -> bool {
        let ([low, high], [least, most]) = (&self.ends[a], &self.ends[b]);
        (0..3).any(|axis| high[axis] < least[axis] || most[axis] < low[axis])
    }
}
