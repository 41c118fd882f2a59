//! Torsional friction stops a body that spins on its face.

use crate::case::{Case, Ledger, cases};
use crate::oracle::{Reader, text};
use crate::run::{Run, along, plane, shaped};
use crate::scenes::{fixed, free};
use drystone::math::{Mat3, Rot, Vec3};
use drystone::world::{MassSpec, Model};

/// Relaxation 1e-8: the torque is short of mu_tor gamma by about rho / (spin in model units).
#[test]
fn a_spinning_body_is_stopped_by_torsional_friction() {
    let all = cases("torsional_stop");
    let reader = Reader::new();
    let mut ledger = Ledger::new();
    for case in &all {
        let (n, h) = case.steps(case.number("duration"), 1e-3);
        ledger.at_step(h);
        let mut run = top(case, &reader, h);
        let half = 0.5 * crate::case::flat(case.expected("stop time"))[0];
        let (mut stop, mut angle, mut at_half) = (f64::NAN, 0.0, f64::NAN);
        for _ in 0..n {
            let before = *run.body(1);
            run.advance();
            let at = run.body(1);
            angle += (at.rotation * before.rotation.inverse()).scaled_axis().z;
            let (w0, w1) = (before.angular_velocity.z, at.angular_velocity.z);
            if at_half.is_nan() && run.time >= half {
                at_half = w1 + (w0 - w1) * (run.time - half) / h;
            }
            // Held: what is left is less than a tenth of what one step takes away.
            let torque = case.number("mu_torsion") * case.number("mass") * case.number("gravity");
            if stop.is_nan() && w1.abs() < 0.1 * torque * h / case.number("inertia_zz") {
                stop = run.time;
            }
        }
        let drift = run.body(1).position.xy().norm();
        ledger.near(case, "stop time", &[stop]);
        ledger.near(case, "angle turned", &[angle]);
        ledger.near(case, "omega(stop/2)", &[at_half]);
        ledger.near(case, "horizontal drift", &[drift]);
    }
    ledger.settle(&all);
}

/// A body that spins about the vertical on a floor with torsional friction.
pub fn top(case: &Case, reader: &Reader, h: f64) -> Run {
    let (mass, mu) = (case.number("mass"), case.number("mu"));
    let shape = &case.params["shape"];
    let mut placed = reader.shape(shape);
    if text(&shape["type"]) == "cylinder" {
        placed = along(placed.shape, Vec3::z());
    }
    let mut floor = fixed("floor", &plane(Vec3::z()), mu);
    let mut top = shaped(free("top", &placed.shape, mass, mu), placed.clone());
    floor.parts[0].torsional_friction = case.number("mu_torsion");
    top.parts[0].torsional_friction = case.number("mu_torsion");
    let own = placed.shape.mass_properties().unwrap();
    let mut inertia: Mat3 = own.inertia * (mass / own.volume);
    inertia[(2, 2)] = case.number("inertia_zz");
    top.mass = MassSpec::Full(mass, Vec3::zeros(), inertia);
    let builder = Model::builder()
        .gravity(case.gravity())
        .body(floor)
        .body(top);
    let mut run = Run::new(builder, h, 1e-8);
    let height = placed.support_value(&Vec3::z());
    run.place(1, Vec3::z() * height, Rot::identity());
    run.push(1, Vec3::zeros(), Vec3::z() * case.number("omega0"));
    run.start_half_step_early();
    run
}
