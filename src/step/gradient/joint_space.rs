//! The derivative of a step in the joint space of its model.

use super::columns::Coordinates;
use super::{Gradient, Quality, Wrt};
use crate::error::Result;
use crate::step::{Simulator, Step};
use crate::world::{Model, State};
use nalgebra::DMatrix;

/// The derivative of a step in joint space ([`Model::joint_space`]), SI units.
#[derive(Debug, Clone, PartialEq)]
pub struct JointGradient {
    /// The derivative of the next state with respect to the state, 2 nv x 2 nv of the joint space.
    pub a: DMatrix<f64>,
    /// The derivative with respect to the inputs of the joint space
    /// ([`JointSpace::inputs`](crate::world::JointSpace::inputs)), 2 nv x their number.
    pub b: DMatrix<f64>,
    /// The derivative with respect to the parameters, mass properties held, 2 nv x number of parameters.
    pub parameters: DMatrix<f64>,
    /// The next state at the relaxation of the derivative.
    pub next: State,
    /// The quality of the derivative.
    pub quality: Quality,
}

impl Simulator {
    /// Returns the derivative of a solved `step` in joint space, at relaxation `rho` (dimensionless, >= 1e-9). In the state where the
    /// step starts, the joints of trees must hold. What `wrt` does not ask for has no columns; its contacts and its density are not
    /// answered here, but by [`Self::gradient`].
    ///
    /// # Errors
    /// The errors are those of [`Self::gradient`].
    pub fn joint_gradient(&mut self, step: &Step, rho: f64, wrt: &Wrt) -> Result<JointGradient> {
        let wrt = Wrt {
            density: false,
            contacts: false,
            ..wrt.clone()
        };
        let mut gradient = std::mem::take(&mut self.joint_buffers);
        let made = self.gradient_in(step, rho, &wrt, Coordinates::Joints, &mut gradient);
        let out = made.map(|()| gradient.read_joints(&self.model));
        self.joint_buffers = gradient;
        out
    }
}

impl Gradient {
    /// Returns the rows of the joint space of a derivative whose columns are of it.
    fn read_joints(&self, model: &Model) -> JointGradient {
        let space = model.joint_space();
        let read = space.read(&self.next);
        let inputs = match self.columns.input_range().len() {
            0 => Vec::new(),
            _ => space.inputs(),
        };
        JointGradient {
            a: &read * self.a(),
            b: &read * self.b().select_columns(&inputs),
            parameters: &read * self.parameters(),
            next: self.next.clone(),
            quality: self.quality,
        }
    }
}
