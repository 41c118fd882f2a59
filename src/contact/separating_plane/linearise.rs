//! The derivatives of a pair: dual numbers through the formulas of its points, once plane and drift have been differentiated by the implicit
//! function theorem.

use super::SeparatingPlane;
use super::barrier::slope;
use super::change::Change;
use super::pressure::{
    Drift, Interface, Moving, Near, Pushing, centre, mirror, push, rub, slip_on, wrenches,
};
use crate::contact::body_motions::{COLUMNS, Rows12};
use crate::math::three::{Three, difference, product, scaled, sum};
use crate::math::{Dual, Number, vectorized};

/// The linearisation of a pair at its current iterate, in m_ab V.
#[derive(Debug, Clone)]
pub struct Linear {
    /// The derivatives of the wrenches on both bodies.
    pub wrenches: Rows12,
    /// The points and their forces, from which contacts are reported, with the derivatives by the motions.
    pub response: Response<COLUMNS>,
}

/// The forces of the points of a pair, with derivatives.
#[derive(Debug, Clone)]
pub struct Response<const N: usize> {
    /// The points.
    pub points: Vec<Pushing<Dual<N>>>,
    /// The bodies about the middle of the pair.
    pub bodies: [Moving<Dual<N>>; 2],
    /// The plane.
    pub interface: Interface<Dual<N>>,
    /// The distance of the hulls along the normal.
    pub gap: Dual<N>,
    /// Force and torque impulse on both bodies, in m_ab V.
    pub wrenches: [Dual<N>; 12],
}

/// The buffers in which the tangent of a pair is made; N is one more than the number of unknowns, for the way of the excesses.
#[derive(Debug, Clone, Default)]
pub struct Tangent<const N: usize> {
    change: Change<N>,
    response: Response<N>,
}

impl<const N: usize> Default for Response<N> {
    fn default() -> Self {
        let zero = Dual::constant(0.0);
        Self {
            points: Vec::new(),
            bodies: [Moving::default(); 2],
            interface: Interface {
                normal: [zero; 3],
                height: zero,
                length: zero,
            },
            gap: zero,
            wrenches: [zero; 12],
        }
    }
}

impl<const N: usize> Tangent<N> {
    /// Calls `visit` with every row of the tangent of the wrenches, over velocity and phi of the moving bodies, and with what the way of the
    /// excesses does; N is one more than the number of those unknowns.
    pub fn visit(
        &mut self,
        pair: &SeparatingPlane,
        mut visit: impl FnMut(usize, &[f64], [f64; 2]),
    ) {
        pair.unknowns(&mut self.change);
        pair.respond_into(&self.change, &mut self.response);
        let mass = pair.setup.mass;
        for (row, wrench) in self.response.wrenches.iter().enumerate().take(N - 1) {
            let rates = wrench.rates.map(|rate| rate * mass);
            visit(row, &rates[..N - 1], [rates[N - 1], 0.0]);
        }
    }
}

impl SeparatingPlane {
    /// Linearises the pair by the motions of its bodies, once for every iterate.
    pub(super) fn linearise(&mut self) {
        if self.linear.is_some() {
            return;
        }
        let response = self.respond(&self.motions());
        let mut wrenches = Rows12::zeros();
        for (row, value) in response.wrenches.iter().enumerate() {
            for k in 0..COLUMNS {
                wrenches[(row, k)] = value.rates[k];
            }
        }
        self.linear = Some(Box::new(Linear { wrenches, response }));
    }

    /// Returns what the points push when something changes.
    pub(super) fn respond<const N: usize>(&self, change: &Change<N>) -> Response<N> {
        let mut out = Response::default();
        self.respond_into(change, &mut out);
        out
    }

    fn respond_into<const N: usize>(&self, change: &Change<N>, out: &mut Response<N>) {
        vectorized(
            #[inline(always)]
            || self.respond_by_lanes(change, out),
        );
    }

    #[inline(always)]
    fn respond_by_lanes<const N: usize>(&self, change: &Change<N>, out: &mut Response<N>) {
        let constants = self.constants();
        let near = self.near.iter().zip(&change.arms).zip(&change.excesses);
        let near = near.map(|((&(side, _), arm), excess)| Near {
            side,
            arm: *arm,
            radius: change.radii[side] - *excess,
        });
        let ends = [0, 1].map(|side| {
            let arm = &change.arms[self.near.len() + side];
            sum(&change.bodies[side].x, arm)
        });
        let interface = match self.is_ground() {
            true => Interface {
                normal: change.into_ground,
                height: -product(&change.into_ground, &ends[1]),
                length: Dual::constant(1.0),
            },
            false => {
                let own = (&self.interface(), &self.inverse_hessian);
                self.plane_rates(near.clone(), &change.bodies, own)
            }
        };
        let points = &mut out.points;
        points.clear();
        points.reserve(2 * self.near.len());
        // A loop: what goes through the iterators of the standard library does without wide registers.
        for near in near {
            points.push(push(&near, &change.bodies, &interface, &constants));
        }
        let normal = &interface.normal;
        if self.is_published() {
            if self.is_ground() {
                mirror(points);
            }
            let lag = self.lag.iter();
            points.extend(lag.flat_map(|lag| self.friction_rates(lag, change)));
        } else if self.is_ground() {
            rub(points, &constants, |point| {
                slip_on(&change.bodies[1], point, normal)
            });
            mirror(points);
        } else if let Some(own) = &self.drift {
            let drift = self.drift_rates(points, normal, own);
            rub(points, &constants, |point| drift.slip(point, normal));
        }
        let h = self.bodies[0].h;
        let both = wrenches(points, &change.bodies, normal);
        for (side, (force, torque)) in both.iter().enumerate() {
            for k in 0..3 {
                out.wrenches[6 * side + k] = force[k] * h;
                out.wrenches[6 * side + 3 + k] = torque[k] * h;
            }
        }
        let apart = product(normal, &difference(&ends[1], &ends[0]));
        out.gap = apart - change.radii[0] - change.radii[1];
        out.bodies = change.bodies;
        out.interface = interface;
    }

    /// Returns the plane, which follows its points: dp = -H^-1 d(dU/dp).
    #[inline(always)]
    pub(super) fn plane_rates<const N: usize>(
        &self,
        near: impl Iterator<Item = Near<Dual<N>>>,
        bodies: &[Moving<Dual<N>>; 2],
        (own, inverse_hessian): (&Interface<f64>, &nalgebra::Matrix4<f64>),
    ) -> Interface<Dual<N>> {
        let Interface {
            normal,
            height,
            length,
        } = *own;
        let unit = normal.map(Dual::<N>::constant);
        let s = 1.0 / self.support;
        let mut gradient = [Dual::constant(0.0); 4];
        for near in near {
            let x = sum(&bodies[near.side].x, &near.arm);
            let sign = if near.side == 0 { -1.0 } else { 1.0 };
            let radius = near.radius;
            let towards = (product(&unit, &x) + Dual::constant(height)) * sign;
            let t = (towards - radius) * length * s;
            let slope = slope(t) * s;
            let row = difference(&scaled(&x, Dual::constant(sign)), &scaled(&unit, radius));
            let row = [row[0], row[1], row[2], Dual::constant(sign)];
            for (sum, row) in gradient.iter_mut().zip(row) {
                *sum += row * slope;
            }
        }
        let moved = implicit(inverse_hessian, &gradient);
        let mut n = scaled(&unit, Dual::constant(length));
        n.iter_mut()
            .zip(&moved)
            .for_each(|(n, moved)| n.rates = *moved);
        let o = Dual::new(height * length, moved[3]);
        let length = product(&n, &n).root();
        let inverse = Dual::constant(1.0) / length;
        Interface {
            normal: scaled(&n, inverse),
            height: o * inverse,
            length,
        }
    }

    /// Returns the motion of the plane along itself, which follows the points.
    #[inline(always)]
    pub(super) fn drift_rates<const N: usize>(
        &self,
        points: &[Pushing<Dual<N>>],
        normal: &Three<Dual<N>>,
        (own, inverse): &(Drift<f64>, nalgebra::Matrix4<f64>),
    ) -> Drift<Dual<N>> {
        let mut out = Drift {
            u: own.u.map(Dual::constant),
            spin: Dual::constant(own.spin),
            centre: centre(points),
        };
        let slip_speed = self.setup.separating.slip_speed;
        let moved = implicit(inverse, &out.imbalance(points, normal, slip_speed));
        out.u
            .iter_mut()
            .zip(&moved)
            .for_each(|(u, moved)| u.rates = *moved);
        out.spin.rates = moved[3];
        out
    }
}

/// Returns -H^-1 times the derivatives of a gradient.
#[inline(always)]
fn implicit<const N: usize>(
    inverse: &nalgebra::Matrix4<f64>,
    gradient: &[Dual<N>; 4],
) -> [[f64; N]; 4] {
    let mut out = [[0.0; N]; 4];
    for (i, out) in out.iter_mut().enumerate() {
        for (j, gradient) in gradient.iter().enumerate() {
            for (out, rate) in out.iter_mut().zip(&gradient.rates) {
                *out -= inverse[(i, j)] * rate;
            }
        }
    }
    out
}
