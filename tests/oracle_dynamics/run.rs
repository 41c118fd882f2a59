//! A small scene, run step by step.

use drystone::math::{Mat3, Rot, Vec3};
use drystone::shape::{Capsule, HalfSpace, Placed, Shape, Sphere};
use drystone::step::{Contact, Gradient, Simulator, Step, Wrt};
use drystone::world::{BodySpec, BodyState, Input, MassSpec, Model, ModelBuilder, State};
use std::sync::Arc;

/// Model, state and time of a run at one relaxation.
pub struct Run {
    pub model: Arc<Model>,
    pub state: State,
    pub input: Input,
    pub step: Step,
    pub h: f64,
    /// Time of the state, s.
    pub time: f64,
    rho: f64,
    simulator: Simulator,
}

impl Run {
    /// Everything at rest, shape frames at the origin.
    pub fn new(builder: ModelBuilder, h: f64, rho: f64) -> Self {
        let model = Arc::new(builder.time_step(h).build().unwrap());
        let at = BodyState::at_rest(Vec3::zeros(), Rot::identity());
        let state = State {
            bodies: vec![at; model.bodies.len()],
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
        run
    }

    /// Puts the shape frame of a body somewhere; prescribed bodies are told to stay there.
    pub fn place(&mut self, i: usize, position: Vec3, rotation: Rot) {
        let at = &mut self.state.bodies[i];
        at.position = self.model.bodies[i].centre_from_shape(&position, &rotation);
        at.rotation = rotation;
        self.input.commands[i].position = at.position;
        self.input.commands[i].rotation = rotation;
    }

    /// Linear and angular velocity of a body, world.
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

    /// Mean over [t - h/2, t + h/2] of a window of time, t the start of the next step.
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

    /// One step; it must be solved.
    pub fn advance(&mut self) {
        let (state, input) = (&self.state, &self.input);
        let step = &mut self.step;
        self.simulator
            .step_into(state, input, self.rho, step)
            .unwrap();
        let status = &self.step.status;
        assert!(status.solved, "t = {}: {status:?}", self.time);
        self.state.clone_from(&self.step.state);
        self.time += self.h;
    }

    /// Derivative of the last step.
    pub fn gradient(&mut self, wrt: &Wrt) -> Gradient {
        let gradient = self.simulator.gradient(&self.step, self.rho, wrt);
        gradient.unwrap_or_else(|e| panic!("t = {}: {e}", self.time))
    }

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

    /// Share of the last step in the initial angular acceleration about y: sum over all steps.
    /// From 0.01 s, when contacts have settled into their softness, to 0.03 s, before the growth
    /// of a fall counts (1 %).
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

/// Relaxation at which a block on a slope creeps at `speed` (docs/formulation.md, section 3):
/// rho L tan(theta) / (h cos(theta) |mu^2 - tan(theta)^2|).
pub fn rho_for_creep(slope: f64, mu: f64, length: f64, h: f64, speed: f64) -> f64 {
    let tan = slope.tan();
    let unit = length * tan / (h * slope.cos() * (mu * mu - tan * tan).abs());
    (speed / unit).clamp(1e-10, 1e-6)
}

/// The half-space n.x <= 0.
pub fn plane(n: Vec3) -> Shape {
    Shape::HalfSpace(HalfSpace::new(n, 0.0).unwrap())
}

pub fn sphere(radius: f64) -> Shape {
    Shape::Sphere(Sphere::new(radius).unwrap())
}

/// A capsule along an axis.
pub fn capsule(radius: f64, length: f64, axis: Vec3) -> Placed {
    along(Shape::Capsule(Capsule::new(radius, length).unwrap()), axis)
}

/// A shape of axis z turned to another one.
pub fn along(shape: Shape, axis: Vec3) -> Placed {
    let mut placed = Placed::at_origin(shape);
    placed.rotation = Rot::rotation_between(&Vec3::z(), &axis).unwrap();
    placed
}

/// The same body with a placed shape.
pub fn shaped(spec: BodySpec, placed: Placed) -> BodySpec {
    let mut spec = spec;
    spec.parts[0].placed = placed;
    spec
}

/// The same body with mass, centre and principal moments of inertia given.
pub fn weighing(spec: BodySpec, mass: f64, centre: Vec3, moments: [f64; 3]) -> BodySpec {
    let inertia = Mat3::from_diagonal(&Vec3::from(moments));
    BodySpec {
        mass: MassSpec::Full(mass, centre, inertia),
        ..spec
    }
}
