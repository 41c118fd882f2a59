//! A checkpoint as JSON.

use super::{CHECKPOINT_FORMAT, Checkpoint};
use crate::error::{Error, Result};
use crate::math::Fnv;
use crate::world::{BodyState, State};
use serde::{Deserialize, Serialize};

const FIX: &str = "give a file of drystone run SCENE --save FILE, unchanged";

/// The fields that a checkpoint has in every format.
#[derive(Deserialize)]
struct Kind {
    checkpoint: String,
    format: u32,
}

/// The whole.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    /// Always "drystone".
    checkpoint: String,
    format: u32,
    /// Version of the crate that wrote the checkpoint.
    version: String,
    step: u64,
    time_step: f64,
    rho: f64,
    /// Fingerprints, hexadecimal.
    model: String,
    inputs: String,
    bodies: Vec<Named>,
    /// The whole turns of the coordinates of all joints. Absent without joints.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    turns: Vec<i32>,
    /// Hash of the state, as `drystone run` prints it.
    state_hash: String,
    units: String,
    /// FNV-1a of the same checkpoint as bytes, hexadecimal: of every value but the texts above.
    /// Absent in files of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hash: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    name: String,
    state: BodyState,
}

pub(super) fn write(from: &Checkpoint) -> Result<String> {
    let bodies = from.bodies.iter().zip(&from.state.bodies);
    let saved = Saved {
        checkpoint: "drystone".into(),
        format: CHECKPOINT_FORMAT,
        version: env!("CARGO_PKG_VERSION").into(),
        step: from.step,
        time_step: from.time_step,
        rho: from.rho,
        model: format!("{:016x}", from.model),
        inputs: format!("{:016x}", from.inputs),
        bodies: bodies
            .map(|(name, state)| Named {
                name: name.clone(),
                state: *state,
            })
            .collect(),
        turns: from.state.turns.clone(),
        state_hash: format!("{:016x}", from.state.hash()),
        units: "SI, radians; state: centre of mass x y z, quaternion w x y z, velocity in world \
                axes, angular velocity in body axes, all at the node"
            .into(),
        hash: Some(format!("{:016x}", hash(from)?)),
    };
    Ok(serde_json::to_string(&saved).expect("the numbers have been checked"))
}

pub(super) fn read(bytes: &[u8]) -> Result<Checkpoint> {
    let text = std::str::from_utf8(bytes).map_err(|_| {
        let why = "neither a checkpoint in bytes nor text";
        Error::file("", why, FIX)
    })?;
    let damaged = |e: serde_json::Error| Error::file("", format!("not a checkpoint: {e}"), FIX);
    let kind: Kind = serde_json::from_str(text).map_err(damaged)?;
    if kind.checkpoint != "drystone" {
        let why = format!("a checkpoint of \"{}\", not of drystone", kind.checkpoint);
        return Err(Error::file("", why, FIX));
    }
    if kind.format != CHECKPOINT_FORMAT {
        return Err(super::binary::other_format(kind.format));
    }
    let saved: Saved = serde_json::from_str(text).map_err(damaged)?;
    let (bodies, states) = saved.bodies.into_iter().map(|b| (b.name, b.state)).unzip();
    let state = State {
        bodies: states,
        turns: saved.turns,
    };
    if state.hash() != hexadecimal("state_hash", &saved.state_hash)? {
        let why = "the state does not have this hash: numbers were changed";
        return Err(Error::file("state_hash", why, FIX));
    }
    let read = Checkpoint {
        step: saved.step,
        time_step: saved.time_step,
        rho: saved.rho,
        model: hexadecimal("model", &saved.model)?,
        inputs: hexadecimal("inputs", &saved.inputs)?,
        bodies,
        state,
    };
    match saved.hash {
        Some(told) if hash(&read)? != hexadecimal("hash", &told)? => {
            let why = "the checkpoint does not have this hash: values were changed";
            Err(Error::file("hash", why, FIX))
        }
        _ => Ok(read),
    }
}

/// Returns the hash of every value of a checkpoint.
fn hash(of: &Checkpoint) -> Result<u64> {
    Ok(Fnv::of(&super::binary::write(of)?))
}

fn hexadecimal(field: &str, text: &str) -> Result<u64> {
    u64::from_str_radix(text, 16).map_err(|_| {
        let shown: String = text.chars().take(40).collect();
        let why = format!("\"{shown}\" is not a hexadecimal number of 64 bits");
        Error::file(field, why, FIX)
    })
}
