//! Where a body is and how it moves, as numbers that can be added, and their derivatives.

use crate::dynamics::BodySetup;
use crate::math::lanes::{Lanes, Lanes3, apply, cross, dot, minus, plus, scale};
use crate::math::{Kinematics, Mat3, Pose, Rot, Variation, Vec3};
use nalgebra::Quaternion;

/// Pose and velocity of a body, or an increment of them, in the units of the model. A quaternion between the stages of a step is not
/// of length 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// The position, world.
    pub x: Vec3,
    /// The rotation, body to world.
    pub q: Quaternion<f64>,
    /// The velocity, world.
    pub v: Vec3,
    /// The angular velocity, body frame.
    pub w: Vec3,
}

impl Point {
    /// No increment.
    pub const ZERO: Self = Self {
        x: Vec3::new(0.0, 0.0, 0.0),
        q: Quaternion::new(0.0, 0.0, 0.0, 0.0),
        v: Vec3::new(0.0, 0.0, 0.0),
        w: Vec3::new(0.0, 0.0, 0.0),
    };

    /// Returns where a body starts.
    pub fn start(setup: &BodySetup) -> Self {
        Self {
            x: setup.x,
            q: setup.q.lane(0).into_inner(),
            v: setup.v,
            w: setup.w,
        }
    }

    /// Returns the point after `factor` times an increment.
    pub fn after(&self, factor: f64, by: &Self) -> Self {
        Self {
            x: self.x + by.x * factor,
            q: self.q + by.q * factor,
            v: self.v + by.v * factor,
            w: self.w + by.w * factor,
        }
    }

    /// Returns the rotation.
    pub fn rotation(&self) -> Rot {
        Rot::from_quaternion(self.q)
    }

    /// Returns the increment of the pose over a step `h` at its velocities: h v and h q w / 2.
    pub fn drift(&self, h: f64) -> Self {
        Self {
            x: self.v * h,
            q: self.q * Quaternion::from_imag(self.w) * (0.5 * h),
            ..Self::ZERO
        }
    }

    /// Returns the kinematics of a moving body in a step `h`.
    pub fn kinematics(&self, h: f64) -> Kinematics {
        let r = self.rotation().to_rotation_matrix().into_inner();
        Kinematics {
            pose: Pose { x: self.x, r },
            start: self.x - self.v * h,
            v: self.v,
            omega: r * self.w,
            domega_dphi: Mat3::identity(),
            h,
        }
    }

    /// Returns whether all numbers are finite.
    pub fn is_finite(&self) -> bool {
        let q = self.q.coords;
        let numbers = [self.x.sum(), q.sum(), self.v.sum(), self.w.sum()];
        numbers.iter().all(|x| x.is_finite()) && q.norm_squared() > 0.0
    }
}

/// Derivatives of a [`Point`], in several lanes.
#[derive(Debug, Clone, Copy)]
pub struct PointRates<const N: usize> {
    /// The change of the position.
    pub x: Lanes3<N>,
    /// The change of the quaternion: its real part and its imaginary part.
    pub q: (Lanes<N>, Lanes3<N>),
    /// The change of the velocity.
    pub v: Lanes3<N>,
    /// The change of the angular velocity, body frame.
    pub w: Lanes3<N>,
}

impl<const N: usize> PointRates<N> {
    /// Nothing changes.
    pub const ZERO: Self = Self {
        x: Lanes::ZERO3,
        q: (Lanes::ZERO, Lanes::ZERO3),
        v: Lanes::ZERO3,
        w: Lanes::ZERO3,
    };

    /// Returns the change after `factor` times an increment that changes by `by`.
    pub fn after(&self, factor: f64, by: &Self) -> Self {
        let moved = |a: &Lanes3<N>, b: &Lanes3<N>| plus(a, &b.map(|lanes| lanes * factor));
        Self {
            x: moved(&self.x, &by.x),
            q: (self.q.0 + by.q.0 * factor, moved(&self.q.1, &by.q.1)),
            v: moved(&self.v, &by.v),
            w: moved(&self.w, &by.w),
        }
    }

    /// Returns the change of [`Point::drift`] at a point.
    pub fn drift(&self, at: &Point, h: f64) -> Self {
        let (q, turn) = (&self.q, &self.w);
        let imag = at.q.imag();
        let real = Lanes::ZERO - dot(&at.w, &q.1) - dot(&imag, turn);
        let own = minus(&scale(&at.w, q.0), &cross(&at.w, &q.1));
        let by_spin = plus(&turn.map(|lanes| lanes * at.q.w), &cross(&imag, turn));
        let half = 0.5 * h;
        Self {
            x: self.v.map(|lanes| lanes * h),
            q: (real * half, plus(&own, &by_spin).map(|lanes| lanes * half)),
            ..Self::ZERO
        }
    }

    /// Returns the motion of the body at a point, world.
    pub fn variation(&self, at: &Point) -> Variation<N> {
        let r = at.rotation().to_rotation_matrix().into_inner();
        let dtheta = self.turn(at);
        // omega = R w, and R turns.
        let domega = minus(&apply(&r, &self.w), &cross(&(r * at.w), &dtheta));
        Variation {
            dx: self.x,
            dtheta,
            dv: self.v,
            domega,
        }
    }

    /// Returns the world rotation vector: 2 Im(dq q*) / |q|^2.
    pub fn turn(&self, at: &Point) -> Lanes3<N> {
        let imag = at.q.imag();
        let (s, v) = &self.q;
        let straight = minus(&v.map(|lanes| lanes * at.q.w), &scale(&imag, *s));
        let factor = 2.0 / at.q.norm_squared();
        plus(&straight, &cross(&imag, v)).map(|lanes| lanes * factor)
    }

    /// Changes a tangent of the start of a moving body by `unit` in lane `to`: position, turn (body frame), velocity or angular velocity
    /// (body frame). A planar body has what lies in its plane of its velocities.
    pub fn seed(&mut self, setup: &BodySetup, tangent: usize, unit: f64, to: usize) {
        let axis = Vec3::ith(tangent % 3, unit);
        let q = setup.q.lane(0);
        let normal = setup.plane_normal();
        let own = normal.map(|n| q.inverse_transform_vector(&n));
        match tangent / 3 {
            0 => put(&mut self.x, &axis, to),
            1 => {
                let change = q.into_inner() * Quaternion::from_imag(axis * 0.5);
                self.q.0.0[to] = change.w;
                put(&mut self.q.1, &change.imag(), to);
                if let Some(own) = own {
                    put(&mut self.w, &(own.cross(&axis) * own.dot(&setup.w)), to);
                }
            }
            2 => {
                let out_of_plane = normal.map_or(Vec3::zeros(), |n| n * n.dot(&axis));
                put(&mut self.v, &(axis - out_of_plane), to);
            }
            _ => put(
                &mut self.w,
                &own.map_or(axis, |own| own * own.dot(&axis)),
                to,
            ),
        }
    }

    /// Adds `factor` times an increment in lane `to`.
    pub fn stretch(&mut self, by: &Point, factor: f64, to: usize) {
        let imag = by.q.imag();
        let vectors = [
            (&mut self.x, &by.x),
            (&mut self.q.1, &imag),
            (&mut self.v, &by.v),
            (&mut self.w, &by.w),
        ];
        for (lanes, vector) in vectors {
            put(lanes, &(vector * factor), to);
        }
        self.q.0.0[to] += by.q.w * factor;
    }
}

/// Adds a vector in lane `to`.
pub fn put<const N: usize>(lanes: &mut Lanes3<N>, vector: &Vec3, to: usize) {
    for (lanes, value) in lanes.iter_mut().zip(vector) {
        lanes.0[to] += value;
    }
}
