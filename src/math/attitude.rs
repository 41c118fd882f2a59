//! A rotation as a unit quaternion, of one world or of several: the operations of a step, in the
//! order in which nalgebra does them for one.

use super::{Matrix, Real, Rot, Vector};

/// A unit quaternion: i, j, k, w.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Attitude<R: Real = f64>([R; 4]);

impl<R: Real> Attitude<R> {
    /// Returns the attitudes that `of` gives for every world.
    pub fn by_lane(rotation: impl Fn(usize) -> Rot) -> Self {
        let mut out = [R::ZERO; 4];
        for lane in 0..R::LANES {
            let q = rotation(lane);
            for (to, from) in out.iter_mut().zip([q.i, q.j, q.k, q.w]) {
                to.set_lane(lane, from);
            }
        }
        Self(out)
    }

    /// Changes that of one world.
    pub fn set_lane(&mut self, lane: usize, other: &Attitude) {
        for (to, from) in self.0.iter_mut().zip(other.0) {
            to.set_lane(lane, from);
        }
    }

    /// Returns the attitude of one world.
    pub fn lane(&self, lane: usize) -> Rot {
        let [i, j, k, w] = self.0.map(|x| x.lane(lane));
        Rot::new_unchecked(nalgebra::Quaternion::new(w, i, j, k))
    }

    /// Returns the rotation over a step `h` at Cayley rate `w`: see [`cayley`](super::cayley).
    #[inline(always)]
    pub fn cayley(w: &Vector<R>, h: f64) -> Self {
        let a = w * R::of(0.5 * h);
        let norm = ((a.x * a.x + a.z * a.z) + (a.y * a.y + R::ONE)).sqrt();
        Self([a.x / norm, a.y / norm, a.z / norm, R::ONE / norm])
    }

    /// Returns the first `other`, then this one.
    #[inline(always)]
    pub fn after(&self, other: &Self) -> Self {
        let (a, b) = (&self.0, &other.0);
        Self([
            a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
            a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
            a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
            a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
        ])
    }

    /// Returns the rotation matrix.
    #[inline(always)]
    pub fn matrix(&self) -> Matrix<R> {
        let [i, j, k, w] = self.0;
        let [ww, ii, jj, kk] = [w * w, i * i, j * j, k * k];
        let [ij, wk, wj] = [i * j * 2.0, w * k * 2.0, w * j * 2.0];
        let [ik, jk, wi] = [i * k * 2.0, j * k * 2.0, w * i * 2.0];
        Matrix::new(
            ww + ii - jj - kk,
            ij - wk,
            wj + ik,
            wk + ij,
            ww - ii + jj - kk,
            jk - wi,
            ik - wj,
            wi + jk,
            ww - ii - jj + kk,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::Attitude;
    use crate::math::{Four, Real, Rot, Vec3, cayley};
    use rand::{Rng, SeedableRng, rngs::StdRng};

    #[test]
    fn four_rotations_have_the_bits_of_each() {
        let mut random = StdRng::seed_from_u64(4);
        let mut any = || Vec3::from_fn(|_, _| random.random_range(-2.0..2.0));
        for _ in 0..200 {
            let starts: [Rot; 4] = std::array::from_fn(|_| Rot::new(any()));
            let spins: [Vec3; 4] = std::array::from_fn(|_| any());
            let spin = Vec3::zeros().map(|_: f64| Four::ZERO);
            let mut spin = spin;
            for i in 0..3 {
                spin[i] = Four::by_lane(|k| spins[k][i]);
            }
            let start = Attitude::<Four>::by_lane(|k| starts[k]);
            let end = start.after(&Attitude::cayley(&spin, 0.1));
            let matrix = end.matrix();
            for k in 0..4 {
                let alone = starts[k] * cayley(&spins[k], 0.1);
                let one = Attitude::<f64>::by_lane(|_| starts[k]);
                let one = one.after(&Attitude::cayley(&spins[k], 0.1));
                assert_eq!(alone, end.lane(k));
                assert_eq!(alone, one.lane(0));
                let turned = alone.to_rotation_matrix().into_inner();
                assert_eq!(turned, matrix.map(|x| x.lane(k)));
                assert_eq!(turned, one.matrix());
            }
        }
    }
}
