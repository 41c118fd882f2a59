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
use super::transfer::Transfer;
use super::tree::{Node, Tree};
use crate::error::Result;
use crate::math::Dice;
use crate::math::{Rot, Vec3};
use crate::world::{BodyState, State};
use nalgebra::DVector;
use std::time::Instant;

/// Relaxation of the derivatives.
pub const SMOOTHING: f64 = 3e-3;
/// Largest motion of a command in a step while the object is pushed, in units of the model's length.
const TRUST: f64 = 0.1;
/// Commands of bodies that touch the object lie so deep in it, or twice so deep, or not, units of
/// length.
const SQUEEZE: f64 = 0.06;
/// The same while nothing is touched.
pub const FREE: f64 = 0.4;
/// How often the goal itself is the target.
const GOAL_BIAS: f64 = 0.5;
/// How often contacts are made anew.
const REGRASP: f64 = 0.3;
/// Sampled contacts of which the best is taken.
const CONTACTS: usize = 6;
/// Distance from the object at which a sampled contact starts, units of length.
const GAP: f64 = 0.02;
/// Distance that is kept on the way there, units of length.
const MARGIN: f64 = 0.1;
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

/// What a search found.
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
    provider: &'a mut P,
    grasps: &'a Grasps,
    goal: &'a Goal,
    dice: Dice,
    tree: Tree,
    /// Nearest node to the goal so far and its error relative to the tolerances.
    best: (usize, f64),
    unsolved: usize,
}

impl<'a, P: Provider> Search<'a, P> {
    /// From `start` to `goal`.
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

    fn object(&self) -> usize {
        self.provider.space().spec.object
    }

    fn length(&self) -> f64 {
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
    fn node(
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
        for ((_, own), away) in space.tips().zip(&away) {
            for (i, &k) in own.iter().enumerate() {
                hold[k] -= away.as_ref().map_or(0.0, |away| away[i] * squeeze);
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
        let object = self.object();
        let b = self
            .provider
            .space()
            .object_rows(&smooth.b, &smooth.next.bodies[object]);
        Ok(Some(Node {
            reach: Reach::new(step.state.bodies[object], b),
            state,
            parent,
            commands,
            hold,
            away,
            squeeze,
            tries: 0.0,
        }))
    }

    fn add(&mut self, node: Node) -> usize {
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

    /// Goes on from the node whose object is nearest to `target`, with other contacts: those of some
    /// sampled ones that reach `target` best.
    fn regrasp(&mut self, target: &BodyState) -> Result<Option<usize>> {
        let object = self.object();
        let space = self.provider.space();
        let off = |node: &Node| {
            space
                .object_change(&node.state.bodies[object], target)
                .norm_squared()
        };
        let from = self.tree.nearest(off);
        let mut best: Option<(f64, State, f64)> = None;
        for _ in 0..CONTACTS {
            let Some(state) = self.sampled(from) else {
                continue;
            };
            let squeeze = (self.dice.within(0.0, 3.0)).floor() * SQUEEZE * self.length();
            let Some(node) = self.node(state, from, Vec::new(), squeeze)? else {
                continue;
            };
            let distance = node.reach.distance(self.provider.space(), target);
            if best.as_ref().is_none_or(|best| distance < best.0) {
                best = Some((distance, node.state, squeeze));
            }
        }
        let Some((_, wanted, squeeze)) = best else {
            return Ok(None);
        };
        let Some(commands) = self.ways(from, &wanted) else {
            return Ok(None);
        };
        self.follow(from, commands, squeeze)
    }

    /// The state of a node with one or all actuated bodies at sampled contacts.
    fn sampled(&mut self, from: usize) -> Option<State> {
        let space = self.provider.space();
        let mut state = self.tree.nodes[from].state.clone();
        let tips: Vec<usize> = space.tips().map(|(body, _)| body).collect();
        let gap = GAP * space.model.units.length;
        let only = self.dice.within(0.0, 1.0) < 0.3;
        let chosen = (self.dice.within(0.0, 1.0) * tips.len() as f64) as usize;
        for (k, &body) in tips.iter().enumerate() {
            if !only || k == chosen {
                let place = self.grasps.sample(space, k, &state, gap, &mut self.dice)?;
                state.bodies[body].position = place;
            }
        }
        Some(state)
    }

    /// Commands that take one actuated body after the other to its place in `wanted`.
    fn ways(&mut self, from: usize, wanted: &State) -> Option<Vec<DVector<f64>>> {
        let space = self.provider.space();
        let length = space.model.units.length;
        let mut state = self.tree.nodes[from].state.clone();
        // Who stays goes on squeezing; who leaves lets go first.
        let mut command = self.tree.nodes[from].hold.clone();
        let stay = space.stay(&state);
        let tips: Vec<_> = space.tips().collect();
        let leaves = |body: usize| wanted.bodies[body].position != state.bodies[body].position;
        for (_, own) in tips.iter().filter(|(body, _)| leaves(*body)) {
            own.iter().for_each(|&k| command[k] = stay[k]);
        }
        let mut out = vec![command.clone()];
        for (k, (body, own)) in tips.iter().enumerate() {
            let goal = wanted.bodies[*body].position;
            if goal == state.bodies[*body].position {
                continue;
            }
            let axes: Vec<usize> = own.iter().map(|&k| space.commands[k].1).collect();
            let transfer = Transfer {
                clearance: self.grasps.clearance(k),
                state: &state,
                limits: (space.spec.limits[k].1, space.spec.limits[k].2),
                margin: MARGIN * length,
                axes: &axes,
            };
            let path = transfer.path(goal, &mut self.dice)?;
            for leg in path.windows(2) {
                let steps = ((leg[1] - leg[0]).norm() / (FREE * length)).ceil().max(1.0);
                for i in 1..=steps as usize {
                    let at = leg[0].lerp(&leg[1], i as f64 / steps);
                    for &k in own {
                        command[k] = at[space.commands[k].1];
                    }
                    out.push(command.clone());
                }
            }
            // It lags behind its command.
            out.push(command.clone());
            state.bodies[*body].position = goal;
        }
        out.push(command);
        Some(out)
    }

    /// Makes true steps under `commands`; a node where the object stays in its place meanwhile.
    fn follow(
        &mut self,
        from: usize,
        commands: Vec<DVector<f64>>,
        squeeze: f64,
    ) -> Result<Option<usize>> {
        let (object, length) = (self.object(), self.length());
        let mut state = self.tree.nodes[from].state.clone();
        let start = state.bodies[object];
        for command in &commands {
            let step = self.provider.step(&state, command)?;
            if !step.status.solved {
                self.unsolved += 1;
                return Ok(None);
            }
            state = step.state;
            let moved = self
                .provider
                .space()
                .object_change(&start, &state.bodies[object]);
            if moved.norm() > 2.0 * GAP * length {
                return Ok(None);
            }
        }
        let node = self.node(state, from, commands, squeeze)?;
        Ok(node.map(|node| self.add(node)))
    }
}
