//! What is simulated: boxes on a plane or among fixed boxes, given once to every engine.

use drystone::math::{Rot, Vec3};
use serde::Serialize;

/// Standard gravity, m/s^2, along -z.
pub const GRAVITY: f64 = 9.81;

/// A box that moves; its mass is spread evenly.
#[derive(Debug, Clone, PartialEq)]
pub struct Brick {
    /// Half-extents, m.
    pub half: Vec3,
    /// kg.
    pub mass: f64,
}

impl Brick {
    /// Principal moments of inertia, kg m^2.
    pub fn inertia(&self) -> Vec3 {
        let squares = self.half.component_mul(&self.half);
        (Vec3::repeat(squares.sum()) - squares) * (self.mass / 3.0)
    }

    /// Corners at a node, world, m.
    pub fn corners(&self, at: &Node) -> [Vec3; 8] {
        std::array::from_fn(|i| {
            let sign = Vec3::from_fn(|axis, _| if i >> axis & 1 == 0 { 1.0 } else { -1.0 });
            at.position + at.rotation * self.half.component_mul(&sign)
        })
    }

    /// Height of the lowest corner, m.
    pub fn bottom(&self, at: &Node) -> f64 {
        let heights = self.corners(at).map(|corner| corner.z);
        heights.into_iter().fold(f64::INFINITY, f64::min)
    }
}

/// A part of the world.
#[derive(Debug, Clone, PartialEq)]
pub enum Fixed {
    /// The half-space z <= 0.
    Ground,
    /// A box along the axes.
    Block {
        /// Half-extents, m.
        half: Vec3,
        /// Of the centre, m.
        position: Vec3,
    },
}

/// A box at a node of time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Node {
    /// Of the centre, world, m.
    pub position: Vec3,
    /// Body to world.
    pub rotation: Rot,
    /// World, m/s.
    pub velocity: Vec3,
    /// Angular velocity, world, rad/s.
    pub spin: Vec3,
}

impl Node {
    /// At rest in a pose.
    pub fn at_rest(position: Vec3, rotation: Rot) -> Self {
        Self {
            position,
            rotation,
            velocity: Vec3::zeros(),
            spin: Vec3::zeros(),
        }
    }
}

/// What is asked of a scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// One box falls and comes to rest.
    Drop,
    /// Boxes on each other stand still.
    Stack,
    /// Boxes fall into a bin.
    Pile,
    /// A box falls into a hole that it fits.
    Peg,
}

/// A scene with all its starts.
#[derive(Debug, Clone)]
pub struct Scene {
    /// Name in tables.
    pub name: String,
    /// What is asked of it.
    pub kind: Kind,
    /// What moves.
    pub bricks: Vec<Brick>,
    /// What does not.
    pub fixed: Vec<Fixed>,
    /// Coefficient of friction of every pair.
    pub friction: f64,
    /// Simulated and judged, s.
    pub seconds: f64,
    /// Simulated while the clock runs, s.
    pub timed_seconds: f64,
    /// One entry per seed: one node per brick.
    pub starts: Vec<Vec<Node>>,
}

impl Scene {
    /// Steps in `seconds` at `hertz`.
    pub fn steps(seconds: f64, hertz: u32) -> usize {
        (seconds * f64::from(hertz) + 1e-9).floor() as usize
    }
}

/// The bricks at every node after the start.
#[derive(Debug, Clone, Default)]
pub struct Track {
    /// Node by node, brick by brick.
    pub nodes: Vec<Node>,
    /// Steps that the engine itself calls unsolved.
    pub unsolved: usize,
    /// Steps that needed more than a first attempt.
    pub retried: usize,
    /// Processor time of steps and recording, s.
    pub seconds: f64,
}

impl Track {
    /// The bricks at the end of each step.
    pub fn steps(&self, bricks: usize) -> impl DoubleEndedIterator<Item = &[Node]> {
        self.nodes.chunks_exact(bricks)
    }
}
