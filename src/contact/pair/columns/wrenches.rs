//! Rows over the relative motion expanded to the columns of both bodies, and the wrenches of a pair.

use super::BOTH;
use crate::contact::detection::Detection;
use crate::contact::pair::Pair;
use crate::math::lanes::{Lanes, Lanes3};
use crate::math::{Kinematics, Real, Vector, array};

impl<D: Detection<R>, R: Real> Pair<D, R> {
    /// Returns three rows over the columns of the bodies over a step `h`.
    #[inline(always)]
    pub(super) fn expand<const L: usize, const N: usize>(
        &self,
        rows: &Lanes3<L, R>,
        h: R,
    ) -> [[R; N]; 3] {
        let [x, y, z] = rows;
        [
            self.expand_row(x, h),
            self.expand_row(y, h),
            self.expand_row(z, h),
        ]
    }

    #[inline(always)]
    fn expand_row<const L: usize, const N: usize>(&self, row: &Lanes<L, R>, h: R) -> [R; N] {
        let xi = Vector::new(row.0[0], row.0[1], row.0[2]) * h;
        let theta = Vector::new(row.0[3], row.0[4], row.0[5]) * h;
        let mut out = [R::ZERO; N];
        out[..3].copy_from_slice(xi.as_slice());
        out[3..6].copy_from_slice((self.collision.arm(0).cross(&xi) + theta).as_slice());
        if L == BOTH {
            let second = Vector::new(row.0[6], row.0[7], row.0[8]) * h;
            let turned = second - theta - self.collision.arm(1).cross(&xi);
            out[6..9].copy_from_slice((-xi).as_slice());
            out[9..].copy_from_slice(turned.as_slice());
        }
        out
    }

    /// Writes the wrenches on both bodies from the change of the impulse and of its moment about the contact
    /// point, carried along by the second body's material.
    #[inline(always)]
    pub(super) fn write_wrenches<const L: usize, const N: usize>(
        &self,
        force: &[[R; N]; 3],
        twist: &[[R; N]; 3],
        constants: [&Lanes3<L, R>; 2],
        bodies: [&Kinematics<R>; 2],
        visit: &mut impl FnMut(usize, &[R], [R; 2]),
    ) {
        let (f, h) = (self.impulse, R::of(bodies[0].h));
        let second = self.collision.arm(1);
        for s in 0..N / 6 {
            let sign = R::of(if s == 0 { self.mass } else { -self.mass });
            let r = self.collision.arm(s);
            for i in 0..3 {
                let (j, k) = ((i + 1) % 3, (i + 2) % 3);
                let (mut pushed, mut turned) = ([R::ZERO; N], [R::ZERO; N]);
                for c in 0..N {
                    pushed[c] = force[i][c] * sign;
                    let swept = r[j] * force[k][c] - r[k] * force[j][c];
                    turned[c] = (swept + twist[i][c]) * sign;
                }
                // The centre of the first body moves away under the contact point, which is carried
                // along by the second.
                let scale = sign * h;
                if s == 0 {
                    turned[j] -= f[k] * scale;
                    turned[k] += f[j] * scale;
                    if L == BOTH {
                        turned[6 + j] += f[k] * scale;
                        turned[6 + k] -= f[j] * scale;
                    }
                }
                if L == BOTH {
                    // - f x (phi x r) = r (f.phi) - phi (f.r).
                    for c in 0..3 {
                        turned[9 + c] += second[i] * f[c] * scale;
                    }
                    turned[9 + i] -= second.dot(&f) * scale;
                }
                let [force, twist] = constants;
                let lanes = [L - 2, L - 1];
                let constants = array(
                    #[inline(always)]
                    |c| force[i].0[lanes[c]] * sign,
                );
                visit(6 * s + i, &pushed, constants);
                let constants = array(
                    #[inline(always)]
                    |c| {
                        let (y, z) = (force[j].0[lanes[c]], force[k].0[lanes[c]]);
                        (r[j] * z - r[k] * y + twist[i].0[lanes[c]]) * sign
                    },
                );
                visit(6 * s + 3 + i, &turned, constants);
            }
        }
    }
}
