//! Pose and velocity of a body at the end of a step, and small changes of them.

use super::lanes::{Lanes, Lanes3};
use super::{Mat3, Matrix, Real, Vec3, Vector, mul};

/// Pose of a body's centre-of-mass frame, in the units of the model.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pose<R: Real = f64> {
    /// The position.
    pub x: Vector<R>,
    /// The rotation matrix, body to world.
    pub r: Matrix<R>,
}

impl Pose {
    /// The pose of the world's own frame.
    pub const WORLD: Self = Self {
        x: Vec3::new(0.0, 0.0, 0.0),
        r: Mat3::new(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0),
    };
}

impl<R: Real> Pose<R> {
    /// Returns a body point in the world.
    #[inline(always)]
    pub fn point_in_world(&self, y: &Vec3) -> Vector<R> {
        self.x + mul(&self.r, &Vector::new(R::of(y.x), R::of(y.y), R::of(y.z)))
    }
}

/// Pose at the end of the step and interval velocity of a body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Kinematics<R: Real = f64> {
    /// Pose at the end of the step.
    pub pose: Pose<R>,
    /// The position from which a motion that is unknown starts: `h` `v` before that of the pose; that of the pose when it is known.
    pub start: Vector<R>,
    /// The linear velocity, world.
    pub v: Vector<R>,
    /// The angular velocity, world.
    pub omega: Vector<R>,
    /// How the angular velocity answers to phi, where h phi is a small world rotation of the pose.
    pub domega_dphi: Matrix<R>,
    /// Length of the step when the motion is unknown, else 0.
    pub h: f64,
}

impl<R: Real> Kinematics<R> {
    /// Returns the kinematics of the world's own frame.
    pub fn world() -> Self {
        Self {
            pose: Pose {
                x: Vector::zeros(),
                r: Matrix::identity(),
            },
            start: Vector::zeros(),
            v: Vector::zeros(),
            omega: Vector::zeros(),
            domega_dphi: Matrix::identity(),
            h: 0.0,
        }
    }
}

/// A small change of a body's kinematics, in several lanes.
#[derive(Debug, Clone, Copy)]
pub struct Variation<const N: usize> {
    /// The change of the position.
    pub dx: Lanes3<N>,
    /// The change of the rotation as a world rotation vector.
    pub dtheta: Lanes3<N>,
    /// The change of the velocity.
    pub dv: Lanes3<N>,
    /// The change of the angular velocity, world.
    pub domega: Lanes3<N>,
}

impl Variation<1> {
    /// Returns the motion along (velocity, phi), where h phi is the world rotation of the pose, over a step `h`;
    /// domega = `domega_dphi` phi.
    pub fn along(motion: &[f64; 6], h: f64, domega_dphi: &Mat3) -> Self {
        let [v, phi] = [0, 3].map(|k| Vec3::new(motion[k], motion[k + 1], motion[k + 2]));
        let lanes = |v: Vec3| [0, 1, 2].map(|i| Lanes([v[i]]));
        Self {
            dx: lanes(v * h),
            dtheta: lanes(phi * h),
            dv: lanes(v),
            domega: lanes(domega_dphi * phi),
        }
    }
}

impl<const N: usize> std::ops::Mul<f64> for Variation<N> {
    type Output = Self;
    fn mul(self, factor: f64) -> Self {
        self.map(|x| x.map(|lanes| lanes * factor))
    }
}

impl<const N: usize> Variation<N> {
    /// Applies `f` to every vector.
    fn map<const M: usize>(&self, f: impl Fn(&Lanes3<N>) -> Lanes3<M>) -> Variation<M> {
        Variation {
            dx: f(&self.dx),
            dtheta: f(&self.dtheta),
            dv: f(&self.dv),
            domega: f(&self.domega),
        }
    }

    /// Returns some lanes, scaled, in front: (lane, factor).
    pub fn picked(&self, lanes: &[(usize, f64)]) -> Self {
        self.map(|x| {
            let mut out = Lanes::ZERO3;
            for (out, x) in out.iter_mut().zip(x) {
                for (to, &(lane, factor)) in lanes.iter().enumerate() {
                    out.0[to] = x.0[lane] * factor;
                }
            }
            out
        })
    }

    /// Returns the motion along combinations of the lanes: row k of `map` says how much of lane k every combination has.
    pub fn combined(&self, map: &[Lanes<N>; N]) -> Self {
        self.map(|x| [0, 1, 2].map(|i| x[i].combined(map)))
    }

    /// Returns the first lane alone, in the first of `M`.
    pub fn widened<const M: usize>(&self) -> Variation<M> {
        self.map(|x| [0, 1, 2].map(|i| Lanes::first(x[i].0[0])))
    }

    /// Returns the sum.
    pub fn plus(&self, other: &Self) -> Self {
        use super::lanes::plus;
        Self {
            dx: plus(&self.dx, &other.dx),
            dtheta: plus(&self.dtheta, &other.dtheta),
            dv: plus(&self.dv, &other.dv),
            domega: plus(&self.domega, &other.domega),
        }
    }

    /// No change.
    pub const NONE: Self = Self {
        dx: Lanes::ZERO3,
        dtheta: Lanes::ZERO3,
        dv: Lanes::ZERO3,
        domega: Lanes::ZERO3,
    };

    /// Returns the unit motions of a body in lanes `first`..`first` + 6: velocity (3) and phi (3), where h phi
    /// is the world rotation of the pose, over a step `h`; domega = `domega_dphi` phi.
    pub fn columns(first: usize, h: f64, domega_dphi: &Mat3) -> Self {
        let mut out = Self::NONE;
        for i in 0..3 {
            out.dx[i].0[first + i] = h;
            out.dv[i].0[first + i] = 1.0;
            out.dtheta[i].0[first + 3 + i] = h;
            for j in 0..3 {
                out.domega[i].0[first + 3 + j] = domega_dphi[(i, j)];
            }
        }
        out
    }
}
