//! The derivatives of the radius of a patch, by forward differentiation: dual numbers go through the same formula
//! once the deep problem has been differentiated by the implicit function theorem.

use super::deep::{Coefficients, Deep, DeepSide, Given};
use super::posed::{PosedBody, turned};
use super::{At, DEEP, Patch, REACH, axes};
use crate::contact::setup::collision_start;
use crate::contact::terms::ShapeChange;
use crate::math::lanes::{Lanes, Lanes3, cross, dot, minus};
use crate::math::{Dual, Number, Variation, Vec3};

/// The derivatives of a radius with respect to the motion of the first body relative to the second at the predicted pose,
/// and what others need.
#[derive(Debug, Clone)]
pub struct PatchRates {
    deep: Deep,
    /// The derivatives of the radius with respect to translation and rotation of the first body, and to
    /// the contact point of the prediction, world.
    motion: [f64; 9],
    inscribed: f64,
}

impl Patch {
    /// Returns the derivatives of the radius that [`Patch::radius`] has returned last for the same pair, if it is
    /// within reach.
    pub fn rates(&self, at: At<'_>) -> Option<PatchRates> {
        if at.least_gap() >= REACH {
            return None;
        }
        let poses = at.poses.map(|pose| *pose);
        let seeding = poses[at.smaller()].r;
        let [_, _, n] = axes(&self.collision, &seeding);
        let sides = [0, 1].map(|s| {
            let side = &self.collision.sides[s];
            DeepSide {
                rows: at.rows[s].clone(),
                eps: side.eps().to_vec(),
                s: side.cone.s().to_vec(),
                z: side.cone.z().to_vec(),
            }
        });
        let deep = Deep {
            p: self.collision.p,
            alpha: self.collision.alpha,
            sides,
            poses,
            seed: crate::math::least_aligned(&seeding.tr_mul(&n)),
            complementarity: collision_start(DEEP, at.inscribed),
            soft: at.prediction.point().p,
            reach: at.reach(),
            smaller: (at.smaller(), at.radii[at.smaller()]),
        };
        let unit = |k: usize| std::array::from_fn(|i| if i == k { 1.0 } else { 0.0 });
        let moving = PosedBody {
            x: [0, 1, 2].map(|k| Dual::new(poses[0].x[k], unit(k))),
            r: turned(&poses[0].r, [3, 4, 5].map(unit)),
        };
        let soft = [0, 1, 2].map(|k| Dual::new(deep.soft[k], unit(6 + k)));
        let rows = deep.sides.each_ref().map(|side| Coefficients {
            h0: &side.rows.h0,
            g: &side.rows.g,
        });
        let given = Given {
            bodies: [&moving, &PosedBody::fixed(&poses[1])],
            complementarity: Dual::constant(deep.complementarity),
            soft,
            largest: Dual::constant(deep.smaller.1),
        };
        let found = deep.radius(&given, &rows);
        Some(PatchRates {
            motion: found.rates,
            deep,
            inscribed: at.inscribed,
        })
    }
}

impl PatchRates {
    /// Returns the change of the radius when the bodies move so at the prediction, and the contact point there changes by `dp`.
    pub fn along<const N: usize>(
        &self,
        motion: [&Variation<N>; 2],
        dp: &Lanes3<N>,
        shape: Option<&ShapeChange>,
    ) -> Lanes<N> {
        // The motion of the first body as the second sees it.
        let [a, b] = motion;
        let seen = |at: &Vec3, moved: &Lanes3<N>| {
            let between = at - self.deep.poses[1].x;
            minus(moved, &minus(&b.dx, &cross(&between, &b.dtheta)))
        };
        let moved = seen(&self.deep.poses[0].x, &a.dx);
        let soft = seen(&self.deep.soft, dp);
        let turned = minus(&a.dtheta, &b.dtheta);
        let part = |k: usize| Vec3::from_column_slice(&self.motion[3 * k..3 * k + 3]);
        let mut rate = dot(&part(0), &moved) + dot(&part(1), &turned) + dot(&part(2), &soft);
        if let Some(change) = shape {
            rate = rate + Lanes::first(self.deep.shape_rate(change, self.inscribed));
        }
        rate
    }
}
