//! Collision-free motion of one actuated body while everything else stands still.
//!
//! Straight where that is free, else a bidirectional tree of random points. What is free is known
//! from [`Clearance`]: a ball as large as the clearance is, so a segment is checked in steps of that
//! size.

use super::clearance::Clearance;
use drystone::math::Dice;
use drystone::math::Vec3;
use drystone::world::{BodyState, State};

/// Points of both trees together, at most.
const POINTS: usize = 150;
/// Random points tried, at most: a body that is boxed in reaches none of them.
const ROUNDS: usize = 4 * POINTS;

/// The free space of one body.
pub struct Transfer<'a> {
    /// Distances of the body from the others.
    pub clearance: &'a Clearance,
    /// Where everybody is; only the one body moves.
    pub state: &'a State,
    /// Corners of the box in which it stays, m.
    pub limits: (Vec3, Vec3),
    /// Distance that is kept, m.
    pub margin: f64,
    /// Axes along which it moves.
    pub axes: &'a [usize],
}

impl Transfer<'_> {
    /// Way points (m) from its position to `goal`, both included; `None` where none was found.
    pub fn path(&self, goal: Vec3, dice: &mut Dice) -> Option<Vec<Vec3>> {
        let start = self.state.bodies[self.clearance.body()].position;
        let (from, to) = (self.lift(start)?, self.lift(goal)?);
        let mut way = vec![start];
        way.extend(self.between(from, to, dice)?);
        way.push(goal);
        Some(way)
    }

    /// A point near `position` that keeps the margin: away from what is too near.
    fn lift(&self, position: Vec3) -> Option<Vec3> {
        let mut at = position;
        for _ in 0..6 {
            let Some(near) = self.nearest(at) else {
                return Some(at);
            };
            if near.gap >= self.margin {
                return self.within(at).then_some(at);
            }
            at += near.away * (1.2 * self.margin - near.gap);
            for axis in (0..3).filter(|axis| !self.axes.contains(axis)) {
                at[axis] = position[axis];
            }
        }
        None
    }

    fn nearest(&self, position: Vec3) -> Option<super::clearance::Nearest> {
        let body = &self.state.bodies[self.clearance.body()];
        let at = BodyState { position, ..*body };
        self.clearance.nearest(&at, self.state)
    }

    fn within(&self, at: Vec3) -> bool {
        let (low, high) = self.limits;
        self.axes
            .iter()
            .all(|&i| (low[i]..=high[i]).contains(&at[i]))
    }

    /// How far one gets from `from` towards `to`.
    fn advance(&self, from: Vec3, to: Vec3) -> Vec3 {
        let whole = (to - from).norm();
        let mut done: f64 = 0.0;
        let mut at = from;
        while done < whole {
            let free = self.nearest(at).map_or(whole, |near| near.gap) - 0.8 * self.margin;
            if free < 0.2 * self.margin {
                return at;
            }
            done = (done + free).min(whole);
            let next = from + (to - from) * (done / whole);
            let there = self.nearest(next).map_or(whole, |near| near.gap);
            if there < self.margin {
                return at;
            }
            at = next;
        }
        to
    }

    fn between(&self, from: Vec3, to: Vec3, dice: &mut Dice) -> Option<Vec<Vec3>> {
        if self.advance(from, to) == to {
            return Some(vec![from, to]);
        }
        let mut trees = [vec![(from, 0)], vec![(to, 0)]];
        let (low, high) = self.limits;
        for _ in 0..ROUNDS {
            if trees[0].len() + trees[1].len() >= POINTS {
                break;
            }
            let mut sample = from;
            for &i in self.axes {
                sample[i] = dice.within(low[i], high[i]);
            }
            for side in [0, 1] {
                let Some(reached) = self.grow(&mut trees[side], sample) else {
                    continue;
                };
                let other = &mut trees[1 - side];
                if self.grow(other, reached) == Some(reached) {
                    return Some(self.shortened(&joined(&trees)));
                }
            }
        }
        None
    }

    /// Adds the point that is reached from the nearest one towards `target`.
    fn grow(&self, tree: &mut Vec<(Vec3, usize)>, target: Vec3) -> Option<Vec3> {
        let distance = |k: &usize| (tree[*k].0 - target).norm();
        let near = (0..tree.len()).min_by(|a, b| distance(a).total_cmp(&distance(b)))?;
        let reached = self.advance(tree[near].0, target);
        if (reached - tree[near].0).norm() < 0.1 * self.margin {
            return None;
        }
        tree.push((reached, near));
        Some(reached)
    }

    /// Returns the path without the way points that are not needed.
    fn shortened(&self, path: &[Vec3]) -> Vec<Vec3> {
        let mut out = vec![path[0]];
        let mut at = 0;
        while at + 1 < path.len() {
            let far = (at + 1..path.len()).rev();
            let mut far =
                far.filter(|&k| k == at + 1 || self.advance(path[at], path[k]) == path[k]);
            at = far.next().unwrap_or(at + 1);
            out.push(path[at]);
        }
        out
    }
}

/// Returns the way from the root of the first tree to that of the second, over the points added last.
fn joined(trees: &[Vec<(Vec3, usize)>; 2]) -> Vec<Vec3> {
    let chain = |tree: &[(Vec3, usize)]| {
        let mut out = vec![tree[tree.len() - 1].0];
        let mut k = tree.len() - 1;
        while k != 0 {
            k = tree[k].1;
            out.push(tree[k].0);
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
    "#;

    fn path(margin: f64, goal: Vec3, axes: &[usize]) -> Option<Vec<Vec3>> {
        let scene = Scene::parse(SLABS, "slabs").expect("a scene");
        let clearance = Clearance::new(&scene.model, 0, |_| true);
        let transfer = Transfer {
            clearance: &clearance,
            state: &scene.initial,
            limits: (Vec3::repeat(-3.0), Vec3::repeat(3.0)),
            margin,
            axes,
        };
        transfer.path(goal, &mut Dice::new(1, 0))
    }

    #[test]
    fn a_body_that_is_boxed_in_stays_and_the_search_ends() {
        assert_eq!(path(0.019, Vec3::new(0.24, 0.0, 0.0), &[0]), None);
    }

    #[test]
    fn a_body_goes_around_what_stands_between() {
        let goal = Vec3::new(0.24, 0.0, 0.0);
        let way = path(0.01, goal, &[0, 1, 2]).expect("a way over the edges of the slab");
        assert_eq!((way[0], way[way.len() - 1]), (Vec3::zeros(), goal));
        let farthest = way.iter().fold(0.0, |far: f64, at| far.max(at.yz().amax()));
        assert!(farthest > 1.0, "{way:?}");
    }
}
