//! Lists of a fixed number of entries. The plain arrays of serde drop surplus entries without a
//! word.

use serde::de::{self, Deserialize, Deserializer, IgnoredAny, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

/// A list of exactly `N` entries.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Exactly<T, const N: usize>(pub [T; N]);

/// Three numbers.
pub(crate) type Triple = Exactly<f64, 3>;

/// A quaternion, scalar first.
pub(crate) type Quat = Exactly<f64, 4>;

/// No rotation.
pub(crate) const IDENTITY: Quat = Exactly([1.0, 0.0, 0.0, 0.0]);

impl<const N: usize> Default for Exactly<f64, N> {
    fn default() -> Self {
        Self([0.0; N])
    }
}

impl<T, const N: usize> Deref for Exactly<T, N> {
    type Target = [T; N];

    fn deref(&self) -> &[T; N] {
        &self.0
    }
}

impl<T: Serialize, const N: usize> Serialize for Exactly<T, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(&self.0)
    }
}

impl<'de, T: Deserialize<'de>, const N: usize> Deserialize<'de> for Exactly<T, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(Entries(PhantomData))
    }
}

struct Entries<T, const N: usize>(PhantomData<T>);

impl<'de, T: Deserialize<'de>, const N: usize> Visitor<'de> for Entries<T, N> {
    type Value = Exactly<T, N>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a list of {N} entries")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut list = Vec::with_capacity(N);
        while list.len() < N {
            match seq.next_element()? {
                Some(entry) => list.push(entry),
                None => return Err(de::Error::invalid_length(list.len(), &self)),
            }
        }
        let mut count = N;
        while seq.next_element::<IgnoredAny>()?.is_some() {
            count += 1;
        }
        match <[T; N]>::try_from(list) {
            Ok(array) if count == N => Ok(Exactly(array)),
            _ => Err(de::Error::invalid_length(count, &self)),
        }
    }
}
