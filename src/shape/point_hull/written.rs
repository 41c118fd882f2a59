//! The points of a scene's hulls as written.

use crate::shape::table::Triple;
use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

/// Points as a list, or as a table with their names.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Points {
    List(Vec<Triple>),
    Named(Vec<(String, Triple)>),
}

impl Points {
    /// Returns the points without their names.
    pub fn triples(&self) -> Box<dyn Iterator<Item = &Triple> + '_> {
        match self {
            Self::List(list) => Box::new(list.iter()),
            Self::Named(named) => Box::new(named.iter().map(|(_, point)| point)),
        }
    }

    /// Returns the names of the points.
    pub fn names(&self) -> Vec<String> {
        match self {
            Self::List(_) => Vec::new(),
            Self::Named(named) => named.iter().map(|(name, _)| name.clone()).collect(),
        }
    }
}

impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::List(list) => serializer.collect_seq(list),
            Self::Named(named) => {
                serializer.collect_map(named.iter().map(|(name, point)| (name, point)))
            }
        }
    }
}

// By hand and not as an untagged enum: that would lose the position of mistakes inside.
impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(PointsVisitor)
    }
}

struct PointsVisitor;

impl<'de> Visitor<'de> for PointsVisitor {
    type Value = Points;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a list of points or a table of points by name, e.g. { tip = [0, 0, 0.1] }")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Points, A::Error> {
        let mut list = Vec::new();
        while let Some(point) = seq.next_element()? {
            list.push(point);
        }
        Ok(Points::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Points, A::Error> {
        let mut named: Vec<(String, Triple)> = Vec::new();
        while let Some((name, point)) = map.next_entry::<String, Triple>()? {
            if named.iter().any(|(other, _)| *other == name) {
                let why = format!("two points are called \"{name}\"; rename one of them");
                return Err(de::Error::custom(why));
            }
            named.push((name, point));
        }
        Ok(Points::Named(named))
    }
}
