//! The collision problem of a pair at given poses: two four-ports that share p and alpha
//! (SL eqs. 14-16 as part of eq. 20).
//!
//! ```text
//! E_p = - sum push_s = 0     E_a = 1 - sum share_s = 0     E_eps = 0     s = h     s o lam = rho_c e
//! ```

use super::side::{Side, larger};
use super::terms::ShapeChange;

use crate::ipm::ConeVars;
use crate::linalg::Ldl4;
use crate::math::lanes::{Lanes, Lanes3, apply, cross, minus, plus, scale};
use crate::math::{
    Mask, Mat3, Matrix, Pose, Real, Variation, Vec3, Vector, array, least_aligned_axis, norm,
    tangents, tr_mul,
};
use crate::shape::{RowDerivative, Rows};

/// A push shorter than this has no direction.
const SHORTEST: f64 = 1e-12;

/// Contact point, scaling and the two sides of a pair.
#[derive(Debug, Clone)]
pub struct Collision<R: Real = f64> {
    /// Contact point, world.
    pub p: Vector<R>,
    /// Scaling at which the two shapes touch.
    pub alpha: R,
    /// First and second side.
    pub sides: [Side<R>; 2],
    /// Gy^T lambda of each side in the world.
    pub push: [Vector<R>; 2],
    factor: Ldl4<R>,
    /// Whether the second side is softer along the face. The softer one tells the change of the push without
    /// cancellation, where one side is stiff, like 1/rho, and the other soft, like rho; the pushes
    /// of both sides are opposite.
    soft: R::Mask,
    answer: Answer<R>,
    rotations: [Matrix<R>; 2],
    /// Columns: contact normal, stiff and soft tangent, world; the frame of the ports.
    frame: Matrix<R>,
    /// The tangent along which the pair was stiffest an iterate ago, world, any length.
    pub(super) stiff: Vector<R>,
    /// That of the iterate in hand, taken over when the pair moves on.
    stiffest: Vector<R>,
    arms: [Vector<R>; 2],
    dp: [Vector<R>; 3],
    dalpha: [R; 3],
}

type Mat4<R> = [[R; 4]; 4];

impl<R: Real> Default for Collision<R> {
    fn default() -> Self {
        Self {
            p: Vector::zeros(),
            alpha: R::ZERO,
            sides: <[Side<R>; 2]>::default(),
            push: [Vector::zeros(); 2],
            factor: Ldl4::default(),
            soft: R::Mask::default(),
            answer: [Lanes::ZERO; 4],
            rotations: [Matrix::zeros(); 2],
            frame: Matrix::zeros(),
            stiff: Vector::zeros(),
            stiffest: Vector::zeros(),
            arms: [Vector::zeros(); 2],
            dp: [Vector::zeros(); 3],
            dalpha: [R::ZERO; 3],
        }
    }
}

/// How the contact point, alpha and the push answer to a change, in several lanes.
pub struct Response<const N: usize> {
    /// Of the contact point.
    pub dp: Lanes3<N>,
    /// Of alpha.
    pub dalpha: Lanes<N>,
    /// Of the push on the first side.
    pub dpush: Lanes3<N>,
}

/// How contact point and alpha answer to the relative motion of the two bodies at the contact
/// point: rows (contact point relative to the second body's material, frame of the ports, then
/// alpha), columns (translation of the first relative to the second, relative rotation, rotation of
/// the second), world.
type Answer<R> = [Lanes<9, R>; 4];

impl<R: Real> Collision<R> {
    /// Prepares for the rows of two parts.
    pub fn reset(&mut self, rows: [&Rows; 2]) {
        for (side, rows) in self.sides.iter_mut().zip(rows) {
            side.reset(rows);
        }
        self.stiff = Vector::zeros();
        self.stiffest = Vector::zeros();
    }

    /// The rows get the relaxation rho min(1, 1/H), `length` = H.
    pub fn relax(&mut self, length: R) {
        for side in &mut self.sides {
            side.cone.factor = (R::ONE / length).min(R::ONE);
        }
    }

    /// The cones of both sides.
    #[inline(always)]
    pub fn cones(&self) -> [&ConeVars<R>; 2] {
        [&self.sides[0].cone, &self.sides[1].cone]
    }

    /// Residuals and pushes at the current iterate.
    #[inline(always)]
    pub fn evaluate(&mut self, rows: [&Rows; 2], poses: [&Pose<R>; 2]) {
        for s in 0..2 {
            self.rotations[s] = poses[s].r;
            self.arms[s] = self.p - poses[s].x;
            let y = tr_mul(&poses[s].r, &self.arms[s]);
            self.sides[s].evaluate(rows[s], &y, self.alpha);
            self.push[s] = poses[s].r * self.sides[s].push();
        }
        self.frame = frame_along(&self.push[0], &self.stiff);
    }

    /// E_p and E_a.
    #[inline(always)]
    pub fn stationarity(&self) -> (Vector<R>, R) {
        let shares = self.sides[0].share() + self.sides[1].share();
        (-(self.push[0] + self.push[1]), R::ONE - shares)
    }

    /// Largest equality residual.
    #[inline(always)]
    pub fn residual(&self) -> R {
        let (e_p, e_a) = self.stationarity();
        let own = larger(amax(&e_p), e_a.abs());
        let sides = self.sides.iter().map(Side::worst_residual);
        sides.fold(own, larger)
    }

    /// Condenses both sides and factorises the 4x4 sum of their ports.
    #[inline(always)]
    pub fn condense(&mut self, rows: [&Rows; 2], rho: f64) {
        let mut sum = [[R::ZERO; 4]; 4];
        for (s, rows) in rows.into_iter().enumerate() {
            let [x, y, z] = [0, 1, 2].map(|k| {
                let axis = Vector::from(self.rotations[s].column(k));
                tr_mul(&self.frame, &axis)
            });
            let turn = Matrix::from_columns(&[x, y, z]);
            self.sides[s].condense(rows, &turn, rho);
            for (sum, port) in sum.iter_mut().zip(&self.sides[s].port) {
                for (sum, port) in sum.iter_mut().zip(port) {
                    *sum += *port;
                }
            }
        }
        self.stiffest = self.frame * stiffest_tangent(&sum);
        self.factor = Ldl4::new(&sum);
        let [a, b] = [0, 1].map(|s| self.sides[s].port[1][1] + self.sides[s].port[2][2]);
        self.soft = b.below(a);
    }

    /// Constants of the corrector.
    #[inline(always)]
    pub fn correct(&mut self) {
        for s in 0..2 {
            self.sides[s].correct();
        }
    }

    /// Solves for the answer to the relative motion of the bodies; call after [`Self::condense`].
    #[inline(always)]
    pub fn answer_motion(&mut self) {
        // The pushes turn with their bodies: sum of push x dtheta, by relative rotation and that of
        // the second body.
        let off_balance = self.push[0] + self.push[1];
        let port = &self.sides[0].port;
        let mut rhs = [Lanes::<9, R>::ZERO; 4];
        for (i, row) in rhs.iter_mut().enumerate() {
            let moved = self.frame * Vector::new(port[i][0], port[i][1], port[i][2]);
            row.0[..3].copy_from_slice(moved.as_slice());
            if i < 3 {
                let axis = Vector::from(self.frame.column(i));
                row.0[3..6].copy_from_slice(self.push[0].cross(&axis).as_slice());
                row.0[6..].copy_from_slice(off_balance.cross(&axis).as_slice());
            }
        }
        self.factor.solve(&mut rhs);
        self.answer = rhs;
    }

    /// The answer to the relative motion.
    pub fn answer(&self) -> &Answer<R> {
        &self.answer
    }

    /// The answer to the constants of one part; AFFINE carries the current residuals.
    #[inline(always)]
    pub fn answer_constants(&self, kind: usize) -> [R; 4] {
        let [a, b] = [0, 1].map(|s| self.sides[s].constants());
        let mut rhs: [R; 4] = array(|i| a[kind][i] + b[kind][i]);
        if kind == 0 {
            rhs[3] -= R::ONE;
        }
        self.factor.solve(&mut rhs);
        rhs
    }

    /// Stores one part of the direction: `moved` is the contact point relative to the material of
    /// the second body (frame of the ports) and alpha, `relative` and `second` the motion of the
    /// first body's material relative to the second's, and of the second's.
    #[inline(always)]
    pub fn follow(&mut self, kind: usize, moved: [R; 4], relative: &Vector<R>, second: &Vector<R>) {
        let [x, y, z, dalpha] = moved;
        let moved = Vector::new(x, y, z);
        let local = moved - tr_mul(&self.frame, relative);
        self.sides[0].recover(kind, local.into(), dalpha);
        self.sides[1].recover(kind, moved.into(), dalpha);
        self.dp[kind] = self.frame * moved + second;
        self.dalpha[kind] = dalpha;
    }

    /// The frame of the ports: columns contact normal, stiff and soft tangent, world.
    pub fn port_frame(&self) -> &Matrix<R> {
        &self.frame
    }

    /// Whether the second side is the one that is softer along the face.
    pub fn soft(&self) -> R::Mask {
        self.soft
    }

    /// Of the softer side: first three rows of its port, and constants of a part.
    #[inline(always)]
    pub fn soft_port(&self) -> [[R; 4]; 3] {
        let [a, b] = [0, 1].map(|s| &self.sides[s].port);
        array(|i| self.softer(&a[i], &b[i]))
    }

    /// The constants of its port.
    #[inline(always)]
    pub fn soft_constants(&self, kind: usize) -> [R; 4] {
        let [a, b] = [0, 1].map(|s| &self.sides[s].constants()[kind]);
        self.softer(a, b)
    }

    /// The push on it.
    #[inline(always)]
    pub fn soft_push(&self) -> Vector<R> {
        let [a, b] = &self.push;
        self.softer(&(*a).into(), &(*b).into()).into()
    }

    #[inline(always)]
    fn softer<const N: usize>(&self, a: &[R; N], b: &[R; N]) -> [R; N] {
        array(|k| R::choose(self.soft, b[k], a[k]))
    }

    /// One part of the direction with the poses fixed.
    #[inline(always)]
    pub fn solve_fixed(&mut self, kind: usize) {
        let still = Vector::zeros();
        self.follow(kind, self.answer_constants(kind), &still, &still);
    }

    /// Moves by `step` times the direction AFFINE + `excess` UNIT (+ CORRECTOR).
    #[inline(always)]
    pub fn advance(&mut self, step: R, excess: R, corrected: R::Mask) {
        let along = |[affine, unit, corrector]: [R; 3]| {
            let plain = affine + unit * excess;
            R::choose(corrected, plain + corrector, plain)
        };
        let moves = step.below(R::ZERO).or(R::ZERO.below(step));
        for i in 0..3 {
            let [affine, unit, corrector] = &self.dp;
            let direction = along([affine[i], unit[i], corrector[i]]);
            self.p[i] = self.p[i].moved(step, direction);
            self.stiff[i] = R::choose(moves, self.stiffest[i], self.stiff[i]);
        }
        self.alpha = self.alpha.moved(step, along(self.dalpha));
        for side in &mut self.sides {
            side.advance(step, excess, corrected);
        }
    }

    /// Arms p - x of the two bodies.
    #[inline(always)]
    pub fn arm(&self, side: usize) -> Vector<R> {
        self.arms[side]
    }
}

impl Collision {
    /// Constants of the ports spread over lanes: lane of kind k gets its constants.
    pub fn constant_lanes<const N: usize>(&self, kinds: &[(usize, usize)]) -> [[Lanes<N>; 4]; 2] {
        let mut out = [[Lanes::ZERO; 4]; 2];
        for (s, out) in out.iter_mut().enumerate() {
            for &(lane, kind) in kinds {
                for (out, constant) in out.iter_mut().zip(&self.sides[s].constants()[kind]) {
                    out.0[lane] = *constant;
                }
            }
        }
        out
    }

    /// Answer to the motion of both bodies and to the constants of the ports; `base` marks the
    /// lanes that carry the current residuals. Call after [`Self::answer_motion`].
    pub fn respond<const N: usize>(
        &self,
        motion: &[Variation<N>; 2],
        constants: &[[Lanes<N>; 4]; 2],
        base: Lanes<N>,
    ) -> Response<N> {
        let into = self.frame.transpose();
        // The material point of body s at p moves by dx + dtheta x (p - x).
        let [first, second] = [0, 1].map(|s| {
            let turned = cross(&self.arms[s], &motion[s].dtheta);
            minus(&motion[s].dx, &turned)
        });
        let relative = minus(&first, &second);
        let turn = minus(&motion[0].dtheta, &motion[1].dtheta);
        let mut own: [Lanes<N>; 4] = std::array::from_fn(|i| constants[0][i] + constants[1][i]);
        own[3] = own[3] - base;
        self.factor.solve(&mut own);
        for (own, row) in own.iter_mut().zip(&self.answer) {
            for k in 0..3 {
                *own = *own
                    + relative[k] * row.0[k]
                    + turn[k] * row.0[3 + k]
                    + motion[1].dtheta[k] * row.0[6 + k];
            }
        }
        let [dn, dt1, dt2, dalpha] = own;
        let moved = [dn, dt1, dt2];
        let soft = usize::from(self.soft);
        let local = match soft {
            0 => minus(&moved, &apply(&into, &relative)),
            _ => moved,
        };
        let port = &self.sides[soft].port;
        let answer: Lanes3<N> = std::array::from_fn(|i| {
            let mut sum = constants[soft][i] - dalpha * port[i][3];
            for k in 0..3 {
                sum = sum - local[k] * port[i][k];
            }
            sum
        });
        let dp = plus(&apply(&self.frame, &moved), &second);
        let swept = cross(&self.push[soft], &motion[soft].dtheta);
        let new = minus(&apply(&self.frame, &answer), &swept);
        let new = if soft == 0 { new } else { new.map(|x| -x) };
        let dpush = minus(&new, &scale(&self.push[0], base));
        Response { dp, dalpha, dpush }
    }

    /// Constants of both ports per unit of further target.
    pub fn unit_constants(&self) -> [[f64; 4]; 2] {
        [0, 1].map(|s| self.sides[s].constants()[1])
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
}

/// Largest magnitude of the entries.
#[inline(always)]
fn amax<R: Real>(v: &Vector<R>) -> R {
    v.x.abs().max(v.y.abs()).max(v.z.abs())
}

/// A right-handed frame whose first column is along `push` and whose second is nearly along
/// `stiff`, if that is given and not along `push`.
#[inline(always)]
fn frame_along<R: Real>(push: &Vector<R>, stiff: &Vector<R>) -> Matrix<R> {
    let length = norm(push);
    let n = push / length;
    let t1 = stiff - n * n.dot(stiff);
    let square = t1.dot(&t1);
    let told = (stiff.dot(stiff) * 0.01).below(square);
    if R::of(SHORTEST).below(length).and(told).all() {
        let t1 = t1 / square.sqrt();
        return Matrix::from_columns(&[n, t1, n.cross(&t1)]);
    }
    let mut out = Matrix::zeros();
    for k in 0..R::LANES {
        let [push, stiff] = [push, stiff].map(|v| v.map(|x| x.lane(k)));
        let frame = lonely_frame_along(&push, &stiff);
        for (out, x) in out.iter_mut().zip(&frame) {
            R::set_lane(out, k, *x);
        }
    }
    out
}

/// The same of one world.
fn lonely_frame_along(push: &Vec3, stiff: &Vec3) -> Mat3 {
    let Some(n) = push.try_normalize(SHORTEST) else {
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
fn stiffest_tangent<R: Real>(port: &Mat4<R>) -> Vector<R> {
    let half = (port[1][1] - port[2][2]) * 0.5;
    let mixed = port[1][2];
    let radius = (half * half + mixed * mixed).sqrt();
    let first = R::ZERO.at_most(half);
    Vector::new(
        R::ZERO,
        R::choose(first, half + radius, mixed),
        R::choose(first, mixed, radius - half),
    )
}
