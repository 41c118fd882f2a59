//! A planner of one's own: iLQR that pushes a box to a pose with a fingertip, through the provider.
//!
//!     cargo run --release --example planner
//!
//! The fingertip starts beside the box, so the derivatives of hard contact would be zero: the
//! smoothed ones (rho = 3e-3) lead it there.

use drystone::scene::Scene;
use drystone::world::State;
use drystone_planner::{
    Actuator, ContactProvider, Derivatives, Goal, Provider, SMOOTHING, Space, rollout,
};
use nalgebra::{DMatrix, DVector};
use std::sync::Arc;

const STEPS: usize = 40;
/// Weight of the distance from the goal against the motion of the finger.
const WEIGHT: f64 = 30.0;

/// One command and how it answers to a change of the configuration.
struct Gain {
    constant: DVector<f64>,
    feedback: DMatrix<f64>,
}

fn main() -> drystone::Result<()> {
    let scene = Scene::load("scenarios/plan_push_planar.toml")?;
    let space = Arc::new(Space::from_scene(&scene)?);
    let object = space.spec.object;
    // 6 cm ahead, a little to the left, 20 degrees.
    let mut goal = Goal::new(&space.spec, 0);
    goal.pose = scene.initial.bodies[object];
    goal.pose.position.x += 0.06;
    goal.pose.position.y += 0.01;
    let turn = drystone::math::Vec3::z() * 0.35;
    goal.pose.rotation *= drystone::math::Rot::from_scaled_axis(turn);
    let mut provider = ContactProvider::new(space.clone(), scene.settings.relaxation);

    // The finger starts at the box and goes ahead a little in every step.
    let mut start = scene.initial.clone();
    start.bodies[1].position = drystone::math::Vec3::new(-0.067, -0.01, 0.0);
    let stay = space.stay(&start);
    let mut commands: Vec<DVector<f64>> = (1..=STEPS)
        .map(|k| &stay + DVector::from_vec(vec![5e-4 * k as f64, 0.0]))
        .collect();
    let mut states = simulate(&mut provider, &start, &commands)?;
    println!("round   cost        off");
    for round in 0..25 {
        let cost = cost(&space, &goal, &commands, &states);
        let (distance, angle) = Goal::apart(&states[STEPS].bodies[object], &goal.pose);
        println!(
            "{round:>5}   {cost:.3e}   {:.1} mm {:.1} degrees",
            1e3 * distance,
            angle.to_degrees()
        );
        let gains = backward(&mut provider, &goal, &commands, &states)?;
        let mut share = 1.0;
        let better = loop {
            let tried = forward(&mut provider, &commands, &states, &gains, share)?;
            if self::cost(&space, &goal, &tried.0, &tried.1) < cost {
                break Some(tried);
            }
            share *= 0.5;
            if share < 1e-3 {
                break None;
            }
        };
        match better {
            Some(better) => (commands, states) = better,
            None => break,
        }
    }
    let off = Goal::apart(&states[STEPS].bodies[object], &goal.pose);
    assert!(off.0 < 0.01 && off.1 < 0.1, "{off:?}");
    Ok(())
}

fn simulate(
    provider: &mut ContactProvider,
    start: &State,
    commands: &[DVector<f64>],
) -> drystone::Result<Vec<State>> {
    let steps = rollout(provider, start, commands)?;
    let states = steps.into_iter().map(|step| step.state);
    Ok(std::iter::once(start.clone()).chain(states).collect())
}

/// Motion of the finger against its place before, and the goal.
fn cost(space: &Space, goal: &Goal, commands: &[DVector<f64>], states: &[State]) -> f64 {
    let moved = commands.iter().zip(states);
    let moved = moved.map(|(u, x)| 0.5 * (u - space.stay(x)).norm_squared());
    let end = &states[states.len() - 1].bodies[space.spec.object];
    moved.sum::<f64>() + 0.5 * WEIGHT * space.object_change(end, &goal.pose).norm_squared()
}

/// Quadratic values from the end to the start.
fn backward(
    provider: &mut ContactProvider,
    goal: &Goal,
    commands: &[DVector<f64>],
    states: &[State],
) -> drystone::Result<Vec<Gain>> {
    let nv = provider.space().model.nv();
    let end = &states[commands.len()].bodies[provider.space().spec.object];
    let rows = provider
        .space()
        .object_rows(&DMatrix::identity(nv, nv), end);
    let way = provider.space().object_change(end, &goal.pose);
    let mut slope: DVector<f64> = rows.transpose() * way * -WEIGHT;
    let mut curve: DMatrix<f64> = rows.transpose() * &rows * WEIGHT;
    // Rows of a configuration that are places of the finger.
    let mut place = DMatrix::zeros(commands[0].len(), nv);
    for (k, actuator) in provider.space().actuators.iter().enumerate() {
        let Actuator::Axis { body, axis } = *actuator else {
            continue; // the scene has no motors
        };
        let tangents = provider.space().model.tangent_bodies();
        let first = tangents.iter().position(|&i| i == body).unwrap_or(0);
        place[(k, 6 * first + axis)] = 1.0;
    }
    let mut gains = Vec::new();
    for (u, x) in commands.iter().zip(states).rev() {
        let linear = provider.linearize(x, u, SMOOTHING, Derivatives::AAndB)?;
        let (a, b) = (&linear.a, &linear.b);
        let moved = u - provider.space().stay(x);
        let q_u = &moved + b.transpose() * &slope;
        let q_x = a.transpose() * &slope - place.transpose() * &moved;
        let q_uu = DMatrix::identity(u.len(), u.len()) * 1.01 + b.transpose() * &curve * b;
        let q_ux = b.transpose() * &curve * a - &place;
        let q_xx = a.transpose() * &curve * a + place.transpose() * &place;
        let factor = q_uu
            .cholesky()
            .expect("positive definite: identity and squares");
        let (constant, feedback) = (-factor.solve(&q_u), -factor.solve(&q_ux));
        slope = q_x + q_ux.transpose() * &constant;
        curve = q_xx + q_ux.transpose() * &feedback;
        gains.push(Gain { constant, feedback });
    }
    gains.reverse();
    Ok(gains)
}

/// True steps under the improved commands.
fn forward(
    provider: &mut ContactProvider,
    commands: &[DVector<f64>],
    states: &[State],
    gains: &[Gain],
    share: f64,
) -> drystone::Result<(Vec<DVector<f64>>, Vec<State>)> {
    let (mut path, mut along) = (Vec::new(), vec![states[0].clone()]);
    for (k, gain) in gains.iter().enumerate() {
        let model = provider.space().model.clone();
        let off = states[k].difference(&model, &along[k]);
        let off = DVector::from_column_slice(&off[..model.nv()]);
        let change = &gain.constant * share + &gain.feedback * off;
        let command = provider.space().clamp(&(&commands[k] + change));
        along.push(provider.step(&along[k], &command)?.state);
        path.push(command);
    }
    Ok((path, along))
}
