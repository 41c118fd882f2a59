//! A Panda from its URDF file picks up a peg and puts it into a hole with 0.5 mm clearance; the transport is differentiated.
//!
//!     pip install example-robot-data
//!     cargo run --release --example panda_peg -- .../panda_description/urdf/panda.urdf [RECORDING.jsonl]
//!
//! Joints have position motors; their commands are inverse kinematics of the tool's path, and gravity over stiffness.

use drystone::recording::{Frame, Header, Recorder};
use drystone::scene::Robot;
use drystone::step::{Step, Wrt};
use drystone::world::{Body, Motor};
use drystone::{Input, Model, Result, Rot, Shape, Simulator, State, Vec3};
use nalgebra::{DMatrix, DVector};
use std::f64::consts::PI;
use std::sync::Arc;
use std::time::Instant;

const RHO: f64 = 1e-6;
const STEP: f64 = 0.01;
/// Half of the sides of the peg, m.
const PEG: [f64; 3] = [0.015, 0.015, 0.04];
/// The difference of the sides of hole and peg, m.
const CLEARANCE: f64 = 0.5e-3;
/// N m/rad, N m s/rad.
const GAINS: [f64; 2] = [4000.0, 200.0];
/// Where the peg stands and where the hole is, m.
const PLACES: [[f64; 2]; 2] = [[0.45, -0.15], [0.45, 0.15]];
const ARM: usize = 7;

/// The path of the tool: place, height of the tool (m), width of a finger's way (m), time (s).
const PATH: [(usize, f64, f64, f64); 8] = [
    (0, 0.20, 0.04, 1.0),
    (0, 0.06, 0.04, 1.0),
    (0, 0.06, 0.005, 0.4),
    (0, 0.20, 0.005, 1.0),
    (1, 0.20, 0.005, 1.5),
    (1, 0.07, 0.005, 1.5),
    (1, 0.07, 0.04, 0.4),
    (1, 0.20, 0.04, 0.8),
];

/// The arm, the peg on the ground and the four walls of the hole.
fn model(urdf: &str) -> Result<(Model, State)> {
    let [stiffness, damping] = GAINS;
    let arm = Robot::load(urdf)?
        .motor(
            "panda_joint*",
            Motor::position(stiffness, damping, f64::INFINITY),
        )
        .motor("panda_finger_joint1", Motor::position(3000.0, 100.0, 30.0))
        .starting("panda_joint2", 0.3)
        .starting("panda_joint4", -2.0)
        .starting("panda_joint6", 2.3)
        .starting("panda_joint7", 0.8)
        .starting("panda_finger_joint1", 0.02);
    let [x, y] = PLACES[0];
    let ground = Body::fixed("ground").shape(Shape::half_space([0.0, 0.0, 1.0], 0.0));
    let peg = Body::free("peg").shape(Shape::cuboid(PEG)).density(1200.0);
    let mut builder = Model::builder().time_step(STEP).body(ground);
    builder = builder.body(peg.friction(0.8).at([x, y, PEG[2]]));
    let [x, y] = PLACES[1];
    let inside = PEG[0] + 0.5 * CLEARANCE;
    for (name, side) in [
        ("east", [1.0, 0.0]),
        ("west", [-1.0, 0.0]),
        ("north", [0.0, 1.0]),
        ("south", [0.0, -1.0]),
    ] {
        let half = side.map(|s: f64| if s == 0.0 { inside + 0.02 } else { 0.01 });
        let wall = Shape::cuboid([half[0], half[1], 0.02]);
        let at = [
            x + side[0] * (inside + 0.01),
            y + side[1] * (inside + 0.01),
            0.02,
        ];
        builder = builder.body(Body::fixed(name).shape(wall).friction(0.3).at(at));
    }
    arm.add_to(builder)?.build_with_start()
}

/// Returns what gravity exerts along the velocities of the joint space.
fn gravity(model: &Model, state: &State) -> DVector<f64> {
    let expand = model.joint_space().expand(state);
    let nv = model.joint_space().nv();
    let mut out = DVector::zeros(nv);
    let moving = model.bodies.iter().filter(|body| body.is_moving());
    for (place, body) in moving.enumerate() {
        for k in 0..nv {
            out[k] += expand[(6 * place + 2, k)] * model.gravity.z * body.mass;
        }
    }
    out
}

/// Returns the commands of all steps, arm and finger: positions, and their differences as velocities.
fn commands(model: &Model, start: &State) -> Result<Vec<Vec<f64>>> {
    let (space, tool) = (model.joint_space(), model.frame("panda_hand_tcp")?);
    let down = Rot::from_euler_angles(PI, 0.0, 0.0);
    let names: Vec<String> = space
        .tangents()
        .iter()
        .map(|tangent| tangent.name.clone())
        .collect();
    let place = |joint: usize| {
        names
            .iter()
            .position(|name| *name == format!("panda_joint{joint}.position"))
    };
    let (from, _) = tool.pose(start);
    let (mut at, mut width) = (from, 0.04);
    let (mut state, mut out) = (start.clone(), Vec::new());
    for (end, height, finger, time) in PATH {
        let [x, y] = PLACES[end];
        let goal = Vec3::new(x, y, height);
        let count = (time / STEP).round() as usize;
        for k in 1..=count {
            // A path that starts and stops smoothly.
            let s = k as f64 / count as f64;
            let share = s * s * (3.0 - 2.0 * s);
            let point = at + (goal - at) * share;
            state = space.reach(&state, tool, point, Some(down))?;
            let weight = gravity(model, &state);
            let positions = state.joint_positions(model);
            let mut all = Vec::with_capacity(ARM + 1);
            for joint in 1..=ARM {
                let index = model
                    .joint_index(&format!("panda_joint{joint}"))
                    .expect("a Panda");
                let sag = place(joint).map_or(0.0, |k| weight[k] / GAINS[0]);
                all.push(positions[index] - sag);
            }
            all.push(width + (finger - width) * share);
            out.push(all);
        }
        (at, width) = (goal, finger);
    }
    Ok(out)
}

/// Sets the commands of a step.
fn set(input: &mut Input, now: &[f64], before: &[f64]) {
    for (motor, (now, before)) in input.motors.iter_mut().zip(now.iter().zip(before)) {
        motor.position = *now;
        motor.velocity = (now - before) / STEP;
    }
}

/// Returns the states before and after steps under commands that are all shifted by `shift`.
fn rollout(
    model: &Arc<Model>,
    start: &State,
    commands: &[Vec<f64>],
    shift: &[f64],
) -> Result<State> {
    let mut simulator = Simulator::precise(model.clone());
    let mut input = Input::hold(model, start);
    let mut state = start.clone();
    for pair in commands.windows(2) {
        set(&mut input, &pair[1], &pair[0]);
        input
            .motors
            .iter_mut()
            .zip(shift)
            .for_each(|(motor, shift)| motor.position += shift);
        state = simulator.step(&state, &input, RHO)?.state;
    }
    Ok(state)
}

/// Returns the derivative of the end of a rollout by a shift of all commands of the arm: 2 nv x 7.
fn derivative(model: &Arc<Model>, start: &State, commands: &[Vec<f64>]) -> Result<DMatrix<f64>> {
    let mut simulator = Simulator::precise(model.clone());
    let space = model.joint_space();
    let columns: Result<Vec<usize>> = (1..=ARM)
        .map(|joint| space.input(&format!("panda_joint{joint}.motor.position")))
        .collect();
    let columns = columns?;
    let mut input = Input::hold(model, start);
    let (mut state, mut chained) = (start.clone(), DMatrix::zeros(2 * space.nv(), ARM));
    for pair in commands.windows(2) {
        set(&mut input, &pair[1], &pair[0]);
        let step = simulator.step(&state, &input, RHO)?;
        let own = simulator.joint_gradient(&step, RHO, &Wrt::state_and_inputs())?;
        chained = own.a * chained + own.b.select_columns(&columns);
        state = step.state;
    }
    Ok(chained)
}

fn main() -> Result<()> {
    let mut args = std::env::args().skip(1);
    let urdf = args
        .next()
        .expect("give the path of panda.urdf (pip install example-robot-data)");
    let (model, start) = model(&urdf)?;
    let model = Arc::new(model);
    let commands = commands(&model, &start)?;
    let mut recorder = match args.next() {
        None => None,
        Some(path) => Some(Recorder::open(
            std::path::Path::new(&path),
            &Header::new(&model, RHO, String::new()),
        )?),
    };
    let mut simulator = Simulator::new(model.clone());
    let mut input = Input::hold(&model, &start);
    let (mut state, mut step) = (start, Step::default());
    let (mut times, mut unsolved, mut states) = (Vec::new(), 0, Vec::new());
    for (k, now) in commands.iter().enumerate() {
        set(&mut input, now, &commands[k.saturating_sub(1)]);
        states.push(state.clone());
        let clock = Instant::now();
        simulator.step_into(&state, &input, RHO, &mut step)?;
        times.push(clock.elapsed().as_secs_f64() * 1e6);
        unsolved += usize::from(!step.status.solved);
        state.clone_from(&step.state);
        if let Some(recorder) = &mut recorder {
            recorder.append(&Frame::after(k as u64 + 1, (k + 1) as f64 * STEP, &step))?;
        }
    }
    times.sort_by(f64::total_cmp);
    let peg = state.bodies[1].position;
    let [x, y] = PLACES[1];
    println!(
        "steps            {} of {STEP} s, {unsolved} unsolved",
        commands.len()
    );
    println!(
        "time of a step   median {:.0} us, p99 {:.0} us",
        times[times.len() / 2],
        times[times.len() * 99 / 100]
    );
    println!(
        "peg in the hole  {:.3} mm off its axis, {:.3} mm above the ground",
        1e3 * (peg.x - x).hypot(peg.y - y),
        1e3 * (peg.z - PEG[2])
    );
    // From the end of the lift over the first half of the transport.
    let from = PATH[..4]
        .iter()
        .map(|leg| (leg.3 / STEP).round() as usize)
        .sum::<usize>();
    let part = &commands[from..from + 50];
    let by_commands = derivative(&model, &states[from], part)?;
    let mut worst = 0.0_f64;
    for joint in 0..ARM {
        let mut shift = [0.0; ARM];
        let width = 1e-5;
        shift[joint] = width;
        let ahead = rollout(&model, &states[from], part, &shift)?;
        shift[joint] = -width;
        let back = rollout(&model, &states[from], part, &shift)?;
        let slope = (ahead.bodies[1].position - back.bodies[1].position) / (2.0 * width);
        let own = by_commands.fixed_view::<3, 1>(0, joint).into_owned();
        worst = worst.max((own - slope).norm() / slope.norm());
    }
    println!(
        "derivative       of the peg after 50 steps by the commands of 7 joints: {worst:.1e} from differences, relative"
    );
    Ok(())
}
