//! One run of a scene, with what its derivative needs.

use super::contact_force::StepOf;
use super::loss::Slopes;
use drystone::Vec3;
use drystone::error::Result;
use drystone::scene::Scene;
use drystone::step::{Simulator, Step, Wrt};
use drystone::world::{Input, Parameter, State};

/// Step of the differences along rotations, rad.
const TURN: f64 = 1e-5;

/// The steps of a scene and their inputs.
pub struct Run {
    pub steps: Vec<Step>,
    pub inputs: Vec<Input>,
}

/// The derivative of a number by where a run starts, by its inputs, and by parameters of the model.
pub struct Adjoint {
    pub start: Vec<f64>,
    pub inputs: Vec<Vec<f64>>,
    pub parameters: Vec<f64>,
}

impl Run {
    /// Simulates a scene at a relaxation. There is no run where a step is not solved: its index instead.
    ///
    /// # Errors
    /// Those of a step.
    pub fn of(
        scene: &Scene,
        rho: f64,
        simulator: &mut Simulator,
    ) -> Result<std::result::Result<Self, usize>> {
        let count = scene.settings.steps;
        let mut run = Self {
            steps: Vec::with_capacity(count),
            inputs: Vec::with_capacity(count),
        };
        let mut input = Input::hold(&scene.model, &scene.initial);
        for k in 0..count {
            let state = run
                .steps
                .last()
                .map_or(&scene.initial, |step: &Step| &step.state);
            scene.input_at(k, state, &mut input);
            let step = simulator.step(state, &input, rho)?;
            if !step.status.solved {
                return Ok(Err(k));
            }
            run.inputs.push(input.clone());
            run.steps.push(step);
        }
        Ok(Ok(run))
    }

    /// Returns the state after step `k`.
    pub fn state_after(&self, k: usize) -> &State {
        &self.steps[k].state
    }

    /// Returns the state before step `k`.
    pub fn state_before<'a>(&'a self, k: usize, scene: &'a Scene) -> &'a State {
        match k {
            0 => &scene.initial,
            _ => self.state_after(k - 1),
        }
    }

    /// Returns step `k`.
    pub fn step<'a>(&'a self, k: usize, scene: &'a Scene) -> StepOf<'a> {
        StepOf {
            before: self.state_before(k, scene),
            after: self.state_after(k),
            input: &self.inputs[k],
        }
    }

    /// Returns the derivative of a number whose slopes by the states, and by all inputs at given states, are given.
    ///
    /// # Errors
    /// Those of a pullback.
    pub fn pull_back(
        &self,
        scene: &Scene,
        simulator: &mut Simulator,
        slopes: &Slopes,
        parameters: Vec<Parameter>,
    ) -> Result<Adjoint> {
        let wrt = Wrt {
            parameters,
            ..Wrt::state_and_inputs()
        };
        let tangents = slopes.start.len();
        let mut out = Adjoint {
            start: vec![0.0; tangents],
            inputs: Vec::with_capacity(self.steps.len()),
            parameters: vec![0.0; wrt.parameters.len()],
        };
        for (k, step) in self.steps.iter().enumerate().rev() {
            add(&mut out.start, &slopes.states[k]);
            let pulled = simulator.pullback(step, step.status.rho, &wrt, &out.start)?;
            out.start = pulled.state;
            add(&mut out.parameters, &pulled.parameters);
            let mut inputs = pulled.inputs;
            add(&mut inputs, &slopes.inputs[k]);
            self.add_feedback(scene, k, &inputs, &mut out.start);
            out.inputs.push(inputs);
        }
        add(&mut out.start, &slopes.start);
        out.inputs.reverse();
        Ok(out)
    }

    /// Adds the slopes by the state in which a step begins that its input passes on: the arm of a force at a point of a body turns with it.
    fn add_feedback(&self, scene: &Scene, k: usize, by_input: &[f64], out: &mut [f64]) {
        let model = &scene.model;
        let state = self.state_before(k, scene);
        let mut change = vec![0.0; out.len()];
        for (place, body) in model.tangent_bodies().into_iter().enumerate() {
            if self.inputs[k].wrenches[body].torque == Vec3::zeros() {
                continue;
            }
            for axis in 6 * place + 3..6 * place + 6 {
                let mut input = |step: f64| {
                    change[axis] = step;
                    let turned = state.integrate(model, &change);
                    change[axis] = 0.0;
                    let mut input = self.inputs[k].clone();
                    scene.input_at(k, &turned, &mut input);
                    input
                };
                let change = input(-TURN).difference(model, &input(TURN));
                let along = change
                    .iter()
                    .zip(by_input)
                    .map(|(change, slope)| change * slope);
                out[axis] += along.sum::<f64>() / (2.0 * TURN);
            }
        }
    }
}

fn add(sum: &mut [f64], more: &[f64]) {
    for (sum, more) in sum.iter_mut().zip(more) {
        *sum += more;
    }
}
