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
//! and P = d next / d parameters. The inertia follows the mass, and centre and inertia follow the
//! face offset (`Gradient::density`); so does where the centre starts and is seen when the shape frame is
//! what is known (`Model::mass_rates`).
//!
//! Run with `cargo run --release --example system_identification [RECORDING]`; the recording is
//! written to target/system_identification.jsonl when no other file is named.

use drystone::recording::{Frame, Header, Recorder, Recording};
use drystone::shape::{Polytope, Shape};
use drystone::step::{Simulator, Step, Wrt};
use drystone::world::{Body, BodyState, Input, Model, State};
use drystone::{Rot, Vec3};
use nalgebra::{DMatrix, DVector};
use rand::{Rng, SeedableRng, rngs::StdRng};
use std::process::ExitCode;
use std::sync::Arc;

const STEPS: usize = 80;
const RHO: f64 = 1e-6;
/// Radians of a pose count as metres at this distance, m.
const ARM: f64 = 0.05;
/// Mass kg, friction, face offset m.
const TRUE: [f64; 3] = [0.8, 0.4, 0.04];
const GUESS: [f64; 3] = [0.8 * 1.4, 0.4 * 0.7, 0.04 * 1.05];

fn model([mass, friction, offset]: [f64; 3]) -> drystone::Result<Model> {
    let corner = Vec3::new(1.0, 1.0, 1.0);
    let (x, y, z) = (Vec3::x(), Vec3::y(), Vec3::z());
    let body = Polytope::from_faces(
        &[-z, z, -x, x, -y, y, corner],
        &[offset, 0.04, 0.06, 0.06, 0.05, 0.05, 0.11],
    )?;
    let ground = Body::fixed("ground").shape(Shape::half_space([0.0, 0.0, 1.0], 0.0));
    let stone = Body::free("stone")
        .shape(Shape::Polytope(body))
        .mass(mass)
        .friction(friction);
    Model::builder()
        .time_step(0.01)
        .length(0.05) // else it follows the shape, and what rho means with it
        .body(ground)
        .body(stone)
        .build()
}

/// A pose of the shape frame.
type Pose = (Vec3, Rot);

fn shape_pose(at: &BodyState, centre: Vec3) -> Pose {
    (at.position - at.rotation * centre, at.rotation)
}

fn start(model: &Model) -> State {
    let turned = Rot::from_scaled_axis(Vec3::new(0.15, 0.25, 0.1));
    let shape = Vec3::new(0.0, 0.0, 0.08);
    let ground = BodyState::at_rest(Vec3::zeros(), Rot::identity());
    let centre = model.bodies[1].centre_from_shape(&shape, &turned);
    let mut stone = BodyState::at_rest(centre, turned);
    stone.velocity = Vec3::new(0.6, 0.2, 0.0); // m/s
    let bodies = vec![ground, stone];
    let mut state = State {
        bodies,
        ..State::default()
    };
    model.start_half_step_early(&mut state, &[Vec3::zeros(); 2]);
    state
}

fn simulate(model: &Arc<Model>) -> drystone::Result<Vec<Step>> {
    let (mut state, mut steps) = (start(model), Vec::new());
    let mut simulator = Simulator::new(model.clone());
    for k in 0..STEPS {
        let mut input = Input::hold(model, &state);
        if (30..60).contains(&k) {
            input.wrenches[1].force = Vec3::new(1.0, 4.0, 0.0); // N
        }
        let step = simulator.step(&state, &input, RHO)?;
        assert!(step.status.solved, "{}", step.status.reason);
        state = step.state.clone();
        steps.push(step);
    }
    Ok(steps)
}

/// What is observed minus what was simulated, m, six numbers per step.
fn residual(observed: &[Pose], model: &Model, steps: &[Step]) -> DVector<f64> {
    let pairs = observed.iter().zip(steps);
    let all = pairs.flat_map(|((x, q), step)| {
        let (at, turned) = shape_pose(&step.state.bodies[1], model.bodies[1].centre_of_mass);
        let (d, turn) = (x - at, ARM * (turned.inverse() * q).scaled_axis());
        [d.x, d.y, d.z, turn.x, turn.y, turn.z]
    });
    DVector::from_iterator(6 * steps.len(), all)
}

/// The derivative of what was simulated with respect to the unknowns, rows as in [`residual`].
fn derivative(model: &Arc<Model>, steps: &[Step]) -> drystone::Result<DMatrix<f64>> {
    let names = ["stone.mass", "stone.hull.friction", "stone.hull.shape.b[0]"];
    let parameters = names.iter().map(|name| model.parameter(name));
    let wrt = Wrt {
        state: true,
        parameters: parameters.collect::<Result<_, _>>()?,
        density: true,
        ..Wrt::default()
    };
    let stone = &model.bodies[1];
    let rates = model.mass_rates(&wrt.parameters[2])?;
    let (centre, moving) = (stone.centre_of_mass, rates.expect("from the shape").centre);
    let mut s = DMatrix::zeros(12, 3);
    let turned = start(model).bodies[1].rotation;
    s.fixed_view_mut::<3, 1>(0, 2).copy_from(&(turned * moving));
    let mut simulator = Simulator::new(model.clone());
    let mut out = DMatrix::zeros(6 * steps.len(), 3);
    for (k, step) in steps.iter().enumerate() {
        let g = simulator.gradient(step, RHO, &wrt)?;
        s = g.a() * s + g.parameters() + g.density();
        for j in 0..3 {
            let turn: Vec3 = s.fixed_view::<3, 1>(3, j).into(); // body axes
            let follows = if j == 2 { moving } else { Vec3::zeros() };
            let arm = step.state.bodies[1].rotation * (turn.cross(&centre) + follows);
            let moved = s.fixed_view::<3, 1>(0, j) - arm;
            out.fixed_view_mut::<3, 1>(6 * k, j).copy_from(&moved);
            out.fixed_view_mut::<3, 1>(6 * k + 3, j)
                .copy_from(&(ARM * turn));
        }
    }
    Ok(out)
}

/// Levenberg's Gauss-Newton in the logarithms of the unknowns, so that they stay positive.
fn identify(observed: &[Pose]) -> drystone::Result<[f64; 3]> {
    let attempt = |unknowns| -> drystone::Result<_> {
        let model = Arc::new(model(unknowns)?);
        let steps = simulate(&model)?;
        let r = residual(observed, &model, &steps);
        Ok((model, steps, r))
    };
    let (mut found, mut damping) = (GUESS, 1e-3);
    let (mut model, mut steps, mut r) = attempt(found)?;
    println!("iteration      mass kg     friction    offset mm   residual mm   damping");
    for iteration in 0..30 {
        let (mass, friction, offset) = (found[0], found[1], 1e3 * found[2]);
        let rms = 1e3 * r.norm() / (steps.len() as f64).sqrt();
        println!(
            "{iteration:9} {mass:12.6} {friction:12.6} {offset:12.6} {rms:13.3e} {damping:9.0e}"
        );
        let mut jacobian = derivative(&model, &steps)?;
        (0..3).for_each(|j| jacobian.column_mut(j).scale_mut(found[j]));
        let (gradient, normal) = (jacobian.tr_mul(&r), jacobian.tr_mul(&jacobian));
        let mut better = false;
        while !better && rms > 1e-7 && damping < 1e3 {
            let diagonal = normal.diagonal() * damping;
            let damped = &normal + DMatrix::from_diagonal(&diagonal);
            let change = damped.lu().solve(&gradient).expect("damped");
            let tried = [0, 1, 2].map(|j| found[j] * change[j].clamp(-0.5, 0.5).exp());
            let next = attempt(tried)?;
            better = next.2.norm() < (1.0 - 1e-9) * r.norm();
            if better {
                (found, (model, steps, r)) = (tried, next);
            }
            damping *= if better { 0.1 } else { 10.0 };
        }
        if !better {
            break;
        }
    }
    Ok(found)
}

fn main() -> drystone::Result<ExitCode> {
    let path = std::env::args().nth(1);
    let path = path.unwrap_or_else(|| "target/system_identification.jsonl".into());
    let truth = Arc::new(model(TRUE)?);
    let mut recorder = Recorder::open(&path, &Header::new(&truth, RHO, String::new()))?;
    for (k, step) in (1..).zip(&simulate(&truth)?) {
        recorder.append(&Frame::after(k, truth.time_step * k as f64, step))?;
    }

    let recording = Recording::read(&path)?;
    let centre = Vec3::from(recording.header.centres_of_mass[1]);
    let mut good = true;
    for (noise, limit) in [(0.0, 1e-3), (2e-4, 0.5)] {
        println!(
            "\nuniform noise of +-{} mm, +-{} mrad\n",
            1e3 * noise,
            1e3 * noise / ARM
        );
        let mut random = StdRng::seed_from_u64(1);
        let mut vector = |size: f64| Vec3::from_fn(|_, _| size * random.random_range(-1.0..1.0));
        let observed = recording.frames.iter().map(|frame| {
            let (x, q) = shape_pose(&frame.state().bodies[1], centre);
            let turn = Rot::from_scaled_axis(vector(noise / ARM));
            (x + vector(noise), q * turn)
        });
        let found = identify(&observed.collect::<Vec<_>>())?;
        let errors = [0, 1, 2].map(|j| 100.0 * (found[j] / TRUE[j] - 1.0));
        let within = errors.iter().all(|e| e.abs() < limit);
        let verdict = if within { "OK" } else { "FAILED" };
        let [mass, friction, offset] = errors;
        println!(
            "\n{verdict}: errors: mass {mass:.1e} %, friction {friction:.1e} %, offset \
             {offset:.1e} % (limit {limit} %)"
        );
        good &= within;
    }
    Ok(ExitCode::from(u8::from(!good)))
}
