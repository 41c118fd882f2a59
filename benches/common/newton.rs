//! What a Newton iteration asks of the body system: one factorisation, three solves.

use drystone::linalg::{BlockLu, Edge, NodeId};
use rand::{Rng, SeedableRng, rngs::StdRng};

/// Returns the couplings of free bodies.
pub fn couplings(edges: &[(usize, usize)]) -> Vec<Edge> {
    let widths = [6, 6];
    let coupling = |&(a, b): &(usize, usize)| Edge {
        nodes: [a, b],
        widths,
    };
    edges.iter().map(coupling).collect()
}

/// A filled system of free bodies.
pub struct Iteration {
    lu: BlockLu,
    values: Vec<f64>,
    two: Vec<f64>,
    one: Vec<f64>,
}

impl Iteration {
    /// Of `n` bodies coupled by `edges`.
    pub fn new(n: usize, edges: &[(usize, usize)]) -> Self {
        let mut lu = BlockLu::default();
        lu.set_structure(&vec![6; n], &couplings(edges), 0);
        let mut random = StdRng::seed_from_u64(6);
        let both = edges.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
        for (a, b) in both.chain((0..n).map(|i| (i, i))) {
            for (k, value) in lu.block_mut(NodeId(a), NodeId(b)).iter_mut().enumerate() {
                let diagonal = if a == b && k % 7 == 0 { 10.0 } else { 0.0 };
                *value = random.random_range(-0.3..0.3) + diagonal;
            }
        }
        Self {
            values: lu.values_mut().to_vec(),
            two: vec![0.0; 2 * lu.dimension()],
            one: vec![0.0; lu.dimension()],
            lu,
        }
    }

    pub fn run(&mut self) {
        self.lu.values_mut().copy_from_slice(&self.values);
        assert!(self.lu.factor());
        self.two.fill(1.0);
        self.one.fill(1.0);
        self.lu.solve::<2>(&mut self.two);
        self.lu.solve::<1>(&mut self.one);
    }
}
