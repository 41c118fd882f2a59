//! The result of a solve: the next state, its contacts and its status.

use super::Task;
use crate::step::active::Active;
use crate::step::contacts::read_contacts;
use crate::step::energy::{EnergyBalance, balance};
use crate::step::joint_load::read_joint_loads;
use crate::step::ladder::IslandOutcome;
use crate::step::slot::Worlds;
use crate::step::solution::Leaf;
use crate::step::workspace::Workspace;
use crate::step::{Rung, Step, StepStatus, WorstRow};
use crate::world::{Model, Motion, State};
use std::sync::Arc;

/// Writes the end of the step of a world into `out`.
pub(super) fn read<R: Worlds>(
    model: &Arc<Model>,
    work: &mut Workspace<R>,
    lane: usize,
    task: Task,
    out: &mut Step,
) {
    out.state.clone_from(task.state);
    out.status.rho = task.rho;
    read_state(model, work, lane, task.active, &mut out.state);
    read_contacts(model, work, lane, task.active, &mut out.contacts);
    read_joint_loads(model, work, lane, task.active, &mut out.joints);
    out.status.energy = balance(model, &task, out);
    out.status.advanced = true;
    let known = out.solution.model.as_ref();
    if !known.is_some_and(|m| Arc::ptr_eq(m, model)) {
        out.solution.model = Some(Arc::clone(model));
    }
    let leaf = out.solution.push();
    begin_leaf(leaf, &task);
    work.save(lane, leaf);
}

/// Writes the end of the `active` bodies in a world into `state`.
pub(in crate::step) fn read_state<R: Worlds>(
    model: &Model,
    work: &mut Workspace<R>,
    lane: usize,
    active: Active,
    state: &mut State,
) {
    let units = &model.units;
    for (i, block) in work.bodies().enumerate() {
        let at = &mut state.bodies[i];
        if model.bodies[i].motion == Motion::Fixed || !active.has(i) {
            continue;
        }
        let (x, q, v, w) = block.end(lane);
        at.position = x * units.length;
        at.rotation = q;
        at.velocity = v * units.velocity;
        at.angular_velocity = w / units.time;
    }
    read_joints(model, work, lane, active, state);
}

/// Counts the turns of the joints, and projects the velocities of the bodies onto them.
fn read_joints<R: Worlds>(
    model: &Model,
    work: &mut Workspace<R>,
    lane: usize,
    active: Active,
    state: &mut State,
) {
    if model.joints.is_empty() {
        return;
    }
    state.turns.resize(model.joint_coordinate_count(), 0);
    let mut rates = vec![0.0; state.turns.len()];
    for (joint, block) in model.joints.iter().zip(work.joints()) {
        if !active.has(joint.child) {
            continue;
        }
        let at = joint.geometry(state);
        let coordinates = joint.kind.coordinates().iter().zip(&joint.axes);
        for (k, ((coordinate, _), (end, rate))) in coordinates.zip(block.ends(lane)).enumerate() {
            rates[joint.first + k] = rate / model.units.time;
            if coordinate.is_angle() {
                let turns = (end - coordinate.value(&at)) / std::f64::consts::TAU;
                state.turns[joint.first + k] = turns.round() as i32;
            } else {
                rates[joint.first + k] *= model.units.length;
            }
        }
    }
    let rate = |j: usize, k: usize| rates[model.joints[j].first + k];
    work.projection.project(model, active, &rate, state);
}

/// Writes what a solve was of into its leaf.
pub(in crate::step) fn begin_leaf(leaf: &mut Leaf, task: &Task) {
    leaf.state.clone_from(task.state);
    leaf.input.wrenches.clone_from(&task.input.wrenches);
    leaf.input.commands.clone_from(&task.input.commands);
    leaf.input.motors.clone_from(&task.input.motors);
    (leaf.interval, leaf.rho, leaf.depth) = (task.interval, task.rho, task.depth);
    leaf.active.clear();
    leaf.active.extend_from_slice(task.active.marks());
    leaf.has_rest = false;
}

/// Adds the outcome of an island to the status.
pub(super) fn note(island: &IslandOutcome, status: &mut StepStatus) {
    status.iterations = status.iterations.max(island.iterations);
    status.note_rung(island.rung, !island.is_first);
    if !island.outcome.converged {
        status.solved = false;
        let (residual, centrality) = (island.outcome.residual, island.outcome.centrality);
        status.reason = format!(
            "no attempt converged; the last one stopped at residual {residual:.1e} and \
             complementarity off by {centrality:.1e} of rho"
        );
        let rows = island.worst.iter().cloned();
        status.worst = rows.map(|(name, value)| WorstRow { name, value }).collect();
    }
}

/// Resets a status, keeping its buffers.
pub(in crate::step) fn reset(status: &mut StepStatus) {
    status.solved = true;
    status.advanced = false;
    status.rung = Rung::Base;
    status.needed_ladder = false;
    status.iterations = 0;
    status.rho = 0.0;
    status.halved = false;
    status.leads.clear();
    status.energy = EnergyBalance::default();
    status.reason.clear();
    status.worst.clear();
}
