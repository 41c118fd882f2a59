//! Who reads an input, and what it promises.

use drystone::error::Error;
use drystone::recording::{Checkpoint, Recording};
use drystone::scene::{Overrides, Scene};
use drystone::step::Simulator;
use drystone::world::Input;

/// One accepted scene of so many is written, read again and stepped.
const CLOSER: usize = 8;
/// Scenes of more parts are not stepped.
const PARTS: usize = 30;

/// A reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// [`Scene::read_with`].
    Scene,
    /// [`Scene::read_with`], of a URDF or MJCF file.
    Robot,
    /// [`Recording::from_reader`] and its frames.
    Recording,
    /// [`Checkpoint::parse`].
    Checkpoint,
}

/// The outcome of reading an input.
pub(super) struct Outcome {
    pub accepted: bool,
    pub stepped: bool,
    /// The error, or a word about what was read.
    pub said: String,
}

impl Target {
    /// Ending of files of its kind.
    pub(super) fn ending(self) -> &'static str {
        match self {
            Target::Scene => "toml",
            Target::Robot => "urdf",
            Target::Recording => "jsonl",
            Target::Checkpoint => "state",
        }
    }

    /// Reads an input. Panics where a promise is broken: an error has a reason and a remedy, what is
    /// accepted can be written and read again, and stepped.
    pub(super) fn read(self, input: &[u8], index: usize) -> Outcome {
        let read = match self {
            Target::Scene => scene(input, "nowhere/fuzz.toml", index),
            Target::Robot => scene(input, "nowhere/fuzz.urdf", index),
            Target::Recording => recording(input).map(|frames| (frames, false)),
            Target::Checkpoint => checkpoint(input).map(|bodies| (bodies, false)),
        };
        match read {
            Ok((said, stepped)) => Outcome {
                accepted: true,
                stepped,
                said,
            },
            Err(mut error) => {
                assert!(!error.why.is_empty() && !error.fix.is_empty(), "{error}");
                // How many further mistakes are found depends on the time that it takes to read the input again.
                error.others.clear();
                Outcome {
                    accepted: false,
                    stepped: false,
                    said: error.to_string(),
                }
            }
        }
    }
}

fn scene(input: &[u8], name: &str, index: usize) -> Result<(String, bool), Error> {
    // Robots of odd numbers move and are mended; it makes no difference to other scenes.
    let overrides = Overrides {
        floating: !index.is_multiple_of(2),
        repair: !index.is_multiple_of(2),
        ..Overrides::default()
    };
    let scene = Scene::read_with(input, name, &overrides)?;
    let hash = format!("{:016x}", scene.initial.hash());
    if !index.is_multiple_of(CLOSER) {
        return Ok((hash, false));
    }
    let again = Scene::parse(&scene.resolved(), "nowhere/again.toml");
    let again = again.unwrap_or_else(|e| panic!("what was resolved is refused: {e}"));
    assert_eq!(scene.model.fingerprint(), again.model.fingerprint());
    assert_eq!(scene.initial.hash(), again.initial.hash());
    let parts: usize = scene.model.bodies.iter().map(|body| body.parts.len()).sum();
    if parts > PARTS {
        return Ok((hash, false));
    }
    let mut input = Input::hold(&scene.model, &scene.initial);
    scene.input_at(0, &scene.initial, &mut input);
    let mut simulator = Simulator::new(scene.model.clone());
    let step = simulator.step(&scene.initial, &input, scene.settings.relaxation);
    let step = step.unwrap_or_else(|e| panic!("a valid scene cannot be stepped: {e}"));
    let finite = step.state.bodies.iter().flat_map(|body| body.numbers());
    assert!(
        finite.into_iter().all(f64::is_finite),
        "a state that is not finite"
    );
    Ok((format!("{:016x}", step.state.hash()), true))
}

fn recording(input: &[u8]) -> Result<String, Error> {
    let (header, mut frames) = Recording::from_reader(input, "fuzz")?;
    let count = frames.by_ref().collect::<Result<Vec<_>, _>>()?.len();
    Ok(format!(
        "{} {count} {}",
        header.bodies.len(),
        frames.truncated()
    ))
}

fn checkpoint(input: &[u8]) -> Result<String, Error> {
    let read = Checkpoint::parse(input, "fuzz")?;
    for bytes in [read.to_json()?.into_bytes(), read.to_bytes()?] {
        let again = Checkpoint::parse(&bytes, "again");
        let again = again.unwrap_or_else(|e| panic!("what was written is refused: {e}"));
        assert_eq!(again.state.hash(), read.state.hash());
        assert!(again == read, "written and read, it is another");
    }
    Ok(format!("{:016x}", read.state.hash()))
}
