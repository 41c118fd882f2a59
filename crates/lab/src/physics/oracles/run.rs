//! A small scene, run step by step.

use drystone::error::{Error, Result};
use drystone::math::{Rot, Vec3};
use drystone::step::{Contact, Gradient, Simulator, Step, Wrt};
use drystone::world::{BodyState, Input, Model, ModelBuilder, State};
use std::sync::Arc;

/// Model, state and time of a run at one relaxation.
#[derive(Debug)]
pub struct Run {
    /// The model that is simulated.
    pub model: Arc<Model>,
    /// The state of the model.
    pub state: State,
    /// The input of the next step.
    pub input: Input,
    /// The last step.
    pub step: Step,
    /// Length of a step, s.
    pub h: f64,
    /// Time of the state, s.
    pub time: f64,
    rho: f64,
    simulator: Simulator,
}

impl Run {
    /// Everything at rest, shape frames at the origin; steps of `h` seconds at relaxation `rho`.
    ///
    /// # Errors
    /// When the model cannot be built.
    pub fn new(builder: ModelBuilder, h: f64, rho: f64) -> Result<Self> {
        let model = Arc::new(builder.time_step(h).build()?);
        let at = BodyState::at_rest(Vec3::zeros(), Rot::identity());
        let state = State {
            bodies: vec![at; model.bodies.len()],
            ..State::default()
        };
        let mut run = Self {
            input: Input::hold(&model, &state),
            simulator: Simulator::new(model.clone()),
            step: Step::default(),
            model,
            state,
            h,
            time: 0.0,
            rho,
        };
        for i in 0..run.state.bodies.len() {
            run.place(i, Vec3::zeros(), Rot::identity());
        }
        Ok(run)
    }

    /// Puts the shape frame of a body somewhere (m); prescribed bodies are told to stay there.
    pub fn place(&mut self, i: usize, position: Vec3, rotation: Rot) {
        let at = &mut self.state.bodies[i];
        at.position = self.model.bodies[i].centre_from_shape(&position, &rotation);
        at.rotation = rotation;
        self.input.commands[i].position = at.position;
        self.input.commands[i].rotation = rotation;
    }

    /// Linear (m/s) and angular (rad/s) velocity of a body, world.
    pub fn push(&mut self, i: usize, velocity: Vec3, angular: Vec3) {
        let at = &mut self.state.bodies[i];
        at.velocity = velocity;
        at.angular_velocity = at.rotation.inverse() * angular;
    }

    /// Moves velocities half a step back, before the wrenches, whose first step counts half.
    pub fn start_half_step_early(&mut self) {
        let none = vec![Vec3::zeros(); self.state.bodies.len()];
        self.model.start_half_step_early(&mut self.state, &none);
    }

    /// Mean over [t - h/2, t + h/2] of a window of time (s), t the start of the next step.
    pub fn share(&self, from: f64, to: f64) -> f64 {
        let (low, high) = (self.time - 0.5 * self.h, self.time + 0.5 * self.h);
        ((high.min(to) - low.max(from)) / self.h).max(0.0)
    }

    /// No wrenches in the next step.
    pub fn clear_wrenches(&mut self) {
        for wrench in &mut self.input.wrenches {
            wrench.force = Vec3::zeros();
            wrench.torque = Vec3::zeros();
        }
    }

    /// One step.
    ///
    /// # Errors
    /// When it is not solved.
    pub fn advance(&mut self) -> Result<()> {
        let (state, input) = (&self.state, &self.input);
        self.simulator
            .step_into(state, input, self.rho, &mut self.step)?;
        let status = &self.step.status;
        if !status.solved {
            let at = format!("step at {} s", self.time);
            let why = format!("unsolved: {}", status.reason);
            return Err(Error::value(at, why, "look at the scene"));
        }
        self.state.clone_from(&self.step.state);
        self.time += self.h;
        Ok(())
    }

    /// Several steps.
    ///
    /// # Errors
    /// When one is not solved.
    pub fn advance_by(&mut self, steps: usize) -> Result<()> {
        (0..steps).try_for_each(|_| self.advance())
    }

    /// Derivative of the last step.
    ///
    /// # Errors
    /// When `wrt` asks for what does not exist.
    pub fn gradient(&mut self, wrt: &Wrt) -> Result<Gradient> {
        self.simulator.gradient(&self.step, self.rho, wrt)
    }

    /// State of a body.
    pub fn body(&self, i: usize) -> &BodyState {
        &self.state.bodies[i]
    }

    /// The contact of two bodies in the last step, if their pair was in it.
    pub fn contact(&self, a: usize, b: usize) -> Option<&Contact> {
        let mut contacts = self.step.contacts.iter();
        contacts.find(|c| (c.first.body, c.second.body) == (a.min(b), a.max(b)))
    }

    /// Whether friction holds between two bodies.
    pub fn sticks(&self, a: usize, b: usize) -> bool {
        self.contact(a, b).is_some_and(|c| c.sticking)
    }

    /// Total momentum, kg m/s.
    pub fn momentum(&self) -> Vec3 {
        let bodies = self.model.bodies.iter().zip(&self.state.bodies);
        bodies.map(|(body, at)| at.velocity * body.mass).sum()
    }

    /// Translational and rotational kinetic energy, J.
    pub fn kinetic_energy(&self) -> f64 {
        let bodies = self.model.bodies.iter().zip(&self.state.bodies);
        let own = bodies.map(|(body, at)| {
            let w = at.angular_velocity;
            body.mass * at.velocity.norm_squared() + w.dot(&(body.inertia * w))
        });
        0.5 * own.sum::<f64>()
    }

    /// Share of the last step in the initial angular acceleration about y (rad/s^2): sum over all
    /// steps. From 0.01 s, when contacts have settled into their softness, to 0.03 s, before the
    /// growth of a fall counts (1 %).
    pub fn early_acceleration(&self, i: usize) -> f64 {
        let after = |time: f64| (0.5..1.5).contains(&((self.time - time) / self.h));
        let sign = if after(0.01) {
            -1.0
        } else if after(0.03) {
            1.0
        } else {
            return 0.0;
        };
        sign * self.body(i).angular_velocity_world().y / 0.02
    }
}
