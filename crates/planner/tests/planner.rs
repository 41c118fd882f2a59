//! Planning through contact: what the provider says is what steps do, and plans do what they say.

use drystone::math::{Rot, Vec3, rotation_from_wxyz};
use drystone::scene::Scene;
use drystone::shape::Shape;
use drystone::world::{Body, BodySpec, BodyState, Drive, Model, PlanTask, Plane, State};
use drystone_planner::*;
use nalgebra::{DMatrix, DVector};
use std::num::NonZeroUsize;
use std::sync::Arc;

fn scene(name: &str) -> Scene {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/");
    Scene::load(format!("{folder}{name}.toml")).unwrap()
}

/// The space of a scene with the fingers of `plan_rotate_planar` at the box, one of them pressed on it.
fn touching() -> (Arc<Space>, State, DVector<f64>) {
    let scene = scene("plan_rotate_planar");
    let mut state = scene.initial.clone();
    state.bodies[1].position = Vec3::new(-0.0652, 0.02, 0.0);
    state.bodies[2].position = Vec3::new(0.066, -0.03, 0.0);
    let space = Arc::new(Space::from_scene(&scene).unwrap());
    let command = space.stay(&state) + DVector::from_vec(vec![0.004, 0.001, -0.002, 0.001]);
    (space, state, command)
}

/// Of the next configuration: central differences of the smoothed step itself.
#[test]
fn derivatives_of_the_provider_are_those_of_its_steps() {
    let (space, state, command) = touching();
    let mut provider = ContactProvider::new(space.clone(), 1e-6);
    let both = Derivatives::AAndB;
    let linear = provider
        .linearize(&state, &command, SMOOTHING, both)
        .unwrap();
    assert!(linear.valid && linear.b.norm() > 1.0);
    let model = &space.model;
    let nv = model.nv();
    let mut next = |state: &State, command: &DVector<f64>| -> DVector<f64> {
        let made = provider.linearize(state, command, SMOOTHING, Derivatives::None);
        let end = made.unwrap().next;
        DVector::from_column_slice(&linear.next.difference(model, &end)[..nv])
    };
    let d = 1e-6;
    for k in 0..command.len() {
        let mut to = [command.clone(), command.clone()];
        to[0][k] += d;
        to[1][k] -= d;
        let slope = (next(&state, &to[0]) - next(&state, &to[1])) / (2.0 * d);
        let off = (&slope - linear.b.column(k)).norm();
        assert!(off < 1e-4 * linear.b.norm(), "command {k}: {off}");
    }
    for k in [0, 1, 5, 6, 7, 12, 13] {
        let moved = [d, -d].map(|d| {
            let mut change = vec![0.0; 2 * nv];
            change[k] = d;
            next(&state.integrate(model, &change), &command)
        });
        let slope = (&moved[0] - &moved[1]) / (2.0 * d);
        let off = (&slope - linear.a.column(k)).norm();
        assert!(off < 1e-4 * linear.a.norm(), "state {k}: {off}");
    }
}

#[test]
fn every_freedom_is_actuated_or_not() {
    let (space, state, command) = touching();
    let mut all = [&space.actuated[..], &space.unactuated[..]].concat();
    all.sort_unstable();
    assert_eq!(all, (0..space.model.nv()).collect::<Vec<_>>());
    assert_eq!(space.unactuated, [0, 1, 2, 3, 4, 5]);
    let axis = |body, axis| Actuator::Axis { body, axis };
    assert_eq!(
        space.actuators,
        [axis(1, 0), axis(1, 1), axis(2, 0), axis(2, 1)]
    );
    let far = DVector::repeat(command.len(), 7.0);
    assert_eq!(space.clamp(&far), DVector::repeat(command.len(), 0.2));
    let input = space.input(&state, &command);
    assert_eq!(input.commands[1].position.x, command[0]);
    assert_eq!(input.commands[2].position.y, command[3]);
}

/// One of them cannot be asked for; the others have the bits that they have alone.
#[test]
fn a_batch_marks_members_that_are_not_valid() {
    let (space, state, command) = touching();
    let mut provider = ContactProvider::new(space.clone(), 1e-6);
    let members: Vec<_> = (0..9)
        .map(|k| {
            let shift = if k == 4 {
                f64::NAN
            } else {
                1e-3 * f64::from(k)
            };
            (state.clone(), command.add_scalar(shift))
        })
        .collect();
    for threads in [1, 2] {
        let mut batch = ProviderBatch::new(space.clone(), NonZeroUsize::new(threads)).unwrap();
        let made = batch.linearize(&members, SMOOTHING, Derivatives::B);
        for (k, (made, (state, command))) in made.iter().zip(&members).enumerate() {
            assert_eq!(made.valid, k != 4);
            if made.valid {
                let alone = provider.linearize(state, command, SMOOTHING, Derivatives::B);
                let alone = alone.unwrap();
                assert_eq!((&made.next, &made.b), (&alone.next, &alone.b));
            } else {
                assert!(
                    made.status.reason.contains("finite"),
                    "{}",
                    made.status.reason
                );
            }
        }
    }
}

/// B = (1, 0): Sigma = diag(1 + gamma, gamma) with gamma = 3e-3; least squares with damping 1e-2.
#[test]
fn the_metric_is_short_along_what_a_command_can_do() {
    let scene = scene("plan_push_planar");
    let space = Space::from_scene(&scene).unwrap();
    let b = DMatrix::from_fn(3, 2, |i, j| f64::from((i, j) == (0, 0)));
    let centre = scene.initial.bodies[0];
    let reach = Reach::new(&space, centre, &b);
    let at = |x, y| BodyState::at_rest(centre.position + Vec3::new(x, y, 0.0), centre.rotation);
    let along = reach.distance(&space, &at(0.01, 0.0));
    let across = reach.distance(&space, &at(0.0, 0.01));
    assert!((along - 1e-4 / 1.003).abs() < 1e-12, "{along}");
    assert!((across - 1e-4 / 0.003).abs() < 1e-8, "{across}");
    let change = reach.command(&space, &at(0.01, 0.01), &[None], 1.0);
    assert!((change[0] - 0.01 / 1.0001).abs() < 1e-9 && change[1] == 0.0);
    let short = reach.command(&space, &at(0.01, 0.01), &[None], 0.004);
    assert!((short.norm() - 0.004).abs() < 1e-12);
    // A body that touches is not pulled away: its normal is along the only thing it can do.
    let away = [Some(DVector::from_vec(vec![1.0, 0.0]))];
    assert_eq!(
        reach.command(&space, &at(0.01, 0.0), &away, 1.0).norm(),
        0.0
    );
}

/// Gap and Jacobian of a pair against the same pair a little later: equal where parts touch, and off
/// by a few times gap over size where they nearly do.
#[test]
fn contact_data_are_the_derivative_of_the_gap() {
    let (space, mut state, _) = touching();
    state.bodies[2].position.x = 0.06501;
    let model = &space.model;
    let data = contact_data(model, &state, 0.1).unwrap();
    assert_eq!(data.len(), 2);
    let gaps = [0.0002, 0.00001];
    for (k, contact) in data.iter().enumerate() {
        assert_eq!((contact.first.body, contact.second.body), (0, k + 1));
        assert!((contact.gap - gaps[k]).abs() < 1e-6, "{}", contact.gap);
        for column in 0..model.nv() {
            let d = 1e-6;
            let moved = [d, -d].map(|d| {
                let mut change = vec![0.0; 2 * model.nv()];
                change[column] = d;
                let there = state.integrate(model, &change);
                contact_data(model, &there, 0.1).unwrap()[k].gap
            });
            let slope = (moved[0] - moved[1]) / (2.0 * d);
            let own = contact.jacobian[(0, column)];
            let off = 1e-4 + 3.0 * contact.gap / 0.05;
            assert!((slope - own).abs() < off, "{k} {column}: {slope} {own}");
        }
        let (n, t) = (contact.normal, contact.tangents);
        assert!((n.cross(&t[0]) - t[1]).norm() < 1e-12 && n.dot(&t[0]).abs() < 1e-12);
        // The finger slides along y: all of it is tangential.
        let along = contact.jacobian.column(6 * (k + 1) + 1);
        assert!((along.norm() - 1.0).abs() < 1e-6 && along[0].abs() < 1e-6);
    }
    let alone = contact_data(model, &state, -1.0).unwrap();
    assert!(alone.is_empty());
}

/// A fingertip 5 mm deep in a face of the box: the one that is free moves, along the normal.
#[test]
fn a_projection_takes_the_shortest_way_out() {
    let (space, mut state, _) = touching();
    state.bodies[1].position = Vec3::new(-0.06, 0.01, 0.0);
    let mut projection = Projection::new(&space.model, &[0]);
    let out = projection.project(&state).unwrap().unwrap();
    assert_eq!(out.bodies[0], state.bodies[0]);
    let moved = out.bodies[1].position - state.bodies[1].position;
    assert!(
        (moved - Vec3::new(-0.005, 0.0, 0.0)).norm() < 2e-4,
        "{moved}"
    );
    // Both free: they share it against their masses, 0.5 and 0.02 kg.
    let mut projection = Projection::new(&space.model, &[]);
    let out = projection.project(&state).unwrap().unwrap();
    let box_moved = out.bodies[0].position - state.bodies[0].position;
    assert!(
        (box_moved.x - 0.005 * 0.02 / 0.52).abs() < 1e-4,
        "{box_moved}"
    );
    // What does not overlap stays.
    let again = projection.project(&out).unwrap().unwrap();
    let off = out.difference(&space.model, &again);
    assert!(off.iter().all(|x| x.abs() < 1e-4), "{off:?}");
}

/// A ball beside a corner and a face of a box: Pythagoras.
#[test]
fn clearance_is_the_distance_of_the_shapes() {
    let scene = scene("plan_push_planar");
    let clearance = Clearance::new(&scene.model, 1, |_| true);
    let tip = |x: f64, y: f64| {
        let at = BodyState::at_rest(Vec3::new(x, y, 0.0), Rot::identity());
        clearance.nearest(&at, &scene.initial).unwrap()
    };
    let face = tip(0.1, 0.01);
    assert!((face.gap - (0.05 - 0.015)).abs() < 1e-5, "{}", face.gap);
    assert!((face.away - Vec3::x()).norm() < 1e-3 && face.other == 0);
    // A lower bound where the normal is not that of the shortest way; close by it is that.
    let corner = tip(0.05 + 0.016, 0.05 + 0.012);
    assert!((corner.gap - (0.02 - 0.015)).abs() < 5e-4, "{}", corner.gap);
    assert!(tip(0.06, 0.0).gap < -0.004);
}

const LIMITS: Limits = Limits {
    seconds: 60.0,
    nodes: 20_000,
};

fn judged(name: &str, seeds: u64) {
    let scene = scene(name);
    let planner = Planner::from_scene(&scene).unwrap();
    let object = planner.space.spec.object;
    for goal in 0..planner.space.spec.goals.len() {
        for seed in 0..seeds {
            let planned = planner.plan(goal, seed, &LIMITS, |_, _| ()).unwrap();
            let (plan, verdict) = (&planned.plan, &planned.plan.verdict);
            assert!(plan.reached, "{name} {goal} {seed}");
            assert!(verdict.position_error <= planner.space.spec.position_tolerance);
            assert!(verdict.angle_error <= planner.space.spec.angle_tolerance);
            // Open loop in the dynamic simulator.
            assert!(
                verdict.replay_position_error < 0.01,
                "{name} {goal} {seed} {verdict:?}"
            );
            assert!(
                verdict.replay_angle_error < 5.0_f64.to_radians(),
                "{name} {seed} {verdict:?}"
            );
            // The states of the plan are those that its commands lead to.
            let mut provider = ContactProvider::new(planner.space.clone(), planner.rho);
            let commands = plan
                .steps
                .iter()
                .map(|s| DVector::from_vec(s.command.clone()));
            let commands: Vec<_> = commands.collect();
            for command in &commands {
                assert_eq!(planner.space.clamp(command), *command, "within the limits");
            }
            let steps = rollout(&mut provider, &planner.start, &commands).unwrap();
            assert_eq!(steps.len(), plan.steps.len());
            for (step, said) in steps.iter().zip(&plan.steps) {
                let numbers: Vec<_> = step.state.bodies.iter().map(|b| b.numbers()).collect();
                assert_eq!(numbers, said.bodies);
            }
            let end = steps.last().unwrap().state.bodies[object];
            assert!(Goal::new(&planner.space.spec, goal).error(&end) <= 1.0);
        }
    }
}

#[test]
fn two_fingertips_turn_a_box_by_180_degrees() {
    judged("plan_rotate_planar", 5);
}

#[test]
fn a_fingertip_pushes_a_box_to_a_pose() {
    judged("plan_push_planar", 5);
}

#[test]
fn a_fingertip_brings_a_tee_to_five_poses() {
    judged("plan_t_push", 1);
}

#[test]
fn an_arm_of_three_links_pushes_a_box_to_a_pose() {
    judged("plan_arm_push", 3);
}

#[test]
fn a_finger_of_three_joints_pivots_a_bar_up() {
    judged("plan_finger_pivot", 3);
}

#[test]
fn a_plan_is_the_same_for_the_same_seed_and_another_for_another() {
    let planner = Planner::from_scene(&scene("plan_push_planar")).unwrap();
    let plan = |seed| planner.plan(0, seed, &LIMITS, |_, _| ()).unwrap().plan;
    let (one, same, other) = (plan(1), plan(1), plan(2));
    assert_eq!(one.steps, same.steps);
    assert_ne!(one.steps, other.steps);
}

#[test]
fn a_plan_without_polish_is_as_it_was_found() {
    let planner = || Planner::from_scene(&scene("plan_push_planar")).unwrap();
    let plan = |planner: Planner| planner.plan(0, 1, &LIMITS, |_, _| ()).unwrap().plan;
    let (polished, rough) = (plan(planner()), plan(planner().without_polish()));
    assert!(rough.reached && polished.reached);
    assert_eq!(rough.steps.len(), rough.verdict.steps_found);
    assert_eq!(rough.verdict.steps_found, polished.verdict.steps_found);
    assert!(polished.steps.len() < rough.steps.len());
    // whoever watches hears of the search first, and of the polishing as often as something is tried
    let (mut searched, mut tried) = (0, Vec::new());
    let watched = planner().watch(0, 1, &LIMITS, |stage| match stage {
        Stage::Search { nodes, .. } => {
            assert!(tried.is_empty());
            searched = nodes;
        }
        Stage::Polish { trials, steps } => {
            assert_eq!(trials, tried.len() + 1);
            tried.push(steps);
        }
    });
    assert_eq!(watched.unwrap().plan.steps, polished.steps);
    assert!(searched > 0 && tried.iter().all(|&steps| steps <= rough.steps.len()));
    assert!(tried.contains(&polished.steps.len()));
}

/// The task of `plan_push_planar`, built without a file.
fn push() -> Planner {
    let zero = Vec3::zeros();
    let oil = Drive {
        stiffness: zero,
        damping: 50.0,
        rotational_stiffness: zero,
        rotational_damping: 0.1,
    };
    let spring = Drive {
        stiffness: Vec3::repeat(1000.0),
        damping: 5.0,
        rotational_stiffness: Vec3::repeat(1.0),
        rotational_damping: 0.01,
    };
    let flat = |body: BodySpec| body.plane(Plane::Xy).quasi_dynamic();
    let block = Body::driven("box", oil).shape(Shape::cuboid([0.05; 3]));
    let finger = Body::driven("finger", spring).shape(Shape::sphere(0.015));
    let (model, start) = Model::builder()
        .time_step(0.05)
        .length(0.05)
        .body(flat(block.friction(0.5).mass(0.5)))
        .body(flat(finger.friction(0.5).mass(0.02).at([-0.12, 0.0, 0.0])))
        .build_with_start()
        .unwrap();
    let turned = rotation_from_wxyz([0.9238795325112867, 0.0, 0.0, 0.3826834323650898]);
    let task = PlanTask::new("box", [-0.2, -0.2, 0.0], [0.4, 0.4, 0.0])
        .position_tolerance(0.005)
        .angle_tolerance(0.05)
        .goal([0.15, 0.1, 0.0], turned);
    Planner::new(Arc::new(model), start, &task, 1e-6).unwrap()
}

#[test]
fn a_task_built_in_code_has_the_plan_of_the_scene_that_says_the_same() {
    let (built, read) = (
        push(),
        Planner::from_scene(&scene("plan_push_planar")).unwrap(),
    );
    assert_eq!(built.space.spec, read.space.spec);
    assert_eq!(built.start, read.start);
    let plan = |planner: &Planner| planner.plan(0, 3, &LIMITS, |_, _| ()).unwrap().plan;
    let (built, read) = (plan(&built), plan(&read));
    assert!(built.reached);
    assert_eq!((built.scene, built.start), (None, read.start));
    assert_eq!(built.steps, read.steps);
}

#[test]
fn a_task_that_the_model_cannot_do_is_an_error_with_its_field() {
    let planner = push();
    let (model, start) = (&planner.space.model, &planner.start);
    let task = |object: &str| PlanTask::new(object, [-0.2; 3], [0.2; 3]);
    let there = |task: PlanTask, x: f64| task.goal([x, 0.0, 0.0], Rot::identity());
    let field = |task: PlanTask| task.check(model, start).unwrap_err().field;
    assert_eq!(field(task("box")), "goal");
    assert_eq!(field(there(task("boxes"), 0.1)), "object");
    assert_eq!(field(there(task("finger"), 0.1)), "object");
    assert_eq!(field(there(task("box"), 0.3)), "goal[0].position");
    let bad = there(task("box"), 0.1).limit("box", [0.0; 3], [0.1; 3]);
    assert_eq!(field(bad), "limits[0].body");
    let bad = there(task("box"), 0.1).limit("finger", [0.0; 3], [-0.1; 3]);
    assert_eq!(field(bad), "limits[0].low[0]");
    let bad = there(task("box"), f64::NAN);
    assert_eq!(field(bad), "goal[0].position[0]");
    let few = State {
        bodies: Vec::new(),
        ..State::default()
    };
    let error = there(task("box"), 0.1).check(model, &few).unwrap_err();
    assert_eq!(error.field, "start");
}

#[test]
fn a_plan_file_keeps_every_bit() {
    let scene = scene("plan_push_planar");
    let planner = Planner::from_scene(&scene).unwrap();
    let plan = planner.plan(0, 0, &LIMITS, |_, _| ()).unwrap().plan;
    let path = std::env::temp_dir().join(format!("drystone-plan-{}.json", std::process::id()));
    std::fs::write(&path, plan.to_json()).unwrap();
    assert_eq!(Plan::load(&path).unwrap(), plan);
    std::fs::write(&path, "{}").unwrap();
    assert!(Plan::load(&path).unwrap_err().why.contains("not a plan"));
    std::fs::remove_file(&path).unwrap();
    // The scene in it is the whole one.
    let again = Scene::parse(&plan.scene.unwrap(), "again").unwrap();
    assert_eq!(again.plan, scene.plan);
}
