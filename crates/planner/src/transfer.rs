//! Collision-free motion of one manipulator while everything else stands still.
//!
//! Straight where that is free, else a bidirectional tree of random points. What is free is known
//! from [`Clearance`]: while no point of the manipulator moves farther than the clearance it is free, so a
//! segment is checked in steps of that size.

use super::clearance::{Clearance, Nearest};
use super::{Manipulator, Space};
use drystone::math::Dice;
use drystone::world::State;
use nalgebra::DVector;

/// Points of both trees together, at most.
const POINTS: usize = 150;
/// Random points tried, at most: a body that is boxed in reaches none of them.
const ROUNDS: usize = 4 * POINTS;

/// The free space of one manipulator.
pub struct Transfer<'a> {
    /// Commands and their limits.
    pub space: &'a Space,
    /// The manipulator that moves.
    pub manipulator: &'a Manipulator,
    /// Distances of its bodies from everything.
    pub clearances: &'a [Clearance],
    /// Where everybody is; only the manipulator moves.
    pub state: &'a State,
    /// Distance that is kept, m.
    pub margin: f64,
}

/// Positions of a manipulator.
type Positions = DVector<f64>;

impl Transfer<'_> {
    /// Way points (positions) from where it is to `goal`, both included; `None` where none was found.
    pub fn path(&self, goal: &Positions, dice: &mut Dice) -> Option<Vec<Positions>> {
        let start = self.manipulator.positions(&self.space.model, self.state);
        let (from, to) = (self.lift(&start)?, self.lift(goal)?);
        let mut way = vec![start];
        way.extend(self.between(from, to, dice)?);
        way.push(goal.clone());
        Some(way)
    }

    /// Positions near the given ones that keep the margin: away from what is too near.
    fn lift(&self, positions: &Positions) -> Option<Positions> {
        let mut at = positions.clone();
        for _ in 0..6 {
            let placed = self.placed(&at)?;
            let Some((body, near)) = self.nearest(&placed, self.margin) else {
                return self.space.allows(self.manipulator, &at).then_some(at);
            };
            let model = &self.space.model;
            let place = (body, near.point);
            let gradient = self.manipulator.gradient(model, &placed, place, near.away);
            at += self
                .manipulator
                .push(&gradient, 1.2 * self.margin - near.gap);
        }
        None
    }

    fn placed(&self, at: &Positions) -> Option<State> {
        self.manipulator.placed(&self.space.model, self.state, at)
    }

    /// The body of the manipulator that is nearest to anything, and to what, if that is nearer than `within` (m).
    fn nearest(&self, placed: &State, within: f64) -> Option<(usize, Nearest)> {
        let mut best: Option<(usize, Nearest)> = None;
        for clearance in self.clearances.iter().rev() {
            let body = clearance.body();
            let within = best.map_or(within, |(_, near)| near.gap);
            let found = clearance.nearer(&placed.bodies[body], placed, within);
            best = found.map(|near| (body, near)).or(best);
        }
        best
    }

    /// The distance from everything, at most `enough`, m.
    fn free(&self, at: &Positions, enough: f64) -> f64 {
        let Some(placed) = self.placed(at) else {
            return f64::NEG_INFINITY;
        };
        self.nearest(&placed, enough)
            .map_or(enough, |(_, near)| near.gap)
    }

    /// How far one gets from `from` towards `to`.
    fn advance(&self, from: &Positions, to: &Positions) -> Positions {
        let whole = self.manipulator.distance(from, to);
        let mut done: f64 = 0.0;
        let mut at = from.clone();
        let mut gap = self.free(&at, whole + self.margin);
        while done < whole {
            let free = gap - 0.8 * self.margin;
            if free < 0.2 * self.margin {
                return at;
            }
            done = (done + free).min(whole);
            let next = from + (to - from) * (done / whole);
            gap = self.free(&next, whole - done + self.margin);
            if gap < self.margin {
                return at;
            }
            at = next;
        }
        to.clone()
    }

    fn between(&self, from: Positions, to: Positions, dice: &mut Dice) -> Option<Vec<Positions>> {
        if self.advance(&from, &to) == to {
            return Some(vec![from, to]);
        }
        let mut trees = [vec![(from, 0)], vec![(to, 0)]];
        for _ in 0..ROUNDS {
            if trees[0].len() + trees[1].len() >= POINTS {
                break;
            }
            let limits = self.manipulator.commands.clone();
            let limits = limits.map(|k| dice.within(self.space.low[k], self.space.high[k]));
            let sample = Positions::from_vec(limits.collect());
            for side in [0, 1] {
                let Some(reached) = self.grow(&mut trees[side], &sample) else {
                    continue;
                };
                let other = &mut trees[1 - side];
                if self.grow(other, &reached).as_ref() == Some(&reached) {
                    return Some(self.shortened(&joined(&trees)));
                }
            }
        }
        None
    }

    /// Adds the positions that are reached from the nearest ones towards `target`.
    fn grow(&self, tree: &mut Vec<(Positions, usize)>, target: &Positions) -> Option<Positions> {
        let distance = |k: &usize| self.manipulator.distance(&tree[*k].0, target);
        let near = (0..tree.len()).min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
        let reached = self.advance(&tree[near].0, target);
        if self.manipulator.distance(&tree[near].0, &reached) < 0.1 * self.margin {
            return None;
        }
        tree.push((reached.clone(), near));
        Some(reached)
    }

    /// Returns the path without the way points that are not needed.
    fn shortened(&self, path: &[Positions]) -> Vec<Positions> {
        let mut out = vec![path[0].clone()];
        let mut at = 0;
        while at + 1 < path.len() {
            let far = (at + 1..path.len()).rev();
            let mut far =
                far.filter(|&k| k == at + 1 || self.advance(&path[at], &path[k]) == path[k]);
            at = far.next().unwrap_or(at + 1);
            out.push(path[at].clone());
        }
        out
    }
}

/// Returns the way from the root of the first tree to that of the second, over the points added last.
fn joined(trees: &[Vec<(Positions, usize)>; 2]) -> Vec<Positions> {
    let chain = |tree: &[(Positions, usize)]| {
        let mut out = vec![tree[tree.len() - 1].0.clone()];
        let mut k = tree.len() - 1;
        while k != 0 {
            k = tree[k].1;
            out.push(tree[k].0.clone());
        }
        out
    };
    let mut path = chain(&trees[0]);
    path.reverse();
    path.extend(chain(&trees[1]).into_iter().skip(1));
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use drystone::scene::Scene;

    /// Slabs 0.14 m apart with a ball of 0.05 m half way between: 2 cm of room on each side.
    const SLABS: &str = r#"
        [shape.ball.sphere]
        radius = 0.05
        [shape.slab.box]
        half_extents = [0.05, 1, 1]
        [[body]]
        name = "finger"
        shape = "ball"
        mass = 0.1
        driven = { stiffness = 100, damping = 1 }
        [[body]]
        name = "left"
        fixed = true
        shape = "slab"
        position = [-0.12, 0, 0]
        [[body]]
        name = "middle"
        fixed = true
        shape = "slab"
        position = [0.12, 0, 0]
        [[body]]
        name = "right"
        fixed = true
        shape = "slab"
        position = [0.36, 0, 0]
        [[body]]
        name = "object"
        shape = "ball"
        position = [9, 0, 0]
        [plan]
        object = "object"
        workspace = { low = [-9, -9, -9], high = [9, 9, 9] }
        limits = [{ body = "finger", LIMITS }]
        [[plan.goal]]
        position = [9, 0, 0]
    "#;

    /// From above the box to its left side: no pair comes nearer than three quarters of the margin, and everything stays in the limits.
    #[test]
    fn an_arm_goes_around_a_box_with_all_of_its_links() {
        let text = include_str!("../../../scenarios/plan_arm_push.toml");
        let scene = Scene::parse(text, "arm").expect("a scene");
        let space = Space::from_scene(&scene).expect("a task");
        let (model, arm, margin) = (&space.model, &space.manipulators[0], 0.005);
        let clearances = arm.bodies.iter();
        let clearances: Vec<_> = clearances
            .map(|&body| Clearance::new(model, body, |_| true))
            .collect();
        let placed = |at: &Positions| arm.placed(model, &scene.initial, at).expect("a tree");
        // On the straight way the hand goes through the upper left edge of the box.
        let ends = [[-0.3, -1.2, 1.5], [1.05, -2.27, 0.7]].map(|at| Positions::from_row_slice(&at));
        let state = placed(&ends[0]);
        let transfer = Transfer {
            space: &space,
            manipulator: arm,
            clearances: &clearances,
            state: &state,
            margin,
        };
        assert!(transfer.advance(&ends[0], &ends[1]) != ends[1]);
        let way = transfer.path(&ends[1], &mut Dice::new(2, 0));
        let way = way.expect("a way around the box");
        assert_eq!(way[way.len() - 1], ends[1]);
        for leg in way.windows(2) {
            assert!(space.allows(arm, &leg[1]));
            for k in 0..=20 {
                let at = placed(&leg[0].lerp(&leg[1], f64::from(k) / 20.0));
                let pairs = crate::contact_data(model, &at, 0.02).expect("gaps");
                let least = pairs.iter().map(|pair| pair.gap).fold(1.0, f64::min);
                assert!(least > 0.75 * margin, "{least}");
            }
        }
    }

    /// The way of the finger to `goal`, up to `aside` from the x axis.
    fn path(margin: f64, goal: &[f64], aside: f64) -> Option<Vec<Positions>> {
        let limits = format!("low = [-3, -{aside}, -{aside}], high = [3, {aside}, {aside}]");
        let scene = Scene::parse(&SLABS.replace("LIMITS", &limits), "slabs").expect("a scene");
        let space = Space::from_scene(&scene).expect("a task");
        let manipulator = &space.manipulators[0];
        let transfer = Transfer {
            space: &space,
            manipulator,
            clearances: &[Clearance::new(&space.model, manipulator.tip, |_| true)],
            state: &scene.initial,
            margin,
        };
        transfer.path(&DVector::from_column_slice(goal), &mut Dice::new(1, 0))
    }

    #[test]
    fn a_body_that_is_boxed_in_stays_and_the_search_ends() {
        assert_eq!(path(0.019, &[0.24, 0.0, 0.0], 0.0), None);
    }

    #[test]
    fn a_body_goes_around_what_stands_between() {
        let goal = [0.24, 0.0, 0.0];
        let way = path(0.01, &goal, 3.0).expect("a way over the edges of the slab");
        assert_eq!(way[0].as_slice(), [0.0; 3]);
        assert_eq!(way[way.len() - 1].as_slice(), goal);
        let farthest = way
            .iter()
            .fold(0.0, |far: f64, at| far.max(at.rows(1, 2).amax()));
        assert!(farthest > 1.0, "{way:?}");
    }
}
