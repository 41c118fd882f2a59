//! Inverse dynamics of a step: the wrenches that explain a motion, from the residual of the momentum rows there.
//!
//! ```text
//! h W = p+ - p - (impulses of gravity, input, drives, contacts and joint coordinates at the motion)
//! ```
//!
//! The contact impulses of the soft-minimum models are a closed formula of the motion. Those of the other models solve the
//! rows of every pair alone, its bodies standing still: the relaxed law s gamma = rho has impulses at any motion without
//! overlap. What joints exert along their coordinates is found likewise, and what holds them together is not: it is a part
//! of the wrenches, and does no work along the coordinates.
//! Not here: how rows look.

mod alone;

use super::active::Active;
use super::contacts::read_contacts;
use super::joint_load::read_joint_loads;
use super::simulator::Task;
use super::workspace::Interval;
use super::{Contact, JointLoad, Simulator};
use crate::broad_phase::Candidate;
use crate::error::{Error, Result};
use crate::math::Vec3;
use crate::world::{Input, Motion, State, Wrench};
use alone::{JointRows, PairRows, solve_alone};
use std::sync::Arc;

/// The wrenches may bring bodies within reach of each other, and so further pairs into the step: so often at most.
const ROUNDS: usize = 4;
/// A body turns at most so far in a step, rad.
const LARGEST_TURN: f64 = 1.0;

/// An `Inverse` explains a motion over one step ([`Simulator::inverse`]).
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Inverse {
    /// The external wrench on every body besides that of the input, world axes, about the centre of mass, N and N m; zero on
    /// fixed and prescribed bodies, and along what a plane takes from a body. On bodies with joints, what holds the joints
    /// together is a part of it.
    pub wrenches: Vec<Wrench>,
    /// The generalised forces of [`Self::wrenches`], in the order of the velocities of the joint space
    /// ([`Model::joint_space`](crate::world::Model::joint_space)): efforts of joints (N m or N) besides those of their own springs,
    /// limits, friction and motors, and wrenches on bodies that no joint holds (force in world axes, torque in body axes). What holds the
    /// joints of a tree drops out. What holds a joint that closes a loop is not known from the motion: it is taken such that
    /// the coordinates without motor need the least. Empty without joints.
    pub efforts: Vec<f64>,
    /// The efforts of the motors at the motion under the commands of the input, in the same order. Empty without joints.
    pub motors: Vec<f64>,
    /// The contacts that the motion implies, in the order of a step.
    pub contacts: Vec<Contact>,
    /// What springs, limits, friction and motors exert along the coordinates of the joints at the motion; `force` and `torque`,
    /// which hold the joints together, are zero.
    pub joints: Vec<JointLoad>,
}

impl Simulator {
    /// Returns the wrenches that, besides those of `input`, make the step from `state` end at the poses of `next` at relaxation `rho`
    /// (dimensionless, 1e-10 to 0.1). The velocities of `next` are not read, and prescribed bodies go where they are in `next`.
    ///
    /// The motion is explained as one solve. A step that was made in halves ([`StepStatus::halved`](super::StepStatus::halved)) is explained by
    /// other wrenches than those that acted, or by none, which is an error: where a body turns so far that one solve cannot make the
    /// step, or where the gap at the end is none to the rows of the whole step.
    ///
    /// # Errors
    /// The arguments are not those of a step, a body turns by more than 1 rad, or no contact impulses belong to the motion: of
    /// all models but the soft-minimum ones, where two parts overlap in `next`.
    pub fn inverse(
        &mut self,
        state: &State,
        next: &State,
        input: &Input,
        rho: f64,
    ) -> Result<Inverse> {
        self.check_inverse()?;
        self.check(state, input, rho)?;
        self.check(next, input, rho).map_err(|e| e.within("next"))?;
        self.check_turns(state, next)?;
        let model = Arc::clone(&self.model);
        let mut with = input.clone();
        for (i, body) in model.bodies.iter().enumerate() {
            if body.motion == Motion::Prescribed {
                with.commands[i].position = next.bodies[i].position;
                with.commands[i].rotation = next.bodies[i].rotation;
            }
        }
        let mut out = Inverse {
            wrenches: vec![NONE; model.bodies.len()],
            ..Inverse::default()
        };
        let mut known: Option<Vec<Candidate>> = None;
        for _ in 0..ROUNDS {
            let task = Task::whole(&model, state, &with, rho);
            if self.any_turns_too_far(&task) {
                return Err(turned("a body", "spins, or is spun by the wrench, so fast"));
            }
            let begin = [(state, &with)];
            let whole = Interval::whole(model.time_step);
            self.work.lay_out(&model, &begin, whole, rho, Active::ALL);
            let pairs = self.work.slots().map(|slot| slot.candidate).collect();
            if known.as_ref() == Some(&pairs) {
                break;
            }
            known = Some(pairs);
            self.explain_motion(next, rho, &mut out)?;
            for (i, wrench) in out.wrenches.iter().enumerate() {
                if model
                    .joints
                    .iter()
                    .all(|joint| !joint.bodies().contains(&Some(i)))
                {
                    with.wrenches[i] = sum(&input.wrenches[i], wrench);
                }
            }
        }
        if !model.joints.is_empty() {
            let space = model.joint_space();
            out.efforts = space.efforts(state, &out.wrenches);
            let motor = |j: usize, k: usize| out.joints[j].motor[k] / model.time_step;
            out.motors = space.along(state, motor);
            space.hold_loops(state, &mut out.efforts);
        }
        Ok(out)
    }

    /// Finds what explains the motion to `next` in the step that is laid out; its input has `out.wrenches` besides its own.
    fn explain_motion(&mut self, next: &State, rho: f64, out: &mut Inverse) -> Result<()> {
        let (model, work) = (Arc::clone(&self.model), &mut self.work);
        work.move_to(&model, next);
        let mut impulses = vec![[Vec3::zeros(); 2]; model.bodies.len()];
        let mut add = |body: Option<usize>, (force, torque): (Vec3, Vec3)| {
            if let Some(i) = body {
                impulses[i][0] += force;
                impulses[i][1] += torque;
            }
        };
        let mut failed = Vec::new();
        work.visit_pairs(&model, |pair| {
            let bodies = pair.0.part.candidate.bodies;
            let mut rows = PairRows::new(&model, pair);
            if !solve_alone(&mut rows, rho) {
                failed.push(bodies.map(|i| model.bodies[i].name.as_str()).join(" and "));
            }
            (0..2).for_each(|s| add(Some(bodies[s]), rows.wrench(s)));
        });
        work.visit_joints(&model, |j, still| {
            let mut rows = JointRows(still);
            if !solve_alone(&mut rows, rho) {
                failed.push(format!("the sides of joint {}", model.joints[j].name));
            }
            let sides = model.sides(j).into_iter().enumerate().take(2);
            sides.for_each(|(s, body)| add(body, rows.0.part.wrench(s)));
        });
        if !failed.is_empty() {
            return Err(overlapping(&failed));
        }
        read_contacts(&model, work, 0, Active::ALL, &mut out.contacts);
        read_joint_loads(&model, work, 0, Active::ALL, &mut out.joints);
        let (length, velocity, h) = (model.units.length, model.units.velocity, model.time_step);
        for (i, [force, torque]) in impulses.iter().enumerate() {
            let block = work.body(i);
            let mut missing = [0.0; 6];
            for &k in block.setup.freedoms {
                let own = if k < 3 { force[k] } else { torque[k - 3] };
                missing[k] = (block.residual[k] - own) * velocity / h;
            }
            let [x, y, z, a, b, c] = missing;
            let more = Wrench {
                force: Vec3::new(x, y, z),
                torque: Vec3::new(a, b, c) * length,
            };
            out.wrenches[i] = sum(&out.wrenches[i], &more);
        }
        Ok(())
    }

    /// Checks that the motion is integrated by rows.
    fn check_inverse(&self) -> Result<()> {
        let integrator = self.model.integrator();
        if integrator.is_implicit() {
            return Ok(());
        }
        let why = format!(
            "a step of the integrator {} has no rows to be explained by",
            integrator.name()
        );
        let fix = "explain the motion with soft_minimum.integrator = \"implicit\"";
        Err(Error::value("soft_minimum.integrator", why, fix))
    }

    /// Checks that no body turns too far.
    fn check_turns(&self, state: &State, next: &State) -> Result<()> {
        let bodies = state.bodies.iter().zip(&next.bodies);
        for (body, (from, to)) in self.model.bodies.iter().zip(bodies) {
            if body.is_moving() && from.rotation.angle_to(&to.rotation) > LARGEST_TURN {
                return Err(turned(&body.name, "turns so far (more than 1 rad)"));
            }
        }
        Ok(())
    }
}

/// No wrench.
const NONE: Wrench = Wrench {
    force: Vec3::new(0.0, 0.0, 0.0),
    torque: Vec3::new(0.0, 0.0, 0.0),
};

fn sum(a: &Wrench, b: &Wrench) -> Wrench {
    Wrench {
        force: a.force + b.force,
        torque: a.torque + b.torque,
    }
}

fn turned(body: &str, how: &str) -> Error {
    let why = format!("{body} {how} that no single solve makes this step");
    Error::value(
        "next",
        why,
        "explain shorter steps: a model with a shorter time step",
    )
}

fn overlapping(failed: &[String]) -> Error {
    let why = format!(
        "no impulse of the contact model belongs to the motion of {}: they overlap, or are beyond a limit",
        failed.join(", ")
    );
    let fix = "give poses that a step of this model leads to, or explain them with contact_model soft_minimum";
    Error::value("next", why, fix)
}
