//! Scalar values of a document: numbers, names and bytes. Separate because each has a syntax of its own, in its reader
//! and its schema.
//!
//! All of them are read as text: YAML would take the format `32_32` for the number 3232.

#[cfg(feature = "schema")]
use std::borrow::Cow;

#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use crate::state::format::{DataFormat, NumberFormat};
use crate::state::input_rate::InputRate;
use crate::target::Target;

/// A type that is read from text.
macro_rules! from_text {
    ($type:ident, $schema:expr, $read:expr) => {
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                let read: fn(&str) -> Result<$type, String> = $read;
                read(&text).map_err(D::Error::custom)
            }
        }

        #[cfg(feature = "schema")]
        impl JsonSchema for $type {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                $schema
            }
        }
    };
}

/// A number of 32 bits.
pub(in crate::state) struct Number(u32);

/// A number of 64 bits.
pub(in crate::state) struct WideNumber(u64);

/// Bytes in hexadecimal digits.
pub(in crate::state) struct Bytes(Vec<u8>);

impl From<Number> for u32 {
    fn from(number: Number) -> Self {
        number.0
    }
}

#[cfg(feature = "schema")]
const HEXADECIMAL: &str = "^0x[0-9a-fA-F]+$";

fn parsed(text: &str, max: u64) -> Option<u64> {
    let (digits, radix) = text.strip_prefix("0x").map_or((text, 10), |digits| (digits, 16));
    // Unlike `from_str_radix`, no sign.
    let number = u64::from_str_radix(digits, radix).ok()?;
    (number <= max && digits.bytes().all(|byte| byte.is_ascii_hexdigit())).then_some(number)
}

fn no_number(text: &str, max: u64) -> String {
    format!("{} is not a number from 0 to {max}, decimal or hexadecimal (0x)", shown(text))
}

fn number_32(text: &str) -> Result<u32, String> {
    let number = parsed(text, u32::MAX.into()).and_then(|number| u32::try_from(number).ok());
    number.ok_or_else(|| no_number(text, u32::MAX.into()))
}

/// The start of a text, as much as errors show.
fn shown(text: &str) -> String {
    format!("{:?}", text.chars().take(40).collect::<String>())
}

#[cfg(feature = "schema")]
fn number_schema(max: u64) -> Schema {
    json_schema!({ "oneOf": [
        { "type": "integer", "minimum": 0, "maximum": max },
        { "type": "string", "pattern": HEXADECIMAL },
    ] })
}

from_text!(Number, number_schema(u32::MAX.into()), |text| number_32(text).map(Number));

from_text!(WideNumber, number_schema(u64::MAX), |text| {
    parsed(text, u64::MAX).map(WideNumber).ok_or_else(|| no_number(text, u64::MAX))
});

from_text!(Target, json_schema!({ "type": "string", "pattern": "^gfx[0-9]+[0-9a-f]{2}$" }), |text| {
    let target = Target::named(text);
    target.ok_or_else(|| format!("{} is not a processor name such as gfx1030", shown(text)))
});

from_text!(
    DataFormat,
    json_schema!({ "anyOf": [
        { "type": "string", "enum": data_format_names() },
        // YAML's number, JSON's string.
        { "type": "integer", "enum": [8, 16, 32, 64] },
    ] }),
    |text| {
        let format = DataFormat::named(text);
        format.ok_or_else(|| {
            format!(
                "{} is not a data format; expected one of {}",
                shown(text),
                data_format_names().join(", ")
            )
        })
    }
);

from_text!(NumberFormat, json_schema!({ "type": "string", "enum": number_format_names() }), |text| {
    let format = NumberFormat::named(text);
    format.ok_or_else(|| {
        format!(
            "{} is not a number format; expected one of {}",
            shown(text),
            number_format_names().join(", ")
        )
    })
});

from_text!(
    InputRate,
    json_schema!({ "oneOf": [
        { "type": "string", "enum": ["vertex", "instance", "none"] },
        { "type": "integer", "minimum": 0, "maximum": u32::MAX },
        { "type": "string", "pattern": HEXADECIMAL },
    ] }),
    |text| {
        Ok(match text {
            "vertex" => InputRate::Vertex,
            "instance" => InputRate::Instance(1),
            "none" => InputRate::Instance(0),
            _ => InputRate::Instance(number_32(text).map_err(|_| {
                format!(
                    "{} is not an input rate; expected vertex, instance, none or a number of instances",
                    shown(text)
                )
            })?),
        })
    }
);

from_text!(Bytes, json_schema!({ "type": "string", "pattern": "^([0-9a-fA-F]{2}\\s*)*$" }), |text| {
    let mut digits = text.chars().filter(|c| !c.is_ascii_whitespace()).map(|c| c.to_digit(16));
    let mut bytes = Vec::with_capacity(text.len() / 2);
    while let Some(high) = digits.next() {
        let byte =
            high.zip(digits.next().flatten()).and_then(|(high, low)| u8::try_from(high << 4 | low).ok());
        bytes.push(byte.ok_or("expected pairs of hexadecimal digits")?);
    }
    Ok(Bytes(bytes))
});

/// Reads a number of 32 bits.
pub(in crate::state) fn number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    Number::deserialize(deserializer).map(u32::from)
}

/// Reads a number of 32 bits that may be null.
pub(in crate::state) fn optional_number<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<u32>, D::Error> {
    Ok(Option::<Number>::deserialize(deserializer)?.map(u32::from))
}

/// Reads numbers of 32 bits.
pub(in crate::state) fn numbers<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u32>, D::Error> {
    Ok(Vec::<Number>::deserialize(deserializer)?.into_iter().map(u32::from).collect())
}

/// Reads the two halves of a hash, low and high.
pub(in crate::state) fn hash<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<[u64; 2]>, D::Error> {
    let halves = Option::<[WideNumber; 2]>::deserialize(deserializer)?;
    Ok(halves.map(|[low, high]| [low.0, high.0]))
}

/// Reads bytes.
pub(in crate::state) fn bytes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    Bytes::deserialize(deserializer).map(|bytes| bytes.0)
}

fn data_format_names() -> Vec<&'static str> {
    (0..=u8::MAX).map_while(|format| DataFormat(format).name()).collect()
}

fn number_format_names() -> Vec<&'static str> {
    (0..=u8::MAX).map_while(|format| NumberFormat(format).name()).collect()
}
