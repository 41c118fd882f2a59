//! A recording simulated anew, step by step, with what was done by hand, and compared bit by bit.

use super::Replay;
use drystone::error::Result;
use drystone::math::Vec3;
use drystone::recording::Frame;
use drystone::step::Simulator;
use drystone::world::{Input, State};
use std::path::Path;

/// The first frame that is not what the simulation gives.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// The step that led there, counted from 1.
    pub step: u64,
    /// s.
    pub time: f64,
    /// The body that is farthest from where it was recorded.
    pub body: String,
    /// By how much, m; 0 where only orientations or velocities differ.
    pub distance: f64,
}

/// How a recording compares with its own simulation.
#[derive(Debug, Clone, PartialEq)]
pub struct Repeated {
    /// Steps simulated: all, or up to the first that differs.
    pub steps: usize,
    /// Steps among these in which something was done by hand.
    pub by_hand: usize,
    /// The hash of the state at the end of these steps.
    pub hash: u64,
    /// The hash that the recording has there.
    pub recorded_hash: u64,
    /// The difference, if there is one.
    pub difference: Option<Difference>,
    /// The recording lacks this at its end; nothing where it is whole.
    pub missing: Option<String>,
    /// Whether the frames carry hashes that name damage.
    pub sealed: bool,
    /// The version of the program that recorded it.
    pub version: String,
}

/// Simulates the recording at `path` from its first frame on. `done` hears how many steps are done.
///
/// # Errors
/// As those of [`Replay::open`]; a damaged frame; those of the simulator.
pub fn repeat(path: impl AsRef<Path>, mut done: impl FnMut(usize)) -> Result<Repeated> {
    let (Replay { header, scene }, mut frames) = Replay::open(path)?;
    let model = &scene.model;
    let first = frames.next().transpose()?;
    let mut state = first.map_or_else(|| scene.initial.clone(), |frame| frame.state());
    let mut input = Input::hold(model, &state);
    let mut simulator = Simulator::new(model.clone());
    let mut out = Repeated {
        steps: 0,
        by_hand: 0,
        hash: state.hash(),
        recorded_hash: state.hash(),
        difference: None,
        missing: None,
        sealed: frames.sealed(),
        version: header.version,
    };
    for frame in frames.by_ref() {
        let frame = frame?;
        scene.input_at((frame.step as usize).saturating_sub(1), &state, &mut input);
        frame.by_hand.add_to(&state, &mut input);
        let rho = frame.by_hand.rho.unwrap_or(header.rho);
        state = simulator.step(&state, &input, rho)?.state;
        out.steps += 1;
        out.by_hand += usize::from(!frame.by_hand.is_empty());
        let recorded = frame.state();
        (out.hash, out.recorded_hash) = (state.hash(), recorded.hash());
        if out.hash != out.recorded_hash {
            out.difference = Some(difference(&header.bodies, &frame, &state));
            break;
        }
        done(out.steps);
    }
    out.missing = frames.missing(scene.settings.steps);
    Ok(out)
}

fn difference(names: &[String], frame: &Frame, state: &State) -> Difference {
    let bodies = frame.bodies.iter().zip(&state.bodies).zip(names);
    let distances = bodies.map(|((numbers, at), name)| {
        let recorded = Vec3::from_row_slice(&numbers[..3]);
        ((recorded - at.position).norm(), name)
    });
    let farthest = distances.max_by(|(a, _), (b, _)| a.total_cmp(b));
    let (distance, body) = farthest.map_or((0.0, String::new()), |(d, name)| (d, name.clone()));
    Difference {
        step: frame.step,
        time: frame.time,
        body,
        distance,
    }
}
