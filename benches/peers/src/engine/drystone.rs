//! Drystone as its scene files run it.

use super::{Engine, Gradient, Job, Result};
use crate::clock;
use crate::scene::{Fixed, GRAVITY, Node, Scene, Track};
use drystone::math::{Rot, Vec3};
use drystone::shape::{Cuboid, HalfSpace, Placed, Shape};
use drystone::step::{Simulator, Step, Wrt};
use drystone::world::{BodySpec, BodyState, Input, Model, Motion, PartSpec, State};
use std::sync::Arc;

/// Relaxation, dimensionless: the default of scene files.
pub const RHO: f64 = 1e-6;

/// Times a derivative or step is repeated at rest.
const REPEATS: usize = 50;
/// So many on end.
const AT_ONCE: u32 = 20;

/// The engine this comparison belongs to.
pub struct Drystone;

/// A scene with what it is stepped by. Bricks come first.
struct World {
    simulator: Simulator,
    input: Input,
    state: State,
    step: Step,
    rho: f64,
    early: bool,
    bricks: usize,
}

impl World {
    fn new(job: Job) -> Result<Self> {
        let model = model(job.scene, job.step()).map_err(|e| e.to_string())?;
        let model = Arc::new(model);
        let bricks = job.scene.bricks.len();
        let mut state = State {
            bodies: Vec::new(),
            ..State::default()
        };
        let nowhere = BodyState::at_rest(Vec3::zeros(), Rot::identity());
        state.bodies.resize(bricks, nowhere);
        state.bodies.extend(job.scene.fixed.iter().map(|fixed| {
            let position = match fixed {
                Fixed::Ground => Vec3::zeros(),
                Fixed::Block { position, .. } => *position,
            };
            BodyState::at_rest(position, Rot::identity())
        }));
        Ok(Self {
            input: Input::hold(&model, &state),
            simulator: Simulator::new(model),
            state,
            step: Step::default(),
            rho: RHO / job.finer,
            early: job.early.or(true),
            bricks,
        })
    }

    fn start(&mut self, start: &[Node]) {
        for (body, at) in self.state.bodies.iter_mut().zip(start) {
            *body = BodyState {
                position: at.position,
                rotation: at.rotation,
                velocity: at.velocity,
                angular_velocity: at.rotation.inverse_transform_vector(&at.spin),
            };
        }
        if self.early {
            let forces = vec![Vec3::zeros(); self.state.bodies.len()];
            let model = self.simulator.model().clone();
            model.start_half_step_early(&mut self.state, &forces);
        }
    }

    fn advance(&mut self) -> Result<()> {
        let (state, input) = (&self.state, &self.input);
        let stepped = self
            .simulator
            .step_into(state, input, self.rho, &mut self.step);
        stepped.map_err(|e| e.to_string())?;
        std::mem::swap(&mut self.state, &mut self.step.state);
        Ok(())
    }
}

impl Engine for Drystone {
    fn name(&self) -> &'static str {
        "drystone"
    }

    fn track(&mut self, job: Job, start: &[Node], steps: usize) -> Result<Track> {
        let mut world = World::new(job)?;
        world.start(start);
        let mut track = Track::default();
        for _ in 0..steps {
            let mut stepped = Ok(());
            track.seconds += clock::seconds(|| stepped = world.advance());
            stepped?;
            let status = &world.step.status;
            track.unsolved += usize::from(!status.solved);
            track.retried += usize::from(status.needed_ladder);
            let bricks = &world.state.bodies[..world.bricks];
            track.nodes.extend(bricks.iter().map(|body| Node {
                position: body.position,
                rotation: body.rotation,
                velocity: body.velocity,
                spin: body.angular_velocity_world(),
            }));
        }
        Ok(track)
    }

    fn time(&mut self, job: Job, starts: &[Vec<Node>], steps: usize) -> Result<f64> {
        let mut world = World::new(job)?;
        let mut result = Ok(());
        let mut total = 0.0;
        for start in starts {
            world.start(start);
            total += clock::seconds(|| {
                for _ in 0..steps {
                    let stepped = world.advance();
                    if stepped.is_err() {
                        result = stepped;
                    }
                }
            });
        }
        result.map(|()| total)
    }

    fn gradient(&mut self, job: Job) -> Result<Option<Gradient>> {
        let mut world = World::new(job)?;
        world.start(&job.scene.starts[0]);
        for _ in 0..job.hertz {
            world.advance()?;
        }
        let mut out = Gradient {
            step: f64::INFINITY,
            gradient: f64::INFINITY,
        };
        let (state, rho) = (world.state.clone(), world.rho);
        let mut step = Step::default();
        let mut gradient = drystone::step::Gradient::default();
        let (mut a, mut b) = Default::default();
        for _ in 0..REPEATS {
            let mut stepped = Ok(());
            let took = clock::seconds_each(AT_ONCE, || {
                let simulator = &mut world.simulator;
                stepped = simulator.step_into(&state, &world.input, rho, &mut step);
            });
            stepped.map_err(|e| e.to_string())?;
            let stepping = 1e6 * took;
            let mut made = Ok(());
            let took = clock::seconds_each(AT_ONCE, || {
                let wrt = Wrt::state_and_inputs();
                let simulator = &mut world.simulator;
                made = simulator.gradient_into(&step, rho, &wrt, &mut gradient);
                gradient.a_into(&mut a);
                gradient.b_into(&mut b);
            });
            made.map_err(|e| e.to_string())?;
            out.keep_least(Gradient {
                step: stepping,
                gradient: 1e6 * took,
            });
        }
        Ok(Some(out))
    }
}

fn model(scene: &Scene, time_step: f64) -> drystone::Result<Model> {
    let spec = |name: String, motion, mass, shape| {
        let part = PartSpec::new("part", Placed::at_origin(shape), scene.friction);
        BodySpec::new(name, motion).mass(mass).part(part)
    };
    let mut builder = Model::builder()
        .time_step(time_step)
        .gravity(Vec3::z() * -GRAVITY);
    for (i, brick) in scene.bricks.iter().enumerate() {
        let shape = Shape::Cuboid(Cuboid::new(brick.half)?);
        builder = builder.body(spec(format!("brick {i}"), Motion::Free, brick.mass, shape));
    }
    for (i, fixed) in scene.fixed.iter().enumerate() {
        let shape = match fixed {
            Fixed::Ground => Shape::HalfSpace(HalfSpace::new(Vec3::z(), 0.0)?),
            Fixed::Block { half, .. } => Shape::Cuboid(Cuboid::new(*half)?),
        };
        builder = builder.body(spec(format!("fixed {i}"), Motion::Fixed, 1.0, shape));
    }
    builder.build()
}
