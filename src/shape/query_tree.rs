//! A tree of balls over the queries of a skin, so that a search leaves out most of them unseen.

use super::skin::Query;
use crate::math::Vec3;
use std::cmp::Ordering;

/// Radii are larger than they are by this part, which covers the rounding of moved points.
const ROUNDING: f64 = 1e-9;

/// A ball about a query that contains all queries of its subtree.
#[derive(Debug, Clone)]
struct Node {
    centre: Vec3,
    /// The radius, 0 where the centre is the only query.
    radius: f64,
    /// The index of the centre in the list of queries.
    query: usize,
    /// The index of the first node behind the subtree.
    end: usize,
}

/// Every query is the centre of one ball. The subtree of a node follows it in the list.
#[derive(Debug, Clone)]
pub struct QueryTree {
    nodes: Vec<Node>,
}

impl QueryTree {
    /// Returns the tree over a list of queries.
    pub fn new(queries: &[Query]) -> Self {
        let mut tree = Self {
            nodes: Vec::with_capacity(queries.len()),
        };
        let mut order: Vec<usize> = (0..queries.len()).collect();
        tree.add(queries, &mut order);
        tree
    }

    /// Calls `visit` with index, point and radius of balls. It returns whether queries of the ball other than its centre matter.
    pub fn visit(&self, mut visit: impl FnMut(usize, &Vec3, f64) -> bool) {
        let mut at = 0;
        while let Some(node) = self.nodes.get(at) {
            let enters = visit(node.query, &node.centre, node.radius);
            at = if enters { at + 1 } else { node.end };
        }
    }

    /// Adds the subtree over the queries whose indices are in `order`, which it sorts.
    fn add(&mut self, queries: &[Query], order: &mut [usize]) {
        let points = || order.iter().map(|&i| queries[i].point);
        let far = Vec3::repeat(f64::INFINITY);
        let low = points().fold(far, |low, p| low.inf(&p));
        let high = points().fold(-far, |high, p| high.sup(&p));
        let middle = 0.5 * (low + high);
        let square = |i: usize, from: &Vec3| (queries[i].point - from).norm_squared();
        let closest = (0..order.len()).min_by(|&i, &j| {
            let [a, b] = [order[i], order[j]].map(|i| (square(i, &middle), i));
            compare(a, b)
        });
        let Some(closest) = closest else {
            return;
        };
        order.swap(0, closest);
        let centre = queries[order[0]].point;
        let squares = order.iter().map(|&i| square(i, &centre));
        let radius = squares.fold(0.0, f64::max).sqrt();
        let node = self.nodes.len();
        self.nodes.push(Node {
            centre,
            radius: radius * (1.0 + ROUNDING),
            query: order[0],
            end: node,
        });
        let axis = (high - low).imax();
        let (_, rest) = order.split_at_mut(1);
        let half = rest.len() / 2;
        if half > 0 {
            rest.select_nth_unstable_by(half, |&i, &j| {
                let [a, b] = [i, j].map(|i| (queries[i].point[axis], i));
                compare(a, b)
            });
        }
        let (left, right) = rest.split_at_mut(half);
        self.add(queries, left);
        self.add(queries, right);
        self.nodes[node].end = self.nodes.len();
    }
}

/// Orders by a number, and by the index where two are equal.
fn compare(a: (f64, usize), b: (f64, usize)) -> Ordering {
    a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Dice;

    fn scattered(count: usize, seed: u64) -> Vec<Query> {
        let mut dice = Dice::new(seed, 0);
        let mut query = || Query {
            point: Vec3::from_fn(|_, _| dice.within(-1.0, 1.0)),
            area: 1.0,
        };
        (0..count).map(|_| query()).collect()
    }

    #[test]
    fn every_query_is_visited_once_and_lies_in_the_balls_around_it() {
        for count in [0, 1, 2, 3, 10, 257] {
            let queries = scattered(count, 7);
            let tree = QueryTree::new(&queries);
            let mut seen = vec![0; count];
            tree.visit(|index, point, _| {
                assert_eq!(*point, queries[index].point);
                seen[index] += 1;
                true
            });
            assert!(seen.iter().all(|&times| times == 1), "{count}");
            for (k, node) in tree.nodes.iter().enumerate() {
                for inner in &tree.nodes[k..node.end] {
                    assert!((inner.centre - node.centre).norm() <= node.radius);
                }
                assert_eq!(node.radius == 0.0, node.end == k + 1);
            }
        }
    }

    #[test]
    fn a_ball_that_is_not_entered_hides_its_subtree_alone() {
        let queries = scattered(200, 8);
        let tree = QueryTree::new(&queries);
        let (aim, reach) = (Vec3::new(0.4, -0.3, 0.2), 0.4);
        let (mut found, mut visits) = (Vec::new(), 0);
        tree.visit(|index, point, radius| {
            visits += 1;
            let away = (point - aim).norm();
            if away <= reach {
                found.push(index);
            }
            away <= reach + radius
        });
        found.sort_unstable();
        let near = |i: &usize| (queries[*i].point - aim).norm() <= reach;
        assert_eq!(found, (0..200).filter(near).collect::<Vec<_>>());
        assert!(visits < 100, "{visits}");
    }
}
