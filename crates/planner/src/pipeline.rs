//! Search, leave out, smooth, judge.

use super::clearance::Clearance;
use super::grasp::Grasps;
use super::plan::{FORMAT, Plan, Verdict, contacts_made, names, numbers, steps_of};
use super::provider::{ContactProvider, Provider};
use super::replay::Replayer;
use super::rollout::{arrives, rollout};
use super::search::{Limits, Outcome, Search};
use super::{Goal, Space, ilqr, shortcut};
use drystone::error::{Error, Result};
use drystone::math::Dice;
use drystone::scene::Scene;
use drystone::step::Step;
use drystone::world::{Model, PlanTask, State};
use nalgebra::DVector;
use std::sync::Arc;
use std::time::Instant;

/// Overlap of the object at its goal with what is fixed that is no mistake, units of length.
const OVERLAP: f64 = 0.02;
/// Searches for one plan, at most: where a replay does not arrive, another plan may do better.
const ATTEMPTS: usize = 5;
/// Rounds of smoothing, at most.
const ROUNDS: usize = 10;

/// How far a plan is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Stage {
    /// The tree has so many nodes; the error of the best is relative to the tolerances.
    Search {
        /// Nodes of all attempts.
        nodes: usize,
        /// The error, 1 at the tolerance.
        error: f64,
    },
    /// Shorter and smoother plans are tried.
    Polish {
        /// Plans that were tried.
        trials: usize,
        /// Steps of the one that is tried now.
        steps: usize,
    },
}

/// Plans for one task.
///
/// ```
/// use drystone::math::Rot;
/// use drystone::shape::Shape;
/// use drystone::world::{Body, Drive, Model, Plane, PlanTask};
/// use drystone_planner::{Limits, Planner};
/// use nalgebra::Vector3;
/// use std::sync::Arc;
///
/// // A box in oil, and a fingertip beside it that goes where it is commanded.
/// let oil = Drive {
///     stiffness: Vector3::zeros(),
///     damping: 50.0,
///     rotational_stiffness: Vector3::zeros(),
///     rotational_damping: 0.1,
/// };
/// let spring = Drive {
///     stiffness: Vector3::repeat(1000.0),
///     damping: 5.0,
///     rotational_stiffness: Vector3::repeat(1.0),
///     rotational_damping: 0.01,
/// };
/// let block = Body::driven("box", oil).shape(Shape::cuboid([0.05; 3])).mass(0.5);
/// let finger = Body::driven("finger", spring).shape(Shape::sphere(0.015)).mass(0.02);
/// let flat = |body: drystone::world::BodySpec| body.plane(Plane::Xy).quasi_dynamic();
/// let (model, start) = Model::builder()
///     .time_step(0.05)
///     .body(flat(block))
///     .body(flat(finger.at([-0.08, 0.0, 0.0])))
///     .build_with_start()?;
///
/// // 1 cm to the right, within 5 mm.
/// let task = PlanTask::new("box", [-0.2, -0.2, 0.0], [0.4, 0.4, 0.0])
///     .goal([0.01, 0.0, 0.0], Rot::identity())
///     .position_tolerance(0.005);
/// let planner = Planner::new(Arc::new(model), start, &task, 1e-6)?;
/// let limits = Limits { seconds: 60.0, nodes: 2000 };
/// let planned = planner.plan(0, 0, &limits, |_nodes, _error| ())?;
/// assert!(planned.plan.reached);
/// # Ok::<(), drystone::Error>(())
/// ```
#[derive(Debug)]
pub struct Planner {
    /// Commands and configurations.
    pub space: Arc<Space>,
    /// Where everything starts.
    pub start: State,
    /// Relaxation of the true steps.
    pub rho: f64,
    grasps: Grasps,
    scene: Option<String>,
    /// Whether plans are polished.
    polishes: bool,
}

/// A plan and the steps that it is made of.
#[derive(Debug)]
pub struct Planned {
    /// The plan that goes into the file.
    pub plan: Plan,
    /// The steps, for recordings.
    pub steps: Vec<Step>,
}

impl Planner {
    /// Returns a planner for a scene with a `[plan]`; its plans carry the scene.
    ///
    /// # Errors
    /// The scene has no `[plan]`, or a goal overlaps with what is fixed.
    pub fn from_scene(scene: &Scene) -> Result<Self> {
        let space = Space::from_scene(scene)?;
        let start = scene.initial.clone();
        let planner = Self::in_space(space, start, scene.settings.relaxation);
        Ok(Self {
            scene: Some(scene.portable()),
            ..planner.map_err(|e| e.within("plan"))?
        })
    }

    /// Returns a planner for a task of a model whose bodies start at `start`; steps are made at relaxation `rho`.
    ///
    /// # Errors
    /// The model cannot do the task ([`PlanTask::check`]), or a goal overlaps with what is fixed; fields are relative
    /// to the task.
    pub fn new(model: Arc<Model>, start: State, task: &PlanTask, rho: f64) -> Result<Self> {
        let space = Space::new(model, &start, task)?;
        Self::in_space(space, start, rho)
    }

    fn in_space(space: Space, start: State, rho: f64) -> Result<Self> {
        let space = Arc::new(space);
        let model = &space.model;
        let fixed = |i: usize| !model.bodies[i].is_moving();
        let clearance = Clearance::new(model, space.spec.object, fixed);
        for k in 0..space.spec.goals.len() {
            let goal = Goal::new(&space.spec, k);
            let near = clearance.nearest(&goal.pose, &start);
            let deep = near.filter(|near| near.gap < -OVERLAP * model.units.length);
            if let Some(deep) = deep {
                let other = &model.bodies[deep.other].name;
                let why = format!(
                    "the object overlaps with {other} there by {:.1e} m",
                    -deep.gap
                );
                let field = format!("goal[{k}].position");
                return Err(Error::value(field, why, "move the goal out of it"));
            }
        }
        Ok(Self {
            grasps: Grasps::new(&space),
            start,
            rho,
            scene: None,
            polishes: true,
            space,
        })
    }

    /// Returns the planner whose plans stay as they are found: nothing is left out of them and nothing smoothed.
    #[must_use]
    pub fn without_polish(self) -> Self {
        Self {
            polishes: false,
            ..self
        }
    }

    /// Plans as [`Self::watch`] does; `see` hears of the search alone: nodes, and the error of the best relative to the tolerances.
    ///
    /// # Errors
    /// When a step cannot be asked for, or there is no such goal.
    pub fn plan(
        &self,
        goal: usize,
        seed: u64,
        limits: &Limits,
        mut see: impl FnMut(usize, f64),
    ) -> Result<Planned> {
        self.watch(goal, seed, limits, |stage| {
            if let Stage::Search { nodes, error } = stage {
                see(nodes, error);
            }
        })
    }

    /// Returns a plan for goal `goal` (from 0) of the task; it is the same for the same seed, unless time runs
    /// out. Where none is found, it is the one that leads nearest. `see` hears of every round of the search and of every shorter or
    /// smoother plan that is tried.
    ///
    /// # Errors
    /// When a step cannot be asked for, or there is no such goal.
    pub fn watch(
        &self,
        goal: usize,
        seed: u64,
        limits: &Limits,
        mut see: impl FnMut(Stage),
    ) -> Result<Planned> {
        self.check_goal(goal)?;
        let index = goal;
        let goal = Goal::new(&self.space.spec, index);
        let mut provider = ContactProvider::new(Arc::clone(&self.space), self.rho);
        let mut replayer = Replayer::new(Arc::clone(&self.space), self.rho);
        let dice = |attempt: usize| Dice::new(seed, (ATTEMPTS * index + attempt) as u64);
        let search = |nodes, error| see(Stage::Search { nodes, error });
        let found = self.search(&mut provider, &mut replayer, &goal, dice, limits, search)?;
        let clock = Instant::now();
        let steps_found = found.commands.len();
        let tools = (&mut provider, &mut replayer);
        let commands = self.polish(tools, &goal, found.commands, &mut see)?;
        let polish_seconds = clock.elapsed().as_secs_f64();
        let steps = rollout(&mut provider, &self.start, &commands)?;
        let mut verdict = Verdict {
            position_error: 0.0,
            angle_error: 0.0,
            replay_position_error: 0.0,
            replay_angle_error: 0.0,
            replay_unsolved: 0,
            nodes: found.nodes,
            unsolved: found.unsolved,
            steps_found,
            contacts_made: contacts_made(&self.space, &steps),
            search_seconds: found.seconds,
            polish_seconds,
        };
        let object = self.space.spec.object;
        let end = steps.last().map_or(&self.start, |step| &step.state);
        let replay = replayer.replay(&self.start, &commands)?;
        verdict.judge(&goal, object, end, &replay, &self.start);
        let numbered: Vec<Vec<f64>> = commands.iter().map(|c| c.as_slice().to_vec()).collect();
        let model = &self.space.model;
        let [commanded, motors] = names(&self.space);
        let plan = Plan {
            plan: "drystone".into(),
            format: FORMAT,
            scene: self.scene.clone(),
            goal: index,
            seed,
            reached: goal.error(&end.bodies[object]) <= 1.0,
            time_step: model.time_step,
            bodies: model.bodies.iter().map(|body| body.name.clone()).collect(),
            commanded,
            motors,
            start: numbers(&self.start),
            steps: steps_of(&self.space, &numbered, &steps),
            verdict,
        };
        Ok(Planned { plan, steps })
    }

    fn check_goal(&self, goal: usize) -> Result<()> {
        let count = self.space.spec.goals.len();
        if goal < count {
            return Ok(());
        }
        let why = format!("there is no goal {goal}, the task has {count}");
        Err(Error::value("goal", why, "count from 0"))
    }

    /// Searches until a plan's replay arrives, too, at most so often; of plans that reach the goal the
    /// one whose replay ends nearest.
    fn search(
        &self,
        provider: &mut impl Provider,
        replayer: &mut Replayer,
        goal: &Goal,
        dice: impl Fn(usize) -> Dice,
        limits: &Limits,
        mut see: impl FnMut(usize, f64),
    ) -> Result<Outcome> {
        let clock = Instant::now();
        let (mut best, mut least): (Option<Outcome>, f64) = (None, f64::INFINITY);
        let (mut nodes, mut unsolved) = (0, 0);
        for attempt in 0..ATTEMPTS {
            let left = Limits {
                seconds: limits.seconds - clock.elapsed().as_secs_f64(),
                nodes: limits.nodes.saturating_sub(nodes),
            };
            if attempt > 0 && (left.nodes == 0 || left.seconds <= 0.0) {
                break;
            }
            let start = &self.start;
            let search = Search::new(provider, &self.grasps, start, goal, dice(attempt))?;
            let found = search.run(&left, |own, error| see(nodes + own, error))?;
            nodes += found.nodes;
            unsolved += found.unsolved;
            let off = match arrives(provider, goal, start, &found.commands)? {
                None => f64::INFINITY,
                Some(states) => {
                    let path = (found.commands.clone(), states);
                    replayer.off(goal, &path, 0, 0.0)?
                }
            };
            if best
                .as_ref()
                .is_none_or(|best| found.reached && (!best.reached || off < least))
            {
                (best, least) = (Some(found), off);
            }
            if least <= 1.0 {
                break;
            }
        }
        let best = best.expect("there is at least one attempt");
        Ok(Outcome {
            nodes,
            unsolved,
            seconds: clock.elapsed().as_secs_f64(),
            ..best
        })
    }

    /// Leaves out what is not needed and smooths, unless plans stay as they are found, as long as the goal is reached and the dynamic
    /// simulator ends where the plan does, or nearer than it did before.
    fn polish(
        &self,
        (provider, replayer): (&mut impl Provider, &mut Replayer),
        goal: &Goal,
        commands: Vec<DVector<f64>>,
        see: &mut impl FnMut(Stage),
    ) -> Result<Vec<DVector<f64>>> {
        if !self.polishes {
            return Ok(commands);
        }
        let Some(states) = arrives(provider, goal, &self.start, &commands)? else {
            return Ok(commands);
        };
        let path = (commands, states);
        let mut allowed = replayer.off(goal, &path, 0, f64::INFINITY)?.max(0.5);
        let mut trials = 0;
        let mut holds = |path: &shortcut::Path, changed: usize| {
            trials += 1;
            see(Stage::Polish {
                trials,
                steps: path.0.len(),
            });
            let off = replayer.off(goal, path, changed, allowed)?;
            let good = off <= allowed;
            if good {
                allowed = off.max(0.5);
            }
            Ok(good)
        };
        let path = shortcut::shortcut(provider, goal, path, &mut holds)?;
        Ok(ilqr::smooth(provider, goal, path, ROUNDS, &mut holds)?.0)
    }
}
