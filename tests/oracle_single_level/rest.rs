//! Bodies at rest on the plane z = 0, vertical motion only.

use crate::common::oracle::*;
use crate::common::scenes::{fixed, free, ground};
use crate::oracle_single_level::one_body::OneBody;
use drystone::contact::{Block, Geometry, PairSetup, SingleLevel, Torsion};
use drystone::dynamics::{BodySetup, RotationLaw};
use drystone::math::{Attitude, Kinematics, Mat3, Pose, Rot, Vec3};
use drystone::shape::{CylinderRows, Placed};
use drystone::step::{LARGEST_RHO, Simulator};
use drystone::world::{BodyState, Input, MassSpec, Model, State};
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

/// One step from height `z` at vertical velocity `v`, SI units.
fn step(record: &Record, rho: f64, z: f64, v: f64) -> OneBody {
    let (mass, h) = (record.number("mass"), record.number("dt"));
    let setup = BodySetup {
        freedoms: &[2],
        mass,
        inertia: Mat3::identity(),
        h,
        pull: h,
        x: Vec3::z() * z,
        q: Attitude::by_lane(|_| record.turn),
        v: Vec3::z() * v,
        w: Vec3::zeros(),
        end: Attitude::by_lane(|_| record.turn),
        impulse: Vec3::z() * (-mass * record.number("gravity") * h),
        torque_impulse: Vec3::zeros(),
        drive: None,
        quasi_dynamic: false,
        law: RotationLaw::Momentum,
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
            while last.body.end(0).2.norm() > 1e-12 || steps < 3 {
                (z, v) = (last.body.end(0).0.z, last.body.end(0).2.z);
                last = step(&record, rho, z, v);
                steps += 1;
                assert!(steps < 100_000, "{id}: it does not come to rest, v = {v:e}");
            }
            let category = format!("{rho:.0e}");
            let mut see = |quantity: &str, error: f64| {
                account.see(quantity, &category, &id, error, 1e-8);
            };
            let collision = &last.pair.collision;
            see(
                "z_rest",
                (last.body.end(0).0.z - number(&point["z_rest"])).abs(),
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

/// The model of a record at unit of length `length`: body and floor, alpha >= 0 added.
fn model(record: &Record, length: f64) -> Arc<Model> {
    let mut body = free("body", &record.placed.shape, record.number("mass"), 0.0);
    body.parts[0].placed = record.placed.clone();
    // Vertical motion only: too heavy to turn (an ellipsoid may rest on the wrong axis).
    let inertia = Mat3::identity() * (1e6 * record.number("mass"));
    body.mass = MassSpec::Full(record.number("mass"), Vec3::zeros(), inertia);
    let builder = Model::builder()
        .time_step(record.number("dt"))
        .gravity(Vec3::z() * -record.number("gravity"))
        .length(length)
        .body(fixed("floor", &ground(), 0.0))
        .body(body);
    let mut model = builder.build().unwrap();
    let part = &mut model.bodies[1].parts[0];
    part.rows = Arc::new(with_alpha_row(&part.rows));
    Arc::new(model)
}

/// The pair's length H in metres when the body stands still at height `z`.
fn length_of_pair(record: &Record, model: &Model, z: f64) -> f64 {
    let length = model.units.length;
    let [floor, body] = [0, 1].map(|i| &model.bodies[i].parts[0]);
    let setup = PairSetup {
        mu: 0.0,
        torsion: Torsion::None,
        law: model.friction_law,
        mass: model.bodies[1].mass,
        plane: Some(Vec3::z()),
        largest_length: body.bounding_radius / length,
        inscribed: (body.inscribed_radius + floor.inscribed_radius) / length,
        centres: [Vec3::zeros(); 2],
        radii: [body.bounding_radius / length, f64::INFINITY],
        carriers: [0.0, 1.0],
        ..PairSetup::default()
    };
    let still = |x: Vec3, turn: Rot| Kinematics {
        pose: Pose {
            x: x / length,
            r: *turn.to_rotation_matrix().matrix(),
        },
        start: x / length,
        v: Vec3::zeros(),
        omega: Vec3::zeros(),
        domega_dphi: Mat3::identity(),
        h: 1.0,
    };
    let bodies = [
        still(Vec3::z() * z, record.turn),
        still(Vec3::zeros(), Rot::identity()),
    ];
    let mut pair = Box::<SingleLevel>::default();
    let rows = [&*body.rows, &*floor.rows];
    let converged = pair
        .predict(
            &setup,
            Geometry::of_rows(rows),
            [&bodies[0], &bodies[1]],
            false,
        )
        .converged;
    assert!(converged);
    pair.length() * length
}

/// The simulator has one rho: contact gets it whole, so that (alpha - 1) gamma = rho L m V / H,
/// collision min(1, L/H) of it. Both are the record's for one unit of length: the one with
/// m V = 1 N s when that is below H, else the one with L m V = H. Returns it (m), the simulator's
/// rho and H (m).
fn units(record: &Record, rho: f64, z: f64) -> (f64, f64, f64) {
    let mass = record.number("mass");
    let mut length = 1.0 / (9.81 * mass * mass);
    let pair = length_of_pair(record, &model(record, length), z);
    if length <= pair {
        return (length, rho * pair / length, pair);
    }
    // H depends on L a little: the predicted pose is solved to a share of it.
    let mut before = f64::NAN;
    while (length - before).abs() > 1e-14 * length || before.is_nan() {
        before = length;
        let pair = length_of_pair(record, &model(record, length), z);
        length = (pair / (mass * 9.81_f64.sqrt())).powf(2.0 / 3.0);
    }
    let pair = length_of_pair(record, &model(record, length), z);
    (length, rho, pair)
}

/// Through the public step. It stops where the design says, so alpha - 1 is good to 1e-4 of itself
/// there (to 1e-8 from rho 1e-4 down); the test above has all the digits.
#[test]
fn the_simulator_holds_a_body_at_the_height_of_the_papers_equation() {
    let data = load("single_level.json");
    let (mut account, mut compared) = (Account::default(), 0);
    for record in records_of(&data) {
        for point in list(&record.value["path"]) {
            let rho = number(&point["rho"]);
            let id = format!("{} at {rho:e}", text(&record.value["id"]));
            let rest = number(&point["z_rest"]);
            let (length, own_rho, pair) = units(&record, rho, rest);
            let alpha = number(&point["alpha"]);
            if (alpha - 1.0) * pair > 1.5 * length {
                // Pairs farther than 2 L are no rows of a step.
                println!("{id}: hovers by more than 1.5 L: out of the simulator's sight");
                continue;
            }
            if own_rho > LARGEST_RHO {
                println!("{id}: rho {own_rho:.2} is larger than the simulator admits");
                continue;
            }
            compared += 1;
            let model = model(&record, length);
            let mut simulator = Simulator::new(model.clone());
            let at = |z: f64, turn: Rot| BodyState::at_rest(Vec3::z() * z, turn);
            let mut state = State {
                bodies: vec![at(0.0, Rot::identity()), at(rest, record.turn)],
                ..State::default()
            };
            let input = Input::hold(&model, &state);
            let mut steps = 0;
            let step = loop {
                let step = simulator.step(&state, &input, own_rho).unwrap();
                assert!(step.status.solved, "{id}: {:?}", step.status);
                state.clone_from(&step.state);
                steps += 1;
                // What is left of the stopping rule may keep it in motion for ever, by that much.
                let still = state.bodies[1].velocity.norm() < 1e-9;
                if still && steps >= 3 || steps == 300 {
                    break step;
                }
            };
            let body = &model.bodies[1];
            let origin = body.shape_from_centre(&state.bodies[1].position, &record.turn);
            let contact = &step.contacts[0];
            let own = 1.0 + contact.gap / pair;
            // The simulator stops at |s z - rho| <= 1e-4 rho, and alpha - 1 = rho / gamma.
            let stop = 1e-4 * (alpha - 1.0);
            let category = format!("{rho:.0e}");
            let mut see = |quantity: &str, error: f64, tolerance: f64| {
                account.see(quantity, &category, &id, error, tolerance);
            };
            see("z_rest", (origin.z - rest).abs(), 1e-8 + stop * pair);
            see("alpha", (own - alpha).abs(), 1e-8 + stop);
            let p = vec3(&point["p"]);
            see("p", (contact.point - p).norm(), 1e-8 + stop * pair);
        }
    }
    println!("{compared} points compared");
    assert!(compared >= 25, "only {compared} points compared");
    account.settle("rest, simulator");
}
