//! Islands: each is a problem of its own, whoever else is there and however many threads there are.

use crate::common::scenes::*;
use drystone::math::{Rot, Vec3};
use drystone::step::{Simulator, Step, Wrt};
use drystone::world::{BodyState, Input, Model, State};
use std::num::NonZeroUsize;
use std::sync::Arc;

const HALF: f64 = 0.1;
const RHO: f64 = 1e-5;

/// Where towers stand (x, m) and how high they are, bodies.
const TOWERS: [(f64, usize); 7] = [
    (0.0, 3),
    (2.0, 1),
    (4.0, 5),
    (6.0, 2),
    (8.0, 4),
    (10.0, 1),
    (12.0, 6),
];

/// Boxes that fall onto each other from a height that differs from storey to storey; they are added
/// storey by storey, so that the bodies of a tower are not neighbours in the model.
fn towers(which: &[(f64, usize)], heap: usize) -> (Arc<Model>, State) {
    let cube = cuboid(HALF, HALF, HALF);
    // The floor is not the first body: what does not move has to be put in front.
    let mut bodies = Vec::new();
    let mut states = Vec::new();
    for storey in 0..6 {
        for &(x, height) in which.iter().filter(|tower| storey < tower.1) {
            let name = format!("box {storey} of {height} at {x}");
            bodies.push(free(&name, &cube, 1.0 + storey as f64, 0.5));
            let z = HALF + 2.05 * HALF * storey as f64;
            let aside = 0.01 * storey as f64;
            let turn = Rot::from_euler_angles(0.0, 0.05, 0.3 * storey as f64);
            states.push(BodyState::at_rest(
                Vec3::new(x + aside, aside, z + 0.02),
                turn,
            ));
        }
        if storey == 2 {
            bodies.push(fixed("floor", &ground(), 0.5));
            states.push(BodyState::at_rest(Vec3::zeros(), Rot::identity()));
        }
    }
    for i in 0..heap {
        bodies.push(free(&format!("stone {i}"), &cube, 1.0, 0.5));
        let (row, layer) = (i % 3, i / 3);
        let x = 0.22 * row as f64 + 0.1 * (layer % 2) as f64;
        let at = Vec3::new(x, 5.0 + 0.03 * layer as f64, HALF + 0.25 * layer as f64);
        let turn = Rot::from_euler_angles(0.1 * layer as f64, 0.1, 0.2 * row as f64);
        states.push(BodyState::at_rest(at, turn));
    }
    let builder = bodies
        .into_iter()
        .fold(Model::builder(), |builder, body| builder.body(body));
    (
        Arc::new(builder.build().unwrap()),
        State {
            bodies: states,
            ..State::default()
        },
    )
}

fn run(model: &Arc<Model>, start: &State, mut simulator: Simulator, steps: usize) -> Vec<Step> {
    let input = Input::hold(model, start);
    let mut out: Vec<Step> = Vec::new();
    for _ in 0..steps {
        let state = out.last().map_or(start, |step| &step.state);
        out.push(simulator.step(state, &input, RHO).unwrap());
    }
    out
}

#[test]
fn threads_change_no_bit() {
    let (model, start) = towers(&TOWERS, 12);
    let alone = run(&model, &start, Simulator::new(model.clone()), 80);
    assert!(alone.iter().all(|step| step.status.solved));
    // Islands come and go: towers collapse, stones meet.
    let contacts = |step: &Step| step.contacts.len();
    assert!(
        alone
            .iter()
            .any(|step| contacts(step) != contacts(&alone[79]))
    );
    for threads in [1, 2, 4] {
        let threads = NonZeroUsize::new(threads).unwrap();
        let simulator = Simulator::with_threads(model.clone(), threads).expect("few threads");
        let together = run(&model, &start, simulator, 80);
        for (k, (one, many)) in alone.iter().zip(&together).enumerate() {
            assert!(one == many, "step {k} on {threads} threads differs");
        }
    }
}

#[test]
fn an_island_does_not_feel_the_others() {
    let (model, start) = towers(&TOWERS, 9);
    let all = run(&model, &start, Simulator::new(model.clone()), 40);
    for tower in TOWERS {
        let (single, first) = towers(&[tower], 0);
        let alone = run(&single, &first, Simulator::new(single.clone()), 40);
        for (i, body) in single.bodies.iter().enumerate() {
            let same = |b: &drystone::world::Body| b.name == body.name;
            let k = model.bodies.iter().position(same).unwrap();
            for (one, many) in alone.iter().zip(&all) {
                assert_eq!(one.state.bodies[i], many.state.bodies[k], "{}", body.name);
            }
        }
    }
}

#[test]
fn contacts_come_in_the_order_of_the_bodies() {
    let (model, start) = towers(&TOWERS, 9);
    let fixed = |i: usize| !model.bodies[i].is_moving();
    for step in run(&model, &start, Simulator::new(model.clone()), 20) {
        // The moving one of a pair counts first, of two the one with the smaller number.
        let keys = step.contacts.iter().map(|c| {
            let (a, b) = (c.first.body, c.second.body);
            if fixed(a) { (b, a) } else { (a, b) }
        });
        let keys: Vec<_> = keys.collect();
        assert!(keys.len() > 7 && keys.is_sorted(), "{keys:?}");
    }
}

#[test]
fn the_derivative_of_an_island_is_its_own() {
    let (model, start) = towers(&TOWERS, 0);
    let n = model.bodies.len() - 1;
    let all = run(&model, &start, Simulator::new(model.clone()), 12);
    let step = all.last().unwrap();
    let gradient = Simulator::new(model.clone())
        .gradient(step, RHO, &Wrt::state_and_inputs())
        .unwrap();
    let a = gradient.a();
    // Tangents are those of the moving bodies, in their order.
    let moving: Vec<usize> = (0..=n).filter(|&i| model.bodies[i].is_moving()).collect();
    let place = |name: &str| {
        let found = moving.iter().position(|&i| model.bodies[i].name == name);
        found.unwrap()
    };
    for tower in TOWERS {
        let (single, first) = towers(&[tower], 0);
        let alone = run(&single, &first, Simulator::new(single.clone()), 12);
        let own = Simulator::new(single.clone())
            .gradient(alone.last().unwrap(), RHO, &Wrt::state_and_inputs())
            .unwrap();
        let own = own.a();
        let bodies: Vec<&str> = single
            .bodies
            .iter()
            .filter(|body| body.is_moving())
            .map(|body| body.name.as_str())
            .collect();
        for (i, row) in bodies.iter().enumerate() {
            for (j, column) in bodies.iter().enumerate() {
                for half in 0..4 {
                    let (h, w) = (half / 2, half % 2);
                    let small = own.view(
                        (6 * (i + h * bodies.len()), 6 * (j + w * bodies.len())),
                        (6, 6),
                    );
                    let (k, l) = (place(row), place(column));
                    let large = a.view((6 * (k + h * n), 6 * (l + w * n)), (6, 6));
                    assert_eq!(small, large, "{row}, {column}");
                }
            }
        }
    }
}
