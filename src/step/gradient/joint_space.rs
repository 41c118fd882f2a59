//! The derivative of a step in the joint space of its model.

use super::Gradient;
use crate::world::{Model, State};
use nalgebra::DMatrix;

/// The derivative of a step in joint space ([`Model::joint_space`]), SI units.
#[derive(Debug, Clone, PartialEq)]
pub struct JointGradient {
    /// The derivative of the next state with respect to the state, 2 nv x 2 nv of the joint space.
    pub a: DMatrix<f64>,
    /// The derivative with respect to the input, 2 nv x nu.
    pub b: DMatrix<f64>,
    /// The derivative with respect to the parameters, 2 nv x number of parameters.
    pub parameters: DMatrix<f64>,
}

impl Gradient {
    /// Returns the derivative in the joint space of `model`, for a step that started at `start`, where the joints of trees hold. What was
    /// not asked for has no columns.
    pub fn in_joint_space(&self, model: &Model, start: &State) -> JointGradient {
        let space = model.joint_space();
        let read = space.read(&self.next);
        let a = self.a();
        JointGradient {
            a: match a.ncols() {
                0 => DMatrix::zeros(2 * space.nv(), 0),
                _ => &read * a * space.expand(start),
            },
            b: &read * self.b(),
            parameters: &read * self.parameters(),
        }
    }
}
