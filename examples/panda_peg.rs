//! A Panda from its URDF file moves a cube and puts a peg into a hole with 0.5 mm clearance; the transport is differentiated.
//!
//!     pip install example-robot-data
//!     cargo run --release --example panda_peg -- .../panda_description/urdf/panda.urdf [RECORDING.jsonl]
//!     cargo run --release --features viewer -- view RECORDING.jsonl
//!
//! Joints have position motors; their commands are inverse kinematics of the tool's path, and gravity over stiffness.

use drystone::recording::{Frame, Header, Recorder};
use drystone::step::{Step, Wrt};
use drystone::{Input, Model, Result, Rot, Scene, Simulator, State, Vec3};
use nalgebra::{DMatrix, DVector};
use std::f64::consts::PI;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

const RHO: f64 = 1e-6;
const STEP: f64 = 0.01;
/// N m/rad, as in the scene.
const STIFFNESS: f64 = 4000.0;
/// Where the cube stands, where it is put, where the peg stands, and where the hole is, m.
const PLACES: [[f64; 2]; 4] = [[0.4, 0.0], [0.55, 0.0], [0.45, -0.15], [0.45, 0.15]];
const ARM: usize = 7;

/// The path of the tool: place, height of the tool (m), way of each finger (m), time (s).
const PATH: [(usize, f64, f64, f64); 16] = [
    (0, 0.20, 0.04, 1.0),
    (0, 0.02, 0.04, 1.0),
    (0, 0.02, 0.01, 0.4),
    (0, 0.12, 0.01, 0.6),
    (1, 0.12, 0.01, 0.8),
    (1, 0.021, 0.01, 0.6),
    (1, 0.021, 0.04, 0.4),
    (1, 0.20, 0.04, 0.8),
    (2, 0.20, 0.04, 1.0),
    (2, 0.06, 0.04, 1.0),
    (2, 0.06, 0.005, 0.4),
    (2, 0.20, 0.005, 1.0),
    (3, 0.20, 0.005, 1.5),
    (3, 0.07, 0.005, 1.5),
    (3, 0.07, 0.04, 0.4),
    (3, 0.20, 0.04, 0.8),
];
/// The leg of the path at whose start the transport of the peg begins.
const TRANSPORT: usize = 12;

/// A cube of 4 cm, a peg of 3 x 3 x 8 cm, and four walls around a hole of 3.05 x 3.05 cm.
const SCENE: &str = r#"
[shape.ground.halfspace]
normal = [0, 0, 1]
[shape.cube.box]
half_extents = [0.02, 0.02, 0.02]
[shape.peg.box]
half_extents = [0.015, 0.015, 0.04]
[shape.long.box]
half_extents = [0.03525, 0.01, 0.02]
[shape.short.box]
half_extents = [0.01, 0.01525, 0.02]
[material.rubber]
friction = 0.8
[material.wood]
friction = 0.3
[[body]]
name = "ground"
fixed = true
shape = "ground"
[[body]]
name = "cube"
shape = "cube"
material = "rubber"
density = 600
position = [0.4, 0, 0.02]
[[body]]
name = "peg"
shape = "peg"
material = "rubber"
density = 1200
position = [0.45, -0.15, 0.04]
[[body]]
name = "north"
fixed = true
shape = "long"
material = "wood"
visual = [{ shape = "long", color = [0.78, 0.66, 0.5, 1] }]
position = [0.45, 0.17525, 0.02]
[[body]]
name = "south"
fixed = true
shape = "long"
material = "wood"
visual = [{ shape = "long", color = [0.78, 0.66, 0.5, 1] }]
position = [0.45, 0.12475, 0.02]
[[body]]
name = "east"
fixed = true
shape = "short"
material = "wood"
visual = [{ shape = "short", color = [0.78, 0.66, 0.5, 1] }]
position = [0.47525, 0.15, 0.02]
[[body]]
name = "west"
fixed = true
shape = "short"
material = "wood"
visual = [{ shape = "short", color = [0.78, 0.66, 0.5, 1] }]
position = [0.42475, 0.15, 0.02]
[[robot]]
file = "PANDA"
[robot.joint_positions]
panda_joint2 = 0.3
panda_joint4 = -2.0
panda_joint6 = 2.3
panda_joint7 = 0.8
panda_finger_joint1 = 0.02
[robot.motors]
"panda_joint*" = { type = "position", stiffness = 4000, damping = 200, limit = inf }
panda_finger_joint1 = { type = "position", stiffness = 3000, damping = 100, limit = 30 }
"#;

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
                let sag = place(joint).map_or(0.0, |k| weight[k] / STIFFNESS);
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

/// Returns by how much the derivative of the peg after half a second of the transport by the commands of the arm is off
/// central differences, relative.
fn derivative_error(model: &Arc<Model>, start: &State, commands: &[Vec<f64>]) -> Result<f64> {
    let by_commands = derivative(model, start, commands)?;
    let peg = body(model, "peg");
    let mut names = model.joint_space().tangents().into_iter();
    let first = names.position(|tangent| tangent.name == "peg.position.x");
    let row = first.expect("the peg moves");
    let (mut worst, width) = (0.0_f64, 1e-5);
    for joint in 0..ARM {
        let end = |change: f64| {
            let mut shift = [0.0; ARM];
            shift[joint] = change;
            rollout(model, start, commands, &shift).map(|state| state.bodies[peg].position)
        };
        let slope = (end(width)? - end(-width)?) / (2.0 * width);
        let own = by_commands.fixed_view::<3, 1>(row, joint).into_owned();
        worst = worst.max((own - slope).norm() / slope.norm());
    }
    Ok(worst)
}

fn body(model: &Model, name: &str) -> usize {
    let mut bodies = model.bodies.iter();
    bodies
        .position(|body| body.name == name)
        .expect("a body of the scene")
}

fn main() -> ExitCode {
    match carry_out() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Steps through the path, and prints where everything ended.
fn carry_out() -> Result<()> {
    let mut args = std::env::args().skip(1);
    let urdf = args
        .next()
        .expect("give the path of panda.urdf (pip install example-robot-data)");
    let urdf = std::path::absolute(urdf).expect("a path");
    let scene = Scene::parse(
        &SCENE.replace("PANDA", &urdf.display().to_string()),
        "panda.toml",
    )?;
    let model = scene.model.clone();
    let commands = commands(&model, &scene.initial)?;
    let header = Header::new(&model, RHO, scene.portable());
    let recorder = args
        .next()
        .map(|path| Recorder::open(std::path::Path::new(&path), &header));
    let mut recorder = recorder.transpose()?;
    let mut simulator = Simulator::new(model.clone());
    let mut input = Input::hold(&model, &scene.initial);
    let (mut state, mut step) = (scene.initial.clone(), Step::default());
    let (mut times, mut unsolved, mut states) = (Vec::new(), 0, Vec::new());
    if let Some(recorder) = &mut recorder {
        recorder.append(&Frame::start(0.0, &state))?;
    }
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
    let (median, late) = (times[times.len() / 2], times[times.len() * 99 / 100]);
    let off = |name: &str, [x, y]: [f64; 2], z: f64| {
        let at = state.bodies[body(&model, name)].position;
        format!(
            "{:.3} mm off its place, {:.3} mm above the ground",
            1e3 * (at.x - x).hypot(at.y - y),
            1e3 * (at.z - z)
        )
    };
    println!(
        "steps            {} of {STEP} s, {unsolved} unsolved",
        commands.len()
    );
    println!("time of a step   median {median:.0} us, p99 {late:.0} us");
    println!("cube             {}", off("cube", PLACES[1], 0.02));
    println!("peg in the hole  {}", off("peg", PLACES[3], 0.04));
    let from: usize = PATH[..TRANSPORT]
        .iter()
        .map(|leg| (leg.3 / STEP).round() as usize)
        .sum();
    let error = derivative_error(&model, &states[from], &commands[from..from + 50])?;
    println!(
        "derivative       of the peg after 50 steps by the commands of 7 joints: {error:.1e} from differences, relative"
    );
    Ok(())
}
