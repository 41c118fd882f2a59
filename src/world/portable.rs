//! A state outside of the program, to the bit: 13 numbers per body (see [`BodyState::numbers`]), as bytes.
//!
//! The bytes, little endian: `drystate`, format (u32), number of bodies (u32), their numbers (f64), with format 2 number of
//! joint coordinates (u32) and their turns (i32), [`State::hash`] (u64). States without turns have format 1.

use super::{BodyState, State};
use crate::error::{Error, Result, finite};
use crate::math::{Rot, Vec3};

/// Version of [`State::to_bytes`], of states with turns of joints; others have version 1.
pub const STATE_FORMAT: u32 = 2;

/// The version of states without turns.
const WITHOUT_TURNS: u32 = 1;

const MAGIC: &[u8; 8] = b"drystate";
const HEAD: usize = 16;
const BODY: usize = 13 * 8;
const TAIL: usize = 8;

/// The norm of a quaternion differs from 1 by at most this.
const UNIT: f64 = 1e-6;

const REMEDY: &str = "save the state again from a run whose steps were solved";

impl BodyState {
    /// Returns the state with these 13 numbers, every bit kept.
    ///
    /// # Errors
    /// A number that is not finite; a quaternion whose norm is not 1 to 1e-6.
    pub fn from_numbers(numbers: [f64; 13]) -> Result<Self> {
        finite("", &numbers, REMEDY)?;
        let [x, y, z, qw, qx, qy, qz, vx, vy, vz, wx, wy, wz] = numbers;
        let quaternion = nalgebra::Quaternion::new(qw, qx, qy, qz);
        let norm = quaternion.norm();
        if (norm - 1.0).abs() > UNIT {
            let why = format!("the quaternion has norm {norm}, not 1");
            return Err(Error::value("[3..7]", why, "normalise it"));
        }
        Ok(Self {
            position: Vec3::new(x, y, z),
            // normalising again would change the last bit
            rotation: Rot::new_unchecked(quaternion),
            velocity: Vec3::new(vx, vy, vz),
            angular_velocity: Vec3::new(wx, wy, wz),
        })
    }
}

impl State {
    /// Returns the state as bytes: 32 and 104 per body; with turns of joints 4 more, and 4 per joint coordinate.
    ///
    /// # Errors
    /// A body, by its index, with a number that is not finite or a quaternion that is not unit.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let count = u32::try_from(self.bodies.len())
            .map_err(|_| Error::value("bodies", "more than 2^32", "save fewer"))?;
        let mut out = Vec::with_capacity(HEAD + BODY * self.bodies.len() + TAIL);
        out.extend(MAGIC);
        let format = match self.turns.is_empty() {
            true => WITHOUT_TURNS,
            false => STATE_FORMAT,
        };
        out.extend(format.to_le_bytes());
        out.extend(count.to_le_bytes());
        for (i, body) in self.bodies.iter().enumerate() {
            let numbers = body.numbers();
            BodyState::from_numbers(numbers).map_err(|e| e.within(&format!("bodies[{i}]")))?;
            out.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        if format == STATE_FORMAT {
            let count = u32::try_from(self.turns.len())
                .map_err(|_| Error::value("turns", "more than 2^32", "save fewer"))?;
            out.extend(count.to_le_bytes());
            out.extend(self.turns.iter().flat_map(|turns| turns.to_le_bytes()));
        }
        out.extend(self.hash().to_le_bytes());
        Ok(out)
    }

    /// Returns the state that [`State::to_bytes`] wrote. Takes memory in proportion to `bytes`.
    ///
    /// # Errors
    /// Not a state, another format, bytes missing or left over, changed, or not a state that could
    /// have been written.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        if bytes.len() < HEAD || !bytes.starts_with(MAGIC) {
            return Err(damaged("these are not the bytes of a state".into()));
        }
        let format = u32::from_le_bytes(array(&bytes[8..12]));
        if !(WITHOUT_TURNS..=STATE_FORMAT).contains(&format) {
            return Err(damaged(format!(
                "format {format}; this version of drystone reads formats {WITHOUT_TURNS} to {STATE_FORMAT}"
            )));
        }
        let count = u32::from_le_bytes(array(&bytes[12..16])) as usize;
        let (found, end) = (bytes.len(), HEAD + BODY * count);
        let turns = match format {
            WITHOUT_TURNS => Some(&[] as &[u8]),
            _ => turns_of(bytes, end),
        };
        let with_turns =
            turns.map(|turns| turns.len() + if format == WITHOUT_TURNS { 0 } else { 4 });
        let want = end + with_turns.unwrap_or(0) + TAIL;
        let Some(turns) = turns.filter(|_| found == want) else {
            return Err(damaged(format!(
                "{found} bytes where {count} bodies take {want}"
            )));
        };
        let bodies = bytes[HEAD..end].chunks_exact(BODY).enumerate();
        let bodies = bodies.map(|(i, body)| {
            let number = |k: usize| f64::from_le_bytes(array(&body[8 * k..8 * k + 8]));
            let state = BodyState::from_numbers(std::array::from_fn(number));
            state.map_err(|e| e.within(&format!("bodies[{i}]")))
        });
        let state = State {
            bodies: bodies.collect::<Result<_>>()?,
            turns: turns
                .chunks_exact(4)
                .map(|turns| i32::from_le_bytes(array(turns)))
                .collect(),
        };
        if state.hash() != u64::from_le_bytes(array(&bytes[found - TAIL..])) {
            return Err(damaged("the bytes have changed: wrong checksum".into()));
        }
        Ok(state)
    }
}

/// Returns the turns that begin with their number at `start`, if the bytes are as many.
fn turns_of(bytes: &[u8], start: usize) -> Option<&[u8]> {
    let rest = bytes.get(start..bytes.len().checked_sub(TAIL)?)?;
    let (count, turns) = rest.split_at_checked(4)?;
    let count = u32::from_le_bytes(array(count)) as usize;
    (turns.len() == count.checked_mul(4)?).then_some(turns)
}

fn array<const N: usize>(bytes: &[u8]) -> [u8; N] {
    std::array::from_fn(|i| bytes[i])
}

fn damaged(why: String) -> Error {
    Error::file("state", why, REMEDY)
}
