//! The body system of an island: its buffers, and its structure.

use super::loads::Loads;
use crate::dynamics::Sides;
use crate::linalg::{BlockLu, BlockPlace, Edge, NodeId};
use crate::step::slot::Worlds;

/// The body system of an island: buffers, and the structure as long as the pairs stay the same.
#[derive(Debug)]
pub struct BodySystem<R: Worlds = f64> {
    pub(super) lu: BlockLu<R>,
    graph: Graph,
    /// The buffer for the next graph.
    pub(super) next: Graph,
    edges: Vec<Edge>,
    /// The places of the blocks (side, side) of every pair; none for a body that is not in the system.
    pub(super) pair_places: Vec<[[Option<BlockPlace>; 2]; 2]>,
    /// The places of the blocks of every joint.
    pub(super) joint_places: Vec<JointPlaces>,
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
            joint_places: Vec::new(),
            rhs: Vec::new(),
            loads: Loads::default(),
        }
    }
}

/// Who is coupled with whom, in the numbers of the island.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Graph {
    /// The number of unknowns of every node: the freedoms of a body and the rows of the joint that holds it, then the rows of
    /// every joint that closes a loop.
    pub(super) sizes: Vec<usize>,
    /// The freedoms of every body, whose nodes are the first ones; the first unknowns of its node.
    pub(super) freedoms: Vec<usize>,
    /// The joints.
    pub(super) joints: Vec<JointNodes>,
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
        let Graph {
            sizes,
            freedoms,
            joints,
            pairs,
        } = &self.graph;
        self.edges.clear();
        let of_bodies = |[a, b]: [Option<NodeId>; 2]| {
            let nodes = [a?.0, b?.0];
            let widths = nodes.map(|node| freedoms[node]);
            Some(Edge { nodes, widths })
        };
        self.edges
            .extend(pairs.iter().copied().filter_map(of_bodies));
        for joint in joints {
            let (sides, node) = (joint.sides.map(|side| Some(side?.0)), joint.node.0);
            let edges = joint_edges(sides, (node, sizes[node]), |side| freedoms[side]);
            self.edges.extend(edges);
        }
        self.lu
            .set_structure(sizes, &self.edges, sizes.len() - freedoms.len());
        let lu = &self.lu;
        self.pair_places.clear();
        let places = pairs
            .iter()
            .map(|pair| pair.map(|i| pair.map(|j| Some(lu.place(i?, j?)))));
        self.pair_places.extend(places);
        self.joint_places.clear();
        let joints = joints.iter().map(|joint| JointPlaces::new(joint, lu));
        self.joint_places.extend(joints);
    }
}

/// Returns the couplings of a joint: of its two bodies, and of all its sides with the `node` of its rows, which has that `size`.
pub fn joint_edges(
    sides: Sides<Option<usize>>,
    (node, size): (usize, usize),
    freedoms: impl Fn(usize) -> usize,
) -> impl Iterator<Item = Edge> {
    let bodies = sides[0].zip(sides[1]).map(|(child, parent)| Edge {
        nodes: [child, parent],
        widths: [freedoms(child), freedoms(parent)],
    });
    let others = sides
        .into_iter()
        .flatten()
        .filter(move |&side| side != node);
    bodies.into_iter().chain(others.map(move |side| Edge {
        nodes: [side, node],
        widths: [freedoms(side), size],
    }))
}

/// The nodes of a joint in the numbers of the island.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct JointNodes {
    /// The nodes of its bodies and of those of its leader; none of a body that is not a member.
    pub(super) sides: Sides<Option<NodeId>>,
    /// The node of its rows: that of the body that it holds, or one of its own.
    pub(super) node: NodeId,
    /// The place of its first row in that node.
    pub(super) first: usize,
}

/// A block, and the number of its columns.
#[derive(Debug, Clone, Copy)]
pub(super) struct Panel {
    /// Where the block begins.
    pub(super) place: usize,
    /// The number of its columns.
    pub(super) width: usize,
}

/// The places of the blocks of a joint.
#[derive(Debug, Clone, Copy)]
pub(super) struct JointPlaces {
    /// Where its rows begin in a vector.
    pub(super) start: usize,
    /// The place of its first row in its node.
    pub(super) first: usize,
    /// The block (node, node) of its rows.
    pub(super) own: Panel,
    /// The blocks (node, body) of all sides.
    pub(super) rows: Sides<Option<Panel>>,
    /// The blocks (body, node) of all sides.
    pub(super) columns: Sides<Option<Panel>>,
    /// The blocks (side, side) of the two bodies.
    pub(super) bodies: [[Option<BlockPlace>; 2]; 2],
}

impl JointPlaces {
    fn new<R: Worlds>(joint: &JointNodes, lu: &BlockLu<R>) -> Self {
        let panel = |row: NodeId, column: NodeId| Panel {
            place: lu.place(row, column).0,
            width: lu.size(column),
        };
        let both = [joint.sides[0], joint.sides[1]];
        Self {
            start: lu.offset(joint.node) + joint.first,
            first: joint.first,
            own: panel(joint.node, joint.node),
            rows: joint.sides.map(|body| Some(panel(joint.node, body?))),
            columns: joint.sides.map(|body| Some(panel(body?, joint.node))),
            bodies: both.map(|i| both.map(|j| Some(lu.place(i?, j?)))),
        }
    }
}
