//! The standing collision query: where two placed shapes touch, without a simulation.
//!
//! alpha is the scaling at which the two shapes, each scaled about its own reference point, just
//! touch (SL eq. 14); below 1 they overlap. DIFFERENCE from SL eq. 16: the redundant row
//! alpha >= 0 is left out, which shifts the relaxed alpha by about 3 rho^2 / alpha.

use super::Collision;
use super::setup::{Depth, Guess};
use super::start::CollisionProblem;
use crate::error::{Error, Result, positive};
use crate::ipm::{Outcome, Settings, solve};
use crate::math::{Pose, Rot, Vec3, vectorized};
use crate::shape::{Placed, Rows, Shape};

/// The relaxation that "exact" means.
pub const EXACT: f64 = 1e-11;

/// Exact alphas up to this count as 0: the reference points coincide, or the one lies in the
/// half-space. The relaxed alpha is larger than the exact one by up to rho times the sum of
/// [`Rows::relaxation`] times rows and cones of both.
const ZERO: f64 = 1e-9;

/// Two convex shapes on two bodies.
#[derive(Debug, Clone)]
pub struct PairQuery {
    pub(super) placed: [Placed; 2],
    /// The rows in units of `length`, body frames.
    pub(super) rows: [Rows; 2],
    pub(super) radii: [f64; 2],
    pub(super) length: f64,
}

/// Answer of a query.
#[derive(Debug, Clone)]
pub struct Proximity {
    /// Scaling at which the shapes touch; 0 when the reference points coincide or the one lies in
    /// the half-space.
    pub alpha: f64,
    /// Contact point, world, m.
    pub point: Vec3,
    /// Unit normal from the first to the second shape, world; `None` when alpha = 0.
    pub normal: Option<Vec3>,
    /// Distance along the normal to first order, m: H (alpha - 1), H = 1 / |d alpha / d x|; minus
    /// infinity when the exact alpha is 0.
    pub gap: f64,
    /// Relaxation of the answer.
    pub rho: f64,
    /// The number of Newton iterations.
    pub iterations: usize,
    /// The solution with its linearisation, for derivatives.
    pub(super) collision: Collision,
    pub(super) poses: [Pose; 2],
}

impl Proximity {
    /// Marks alpha as 0, where there is no normal.
    fn vanish(&mut self) {
        self.alpha = 0.0;
        self.normal = None;
        self.gap = f64::NEG_INFINITY;
    }
}

impl PairQuery {
    /// Returns a query between a shape on a first and one on a second body, placed in the body frames.
    pub fn new(first: &Placed, second: &Placed) -> Self {
        let rows = [first.rows(), second.rows()];
        Self::from_rows([first.clone(), second.clone()], rows)
    }

    /// Returns a query with other rows (in metres, body frames), for other central paths.
    pub fn from_rows(placed: [Placed; 2], rows: [Rows; 2]) -> Self {
        let radii = [0, 1].map(|s| placed[s].shape.bounding_radius());
        let finite: Vec<f64> = radii.into_iter().filter(|r| r.is_finite()).collect();
        let length = match finite[..] {
            [a, b] => (a * b).sqrt(),
            [a] => a,
            _ => 1.0,
        };
        Self {
            rows: [0, 1].map(|s| rows[s].in_units_of(length)),
            radii: radii.map(|r| r / length),
            placed,
            length,
        }
    }

    /// Returns the exact answer (relaxation 1e-11 of the rows, alpha polished by the support functions) for bodies at
    /// (position m, rotation). Where edges and faces of a sum's children lie flat on each other the
    /// relaxation is 10 to 1000 times larger: see `Proximity::rho`.
    ///
    /// # Errors
    /// The problem cannot be solved: two half-spaces, or numbers that are not finite.
    pub fn exact(&self, first: (Vec3, Rot), second: (Vec3, Rot)) -> Result<Proximity> {
        // The rows of a part with many faces have a smaller relaxation: here all of them at least `EXACT`.
        let least = self.rows.iter().map(|rows| rows.relaxation);
        let least = EXACT / least.fold(1.0, f64::min);
        let mut answer = self.relaxed(first, second, least);
        for softer in [10.0, 100.0, 1000.0] {
            if answer.is_err() {
                answer = self.relaxed(first, second, softer * least);
            }
        }
        let mut answer = answer?;
        self.polish(&mut answer);
        Ok(answer)
    }

    /// Returns the answer on the central path at relaxation `rho` >= 1e-11.
    ///
    /// # Errors
    /// The errors are those of [`Self::exact`]; a `rho` that is not admissible is one more.
    pub fn relaxed(&self, first: (Vec3, Rot), second: (Vec3, Rot), rho: f64) -> Result<Proximity> {
        self.solve(Collision::default(), first, second, rho)
    }

    /// Returns the relaxed answer in the memory of an earlier answer, of this query or another one; nothing of that
    /// answer enters.
    ///
    /// # Errors
    /// The errors are those of [`Self::relaxed`].
    pub fn relaxed_in(
        &self,
        memory: Proximity,
        first: (Vec3, Rot),
        second: (Vec3, Rot),
        rho: f64,
    ) -> Result<Proximity> {
        self.solve(memory.collision, first, second, rho)
    }

    fn solve(
        &self,
        mut collision: Collision,
        first: (Vec3, Rot),
        second: (Vec3, Rot),
        rho: f64,
    ) -> Result<Proximity> {
        self.check(rho)?;
        let origin = first.0;
        let poses = self.scaled_poses(&first, &second);
        let rows = [&self.rows[0], &self.rows[1]];
        let outcome = self.converge(&mut collision, &poses, rho)?;
        vectorized(
            #[inline(always)]
            || {
                let port = collision.condense(rows, poses.each_ref(), rho);
                collision.condense_motion(&port);
            },
        );
        let push = collision.push[0].norm();
        let touching = push > 1e-6;
        Ok(Proximity {
            alpha: collision.alpha,
            point: origin + collision.p * self.length,
            normal: touching.then(|| collision.push[1].normalize()),
            gap: (collision.alpha - 1.0) * self.length / push,
            rho,
            iterations: outcome.iterations,
            collision,
            poses,
        })
    }

    /// Returns the poses in units of length; the first body is the origin: contact far from the world's origin loses no
    /// digits.
    pub(super) fn scaled_poses(&self, first: &(Vec3, Rot), second: &(Vec3, Rot)) -> [Pose; 2] {
        [first, second].map(|at| Pose {
            x: (at.0 - first.0) / self.length,
            r: *at.1.to_rotation_matrix().matrix(),
        })
    }

    /// Solves the collision problem at `poses` (units of length) to relaxation `rho`.
    pub(super) fn converge(
        &self,
        collision: &mut Collision,
        poses: &[Pose; 2],
        rho: f64,
    ) -> Result<Outcome> {
        let centres = [0, 1].map(|s| poses[s].point_in_world(&(self.reference(s) / self.length)));
        let rows = [&self.rows[0], &self.rows[1]];
        let settings = Settings {
            max_iterations: 100,
            residual: 1e-9,
            centrality: if rho < 1e-9 { 1e-2 } else { 1e-6 },
            polish: 0,
            ..Settings::CONVEX
        };
        let mut solve_from = |depth: Depth| {
            let guess = Guess {
                centres,
                radii: self.radii,
                depth,
            };
            let mut problem = CollisionProblem::start(collision, rows, poses.each_ref(), &guess);
            let mut outcome = solve(&mut problem, rho, &settings, None);
            if outcome.converged {
                outcome.iterations += problem.refine(rho, &outcome);
            }
            outcome
        };
        let mut outcome = solve_from(Depth::QUERY);
        if !outcome.converged {
            outcome = solve_from(Depth::STEP);
        }
        if outcome.converged {
            return Ok(outcome);
        }
        Err(Error::value(
            "pose",
            format!(
                "the collision problem did not converge in {} iterations (residual {:.1e})",
                outcome.iterations, outcome.residual
            ),
            "check that poses are finite and shapes differ in size by less than 1e8",
        ))
    }

    /// Checks that a problem at relaxation `rho` can be solved.
    fn check(&self, rho: f64) -> Result<()> {
        positive("rho", rho, "e.g. 1e-6")?;
        if rho < EXACT {
            let why = format!("must be at least {EXACT:e}, got {rho:e}");
            return Err(Error::value("rho", why, "use the exact query"));
        }
        if self.radii.iter().all(|r| r.is_infinite()) {
            let why = "two half-spaces have no contact point";
            return Err(Error::value("shape", why, "bound one of them"));
        }
        Ok(())
    }

    /// Returns the reference point of a side in its body frame, m.
    fn reference(&self, side: usize) -> Vec3 {
        let placed = &self.placed[side];
        placed.offset + placed.rotation * placed.shape.reference_point()
    }

    /// Evaluates alpha = n.d / (h_a(n) + h_b(-n)) with the supports of the scaling parts at the solution's
    /// normal: second order in the error of the normal. Against a half-space n is its own.
    fn polish(&self, answer: &mut Proximity) {
        let Some(mut n) = answer.normal else {
            return answer.vanish();
        };
        for s in 0..2 {
            if let Shape::HalfSpace(plane) = &self.placed[s].shape {
                let outward = answer.poses[s].r * (self.placed[s].rotation * plane.normal);
                n = if s == 0 { outward } else { -outward };
            }
        }
        let mut distance = 0.0;
        let mut reach = 0.0;
        for (s, sign) in [(0, -1.0), (1, 1.0)] {
            let direction = answer.poses[s].r.tr_mul(&n) * -sign;
            let reference = self.reference(s);
            let base = n.dot(&(answer.poses[s].x * self.length + answer.poses[s].r * reference));
            match &self.placed[s].shape {
                Shape::HalfSpace(plane) => distance += sign * base - plane.offset,
                _ => {
                    distance += sign * base;
                    reach += self.placed[s].support_value(&direction) - direction.dot(&reference);
                }
            }
        }
        answer.alpha = distance / reach;
        if answer.alpha <= ZERO {
            return answer.vanish();
        }
        answer.normal = Some(n);
        answer.gap = distance - reach;
    }
}
