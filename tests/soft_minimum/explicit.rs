//! Steps by explicit integrators.

use super::{MODELS, ball, on_ground, two_that_collide};
use crate::common::scenes::{cuboid, free};
use drystone::math::{Rot, Vec3};
use drystone::shape::Shape;
use drystone::step::{Acceleration, Simulator, Step};
use drystone::world::{
    BodyState, ContactModel, Input, Integrator, JointKind, JointSpec, Model, SoftMinimumSettings,
    State,
};
use std::sync::Arc;

const EXPLICIT: [Integrator; 2] = [Integrator::Euler, Integrator::RungeKutta];

/// The constants of a spring of `stiffness` N/m.
fn springs(integrator: Integrator, stiffness: f64) -> SoftMinimumSettings {
    SoftMinimumSettings {
        stiffness: Some(stiffness),
        smoothing: Some(2e-3),
        stiction_velocity: 0.05,
        integrator,
        ..SoftMinimumSettings::default()
    }
}

/// A body of 1 kg above a plane.
fn above_ground(
    model: ContactModel,
    shape: &Shape,
    settings: SoftMinimumSettings,
    h: f64,
) -> Arc<Model> {
    let builder = on_ground(model).length(0.05).time_step(h);
    let builder = builder
        .soft_minimum(settings)
        .body(free("body", shape, 1.0, 0.5));
    Arc::new(builder.build().expect("a model"))
}

fn start(at: BodyState) -> State {
    State {
        bodies: vec![BodyState::at_rest(Vec3::zeros(), Rot::identity()), at],
        ..State::default()
    }
}

/// Runs for `seconds`; returns the last step, which was solved like all others, if they were.
fn run(model: &Arc<Model>, state: &State, seconds: f64) -> Option<Step> {
    let mut simulator = Simulator::new(model.clone());
    let input = Input::hold(model, state);
    let mut step = Step {
        state: state.clone(),
        ..Step::default()
    };
    for _ in 0..(seconds / model.time_step).round() as usize {
        step = simulator.step(&step.state, &input, 1e-6).expect("valid");
        if !step.status.solved {
            println!("{}", step.status.explain(1e-6));
            return None;
        }
    }
    Some(step)
}

#[test]
fn a_tumbling_body_is_followed_to_fourth_order_by_runge_kutta_and_to_first_by_euler() {
    let at = BodyState {
        angular_velocity: Vec3::new(3.0, 5.0, 1.0),
        velocity: Vec3::new(1.0, 0.0, 2.0),
        ..BodyState::at_rest(Vec3::z() * 5.0, Rot::identity())
    };
    let end = |integrator, h: f64| {
        let shape = cuboid(0.05, 0.03, 0.02);
        let model = above_ground(
            ContactModel::SoftMinimum,
            &shape,
            springs(integrator, 1e3),
            h,
        );
        run(&model, &start(at), 0.4).expect("solved").state.bodies[1]
    };
    let exact = end(Integrator::RungeKutta, 1.25e-3);
    for (integrator, ratio) in [(Integrator::Euler, 2.0), (Integrator::RungeKutta, 16.0)] {
        let errors = [0.02, 0.01].map(|h| end(integrator, h).rotation.angle_to(&exact.rotation));
        println!("{}: {errors:?} rad", integrator.name());
        assert!(
            (errors[0] / errors[1] / ratio).ln().abs() < 0.3,
            "{errors:?}"
        );
    }
    let fall = end(Integrator::RungeKutta, 0.02);
    let height = 5.0 + 2.0 * 0.4 - 0.5 * 9.81 * 0.16;
    assert!((fall.position.z - height).abs() < 1e-12 && (fall.position.x - 0.4).abs() < 1e-12);
}

#[test]
fn implicit_steps_come_to_those_of_runge_kutta_as_they_get_shorter() {
    // A ball that is dropped onto a soft spring, with spin, once through the impact.
    let at = BodyState {
        angular_velocity: Vec3::new(0.0, 3.0, 0.0),
        ..BodyState::at_rest(Vec3::z() * 0.07, Rot::identity())
    };
    for contact_model in MODELS {
        let end = |integrator, h: f64| {
            let model = above_ground(contact_model, &ball(0.05), springs(integrator, 2e3), h);
            let mut state = start(at);
            // The velocities of an implicit step are those half a step earlier.
            model.start_half_step_early(&mut state, &[Vec3::zeros(); 2]);
            run(&model, &state, 0.12).expect("solved").state.bodies[1].position
        };
        let errors = [1e-3, 5e-4]
            .map(|h| (end(Integrator::Implicit, h) - end(Integrator::RungeKutta, h / 8.0)).norm());
        println!("{contact_model:?}: {errors:?} m");
        assert!(errors[0] < 5e-4, "{errors:?}");
        assert!((1.5..3.0).contains(&(errors[0] / errors[1])), "{errors:?}");
    }
}

#[test]
fn springs_hold_a_cube_up_to_the_step_at_which_they_are_too_stiff() {
    // 1,000 weights per half-size: 443 rad/s.
    let half = 0.05;
    let settings = |integrator| SoftMinimumSettings {
        smoothing: Some(5e-5),
        ..springs(integrator, 1e3 * 9.81 / half)
    };
    let rests = |integrator, h: f64| {
        let model = above_ground(
            ContactModel::SoftMinimum,
            &cuboid(half, half, half),
            settings(integrator),
            h,
        );
        let at = BodyState::at_rest(Vec3::z() * (half + 0.01), Rot::identity());
        let step = run(&model, &start(at), 1.0)?;
        let body = &step.state.bodies[1];
        println!(
            "{} {h} s: height {:.5} m, {:.1e} m/s",
            integrator.name(),
            body.position.z,
            body.velocity.norm()
        );
        let law = half - half * 1e-3 * f64::exp_m1(1.0).ln();
        Some((body.position.z - law).abs() < 1e-5 && body.velocity.norm() < 1e-3)
    };
    assert_eq!(rests(Integrator::RungeKutta, 2e-3), Some(true));
    assert_eq!(rests(Integrator::Euler, 1e-3), Some(true));
    assert_ne!(rests(Integrator::RungeKutta, 6e-3), Some(true));
    assert_ne!(rests(Integrator::Euler, 4e-3), Some(true));
}

#[test]
fn two_bodies_that_collide_keep_their_momentum() {
    for contact_model in MODELS {
        for integrator in EXPLICIT {
            let builder = Model::builder()
                .contact_model(contact_model)
                .gravity(Vec3::zeros())
                .time_step(1e-3)
                .length(0.2)
                .soft_minimum(springs(integrator, 1e4))
                .body(free("box", &cuboid(0.2, 0.15, 0.1), 1.0, 0.5))
                .body(free("ball", &ball(0.2), 0.7, 0.5));
            let model = Arc::new(builder.build().expect("a model"));
            let mut state = two_that_collide();
            let momenta = |state: &State| {
                let mut out = [Vec3::zeros(); 2];
                for (body, at) in model.bodies.iter().zip(&state.bodies) {
                    let linear = at.velocity * body.mass;
                    out[0] += linear;
                    out[1] += at.position.cross(&linear)
                        + at.rotation * (body.inertia * at.angular_velocity);
                }
                out
            };
            let before = momenta(&state);
            let input = Input::hold(&model, &state);
            let mut simulator = Simulator::new(model.clone());
            let mut pushed = 0;
            for _ in 0..600 {
                let step = simulator.step(&state, &input, 1e-6).expect("valid");
                assert!(step.status.solved, "{}", step.status.explain(1e-6));
                pushed += usize::from(step.contacts.iter().any(|c| c.normal_impulse > 1e-3));
                state = step.state;
            }
            let after = momenta(&state);
            let [linear, angular] = [0, 1].map(|k| (after[k] - before[k]).norm());
            println!(
                "{contact_model:?} {}: {pushed} steps in touch, {linear:.1e} kg m/s, {angular:.1e} kg m^2/s",
                integrator.name()
            );
            assert!(pushed > 2 && linear < 1e-12);
            // The methods keep it to their order.
            let order = if integrator == Integrator::Euler {
                1e-3
            } else {
                1e-5
            };
            assert!(angular < order, "{angular:e}");
        }
    }
}

#[test]
fn impulses_of_contacts_are_what_changes_the_momentum() {
    for integrator in EXPLICIT {
        let settings = springs(integrator, 2e3);
        let model = above_ground(ContactModel::SoftMinimum, &ball(0.05), settings, 2e-3);
        let at = BodyState {
            velocity: Vec3::new(0.3, 0.0, -0.5),
            ..BodyState::at_rest(Vec3::z() * 0.049, Rot::identity())
        };
        let state = start(at);
        let step = Simulator::new(model.clone())
            .step(&state, &Input::hold(&model, &state), 1e-6)
            .expect("valid");
        let [contact] = step.contacts[..] else {
            panic!("one contact: {:?}", step.contacts);
        };
        let gained = step.state.bodies[1].velocity - at.velocity + Vec3::z() * (9.81 * 2e-3);
        assert!(
            (contact.impulse - gained).norm() < 1e-12,
            "{contact:?} {gained}"
        );
        assert!(contact.normal_impulse > 1e-3 && contact.impulse.x < 0.0);
    }
}

#[test]
fn accelerations_are_explained_by_the_wrenches_that_gave_them() {
    for contact_model in MODELS {
        let settings = springs(Integrator::Euler, 2e3);
        let model = above_ground(contact_model, &cuboid(0.05, 0.04, 0.03), settings, 2e-3);
        let mut state = start(BodyState {
            velocity: Vec3::new(0.3, 0.1, -0.2),
            angular_velocity: Vec3::new(2.0, -3.0, 1.0),
            ..BodyState::at_rest(
                Vec3::z() * 0.045,
                Rot::from_scaled_axis(Vec3::new(0.3, 0.2, 0.1)),
            )
        });
        let mut simulator = Simulator::new(model.clone());
        let (mut touching, mut worst) = (0, 0.0f64);
        for k in 0..60 {
            let mut input = Input::hold(&model, &state);
            let wrench = &mut input.wrenches[1];
            let t = f64::from(k);
            wrench.force = Vec3::new((0.7 * t).sin(), (1.1 * t).cos(), 3.0 * (0.3 * t).sin());
            wrench.torque = Vec3::new(0.02 * (0.5 * t).cos(), -0.01, 0.03 * (0.9 * t).sin());
            let step = simulator.step(&state, &input, 1e-6).expect("valid");
            assert!(step.status.solved);
            let rate = |from: Vec3, to: Vec3| (to - from) / model.time_step;
            let accelerations: Vec<Acceleration> = state
                .bodies
                .iter()
                .zip(&step.state.bodies)
                .map(|(from, to)| Acceleration {
                    linear: rate(from.velocity, to.velocity),
                    angular: rate(from.angular_velocity, to.angular_velocity),
                })
                .collect();
            let nothing = Input::hold(&model, &state);
            let found = simulator
                .inverse_of_accelerations(&state, &accelerations, &nothing, 1e-6)
                .expect("closed form");
            let [there, here] = [&input.wrenches[1], &found.wrenches[1]];
            worst = worst.max((there.force - here.force).norm() / 9.81);
            worst = worst.max((there.torque - here.torque).norm() / (9.81 * 0.05));
            touching += usize::from(found.contacts.iter().any(|c| c.normal_impulse > 1e-3));
            state = step.state;
        }
        println!("{contact_model:?}: {touching} steps in touch, {worst:.1e} weights");
        assert!(touching > 5 && worst < 1e-11, "{touching} {worst:e}");
    }
    let hard = on_ground(ContactModel::SingleLevel)
        .build()
        .expect("a model");
    let state = State {
        bodies: vec![BodyState::at_rest(Vec3::zeros(), Rot::identity())],
        ..State::default()
    };
    let input = Input::hold(&hard, &state);
    let wanted = [Acceleration::default()];
    let error = Simulator::new(hard)
        .inverse_of_accelerations(&state, &wanted, &input, 1e-6)
        .expect_err("rows");
    assert!(
        error.to_string().contains("do not follow from a state"),
        "{error}"
    );
}

#[test]
fn what_explicit_integrators_cannot_step_is_refused() {
    let cube = cuboid(0.1, 0.1, 0.1);
    let builder = || on_ground(ContactModel::SoftMinimum).body(free("a", &cube, 1.0, 0.5));
    let without = SoftMinimumSettings {
        integrator: Integrator::RungeKutta,
        ..SoftMinimumSettings::default()
    };
    let error = builder().soft_minimum(without).build().expect_err("soft");
    assert!(error.to_string().contains("needs a stiffness"), "{error}");
    let with = springs(Integrator::Euler, 1e3);
    let hinge = JointSpec::new("hinge", JointKind::Revolute, "a");
    let error = builder()
        .joint(hinge)
        .soft_minimum(with)
        .build()
        .expect_err("jointed");
    assert!(error.to_string().contains("joint hinge"), "{error}");
    // Another contact model reads none of it.
    let hard = builder()
        .contact_model(ContactModel::SingleLevel)
        .soft_minimum(without);
    assert!(hard.build().is_ok());
}

#[test]
fn a_step_that_is_too_long_for_an_impact_is_refused_or_gains_energy_that_is_told() {
    for integrator in EXPLICIT {
        let model = above_ground(
            ContactModel::SoftMinimum,
            &ball(0.05),
            springs(integrator, 100.0),
            0.05,
        );
        let at = BodyState {
            velocity: Vec3::new(0.0, 0.0, -20.0),
            ..BodyState::at_rest(Vec3::z() * 0.4, Rot::identity())
        };
        // At a closing speed of 200 times that of dissipation the spring is 200 times as stiff.
        let state = start(at);
        let input = Input::hold(&model, &state);
        let step = Simulator::new(model.clone()).step(&state, &input, 1e-6);
        let status = step.expect("valid").status;
        println!("{}: {:?} J", integrator.name(), status.energy);
        assert!(!status.solved || status.energy.unexplained() > 100.0);
    }
}
