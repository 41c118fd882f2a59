//! A checkpoint as bytes, little endian: `drystone`, format (u32), step (u64), time step and rho
//! (f64), fingerprints of model and inputs (u64), number of bodies (u32), their names (length as
//! u32, UTF-8), the bytes of the state, FNV-1a of all before (u64).

use super::{CHECKPOINT_FORMAT, Checkpoint};
use crate::error::{Error, Result};
use crate::math::Fnv;
use crate::world::State;

pub(super) const MAGIC: &[u8; 8] = b"drystone";

const FIX: &str = "save it again (drystone run SCENE --save FILE)";

pub(super) fn write(from: &Checkpoint) -> Result<Vec<u8>> {
    let length = |length: usize| {
        let length = u32::try_from(length);
        length.map_err(|_| Error::value("bodies", "more than 2^32", "save fewer"))
    };
    let mut out = MAGIC.to_vec();
    out.extend(CHECKPOINT_FORMAT.to_le_bytes());
    out.extend(from.step.to_le_bytes());
    out.extend(from.time_step.to_le_bytes());
    out.extend(from.rho.to_le_bytes());
    out.extend(from.model.to_le_bytes());
    out.extend(from.inputs.to_le_bytes());
    out.extend(length(from.bodies.len())?.to_le_bytes());
    for name in &from.bodies {
        out.extend(length(name.len())?.to_le_bytes());
        out.extend(name.as_bytes());
    }
    out.extend(from.state.to_bytes()?);
    out.extend(Fnv::of(&out).to_le_bytes());
    Ok(out)
}

pub(super) fn read(bytes: &[u8]) -> Result<Checkpoint> {
    let mut rest = Bytes(&bytes[MAGIC.len()..]);
    let format = rest.u32()?;
    if format != CHECKPOINT_FORMAT {
        return Err(other_format(format));
    }
    let Some((all, sum)) = bytes.split_last_chunk::<8>() else {
        return Err(cut_off());
    };
    if Fnv::of(all) != u64::from_le_bytes(*sum) {
        let why = "wrong checksum: the file was cut off or changed";
        return Err(Error::file("", why, FIX));
    }
    let step = rest.u64()?;
    let [time_step, rho] = [f64::from_bits(rest.u64()?), f64::from_bits(rest.u64()?)];
    let [model, inputs] = [rest.u64()?, rest.u64()?];
    let mut bodies = Vec::new();
    for i in 0..rest.u32()? {
        let length = rest.u32()? as usize;
        let name = std::str::from_utf8(rest.take(length)?).map_err(|_| {
            let field = format!("bodies[{i}]");
            Error::file(field, "the name is not UTF-8", FIX)
        })?;
        bodies.push(name.to_string());
    }
    let state = rest.0.split_last_chunk::<8>().ok_or_else(cut_off)?.0;
    Ok(Checkpoint {
        step,
        time_step,
        rho,
        model,
        inputs,
        bodies,
        state: State::from_bytes(state)?,
    })
}

/// The bytes that are left to read.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or_else(cut_off)?;
        self.0 = rest;
        Ok(taken)
    }

    fn u32(&mut self) -> Result<u32> {
        let bytes = self.take(4)?;
        Ok(u32::from_le_bytes(std::array::from_fn(|i| bytes[i])))
    }

    fn u64(&mut self) -> Result<u64> {
        let bytes = self.take(8)?;
        Ok(u64::from_le_bytes(std::array::from_fn(|i| bytes[i])))
    }
}

fn cut_off() -> Error {
    Error::file("", "the checkpoint is cut off", FIX)
}

pub(super) fn other_format(found: u32) -> Error {
    let why = format!("format {found}; this version of drystone reads format {CHECKPOINT_FORMAT}");
    let fix = "go on with the version that wrote it, or save it again with this one";
    Error::file("", why, fix)
}
