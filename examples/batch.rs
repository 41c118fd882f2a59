//! Which push leaves the box 20 cm further? 512 pushes tried at once, on one thread and on all cores,
//! with the same bits; then how the best one answers to its force.
//!
//! Run with `cargo run --release --example batch`.

use drystone::Error;
use drystone::scene::Scene;
use drystone::step::{Batch, Checkpoints, Inputs, Member, Run, Sensitivity, Worker, Wrt};
use drystone::world::{Input, State};
use std::num::NonZeroUsize;
use std::time::Instant;

const STEPS: usize = 100;
const RHO: f64 = 1e-6;
const TARGET: f64 = 0.2; // m

/// A force along x on the box, for some steps.
#[derive(Debug, Clone, Copy)]
struct Push {
    force: f64, // N
    steps: usize,
}

impl Push {
    fn act(&self, step: usize, body: usize, input: &mut Input) {
        let acts = step < self.steps;
        input.wrenches[body].force.x = if acts { self.force } else { 0.0 };
    }
}

fn main() -> drystone::Result<()> {
    // The scene's finger stays where it is: Input::hold, which is what inputs start from.
    let scene = Scene::load("scenarios/push.toml")?;
    let (model, first) = (&scene.model, &scene.initial);
    let named = model.body_index("box");
    let body = named.ok_or_else(|| Error::value("body", "there is no box", "name one"))?;
    let pushes: Vec<Push> = (0..512)
        .map(|k| Push {
            force: 3.0 + 0.25 * f64::from(k % 32),
            steps: 2 * (k / 32) as usize + 2,
        })
        .collect();
    let inputs: Vec<_> = pushes
        .iter()
        .map(|push| move |k: usize, _: &State, input: &mut Input| push.act(k, body, input))
        .collect();
    let members: Vec<Member> = inputs
        .iter()
        .map(|input| Member {
            model,
            first,
            inputs: Inputs::Function(input),
            steps: STEPS,
            rho: RHO,
            sensitivity: Sensitivity::None,
        })
        .collect();

    let end = |run: &drystone::Result<Run>| match run {
        Ok(run) if run.unsolved == 0 => run.last.state.bodies[body].position.x,
        _ => f64::NAN,
    };
    let mut ends: Vec<Vec<f64>> = Vec::new();
    for threads in [NonZeroUsize::new(1), None] {
        let mut batch = Batch::new(threads)?;
        let clock = Instant::now();
        let runs = batch.run(&members, |_| ());
        println!(
            "{} runs of {STEPS} steps on {} threads: {:.3} s",
            runs.len(),
            batch.threads(),
            clock.elapsed().as_secs_f64()
        );
        ends.push(runs.iter().map(end).collect());
    }
    println!("the same bits: {}", ends[0] == ends[1]);

    let miss = |k: usize| (ends[0][k] - TARGET).abs();
    let mut order: Vec<usize> = (0..pushes.len()).collect();
    order.sort_by(|&i, &j| miss(i).total_cmp(&miss(j)));
    let best: Vec<Push> = order[..3].iter().map(|&k| pushes[k]).collect();

    // Any work can be shared out: here the derivative of the end of a run by its inputs.
    let answers = Batch::new(None)?.map(
        &best,
        |worker: &mut Worker, _, push| {
            let mut input = Input::hold(model, first);
            let inputs: Vec<Input> = (0..STEPS)
                .map(|k| {
                    push.act(k, body, &mut input);
                    input.clone()
                })
                .collect();
            let simulator = worker.simulator(model);
            let rollout = simulator.rollout(first, &inputs, RHO, Checkpoints::Steps)?;
            let row = model.tangent("box.position.x")?;
            let column = model.input("box.force.x")?;
            let gradient = simulator.rollout_gradient(&rollout, RHO, &Wrt::state_and_inputs())?;
            let answer: f64 = gradient.inputs[..push.steps]
                .iter()
                .map(|b| b[(row, column)])
                .sum();
            Ok((rollout.end.bodies[body].position.x, answer))
        },
        |_| (),
    );
    for (push, answer) in best.iter().zip(answers) {
        let (x, answer): (f64, f64) = answer?;
        println!(
            "{:.2} N for {:2} steps: {:.2} mm, and {:+.2} mm per further 0.1 N",
            push.force,
            push.steps,
            1e3 * x,
            1e2 * answer
        );
    }
    Ok(())
}
