//! What a trajectory tells about a body: mass, friction and one face offset by Gauss-Newton.
//!
//! A box without one corner, a polytope of seven faces, is thrown on the ground, lands, slides, and
//! is pushed by a known force (through its centre of mass: without a force that does not scale with
//! the mass, falling and sliding tell nothing about it). Known: the pose and velocity of the shape
//! frame at the start, the force. Observed: the pose of the shape frame at every node, read from a
//! recording. Unknown: the mass (the inertia is that of a uniform body of this mass), the friction
//! of the body, and how far the bottom face is from the middle.
//!
//! The derivative of the trajectory goes from step to step, S' = A S + P with A = d next / d state
//! and P = d next / d parameters. Two things follow the face offset besides the contact: centre and
//! inertia (`Gradient::density`), and where the centre starts and is seen when the shape frame is
//! what is known (`Model::mass_rates`).
//!
//! Run with `cargo run --release --example system_identification [RECORDING]`; the recording is
//! written to target/system_identification.jsonl when no other file is named.

use drystone::math::{Rot, Vec3};
use drystone::recording::{Frame, Header, Recorder, Recording};
use drystone::shape::{HalfSpace, Placed, Polytope, Shape};
use drystone::step::{Simulator, Wrt};
use drystone::world::{BodySpec, BodyState, Input, MassSpec, Model, Motion, PartSpec, State};
use nalgebra::{DMatrix, DVector, SMatrix, Vector3};
use rand::{Rng, SeedableRng, rngs::StdRng};
use std::{process::ExitCode, sync::Arc};

const STEPS: usize = 80;
const RHO: f64 = 1e-6;
/// Radians of a pose count as metres at this distance, m.
const ARM: f64 = 0.05;
const NAMES: [&str; 3] = ["mass kg", "friction", "offset mm"];
const SHOWN: [f64; 3] = [1.0, 1.0, 1e3];
/// kg, 1, m.
const TRUE: [f64; 3] = [0.8, 0.4, 0.04];
const GUESS: [f64; 3] = [0.8 * 1.4, 0.4 * 0.7, 0.04 * 1.05];

fn model([mass, friction, offset]: [f64; 3]) -> drystone::Result<Model> {
    let corner = Vec3::new(1.0, 1.0, 1.0);
    let (x, y, z) = (Vec3::x(), Vec3::y(), Vec3::z());
    let body = Polytope::from_faces(
        &[-z, z, -x, x, -y, y, corner],
        &[offset, 0.04, 0.06, 0.06, 0.05, 0.05, 0.11],
    )?;
    let spec = |name: &str, motion, friction, shape| BodySpec {
        name: name.into(),
        motion,
        plane: None,
        mass: MassSpec::Mass(mass),
        parts: vec![PartSpec {
            name: "hull".into(),
            placed: Placed::at_origin(shape),
            friction,
            torsional_friction: 0.02, // m
        }],
    };
    let ground = Shape::HalfSpace(HalfSpace::new(Vec3::z(), 0.0)?);
    Model::builder()
        .time_step(0.01)
        .length(0.05) // else it follows the shape, and what rho means with it
        .body(spec("ground", Motion::Fixed, 0.5, ground))
        .body(spec("stone", Motion::Free, friction, Shape::Polytope(body)))
        .build()
}

/// The observed trajectory of parameters, poses of the shape frame at the nodes, and where wanted
/// its derivative: at every node 6 rows of the pose, a column per parameter.
struct Rollout {
    model: Arc<Model>,
    frames: Vec<Frame>,
    derivative: Vec<SMatrix<f64, 6, 3>>,
}

fn rollout(parameters: [f64; 3], differentiate: bool) -> drystone::Result<Rollout> {
    let model = Arc::new(model(parameters)?);
    let stone = &model.bodies[1];
    let turned = Rot::from_scaled_axis(Vec3::new(0.15, 0.25, 0.1));
    let mut start = BodyState::at_rest(Vec3::new(0.0, 0.0, 0.08), turned);
    start.position = stone.centre_from_shape(&start.position, &turned);
    start.velocity = Vec3::new(0.6, 0.2, 0.0);
    let ground = BodyState::at_rest(Vec3::zeros(), Rot::identity());
    let mut state = State {
        bodies: vec![ground, start],
    };
    model.start_half_step_early(&mut state, &[Vec3::zeros(); 2]);

    // The mass carries the inertia along; the offset carries the centre along.
    let mut names = vec!["stone.mass".to_string()];
    names.extend(["xx", "yy", "zz", "xy", "xz", "yz"].map(|ij| format!("stone.inertia.{ij}")));
    names.extend(["stone.hull.friction".into(), "stone.hull.shape.b[0]".into()]);
    let wrt = Wrt {
        state: true,
        parameters: names
            .iter()
            .map(|n| model.parameter(n))
            .collect::<Result<_, _>>()?,
        density: true,
        ..Wrt::default()
    };
    let mut per = DMatrix::zeros(9, 3); // d all / d unknown
    (0..7).for_each(|k| per[(k, 0)] = wrt.parameters[k].value / stone.mass);
    (per[(7, 1)], per[(8, 2)]) = (1.0, 1.0);
    let rates = model.mass_rates(&wrt.parameters[8])?;
    let centre = rates.expect("mass is from the shape").centre;

    // Pose of the shape frame from the sensitivity of the state: x_shape = x - R c.
    let seen = |s: &DMatrix<f64>, at: &BodyState| {
        let mut out = SMatrix::<f64, 6, 3>::from_fn(|i, j| s[(i, j)]);
        let c = stone.centre_of_mass;
        for j in 0..3 {
            let turn = Vector3::new(s[(3, j)], s[(4, j)], s[(5, j)]); // body axes
            let moved = turn.cross(&c) + if j == 2 { centre } else { Vec3::zeros() };
            let moved = at.rotation * moved;
            (0..3).for_each(|i| out[(i, j)] -= moved[i]);
        }
        out
    };
    let mut sensitivity = DMatrix::zeros(12, 3);
    let moved = turned * centre;
    (0..3).for_each(|i| sensitivity[(i, 2)] = moved[i]);

    let mut simulator = Simulator::new(model.clone());
    let mut out = Rollout {
        frames: vec![Frame::start(0.0, &state)],
        derivative: vec![seen(&sensitivity, &state.bodies[1])],
        model: model.clone(),
    };
    for k in 0..STEPS {
        let mut input = Input::hold(&model, &state);
        if (30..60).contains(&k) {
            input.wrenches[1].force = Vec3::new(1.0, 4.0, 0.0); // N
        }
        let step = simulator.step(&state, &input, RHO)?;
        assert!(step.status.solved, "{}", step.status.reason);
        if differentiate {
            let g = simulator.gradient(&step, RHO, &wrt)?;
            sensitivity = g.a() * sensitivity + (g.parameters() + g.density()) * &per;
            out.derivative
                .push(seen(&sensitivity, &step.state.bodies[1]));
        }
        let time = 0.01 * (k + 1) as f64;
        out.frames.push(Frame::after(k as u64 + 1, time, &step));
        state = step.state;
    }
    Ok(out)
}

/// The pose of the shape frame in a frame.
fn shape_pose(frame: &Frame, centre: Vec3) -> (Vec3, Rot) {
    let at = frame.state().bodies[1];
    (at.position - at.rotation * centre, at.rotation)
}

/// What is observed minus what `run` does, m, 6 per node.
fn residual(observed: &[(Vec3, Rot)], run: &Rollout) -> DVector<f64> {
    let centre = run.model.bodies[1].centre_of_mass;
    let pairs = observed.iter().zip(&run.frames);
    let all = pairs.flat_map(|((x, q), frame)| {
        let (at, turned) = shape_pose(frame, centre);
        let turn = ARM * (turned.inverse() * q).scaled_axis();
        let d = x - at;
        [d.x, d.y, d.z, turn.x, turn.y, turn.z]
    });
    DVector::from_iterator(6 * observed.len(), all)
}

/// Levenberg's Gauss-Newton in the logarithms of the parameters, so that they stay positive.
fn identify(observed: &[(Vec3, Rot)]) -> drystone::Result<[f64; 3]> {
    let (mut found, mut damping) = (GUESS, 1e-3);
    let mut run = rollout(found, true)?;
    let mut r = residual(observed, &run);
    let rms = |r: &DVector<f64>| 1e3 * r.norm() / ((r.len() / 6) as f64).sqrt();
    println!(
        "iteration   {}   residual mm   damping",
        NAMES.map(|n| format!("{n:>12}")).join("")
    );
    for iteration in 0..30 {
        let text = [0, 1, 2]
            .map(|j| format!("{:12.6}", SHOWN[j] * found[j]))
            .join("");
        println!("{iteration:9}   {text} {:13.3e} {damping:9.0e}", rms(&r));
        if rms(&r) < 1e-7 {
            break;
        }
        let jacobian = DMatrix::from_fn(r.len(), 3, |i, j| {
            let (node, k) = (i / 6, i % 6);
            run.derivative[node][(k, j)] * found[j] * if k < 3 { 1.0 } else { ARM }
        });
        let gradient = jacobian.tr_mul(&r);
        let normal = jacobian.tr_mul(&jacobian);
        let mut improved = false;
        while damping < 1e6 && !improved {
            let damped = &normal + DMatrix::from_diagonal(&(normal.diagonal() * damping));
            let Some(factor) = damped.cholesky() else {
                break;
            };
            let change = factor.solve(&gradient);
            let tried = [0, 1, 2].map(|j| found[j] * change[j].clamp(-0.5, 0.5).exp());
            let next = rollout(tried, true)?;
            let next_r = residual(observed, &next);
            improved = next_r.norm() < r.norm() * (1.0 - 1e-9);
            if improved {
                (found, run, r) = (tried, next, next_r);
                damping = (damping * 0.1).max(1e-12);
            } else {
                damping *= 10.0;
            }
        }
        if !improved {
            break;
        }
    }
    Ok(found)
}

fn main() -> drystone::Result<ExitCode> {
    let path = std::env::args().nth(1);
    let path = path.unwrap_or_else(|| "target/system_identification.jsonl".into());
    let truth = rollout(TRUE, false)?;
    let header = Header::new(&truth.model, RHO, String::new());
    let mut recorder = Recorder::open(&path, &header)?;
    truth
        .frames
        .iter()
        .try_for_each(|frame| recorder.append(frame))?;

    let recording = Recording::read(&path)?;
    let centre = Vec3::from(recording.header.centres_of_mass[1]);
    let frames = recording.frames.iter();
    let exact: Vec<_> = frames.map(|frame| shape_pose(frame, centre)).collect();
    let mut good = true;
    for (noise, limit) in [(0.0, 1e-3), (2e-4, 0.5)] {
        println!(
            "\nnoise of {} mm and {} mrad\n",
            1e3 * noise,
            1e3 * noise / ARM
        );
        let mut random = StdRng::seed_from_u64(1);
        let mut vector = |size: f64| Vec3::from_fn(|_, _| size * random.random_range(-1.7..1.7));
        let noisy = exact.iter().map(|(x, q)| {
            (
                x + vector(noise),
                q * Rot::from_scaled_axis(vector(noise / ARM)),
            )
        });
        let found = identify(&noisy.collect::<Vec<_>>())?;
        let errors = [0, 1, 2].map(|j| 100.0 * (found[j] / TRUE[j] - 1.0));
        let within = errors.iter().all(|e| e.abs() < limit);
        println!(
            "{}: errors in %: mass {:.1e}, friction {:.1e}, offset {:.1e} (limit {limit})",
            if within { "OK" } else { "FAILED" },
            errors[0],
            errors[1],
            errors[2]
        );
        good &= within;
    }
    Ok(ExitCode::from(u8::from(!good)))
}
