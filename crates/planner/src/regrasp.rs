//! Contacts made anew: sampled from the shapes, judged by what they reach, and a free way to them.

use super::provider::Provider;
use super::search::{GAP, Search};
use super::transfer::Transfer;
use super::tree::Node;
use drystone::error::Result;
use drystone::world::{BodyState, State};
use nalgebra::DVector;

/// Commands of bodies that touch the object lie so deep in it, or twice so deep, or not, units of
/// length.
const SQUEEZE: f64 = 0.06;
/// The same while nothing is touched.
pub const FREE: f64 = 0.4;
/// Sampled contacts of which the best is taken.
const CONTACTS: usize = 6;
/// Distance that is kept on the way there, units of length.
const MARGIN: f64 = 0.1;
/// One body alone moves, so often; else all do.
const ONE: f64 = 0.3;

/// Where manipulators are to go; nothing for those that stay.
type Places = Vec<Option<DVector<f64>>>;

impl<P: Provider> Search<'_, P> {
    /// Goes on from the node whose object is nearest to `target`, with other contacts: those of some
    /// sampled ones that reach `target` best.
    pub(super) fn regrasp(&mut self, target: &BodyState) -> Result<Option<usize>> {
        let object = self.object();
        let space = self.provider.space();
        let off = |node: &Node| {
            space
                .object_change(&node.state.bodies[object], target)
                .norm_squared()
        };
        let from = self.tree.nearest(off);
        let mut best: Option<(f64, Places, f64)> = None;
        for _ in 0..CONTACTS {
            let Some((state, places)) = self.sampled(from) else {
                continue;
            };
            let squeeze = (self.dice.within(0.0, 3.0)).floor() * SQUEEZE * self.length();
            let Some(node) = self.node(state, from, Vec::new(), squeeze)? else {
                continue;
            };
            let distance = node.reach.distance(self.provider.space(), target);
            if best.as_ref().is_none_or(|best| distance < best.0) {
                best = Some((distance, places, squeeze));
            }
        }
        let Some((_, places, squeeze)) = best else {
            return Ok(None);
        };
        let Some(commands) = self.ways(from, &places) else {
            return Ok(None);
        };
        self.follow(from, commands, squeeze)
    }

    /// The state of a node with one or all manipulators at sampled contacts, and those.
    fn sampled(&mut self, from: usize) -> Option<(State, Places)> {
        let space = self.provider.space();
        let mut state = self.tree.nodes[from].state.clone();
        let count = space.manipulators.len();
        let gap = GAP * space.model.units.length;
        let only = self.dice.within(0.0, 1.0) < ONE;
        let chosen = (self.dice.within(0.0, 1.0) * count as f64) as usize;
        let mut places = vec![None; count];
        for (k, own) in space.manipulators.iter().enumerate() {
            if !only || k == chosen {
                let place = self.grasps.sample(space, k, &state, gap, &mut self.dice)?;
                state = own.placed(&space.model, &state, &place)?;
                places[k] = Some(place);
            }
        }
        Some((state, places))
    }

    /// Commands that take one manipulator after the other to its place.
    fn ways(&mut self, from: usize, places: &Places) -> Option<Vec<DVector<f64>>> {
        let space = self.provider.space();
        let length = space.model.units.length;
        let mut state = self.tree.nodes[from].state.clone();
        // Who stays goes on squeezing; who leaves lets go first.
        let mut command = self.tree.nodes[from].hold.clone();
        let stay = space.stay(&state);
        let leave = space.manipulators.iter().zip(places).enumerate();
        let leave = leave.filter_map(|(k, (own, place))| Some((k, own, place.as_ref()?)));
        for (_, own, _) in leave.clone() {
            let numbers = own.commands.clone();
            command
                .rows_range_mut(numbers.clone())
                .copy_from(&stay.rows_range(numbers));
        }
        let mut out = vec![command.clone()];
        for (k, own, goal) in leave {
            let transfer = Transfer {
                space,
                manipulator: own,
                clearances: self.grasps.clearances(k),
                state: &state,
                margin: MARGIN * length,
            };
            let path = transfer.path(goal, &mut self.dice)?;
            for leg in path.windows(2) {
                let far = own.stride(&leg[0], &leg[1]);
                let steps = (far / (FREE * length)).ceil().max(1.0);
                for i in 1..=steps as usize {
                    let at = leg[0].lerp(&leg[1], i as f64 / steps);
                    command.rows_range_mut(own.commands.clone()).copy_from(&at);
                    out.push(command.clone());
                }
            }
            // It lags behind its command.
            out.push(command.clone());
            state = own.placed(&space.model, &state, goal)?;
        }
        out.push(command);
        Some(out)
    }

    /// Makes true steps under `commands`; a node where the object stays in its place meanwhile.
    fn follow(
        &mut self,
        from: usize,
        commands: Vec<DVector<f64>>,
        squeeze: f64,
    ) -> Result<Option<usize>> {
        let (object, length) = (self.object(), self.length());
        let mut state = self.tree.nodes[from].state.clone();
        let start = state.bodies[object];
        for command in &commands {
            let step = self.provider.step(&state, command)?;
            if !step.status.solved {
                self.unsolved += 1;
                return Ok(None);
            }
            state = step.state;
            let moved = self
                .provider
                .space()
                .object_change(&start, &state.bodies[object]);
            if moved.norm() > 2.0 * GAP * length {
                return Ok(None);
            }
        }
        let node = self.node(state, from, commands, squeeze)?;
        Ok(node.map(|node| self.add(node)))
    }
}
