//! How a box feels a fingertip: the derivative of one step, by the implicit function theorem.
//!
//! A fingertip pushes a 10 cm box (scenarios/push.toml). The simulation is hard, rho = 1e-6; at
//! every node we also ask how the next velocity of the box depends on where the fingertip is told
//! to be at the end of the step, d v_x / d x_command in 1/s, at that rho and at a soft one. A box
//! that is pushed follows the fingertip: 1 / time step = 100 1/s. A box that is not yet touched
//! does not feel a hard fingertip at all; it feels a soft one, which is what a planner needs. The
//! price: in contact a soft fingertip is followed by 53 to 77 % only.
//!
//! Next to it stands a central difference of the step, from `Simulator::precise`, whose steps are
//! solved down to rounding: those of the usual tolerance would be noise after the division.
//!
//! Run with `cargo run --release --example gradient`.

use drystone::scene::Scene;
use drystone::step::{Simulator, Wrt};
use drystone::world::{Input, State};
use std::process::ExitCode;

const RHOS: [f64; 2] = [3e-3, 1e-6];
/// Half of a central difference, m.
const HALF: f64 = 1e-8;
/// Largest relative difference between gradient and central difference.
const TOLERANCE: f64 = 1e-4;

fn main() -> drystone::Result<ExitCode> {
    let scene = Scene::load(concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/push.toml"))?;
    let model = &scene.model;
    let index = |name| model.body_index(name).expect("in the scene");
    let (box_index, finger) = (index("box"), index("finger"));

    // Rows of a gradient are the tangents of the next state, columns of B the inputs: by name.
    let row = model.tangent("box.velocity.x")?;
    let column = model.input("finger.command.position.x")?;

    let mut simulator = Simulator::new(model.clone());
    let mut precise = Simulator::precise(model.clone());
    let mut central = |state: &State, input: &Input, rho| -> drystone::Result<f64> {
        let mut du = vec![0.0; model.nu()];
        let mut velocity = |change| {
            du[column] = change;
            let step = precise.step(state, &input.integrate(model, &du), rho)?;
            drystone::Result::Ok(step.state.bodies[box_index].velocity.x)
        };
        Ok((velocity(HALF)? - velocity(-HALF)?) / (2.0 * HALF))
    };

    println!(
        "d(box velocity x)/d(finger command x); gap: after the step if the box did not move\n"
    );
    println!(
        "   time      gap  box speed |      rho     gradient   difference  relative | residual \
         centrality condition rung"
    );
    println!(
        "     ms       mm       mm/s |                   1/s          1/s         1 |        1 \
         \u{20}        1         1"
    );
    let (mut worst, mut ordered) = (0.0_f64, true);
    let mut state = scene.initial.clone();
    let mut input = Input::hold(model, &state);
    for k in 0..50 {
        scene.input_at(k, &state, &mut input);
        let step = simulator.step(&state, &input, scene.settings.relaxation)?;
        assert!(step.status.solved, "{}", step.status.reason);
        let x_box = state.bodies[box_index].position.x;
        let gap = x_box - input.commands[finger].position.x - 0.06; // half the box, tip radius
        if [19, 24, 27, 28, 29, 30, 31, 40, 49].contains(&k) {
            let found = simulator.gradients(&step, &RHOS, &Wrt::state_and_inputs())?;
            for (i, gradient) in found.iter().enumerate() {
                let value = gradient.b()[(row, column)];
                let difference = central(&state, &input, gradient.rho)?;
                let relative = (value - difference).abs() / difference.abs();
                worst = worst.max(relative);
                if i == 0 {
                    let speed = step.state.bodies[box_index].velocity.x;
                    let time = 1e3 * scene.time(k + 1);
                    print!("{time:7.0} {:8.3} {:10.3} |", 1e3 * gap, 1e3 * speed);
                } else {
                    print!("{:28}|", "");
                }
                let q = gradient.quality;
                println!(
                    " {:8.0e} {value:12.4e} {difference:12.4e} {relative:9.1e} | {:8.1e} {:10.1e} \
                     {:9.1e} {}{}",
                    gradient.rho,
                    q.residual,
                    q.centrality,
                    q.condition,
                    q.rung.name(),
                    if q.modified { " (modified)" } else { "" },
                );
            }
            let [soft, hard] = [0, 1].map(|i| found[i].b()[(row, column)]);
            // Before the touch only the soft fingertip is felt; a hard push is followed.
            ordered &= soft > 0.0 && (gap < 5e-4 || hard < 1e-4 * soft);
            ordered &= gap > -5e-4 || (99.0..101.0).contains(&hard);
        }
        state = step.state;
    }
    let good = worst < TOLERANCE && ordered;
    println!(
        "\n{}: gradients and central differences agree to {worst:.1e} (limit {TOLERANCE:.0e}); \
         before the touch only the \
         soft fingertip is felt, and a hard push is followed: {}",
        if good { "OK" } else { "FAILED" },
        if ordered { "yes" } else { "no" },
    );
    Ok(ExitCode::from(u8::from(!good)))
}
