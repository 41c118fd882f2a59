//! A body's state as JSON: its 13 numbers ([`BodyState::numbers`]), each as the shortest text that reads back to
//! its bits.

use super::BodyState;
use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Error as _, Serialize, Serializer};

impl Serialize for BodyState {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let numbers = self.numbers();
        Self::from_numbers(numbers).map_err(|e| S::Error::custom(e.why))?;
        numbers.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for BodyState {
    fn deserialize<D: Deserializer<'de>>(from: D) -> std::result::Result<Self, D::Error> {
        let numbers = <[f64; 13]>::deserialize(from)?;
        Self::from_numbers(numbers).map_err(|e| D::Error::custom(e.why))
    }
}
