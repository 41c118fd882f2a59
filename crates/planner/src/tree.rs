//! Configurations found so far, each with the commands that lead to it and what it can reach.

use super::reach::Reach;
use drystone::world::State;
use nalgebra::DVector;

/// A configuration.
#[derive(Debug, Clone)]
pub struct Node {
    /// Where everything is.
    pub state: State,
    /// The node from which it was reached; the root is its own.
    pub parent: usize,
    /// Commands, one per step, from the parent.
    pub commands: Vec<DVector<f64>>,
    /// The reach of one step from here.
    pub reach: Reach,
    /// The command from which it goes on: positions, and how deep those who touch are squeezed.
    pub hold: DVector<f64>,
    /// Normals away from the object of the actuated bodies that touch it.
    pub away: Vec<Option<DVector<f64>>>,
    /// Depth of the squeeze, m.
    pub squeeze: f64,
    /// How often the planner went on from here.
    pub tries: f64,
}

/// Nodes; the first is the root.
#[derive(Debug, Clone, Default)]
pub struct Tree {
    /// In the order in which they were found.
    pub nodes: Vec<Node>,
}

impl Tree {
    /// The node for which `distance` times 1 + tries is least; also counts the try.
    pub fn nearest(&mut self, distance: impl Fn(&Node) -> f64) -> usize {
        let cost = |node: &Node| distance(node) * (1.0 + node.tries);
        let mut best = (0, f64::INFINITY);
        for (k, node) in self.nodes.iter().enumerate() {
            let cost = cost(node);
            if cost < best.1 {
                best = (k, cost);
            }
        }
        self.nodes[best.0].tries += 1.0;
        best.0
    }

    /// Commands from the root to a node, with the number of the step after which each node lies.
    pub fn commands(&self, node: usize) -> Vec<DVector<f64>> {
        let mut chain = vec![];
        let mut at = node;
        while at != 0 {
            chain.push(at);
            at = self.nodes[at].parent;
        }
        let nodes = chain.into_iter().rev();
        nodes.flat_map(|k| self.nodes[k].commands.clone()).collect()
    }
}
