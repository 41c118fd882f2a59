//! How the motion of bodies is integrated.

use serde::{Deserialize, Serialize};

/// How a step goes from one state to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Integrator {
    /// Forces are those at the end of the step, which is solved for them.
    #[default]
    #[serde(rename = "implicit")]
    Implicit,
    /// Forces are those at the start of the step, and positions follow the new velocities: the semi-implicit method of Euler.
    #[serde(rename = "euler")]
    Euler,
    /// Forces are those at four stages of the step: the method of Runge and Kutta of fourth order.
    #[serde(rename = "rk4")]
    RungeKutta,
}

impl Integrator {
    /// Returns the name as in scenes.
    pub fn name(self) -> &'static str {
        match self {
            Integrator::Implicit => "implicit",
            Integrator::Euler => "euler",
            Integrator::RungeKutta => "rk4",
        }
    }

    /// Returns whether a step is solved for the forces at its end.
    pub fn is_implicit(&self) -> bool {
        *self == Integrator::Implicit
    }
}
