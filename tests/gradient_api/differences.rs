//! Every column of every case against central differences: next state and contact points.

use crate::gradient_api::case::{self, Case};
use crate::gradient_api::numeric::{Columns, both_by, error, worst_column};
use drystone::world::{Parameter, Plane};
use nalgebra::DMatrix;

/// Columns but those of the state that lead a planar body out of its plane.
fn inside(case: &Case, columns: &Columns) -> Vec<usize> {
    let leaves = |name: &str| {
        let (body, freedom) = name.split_once('.').expect("BODY.freedom");
        let body = case.model.body_index(body);
        let plane = body.and_then(|i| case.model.bodies[i].plane);
        assert!(plane.is_none_or(|plane| plane == Plane::Xz));
        let turns = freedom.starts_with("rotation") || freedom.starts_with("angular");
        plane.is_some() && freedom.ends_with(".y") != turns
    };
    let kept = |j: &usize| *j >= columns.state || !leaves(&columns.names[*j]);
    (0..columns.count()).filter(kept).collect()
}

/// Compares all columns of a case.
fn compare(case: &Case, rho: f64, tolerance: f64) {
    compare_by(case, rho, tolerance, case.model.parameters());
}

/// Compares the columns of state, inputs and some parameters: relative Frobenius errors by kind of column stay below
/// `tolerance`, that of the worst column below a hundred times as much.
pub fn compare_by(case: &Case, rho: f64, tolerance: f64, parameters: Vec<Parameter>) {
    let (ours, theirs, columns) = both_by(case, rho, tolerance, parameters);
    let (ns, nu) = (columns.state, columns.inputs);
    for (what, a, b) in [
        ("next", &ours.next, &theirs.next),
        ("contacts", &ours.contacts, &theirs.contacts),
    ] {
        for (kind, range) in [
            ("state", 0..ns),
            ("input", ns..ns + nu),
            ("parameter", ns + nu..columns.count()),
        ] {
            let of: Vec<usize> = range.collect();
            let part = |m: &DMatrix<f64>| m.select_columns(&of);
            let (a, b) = (part(a), part(b));
            let whole = error(&a, &b);
            let (column, j) = worst_column(&a, &b);
            let name = &columns.names[of[j]];
            let row = format!(
                "{:9} rho {rho:.0e} {what:8} / {kind:9} {whole:8.1e}, worst {column:8.1e} {name}",
                case.name
            );
            println!("{row}");
            assert!(whole < tolerance, "{row}");
            assert!(column < 100.0 * tolerance, "{row}");
        }
    }
}

/// Worst of all: 7e-10 of a block of columns, 2e-8 of one column (a torsional coefficient at
/// 1e-6, whose own size is that small).
fn every_column(names: &[&str]) {
    let all = case::all();
    for name in names {
        let case = all.iter().find(|case| case.name == *name);
        let case = case.unwrap_or_else(|| panic!("no case {name}"));
        for rho in [1e-2, 1e-4, 1e-6] {
            compare(case, rho, 1e-8);
        }
    }
}

#[test]
fn a_body_that_falls_on_the_floor_is_differentiated() {
    every_column(&["box", "cone", "capsule"]);
}

/// The mean of both sides is what a central difference has; it does so to first order only.
#[test]
fn a_kink_has_the_mean_of_both_sides() {
    for rho in [1e-2, 1e-4] {
        compare(&case::regular(), rho, 1e-6);
    }
}

#[test]
fn other_laws_of_friction_are_differentiated() {
    every_column(&["pyramid", "implicit"]);
}

/// The radius of the patch is differentiated too; it changes with tilts of 1e-4, which differences resolve to 1e-6.
#[test]
fn faces_edges_and_lines_that_slide_and_spin_are_differentiated() {
    let names = ["face", "edge", "line", "prism"];
    for case in case::all().iter().filter(|case| names.contains(&case.name)) {
        let contact = case.step(1e-4).contacts[0];
        let torque = contact.torsional_impulse.abs() / contact.normal_impulse;
        let row = format!(
            "{}: patch {:.4} m, lever {torque:.4} m",
            case.name, contact.patch_radius
        );
        println!("{row}");
        assert!(contact.patch_radius > 0.01 && torque > 5e-4, "{row}");
        for rho in [1e-2, 1e-4, 1e-6] {
            compare(case, rho, 1e-6);
        }
    }
}

#[test]
fn a_stack_is_differentiated() {
    every_column(&["stack"]);
}

/// Fixed, prescribed, driven and free bodies and a bundle, in three islands.
#[test]
fn bodies_of_every_motion_are_differentiated() {
    every_column(&["crowd"]);
}

/// Bodies that go in halves beside bodies that do not: the contact of a bundle that turns by 1.2 rad a step loses two digits.
#[test]
fn bodies_that_go_in_halves_are_differentiated() {
    let case = case::spinning_beside();
    let step = case.step(1e-4);
    let leads: Vec<bool> = step.status.leads.iter().map(|lead| *lead > 0.0).collect();
    assert_eq!(leads, [false, false, false, false, false, true, true]);
    compare(&case, 1e-4, 1e-6);
}

#[test]
fn quasi_dynamic_bodies_are_differentiated() {
    every_column(&["pushing"]);
}

/// In the plane; contact points are held along its normal by forces of order rho, so a turn about
/// an axis in the plane loses digits with rho.
#[test]
fn planar_bodies_are_differentiated() {
    let case = case::planar();
    for (rho, tolerance) in [(1e-2, 1e-8), (1e-4, 1e-8), (1e-6, 1e-5)] {
        compare(&case, rho, tolerance);
    }
}

/// What stays in the plane stays there: no column within it has a row out of it.
#[test]
fn motion_in_a_plane_does_not_lead_out_of_it() {
    let case = case::planar();
    let mut simulator = drystone::step::Simulator::new(case.model.clone());
    let step = case.step_with(&mut simulator, 1e-4);
    let columns = Columns::new(&case.model, Vec::new());
    let inside = inside(&case, &columns);
    let wrt = drystone::step::Wrt::state_and_inputs();
    let a = simulator.gradient(&step, 1e-4, &wrt).unwrap().a();
    for j in inside.iter().filter(|j| **j < columns.state) {
        for i in (0..columns.state).filter(|i| !inside.contains(i)) {
            let names = (&columns.names[i], &columns.names[*j]);
            assert!(a[(i, *j)].abs() < 1e-12, "{names:?}: {}", a[(i, *j)]);
        }
    }
}

/// A spinning body halves the step, also of a prescribed body that turns below it.
#[test]
fn steps_in_halves_are_differentiated() {
    for case in [
        case::spinning("halved", 1.4),
        case::spinning("quartered", 2.6),
    ] {
        let turn = case.model.time_step * case.state.bodies[1].angular_velocity.norm();
        assert!(turn > 1.0 && case.step(1e-4).status.halved, "{turn} rad");
        assert!(case.name == "halved" || turn > 2.0, "{turn} rad");
    }
    every_column(&["halved", "quartered"]);
}
