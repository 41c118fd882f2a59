//! The rows of a pair, or of the coordinates of a joint, alone: a problem of the interior point method whose bodies stand
//! still. Its solution is what the relaxed law pushes at a given motion.

use crate::contact::{Block, CollisionRestart, Deviation, Geometry, PairStart};
use crate::dynamics::JointBlock;
use crate::ipm::{Combined, DirectionPart, InverseSteps, Problem, Settings, solve};
use crate::math::{Kinematics, Vec3};
use crate::step::island::TangentEntries;
use crate::step::slot::PairSlot;
use crate::step::workspace::{Still, StillPair};
use crate::world::{FrictionPoint, Model};

/// Complementarities at which attempts start, besides rho itself.
const STARTS: [f64; 2] = [1e-2, 1.0];

/// The settings of an attempt: down to rounding.
const SETTINGS: Settings = Settings {
    max_iterations: 100,
    boundary_fraction: Settings::CAREFUL,
    line_search: true,
    polish: 3,
    fine: 0.0,
    ..Settings::DEFAULT
};

/// Rows with cones of their own, whose bodies stand still.
pub trait Rows {
    /// Starts an attempt at a complementarity.
    fn start(&mut self, c0: f64);
    /// Returns the number of complementarity products.
    fn degree(&self) -> usize;
    /// Evaluates the rows; returns how far they are from the solution.
    fn evaluate(&mut self, rho: f64) -> Deviation;
    /// Returns the largest |s o z - rho_b e| / rho_b.
    fn centrality(&self, rho: f64) -> f64;
    /// Finds the direction parts for target `rho`.
    fn predict(&mut self, rho: f64, corrector: bool);
    /// Returns the inverse of the longest step along the direction AFFINE.
    fn inverse_affine_step(&self) -> f64;
    /// Returns the sum of s.z / (block factor) after a step along the direction AFFINE.
    fn complementarity_after_affine(&self, step: f64) -> f64;
    /// Returns the sum of s.z / (block factor) after a step along the combined direction.
    fn complementarity_after(&self, step: f64) -> f64;
    /// Combines the direction; returns the inverses of its longest steps.
    fn combine(&mut self, combined: Combined) -> InverseSteps;
    /// Moves by `step` times the combined direction.
    fn advance(&mut self, step: f64, combined: Combined);
}

/// Solves rows alone at relaxation `rho`; whether that was possible.
pub fn solve_alone(rows: &mut impl Rows, rho: f64) -> bool {
    let mut problem = Alone {
        rows,
        deviation: Deviation::NONE,
        rho,
        combined: Combined::affine(),
    };
    let starts = [rho].into_iter().chain(STARTS);
    starts.into_iter().any(|c0| {
        problem.rows.start(c0);
        if problem.rows.degree() == 0 {
            problem.evaluate(rho);
            return problem.residual() <= SETTINGS.residual;
        }
        solve(&mut problem, rho, &SETTINGS, None).converged
    })
}

/// Rows alone as the main loop sees them.
struct Alone<'a, T> {
    rows: &'a mut T,
    deviation: Deviation,
    /// The relaxation for which they were evaluated.
    rho: f64,
    combined: Combined,
}

impl<T: Rows> Problem for Alone<'_, T> {
    fn evaluate(&mut self, rho: f64) {
        (self.deviation, self.rho) = (self.rows.evaluate(rho), rho);
    }

    fn residual(&self) -> f64 {
        self.deviation.residual
    }

    fn centrality(&self, rho: f64) -> f64 {
        match self.rho == rho {
            true => self.deviation.centrality,
            false => self.rows.centrality(rho),
        }
    }

    fn complementarity(&self) -> f64 {
        self.deviation.complementarity / self.rows.degree() as f64
    }

    fn predict(&mut self, rho: f64, corrector: bool) -> bool {
        self.rows.predict(rho, corrector);
        true
    }

    fn affine_step_length(&mut self) -> f64 {
        1.0 / self.rows.inverse_affine_step()
    }

    fn complementarity_after_affine(&self, step: f64) -> f64 {
        self.rows.complementarity_after_affine(step) / self.rows.degree() as f64
    }

    fn complementarity_after(&self, step: f64) -> f64 {
        self.rows.complementarity_after(step) / self.rows.degree() as f64
    }

    fn combine(&mut self, excess: f64, corrector: bool) -> f64 {
        let [longest, _] = self.correct(excess, corrector);
        longest
    }

    fn correct(&mut self, excess: f64, corrector: bool) -> [f64; 2] {
        self.withdraw_corrector(excess, corrector);
        self.rows.combine(self.combined).steps()
    }

    fn withdraw_corrector(&mut self, excess: f64, corrected: bool) {
        self.combined = Combined { excess, corrected };
    }

    fn advance(&mut self, step: f64, rho: f64) {
        self.rows.advance(step, self.combined);
        self.evaluate(rho);
    }
}

/// The rows of a pair.
pub struct PairRows<'a> {
    slot: &'a mut PairSlot,
    sides: [Geometry<'a>; 2],
    bodies: [&'a Kinematics; 2],
    point: FrictionPoint,
}

impl<'a> PairRows<'a> {
    /// Returns the rows of a pair of `model`.
    pub fn new(model: &Model, (still, sides): StillPair<'a>) -> Self {
        Self {
            slot: still.part,
            sides,
            bodies: still.bodies,
            point: model.friction_point,
        }
    }

    /// Returns the force and torque impulse on the body of a side about its centre, world, in mass x V.
    pub fn wrench(&self, side: usize) -> (Vec3, Vec3) {
        self.slot.block.wrench(side)
    }

    fn recover(&mut self, part: DirectionPart) {
        let still = [0.0; 6];
        self.slot.block.recover(part, self.bodies, [&still; 2]);
    }
}

impl Rows for PairRows<'_> {
    fn start(&mut self, c0: f64) {
        let restart = CollisionRestart {
            worlds: true,
            c0,
            rows: self.sides.map(|side| side.rows),
            poses: self.bodies.map(|body| &body.pose),
        };
        let start = PairStart {
            c0,
            rho: f64::INFINITY,
            load: 0.0,
            bodies: Some(self.bodies),
            point: self.point,
            wedged: false,
            restart: Some(restart),
        };
        self.slot.block.start(&self.slot.setup, start);
    }

    fn degree(&self) -> usize {
        self.slot.block.degree()
    }

    fn evaluate(&mut self, rho: f64) -> Deviation {
        self.slot.block.evaluate(self.sides, self.bodies, rho)
    }

    fn centrality(&self, rho: f64) -> f64 {
        self.slot.block.centrality(rho)
    }

    fn predict(&mut self, rho: f64, corrector: bool) {
        let block = &mut self.slot.block;
        block.condense(
            self.sides,
            self.bodies,
            rho,
            TangentEntries::none().visitor(),
        );
        self.recover(DirectionPart::Affine);
        self.recover(DirectionPart::Unit);
        if corrector {
            self.slot.block.corrector_wrenches(self.bodies);
            self.recover(DirectionPart::Corrector);
        }
    }

    fn inverse_affine_step(&self) -> f64 {
        self.slot.block.inverse_affine_step()
    }

    fn complementarity_after_affine(&self, step: f64) -> f64 {
        self.slot.block.complementarity_after_affine(step)
    }

    fn complementarity_after(&self, step: f64) -> f64 {
        self.slot.block.complementarity_after(step)
    }

    fn combine(&mut self, Combined { excess, corrected }: Combined) -> InverseSteps {
        self.slot.block.combine(excess, corrected)
    }

    fn advance(&mut self, step: f64, Combined { excess, corrected }: Combined) {
        self.slot.block.advance(step, excess, corrected);
    }
}

/// The limits and actuators along the coordinates of a joint.
pub struct JointRows<'a>(pub Still<'a, JointBlock, 4>);

impl JointRows<'_> {
    fn recover(&mut self, part: DirectionPart) {
        let still = [0.0; 6];
        self.0.part.recover(part, [&still; 2]);
    }
}

impl Rows for JointRows<'_> {
    fn start(&mut self, c0: f64) {
        self.0.part.start(c0, self.0.bodies);
    }

    fn degree(&self) -> usize {
        self.0.part.cone().degree()
    }

    fn evaluate(&mut self, rho: f64) -> Deviation {
        let Still { part, bodies } = &mut self.0;
        part.evaluate(*bodies);
        let residuals = part.cone().residuals().iter();
        Deviation {
            residual: residuals.fold(0.0, |worst, x| worst.max(x.abs())),
            centrality: part.cone().centrality(rho),
            complementarity: part.cone().complementarity(),
        }
    }

    fn centrality(&self, rho: f64) -> f64 {
        self.0.part.cone().centrality(rho)
    }

    fn predict(&mut self, rho: f64, corrector: bool) {
        self.0.part.condense(rho);
        self.recover(DirectionPart::Affine);
        self.recover(DirectionPart::Unit);
        if corrector {
            self.0.part.corrector_wrenches();
            self.recover(DirectionPart::Corrector);
        }
    }

    fn inverse_affine_step(&self) -> f64 {
        self.0.part.cone().inverse_affine_step()
    }

    fn complementarity_after_affine(&self, step: f64) -> f64 {
        self.0.part.cone().complementarity_after_affine(step)
    }

    fn complementarity_after(&self, step: f64) -> f64 {
        self.0.part.cone().complementarity_after(step)
    }

    fn combine(&mut self, Combined { excess, corrected }: Combined) -> InverseSteps {
        self.0.part.combine(excess, corrected)
    }

    fn advance(&mut self, step: f64, Combined { excess, corrected }: Combined) {
        self.0.part.advance_cones(step, excess, corrected);
    }
}
