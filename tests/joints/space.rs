//! The joint space: kinematics, maps of tangents, mass matrix, symplectic steps, gradients.

use crate::joints::chains::{Chain, KINDS};
use crate::joints::differences::RHO;
use drystone::step::{Simulator, Wrt};
use drystone::world::{JointAxis, JointKind};
use drystone::{Input, Model, State, Vec3};
use nalgebra::DMatrix;
use rand::{Rng, SeedableRng, rngs::StdRng};
use std::sync::Arc;

fn hanging(kind: JointKind, anchored: bool, axis: JointAxis) -> (Arc<Model>, State) {
    chain(kind, anchored, axis, (false, 0.01))
}

fn chain(
    kind: JointKind,
    anchored: bool,
    axis: JointAxis,
    (level, time_step): (bool, f64),
) -> (Arc<Model>, State) {
    let chain = Chain {
        level,
        gravity: Vec3::new(0.0, 0.0, -9.81),
        anchored,
        axis,
        ..Chain::free(kind, 4, 9, time_step)
    };
    let (model, start) = chain.build();
    let mut random = StdRng::seed_from_u64(2);
    let n = model.joint_coordinate_count();
    let mut any = || -> Vec<f64> { (0..n).map(|_| random.random_range(-0.9..0.9)).collect() };
    let (q, qd) = (any(), any());
    let state = start.with_joint_positions(&model, &q, &qd).unwrap();
    (model, state)
}

/// Returns the state with changed positions and velocities of the joint space. Spherical joints have none that can be set.
fn moved(model: &Model, state: &State, d: &[f64]) -> State {
    let space = model.joint_space();
    let (mut q, mut qd) = (state.joint_positions(model), state.joint_velocities(model));
    let mut bodies = vec![0.0; 2 * model.nv()];
    let tangents = model.tangents();
    let names = names(model);
    for (tangent, d) in space.tangents().iter().zip(d) {
        let of_body = tangents.iter().position(|t| t.name == tangent.name);
        if let Some(k) = of_body {
            bodies[k] = *d;
            continue;
        }
        let (name, what) = tangent.name.rsplit_once('.').unwrap();
        let k = names.iter().position(|n| n == name).unwrap();
        if what == "position" {
            q[k] += d
        } else {
            qd[k] += d
        }
    }
    state
        .integrate(model, &bodies)
        .with_joint_positions(model, &q, &qd)
        .unwrap()
}

/// Returns the names of all coordinates of joints.
fn names(model: &Model) -> Vec<String> {
    let joints = model.joints.iter();
    joints
        .flat_map(|joint| {
            let count = joint.coordinate_count();
            (0..count).map(move |k| match count {
                1 => joint.name.clone(),
                _ => format!("{}.{k}", joint.name),
            })
        })
        .collect()
}

/// Returns the change in joint space between two states.
fn read(model: &Model, from: &State, to: &State) -> Vec<f64> {
    let space = model.joint_space();
    let d = from.difference(model, to);
    let tangents = model.tangents();
    let joint = |state: &State, velocity: bool| {
        if velocity {
            state.joint_velocities(model)
        } else {
            state.joint_positions(model)
        }
    };
    let mut out = Vec::new();
    for tangent in space.tangents() {
        match tangents.iter().position(|t| t.name == tangent.name) {
            Some(k) => out.push(d[k]),
            None => {
                let velocity = tangent.name.ends_with("velocity");
                let name = tangent.name.rsplit_once('.').unwrap().0;
                let k = names(model).iter().position(|n| n == name).unwrap();
                out.push(joint(to, velocity)[k] - joint(from, velocity)[k]);
            }
        }
    }
    out
}

#[test]
fn positions_and_velocities_make_a_round_trip() {
    for kind in KINDS {
        for anchored in [false, true] {
            let (model, state) = hanging(kind, anchored, JointAxis::default());
            let (q, qd) = (
                state.joint_positions(&model),
                state.joint_velocities(&model),
            );
            let again = state.with_joint_positions(&model, &q, &qd).unwrap();
            let worst = state.difference(&model, &again);
            let worst = worst.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
            assert!(
                worst < 1e-12 || kind == JointKind::Spherical,
                "{kind:?} {worst:e}"
            );
            for joint in &model.joints {
                let [length, angle] = joint.gap(&state);
                assert!(
                    length < 1e-12 && angle < 1e-12,
                    "{kind:?} {length:e} {angle:e}"
                );
            }
        }
    }
}

#[test]
fn the_maps_of_the_joint_space_are_inverse_and_agree_with_differences() {
    for kind in KINDS {
        for anchored in [false, true] {
            let (model, state) = hanging(kind, anchored, JointAxis::default());
            let space = model.joint_space();
            let (expand, own) = (space.expand(&state), space.read(&state));
            let product = &own * &expand;
            let error = (&product - DMatrix::identity(2 * space.nv(), 2 * space.nv())).amax();
            assert!(error < 1e-12, "{kind:?} {error:e}");
            if kind == JointKind::Spherical {
                continue;
            }
            for k in 0..2 * space.nv() {
                let at = |t: f64| {
                    let mut d = vec![0.0; 2 * space.nv()];
                    d[k] = t;
                    moved(&model, &state, &d)
                };
                let size = 1e-4;
                let base = |t: f64| state.difference(&model, &at(t * size));
                let (a, b, c, e) = (base(-2.0), base(-1.0), base(1.0), base(2.0));
                for i in 0..a.len() {
                    let numeric = (8.0 * (c[i] - b[i]) - (e[i] - a[i])) / (12.0 * size);
                    let error = (numeric - expand[(i, k)]).abs();
                    assert!(
                        error < 1e-8,
                        "{kind:?} {i} {k}: {} {numeric}",
                        expand[(i, k)]
                    );
                }
            }
        }
    }
}

/// Returns A of the joint space by differences of steps.
fn numeric_a(model: &Arc<Model>, state: &State, input: &Input) -> DMatrix<f64> {
    let space = model.joint_space();
    let n = 2 * space.nv();
    let mut simulator = Simulator::precise(model.clone());
    let mut next = |d: &[f64]| {
        simulator
            .step(&moved(model, state, d), input, RHO)
            .unwrap()
            .state
    };
    let base = next(&vec![0.0; n]);
    let mut out = DMatrix::zeros(n, n);
    for k in 0..n {
        let size = 1e-4;
        let mut at = |t: f64| {
            let mut d = vec![0.0; n];
            d[k] = t * size;
            read(model, &base, &next(&d))
        };
        let (a, b, c, e) = (at(-2.0), at(-1.0), at(1.0), at(2.0));
        for i in 0..n {
            out[(i, k)] = (8.0 * (c[i] - b[i]) - (e[i] - a[i])) / (12.0 * size);
        }
    }
    out
}

#[test]
fn gradients_in_joint_space_agree_with_differences() {
    for kind in KINDS
        .into_iter()
        .filter(|kind| *kind != JointKind::Spherical)
    {
        for armature in [0.0, 0.03] {
            let axis = JointAxis::default().armature(armature);
            let (model, start) = hanging(kind, true, axis);
            let input = Input::hold(&model, &start);
            let (_, state, own) = linearized(&model, &start, &input);
            let error = (&own - numeric_a(&model, &state, &input)).amax() / own.amax().max(1.0);
            println!("{:12} armature {armature}: {error:.1e}", kind.name());
            assert!(error < 1e-8, "{kind:?}: {error:e}");
        }
    }
}

/// Returns the next state, the state and A of the joint space of the second step: the velocities of a start are no result of one.
fn linearized(model: &Arc<Model>, start: &State, input: &Input) -> (State, State, DMatrix<f64>) {
    let mut simulator = Simulator::precise(model.clone());
    let state = simulator.step(start, input, RHO).unwrap().state;
    let step = simulator.step(&state, input, RHO).unwrap();
    let wrt = Wrt::state_and_inputs();
    let own = simulator.joint_gradient(&step, RHO, &wrt).unwrap();
    (step.state, state, own.a)
}

/// Returns by how much a step fails to be symplectic in positions and momenta of the joint space.
fn symplectic_residual(kind: JointKind, armature: f64, level: bool, time_step: f64) -> f64 {
    let axis = JointAxis::default().armature(armature);
    let (model, start) = chain(kind, true, axis, (level, time_step));
    let input = Input::hold(&model, &start);
    let (next, state, a) = linearized(&model, &start, &input);
    let inverse = canonical(&model, &state).try_inverse().unwrap();
    let map = canonical(&model, &next) * a * inverse;
    let n = map.nrows() / 2;
    let mut omega = DMatrix::zeros(2 * n, 2 * n);
    for k in 0..n {
        (omega[(k, n + k)], omega[(n + k, k)]) = (1.0, -1.0);
    }
    (map.transpose() * &omega * &map - &omega).amax()
}

/// The rotation of a step keeps the energy of a free body to rounding and is not variational (decision D4): where bodies turn about
/// more than one axis, a step is symplectic up to the third order of its length.
#[test]
fn steps_about_one_axis_are_symplectic_and_others_up_to_third_order() {
    for armature in [0.0, 0.03] {
        for kind in [
            JointKind::Revolute,
            JointKind::Prismatic,
            JointKind::Cylindrical,
        ] {
            let residual = symplectic_residual(kind, armature, true, 0.01);
            println!(
                "{:12} armature {armature}, level: {residual:.1e}",
                kind.name()
            );
            assert!(residual < 1e-8, "{kind:?}: {residual:e}");
        }
        let [coarse, fine] =
            [0.02, 0.01].map(|h| symplectic_residual(JointKind::Revolute, armature, false, h));
        println!("armature {armature}: {coarse:.1e} {fine:.1e}");
        assert!(fine < 1e-5 && coarse / fine > 6.0, "{coarse:e} {fine:e}");
    }
}

/// Returns how positions and momenta (q, M qd) follow the tangents of the joint space, by differences of the mass matrix.
fn canonical(model: &Model, state: &State) -> DMatrix<f64> {
    let space = model.joint_space();
    let n = space.nv();
    let momentum = |state: &State| {
        let qd = nalgebra::DVector::from_vec(space.velocities(state));
        space.mass_matrix(state) * qd
    };
    let mut out = DMatrix::identity(2 * n, 2 * n);
    for k in 0..2 * n {
        let size = 1e-4;
        let at = |t: f64| {
            let mut d = vec![0.0; 2 * n];
            d[k] = t * size;
            momentum(&moved(model, state, &d))
        };
        let (a, b, c, e) = (at(-2.0), at(-1.0), at(1.0), at(2.0));
        let column = ((c - b) * 8.0 - (e - a)) / (12.0 * size);
        out.view_mut((n, k), (n, 1)).copy_from(&column);
    }
    out
}

#[test]
fn the_joint_space_of_coupled_joints_has_their_leaders_alone() {
    for kind in [JointKind::Revolute, JointKind::Prismatic] {
        let chain = Chain {
            gravity: Vec3::new(0.0, 0.0, -9.81),
            anchored: true,
            coupled: true,
            axis: JointAxis::default().armature(0.03),
            ..Chain::free(kind, 4, 9, 0.01)
        };
        let (model, start) = chain.build();
        let (q, qd) = ([0.3, -0.2, 0.5, 9.0], [0.1, 0.4, -0.6, 9.0]);
        let start = start.with_joint_positions(&model, &q, &qd).unwrap();
        let input = Input::hold(&model, &start);
        let (_, state, own) = linearized(&model, &start, &input);
        assert_eq!(own.nrows(), 6);
        let error = (&own - numeric_a(&model, &state, &input)).amax() / own.amax().max(1.0);
        assert!(error < 1e-8, "{kind:?}: {error:e}");
        let space = model.joint_space();
        let velocities = nalgebra::DVector::from_vec(space.velocities(&state));
        let energy = 0.5 * velocities.dot(&(space.mass_matrix(&state) * &velocities));
        let bodies = model.bodies.iter().zip(&state.bodies);
        let kinetic: f64 = bodies
            .map(|(body, at)| {
                let w = &at.angular_velocity;
                0.5 * (body.mass * at.velocity.norm_squared() + w.dot(&(body.inertia * w)))
            })
            .sum();
        let rotors: f64 = state
            .joint_velocities(&model)
            .iter()
            .map(|qd| 0.5 * 0.03 * qd * qd)
            .sum();
        assert!(
            (energy - kinetic - rotors).abs() < 1e-9 * energy,
            "{energy} {kinetic} {rotors}"
        );
    }
}
