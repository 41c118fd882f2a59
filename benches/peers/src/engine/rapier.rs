//! Rapier in double precision.

use super::{Engine, Gradient, Job, Result};
use crate::clock;
use crate::scene::{Fixed, GRAVITY, Node, Track};
use drystone::math::{Vec3, rotation_from_wxyz};
use rapier3d_f64::na::Unit;
use rapier3d_f64::prelude::{
    ColliderBuilder, IntegrationParameters, PhysicsWorld, Pose, RigidBodyBuilder, RigidBodyHandle,
    Rotation, Vector,
};

/// Settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Variant {
    /// The crate's defaults.
    Default,
    /// 20 solver iterations of 4 sweeps each, contacts four times stiffer, none recycled.
    Accurate,
}

impl Variant {
    fn parameters(self, step: f64) -> IntegrationParameters {
        let mut out = IntegrationParameters {
            dt: step,
            ..IntegrationParameters::default()
        };
        if self == Variant::Accurate {
            out.num_solver_iterations = 20;
            out.num_internal_pgs_iterations = 4;
            out.contact_softness.natural_frequency *= 4.0;
            out.static_contact_softness.natural_frequency *= 4.0;
            out.contact_recycling = false;
        }
        out
    }
}

/// The engine with one of its settings.
pub struct Rapier(pub Variant);

struct World {
    world: PhysicsWorld,
    bricks: Vec<RigidBodyHandle>,
}

impl Rapier {
    /// Rapier keeps contacts between steps: every start has a world of its own.
    fn world(&self, job: Job, start: &[Node]) -> World {
        let mut world = PhysicsWorld {
            gravity: Vector::new(0.0, 0.0, -GRAVITY),
            integration_parameters: self.0.parameters(job.step()),
            ..PhysicsWorld::default()
        };
        let friction = job.scene.friction;
        for fixed in &job.scene.fixed {
            let collider = match fixed {
                Fixed::Ground => ColliderBuilder::halfspace(Unit::new_unchecked(Vector::Z)),
                Fixed::Block { half, position } => {
                    ColliderBuilder::cuboid(half.x, half.y, half.z).translation(vector(position))
                }
            };
            world.insert_collider(collider.friction(friction), None);
        }
        // Every solver iteration is a step of its own.
        let inner = job.step() / world.integration_parameters.num_solver_iterations as f64;
        let lead = if job.early.or(false) {
            0.5 * inner * GRAVITY
        } else {
            0.0
        };
        let place = |(brick, at): (&crate::scene::Brick, &Node)| {
            let q = at.rotation;
            let rotation = Rotation::from_xyzw(q.i, q.j, q.k, q.w);
            let body = RigidBodyBuilder::dynamic()
                .pose(Pose::from_parts(vector(&at.position), rotation))
                .linvel(vector(&(at.velocity + Vec3::z() * lead)))
                .angvel(vector(&at.spin))
                .can_sleep(false);
            let collider = ColliderBuilder::cuboid(brick.half.x, brick.half.y, brick.half.z)
                .mass(brick.mass)
                .friction(friction);
            world.insert(body, collider).0
        };
        let bricks = job.scene.bricks.iter().zip(start).map(place).collect();
        World { world, bricks }
    }
}

impl World {
    fn nodes(&self) -> impl Iterator<Item = Node> {
        self.bricks.iter().map(|&handle| {
            let body = &self.world.bodies[handle];
            let q = body.rotation();
            Node {
                position: point(body.translation()),
                rotation: rotation_from_wxyz([q.w, q.x, q.y, q.z]),
                velocity: point(body.linvel()),
                spin: point(body.angvel()),
            }
        })
    }
}

impl Engine for Rapier {
    fn name(&self) -> &'static str {
        match self.0 {
            Variant::Default => "rapier_default",
            Variant::Accurate => "rapier_acc",
        }
    }

    fn track(&mut self, job: Job, start: &[Node], steps: usize) -> Result<Track> {
        let mut world = self.world(job, start);
        let mut track = Track::default();
        for _ in 0..steps {
            track.seconds += clock::seconds(|| world.world.step());
            // Bodies whose numbers are not finite are taken out of the simulation.
            track.unsolved += usize::from(!world.world.quarantine().is_empty());
            track.nodes.extend(world.nodes());
        }
        Ok(track)
    }

    fn time(&mut self, job: Job, starts: &[Vec<Node>], steps: usize) -> Result<f64> {
        let run = |start: &Vec<Node>| {
            let mut world = self.world(job, start);
            clock::seconds(|| {
                for _ in 0..steps {
                    world.world.step();
                }
            })
        };
        Ok(starts.iter().map(run).sum())
    }

    fn gradient(&mut self, _: Job) -> Result<Option<Gradient>> {
        Ok(None)
    }
}

fn vector(v: &Vec3) -> Vector {
    Vector::new(v.x, v.y, v.z)
}

fn point(v: Vector) -> Vec3 {
    Vec3::new(v.x, v.y, v.z)
}
