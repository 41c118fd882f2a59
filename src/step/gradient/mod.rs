//! The derivative of a step by the implicit function theorem (SL section III-A), at any relaxation.
//!
//! ```text
//! rows(u; theta) = 0   =>   du/dtheta = - (d rows/du)^-1 d rows/dtheta,   next = next(u; theta)
//! ```
//!
//! The rows are those of the step itself, condensed to the velocities of the bodies; p^ and H, which
//! depend on the state through the prediction, are differentiated too. A relaxation below the
//! step's is reached by going on from its solution, one above it from the start point: never by
//! climbing back. The step is a value: nothing of it changes.

mod columns;
mod density;
mod differentiate;
mod halves;
mod halves_adjoint;
mod halves_joints;
mod joint_space;
mod lanes;
mod locate;
pub(super) mod matrix;
mod parts;
mod pullback;
mod value;

pub(super) use columns::Columns;
use columns::Coordinates;
pub use columns::Wrt;
pub(super) use differentiate::{LeafGradient, prescribed_blocks};
pub(super) use halves::half_turn;
pub use joint_space::JointGradient;
pub(super) use lanes::{Lane, body_parameter};
pub use value::{CONTACT_ROWS, ContactJacobian, Gradient, Pullback, Quality};

use super::{LARGEST_RHO, Simulator, Step};
use crate::error::{Error, Result};
use std::sync::Arc;

/// Smallest admissible relaxation of a gradient: below it rounding spoils the condensed system.
pub const SMALLEST_GRADIENT_RHO: f64 = 1e-9;

impl Simulator {
    /// Returns the derivative of a solved `step` at relaxation `rho` (dimensionless, >= 1e-9) with respect to
    /// `wrt`: of the map that `Simulator::step` is at that relaxation, whatever `step`'s own.
    ///
    /// ```
    /// use drystone::scene::Scene;
    /// use drystone::step::{Simulator, Wrt};
    /// use drystone::world::Input;
    ///
    /// # fn main() -> drystone::Result<()> {
    /// let scene = Scene::load("scenarios/push.toml")?;
    /// let model = &scene.model;
    /// let mut simulator = Simulator::new(model.clone());
    /// let mut input = Input::hold(model, &scene.initial);
    /// scene.input_at(0, &scene.initial, &mut input);
    /// let step = simulator.step(&scene.initial, &input, 1e-6)?;
    ///
    /// // How does the speed of the box answer to the finger's command, 30 mm away?
    /// let row = model.tangent("box.velocity.x")?;
    /// let column = model.input("finger.command.position.x")?;
    /// let hard = simulator.gradient(&step, 1e-6, &Wrt::state_and_inputs())?;
    /// let soft = simulator.gradient(&step, 3e-3, &Wrt::state_and_inputs())?;
    /// assert!(hard.b()[(row, column)].abs() < 1e-6);
    /// assert!(soft.b()[(row, column)] > 0.01);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// When `rho` is not usable, the step was not solved or is of another model, a parameter is not
    /// one of the model, or there is no solution at `rho`.
    pub fn gradient(&mut self, step: &Step, rho: f64, wrt: &Wrt) -> Result<Gradient> {
        let mut out = Gradient::default();
        self.gradient_into(step, rho, wrt, &mut out)?;
        Ok(out)
    }

    /// Returns [`Self::gradient`], reusing the buffers of `out`; [`Gradient::a_into`] and
    /// [`Gradient::b_into`] go on from there. After an error `out` is empty.
    ///
    /// # Errors
    /// The errors are those of [`Self::gradient`].
    pub fn gradient_into(
        &mut self,
        step: &Step,
        rho: f64,
        wrt: &Wrt,
        out: &mut Gradient,
    ) -> Result<()> {
        self.gradient_in(step, rho, wrt, Coordinates::Bodies, out)
    }

    fn gradient_in(
        &mut self,
        step: &Step,
        rho: f64,
        wrt: &Wrt,
        coordinates: Coordinates,
        out: &mut Gradient,
    ) -> Result<()> {
        let made = self.check_request(step, rho, wrt).and_then(|()| {
            if rho == step.status.rho {
                return self.differentiate(step, rho, wrt, coordinates, out);
            }
            let mut at = std::mem::take(&mut self.elsewhere);
            let found = self.locate(step, step, rho, &mut at);
            let made = found.and_then(|()| self.differentiate(&at, rho, wrt, coordinates, out));
            self.elsewhere = at;
            made
        });
        if made.is_err() {
            *out = Gradient::default();
        }
        made
    }

    /// Returns the derivative at several relaxations, in the order asked for: each as [`Self::gradient`]
    /// gives it. Those below the step's are found from the largest to the smallest, each going on
    /// from the one before; those above are each made anew from the start point. (Going on from the
    /// larger ones there was tried: a peg above its hole has two solutions, and the path from rho
    /// 1e-1 leads to the other one.)
    ///
    /// # Errors
    /// The errors are those of [`Self::gradient`].
    pub fn gradients(&mut self, step: &Step, rhos: &[f64], wrt: &Wrt) -> Result<Vec<Gradient>> {
        for &rho in rhos {
            self.check_request(step, rho, wrt)?;
        }
        let mut order: Vec<usize> = (0..rhos.len()).collect();
        order.sort_by(|&i, &j| rhos[j].total_cmp(&rhos[i]));
        let mut out: Vec<Option<Gradient>> = vec![None; rhos.len()];
        let mut last = step.clone();
        for i in order {
            let rho = rhos[i];
            if rho >= step.status.rho {
                out[i] = Some(self.gradient(step, rho, wrt)?);
                continue;
            }
            if rho != last.status.rho {
                let mut at = Step::default();
                self.locate(step, &last, rho, &mut at)?;
                last = at;
            }
            let mut gradient = Gradient::default();
            self.differentiate(&last, rho, wrt, Coordinates::Bodies, &mut gradient)?;
            out[i] = Some(gradient);
        }
        Ok(out.into_iter().flatten().collect())
    }

    fn check_request(&self, step: &Step, rho: f64, wrt: &Wrt) -> Result<()> {
        if !(SMALLEST_GRADIENT_RHO..=LARGEST_RHO).contains(&rho) {
            return Err(Error::value(
                "rho",
                format!(
                    "must be a finite number from {SMALLEST_GRADIENT_RHO:e} to {LARGEST_RHO} for a \
                     gradient, got {rho}"
                ),
                "e.g. 1e-6 (stiff) to 1e-2 (smooth)",
            ));
        }
        if !step.status.solved {
            let why = if step.status.reason.is_empty() {
                "was never made: it is empty".to_string()
            } else {
                format!("was not solved: {}", step.status.reason)
            };
            let fix = "differentiate solved steps only (status.solved); a larger rho, a shorter \
                       time step or a state without deep overlap may solve it";
            return Err(Error::value("step", why, fix));
        }
        let model = step.solution.model.as_ref();
        if !model.is_some_and(|model| Arc::ptr_eq(model, self.model())) {
            let why = "was made by a simulator of another model";
            let fix = "differentiate it with a simulator of the same Arc<Model>";
            return Err(Error::value("step", why, fix));
        }
        let shapes = self.model.has_shape_derivatives();
        for parameter in &wrt.parameters {
            self.model.check_parameter(parameter)?;
            if !shapes && parameter.kind.shaped_body().is_some() {
                let name = self.model.contact_model.name();
                let why = format!(
                    "shapes have no derivative under the contact model {name} or where a body has clouds"
                );
                let fix = "take another contact model, or leave out the parameters of shapes";
                return Err(Error::value("parameters", why, fix));
            }
        }
        Ok(())
    }
}
