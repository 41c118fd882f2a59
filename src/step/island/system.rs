//! The body system of an island: its buffers, and its structure.

use super::loads::Loads;
use crate::linalg::{BlockLu, BlockPlace, NodeId};
use crate::step::slot::Worlds;

/// The body system of an island: buffers, and the structure as long as the pairs stay the same.
#[derive(Debug)]
pub struct BodySystem<R: Worlds = f64> {
    pub(super) lu: BlockLu<R>,
    graph: Graph,
    /// The buffer for the next graph.
    pub(super) next: Graph,
    edges: Vec<(usize, usize)>,
    /// The places of the blocks (side, side) of every pair; none for a body that is not in the system.
    pub(super) pair_places: Vec<[[Option<BlockPlace>; 2]; 2]>,
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
    /// The nodes of the bodies of every pair; none for a body that is not a member.
    pub(super) pairs: Vec<[Option<NodeId>; 2]>,
}

impl<R: Worlds> BodySystem<R> {
    /// Takes `next` as the graph, and finds the structure anew only when it differs from the last one.
    pub(super) fn update_structure(&mut self) {
        if self.next == self.graph {
            return;
        }
        std::mem::swap(&mut self.graph, &mut self.next);
        let Graph { sizes, pairs } = &self.graph;
        self.edges.clear();
        let coupled = pairs.iter().filter_map(|&[a, b]| Some((a?.0, b?.0)));
        self.edges.extend(coupled);
        self.lu.set_structure(sizes, &self.edges);
        let lu = &self.lu;
        self.pair_places.clear();
        let places = pairs
            .iter()
            .map(|pair| pair.map(|i| pair.map(|j| Some(lu.place(i?, j?)))));
        self.pair_places.extend(places);
    }
}
