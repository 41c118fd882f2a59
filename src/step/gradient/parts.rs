//! The parts of a step that was made in halves: a tree whose leaves are the solves in the order of time. In models with joints it
//! has the states at the ends of the parts, at which velocities are projected onto the joints.

use crate::ipm::Problem;
use crate::math::Vec3;
use crate::step::active::Active;
use crate::step::projection::ProjectionRates;
use crate::step::simulator::Simulator;
use crate::step::simulator::halves::free_acceleration;
use crate::step::simulator::read::read_state;
use crate::step::solution::Leaf;
use crate::world::{Input, Model, State};

/// A part of a step: what was made of the interval between two states. States at ends have no meaning in models without joints.
pub(super) enum Part<'a> {
    /// The part is one solve, and a part of the same interval for the bodies that this solve left out.
    Solved {
        /// The solve.
        leaf: &'a Leaf,
        /// The part of the bodies that the solve left out.
        rest: Option<Box<Part<'a>>>,
        /// The state at the end.
        end: State,
    },
    /// The part is one half after the other.
    Halved(Box<Halved<'a>>),
}

/// Two halves of a part of a step.
pub(super) struct Halved<'a> {
    /// All solves of both.
    pub solves: Solves<'a>,
    /// The first half.
    pub first: Part<'a>,
    /// The second half.
    pub second: Part<'a>,
    /// The projection of the velocities that were led back onto the joints; none in models without joints.
    pub projection: Option<ProjectionRates>,
}

impl Part<'_> {
    /// Returns the state at its end.
    pub fn end(&self) -> &State {
        match self {
            Self::Solved { end, .. } => end,
            Self::Halved(halved) => match &halved.projection {
                Some(projection) => projection.projected(),
                None => halved.second.end(),
            },
        }
    }
}

/// A body whose velocity was led back at the end of two halves.
pub(super) struct LedBack {
    /// The index of the body.
    pub body: usize,
    /// The time by which it was led back, s.
    pub early: f64,
    /// The acceleration of the body without contact, m/s^2.
    pub pull: Vec3,
    /// The force on it, N.
    pub force: Vec3,
}

/// The solves of an interval, in the order of time.
#[derive(Clone, Copy)]
pub(super) struct Solves<'a> {
    /// The solves.
    pub leaves: &'a [Leaf],
    /// How often the step was halved to come to the interval.
    pub depth: u32,
}

impl<'a> Solves<'a> {
    /// Returns whether a body was advanced.
    fn advanced(self, body: usize) -> bool {
        self.leaves.iter().any(|leaf| leaf.active().has(body))
    }

    /// Returns the input of the interval, which is that of its last solve.
    pub fn input(self) -> &'a Input {
        &self.leaves[self.leaves.len() - 1].input
    }

    /// Returns the bodies whose velocities are led back at the end of two halves.
    pub fn led_back(self, model: &'a Model) -> impl Iterator<Item = LedBack> + 'a {
        let early = 0.25 * model.time_step * 0.5_f64.powi(self.depth as i32);
        let bodies = model.bodies.iter().zip(&self.input().wrenches).enumerate();
        let led = bodies.filter(move |(i, (body, _))| body.keeps_velocity() && self.advanced(*i));
        led.map(move |(i, (body, wrench))| LedBack {
            body: i,
            early,
            pull: free_acceleration(model, body, wrench),
            force: wrench.force,
        })
    }
}

impl Simulator {
    /// Returns the part of a step at `depth` that begins with the first of `leaves`; takes its leaves away from the front.
    pub(super) fn parts_of<'a>(&mut self, leaves: &mut &'a [Leaf], depth: u32) -> Part<'a> {
        let begin = *leaves;
        let leaf = &begin[0];
        if leaf.depth == depth {
            *leaves = &begin[1..];
            let rest = leaf.has_rest.then(|| self.parts_of(leaves, depth));
            let end = self.end_of_solve(leaf, rest.as_ref());
            return Part::Solved {
                leaf,
                rest: rest.map(Box::new),
                end,
            };
        }
        let first = self.parts_of(leaves, depth + 1);
        let second = self.parts_of(leaves, depth + 1);
        let leaves = &begin[..begin.len() - leaves.len()];
        let solves = Solves { leaves, depth };
        let projection = self.projection_of_halves(solves, second.end());
        Part::Halved(Box::new(Halved {
            solves,
            first,
            second,
            projection,
        }))
    }

    /// Returns the state at the end of a solve, beside which `rest` advanced the other bodies.
    fn end_of_solve(&mut self, leaf: &Leaf, rest: Option<&Part>) -> State {
        let mut end = State::default();
        if self.model.joints.is_empty() {
            return end;
        }
        end.clone_from(&leaf.state);
        self.work.restore(&self.model, leaf);
        for k in 0..self.work.island_count() {
            self.work.island(&self.model, k).evaluate(leaf.rho);
        }
        read_state(&self.model, &mut self.work, 0, leaf.active(), &mut end);
        if let Some(rest) = rest {
            for (i, at) in end.bodies.iter_mut().enumerate() {
                if !leaf.active().has(i) || !self.model.bodies[i].is_moving() {
                    *at = rest.end().bodies[i];
                }
            }
        }
        end
    }

    /// Returns the projection onto the joints of the velocities at the end of two halves, led back, as the step itself makes it.
    fn projection_of_halves(&self, solves: Solves, end: &State) -> Option<ProjectionRates> {
        let model = &self.model;
        if model.joints.is_empty() {
            return None;
        }
        let rates = end.joint_velocities(model);
        let mut end = end.clone();
        for led in solves.led_back(model) {
            end.bodies[led.body].velocity -= led.pull * led.early;
        }
        let bodies = model.bodies.iter().enumerate();
        let marks: Vec<bool> = bodies
            .map(|(i, body)| !body.is_moving() || solves.advanced(i))
            .collect();
        let mut out = ProjectionRates::default();
        out.prepare(model, Active::marked(&marks), end, rates);
        Some(out)
    }
}
