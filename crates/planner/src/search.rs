//! A rapidly exploring random tree through contact (SL section VI-C; after Pang et al. and the
//! planner published with SL).
//!
//! ```text
//! until the object is at the goal:
//!     target = goal or a random pose
//!     node   = nearest by reach, or by distance if the actuated bodies are to touch anew:
//!              then the best of some sampled contacts, and a free way there
//!     extend: command = least squares through the smoothed B, within the trust region,
//!             the node itself by a true step, again as long as the object comes nearer
//! ```

use super::Goal;
use super::grasp::{Grasps, gauss};
use super::provider::{Derivatives, Provider};
use super::reach::Reach;
use super::tree::{Node, Tree};
use drystone::error::Result;
use drystone::math::Dice;
use drystone::math::{Rot, Vec3};
use drystone::world::{BodyState, State};
use nalgebra::DVector;
use std::time::Instant;

/// Relaxation of the derivatives.
pub const SMOOTHING: f64 = 3e-3;
/// Largest motion of a command in a step while the object is pushed, in units of the model's length.
const TRUST: f64 = 0.1;
/// How often the goal itself is the target.
const GOAL_BIAS: f64 = 0.5;
/// How often contacts are made anew.
const REGRASP: f64 = 0.3;
/// Distance from the object at which a sampled contact starts, units of length.
pub(super) const GAP: f64 = 0.02;
/// Steps towards one target.
const STEPS: usize = 40;
/// The object has to come nearer by so much in a step, as a share of the trust region.
const PROGRESS: f64 = 0.05;

/// When a search ends without a plan.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// s.
    pub seconds: f64,
    /// Nodes of the tree.
    pub nodes: usize,
}

/// The outcome of a search.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// Whether the goal was reached; else the commands lead nearest to it.
    pub reached: bool,
    /// One command per step from the start.
    pub commands: Vec<DVector<f64>>,
    /// Nodes of the tree.
    pub nodes: usize,
    /// Steps that were not solved; they lead nowhere.
    pub unsolved: usize,
    /// s.
    pub seconds: f64,
}

/// The search for one goal.
pub struct Search<'a, P> {
    pub(super) provider: &'a mut P,
    pub(super) grasps: &'a Grasps,
    goal: &'a Goal,
    pub(super) dice: Dice,
    pub(super) tree: Tree,
    /// Nearest node to the goal so far and its error relative to the tolerances.
    best: (usize, f64),
    pub(super) unsolved: usize,
}

impl<'a, P: Provider> Search<'a, P> {
    /// Starts a search from `start` to `goal`.
    ///
    /// # Errors
    /// When the first step cannot be made.
    pub fn new(
        provider: &'a mut P,
        grasps: &'a Grasps,
        start: &State,
        goal: &'a Goal,
        dice: Dice,
    ) -> Result<Self> {
        let mut out = Self {
            provider,
            grasps,
            goal,
            dice,
            tree: Tree::default(),
            best: (0, f64::INFINITY),
            unsolved: 0,
        };
        let root = out.node(start.clone(), 0, Vec::new(), 0.0)?;
        if let Some(root) = root {
            out.add(root);
        }
        Ok(out)
    }

    /// Searches until the goal is reached or a limit is met. `see` hears of every round: nodes, and
    /// the error of the best relative to the tolerances.
    ///
    /// # Errors
    /// When a step cannot be asked for.
    pub fn run(mut self, limits: &Limits, mut see: impl FnMut(usize, f64)) -> Result<Outcome> {
        let clock = Instant::now();
        while !self.tree.nodes.is_empty()
            && self.best.1 > 1.0
            && self.tree.nodes.len() < limits.nodes
            && clock.elapsed().as_secs_f64() < limits.seconds
        {
            let target = self.target();
            let from = if self.dice.within(0.0, 1.0) < REGRASP {
                self.regrasp(&target)?
            } else {
                let space = self.provider.space();
                Some(
                    self.tree
                        .nearest(|node| node.reach.distance(space, &target)),
                )
            };
            if let Some(from) = from {
                self.extend(from, &target)?;
            }
            see(self.tree.nodes.len(), self.best.1);
        }
        Ok(Outcome {
            reached: self.best.1 <= 1.0,
            commands: self.tree.commands(self.best.0),
            nodes: self.tree.nodes.len(),
            unsolved: self.unsolved,
            seconds: clock.elapsed().as_secs_f64(),
        })
    }

    pub(super) fn object(&self) -> usize {
        self.provider.space().spec.object
    }

    pub(super) fn length(&self) -> f64 {
        self.provider.space().model.units.length
    }

    /// The goal, or a random pose between start and goal and around.
    fn target(&mut self) -> BodyState {
        let goal = self.goal.pose;
        if self.dice.within(0.0, 1.0) < GOAL_BIAS {
            return goal;
        }
        let start = self.tree.nodes[0].state.bodies[self.object()];
        let share = self.dice.within(0.0, 1.0);
        let spread = 0.3 * (goal.position - start.position).norm() + self.length();
        let noise = |dice: &mut Dice, size: f64| Vec3::from_fn(|_, _| size * gauss(dice));
        let mut position = start.position.lerp(&goal.position, share);
        position += noise(&mut self.dice, 0.5 * spread);
        let (low, high) = self.provider.space().spec.workspace;
        position = position.sup(&low).inf(&high);
        let turn = (goal.rotation * start.rotation.inverse()).scaled_axis() * share;
        let mut turn = turn + noise(&mut self.dice, 0.5);
        if let Some(plane) = self.provider.space().model.bodies[self.object()].plane {
            let normal = plane.normal();
            position -= normal * normal.dot(&(position - start.position));
            turn = normal * normal.dot(&turn);
        }
        BodyState::at_rest(position, Rot::from_scaled_axis(turn) * start.rotation)
    }

    /// A node with its reach, or nothing where the step is not solved.
    pub(super) fn node(
        &mut self,
        state: State,
        parent: usize,
        commands: Vec<DVector<f64>>,
        squeeze: f64,
    ) -> Result<Option<Node>> {
        let space = self.provider.space();
        let near = 2.0 * GAP * space.model.units.length;
        let away = self.grasps.away(space, &state, near);
        let mut hold = space.stay(&state);
        for (own, away) in space.manipulators.iter().zip(&away) {
            if let Some(away) = away {
                let mut numbers = hold.rows_range_mut(own.commands.clone());
                numbers -= own.push(away, squeeze);
            }
        }
        let step = self.provider.step(&state, &hold)?;
        let smooth = self
            .provider
            .linearize(&state, &hold, SMOOTHING, Derivatives::B)?;
        if !step.status.solved || !smooth.valid {
            self.unsolved += 1;
            return Ok(None);
        }
        let (object, space) = (self.object(), self.provider.space());
        let b = space.object_rows(&smooth.b, &smooth.next.bodies[object]);
        Ok(Some(Node {
            reach: Reach::new(space, step.state.bodies[object], &b),
            state,
            parent,
            commands,
            hold,
            away,
            squeeze,
            tries: 0.0,
        }))
    }

    pub(super) fn add(&mut self, node: Node) -> usize {
        // It stays there when nobody moves.
        let now = self.goal.error(&node.state.bodies[self.object()]);
        let error = now.max(self.goal.error(&node.reach.centre));
        self.tree.nodes.push(node);
        let index = self.tree.nodes.len() - 1;
        if error < self.best.1 {
            self.best = (index, error);
        }
        index
    }

    /// Steps towards `target` as long as the object comes nearer.
    fn extend(&mut self, from: usize, target: &BodyState) -> Result<()> {
        let (object, length) = (self.object(), self.length());
        let mut from = from;
        for _ in 0..STEPS {
            let space = self.provider.space();
            let node = &self.tree.nodes[from];
            let squeeze = node.squeeze;
            let change = node
                .reach
                .command(space, target, &node.away, TRUST * length);
            let command = space.clamp(&(&node.hold + change));
            let step = self.provider.step(&node.state, &command)?;
            if !step.status.solved {
                self.unsolved += 1;
                return Ok(());
            }
            let space = self.provider.space();
            let off = |at: &State| space.object_change(&at.bodies[object], target).norm();
            let nearer = off(&node.state) - off(&step.state);
            if nearer < PROGRESS * TRUST * length && off(&step.state) > 0.2 * nearer.abs() {
                return Ok(());
            }
            if !self.inside(&step.state) {
                return Ok(());
            }
            let Some(node) = self.node(step.state, from, vec![command], squeeze)? else {
                return Ok(());
            };
            from = self.add(node);
            if self.best.1 <= 1.0 {
                return Ok(());
            }
        }
        Ok(())
    }

    fn inside(&self, state: &State) -> bool {
        let at = state.bodies[self.object()].position;
        let (low, high) = self.provider.space().spec.workspace;
        (0..3).all(|i| at[i] >= low[i] - 1e-3 && at[i] <= high[i] + 1e-3)
    }
}
