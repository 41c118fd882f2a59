//! The planar box of SL eq. 58, one step.
//!
//! The paper's unknowns are the positions x, theta at three nodes; ours are velocities with
//! v = (x - x_prev)/dt at the start. The momentum of a turn is J (theta+ - theta)/dt in both, so the
//! systems are the same.
//!
//! Our box lives in space: the four rows of the paper's box are completed by two rows that keep p
//! in the plane and know nothing of alpha.

use crate::common::oracle::*;
use crate::oracle_single_level::one_body::OneBody;
use drystone::dynamics::{BodySetup, RotationLaw};
use drystone::math::{Attitude, Mat3, Rot, Vec3};
use drystone::shape::Rows;
use nalgebra::{DMatrix, DVector};
use serde_json::Value;

/// A u <= b alpha in the record's order of faces, alpha >= 0, and |p_x| <= 1.
fn rows(b: &[f64]) -> Rows {
    let faces = [-Vec3::z(), Vec3::y(), Vec3::z(), -Vec3::y()];
    let mut rows = Rows::new(0);
    for (face, &b) in faces.iter().zip(b) {
        rows.push_orthant(0.0, -face, b, &[]);
    }
    rows.push_orthant(0.0, Vec3::zeros(), 1.0, &[]);
    rows.push_orthant(1.0, Vec3::x(), 0.0, &[]);
    rows.push_orthant(1.0, -Vec3::x(), 0.0, &[]);
    // The reference has the whole relaxation in every row.
    rows.relaxation = 1.0;
    rows
}

fn in_plane(value: &Value) -> Vec3 {
    let [y, z] = numbers(value)[..] else {
        panic!("{value}: two numbers")
    };
    Vec3::new(0.0, y, z)
}

/// The step of a record.
fn step(record: &Value, rho: f64) -> OneBody {
    let [mass, inertia, h, gravity, theta, before] =
        ["mass", "inertia", "dt", "gravity", "theta", "theta_prev"].map(|k| number(&record[k]));
    let x = in_plane(&record["x"]);
    let setup = BodySetup {
        freedoms: &[1, 2, 3],
        mass,
        inertia: Mat3::identity() * inertia,
        h,
        pull: h,
        x,
        q: Attitude::by_lane(|_| Rot::from_axis_angle(&Vec3::x_axis(), theta)),
        v: (x - in_plane(&record["x_prev"])) / h,
        w: Vec3::x() * ((theta - before) / h),
        end: Attitude::by_lane(|_| Rot::identity()),
        impulse: Vec3::z() * (-mass * gravity * h),
        torque_impulse: Vec3::zeros(),
        drive: None,
        quasi_dynamic: false,
        law: RotationLaw::Momentum,
    };
    let b = numbers(&record["b"]);
    let mut step = OneBody::new(setup, rows(&b), b[0].hypot(b[1]));
    step.solve(rho);
    step
}

/// Turn of a step, rad.
fn turn(step: &OneBody, theta: f64) -> f64 {
    let r = step.body.kinematics.pose.r;
    r[(2, 1)].atan2(r[(1, 1)]) - theta
}

#[test]
fn a_planar_step_solves_the_papers_own_system() {
    let data = load("single_level.json");
    let mut account = Account::default();
    for record in list(&data["box2d"]) {
        let theta = number(&record["theta"]);
        for point in list(&record["path"]) {
            let rho = number(&point["rho"]);
            let id = format!("{} at {rho:e}", text(&record["id"]));
            let solved = step(record, rho);
            let end = solved.body.kinematics.pose.x;
            let collision = &solved.pair.collision;
            let box_side = &collision.sides[0].cone;
            let ground = &collision.sides[1].cone;
            let law = &solved.pair.law;
            let alpha = collision.alpha;
            let values: [(&str, Vec<f64>); 12] = [
                ("x_next", vec![end.y, end.z]),
                ("theta_next", vec![theta + turn(&solved, theta)]),
                ("gamma", vec![law.impulse().gamma]),
                ("s_gamma", vec![alpha - 1.0]),
                ("p", vec![collision.p.y, collision.p.z]),
                ("alpha", vec![alpha]),
                ("gamma_p", box_side.z()[..4].to_vec()),
                ("gamma_alpha", vec![box_side.z()[4]]),
                ("gamma_n", vec![ground.z()[0]]),
                ("s_p", box_side.s()[..4].to_vec()),
                ("s_alpha", vec![box_side.s()[4]]),
                ("s_n", vec![ground.s()[0]]),
            ];
            for (name, ours) in values {
                let theirs = match &point[name] {
                    Value::Array(_) => numbers(&point[name]),
                    one => vec![number(one)],
                };
                account.see(
                    name,
                    &format!("{rho:.0e}"),
                    &id,
                    difference(&ours, &theirs),
                    1e-8,
                );
            }
            for (name, _) in point.as_object().expect("a point") {
                // The derivative has a test of its own.
                let known = ["rho", "chk", "d_next_d_init"].contains(&name.as_str());
                assert!(known || account.count(name) > 0, "{id}: {name} left out");
            }
        }
    }
    account.settle("box2d");
}

/// Columns of the paper, which has poses before in place of velocities.
fn derivative(step: &mut OneBody, rho: f64, h: f64) -> DMatrix<f64> {
    let rates = step.rates(rho);
    let rows = [1, 2, 3];
    let of = |column: usize| DVector::from_fn(3, |i, _| rates[(rows[i], column)]);
    let (y, z, theta) = (of(1), of(2), of(3));
    let [vy, vz, spin] = [7, 8, 9].map(|column| of(column) / h);
    DMatrix::from_columns(&[&y + &vy, &z + &vz, &theta + &spin, -vy, -vz, -spin])
}

/// `d_next_d_init` by the implicit function theorem on the test's own system: not through
/// `Simulator`, whose rho, unit of length and lagged p^ are others (p^ and H drop out here). The
/// data have ten digits; found: 1.5e-10.
#[test]
fn a_planar_step_has_the_derivative_of_the_papers_own_system() {
    let data = load("single_level.json");
    let mut account = Account::default();
    for record in list(&data["box2d"]) {
        let h = number(&record["dt"]);
        for point in list(&record["path"]) {
            let rho = number(&point["rho"]);
            let id = format!("{} at {rho:e}", text(&record["id"]));
            let mut solved = step(record, rho);
            let ours = derivative(&mut solved, rho, h);
            let theirs: Vec<Vec<f64>> = list(&point["d_next_d_init"]).iter().map(numbers).collect();
            let theirs = DMatrix::from_fn(3, 6, |i, j| theirs[i][j]);
            let error = (ours - &theirs).norm() / theirs.norm();
            account.see("derivative", &format!("{rho:.0e}"), &id, error, 1e-9);
        }
    }
    assert!(account.count("derivative") == 24);
    account.settle("box2d, derivatives");
}
