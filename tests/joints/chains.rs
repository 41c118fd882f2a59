//! Chains of bodies for the tests of joints.

use drystone::shape::Shape;
use drystone::world::{Body, JointAxis, JointKind, JointSpec};
use drystone::{Input, Model, ModelBuilder, State, Vec3};
use rand::{Rng, SeedableRng, rngs::StdRng};
use std::sync::Arc;

/// All kinds of joints.
pub const KINDS: [JointKind; 10] = [
    JointKind::Revolute,
    JointKind::Prismatic,
    JointKind::Cylindrical,
    JointKind::Planar,
    JointKind::Universal,
    JointKind::Gantry,
    JointKind::Gimbal,
    JointKind::Spherical,
    JointKind::Fixed,
    JointKind::Screw { pitch: 0.2 },
];

/// A chain of bodies above each other with random sizes, velocities and axes, which do not collide.
pub struct Chain {
    pub kind: JointKind,
    pub links: usize,
    pub seed: u64,
    pub time_step: f64,
    pub gravity: Vec3,
    /// The first body hangs on the world by a joint of the same kind.
    pub anchored: bool,
    /// What acts along every coordinate.
    pub axis: JointAxis,
    /// The coordinate of the last joint follows that of the one before.
    pub coupled: bool,
    /// All axes are y, about which alone the bodies turn.
    pub level: bool,
}

impl Chain {
    /// Returns a free chain without gravity.
    pub fn free(kind: JointKind, links: usize, seed: u64, time_step: f64) -> Self {
        Self {
            kind,
            links,
            seed,
            time_step,
            gravity: Vec3::zeros(),
            anchored: false,
            axis: JointAxis::default(),
            coupled: false,
            level: false,
        }
    }

    /// Returns the model, and the state in which it starts.
    pub fn build(&self) -> (Arc<Model>, State) {
        self.build_with(|builder| builder)
    }

    /// Returns the model with what `more` adds, and the state in which it starts.
    pub fn build_with(
        &self,
        more: impl FnOnce(ModelBuilder) -> ModelBuilder,
    ) -> (Arc<Model>, State) {
        let mut random = StdRng::seed_from_u64(self.seed);
        let mut builder = Model::builder()
            .time_step(self.time_step)
            .gravity(self.gravity)
            .length(0.2);
        for i in 0..self.links {
            let size = [0.1, 0.05, 0.2].map(|x| x * random.random_range(0.7..1.4));
            let mut any = || random.random_range(-1.0..1.0);
            let turn = drystone::Rot::new(Vec3::new(any(), any(), any()) * 0.3);
            let mut body = Body::free(format!("b{i}")).shape(Shape::cuboid(size)).at([
                0.0,
                0.0,
                0.5 * i as f64,
            ]);
            if self.level {
                builder = builder.body(body);
                continue;
            }
            body.start.rotation = turn;
            body.start.velocity = Vec3::new(any(), any(), any());
            body.start.angular_velocity = Vec3::new(any(), any(), any());
            builder = builder.body(body);
        }
        for i in usize::from(!self.anchored)..self.links {
            let mut any = || random.random_range(-1.0..1.0);
            let (first, second) = (
                Vec3::new(any(), any(), any()),
                Vec3::new(any(), any(), any()),
            );
            let mut spec = JointSpec::new(format!("j{i}"), self.kind, format!("b{i}"))
                .anchor(Vec3::new(0.03, 0.01, 0.25));
            if i > 0 {
                spec = spec.parent(format!("b{}", i - 1));
            }
            spec = match self.kind {
                _ if self.level => spec.anchor(Vec3::new(0.03, 0.0, 0.25)).axis(Vec3::y()),
                JointKind::Universal | JointKind::Gimbal | JointKind::Gantry => {
                    spec.axes(first, second)
                }
                _ => spec.axis(first),
            };
            if self.coupled && i == self.links - 1 {
                spec = spec.mimic(format!("j{}", i - 1), [0.0, -0.8, 0.3, 0.1, 0.0]);
            }
            for _ in self.kind.coordinates() {
                spec = spec.along(self.axis);
            }
            builder = builder.joint(spec);
        }
        for i in 0..self.links {
            for j in 0..i {
                builder = builder.no_contact(format!("b{j}"), format!("b{i}"));
            }
        }
        let (model, state) = more(builder).build_with_start().unwrap();
        (Arc::new(model), state)
    }
}

/// Returns the state after a number of steps.
pub fn after(model: &Arc<Model>, state: &State, input: &Input, steps: usize, rho: f64) -> State {
    let mut simulator = drystone::Simulator::new(model.clone());
    let mut state = state.clone();
    for _ in 0..steps {
        let step = simulator.step(&state, input, rho).unwrap();
        assert!(step.status.solved, "{}", step.status.explain(rho));
        state = step.state;
    }
    state
}
