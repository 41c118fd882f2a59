//! How the inscribed radius follows the parameters of a shape.
//!
//! The inscribed radius is the least of several lengths (half extents, face offsets), so it has a kink
//! where two of them are equal, as in every cube. Both one-sided derivatives are given.

use super::{Column, Minkowski, Placed, Polytope, Shape};

/// Lengths that differ by less than this part count as equal.
const EQUAL: f64 = 1e-12;

/// Derivatives of a length with respect to a parameter: of its decrease and of its increase.
type Sides = [f64; 2];

impl Placed {
    /// Derivatives of the shape's [`Shape::inscribed_radius`] with respect to parameter `i` of
    /// [`Placed::parameters`], m per unit of the parameter: that from the left (the parameter
    /// decreases) and that from the right. They are 0 for the six parameters of the placement.
    pub fn inscribed_radius_rate(&self, i: usize) -> [f64; 2] {
        self.shape.inscribed_radius_rate(i)
    }
}

impl Shape {
    /// Derivatives of the inscribed radius with respect to parameter `i` of [`Shape::parameters`], from the left and
    /// from the right; 0 for one that does not exist and for a half-space.
    pub fn inscribed_radius_rate(&self, i: usize) -> [f64; 2] {
        if i >= self.parameter_count() {
            return [0.0; 2];
        }
        let own = |k: usize| f64::from(i == k);
        match self {
            Shape::HalfSpace(_) => [0.0; 2],
            Shape::Cuboid(shape) => least((0..3).map(|k| (shape.half_extents[k], own(k)))),
            Shape::Polytope(shape) => shape.inscribed_rate(i),
            Shape::Sphere(_) => [1.0; 2],
            Shape::Ellipsoid(shape) => least((0..3).map(|k| (shape.semi_axes[k], own(k)))),
            Shape::Capsule(_) => [own(0); 2],
            Shape::Cylinder(shape) => {
                least([(shape.radius, own(0)), (0.5 * shape.length, 0.5 * own(1))])
            }
            Shape::CircularCone(shape) => {
                let (sin, cos) = shape.half_angle.sin_cos();
                let side = 0.75 * sin * own(0) + 0.75 * shape.height * cos * own(1);
                least([
                    (0.75 * shape.height * sin, side),
                    (0.25 * shape.height, 0.25 * own(0)),
                ])
            }
            Shape::PaddedPolytope(shape) => match i.checked_sub(1) {
                None => [1.0; 2],
                Some(core) => shape.core.inscribed_rate(core),
            },
            Shape::Minkowski(sum) => sum.inscribed_rate(i),
        }
    }
}

impl Minkowski {
    fn inscribed_rate(&self, i: usize) -> Sides {
        let [a, b] = &self.children;
        match i.checked_sub(a.parameter_count()) {
            None => a.inscribed_radius_rate(i),
            Some(i) => b.inscribed_radius_rate(i),
        }
    }
}

impl Polytope {
    /// Derivatives of the least face offset. How offsets follow a parameter stands in the rows: there the offset
    /// is the coefficient of alpha.
    fn inscribed_rate(&self, i: usize) -> Sides {
        let mut rates = vec![0.0; self.offsets.len()];
        for entry in self.parameter_rows(i) {
            if entry.column == Column::Alpha {
                rates[entry.row] += entry.value;
            }
        }
        least(self.offsets.iter().copied().zip(rates))
    }
}

/// Derivatives of the least of several (length, derivative): where some are equal, the largest
/// derivative holds when the parameter decreases and the smallest when it increases.
fn least(lengths: impl IntoIterator<Item = (f64, f64)> + Clone) -> Sides {
    let smallest = lengths.clone().into_iter();
    let smallest = smallest
        .map(|(length, _)| length)
        .fold(f64::INFINITY, f64::min);
    let mut sides = [f64::NEG_INFINITY, f64::INFINITY];
    for (length, rate) in lengths {
        if length <= smallest * (1.0 + EQUAL) {
            sides = [sides[0].max(rate), sides[1].min(rate)];
        }
    }
    sides
}
