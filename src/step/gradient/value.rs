//! What a gradient is, and what it is worth.

use super::columns::Columns;
use super::differentiate::LeafGradient;
use super::matrix::Block;
use crate::step::island::Linearization;
use crate::step::{Contact, Rung, StepStatus};
use crate::world::State;
use nalgebra::DMatrix;
use sprs::CsMat;

/// These are the rows of a [`ContactJacobian`].
pub const CONTACT_ROWS: [&str; 11] = [
    "gap [m]",
    "point.x [m]",
    "point.y [m]",
    "point.z [m]",
    "normal.x",
    "normal.y",
    "normal.z",
    "impulse.x [N s]",
    "impulse.y [N s]",
    "impulse.z [N s]",
    "torsional_impulse [N m s]",
];

/// How well the step behind a gradient was solved, and whether it is the step's own problem.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Quality {
    /// Largest equality residual of the step, dimensionless.
    pub residual: f64,
    /// Largest |s o z - rho e| / rho, of second-order cones beyond what rounding leaves of s o z: distance
    /// from the central path.
    pub centrality: f64,
    /// The estimated condition number of the condensed system of the velocities; it is large near a fold.
    pub condition: f64,
    /// The rung of the ladder that solved the step.
    pub rung: Rung,
    /// The step was solved with other rows or in halves (other slip row, `Halved`): this is the gradient of that
    /// modified problem, which neighbouring steps may not share.
    pub modified: bool,
    /// Energy that the step gained without an explanation, J ([`EnergyBalance`](crate::step::EnergyBalance)): a
    /// derivative of a step that gains energy is one of an error.
    pub unexplained_energy: f64,
}

impl Quality {
    /// Adds the quality of a further island.
    pub(super) fn add_island(&mut self, island: &Linearization) {
        self.residual = self.residual.max(island.residual);
        self.centrality = self.centrality.max(island.centrality);
        self.condition = self.condition.max(island.condition);
    }

    /// Adds how the step was made.
    pub(super) fn of(mut self, status: &StepStatus) -> Self {
        self.rung = status.rung;
        self.modified |= status.rung == Rung::Halved;
        self.unexplained_energy = status.energy.unexplained();
        self
    }

    /// Returns the worse quality of two parts of a step.
    pub(in crate::step) fn worse(&self, other: &Self) -> Self {
        Self {
            rung: self.rung.max(other.rung),
            modified: self.modified || other.modified,
            residual: self.residual.max(other.residual),
            centrality: self.centrality.max(other.centrality),
            condition: self.condition.max(other.condition),
            unexplained_energy: self.unexplained_energy.max(other.unexplained_energy),
        }
    }
}

/// Derivative of a step at one relaxation: next state and contacts with respect to state, input
/// and parameters. Rows and columns of states are tangents ([`Model::tangents`]), SI units.
///
/// [`Model::tangents`]: crate::world::Model::tangents
#[derive(Debug, Clone, Default)]
pub struct Gradient {
    /// The relaxation.
    pub rho: f64,
    /// The next state at this relaxation.
    pub next: State,
    /// The contact points at this relaxation.
    pub contacts: Vec<Contact>,
    /// The quality of the derivative.
    pub quality: Quality,
    pub(super) columns: Columns,
    pub(super) parts: LeafGradient,
    pub(super) density: Vec<Block>,
}

/// Derivative of one contact point, rows as [`CONTACT_ROWS`].
#[derive(Debug, Clone, PartialEq)]
pub struct ContactJacobian {
    /// The derivative with respect to the state, 11 x 2 nv.
    pub state: DMatrix<f64>,
    /// The derivative with respect to the input, 11 x nu.
    pub inputs: DMatrix<f64>,
    /// The derivative with respect to the parameters, 11 x number of parameters.
    pub parameters: DMatrix<f64>,
}

/// Derivative of a number that depends on the next state, with respect to what the step depends on.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Pullback {
    /// The derivative with respect to the state, 2 nv, when asked for.
    pub state: Vec<f64>,
    /// The derivative with respect to the input, nu, when asked for.
    pub inputs: Vec<f64>,
    /// The derivative with respect to the parameters, with mass properties held.
    pub parameters: Vec<f64>,
    /// What the mass properties that follow the shape add, one per parameter; zero when not asked
    /// for.
    pub density: Vec<f64>,
    /// The quality of the derivative.
    pub quality: Quality,
}

impl Gradient {
    /// Returns A = d next / d state, 2 nv x 2 nv; it has no columns when not asked for.
    pub fn a(&self) -> DMatrix<f64> {
        let mut out = DMatrix::default();
        self.a_into(&mut out);
        out
    }

    /// Writes [`Self::a`] into the memory of `out`, whatever its shape was.
    pub fn a_into(&self, out: &mut DMatrix<f64>) {
        self.dense_into(&self.parts.blocks, self.columns.state_range(), out);
    }

    /// Returns B = d next / d input, 2 nv x nu; no columns when not asked for.
    pub fn b(&self) -> DMatrix<f64> {
        let mut out = DMatrix::default();
        self.b_into(&mut out);
        out
    }

    /// Writes [`Self::b`] into the memory of `out`, whatever its shape was.
    pub fn b_into(&self, out: &mut DMatrix<f64>) {
        self.dense_into(&self.parts.blocks, self.columns.input_range(), out);
    }

    /// Returns d next / d parameters, 2 nv x number of parameters, mass properties held.
    pub fn parameters(&self) -> DMatrix<f64> {
        let mut out = DMatrix::default();
        self.dense_into(&self.parts.blocks, self.columns.parameter_range(), &mut out);
        out
    }

    /// Returns what the mass properties that follow the shape add to [`Self::parameters`], 2 nv x number of
    /// parameters: mass, centre and inertia change with the shape at the density (or total mass)
    /// that the body was given, and its inertia in proportion to its mass; the state stays the one
    /// of the centre of mass. Zero when not asked for.
    pub fn density(&self) -> DMatrix<f64> {
        let width = self.columns.parameter_range().len();
        let mut out = DMatrix::default();
        self.dense_into(&self.density, 0..width, &mut out);
        out
    }

    /// Returns [`Self::a`] as a sparse matrix (compressed rows).
    pub fn a_sparse(&self) -> CsMat<f64> {
        let c = &self.columns;
        self.sparse(c.tangents, c.state_range())
    }

    /// Returns [`Self::b`] as a sparse matrix (compressed rows).
    pub fn b_sparse(&self) -> CsMat<f64> {
        let c = &self.columns;
        self.sparse(c.tangents, c.input_range())
    }

    /// Returns the derivative of contact point `index` of [`Self::contacts`]; zero when not asked for, and for a
    /// contact that does not exist.
    pub fn contact(&self, index: usize) -> ContactJacobian {
        let c = &self.columns;
        let first = CONTACT_ROWS.len() * index;
        let rows = first..first + CONTACT_ROWS.len();
        let part = |range| Block::dense(&self.parts.contacts, rows.clone(), range);
        ContactJacobian {
            state: part(c.state_range()),
            inputs: part(c.input_range()),
            parameters: part(c.parameter_range()),
        }
    }

    /// Returns `weights`^T times all columns.
    pub(super) fn weighted(&self, weights: &[f64]) -> Vec<f64> {
        let mut out = vec![0.0; self.columns.count];
        for block in &self.parts.blocks {
            block.add_weighted(weights, &mut out);
        }
        out
    }

    fn dense_into(
        &self,
        blocks: &[Block],
        columns: std::ops::Range<usize>,
        out: &mut DMatrix<f64>,
    ) {
        Block::dense_into(blocks, 0..self.columns.tangents, columns, out);
    }

    fn sparse(&self, rows: usize, columns: std::ops::Range<usize>) -> CsMat<f64> {
        Block::sparse(&self.parts.blocks, rows, columns)
    }
}
