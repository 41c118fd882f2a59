//! The body system of an island: its buffers, and its structure.

use super::loads::Loads;
use crate::linalg::BlockLu;
use crate::step::slot::Worlds;

/// The body system of an island: buffers, and the structure as long as the pairs stay the same.
#[derive(Debug)]
pub struct BodySystem<R: Worlds = f64> {
    pub(super) lu: BlockLu<R>,
    graph: Graph,
    /// The buffer for the next graph.
    pub(super) next: Graph,
    edges: Vec<(usize, usize)>,
    /// Starts of the blocks (side, side) of every pair; [`FIXED`] without one.
    pub(super) pair_places: Vec<[[usize; 2]; 2]>,
    pub(super) rhs: Vec<R>,
    pub(super) loads: Loads<R>,
}

impl<R: Worlds> Default for BodySystem<R> {
    fn default() -> Self {
        Self {
            lu: BlockLu::default(),
            graph: Graph::default(),
            next: Graph::default(),
            edges: Vec::new(),
            pair_places: Vec::new(),
            rhs: Vec::new(),
            loads: Loads::default(),
        }
    }
}

/// Who is coupled with whom, in the numbers of the island.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Graph {
    /// The number of freedoms of every body.
    pub(super) sizes: Vec<usize>,
    /// Bodies of every pair; [`FIXED`] for one that is not a member.
    pub(super) pairs: Vec<[usize; 2]>,
}

/// In place of a number: of a body that is not in the system.
pub(super) const FIXED: usize = usize::MAX;

impl<R: Worlds> BodySystem<R> {
    /// Takes `next` as the graph, and finds the structure anew only when it differs from the last one.
    pub(super) fn update_structure(&mut self) {
        if self.next == self.graph {
            return;
        }
        std::mem::swap(&mut self.graph, &mut self.next);
        let Graph { sizes, pairs } = &self.graph;
        self.edges.clear();
        let coupled = pairs.iter().filter(|pair| pair[1] != FIXED);
        self.edges.extend(coupled.map(|pair| (pair[0], pair[1])));
        self.lu.set_structure(sizes, &self.edges);
        let lu = &self.lu;
        self.pair_places.clear();
        self.pair_places.extend(pairs.iter().map(|pair| {
            pair.map(|i| {
                pair.map(|j| {
                    if i == FIXED || j == FIXED {
                        FIXED
                    } else {
                        lu.place(i, j)
                    }
                })
            })
        }));
    }
}
