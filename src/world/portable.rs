//! A state outside of the program, to the bit: 13 numbers per body (see [`BodyState::numbers`]), as bytes.
//!
//! The bytes, little endian: `drystate`, format (u32), number of bodies (u32), their numbers (f64),
//! [`State::hash`] (u64).

use super::{BodyState, State};
use crate::error::{Error, Result, finite};
use crate::math::{Rot, Vec3};

/// Version of [`State::to_bytes`].
pub const STATE_FORMAT: u32 = 1;

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
    /// Returns the state as bytes: 32 and 104 per body.
    ///
    /// # Errors
    /// A body, by its index, with a number that is not finite or a quaternion that is not unit.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let count = u32::try_from(self.bodies.len())
            .map_err(|_| Error::value("bodies", "more than 2^32", "save fewer"))?;
        let mut out = Vec::with_capacity(HEAD + BODY * self.bodies.len() + TAIL);
        out.extend(MAGIC);
        out.extend(STATE_FORMAT.to_le_bytes());
        out.extend(count.to_le_bytes());
        for (i, body) in self.bodies.iter().enumerate() {
            let numbers = body.numbers();
            BodyState::from_numbers(numbers).map_err(|e| e.within(&format!("bodies[{i}]")))?;
            out.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
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
        if format != STATE_FORMAT {
            return Err(damaged(format!(
                "format {format}; this version of drystone reads format {STATE_FORMAT}"
            )));
        }
        let count = u32::from_le_bytes(array(&bytes[12..16])) as usize;
        let (found, want) = (bytes.len(), HEAD + BODY * count + TAIL);
        if found != want {
            return Err(damaged(format!(
                "{found} bytes where {count} bodies take {want}"
            )));
        }
        let bodies = bytes[HEAD..found - TAIL].chunks_exact(BODY).enumerate();
        let bodies = bodies.map(|(i, body)| {
            let number = |k: usize| f64::from_le_bytes(array(&body[8 * k..8 * k + 8]));
            let state = BodyState::from_numbers(std::array::from_fn(number));
            state.map_err(|e| e.within(&format!("bodies[{i}]")))
        });
        let state = State {
            bodies: bodies.collect::<Result<_>>()?,
        };
        if state.hash() != u64::from_le_bytes(array(&bytes[found - TAIL..])) {
            return Err(damaged("the bytes have changed: wrong checksum".into()));
        }
        Ok(state)
    }
}

fn array<const N: usize>(bytes: &[u8]) -> [u8; N] {
    std::array::from_fn(|i| bytes[i])
}

fn damaged(why: String) -> Error {
    Error::file("state", why, REMEDY)
}
