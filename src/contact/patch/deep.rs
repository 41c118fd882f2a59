//! The solution of the deep problem, and the radius of the patch there as a function of poses, rows and relaxation.

use super::posed::{PosedBody, Vector3};
use super::rows::{Coefficient, SideRows};
use super::{DEEP, ROOM, fade, radius, second_moments, share};
use crate::contact::setup::collision_start_rate;
use crate::contact::terms::ShapeChange;
use crate::math::three::{outer, product, unit};
use crate::math::{Dual, Number, Pose, Vec3};
use crate::shape::{Column, Rows};
use nalgebra::DMatrix;

/// The solution of the deep problem.
#[derive(Debug, Clone)]
pub(super) struct Deep {
    pub(super) p: Vec3,
    pub(super) alpha: f64,
    pub(super) sides: [DeepSide; 2],
    pub(super) poses: [Pose; 2],
    pub(super) seed: Vec3,
    pub(super) complementarity: f64,
    /// The contact point of the prediction.
    pub(super) soft: Vec3,
    /// The sum of the bounding radii.
    pub(super) reach: f64,
    /// The smaller part and its bounding radius.
    pub(super) smaller: (usize, f64),
}

/// Rows, auxiliaries, slacks and duals of a side there.
#[derive(Debug, Clone)]
pub(super) struct DeepSide {
    pub(super) rows: Rows,
    pub(super) eps: Vec<f64>,
    pub(super) s: Vec<f64>,
    pub(super) z: Vec<f64>,
}

/// The radius is a function of these, besides the rows.
pub(super) struct Given<'a, const N: usize> {
    pub(super) bodies: [&'a PosedBody<N>; 2],
    pub(super) complementarity: Dual<N>,
    /// The contact point of the prediction, world.
    pub(super) soft: Vector3<N>,
    /// The bounding radius of the smaller part.
    pub(super) largest: Dual<N>,
}

/// Coefficients of rows, plain or with derivatives.
pub(super) struct Coefficients<'a, C> {
    pub(super) h0: &'a [C],
    pub(super) g: &'a [C],
}

/// Contact point, alpha and the auxiliaries of both sides with derivatives.
struct Unknowns<const N: usize> {
    p: Vector3<N>,
    alpha: Dual<N>,
    eps: [Vec<Dual<N>>; 2],
}

/// Slacks and duals of a side with derivatives.
struct State<const N: usize> {
    s: Vec<Dual<N>>,
    z: Vec<Dual<N>>,
}

impl Deep {
    /// Returns the change of the radius per unit of a shape parameter.
    pub(super) fn shape_rate(&self, change: &ShapeChange, inscribed: f64) -> f64 {
        let lift = |x: &[f64]| x.iter().map(|x| Dual::<1>::constant(*x)).collect();
        let mut lifted: [(Vec<Dual<1>>, Vec<Dual<1>>); 2] = self
            .sides
            .each_ref()
            .map(|side| (lift(&side.rows.h0), lift(&side.rows.g)));
        let width = self.sides[change.side].rows.width();
        let (h0, g) = &mut lifted[change.side];
        for entry in &change.rows {
            let (own, value) = match entry.column {
                Column::Constant => (&mut h0[entry.row], entry.value / change.length),
                Column::Y(k) => (&mut g[entry.row * width + k], entry.value),
                Column::Alpha => (&mut g[entry.row * width + 3], entry.value / change.length),
                Column::Aux(k) => (&mut g[entry.row * width + 4 + k], entry.value),
            };
            own.rates[0] += value;
        }
        let rows = lifted.each_ref().map(|(h0, g)| Coefficients { h0, g });
        let rate = collision_start_rate(DEEP, inscribed, change.inscribed_radius);
        let bodies = self.poses.each_ref().map(PosedBody::fixed);
        let (smaller, largest) = self.smaller;
        let grows = if smaller == change.side {
            change.bounding_radius
        } else {
            0.0
        };
        let given = Given {
            bodies: bodies.each_ref(),
            complementarity: Dual::new(self.complementarity, [rate]),
            soft: [0, 1, 2].map(|k| Dual::constant(self.soft[k])),
            largest: Dual::new(largest, [grows]),
        };
        self.radius(&given, &rows).rates[0]
    }

    /// Returns the radius with its derivatives.
    pub(super) fn radius<const N: usize, C: Coefficient<Dual<N>>>(
        &self,
        given: &Given<'_, N>,
        rows: &[Coefficients<'_, C>; 2],
    ) -> Dual<N> {
        let bodies = given.bodies;
        let lift = |eps: &[f64]| eps.iter().map(|e| Dual::constant(*e)).collect();
        let mut at = Unknowns {
            p: [0, 1, 2].map(|k| Dual::constant(self.p[k])),
            alpha: Dual::constant(self.alpha),
            eps: self.sides.each_ref().map(|side| lift(&side.eps)),
        };
        let mut steps = self.unknown_rates(given, rows, &at).into_iter();
        let mut advance = |x: &mut Dual<N>| x.rates = steps.next().expect("one step per unknown");
        at.p.iter_mut().for_each(&mut advance);
        advance(&mut at.alpha);
        at.eps.iter_mut().flatten().for_each(&mut advance);

        let states = [0, 1].map(|s| self.state(s, given, &rows[s], &at));
        let push = push(
            bodies[1],
            &rows[1],
            self.sides[1].rows.width(),
            &states[1].z,
        );
        let n = unit(&push).map(|x| -x);
        let seed = bodies[self.smaller.0].world(&[0, 1, 2].map(|k| Dual::constant(self.seed[k])));
        let t1 = unit(&outer(&seed, &n));
        let t2 = outer(&n, &t1);
        let mut sides = <[SideRows<Dual<N>>; 2]>::default();
        for s in 0..2 {
            let local = [t1, t2, n].map(|axis| bodies[s].local(&axis));
            sides[s].set(&self.sides[s].rows, rows[s].g, &states[s].s, &local);
            sides[s].follow(given.largest * ROOM);
        }
        let off = [0, 1, 2].map(|k| given.soft[k] - at.p[k]);
        let soft = [t1, t2].map(|t| product(&t, &off));
        let least = Dual::constant(1.0 / (2.0 * self.reach));
        let length = Dual::constant(1.0) / product(&push, &push).root().or_larger(least);
        let doubt = self.sides.each_ref().map(|side| share(&side.rows));
        let doubt = given.complementarity * (doubt[0] + doubt[1]);
        let gap = length * (at.alpha - Dual::constant(1.0) - doubt);
        radius(&second_moments(&sides, soft, length, at.alpha)) * fade(gap)
    }

    /// Returns slacks and duals on the central path at the given unknowns, with the values of the solution.
    fn state<const N: usize, C: Coefficient<Dual<N>>>(
        &self,
        side: usize,
        given: &Given<'_, N>,
        rows: &Coefficients<'_, C>,
        at: &Unknowns<N>,
    ) -> State<N> {
        let own = &self.sides[side];
        let (body, eps) = (given.bodies[side], &at.eps[side]);
        let y = body.local(&[0, 1, 2].map(|k| at.p[k] - body.x[k]));
        let one = Dual::constant(1.0);
        let s: Vec<Dual<N>> = (0..own.s.len())
            .map(|i| {
                let g = &rows.g[i * own.rows.width()..];
                let mut slack = rows.h0[i].times(one) + g[3].times(at.alpha);
                for (y, g) in y.iter().chain(eps).zip(g[..3].iter().chain(&g[4..])) {
                    slack += g.times(*y);
                }
                Dual::new(own.s[i], slack.rates)
            })
            .collect();
        let mut z = Vec::with_capacity(s.len());
        let c = given.complementarity * own.rows.relaxation;
        for s in &s[..own.rows.orthant] {
            z.push(c / *s);
        }
        let mut start = own.rows.orthant;
        for dim in &own.rows.socs {
            let cone = &s[start..start + dim];
            let mut det = cone[0] * cone[0];
            for s in &cone[1..] {
                det = det - *s * *s;
            }
            let weight = c / det;
            z.push(cone[0] * weight);
            z.extend(cone[1..].iter().map(|s| -*s * weight));
            start += dim;
        }
        for (z, value) in z.iter_mut().zip(&own.z) {
            z.value = *value;
        }
        State { s, z }
    }

    /// Returns the derivatives of contact point, alpha and auxiliaries: minus the inverse Hessian of the barrier times
    /// those of its gradient at fixed unknowns.
    fn unknown_rates<const N: usize, C: Coefficient<Dual<N>>>(
        &self,
        given: &Given<'_, N>,
        rows: &[Coefficients<'_, C>; 2],
        at: &Unknowns<N>,
    ) -> Vec<[f64; N]> {
        let count = 4 + at.eps[0].len() + at.eps[1].len();
        let mut hessian = DMatrix::zeros(count, count);
        let mut rates = DMatrix::zeros(count, N);
        let mut first = 4;
        for s in 0..2 {
            let own = &self.sides[s];
            let width = own.rows.width();
            let state = self.state(s, given, &rows[s], at);
            let push = push(given.bodies[s], &rows[s], width, &state.z);
            let mut add = |row: usize, sum: &Dual<N>| {
                for (k, rate) in sum.rates.iter().enumerate() {
                    rates[(row, k)] -= rate;
                }
            };
            for (k, push) in push.iter().enumerate() {
                add(k, push);
            }
            for k in 3..width {
                let mut sum = Dual::constant(0.0);
                for (i, z) in state.z.iter().enumerate() {
                    sum += rows[s].g[i * width + k].times(*z);
                }
                add(if k == 3 { 3 } else { first + k - 4 }, &sum);
            }
            own.add_hessian(
                &self.poses[s].r,
                given.complementarity.value,
                first,
                &mut hessian,
            );
            first += own.eps.len();
        }
        let solved = hessian
            .cholesky()
            .map_or_else(|| DMatrix::zeros(count, N), |factor| factor.solve(&rates));
        // The gradient is e_alpha - G^T z.
        let row = |i: usize| std::array::from_fn(|k| -solved[(i, k)]);
        (0..count).map(row).collect()
    }
}

/// Returns the push of a side, world.
fn push<const N: usize, C: Coefficient<Dual<N>>>(
    body: &PosedBody<N>,
    rows: &Coefficients<'_, C>,
    width: usize,
    z: &[Dual<N>],
) -> Vector3<N> {
    let mut local = [Dual::constant(0.0); 3];
    for (z, g) in z.iter().zip(rows.g.chunks_exact(width)) {
        for (sum, g) in local.iter_mut().zip(g) {
            *sum += g.times(*z);
        }
    }
    body.world(&local)
}
