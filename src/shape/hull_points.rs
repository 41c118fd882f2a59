//! A convex shape as the hull of points, each the centre of a ball: what the separating-plane model knows of it.

use super::mass::Moments;
use super::primitive::Rounded;
use super::{MassProperties, Placed, Shape};
use crate::error::{Error, Result};
use crate::math::Vec3;

/// A shape of more points than this is refused.
pub const MAX_HULL_POINTS: usize = 4000;
/// Points are linear functions of lengths, whose derivatives are central differences with one of these steps, in the value of the parameter
/// (of a parameter of value 0, in the size of the shape): the first with which both ends are shapes.
const STEPS: [f64; 2] = [1e-5, 1e-7];

/// The hull of points, grown by a radius.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct HullPoints {
    /// The points.
    pub points: Vec<Vec3>,
    /// The radius, the same about every point.
    pub radius: f64,
}

/// How the points of a hull change per unit of a parameter.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct HullPointRates {
    /// The changes of the points.
    pub points: Vec<Vec3>,
    /// The change of the radius.
    pub radius: f64,
}

impl Shape {
    /// Returns whether the shape is exactly the hull of points with a radius, or a half-space.
    pub fn is_hull(&self) -> bool {
        let primitive = self.primitive();
        !self.is_bounded() || primitive.rounded().is_some() || primitive.corners().is_some()
    }

    /// Returns the points and the radius (shape frame, m) of which the shape is the hull; `None` of a half-space. Shapes with curved faces other
    /// than spheres and capsules are those of their surface for the viewer, less than 1 % of the size inside the shape.
    pub fn hull_points(&self) -> Option<HullPoints> {
        if !self.is_bounded() {
            return None;
        }
        if let Some(Rounded { points, radius }) = self.primitive().rounded() {
            return Some(HullPoints { points, radius });
        }
        let points = self.primitive().corners().unwrap_or_else(|| {
            let mut points = self.surface().points;
            points.sort_by(|a, b| {
                let mut pairs = a.iter().zip(b.iter()).map(|(a, b)| a.total_cmp(b));
                pairs
                    .find(|order| order.is_ne())
                    .unwrap_or(std::cmp::Ordering::Equal)
            });
            points.dedup();
            points
        });
        Some(HullPoints {
            points,
            radius: 0.0,
        })
    }

    /// Returns the mass properties at unit density with the mass on the corners, as much on each; those of the solid where the shape
    /// has no corners only.
    pub fn mass_on_corners(&self) -> Option<MassProperties> {
        let solid = self.mass_properties()?;
        let hull = self.hull_points().filter(|hull| hull.radius == 0.0);
        let Some(hull) = hull.filter(|_| self.is_hull()) else {
            return Some(solid);
        };
        let moments = Moments::of_points(hull.points.into_iter(), solid.volume);
        Some(moments.properties(solid.error))
    }
}

impl Placed {
    /// Returns the points (enclosing frame, m) and the radius (m) of which the shape is the hull; `None` of a half-space.
    ///
    /// # Errors
    /// There are more than [`MAX_HULL_POINTS`] points.
    pub fn hull_points(&self) -> Result<Option<HullPoints>> {
        let Some(mut hull) = self.shape.hull_points() else {
            return Ok(None);
        };
        let count = hull.points.len();
        if count > MAX_HULL_POINTS {
            let why = format!("the shape is the hull of {count} points; at most {MAX_HULL_POINTS}");
            return Err(Error::value(
                "",
                why,
                "use a coarser shape or another contact model",
            ));
        }
        for point in &mut hull.points {
            *point = self.rotation * *point + self.offset;
        }
        Ok(Some(hull))
    }

    /// Returns how the points (enclosing frame, m) change with parameter `i` of [`Placed::parameters`]; `None` of a half-space, and where the
    /// parameter cannot change.
    pub fn hull_point_rates(&self, i: usize) -> Option<HullPointRates> {
        let own = self.shape.parameter_count();
        if let Some(k @ 0..=5) = i.checked_sub(own) {
            let hull = self.hull_points().ok()??;
            let axis = Vec3::ith(k % 3, 1.0);
            let motion = |point: &Vec3| match k < 3 {
                true => axis,
                false => axis.cross(&(point - self.offset)),
            };
            return Some(HullPointRates {
                points: hull.points.iter().map(motion).collect(),
                radius: 0.0,
            });
        }
        if let Some(mut rates) = (i < own)
            .then(|| self.shape.primitive().hull_point_rates(i))
            .flatten()
        {
            let points = rates.points.iter_mut();
            points.for_each(|rate| *rate = self.rotation * *rate);
            return Some(rates);
        }
        let value = self.parameters().get(i)?.value;
        let size = match value {
            0.0 => self.shape.bounding_radius(),
            value => value.abs(),
        };
        let here = self.hull_points().ok()??;
        let at = |value: f64| self.with_parameter(i, value).ok()?.hull_points().ok()?;
        STEPS.into_iter().find_map(|step| {
            let step = step * size;
            let (low, high) = (at(value - step)?, at(value + step)?);
            // Points of curved shapes and of faces come in another order.
            let rate = |point| (high.nearest(point) - low.nearest(point)) / (2.0 * step);
            Some(HullPointRates {
                points: here.points.iter().map(rate).collect(),
                radius: (high.radius - low.radius) / (2.0 * step),
            })
        })
    }
}

impl HullPoints {
    /// Returns the point that is nearest to another.
    fn nearest(&self, to: &Vec3) -> Vec3 {
        let distance = |point: &&Vec3| (*point - to).norm_squared();
        let mut points = self.points.iter();
        let first = points.next().copied().unwrap_or(*to);
        points.fold(first, |best, point| {
            match distance(&point) < distance(&&best) {
                true => *point,
                false => best,
            }
        })
    }

    /// Returns the hull with `length` m as the unit of length.
    #[must_use]
    pub fn in_units_of(mut self, length: f64) -> Self {
        self.points.iter_mut().for_each(|point| *point /= length);
        self.radius /= length;
        self
    }
}
