//! A mechanism in motion, and two simple ones: a wheel and a pendulum.

use drystone::shape::Shape;
use drystone::world::{Body, JointAxis, JointKind, JointSpec, MassSpec};
use drystone::{Input, Mat3, Model, Simulator, State, Vec3};
use std::sync::Arc;

/// The relaxation of most tests.
pub const RHO: f64 = 1e-8;
/// Mass (kg), unit of length (m), moment of inertia about the axis (kg m^2) and standard gravity (m/s^2).
pub const MASS: f64 = 2.0;
pub const LENGTH: f64 = 0.1;
pub const INERTIA: f64 = 0.01;
pub const G: f64 = 9.81;

/// A mechanism in motion.
pub struct Run {
    pub model: Arc<Model>,
    pub state: State,
    pub input: Input,
    simulator: Simulator,
    pub rho: f64,
}

impl Run {
    pub fn new(builder: drystone::ModelBuilder) -> Self {
        let (model, state) = builder.length(LENGTH).build_with_start().unwrap();
        let model = Arc::new(model);
        Self {
            input: Input::hold(&model, &state),
            simulator: Simulator::new(model.clone()),
            model,
            state,
            rho: RHO,
        }
    }

    pub fn step(&mut self) {
        let step = self.simulator.step(&self.state, &self.input, self.rho);
        let step = step.unwrap();
        assert!(step.status.solved, "{}", step.status.explain(self.rho));
        self.state = step.state;
    }

    pub fn steps(&mut self, count: usize) -> &mut Self {
        (0..count).for_each(|_| self.step());
        self
    }

    pub fn at(&self) -> f64 {
        self.state.joint_positions(&self.model)[0]
    }

    pub fn rate(&self) -> f64 {
        self.state.joint_velocities(&self.model)[0]
    }
}

/// A wheel on an axle along z through its centre, which turns at `spin` (rad/s) at the start.
pub fn wheel(h: f64, spin: f64, axis: JointAxis) -> Run {
    let inertia = Mat3::identity() * INERTIA;
    let wheel = Body::free("wheel")
        .shape(Shape::cuboid([LENGTH, LENGTH, 0.05]))
        .mass_spec(MassSpec::Full(MASS, Vec3::zeros(), inertia))
        .angular_velocity(Vec3::z() * spin);
    let axle = JointSpec::new("axle", JointKind::Revolute, "wheel").along(axis);
    let builder = Model::builder().time_step(h).gravity(Vec3::zeros());
    Run::new(builder.body(wheel).joint(axle))
}

/// A pendulum that is horizontal where its angle is 0, and falls towards positive angles; its centre is at `ARM` (m).
pub const ARM: f64 = 0.25;

pub fn pendulum(h: f64, axis: JointAxis) -> Run {
    let inertia = Mat3::identity() * INERTIA;
    let rod = Body::free("rod")
        .shape(Shape::cuboid([ARM, 0.02, 0.02]))
        .mass_spec(MassSpec::Full(MASS, Vec3::zeros(), inertia))
        .at([ARM, 0.0, 0.0]);
    let pivot = JointSpec::new("pivot", JointKind::Revolute, "rod")
        .axis(Vec3::y())
        .along(axis);
    Run::new(Model::builder().time_step(h).body(rod).joint(pivot))
}
