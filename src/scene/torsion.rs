//! `torsional_friction` of a material: metres, or the word `patch`.

use crate::world::TorsionalFriction;
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// The word for the patch in which two parts touch.
const PATCH: &str = "patch";

/// This is what a material says about torsional friction.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct TorsionConfig(pub TorsionalFriction);

impl Serialize for TorsionConfig {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            TorsionalFriction::Patch => serializer.serialize_str(PATCH),
            TorsionalFriction::Metres(metres) => serializer.serialize_f64(metres),
        }
    }
}

impl<'de> Deserialize<'de> for TorsionConfig {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Torsion)
    }
}

struct Torsion;

impl Visitor<'_> for Torsion {
    type Value = TorsionConfig;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "metres (0 for none), or \"{PATCH}\"")
    }

    fn visit_f64<E: Error>(self, metres: f64) -> Result<Self::Value, E> {
        Ok(TorsionConfig(metres.into()))
    }

    fn visit_i64<E: Error>(self, metres: i64) -> Result<Self::Value, E> {
        self.visit_f64(metres as f64)
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<Self::Value, E> {
        match word {
            PATCH => Ok(TorsionConfig::default()),
            _ => Err(E::invalid_value(serde::de::Unexpected::Str(word), &self)),
        }
    }
}
