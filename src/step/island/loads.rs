//! What rests on what: the normal impulses with which pairs start.
//!
//! Every body hands its weight, and what rests on it, to the pairs that hold it from below, from
//! the highest body to the lowest. For a tower that is the solution, for a heap a guess (decision D17). A mechanism that floats counts as
//! one body, which its feet hold (decision D82).

use super::{Island, Worlds};
use crate::contact::{Block, PredictedContact, TOUCHING};
use crate::math::Vec3;

/// A pair holds a body up where its normal is within 60 degrees of the vertical.
const STEEPEST: f64 = 0.5;

/// The buffers.
#[derive(Debug, Default)]
pub(super) struct Loads<R> {
    /// The gap of every pair, and the cosine of the angle between normal and vertical.
    touches: Vec<[R; 2]>,
    holds: Vec<Hold>,
    /// The impulses that the members carry.
    carried: Vec<f64>,
}

/// A pair that holds a body up.
#[derive(Debug)]
struct Hold {
    pair: usize,
    held: usize,
    below: usize,
    /// Height of the body that is held.
    height: f64,
    /// The cosine of the angle between normal and vertical.
    cosine: f64,
}

impl<R: Worlds> Island<'_, R> {
    /// Finds the load of every pair; zero without gravity.
    pub fn estimate_loads(&mut self) {
        for &k in self.touching {
            self.slots[k].load = R::ZERO;
        }
        let Some(down) = self.model.gravity.try_normalize(0.0) else {
            return;
        };
        let up = -down;
        let mut loads = std::mem::take(&mut self.system.loads);
        loads.touches.clear();
        let touch = |&k: &usize| {
            let PredictedContact { gap, normal } = self.slots[k].block.predicted_contact();
            [gap, normal.dot(&up.map(R::of))]
        };
        loads.touches.extend(self.touching.iter().map(touch));
        for lane in 0..R::LANES {
            self.find_holds(lane, &up, &mut loads);
            let weight = |&i: &usize| {
                let impulse = self.bodies[i].setup.impulse.map(|x| x.lane(lane));
                impulse.dot(&down).max(0.0)
            };
            loads.carried.clear();
            loads.carried.resize(self.members.len(), 0.0);
            for i in self.members {
                loads.carried[self.node_of(self.carrier(*i)).0] += weight(i);
            }
            self.hand_down(lane, &mut loads);
        }
        self.system.loads = loads;
    }

    /// Returns the body to whose weight that of a body counts: the first one of a mechanism that floats, else its own.
    fn carrier(&self, body: usize) -> usize {
        let forest = &self.model.forest;
        let first = forest.mechanism[body];
        let floats = first != body && !forest.anchored[body];
        match floats && self.members.binary_search(&first).is_ok() {
            true => first,
            false => body,
        }
    }

    /// Finds the pairs that hold something up, those of the highest body first.
    fn find_holds(&self, lane: usize, up: &Vec3, loads: &mut Loads<R>) {
        let holds = &mut loads.holds;
        holds.clear();
        for (&pair, touch) in self.touching.iter().zip(&loads.touches) {
            let [gap, cosine] = touch.map(|x| x.lane(lane));
            let touches = gap <= TOUCHING && cosine.abs() >= STEEPEST;
            let [a, b] = self.slots[pair].candidate.bodies;
            let (held, below) = if cosine > 0.0 { (a, b) } else { (b, a) };
            if touches && self.bodies[held].is_moving() {
                let (held, below) = (self.carrier(held), self.carrier(below));
                holds.push(Hold {
                    pair,
                    held,
                    below,
                    height: self.bodies[held].setup.x.map(|x| x.lane(lane)).dot(up),
                    cosine: cosine.abs(),
                });
            }
        }
        let place = |hold: &Hold| (hold.held, hold.pair);
        holds.sort_unstable_by(|x, y| {
            let height = y.height.total_cmp(&x.height);
            height.then(place(x).cmp(&place(y)))
        });
    }

    /// Shares what every body carries among the pairs that hold it, so that their sum is least.
    fn hand_down(&mut self, lane: usize, loads: &mut Loads<R>) {
        for holds in loads.holds.chunk_by(|x, y| x.held == y.held) {
            let sum: f64 = holds.iter().map(|hold| hold.cosine * hold.cosine).sum();
            let carried = loads.carried[self.node_of(holds[0].held).0] / sum;
            for hold in holds {
                let impulse = carried * hold.cosine;
                let slot = &mut self.slots[hold.pair];
                slot.load.set_lane(lane, impulse / slot.setup.mass);
                if self.bodies[hold.below].is_moving() {
                    loads.carried[self.node_of(hold.below).0] += impulse * hold.cosine;
                }
            }
        }
    }
}
