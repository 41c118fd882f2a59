//! The optimisation of a design.

use super::descent::Descent;
use super::designer::{Designer, norm};
use drystone::error::{Error, Result};
use drystone::step::Batch;

/// The rate at the end, as a share of that at the beginning.
const LAST_RATE: f64 = 0.1;

/// One iteration of an optimisation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Iteration {
    /// The number of the iteration, counted from 0.
    pub index: usize,
    /// The relaxation.
    pub rho: f64,
    /// The loss; infinite where a step was not solved.
    pub loss: f64,
    /// The norm of the gradient, every variable in units of the way between its bounds.
    pub gradient: f64,
}

/// The outcome of an optimisation.
#[derive(Debug, Clone)]
pub struct Designed {
    /// The variables with the least loss at the last relaxation.
    pub x: Vec<f64>,
    /// Their loss.
    pub loss: f64,
    /// All iterations.
    pub iterations: Vec<Iteration>,
    /// The number of iterations that were taken back by half since a step was not solved or the scene cannot have the numbers.
    pub retreats: usize,
    /// The reason of the last of these.
    pub reason: Option<String>,
}

/// An optimisation on its way.
pub struct Search<'a> {
    designer: &'a Designer,
    descent: Descent,
    /// The variables to be tried next.
    x: Vec<f64>,
    /// The last ones whose steps were all solved.
    solved: Option<Vec<f64>>,
    rho: f64,
    pub found: Designed,
}

impl<'a> Search<'a> {
    pub fn new(designer: &'a Designer, x: Vec<f64>) -> Self {
        Self {
            descent: Descent::new(designer.design.method, x.len()),
            solved: None,
            rho: designer.relaxation(0),
            found: Designed {
                x: x.clone(),
                loss: f64::INFINITY,
                iterations: Vec::new(),
                retreats: 0,
                reason: None,
            },
            designer,
            x,
        }
    }

    /// Finds the gradient and takes one step along it, or half of the last step back where there is none.
    pub fn advance(&mut self, index: usize, batch: &mut Batch) -> Result<Iteration> {
        let designer = self.designer;
        let rho = designer.relaxation(index);
        if rho != self.rho {
            self.begin(rho);
        }
        let mut iteration = Iteration {
            index,
            rho,
            loss: f64::INFINITY,
            gradient: f64::NAN,
        };
        let found = designer.gradient(&self.x, rho, batch);
        match (found, &self.solved) {
            (Ok(Ok((loss, gradient))), _) => {
                iteration.loss = loss;
                iteration.gradient = norm(&designer.scaled(&gradient));
                if loss < self.found.loss {
                    (self.found.loss, self.found.x) = (loss, self.x.clone());
                }
                let share = index as f64 / designer.design.iterations as f64;
                let part = 1.0 - (1.0 - LAST_RATE) * share;
                let next = (self.descent).change(&designer.variables, &self.x, &gradient, part);
                self.solved = Some(std::mem::replace(&mut self.x, next));
            }
            (Ok(Err(step)), None) => return Err(unsolved(step, rho)),
            (Err(error), None) => return Err(error),
            (failed, Some(last)) => {
                self.found.retreats += 1;
                self.found.reason = Some(match failed {
                    Err(error) => error.to_string(),
                    Ok(found) => found.map_or_else(
                        |step| format!("step {step} is not solved"),
                        |_| String::new(),
                    ),
                });
                let both = self.x.iter().zip(last);
                self.x = both.map(|(x, last)| 0.5 * (x + last)).collect();
            }
        }
        Ok(iteration)
    }

    /// Begins at another relaxation, whose losses are not those of the one before, with the best variables so far.
    fn begin(&mut self, rho: f64) {
        self.rho = rho;
        self.found.loss = f64::INFINITY;
        self.x.clone_from(&self.found.x);
        self.descent = Descent::new(self.designer.design.method, self.x.len());
    }
}

fn unsolved(step: usize, rho: f64) -> Error {
    let why = format!("step {step} of the first run is not solved at relaxation {rho:e}");
    let fix = "run the scene with `drystone run --explain`; use a larger relaxation or a shorter time step";
    Error::value("design", why, fix)
}
