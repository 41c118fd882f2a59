//! Many simulations at once are those made one by one, to the last bit.

mod abreast;
mod watch;

use crate::common::scenes;
use drystone::scene::Scene;
use drystone::step::{
    Batch, Checkpoints, Inputs, Member, Run, Sensitivity, Simulator, Step, Worker, Wrt,
};
use drystone::world::{Input, Model, State};
use scenes::*;
use std::num::NonZeroUsize;
use std::sync::Arc;

const RHO: f64 = 1e-6;

fn batch(threads: usize) -> Batch {
    Batch::new(NonZeroUsize::new(threads)).unwrap()
}

fn box_on_floor() -> Arc<Model> {
    let model = on_floor(&ground(), &cuboid(0.1, 0.08, 0.06), 0.5);
    Arc::new(model.build().unwrap())
}

/// Drops from random poses, every one pushed otherwise.
fn drops(model: &Model, count: u64) -> Vec<(State, Input)> {
    let starts = (0..count).map(|seed| {
        let state = drop_start(model, 0.1, seed);
        let mut input = Input::hold(model, &state);
        input.wrenches[1].force.x = seed as f64;
        (state, input)
    });
    starts.collect()
}

#[test]
fn steps_and_their_gradients_are_those_made_one_by_one() {
    let model = box_on_floor();
    let starts = drops(&model, 40);
    let wrt = Wrt::state_and_inputs();
    let alone = |(state, input): &(State, Input)| {
        let mut simulator = Simulator::new(model.clone());
        let step = simulator.step(state, input, RHO).unwrap();
        let gradient = simulator.gradient(&step, 1e-4, &wrt).unwrap();
        (step, gradient.a(), gradient.b())
    };
    let wanted: Vec<_> = starts.iter().map(alone).collect();
    for threads in [1, 2, 5] {
        let mut batch = batch(threads);
        assert_eq!(batch.threads(), threads);
        // twice: used simulators are as good as new ones
        for _ in 0..2 {
            let steps = batch.step(&model, &starts, RHO);
            assert_eq!(steps.len(), wanted.len());
            for (step, (alone, _, _)) in steps.iter().zip(&wanted) {
                assert_eq!(step.as_ref().unwrap(), alone, "{threads} threads");
            }
            let both = batch.differentiate(&model, &starts, RHO, 1e-4, &wrt);
            for (both, (alone, a, b)) in both.into_iter().zip(&wanted) {
                let (step, gradient) = both.unwrap();
                let gradient = gradient.unwrap();
                assert_eq!(&step, alone);
                assert_eq!((&gradient.a(), &gradient.b()), (a, b));
            }
        }
    }
}

/// A run by hand, with a simulator of its own.
fn by_hand(member: &Member) -> (Step, usize, Vec<nalgebra::DMatrix<f64>>) {
    let mut simulator = Simulator::new(member.model.clone());
    let mut input = Input::hold(member.model, member.first);
    let mut step = Step::default();
    let (mut state, mut iterations, mut gradients) = (member.first.clone(), 0, Vec::new());
    for k in 0..member.steps {
        match member.inputs {
            Inputs::Constant(constant) => input.clone_from(constant),
            Inputs::Sequence(inputs) => input.clone_from(&inputs[k]),
            Inputs::Function(change) => change(k, &state, &mut input),
        }
        step = simulator.step(&state, &input, member.rho).unwrap();
        state.clone_from(&step.state);
        iterations += step.status.iterations;
        let wanted = match member.sensitivity {
            Sensitivity::None => None,
            Sensitivity::Last(rho, wrt) => (k + 1 == member.steps).then_some((rho, wrt)),
            Sensitivity::Every(rho, wrt) => Some((rho, wrt)),
        };
        if let Some((rho, wrt)) = wanted {
            gradients.push(simulator.gradient(&step, rho, wrt).unwrap().a());
        }
    }
    (step, iterations, gradients)
}

#[test]
fn runs_of_different_worlds_are_those_made_one_by_one() {
    // Ten worlds, more than a thread keeps simulators of: bodies, friction and length differ.
    let mut shapes = droppable(0.1);
    shapes.extend(other_shapes(0.1));
    let models: Vec<Arc<Model>> = (0..10)
        .map(|k| {
            let (_, shape) = &shapes[k % shapes.len()];
            let model = on_floor(&ground(), shape, 0.1 * k as f64);
            Arc::new(model.build().unwrap())
        })
        .collect();
    let starts: Vec<State> = (0..30)
        .map(|k| drop_start(&models[k % 10], 0.1, k as u64))
        .collect();
    let constant = Input::hold(&models[0], &starts[0]);
    let mut sequence = vec![constant.clone(); 25];
    for (k, input) in sequence.iter_mut().enumerate() {
        input.wrenches[1].torque.z = 0.01 * k as f64;
    }
    let pushed_back = |k: usize, state: &State, input: &mut Input| {
        input.wrenches[1].force = state.bodies[1].velocity * (-0.1 * k as f64);
    };
    let wrt = Wrt::state_and_inputs();
    let members: Vec<Member> = (0..30)
        .map(|k| Member {
            model: &models[k % 10],
            first: &starts[k],
            inputs: match k % 3 {
                0 => Inputs::Constant(&constant),
                1 => Inputs::Sequence(&sequence),
                _ => Inputs::Function(&pushed_back),
            },
            steps: if k % 3 == 1 { 25 } else { 10 + 2 * k },
            rho: if k % 2 == 0 { 1e-6 } else { 1e-4 },
            sensitivity: match k % 4 {
                0 => Sensitivity::Last(1e-4, &wrt),
                1 => Sensitivity::Every(1e-4, &wrt),
                _ => Sensitivity::None,
            },
        })
        .collect();
    let wanted: Vec<_> = members.iter().map(by_hand).collect();
    for threads in [1, 2, 3] {
        let runs = batch(threads).run(&members, |_| ());
        for ((run, wanted), member) in runs.iter().zip(&wanted).zip(&members) {
            let run: &Run = run.as_ref().unwrap();
            let (last, iterations, gradients) = wanted;
            assert_eq!(&run.last, last, "{threads} threads");
            assert_eq!((run.steps, run.unsolved), (member.steps, 0));
            assert_eq!(run.iterations, *iterations);
            let a: Vec<_> = run
                .gradients
                .iter()
                .map(|g| g.as_ref().unwrap().a())
                .collect();
            assert_eq!(&a, gradients);
        }
    }
}

/// Two prescribed plates squeeze a cube: from the touch on no step has a solution.
const SQUEEZE: &str = include_str!("common/squeeze.toml");

#[test]
fn who_cannot_be_simulated_says_why_and_the_rest_goes_on() {
    let model = box_on_floor();
    let good = drop_start(&model, 0.1, 1);
    let input = Input::hold(&model, &good);
    let mut nowhere = good.clone();
    nowhere.bodies[1].position.z = f64::NAN;
    let alone = State {
        bodies: good.bodies[..1].to_vec(),
        ..State::default()
    };
    let short = vec![input.clone(); 3];
    let explodes = |k: usize, _: &State, input: &mut Input| {
        input.wrenches[1].force.x = if k == 3 { f64::INFINITY } else { 0.0 };
    };
    let squeeze = Scene::parse(SQUEEZE, "squeeze").unwrap();
    let plates = |k: usize, state: &State, input: &mut Input| squeeze.input_at(k, state, input);
    let wrt = Wrt::state_and_inputs();
    let member = Member {
        model: &model,
        first: &good,
        inputs: Inputs::Constant(&input),
        steps: 10,
        rho: RHO,
        sensitivity: Sensitivity::None,
    };
    let members = [
        member,
        Member {
            first: &nowhere,
            ..member
        },
        Member {
            first: &alone,
            ..member
        },
        Member {
            inputs: Inputs::Sequence(&short),
            ..member
        },
        Member { rho: 0.0, ..member },
        Member {
            inputs: Inputs::Function(&explodes),
            ..member
        },
        Member {
            model: &squeeze.model,
            first: &squeeze.initial,
            inputs: Inputs::Function(&plates),
            steps: 100,
            sensitivity: Sensitivity::Every(RHO, &wrt),
            ..member
        },
        Member { steps: 0, ..member },
        member,
    ];
    for threads in [1, 2] {
        let runs = batch(threads).run(&members, |_| ());
        let why = |k: usize| runs[k].as_ref().unwrap_err().to_string();
        assert!(
            why(1).contains("step 0.state.body") && why(1).contains("finite"),
            "{}",
            why(1)
        );
        assert!(
            why(2).contains("1 entries for a model of 2 bodies"),
            "{}",
            why(2)
        );
        assert!(why(3).contains("3 inputs for 10 steps"), "{}", why(3));
        assert!(why(4).contains("rho"), "{}", why(4));
        assert!(why(5).contains("step 3.input.wrenches[1]"), "{}", why(5));
        // An unsolved step is an outcome: the run ends there.
        let squeezed = runs[6].as_ref().unwrap();
        assert_eq!(
            (squeezed.unsolved, squeezed.first_unsolved),
            (1, Some(squeezed.steps - 1))
        );
        assert!(squeezed.steps < 100 && !squeezed.last.status.advanced);
        assert!(squeezed.last.status.reason.contains("no attempt converged"));
        assert_eq!(squeezed.gradients.len(), squeezed.steps);
        let bad: Vec<usize> = (0..squeezed.steps)
            .filter(|&k| squeezed.gradients[k].is_err())
            .collect();
        assert_eq!(bad, [squeezed.steps - 1]);
        let nothing = runs[7].as_ref().unwrap();
        assert_eq!((nothing.steps, &nothing.last.state), (0, &good));
        let [first, last] = [0, 8].map(|k| &runs[k].as_ref().unwrap().last);
        assert_eq!(first, last);
        assert_eq!(first, &by_hand(&member).0);
    }
}

/// Whatever was in the buffers: a step without a solution has no contacts.
#[test]
fn nothing_of_earlier_steps_is_left_in_one_without_a_solution() {
    let squeeze = Scene::parse(SQUEEZE, "squeeze").unwrap();
    let (model, initial) = (&squeeze.model, &squeeze.initial);
    let (mut step, mut next) = (Step::default(), Step::default());
    step.state.clone_from(initial);
    let mut input = Input::hold(model, initial);
    let mut simulator = Simulator::new(model.clone());
    let mut contacts = 0;
    for k in 0.. {
        squeeze.input_at(k, &step.state, &mut input);
        let made = simulator.step_into(&step.state, &input, RHO, &mut next);
        made.unwrap();
        if !next.status.advanced {
            break;
        }
        contacts = next.contacts.len();
        std::mem::swap(&mut step, &mut next);
    }
    assert_eq!(contacts, 2);
    let afresh = Simulator::new(model.clone()).step(&step.state, &input, RHO);
    let afresh = afresh.unwrap();
    assert!(afresh.contacts.is_empty() && afresh.state == step.state);
    for again in 0..4 {
        assert_eq!(next, afresh, "{again}");
        let made = simulator.step_into(&step.state, &input, RHO, &mut next);
        made.unwrap();
    }
}

#[test]
fn progress_is_told_by_the_calling_thread() {
    let model = box_on_floor();
    let state = drop_start(&model, 0.1, 3);
    let input = Input::hold(&model, &state);
    let member = Member {
        model: &model,
        first: &state,
        inputs: Inputs::Constant(&input),
        steps: 2,
        rho: RHO,
        sensitivity: Sensitivity::None,
    };
    let here = std::thread::current().id();
    for threads in [1, 3] {
        let mut told = Vec::new();
        batch(threads).run(&[member; 20], |done| {
            assert_eq!(std::thread::current().id(), here);
            told.push(done);
        });
        assert_eq!(told, (1..=20).collect::<Vec<usize>>());
        assert!(
            batch(threads)
                .run(&[], |_| panic!("nobody is done"))
                .is_empty()
        );
    }
}

/// The work of a job is free: here the derivative of the end of a run by its start.
#[test]
fn any_work_that_needs_a_simulator_can_be_shared_out() {
    let model = box_on_floor();
    let starts = drops(&model, 12);
    let end = |simulator: &mut Simulator, (state, input): &(State, Input)| {
        let inputs = vec![input.clone(); 8];
        let rollout = simulator
            .rollout(state, &inputs, RHO, Checkpoints::Steps)
            .unwrap();
        let wrt = Wrt::state_and_inputs();
        simulator
            .rollout_gradient(&rollout, 1e-3, &wrt)
            .unwrap()
            .state
    };
    let work = |worker: &mut Worker, index: usize, start: &(State, Input)| {
        (index, end(worker.simulator(&model), start))
    };
    for (k, (index, made)) in batch(2).map(&starts, work, |_| ()).iter().enumerate() {
        assert_eq!(*index, k);
        assert_eq!(*made, end(&mut Simulator::new(model.clone()), &starts[k]));
    }
}

#[test]
#[should_panic(expected = "a job of the caller")]
fn a_panic_of_a_job_is_the_callers() {
    let work = |_: &mut Worker, index: usize, _: &usize| {
        assert!(index != 5, "a job of the caller");
    };
    batch(2).map(&[0; 10], work, |_| ());
}
