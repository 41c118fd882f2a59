//! The plane of a pair: the minimum of the barriers of all points of both hulls (SDRS eq. 7).
//!
//! ```text
//! U(n, o) = sum_A P(-(n.x + o) - (r - e) |n|) + sum_B P(n.x + o - (r - e) |n|) + P(1 - |n|)
//! ```
//!
//! U is convex in (n, o) where no radius r - e is negative. The excess e, by which hulls are smaller than they are, is 0 but on the way from
//! a start at which they touch or overlap.

use super::barrier::{EDGE, barrier};
use super::hull::{PosedHull, rounding};
use crate::math::{Vec3, vectorized};
use nalgebra::{Matrix4, Vector4};

/// Newton steps at most.
const STEPS: usize = 60;
/// Halvings of a step at most.
const HALVINGS: usize = 40;
/// A decrease of this part of what Newton's model promises is enough.
const ARMIJO: f64 = 1e-4;
/// A step whose promised decrease is below this part of the energy is the last but one,
const FINE: f64 = 1e-17;
/// and while a plane is looked for, one below this part.
const COARSE: f64 = 1e-6;
/// A plane is found with a support that shrinks by this factor.
const SHRINK: f64 = 0.1;
/// A plane across the way between the hulls that keeps them apart by this part of the support is one to start from.
const CLEAR: f64 = 0.5;
/// The support of the barrier of |n| is this at most.
const LONGEST: f64 = 0.3;
/// Points that are nearer than this part of the support start with an excess,
pub const NEAR: f64 = 0.05;
/// and are then so far inside the support, where a pair of bodies rests about.
pub const ROOM: f64 = 0.75;

/// The plane n.x + o = 0, about the middle of the pair; the first hull is on its negative side, and |n| < 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plane {
    /// The normal from the first hull to the second, of a length below 1.
    pub n: Vec3,
    /// The offset.
    pub o: f64,
}

/// The support of the barriers and the excess by which hulls are smaller, units of length.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Support {
    /// The support s.
    pub s: f64,
    /// Whether hulls are smaller by their excess.
    pub with_excess: bool,
    /// The number that is added to all arguments while a plane is looked for: the energy stays convex where hulls overlap.
    pub shift: f64,
    /// The support of the barrier of |n|.
    pub of_length: f64,
    /// A step whose promised decrease is below this part of the energy is the last but one.
    pub fine: f64,
}

impl Support {
    /// Returns the support with which the forces of a pair are found.
    pub fn of_forces(s: f64) -> Self {
        Self {
            s,
            with_excess: true,
            shift: 0.0,
            of_length: s.min(LONGEST),
            fine: FINE,
        }
    }
}

/// The derivatives of the energy at a plane, times s.
struct Slopes {
    energy: f64,
    gradient: Vector4<f64>,
    hessian: Matrix4<f64>,
}

impl Plane {
    /// Returns the plane of normal `n` midway between two hulls.
    pub fn midway(n: Vec3, hulls: [&PosedHull; 2]) -> Self {
        let [a, b] = [hulls[0].support(&n), -hulls[1].support(&-n)];
        Self {
            n,
            o: -0.5 * (a + b),
        }
    }

    /// Returns the plane of normal `n` midway between two hulls that are smaller by their excess.
    pub fn midway_shrunk(n: Vec3, hulls: [&PosedHull; 2]) -> Self {
        let [a, b] = [hulls[0].shrunk_support(&n), -hulls[1].shrunk_support(&-n)];
        Self {
            n,
            o: -0.5 * (a + b),
        }
    }

    /// Returns the distance of the hulls along the normal of the plane; negative where they overlap along it.
    pub fn gap(&self, hulls: [&PosedHull; 2]) -> f64 {
        let n = self.n / self.n.norm();
        -hulls[0].support(&n) - hulls[1].support(&-n)
    }

    /// Returns the argument of the barrier of a point of a hull, 0 for the first, with the radius less the excess.
    #[inline(always)]
    pub fn argument(&self, side: usize, x: &Vec3, radius: f64) -> f64 {
        let height = self.n.dot(x) + self.o;
        let height = if side == 0 { -height } else { height };
        height - radius * self.n.norm()
    }

    /// Returns the least argument of the barriers of a plane that is midway between two hulls with no excess.
    pub fn room(&self, hulls: [&PosedHull; 2]) -> f64 {
        self.n.norm() * 0.5 * self.gap(hulls)
    }

    /// Returns the least argument of the barriers of a plane that is midway between two hulls that are smaller by their excess.
    pub fn shrunk_room(&self, hulls: [&PosedHull; 2]) -> f64 {
        -0.5 * (hulls[0].shrunk_support(&self.n) + hulls[1].shrunk_support(&-self.n))
    }

    /// Finds a plane of two hulls from nothing, with supports that shrink to `s`.
    pub fn find(hulls: [&PosedHull; 2], s: f64) -> Self {
        let middle = |hull: &PosedHull| hull.points.iter().sum::<Vec3>() / hull.points.len() as f64;
        let way = middle(hulls[1]) - middle(hulls[0]);
        let n = way.try_normalize(0.0).unwrap_or_else(Vec3::z);
        let near = Self::midway(n * (1.0 - ROOM * s).max(0.5), hulls);
        if near.room(hulls) > CLEAR * s {
            return near;
        }
        let mut plane = Self::midway(n * 0.5, hulls);
        let width = |hull: &PosedHull| hull.support(&n) + hull.support(&-n);
        let size = width(hulls[0]) + width(hulls[1]) + plane.gap(hulls).abs();
        let mut support = size.max(s);
        while support > s {
            let shift = excess_of(plane.room(hulls), support, 0.0);
            let at = Support {
                s: support,
                with_excess: false,
                shift,
                of_length: support.min(LONGEST),
                fine: COARSE,
            };
            plane.minimise(hulls, at);
            support = (SHRINK * support).max(s);
            let length = (1.0 - ROOM * support).max(0.5);
            plane = Self::midway(plane.n * (length / plane.n.norm()), hulls);
        }
        plane
    }

    /// Moves the plane to the minimum, from one where all arguments are positive. Returns the inverse of the Hessian there, times 1 / s.
    pub fn minimise(&mut self, hulls: [&PosedHull; 2], support: Support) -> Matrix4<f64> {
        let mut slopes = self.slopes(hulls, support);
        let rounding = rounding(hulls, support.s);
        let (mut last, mut before) = (false, f64::INFINITY);
        for _ in 0..STEPS {
            let Some(factor) = factor(&slopes.hessian) else {
                return Matrix4::zeros();
            };
            let step = factor.solve(&-slopes.gradient);
            let promise = -slopes.gradient.dot(&step);
            if last
                || promise <= 0.0
                || !self.descend(hulls, support, &mut slopes, (&step, promise), rounding)
            {
                return factor.inverse();
            }
            // Where rounding is all that is left, promises no longer fall.
            let stalls = promise <= rounding * slopes.energy && promise >= before;
            last = stalls || promise <= support.fine * slopes.energy;
            before = promise;
        }
        factor(&slopes.hessian).map_or_else(Matrix4::zeros, |factor| factor.inverse())
    }

    /// Goes along a direction as far as the energy falls; whether it did.
    fn descend(
        &mut self,
        hulls: [&PosedHull; 2],
        support: Support,
        slopes: &mut Slopes,
        (step, promise): (&Vector4<f64>, f64),
        rounding: f64,
    ) -> bool {
        let mut part = 1.0;
        let is_rounding = promise <= rounding * slopes.energy;
        for _ in 0..HALVINGS {
            let to = Self {
                n: self.n + step.xyz() * part,
                o: self.o + step.w * part,
            };
            let there = to.slopes(hulls, support);
            if there.energy <= slopes.energy - ARMIJO * part * promise
                || is_rounding && there.energy.is_finite()
            {
                *self = to;
                *slopes = there;
                return true;
            }
            part *= 0.5;
        }
        false
    }

    /// Returns energy and derivatives; an infinite energy where an argument is not positive.
    fn slopes(&self, hulls: [&PosedHull; 2], support: Support) -> Slopes {
        vectorized(
            #[inline(always)]
            || self.slopes_by_lanes(hulls, support),
        )
    }

    #[inline(always)]
    fn slopes_by_lanes(&self, hulls: [&PosedHull; 2], support: Support) -> Slopes {
        let Support {
            s,
            with_excess,
            shift,
            of_length,
            ..
        } = support;
        let length = self.n.norm();
        let unit = self.n / length;
        let mut out = Slopes {
            energy: 0.0,
            gradient: Vector4::zeros(),
            hessian: Matrix4::zeros(),
        };
        let tangential = nalgebra::Matrix3::identity() - unit * unit.transpose();
        let mut bend = 0.0;
        for (side, hull) in hulls.into_iter().enumerate() {
            let sign = if side == 0 { -1.0 } else { 1.0 };
            for (x, excess) in hull.points.iter().zip(&hull.excess) {
                let radius = match with_excess {
                    true => hull.radius - excess,
                    false => hull.radius,
                };
                let t = (self.argument(side, x, radius) + shift) / s;
                if t <= 0.0 {
                    out.energy = f64::INFINITY;
                    return out;
                }
                if t >= EDGE {
                    continue;
                }
                let [value, slope, curvature] = barrier(t);
                let along = x * sign - unit * radius;
                let row = Vector4::new(along.x, along.y, along.z, sign) / s;
                out.energy += value;
                out.gradient += row * slope;
                out.hessian += row * row.transpose() * curvature;
                bend -= slope * radius / s;
            }
        }
        let s = of_length;
        let t = (1.0 - length) / s;
        if t <= 0.0 {
            out.energy = f64::INFINITY;
            return out;
        }
        let [value, slope, curvature] = barrier(t);
        out.energy += value;
        let mut gradient = out.gradient.fixed_rows_mut::<3>(0);
        gradient -= unit * (slope / s);
        let mut hessian = out.hessian.fixed_view_mut::<3, 3>(0, 0);
        hessian += unit * unit.transpose() * (curvature / (s * s))
            + tangential * ((bend - slope / s) / length);
        out
    }
}

/// Returns the excess with which points start whose least argument is `room`, for a support `s` at which the excess is to be `aim`.
pub fn excess_of(room: f64, s: f64, aim: f64) -> f64 {
    match room + aim < NEAR * s {
        true => ROOM * s - room,
        false => aim,
    }
}

/// Factors a Hessian; a direction in which nothing bends the energy, or that bends it down, takes what it needs of the others.
fn factor(hessian: &Matrix4<f64>) -> Option<nalgebra::Cholesky<f64, nalgebra::Const<4>>> {
    let trace = hessian.trace();
    if !(trace > 0.0 && trace.is_finite()) {
        return None;
    }
    let little = |part: f64| hessian + Matrix4::identity() * (part * trace);
    [1e-15, 1e-12, 1e-9, 1e-6, 1e-3, 1.0]
        .into_iter()
        .find_map(|part| little(part).cholesky())
}
