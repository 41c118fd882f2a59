//! Samples of a soft distance on a grid around its surface, which bound it elsewhere at the cost of one look-up.

use crate::math::Vec3;

/// The distances at two points, one of them near the surface, differ by less than this per length between them.
pub const STEEPEST: f64 = 1.5;
/// Most samples for each patch.
const SAMPLES: f64 = 8.0;

/// The distances at the nodes of a grid.
#[derive(Debug, Clone)]
pub struct Samples {
    low: Vec3,
    /// The distance between neighbouring nodes.
    side: f64,
    counts: [usize; 3],
    values: Vec<f64>,
}

impl Samples {
    /// Samples `distance` in and around the box of at least one point. The nodes are about `spacing` apart, farther where they would
    /// be too many.
    pub fn new(points: &[Vec3], spacing: f64, distance: impl Fn(&Vec3) -> f64) -> Self {
        let far = Vec3::repeat(f64::INFINITY);
        let low = points.iter().fold(far, |low, p| low.inf(p));
        let high = points.iter().fold(-far, |high, p| high.sup(p));
        // one node more on each side
        let numbers = |side: f64| [0, 1, 2].map(|k| ((high[k] - low[k]) / side).ceil() + 3.0);
        let most = SAMPLES * points.len() as f64 + 64.0;
        let mut side = spacing;
        while numbers(side).iter().product::<f64>() > most {
            side *= 1.1;
        }
        let mut samples = Self {
            low: low - Vec3::repeat(side),
            side,
            counts: numbers(side).map(|n| n as usize),
            values: Vec::new(),
        };
        let [across, along, up] = samples.counts;
        for i in 0..across {
            for j in 0..along {
                for k in 0..up {
                    let node = samples.node([i, j, k]);
                    samples.values.push(distance(&node));
                }
            }
        }
        samples
    }

    fn node(&self, place: [usize; 3]) -> Vec3 {
        self.low + Vec3::from(place.map(|i| i as f64)) * self.side
    }

    /// Returns a bound that the distance at a point near the surface is not below.
    pub fn least(&self, y: &Vec3) -> f64 {
        let place = [0, 1, 2].map(|k| {
            // a negative number becomes 0
            let place = ((y[k] - self.low[k]) / self.side + 0.5) as usize;
            place.min(self.counts[k] - 1)
        });
        let [i, j, k] = place;
        let index = (i * self.counts[1] + j) * self.counts[2] + k;
        self.values[index] - STEEPEST * (y - self.node(place)).norm()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Dice;
    use crate::shape::Shape;
    use crate::shape::skin::{Skin, SoftField};

    #[test]
    fn no_distance_near_the_surface_is_below_its_bound() {
        let shapes = [
            Shape::sphere(0.7),
            Shape::cuboid([1.0, 0.6, 0.15]),
            Shape::cylinder(0.5, 1.3),
        ];
        for (seed, shape) in shapes.into_iter().enumerate() {
            let skin = shape.expect("a shape").skin(0.1);
            for temperature in [0.01, 0.25, 10.0].map(|t| t * skin.spacing.powi(2)) {
                for field in [
                    SoftField::calibrated(&skin, temperature),
                    SoftField::new(&skin, temperature),
                ] {
                    check(seed, &skin, &field.expect("patches"));
                }
            }
        }
    }

    fn check(seed: usize, skin: &Skin, field: &SoftField) {
        let points: Vec<Vec3> = skin.patches.iter().map(|patch| patch.point).collect();
        let samples = Samples::new(&points, skin.spacing, |y| field.value(y));
        let mut dice = Dice::new(seed as u64, 0);
        let mut slack: f64 = 0.0;
        for _ in 0..1000 {
            let away = Vec3::from_fn(|_, _| dice.within(-1.5, 1.5)) * skin.spacing;
            let y = dice.pick(&points) + away;
            let above = field.value(&y) - samples.least(&y);
            assert!(above >= 0.0, "{y}: {above}");
            slack = slack.max(above);
        }
        assert!(slack < 4.0 * skin.spacing, "{slack}");
    }
}
