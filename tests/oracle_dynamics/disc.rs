//! Euler's disc: a thin disc that wobbles on its rim.

use crate::case::{Ledger, cases};
use crate::run::{Run, plane, weighing};
use crate::scenes::{fixed, free};
use drystone::math::{Rot, Vec3};
use drystone::shape::{Cylinder, Shape};
use drystone::world::Model;

/// Relaxation 1e-8: the point where the rim rolls creeps by rho L / (h mu), and hovers by
/// rho L / h in model units; both must stay below the thickness, 0.02 of the radius.
#[test]
fn a_disc_on_its_rim_precesses_steadily() {
    let all = cases("euler_disc_steady");
    let mut ledger = Ledger::new();
    for case in &all {
        let [radius, mass, mu] = ["radius", "mass", "mu"].map(|k| case.number(k));
        let [across, axial] = ["inertia_diametral", "inertia_axial"].map(|k| case.number(k));
        let thickness = 0.02 * radius;
        let turn_time = crate::case::flat(case.expected("turn time"))[0];
        let (_, h) = case.steps(turn_time, 2e-4);
        ledger.at_step(h);
        let shape = Shape::Cylinder(Cylinder::new(radius, thickness).unwrap());
        let disc = free("disc", &shape, mass, mu);
        let builder = Model::builder()
            .gravity(case.gravity())
            .body(fixed("floor", &plane(Vec3::z()), mu))
            .body(weighing(disc, mass, Vec3::zeros(), [across, across, axial]));
        let mut run = Run::new(builder, h, 1e-8);
        let normal = case.vector("disc_normal");
        let turn = Rot::rotation_between(&Vec3::z(), &normal).unwrap();
        let tilt = case.number("inclination");
        let height = case.number("com_height") + 0.5 * thickness * tilt.cos();
        run.place(1, Vec3::z() * height, turn);
        run.push(1, case.vector("velocity0"), case.vector("omega0"));
        run.start_half_step_early();
        let mut turned = 0.0;
        let mut before = normal;
        let (time, inclination) = loop {
            run.advance();
            let axis = run.body(1).rotation * Vec3::z();
            let step = before
                .xy()
                .perp(&axis.xy())
                .atan2(before.xy().dot(&axis.xy()));
            let full = std::f64::consts::TAU;
            if turned + step.abs() >= full {
                let part = (full - turned) / step.abs();
                break (run.time - h * (1.0 - part), axis.z.acos());
            }
            turned += step.abs();
            before = axis;
            assert!(
                run.time < 3.0 * turn_time,
                "{}: it does not precess",
                case.id
            );
        };
        ledger.near(case, "precession rate", &[std::f64::consts::TAU / time]);
        ledger.near(case, "inclination after one turn", &[inclination]);
        ledger.near(case, "turn time", &[time]);
    }
    ledger.settle(&all);
}
