//! The elimination of the sides: from two four-ports to the response of contact point and alpha.

use super::Collision;
use super::axes::stiffest_tangent;
use crate::contact::side::Port;
use crate::ipm::DirectionPart;
use crate::linalg::Ldl4;
use crate::math::lanes::Lanes;
use crate::math::{Matrix, Pose, Real, Vector, array, mul, product, zero};
use crate::shape::Rows;

impl<R: Real> Collision<R> {
    /// Condenses both sides, for the poses of the iterate, and factorises the 4x4 sum of their
    /// ports; the port of the first for [`Self::condense_motion`].
    #[inline(always)]
    pub fn condense(&mut self, rows: [&Rows; 2], poses: [&Pose<R>; 2], rho: f64) -> Port<R> {
        let into_ports = [
            self.port_rotation(&poses[0].r),
            self.port_rotation(&poses[1].r),
        ];
        let a = self.sides[0].condense(rows[0], &into_ports[0], rho);
        let b = self.sides[1].condense(rows[1], &into_ports[1], rho);
        let sum: Port<R> = array(|i| array(|k| a[i][k] + b[i][k]));
        self.stiffest = mul(&self.frame, &stiffest_tangent(&sum));
        self.factor = Ldl4::new(&sum);
        let across = |port: &Port<R>| port[1][1] + port[2][2];
        self.soft = across(&b).below(across(&a));
        self.soft_port = array(
            #[inline(always)]
            |i| self.softer(&a[i], &b[i]),
        );
        a
    }

    /// Returns the matrix that takes vectors of a body with that `rotation` into the port frame.
    #[inline(always)]
    pub(super) fn port_rotation(&self, rotation: &Matrix<R>) -> Matrix<R> {
        product(&self.frame.transpose(), rotation)
    }

    /// Condenses the constants of the corrector.
    #[inline(always)]
    pub fn condense_corrector(&mut self) {
        for s in 0..2 {
            self.sides[s].condense_corrector();
        }
    }

    /// Solves for the answer to the relative motion of the bodies, with the `port` that
    /// [`Self::condense`] returns.
    #[inline(always)]
    pub fn condense_motion(&mut self, port: &Port<R>) {
        // The pushes turn with their bodies: sum of push x dtheta, by relative rotation and that of
        // the second body.
        let push = self.push[0];
        let off_balance = push + self.push[1];
        let f = &self.frame;
        let [x, y, z] = [0, 1, 2].map(|i| Vector::new(f[(0, i)], f[(1, i)], f[(2, i)]));
        let none = zero();
        let mut rhs = [
            motion_row(f, &port[0], &push.cross(&x), &off_balance.cross(&x)),
            motion_row(f, &port[1], &push.cross(&y), &off_balance.cross(&y)),
            motion_row(f, &port[2], &push.cross(&z), &off_balance.cross(&z)),
            motion_row(f, &port[3], &none, &none),
        ];
        self.factor.solve(&mut rhs);
        for (k, motion_response) in self.motion_response.iter_mut().enumerate() {
            for (motion_response, row) in motion_response.iter_mut().zip(&rhs) {
                *motion_response = row.0[k];
            }
        }
    }

    /// Returns the port frame: columns contact normal, stiff and soft tangent, world.
    pub fn port_frame(&self) -> &Matrix<R> {
        &self.frame
    }

    /// Returns whether the second side is the one that is softer along the face.
    pub fn soft(&self) -> R::Mask {
        self.soft
    }

    /// Returns the first three rows of the port of the softer side.
    #[inline(always)]
    pub fn soft_port(&self) -> &[[R; 4]; 3] {
        &self.soft_port
    }

    /// Returns the constants of the port of the softer side.
    #[inline(always)]
    pub fn soft_constants(&self, part: DirectionPart) -> [R; 4] {
        let (a, b) = (self.sides[0].constants(), self.sides[1].constants());
        self.softer(&a[part], &b[part])
    }

    /// Returns the push on the softer side.
    #[inline(always)]
    pub fn soft_push(&self) -> Vector<R> {
        let [a, b] = &self.push;
        self.softer(&(*a).into(), &(*b).into()).into()
    }

    #[inline(always)]
    fn softer<const N: usize>(&self, a: &[R; N], b: &[R; N]) -> [R; N] {
        array(
            #[inline(always)]
            |k| R::choose(self.soft, b[k], a[k]),
        )
    }
}

/// Returns a row over relative translation, relative rotation and the rotation of the second body: for the
/// translation that of a port, turned out of its `frame`.
#[inline(always)]
fn motion_row<R: Real>(
    frame: &Matrix<R>,
    port: &[R; 4],
    turned: &Vector<R>,
    second: &Vector<R>,
) -> Lanes<9, R> {
    let moved = mul(frame, &Vector::new(port[0], port[1], port[2]));
    let [a, b, c] = (*turned).into();
    let [d, e, f] = (*second).into();
    Lanes([moved.x, moved.y, moved.z, a, b, c, d, e, f])
}
