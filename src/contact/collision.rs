//! The collision problem of a pair at given poses: two four-ports that share p and alpha
//! (SL eqs. 14-16 as part of eq. 20).
//!
//! ```text
//! E_p = - sum push_s = 0     E_a = 1 - sum share_s = 0     E_eps = 0     s = h     s o lam = rho_c e
//! ```

use super::side::{Side, larger};
use super::terms::ShapeChange;

use crate::ipm::ConeVars;
use crate::linalg::Cholesky4;
use crate::math::lanes::{Lanes, Lanes3, apply, cross, minus, scale};
use crate::math::{Mat3, Pose, Variation, Vec3, least_aligned_axis, tangents};
use crate::shape::{RowDerivative, Rows};

/// Contact point, scaling and the two sides of a pair.
#[derive(Debug, Default, Clone)]
pub struct Collision {
    /// Contact point, world.
    pub p: Vec3,
    /// Scaling at which the two shapes touch.
    pub alpha: f64,
    /// First and second side.
    pub sides: [Side; 2],
    /// Gy^T lambda of each side in the world.
    pub push: [Vec3; 2],
    ports: [Mat4; 2],
    constants: [[[f64; 4]; 3]; 2],
    factor: Cholesky4,
    rotations: [Mat3; 2],
    /// Columns: contact normal, stiff and soft tangent, world; the frame of the ports.
    frame: Mat3,
    /// The tangent along which the pair was stiffest when last condensed, world, any length.
    pub(super) stiff: Vec3,
    arms: [Vec3; 2],
    dp: [Vec3; 3],
    dalpha: [f64; 3],
}

type Mat4 = [[f64; 4]; 4];

/// How the contact point, alpha and the push answer to a change, in several lanes.
pub struct Response<const N: usize> {
    /// Of the contact point.
    pub dp: Lanes3<N>,
    /// Of alpha.
    pub dalpha: Lanes<N>,
    /// Of the push on the first side.
    pub dpush: Lanes3<N>,
}

impl Collision {
    /// Prepares for the rows of two parts.
    pub fn reset(&mut self, rows: [&Rows; 2]) {
        for (side, rows) in self.sides.iter_mut().zip(rows) {
            side.reset(rows);
        }
        self.stiff = Vec3::zeros();
    }

    /// The rows get the relaxation rho min(1, 1/H), `length` = H.
    pub fn relax(&mut self, length: f64) {
        for side in &mut self.sides {
            side.cone.factor = (1.0 / length).min(1.0);
        }
    }

    /// The cones of both sides.
    pub fn cones(&self) -> [&ConeVars; 2] {
        [&self.sides[0].cone, &self.sides[1].cone]
    }

    /// Residuals and pushes at the current iterate.
    pub fn evaluate(&mut self, rows: [&Rows; 2], poses: [&Pose; 2]) {
        for s in 0..2 {
            self.rotations[s] = poses[s].r;
            self.arms[s] = self.p - poses[s].x;
            let y = poses[s].r.tr_mul(&self.arms[s]);
            self.sides[s].evaluate(rows[s], &y, self.alpha);
            self.push[s] = poses[s].r * self.sides[s].push();
        }
        self.frame = frame_along(&self.push[0], &self.stiff);
    }

    /// E_p and E_a.
    pub fn stationarity(&self) -> (Vec3, f64) {
        let shares = self.sides[0].share() + self.sides[1].share();
        (-(self.push[0] + self.push[1]), 1.0 - shares)
    }

    /// Largest equality residual.
    pub fn residual(&self) -> f64 {
        let (e_p, e_a) = self.stationarity();
        let own = larger(e_p.amax(), e_a.abs());
        let sides = self.sides.iter().map(Side::worst_residual);
        sides.fold(own, larger)
    }

    /// Condenses both sides and factorises the 4x4 sum of their ports.
    pub fn condense(&mut self, rows: [&Rows; 2], rho: f64) {
        let mut sum = [[0.0; 4]; 4];
        for (s, rows) in rows.into_iter().enumerate() {
            let turn = self.frame.tr_mul(&self.rotations[s]);
            self.sides[s].condense(rows, &turn, rho);
            self.ports[s] = self.sides[s].port(rows.width());
            for (sum, port) in sum.iter_mut().zip(&self.ports[s]) {
                for (sum, port) in sum.iter_mut().zip(port) {
                    *sum += port;
                }
            }
            for kind in 0..2 {
                self.constants[s][kind] = self.sides[s].port_constants(kind);
            }
        }
        self.stiff = self.frame * stiffest_tangent(&sum);
        self.factor = Cholesky4::new(&sum);
    }

    /// Constants of the corrector.
    pub fn correct(&mut self) {
        for s in 0..2 {
            self.sides[s].correct();
            self.constants[s][2] = self.sides[s].port_constants(2);
        }
    }

    /// Constants of the ports spread over lanes: lane of kind k gets its constants.
    pub fn constant_lanes<const N: usize>(&self, kinds: &[(usize, usize)]) -> [[Lanes<N>; 4]; 2] {
        let mut out = [[Lanes::ZERO; 4]; 2];
        for (s, out) in out.iter_mut().enumerate() {
            for &(lane, kind) in kinds {
                for (out, constant) in out.iter_mut().zip(&self.constants[s][kind]) {
                    out.0[lane] = *constant;
                }
            }
        }
        out
    }

    /// Answer to the motion of both bodies and to the constants of the ports; `base` marks the
    /// lanes that carry the current residuals.
    pub fn respond<const N: usize>(
        &self,
        motion: &[Variation<N>; 2],
        constants: &[[Lanes<N>; 4]; 2],
        base: Lanes<N>,
    ) -> Response<N> {
        let into = self.frame.transpose();
        let mut rhs = [Lanes::ZERO; 4];
        rhs[3] = -base;
        let (mut first, mut second) = (Lanes::ZERO3, Lanes::ZERO3);
        for s in 0..2 {
            // The material point of body s at p moves by dx + dtheta x (p - x).
            let turned = cross(&self.arms[s], &motion[s].dtheta);
            let moved = apply(&into, &minus(&motion[s].dx, &turned));
            let swept = apply(&into, &cross(&self.push[s], &motion[s].dtheta));
            for i in 0..4 {
                rhs[i] = rhs[i] + constants[s][i];
                for (k, moved) in moved.iter().enumerate() {
                    rhs[i] = rhs[i] + *moved * self.ports[s][i][k];
                }
            }
            for i in 0..3 {
                rhs[i] = rhs[i] - swept[i];
            }
            if s == 0 {
                first = moved;
            } else {
                second = moved;
            }
        }
        self.factor.solve(&mut rhs);
        let [dn, dt1, dt2, dalpha] = rhs;
        let dp = apply(&self.frame, &[dn, dt1, dt2]);
        // Along a direction in which one side is stiff and the other soft, the soft one tells the
        // change of the push without cancellation; the pushes of both sides are opposite.
        let tangential = |s: usize| self.ports[s][1][1] + self.ports[s][2][2];
        let s = usize::from(tangential(1) < tangential(0));
        let side = if s == 0 { first } else { second };
        let relative = minus(&[dn, dt1, dt2], &side);
        let port = &self.ports[s];
        let answer: Lanes3<N> = std::array::from_fn(|i| {
            let mut sum = constants[s][i] - dalpha * port[i][3];
            for k in 0..3 {
                sum = sum - relative[k] * port[i][k];
            }
            sum
        });
        let new = minus(
            &apply(&self.frame, &answer),
            &cross(&self.push[s], &motion[s].dtheta),
        );
        let new = if s == 0 {
            new
        } else {
            minus(&Lanes::ZERO3, &new)
        };
        let dpush = minus(&new, &scale(&self.push[0], base));
        Response { dp, dalpha, dpush }
    }

    /// Constants of both ports per unit of further target.
    pub fn unit_constants(&self) -> [[f64; 4]; 2] {
        [0, 1].map(|s| self.constants[s][1])
    }

    /// Constants of the port of the changed side.
    pub fn shape_shift(&self, change: &ShapeChange) -> [f64; 4] {
        let y = self.rotations[change.side].tr_mul(&self.arms[change.side]);
        self.parameter_shift(change.side, &change.rows, &y, change.length)
    }

    /// Constants of the port of one side when a shape parameter changes: see
    /// `Side::parameter_shift`.
    pub fn parameter_shift(
        &self,
        side: usize,
        derivative: &[RowDerivative],
        y: &Vec3,
        length: f64,
    ) -> [f64; 4] {
        self.sides[side].parameter_shift(derivative, y, self.alpha, length)
    }

    /// Back-substitution of parts of the direction, given as (lane, part), for the `motion` that
    /// led to the response.
    pub fn recover<const N: usize>(
        &mut self,
        motion: &[Variation<N>; 2],
        response: &Response<N>,
        kinds: &[(usize, usize)],
    ) {
        let into = self.frame.transpose();
        for (s, motion) in motion.iter().enumerate() {
            let turned = cross(&self.arms[s], &motion.dtheta);
            let material = minus(&motion.dx, &turned);
            let relative = apply(&into, &minus(&response.dp, &material));
            for &(lane, kind) in kinds {
                let dz = relative.map(|z| z.0[lane]);
                self.sides[s].recover(kind, dz, response.dalpha.0[lane]);
            }
        }
        for &(lane, kind) in kinds {
            self.dp[kind] = Vec3::from_fn(|i, _| response.dp[i].0[lane]);
            self.dalpha[kind] = response.dalpha.0[lane];
        }
    }

    /// Moves by `step` times the direction AFFINE + `excess` UNIT (+ CORRECTOR).
    pub fn advance(&mut self, step: f64, excess: f64, corrected: bool) {
        let with = if corrected { 1.0 } else { 0.0 };
        self.p += (self.dp[0] + self.dp[1] * excess + self.dp[2] * with) * step;
        self.alpha += (self.dalpha[0] + self.dalpha[1] * excess + self.dalpha[2] * with) * step;
        for side in &mut self.sides {
            side.advance(step, excess, corrected);
        }
    }

    /// Arms p - x of the two bodies.
    pub fn arm(&self, side: usize) -> Vec3 {
        self.arms[side]
    }
}

/// A right-handed frame whose first column is along `push` and whose second is nearly along
/// `stiff`, if that is given and not along `push`.
fn frame_along(push: &Vec3, stiff: &Vec3) -> Mat3 {
    let Some(n) = push.try_normalize(1e-12) else {
        return Mat3::identity();
    };
    let t1 = stiff - n * n.dot(stiff);
    let square = t1.norm_squared();
    if square > 0.01 * stiff.norm_squared() {
        let t1 = t1 / square.sqrt();
        return Mat3::from_columns(&[n, t1, n.cross(&t1)]);
    }
    let (t1, t2) = tangents(&n, least_aligned_axis(&n));
    Mat3::from_columns(&[n, t1, t2])
}

/// Principal axis of the tangential block of a port with the larger stiffness, contact frame, any
/// length: across an edge that lies on a face. Along the edge the stiffness is of order rho, across
/// it 1/rho, and only in this frame do the two not mix.
fn stiffest_tangent(port: &Mat4) -> Vec3 {
    let half = 0.5 * (port[1][1] - port[2][2]);
    let mixed = port[1][2];
    let radius = (half * half + mixed * mixed).sqrt();
    if half >= 0.0 {
        Vec3::new(0.0, half + radius, mixed)
    } else {
        Vec3::new(0.0, mixed, radius - half)
    }
}
