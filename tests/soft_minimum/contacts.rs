//! Contacts that are reported where a pair of bodies touches in several places.

use super::{MODELS, on_ground};
use crate::common::scenes::cuboid;
use drystone::math::{Rot, Vec3};
use drystone::shape::Placed;
use drystone::step::{Simulator, Step, Wrt};
use drystone::world::{
    BodySpec, BodyState, ContactModel, Input, Integrator, Model, Motion, PartSpec,
    SoftMinimumSettings, State,
};
use std::sync::Arc;

/// A table of four legs, each under a corner of its top.
fn table() -> BodySpec {
    let part = |name: String, half: [f64; 3], x: f64, y: f64, z: f64| {
        let placed = Placed {
            shape: cuboid(half[0], half[1], half[2]),
            offset: Vec3::new(x, y, z),
            rotation: Rot::identity(),
        };
        PartSpec::new(name, placed, 0.5)
    };
    let mut spec = BodySpec::new("table", Motion::Free).mass(4.0);
    spec.parts
        .push(part("top".into(), [0.3, 0.2, 0.02], 0.0, 0.0, 0.12));
    for (k, (x, y)) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)]
        .into_iter()
        .enumerate()
    {
        spec.parts.push(part(
            format!("leg {k}"),
            [0.02, 0.02, 0.1],
            0.27 * x,
            0.17 * y,
            0.0,
        ));
    }
    spec
}

/// Lets a table stand with 10 N more on one leg; returns the model, the input, and the state and the step at the end.
fn standing(
    contact_model: ContactModel,
    settings: SoftMinimumSettings,
    time_step: f64,
) -> (Arc<Model>, Input, State, Step) {
    let builder = on_ground(contact_model)
        .length(0.1)
        .soft_minimum(settings)
        .time_step(time_step)
        .body(table());
    let model = Arc::new(builder.build().expect("a table"));
    let centre = model.bodies[1].centre_of_mass;
    let mut state = State {
        bodies: vec![
            BodyState::at_rest(Vec3::zeros(), Rot::identity()),
            BodyState::at_rest(Vec3::new(0.0, 0.0, 0.1) + centre, Rot::identity()),
        ],
        ..State::default()
    };
    let mut input = Input::hold(&model, &state);
    input.wrenches[1].force = Vec3::z() * -10.0;
    input.wrenches[1].torque = LEG.cross(&input.wrenches[1].force);
    let mut simulator = Simulator::precise(model.clone());
    let mut step = simulator.step(&state, &input, 1e-6).expect("valid");
    for _ in 0..(4.0 / time_step) as usize {
        state.clone_from(&step.state);
        step = simulator.step(&state, &input, 1e-6).expect("valid");
        assert!(step.status.solved, "{}", step.status.explain(1e-6));
    }
    (model, input, state, step)
}

/// Where the loaded leg is.
const LEG: Vec3 = Vec3::new(0.27, 0.17, 0.0);

#[test]
fn a_table_has_a_contact_under_every_leg_and_each_carries_its_share() {
    let soft = SoftMinimumSettings::default();
    let springs = |integrator| SoftMinimumSettings {
        stiffness: Some(4e4),
        smoothing: Some(1e-3),
        // Explicit friction needs steps below 2 v_s / (mu g).
        stiction_velocity: 0.05,
        integrator,
        ..soft
    };
    for contact_model in MODELS {
        for (settings, time_step) in [
            (soft, 0.01),
            (springs(Integrator::Euler), 2e-3),
            (springs(Integrator::RungeKutta), 2e-3),
        ] {
            check(contact_model, settings, time_step);
        }
    }
}

fn check(contact_model: ContactModel, settings: SoftMinimumSettings, time_step: f64) {
    let (model, input, state, step) = standing(contact_model, settings, time_step);
    let name = format!("{contact_model:?} {}", settings.integrator.name());
    let (mut total, mut torque) = (0.0, Vec3::zeros());
    for contact in &step.contacts {
        println!(
            "{name}: {:.4?} m, {:.3} N, gap {:.2e} m",
            contact.point.as_slice(),
            contact.normal_impulse / time_step,
            contact.gap
        );
        total += contact.normal_impulse / time_step;
        torque += contact.point.cross(&contact.impulse) / time_step;
        let local = state.bodies[1].rotation.inverse() * (contact.point - state.bodies[1].position);
        let from_leg = (local.abs() - LEG).xy();
        assert!(from_leg.amax() < 0.021, "{name}: {:?}", contact.point);
    }
    assert_eq!(step.contacts.len(), 4, "{name}");
    let weight = 4.0 * 9.81 + 10.0;
    assert!((total - weight).abs() < 1e-3 * weight, "{name}: {total}");
    // Statics: the torques of the contacts are those of the weights.
    let x = state.bodies[1].position;
    let loads = x.cross(&(Vec3::z() * weight)) + LEG.cross(&(Vec3::z() * 10.0));
    assert!(
        (torque - loads).norm() < 2e-3 * weight,
        "{name}: {torque} {loads}"
    );

    // The derivatives of the impulses have the sum that the velocity has, and are those of differences.
    let wrt = Wrt {
        state: true,
        contacts: true,
        ..Wrt::default()
    };
    let mut simulator = Simulator::precise(model.clone());
    let step = simulator.step(&state, &input, 1e-6).expect("valid");
    let gradient = simulator.gradient(&step, 1e-6, &wrt).expect("a gradient");
    let a = gradient.a();
    let vertical = a.nrows() / 2 + 2;
    let sum: f64 = (0..4)
        .map(|k| gradient.contact(k).state[(9, vertical)])
        .sum();
    let gained = (a[(vertical, vertical)] - 1.0) * model.bodies[1].mass;
    assert!((sum - gained).abs() < 1e-9 * gained.abs(), "{name}: {sum}");
    let by = 1e-7;
    let mut ends = [by, -by].map(|by| {
        let mut d = vec![0.0; a.ncols()];
        d[3] = by;
        let tilted = state.integrate(&model, &d);
        simulator
            .step(&tilted, &input, 1e-6)
            .expect("valid")
            .contacts
    });
    for k in 0..4 {
        let [above, below] = ends.each_mut().map(|contacts| contacts[k].impulse.z);
        let slope = (above - below) / (2.0 * by);
        let own = gradient.contact(k).state[(9, 3)];
        assert!(
            (slope - own).abs() < 1e-4 * own.abs(),
            "{name}: {slope} {own}"
        );
    }
}
