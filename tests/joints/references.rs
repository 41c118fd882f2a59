//! Mechanisms against the numbers of another library: kinematics, mass matrices, accelerations, motion in the air.

use crate::joints::reference_mechanisms::{
    Configuration, Mechanism, jacobian, mechanisms, relative,
};
use drystone::world::JointKind;
use drystone::{Input, Model, Rot, Simulator, State, Vec3};
use nalgebra::{DMatrix, DVector};
use std::sync::Arc;

const RHO: f64 = 1e-6;

/// The largest error of kinematics and mass matrices, relative to the largest entry.
const EXACT: f64 = 1e-9;

/// Calls `error` with every configuration of every mechanism, its model and its state, and checks what it returns.
fn check(what: &str, error: impl Fn(&Mechanism, &Arc<Model>, &Configuration, &State) -> f64) {
    let mut worst = 0.0_f64;
    for mechanism in &mechanisms() {
        let model = mechanism.model(1e-3);
        for at in &mechanism.configurations {
            let found = error(mechanism, &model, at, &mechanism.state(&model, at));
            assert!(found < EXACT, "{what}, {}: {found:e}", mechanism.name);
            worst = worst.max(found);
        }
    }
    println!("{what}: off by {worst:.1e} at most");
}

/// Returns the worst difference of two states: of positions (m) and rotations (rad), and of velocities relative to the largest.
fn difference(a: &State, b: &State) -> f64 {
    let (mut pose, mut rate, mut largest) = (0.0_f64, 0.0_f64, 1.0_f64);
    for (a, b) in a.bodies.iter().zip(&b.bodies) {
        pose = pose.max((a.position - b.position).norm());
        pose = pose.max(a.rotation.angle_to(&b.rotation));
        rate = rate.max((a.velocity - b.velocity).norm());
        rate = rate.max((a.angular_velocity - b.angular_velocity).norm());
        largest = largest.max(b.velocity.norm().max(b.angular_velocity.norm()));
    }
    pose.max(rate / largest)
}

#[test]
fn forward_kinematics_agree_with_the_references() {
    check("kinematics", |mechanism, model, at, state| {
        let reference = at.reference(state);
        let placed = mechanism.placed(model, at);
        let states = placed.iter().chain([state]);
        states.fold(0.0, |worst, state| difference(state, &reference).max(worst))
    });
}

#[test]
fn joint_coordinates_are_read_from_the_bodies_of_the_references() {
    check("coordinates", |mechanism, model, at, state| {
        let reference = at.reference(state);
        let mut worst = 0.0_f64;
        for ((joint, q), qd) in model.joints.iter().zip(&at.q).zip(&at.qd) {
            let [length, angle] = joint.gap(&reference);
            worst = worst.max(length).max(angle);
            let positions = joint.positions(&reference);
            let velocities = joint.velocities(&reference);
            for (x, reference) in positions.iter().zip(q).chain(velocities.iter().zip(qd)) {
                worst = worst.max((x - reference).abs());
            }
            if joint.kind == JointKind::Spherical {
                let turn = Rot::from_scaled_axis(Vec3::from_row_slice(q));
                worst = worst.max(relative(&reference, joint).angle_to(&turn));
            }
        }
        let own = DVector::from_vec(model.joint_space().velocities(&reference));
        worst.max((own - mechanism.velocity(at)).amax())
    });
}

#[test]
fn mass_matrices_and_kinetic_energies_agree_with_the_references() {
    check("mass matrices", |mechanism, model, at, state| {
        let (own, reference) = (model.joint_space().mass_matrix(state), at.mass_matrix());
        let qd = mechanism.velocity(at);
        let by_matrix = 0.5 * qd.dot(&(&own * &qd));
        let by_bodies = 0.5 * momentum(model, state).dot(&body_velocities(model, state));
        let energies = [by_matrix, by_bodies].map(|x| (x - at.kinetic).abs() / at.kinetic);
        let error = (&own - &reference).amax() / reference.amax();
        error.max(energies[0]).max(energies[1])
    });
}

/// Returns the velocities of all bodies, in the order of the model's tangents.
fn body_velocities(model: &Model, state: &State) -> DVector<f64> {
    let bodies = model.tangent_bodies().into_iter().map(|i| &state.bodies[i]);
    let numbers = bodies.flat_map(|at| [at.velocity, at.angular_velocity]);
    let numbers: Vec<f64> = numbers.flat_map(|v| [v.x, v.y, v.z]).collect();
    DVector::from_vec(numbers)
}

/// Returns the momenta of all bodies, likewise.
fn momentum(model: &Model, state: &State) -> DVector<f64> {
    let mut out = body_velocities(model, state);
    for (k, &i) in model.tangent_bodies().iter().enumerate() {
        let body = &model.bodies[i];
        out.rows_mut(6 * k, 3).scale_mut(body.mass);
        let spin = body.inertia * out.fixed_rows::<3>(6 * k + 3);
        out.fixed_rows_mut::<3>(6 * k + 3).copy_from(&spin);
    }
    out
}

/// Returns the velocity of the joint space at the node of a state, whose own is half a step early: half a kick of gravity, then the
/// projection onto the joints.
fn velocity_at_node(model: &Model, state: &State) -> DVector<f64> {
    let mut kicked = state.clone();
    for body in &mut kicked.bodies {
        body.velocity += model.gravity * (0.5 * model.time_step);
    }
    let own = jacobian(model, &kicked).transpose() * momentum(model, &kicked);
    let mass: DMatrix<f64> = model.joint_space().mass_matrix(state);
    mass.cholesky().unwrap().solve(&own)
}

/// Returns the mean acceleration over one step from a configuration.
fn mean_acceleration(mechanism: &Mechanism, at: &Configuration, time_step: f64) -> DVector<f64> {
    let model = mechanism.model(time_step);
    let mut state = mechanism.state(&model, at);
    model.start_half_step_early(&mut state, &vec![Vec3::zeros(); model.bodies.len()]);
    let input = Input::hold(&model, &state);
    let step = Simulator::precise(model.clone())
        .step(&state, &input, RHO)
        .unwrap();
    assert!(step.status.solved, "{}", step.status.explain(RHO));
    (velocity_at_node(&model, &step.state) - mechanism.velocity(at)) / time_step
}

/// The mean acceleration over a step is off the one at its start by a half of what it changes, and two steps of different lengths together
/// give the one at the start to second order.
#[test]
fn accelerations_of_steps_converge_to_the_references_at_first_order() {
    for mechanism in &mechanisms() {
        for at in &mechanism.configurations {
            let reference = DVector::from_row_slice(&at.acceleration);
            let [coarse, fine] = [1e-3, 1e-4].map(|h| mean_acceleration(mechanism, at, h));
            let error = |x: &DVector<f64>| (x - &reference).amax() / reference.amax();
            let extrapolated = (&fine * 10.0 - &coarse) / 9.0;
            let [coarse, fine, extrapolated] = [coarse, fine, extrapolated].map(|x| error(&x));
            println!(
                "{:30} {coarse:.1e} {fine:.1e}, ratio {:.2}; extrapolated {extrapolated:.1e}",
                mechanism.name,
                coarse / fine
            );
            assert!(fine < 1e-3 && coarse / fine > 8.0, "{}", mechanism.name);
            assert!(extrapolated < 2e-5, "{}", mechanism.name);
        }
    }
}

#[test]
fn motions_in_the_air_converge_to_the_references_at_second_order() {
    for mechanism in &mechanisms() {
        let Some(end) = &mechanism.trajectory else {
            continue;
        };
        let errors = [4e-3, 2e-3, 1e-3].map(|time_step| {
            let model = mechanism.model(time_step);
            let mut state = mechanism.state(&model, &mechanism.configurations[0]);
            model.start_half_step_early(&mut state, &vec![Vec3::zeros(); model.bodies.len()]);
            let input = Input::hold(&model, &state);
            let mut simulator = Simulator::new(model.clone());
            for _ in 0..(end.seconds / time_step).round() as usize {
                let step = simulator.step(&state, &input, RHO).unwrap();
                assert!(step.status.solved, "{}", step.status.explain(RHO));
                state = step.state;
            }
            mechanism.off_the_end(&model, &state, end)
        });
        let ratios = [errors[0] / errors[1], errors[1] / errors[2]];
        println!(
            "{:10} off by {} m or rad at 4, 2, 1 ms: ratios {ratios:.2?}",
            mechanism.name,
            errors.map(|x| format!("{x:.1e}")).join(", ")
        );
        for ratio in ratios {
            assert!((ratio - 4.0).abs() < 0.6, "{}: {errors:?}", mechanism.name);
        }
    }
}
