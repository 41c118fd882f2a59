//! One small `serde` deserializer reads every table of a parsed TOML document into its configuration.
//!
//! DIFFERENCE to `toml::from_str`: a table is read by one kind of map, a value only by the kinds that its type
//! accepts, and a list is no table. Every type of a scene is compiled once instead of four times (decision D78).

mod access;

use access::{Choice, Entries, Keys};
use serde::de::value::StrDeserializer;
use serde::de::{
    self, DeserializeOwned, Deserializer, Error as _, Expected, IntoDeserializer, Unexpected,
    Visitor,
};
use std::fmt::{self, Display, Formatter};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A `Fault` says what is wrong with a document, and at which byte where that is known.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) message: String,
    pub(super) offset: Option<usize>,
}

impl Fault {
    fn at(mut self, offset: usize) -> Self {
        self.offset.get_or_insert(offset);
        self
    }
}

impl Display for Fault {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

impl de::Error for Fault {
    fn custom<T: Display>(message: T) -> Self {
        Self {
            message: message.to_string(),
            offset: None,
        }
    }
}

/// Returns the configuration that a whole document says.
pub(super) fn read<T: DeserializeOwned>(root: Spanned<DeTable<'_>>) -> Result<T, Fault> {
    let offset = root.span().start;
    let value = DeValue::Table(root.into_inner());
    T::deserialize(Node(&value)).map_err(|fault| fault.at(offset))
}

/// A `Node` is a value of the document.
#[derive(Clone, Copy)]
struct Node<'de>(&'de DeValue<'de>);

impl<'de> Node<'de> {
    /// Returns the error of a value that is not what a type expects.
    fn wrong(self, expected: &dyn Expected) -> Fault {
        let found = match self.0 {
            DeValue::String(text) => Unexpected::Str(text),
            DeValue::Integer(_) => match self.integer() {
                Some(value) => Unexpected::Signed(value),
                None => return Fault::custom("integer number overflowed"),
            },
            DeValue::Float(_) => match self.float() {
                Some(value) => Unexpected::Float(value),
                None => return Fault::custom("floating-point number overflowed"),
            },
            DeValue::Boolean(value) => Unexpected::Bool(*value),
            DeValue::Datetime(_) => Unexpected::Other("date"),
            DeValue::Array(_) => Unexpected::Seq,
            DeValue::Table(_) => Unexpected::Map,
        };
        Fault::invalid_type(found, expected)
    }

    fn integer(self) -> Option<i64> {
        let number = self.0.as_integer()?;
        i64::from_str_radix(number.as_str(), number.radix()).ok()
    }

    /// Returns a number with a point or an exponent; infinite only where the file says so.
    fn float(self) -> Option<f64> {
        let text = self.0.as_float()?.as_str();
        let number: f64 = text.parse().ok()?;
        (number.is_finite() || !text.contains(|c: char| c.is_ascii_digit())).then_some(number)
    }
}

impl<'de> Deserializer<'de> for Node<'de> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0 {
            DeValue::String(text) => visitor.visit_borrowed_str(text),
            DeValue::Boolean(value) => visitor.visit_bool(*value),
            DeValue::Array(list) => visitor.visit_seq(Entries::of(list)),
            DeValue::Table(table) => visitor.visit_map(Keys::of(table)),
            _ => self.deserialize_f64(visitor),
        }
    }

    /// Reads a number, with or without a point.
    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match (self.integer(), self.float()) {
            (Some(value), _) => visitor.visit_i64(value),
            (None, Some(value)) => visitor.visit_f64(value),
            (None, None) => Err(self.wrong(&visitor)),
        }
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_f64(visitor)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0.as_bool() {
            Some(value) => visitor.visit_bool(value),
            None => Err(self.wrong(&visitor)),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0.as_str() {
            Some(text) => visitor.visit_borrowed_str(text),
            None => Err(self.wrong(&visitor)),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_str(visitor)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0 {
            DeValue::Array(list) => visitor.visit_seq(Entries::of(list)),
            _ => Err(self.wrong(&visitor)),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0 {
            DeValue::Table(table) => visitor.visit_map(Keys::of(table)),
            _ => Err(self.wrong(&visitor)),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.deserialize_map(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        match self.0 {
            DeValue::String(text) => {
                let name: StrDeserializer<'_, Fault> = text.as_ref().into_deserializer();
                visitor.visit_enum(name)
            }
            DeValue::Table(table) => visitor.visit_enum(Choice(table)),
            _ => Err(self.wrong(&visitor)),
        }
    }

    serde::forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u32 u128 f32 char bytes byte_buf unit unit_struct tuple_struct
        identifier ignored_any
    }
}
