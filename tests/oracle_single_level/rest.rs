//! Bodies at rest on the plane z = 0, vertical motion only.

use crate::one_body::OneBody;
use crate::oracle::*;
use crate::scenes::{fixed, free, ground};
use drystone::dynamics::BodySetup;
use drystone::math::{Mat3, Rot, Vec3};
use drystone::shape::{CylinderRows, Placed};
use drystone::step::Simulator;
use drystone::world::{BodyState, Input, Model, State};
use serde_json::Value;
use std::sync::Arc;

struct Record<'a> {
    value: &'a Value,
    placed: Placed,
    turn: Rot,
}

impl Record<'_> {
    fn number(&self, key: &str) -> f64 {
        number(&self.value[key])
    }
}

/// All records; cylinders get the paper's rows.
fn records_of<'a>(data: &'a Value) -> Vec<Record<'a>> {
    let mut reader = Reader::new();
    reader.cylinders = CylinderRows::Paper;
    let of = |value: &'a Value| {
        let rows: Vec<Vec3> = list(&value["R"]).iter().map(vec3).collect();
        let r = Mat3::from_columns(&[rows[0], rows[1], rows[2]]).transpose();
        Record {
            value,
            placed: reader.shape(&value["shape"]),
            turn: Rot::from_matrix(&r),
        }
    };
    list(&data["rest"]).iter().map(of).collect()
}

fn tolerance() -> f64 {
    1e-8
}

/// One step from height `z` at vertical velocity `v`, SI units.
fn step(record: &Record, rho: f64, z: f64, v: f64) -> OneBody {
    let (mass, h) = (record.number("mass"), record.number("dt"));
    let setup = BodySetup {
        freedoms: &[2],
        mass,
        inertia: Mat3::identity(),
        h,
        x: Vec3::z() * z,
        q: record.turn,
        v: Vec3::z() * v,
        w: Vec3::zeros(),
        impulse: Vec3::z() * (-mass * record.number("gravity") * h),
        torque_impulse: Vec3::zeros(),
        drive: None,
    };
    let radius = record.placed.shape.bounding_radius();
    let mut step = OneBody::new(setup, with_alpha_row(&record.placed.rows()), radius);
    step.solve(rho);
    step
}

#[test]
fn a_body_comes_to_rest_at_the_height_of_the_papers_equation() {
    let data = load("single_level.json");
    let mut account = Account::default();
    for record in records_of(&data) {
        let id = text(&record.value["id"]);
        for point in list(&record.value["path"]) {
            let rho = number(&point["rho"]);
            let id = format!("{id} at {rho:e}");
            // From the height where it touches; contact is soft, so it swings a little first.
            let (mut z, mut v) = (number(&point["exact_z"]), 0.0);
            let mut last = step(&record, rho, z, v);
            let mut steps = 1;
            while last.body.end().2.norm() > 1e-12 || steps < 3 {
                (z, v) = (last.body.end().0.z, last.body.end().2.z);
                last = step(&record, rho, z, v);
                steps += 1;
                assert!(steps < 100_000, "{id}: it does not come to rest, v = {v:e}");
            }
            let category = format!("{rho:.0e}");
            let mut see = |quantity: &str, error: f64| {
                account.see(quantity, &category, &id, error, tolerance());
            };
            let collision = &last.pair.collision;
            see(
                "z_rest",
                (last.body.end().0.z - number(&point["z_rest"])).abs(),
            );
            see("alpha", (collision.alpha - number(&point["alpha"])).abs());
            see("p", (collision.p - vec3(&point["p"])).norm());
            see(
                "gamma",
                (last.pair.law.impulse().gamma - number(&point["gamma"])).abs(),
            );
        }
    }
    account.settle("rest");
}
