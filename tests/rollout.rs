//! Derivatives of 50 steps against central differences of the rollout, backward against forward,
//! checkpoints against none.

use crate::common::scenes;
use drystone::math::{Rot, Vec3};
use drystone::step::{Checkpoints, Simulator, Wrt};
use drystone::world::{BodyState, ContactModel, Input, Model, State};
use nalgebra::DMatrix;
use scenes::{cuboid, droppable, fixed, free, ground, rest, truncated_cube};
use std::sync::Arc;

const STEPS: usize = 50;

struct Trajectory {
    name: &'static str,
    model: Arc<Model>,
    first: State,
    inputs: Vec<Input>,
    parameters: Vec<&'static str>,
}

/// A block is pushed over the ground; a tilted box lands and slides; a polytope lands on a box, also under the separating-plane model.
fn trajectories() -> Vec<Trajectory> {
    let block = cuboid(0.1, 0.07, 0.05);
    let cut = truncated_cube(0.1);
    let (_, cylinder) = droppable(0.08).remove(2);
    let at = |x, y, z, roll, pitch| {
        let rotation = Rot::from_euler_angles(roll, pitch, 0.3);
        BodyState::at_rest(Vec3::new(x, y, z), rotation)
    };
    let floor = ground();
    let made =
        |contact, name, parameters: &[&'static str], bodies: &[(&str, &_, BodyState)], push| {
            let builder = Model::builder().contact_model(contact);
            let mut builder = builder.body(fixed("floor", &floor, 0.4));
            for (name, shape, _) in bodies {
                builder = builder.body(free(name, shape, 1.0, 0.5));
            }
            let model = Arc::new(builder.build().unwrap());
            let mut first = rest(&model);
            for (i, (_, _, at)) in bodies.iter().enumerate() {
                first.bodies[1 + i] = *at;
            }
            let mut input = Input::hold(&model, &first);
            input.wrenches[1].force = push;
            Trajectory {
                name,
                inputs: vec![input; STEPS],
                model,
                first,
                parameters: parameters.to_vec(),
            }
        };
    let make = |name, parameters: &[&'static str], bodies: &[(&str, &_, BodyState)], push: Vec3| {
        made(ContactModel::SingleLevel, name, parameters, bodies, push)
    };
    let resting = at(0.0, 0.0, 0.0505, 0.0, 0.0);
    let mut landing = at(0.0, 0.0, 0.16, 0.25, 0.15);
    landing.velocity = Vec3::new(0.8, 0.2, -0.5);
    let mut rolling = at(0.0, 0.0, 0.082, std::f64::consts::FRAC_PI_2, 0.0);
    rolling.velocity = rolling.rotation * Vec3::new(0.3, 0.0, 0.0);
    vec![
        make(
            "pushed block",
            &[
                "floor.part.friction",
                "block.mass",
                "block.part.shape.half_extents[2]",
            ],
            &[("block", &block, resting)],
            Vec3::new(6.0, 1.0, 0.0),
        ),
        make(
            "landing block",
            &["floor.part.friction", "gravity.z"],
            &[("block", &block, landing)],
            Vec3::zeros(),
        ),
        make(
            "rolling cylinder",
            &["cylinder.part.shape.radius", "time_step"],
            &[("cylinder", &cylinder, rolling)],
            Vec3::zeros(),
        ),
        make(
            "polytope on block",
            &["top.part.friction", "top.mass"],
            &[
                ("block", &block, resting),
                ("top", &cut, at(0.02, 0.01, 0.206, 0.0, 0.0)),
            ],
            Vec3::new(3.0, 0.0, 0.0),
        ),
        made(
            ContactModel::SeparatingPlane,
            "polytope on block, separating plane",
            &["top.part.friction", "top.mass"],
            &[
                ("block", &block, resting),
                ("top", &cut, at(0.02, 0.01, 0.206, 0.0, 0.0)),
            ],
            Vec3::new(3.0, 0.0, 0.0),
        ),
    ]
}

/// Row and column units that make a Jacobian dimensionless.
fn units(model: &Model) -> Vec<f64> {
    let u = &model.units;
    let unit = |name: &str| match name {
        "m" => u.length,
        "m/s" => u.velocity,
        "rad/s" => 1.0 / u.time,
        _ => 1.0,
    };
    model.tangents().iter().map(|t| unit(t.unit)).collect()
}

/// Central difference (fourth order) of the end of the rollout along `change`, the best of several
/// steps: the one with the least error, in units of `rows`.
fn difference(
    t: &Trajectory,
    rho: f64,
    rows: &[f64],
    analytic: &[f64],
    change: impl Fn(f64) -> (Arc<Model>, State, Vec<Input>),
) -> (f64, f64) {
    let end = |e: f64| {
        let (model, first, inputs) = change(e);
        let mut simulator = Simulator::precise(model);
        let rollout = simulator.rollout(&first, &inputs, rho, Checkpoints::Every(STEPS));
        rollout.unwrap().end
    };
    let centre = end(0.0);
    let from_centre = |state: State| centre.difference(&t.model, &state);
    let errors = [1e-4, 1e-5, 1e-6, 1e-7].map(|e| {
        let [a, b, c, d] = [-2.0, -1.0, 1.0, 2.0].map(|k| from_centre(end(k * e)));
        let mut sums = (0.0, 0.0);
        for i in 0..rows.len() {
            let numeric = (8.0 * (c[i] - b[i]) - (d[i] - a[i])) / (12.0 * e);
            sums.0 += ((numeric - analytic[i]) / rows[i]).powi(2);
            sums.1 += (numeric / rows[i]).powi(2);
        }
        sums
    });
    errors
        .into_iter()
        .min_by(|x, y| x.0.total_cmp(&y.0))
        .unwrap()
}

/// Relative error (Frobenius) of the derivative of the end with respect to the first state, a
/// force in the middle and the parameters.
fn error(t: &Trajectory, rho: f64) -> f64 {
    let rows = units(&t.model);
    let parameters: Vec<_> = t
        .parameters
        .iter()
        .map(|p| t.model.parameter(p).unwrap())
        .collect();
    let wrt = Wrt {
        state: true,
        inputs: true,
        parameters: parameters.clone(),
        ..Wrt::default()
    };
    let mut simulator = Simulator::new(t.model.clone());
    let rollout = simulator
        .rollout(&t.first, &t.inputs, rho, Checkpoints::Steps)
        .unwrap();
    let gradient = simulator.rollout_gradient(&rollout, rho, &wrt).unwrap();
    let mut sums = (0.0, 0.0);
    let mut see = |(error, size): (f64, f64)| {
        sums.0 += error;
        sums.1 += size;
    };
    let column = |m: &DMatrix<f64>, j: usize, unit: f64| -> Vec<f64> {
        m.column(j).iter().map(|v| v * unit).collect()
    };
    for j in 0..rows.len() {
        let analytic = column(&gradient.state, j, rows[j]);
        see(difference(t, rho, &rows, &analytic, |e| {
            let mut d = vec![0.0; rows.len()];
            d[j] = e * rows[j];
            (
                t.model.clone(),
                t.first.integrate(&t.model, &d),
                t.inputs.clone(),
            )
        }));
    }
    let (when, force) = (STEPS / 2, 9.81);
    for j in 0..3 {
        let analytic = column(&gradient.inputs[when], j, force);
        see(difference(t, rho, &rows, &analytic, |e| {
            let mut inputs = t.inputs.clone();
            inputs[when].wrenches[1].force[j] += e * force;
            (t.model.clone(), t.first.clone(), inputs)
        }));
    }
    for (j, parameter) in parameters.iter().enumerate() {
        let unit = parameter.value.abs();
        let analytic = column(&gradient.parameters, j, unit);
        see(difference(t, rho, &rows, &analytic, |e| {
            let model = t
                .model
                .with_parameter(parameter, parameter.value + e * unit);
            (Arc::new(model.unwrap()), t.first.clone(), t.inputs.clone())
        }));
    }
    (sums.0 / sums.1).sqrt()
}

#[test]
fn fifty_steps_have_the_derivative_of_their_differences() {
    for t in trajectories() {
        let errors = [1e-6, 1e-4, 3e-3, 1e-2].map(|rho| error(&t, rho));
        println!(
            "{}: relative error {:.1e} at rho 1e-6, {:.1e} at 1e-4, {:.1e} at 3e-3, {:.1e} at 1e-2",
            t.name, errors[0], errors[1], errors[2], errors[3]
        );
        for error in &errors[1..] {
            assert!(*error <= 1e-4, "{}: {errors:?}", t.name);
        }
        assert!(errors[0].is_finite());
    }
}

#[test]
fn backward_is_forward_transposed_with_and_without_checkpoints() {
    for t in trajectories() {
        let wrt = Wrt {
            state: true,
            inputs: true,
            parameters: t
                .parameters
                .iter()
                .map(|p| t.model.parameter(p).unwrap())
                .collect(),
            density: true,
            ..Wrt::default()
        };
        for rho in [1e-6, 3e-3] {
            let mut simulator = Simulator::new(t.model.clone());
            let whole = simulator
                .rollout(&t.first, &t.inputs, rho, Checkpoints::Steps)
                .unwrap();
            let forward = simulator.rollout_gradient(&whole, rho, &wrt).unwrap();
            let rows = forward.state.nrows();
            let weights: Vec<f64> = (0..rows).map(|i| (1.0 + i as f64).sin()).collect();
            let mut cotangents = vec![Vec::new(); STEPS];
            cotangents[STEPS - 1] = weights.clone();
            let backward = simulator
                .rollout_pullback(&whole, rho, &wrt, &cotangents)
                .unwrap();
            let weigh = |m: &DMatrix<f64>| -> Vec<f64> {
                let transposed = m.transpose() * DMatrix::from_column_slice(rows, 1, &weights);
                transposed.as_slice().to_vec()
            };
            let close = |a: &[f64], b: &[f64], what: &str| {
                let size = b.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
                // One step agrees to 1e-14; rounding grows along 50 stiff ones: 1.5e-10 seen at 1e-6.
                let tolerance = if rho < 1e-4 { 1e-9 } else { 1e-10 };
                for (a, b) in a.iter().zip(b) {
                    let off = (a - b).abs();
                    assert!(off <= tolerance * size, "{} {what} {rho}: {a} {b}", t.name);
                }
            };
            close(&backward.state, &weigh(&forward.state), "state");
            close(
                &backward.parameters,
                &weigh(&forward.parameters),
                "parameters",
            );
            close(&backward.density, &weigh(&forward.density), "density");
            for (k, inputs) in backward.inputs.iter().enumerate() {
                close(inputs, &weigh(&forward.inputs[k]), "inputs");
            }
            let sparse = simulator.rollout(&t.first, &t.inputs, rho, Checkpoints::Every(7));
            let sparse = sparse.unwrap();
            assert_eq!(sparse.end, whole.end);
            let again = simulator
                .rollout_pullback(&sparse, rho, &wrt, &cotangents)
                .unwrap();
            assert_eq!(again, backward);
        }
    }
}

#[test]
fn cotangents_of_several_states_add_up() {
    let t = trajectories().remove(1);
    let wrt = Wrt::state_and_inputs();
    let mut simulator = Simulator::new(t.model.clone());
    let rollout = simulator
        .rollout(&t.first, &t.inputs, 1e-4, Checkpoints::Every(10))
        .unwrap();
    let weights = vec![1.0; 2 * t.model.nv()];
    let pull = |simulator: &mut Simulator, at: &[usize]| {
        let mut cotangents = vec![Vec::new(); STEPS];
        at.iter().for_each(|&k| cotangents[k] = weights.clone());
        simulator
            .rollout_pullback(&rollout, 1e-4, &wrt, &cotangents)
            .unwrap()
    };
    let (early, late) = (pull(&mut simulator, &[20]), pull(&mut simulator, &[49]));
    let both = pull(&mut simulator, &[20, 49]);
    for i in 0..weights.len() {
        let sum = early.state[i] + late.state[i];
        assert!((both.state[i] - sum).abs() <= 1e-10 * sum.abs().max(1.0));
    }
    let after = &early.inputs[21..];
    assert!(
        after.iter().flatten().all(|v| *v == 0.0),
        "the future does not act on the past"
    );
}

#[test]
fn wrong_numbers_of_cotangents_are_refused() {
    let t = trajectories().remove(0);
    let mut simulator = Simulator::new(t.model.clone());
    let rollout = simulator
        .rollout(&t.first, &t.inputs[..3], 1e-4, Checkpoints::Steps)
        .unwrap();
    let wrt = Wrt::state_and_inputs();
    let few = simulator
        .rollout_pullback(&rollout, 1e-4, &wrt, &[])
        .unwrap_err();
    assert!(few.to_string().contains("0 entries for 3 steps"), "{few}");
    let short = vec![vec![], vec![1.0], vec![]];
    let short = simulator
        .rollout_pullback(&rollout, 1e-4, &wrt, &short)
        .unwrap_err();
    assert!(short.to_string().contains("cotangents[1]"), "{short}");
}
