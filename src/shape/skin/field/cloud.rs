//! Softmax means of planes: those of the patches of a skin, and numbers at points, which are planes without a normal.

use super::Soft;
use super::lattice::Lattice;
use super::moments::Moments;
use crate::math::Vec3;

/// Weights below exp of minus this, relative to the largest, are rounding.
const NEGLIGIBLE: f64 = 37.0;
/// Side of the cells in which planes are sought, in spacings of the skin.
const SIDE: f64 = 3.0;

/// A `Plane` is a linear function of a point, with a weight that falls with the distance from its own.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plane {
    pub point: Vec3,
    /// Gradient.
    pub normal: Vec3,
    /// Value at its point, m.
    pub offset: f64,
    /// Factor of its weight.
    pub share: f64,
    /// Index in the list that the cloud was made of.
    pub index: usize,
}

impl Plane {
    /// Returns the value at a point, m.
    fn value(&self, y: &Vec3) -> f64 {
        self.normal.dot(&(y - self.point)) + self.offset
    }
}

/// A `Cloud` is a list of planes, sorted by place.
#[derive(Debug, Clone)]
pub(super) struct Cloud {
    planes: Vec<Plane>,
    pub lattice: Lattice,
    /// Temperature of the weights, m^2.
    pub(super) epsilon: f64,
}

impl Cloud {
    /// Sorts planes at a spacing (m); there is at least one.
    pub fn new(planes: &[Plane], spacing: f64, epsilon: f64) -> Self {
        let points: Vec<Vec3> = planes.iter().map(|plane| plane.point).collect();
        let (lattice, order) = Lattice::new(&points, SIDE * spacing);
        Self {
            planes: order.iter().map(|&i| planes[i]).collect(),
            lattice,
            epsilon,
        }
    }

    /// Returns the mean at a point with its derivatives.
    pub fn at(&self, y: &Vec3) -> Soft {
        let nearest = self.nearest(y);
        let mut moments = Moments::about(&nearest.point);
        self.weigh(y, nearest, |weight, plane| {
            moments.add(weight, plane, plane.value(y));
        });
        moments.soft(self.epsilon)
    }

    /// Returns the mean at a point, m.
    pub fn value(&self, y: &Vec3) -> f64 {
        let (mut sum, mut weights) = (0.0, 0.0);
        self.weigh(y, self.nearest(y), |weight, plane| {
            weights += weight;
            sum += weight * plane.value(y);
        });
        sum / weights
    }

    /// Returns [`Cloud::at`] from all planes.
    pub fn at_brute(&self, y: &Vec3) -> Soft {
        let square = |plane: &Plane| (y - plane.point).norm_squared();
        let squares = self.planes.iter().map(square);
        let least = squares.fold(f64::INFINITY, f64::min);
        let nearest = self.planes.iter().find(|plane| square(plane) == least);
        let origin = nearest.map_or(*y, |plane| plane.point);
        let mut moments = Moments::about(&origin);
        for plane in &self.planes {
            let weight = plane.share * ((least - square(plane)) / self.epsilon).exp();
            moments.add(weight, plane, plane.value(y));
        }
        moments.soft(self.epsilon)
    }

    /// Calls `visit` with the indices and the weights of the planes that have more than rounding; the weights sum to 1.
    pub fn weights(&self, y: &Vec3, mut visit: impl FnMut(usize, f64)) {
        let nearest = self.nearest(y);
        let mut sum = 0.0;
        self.weigh(y, nearest, |weight, _| sum += weight);
        self.weigh(y, nearest, |weight, plane| visit(plane.index, weight / sum));
    }

    /// Calls `visit` with the planes whose points are no farther than `square` (m^2), and their squared distances.
    #[inline]
    pub fn within<'a>(&'a self, y: &Vec3, square: f64, mut visit: impl FnMut(&'a Plane, f64)) {
        self.lattice.rows(y, square, |row| {
            for plane in &self.planes[row] {
                let far = (y - plane.point).norm_squared();
                if far <= square {
                    visit(plane, far);
                }
            }
        });
    }

    fn nearest(&self, y: &Vec3) -> &Plane {
        &self.planes[self.lattice.nearest(y, |i| self.planes[i].point)]
    }

    /// Calls `visit` with the weights of all planes that have more than rounding, relative to that of the nearest.
    #[inline]
    fn weigh<'a>(&'a self, y: &Vec3, nearest: &Plane, mut visit: impl FnMut(f64, &'a Plane)) {
        let least = (y - nearest.point).norm_squared();
        let cut = least + NEGLIGIBLE * self.epsilon;
        self.within(y, cut, |plane, square| {
            visit(plane.share * ((least - square) / self.epsilon).exp(), plane);
        });
    }
}
