//! Contacts that are reported where a pair of bodies touches in several places.

use super::{MODELS, on_ground};
use crate::common::scenes::cuboid;
use drystone::math::{Rot, Vec3};
use drystone::shape::Placed;
use drystone::step::{Simulator, Wrt};
use drystone::world::{BodySpec, BodyState, Input, Motion, PartSpec, State};
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

#[test]
fn a_table_has_a_contact_under_every_leg_and_each_carries_its_share() {
    for contact_model in MODELS {
        let builder = on_ground(contact_model).length(0.1).body(table());
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
        // A weight of 10 N on one leg.
        let at = Vec3::new(0.27, 0.17, 0.0);
        input.wrenches[1].force = Vec3::z() * -10.0;
        input.wrenches[1].torque = at.cross(&input.wrenches[1].force);
        let mut simulator = Simulator::precise(model.clone());
        let mut step = simulator.step(&state, &input, 1e-6).expect("valid");
        for _ in 0..400 {
            state.clone_from(&step.state);
            step = simulator.step(&state, &input, 1e-6).expect("valid");
        }
        let h = model.time_step;
        let (mut total, mut torque) = (0.0, Vec3::zeros());
        for contact in &step.contacts {
            println!(
                "{contact_model:?}: {:.4} m, {:.3} N, gap {:.2e} m",
                contact.point,
                contact.normal_impulse / h,
                contact.gap
            );
            total += contact.normal_impulse / h;
            torque += contact.point.cross(&contact.impulse) / h;
        }
        assert_eq!(step.contacts.len(), 4);
        let weight = 4.0 * 9.81 + 10.0;
        assert!((total - weight).abs() < 1e-3 * weight, "{total}");
        // Statics: the torques of the contacts are those of the weights.
        let x = state.bodies[1].position;
        let loads = x.cross(&(Vec3::z() * (4.0 * 9.81))) + at.cross(&(Vec3::z() * 10.0));
        assert!((torque - loads).norm() < 2e-3 * weight, "{torque} {loads}");
        for contact in &step.contacts {
            let leg = Vec3::new(0.27, 0.17, 0.0);
            let from_leg = (contact.point.abs() - leg).xy();
            assert!(from_leg.amax() < 0.021, "{:?}", contact.point);
        }

        // The derivatives of the impulses have the sum that the velocity has.
        let wrt = Wrt {
            state: true,
            contacts: true,
            ..Wrt::default()
        };
        let gradient = simulator.gradient(&step, 1e-6, &wrt).expect("a gradient");
        let a = gradient.a();
        let mut sum = nalgebra::RowDVector::<f64>::zeros(a.ncols());
        for k in 0..4 {
            sum += gradient.contact(k).state.row(9);
        }
        let vertical = a.nrows() / 2 + 2;
        let mut gained = a.row(vertical) * model.bodies[1].mass;
        gained[vertical] -= model.bodies[1].mass;
        assert!((sum - &gained).norm() < 1e-9 * gained.norm());
    }
}
