//! A planner of one's own: an RRT that pushes a T to a pose with a fingertip, through the provider.
//!
//!     cargo run --release --example rrt [SCENE [SEED]]
//!
//! Nearest node by what one step can reach, commands by damped least squares through the smoothed B,
//! nodes by true steps. Now and then fingertips are put somewhere else on the object: the way there is
//! left out here ([`drystone_planner::Planner`] finds and simulates it).

use drystone::math::{Dice, Rot, Vec3};
use drystone::scene::Scene;
use drystone::world::{BodyState, State};
use drystone_planner::{
    ContactProvider, Derivatives, Goal, Grasps, Provider, Reach, SMOOTHING, Space,
};
use std::sync::Arc;

/// Largest motion of a finger in a step, m.
const TRUST: f64 = 4e-3;
/// Distance from the object at which a finger is put down, m.
const GAP: f64 = 1e-3;
const MOST_NODES: usize = 20_000;

/// Where a path through the tree is.
struct Node {
    state: State,
    reach: Reach,
    parent: usize,
    /// Whether fingers were put there.
    regrasp: bool,
}

fn main() -> drystone::Result<()> {
    let mut words = std::env::args().skip(1);
    let scene = words.next();
    let scene = Scene::load(scene.as_deref().unwrap_or("scenarios/plan_t_push.toml"))?;
    let seed = words
        .next()
        .map_or(0, |word| word.parse().expect("a number"));
    let space = Arc::new(Space::from_scene(&scene)?);
    let (object, goal) = (space.spec.object, Goal::new(&space.spec, 0));
    let mut provider = ContactProvider::new(space.clone(), scene.settings.relaxation);
    let grasps = Grasps::new(&space);
    let mut dice = Dice::new(seed, 0);
    let mut tree = vec![node(&mut provider, scene.initial.clone(), 0, true)?.expect("solved")];
    let mut best = 0;
    while goal.error(&tree[best].state.bodies[object]) > 1.0 && tree.len() < MOST_NODES {
        let target = target(&mut dice, &goal.pose);
        let off = |state: &State| space.object_change(&state.bodies[object], &target).norm();
        let mut from = if dice.chance(0.4) {
            let nearest = least(&tree, |node| off(&node.state));
            let mut state = tree[nearest].state.clone();
            for (k, finger) in space.manipulators.iter().enumerate() {
                let at = grasps.sample(&space, k, &state, GAP, &mut dice);
                let placed = at.and_then(|at| finger.placed(&space.model, &state, &at));
                state = placed.unwrap_or(state);
            }
            let Some(put) = node(&mut provider, state, nearest, true)? else {
                continue;
            };
            tree.push(put);
            tree.len() - 1
        } else {
            least(&tree, |node| node.reach.distance(&space, &target))
        };
        // Towards the target as long as the object comes nearer.
        loop {
            let Node { state, reach, .. } = &tree[from];
            let away = grasps.away(&space, state, 2.0 * GAP);
            let change = reach.command(&space, &target, &away, TRUST);
            let step = provider.step(state, &space.clamp(&(space.stay(state) + change)))?;
            if !step.status.solved || off(&step.state) > off(state) - 0.02 * TRUST {
                break;
            }
            let Some(next) = node(&mut provider, step.state, from, false)? else {
                break;
            };
            tree.push(next);
            from = tree.len() - 1;
            if goal.error(&tree[from].state.bodies[object])
                < goal.error(&tree[best].state.bodies[object])
            {
                best = from;
            }
        }
    }
    let (distance, angle) = Goal::apart(&tree[best].state.bodies[object], &goal.pose);
    let (mut steps, mut regrasps, mut at) = (0, 0, best);
    while at != 0 {
        (steps, regrasps) = (steps + 1, regrasps + usize::from(tree[at].regrasp));
        at = tree[at].parent;
    }
    println!(
        "{} nodes; {steps} steps, {regrasps} contacts; off by {:.1} mm and {:.1} degrees",
        tree.len(),
        1e3 * distance,
        angle.to_degrees()
    );
    assert!(goal.error(&tree[best].state.bodies[object]) <= 1.0);
    Ok(())
}

/// A node with its reach; none where the step has no derivative.
fn node(
    provider: &mut ContactProvider,
    state: State,
    parent: usize,
    regrasp: bool,
) -> drystone::Result<Option<Node>> {
    let stay = provider.space().stay(&state);
    let linear = provider.linearize(&state, &stay, SMOOTHING, Derivatives::B)?;
    let space = provider.space();
    let next = linear.next.bodies[space.spec.object];
    let reach = Reach::new(space, next, &space.object_rows(&linear.b, &next));
    Ok(linear.valid.then_some(Node {
        state,
        reach,
        parent,
        regrasp,
    }))
}

/// The goal, or a pose around it.
fn target(dice: &mut Dice, goal: &BodyState) -> BodyState {
    if dice.chance(0.5) {
        return *goal;
    }
    let off = Vec3::new(dice.within(-0.2, 0.1), dice.within(-0.15, 0.1), 0.0);
    let turn = Rot::from_scaled_axis(Vec3::z() * dice.within(-1.0, 1.0));
    BodyState::at_rest(goal.position + off, turn * goal.rotation)
}

fn least(tree: &[Node], distance: impl Fn(&Node) -> f64) -> usize {
    let all = tree.iter().map(distance).enumerate();
    let least = all.min_by(|x, y| x.1.total_cmp(&y.1));
    least.expect("a node").0
}
