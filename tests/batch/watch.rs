//! Runs with a watcher each, of worlds that meet other worlds in every step.

use super::{RHO, batch, box_on_floor};
use crate::common::scenes::drop_start;
use drystone::step::{Inputs, Member, Sensitivity, Simulator};
use drystone::world::{Input, State};
use std::ops::ControlFlow;

/// 40 drops that land at different times; every fourth ends early. All are pushed harder from step to step:
/// one that is asked twice for its input is pushed too hard.
#[test]
fn every_watcher_sees_the_steps_of_its_own_run_with_the_bits_of_alone() {
    let model = box_on_floor();
    let starts: Vec<State> = (0..40).map(|seed| drop_start(&model, 0.1, seed)).collect();
    let harder = |_: usize, _: &State, input: &mut Input| input.wrenches[1].force.x += 0.02;
    let steps = |k: usize| if k.is_multiple_of(4) { 20 + k } else { 60 };
    let wanted: Vec<Vec<(u64, usize)>> = (0..40)
        .map(|k| {
            let mut simulator = Simulator::new(model.clone());
            let mut state = starts[k].clone();
            let mut input = Input::hold(&model, &state);
            let seen = (0..steps(k)).map(|k| {
                harder(k, &state, &mut input);
                let step = simulator.step(&state, &input, RHO).unwrap();
                state.clone_from(&step.state);
                (state.hash(), step.status.iterations)
            });
            seen.collect()
        })
        .collect();
    let members: Vec<Member> = (0..40)
        .map(|k| Member {
            model: &model,
            first: &starts[k],
            inputs: Inputs::Function(&harder),
            steps: steps(k),
            rho: RHO,
            sensitivity: Sensitivity::None,
        })
        .collect();
    for threads in [1, 2, 3] {
        let watched = batch(threads).watch(
            &members,
            |k| (k, Vec::new()),
            |(_, seen), k, step| {
                assert_eq!(seen.len(), k);
                seen.push((step.state.hash(), step.status.iterations));
                ControlFlow::Continue(())
            },
            |_| (),
        );
        assert_eq!(watched.len(), 40);
        for (k, (run, (number, seen))) in watched.iter().enumerate() {
            assert_eq!((k, &wanted[k]), (*number, seen), "{threads} threads");
            let last = run.as_ref().unwrap().last.state.hash();
            assert_eq!(last, wanted[k].last().unwrap().0);
        }
    }
}

/// Members end where their watchers say so, with the bits that they have there; the others go on.
#[test]
fn a_watcher_ends_the_run_of_its_member() {
    let model = box_on_floor();
    let starts: Vec<State> = (0..10).map(|seed| drop_start(&model, 0.1, seed)).collect();
    let input = Input::hold(&model, &starts[0]);
    let members = starts.iter().map(|first| Member {
        model: &model,
        first,
        inputs: Inputs::Constant(&input),
        steps: 50,
        rho: RHO,
        sensitivity: Sensitivity::None,
    });
    let members: Vec<Member> = members.collect();
    let last = |k: usize| if k.is_multiple_of(2) { 49 } else { 3 * k };
    for threads in [1, 2] {
        let watched = batch(threads).watch(
            &members,
            |k| (k, 0),
            |(k, hash), index, step| {
                *hash = step.state.hash();
                match index == last(*k) {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            },
            |_| (),
        );
        assert_eq!(watched.len(), 10);
        for (k, (run, (_, hash))) in watched.iter().enumerate() {
            let mut simulator = Simulator::new(model.clone());
            let mut state = starts[k].clone();
            for _ in 0..=last(k) {
                state = simulator.step(&state, &input, RHO).unwrap().state;
            }
            let run = run.as_ref().unwrap();
            assert_eq!((run.steps, run.last.state.hash()), (last(k) + 1, *hash));
            assert_eq!(state.hash(), *hash, "member {k}");
        }
    }
}
