//! Where a run is: all that is needed to go on from there to the bit, as JSON or as bytes.
//!
//! A state is complete, so a checkpoint is a state, the node of time it belongs to, and what makes
//! sure that it goes on in the world it comes from: the fingerprint of the model.

mod binary;
mod json;

use crate::error::{Error, Result};
use crate::world::{Model, State};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Version of both forms; grows when a reader of the old one would be misled.
pub const CHECKPOINT_FORMAT: u32 = 1;
/// Largest checkpoint that is read, bytes.
pub const MAX_CHECKPOINT_BYTES: u64 = 64 << 20;

/// A node of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Checkpoint {
    /// Number of the node on the clock of the scene, whose time is `step` times `time_step`.
    pub step: u64,
    /// Length of a step, s.
    pub time_step: f64,
    /// Relaxation of the steps so far; whoever goes on may choose another.
    pub rho: f64,
    /// [`Model::fingerprint`].
    pub model: u64,
    /// Fingerprint of wrenches and commands
    /// ([`Scene::input_fingerprint`](crate::scene::Scene::input_fingerprint)); whoever goes on may
    /// choose others.
    pub inputs: u64,
    /// Names of the bodies, in the order of the state.
    pub bodies: Vec<String>,
    /// Where everything is.
    pub state: State,
}

impl Checkpoint {
    /// Time of the node, s.
    pub fn time(&self) -> f64 {
        self.step as f64 * self.time_step
    }

    /// As JSON: one object, numbers keep their bits.
    ///
    /// # Errors
    /// A number that is not finite, a quaternion that is not unit, names that do not match the state.
    pub fn to_json(&self) -> Result<String> {
        self.check()?;
        json::write(self)
    }

    /// As bytes: about 104 per body.
    ///
    /// # Errors
    /// As [`Checkpoint::to_json`].
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        self.check()?;
        binary::write(self)
    }

    /// Reads either form; `name` is for messages. Takes memory in proportion to `bytes`.
    ///
    /// # Errors
    /// Not a checkpoint, another format, cut off, changed, or with numbers that no state has.
    pub fn parse(bytes: &[u8], name: &str) -> Result<Self> {
        let read = match bytes.starts_with(binary::MAGIC) {
            true => binary::read(bytes),
            false => json::read(bytes),
        };
        let read = read.and_then(|checkpoint| checkpoint.check().map(|()| checkpoint));
        read.map_err(|e| e.within(name))
    }

    /// Reads the file at `path`.
    ///
    /// # Errors
    /// It cannot be read, has more than [`MAX_CHECKPOINT_BYTES`]; and those of
    /// [`Checkpoint::parse`].
    pub fn load(path: impl AsRef<Path>) -> Result<Self> {
        let name = path.as_ref().display().to_string();
        let fix = "name a checkpoint (drystone run SCENE --save FILE)";
        let unreadable = |e: std::io::Error| Error::file(&name, format!("cannot read: {e}"), fix);
        let file = File::open(path).map_err(unreadable)?;
        let mut bytes = Vec::new();
        let mut limited = file.take(MAX_CHECKPOINT_BYTES + 1);
        limited.read_to_end(&mut bytes).map_err(unreadable)?;
        if bytes.len() as u64 > MAX_CHECKPOINT_BYTES {
            let mib = MAX_CHECKPOINT_BYTES >> 20;
            let why = format!("larger than the limit of {mib} MiB for a checkpoint");
            return Err(Error::file(name, why, fix));
        }
        Self::parse(&bytes, &name)
    }

    /// Whether `model` is the one it was saved from.
    ///
    /// # Errors
    /// What differs: the time step, the bodies by name, or something of them.
    pub fn fits(&self, model: &Model) -> Result<()> {
        let fix = "go on with the scene that saved it, unchanged but for wrenches, keyframes, \
                   duration and relaxation";
        let differs = |field: &str, why: String| Err(Error::file(field, why, fix));
        if self.time_step != model.time_step {
            let (saved, own) = (self.time_step, model.time_step);
            let why = format!("saved at steps of {saved} s, the scene has {own} s");
            return differs("checkpoint.time_step", why);
        }
        let (saved, own) = (self.bodies.len(), model.bodies.len());
        if saved != own {
            let why = format!("saved with {saved} bodies, the scene has {own}");
            return differs("checkpoint.bodies", why);
        }
        let mut pairs = self.bodies.iter().zip(&model.bodies).enumerate();
        if let Some((i, (saved, own))) = pairs.find(|(_, (saved, own))| **saved != own.name) {
            let why = format!("saved as \"{saved}\", in the scene it is \"{}\"", own.name);
            return differs(&format!("checkpoint.bodies[{i}]"), why);
        }
        let (saved, own) = (self.model, model.fingerprint());
        if saved != own {
            let why = format!(
                "another model: fingerprint {saved:016x}, that of the scene is {own:016x} (shapes, \
                 masses, materials, gravity, contact model, unit of length)"
            );
            return differs("checkpoint.model", why);
        }
        Ok(())
    }

    /// Checks what every checkpoint must have, written or read.
    fn check(&self) -> Result<()> {
        let fix = "save it again from a run whose steps were solved";
        for (field, number) in [("time_step", self.time_step), ("rho", self.rho)] {
            if !(number.is_finite() && number > 0.0) {
                let why = format!("must be a finite number > 0, got {number}");
                return Err(Error::file(field, why, fix));
            }
        }
        let (names, bodies) = (self.bodies.len(), self.state.bodies.len());
        if names != bodies {
            let why = format!("{names} names for a state of {bodies} bodies");
            return Err(Error::file("bodies", why, fix));
        }
        self.state.to_bytes().map(|_| ())
    }
}
