//! Lists, tables and chosen variants give their values one by one, and a mistake in one of them gets its byte.

use super::{Fault, Node};
use serde::de::value::BorrowedStrDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error as _, MapAccess, SeqAccess, VariantAccess,
    Visitor,
};
use toml::Spanned;
use toml::de::{DeArray, DeString, DeTable, DeValue};

/// `Entries` are those of a list that are still to be read.
pub(super) struct Entries<'de>(std::slice::Iter<'de, Spanned<DeValue<'de>>>);

impl<'de> Entries<'de> {
    pub(super) fn of(list: &'de DeArray<'de>) -> Self {
        Self(list.iter())
    }
}

impl<'de> SeqAccess<'de> for Entries<'de> {
    type Error = Fault;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Fault> {
        let Some(entry) = self.0.next() else {
            return Ok(None);
        };
        let value = seed.deserialize(Node(entry.get_ref()));
        value.map(Some).map_err(|e| e.at(entry.span().start))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

/// `Keys` are those of a table that are still to be read, and the value of the last one.
pub(super) struct Keys<'de> {
    rest: toml::map::Iter<'de, Spanned<DeString<'de>>, Spanned<DeValue<'de>>>,
    value: Option<&'de Spanned<DeValue<'de>>>,
}

impl<'de> Keys<'de> {
    pub(super) fn of(table: &'de DeTable<'de>) -> Self {
        Self {
            rest: table.iter(),
            value: None,
        }
    }
}

impl<'de> MapAccess<'de> for Keys<'de> {
    type Error = Fault;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Fault> {
        let Some((key, value)) = self.rest.next() else {
            return Ok(None);
        };
        self.value = Some(value);
        read_key(key, seed).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Fault> {
        let value = self.value.take().expect("a value is read after its key");
        let read = seed.deserialize(Node(value.get_ref()));
        read.map_err(|e| e.at(value.span().start))
    }
}

fn read_key<'de, S: DeserializeSeed<'de>>(
    key: &'de Spanned<DeString<'de>>,
    seed: S,
) -> Result<S::Value, Fault> {
    let read = seed.deserialize(BorrowedStrDeserializer::new(key.get_ref()));
    read.map_err(|e: Fault| e.at(key.span().start))
}

/// A `Choice` is a table whose one key chooses among variants.
pub(super) struct Choice<'de>(pub(super) &'de DeTable<'de>);

impl<'de> EnumAccess<'de> for Choice<'de> {
    type Error = Fault;
    type Variant = Variant<'de>;

    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, Variant<'de>), Fault> {
        let mut entries = self.0.iter();
        let (Some((key, value)), None) = (entries.next(), entries.next()) else {
            return Err(Fault::custom("not exactly one choice"));
        };
        Ok((read_key(key, seed)?, Variant(value)))
    }
}

/// A `Variant` is the value of the chosen key.
pub(super) struct Variant<'de>(&'de Spanned<DeValue<'de>>);

impl<'de> Variant<'de> {
    fn node(&self) -> Node<'de> {
        Node(self.0.get_ref())
    }

    fn located<T>(&self, read: Result<T, Fault>) -> Result<T, Fault> {
        read.map_err(|e| e.at(self.0.span().start))
    }
}

impl<'de> VariantAccess<'de> for Variant<'de> {
    type Error = Fault;

    fn unit_variant(self) -> Result<(), Fault> {
        match self.0.get_ref() {
            DeValue::Table(table) if table.is_empty() => Ok(()),
            _ => self.located(Err(self.node().wrong(&"an empty table"))),
        }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Fault> {
        self.located(seed.deserialize(self.node()))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Fault> {
        self.located(self.node().deserialize_seq(visitor))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        if let DeValue::Table(table) = self.0.get_ref()
            && let Some(key) = table
                .keys()
                .find(|key| !fields.contains(&key.get_ref().as_ref()))
        {
            return Err(Fault::unknown_field(key.get_ref(), fields).at(key.span().start));
        }
        self.located(self.node().deserialize_map(visitor))
    }
}
